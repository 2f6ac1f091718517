"""M28: a move that comes just after the automatic move is applied as well (BLF-E28)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table import Step, Table
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluffers as rules
from harness.wire import events as ev


class GenerousTable(Table):
    """Lets the seat that was just moved by the clock move for itself."""

    _moved: tuple[int, int] = (-1, -1)
    _late_turn = 0

    def auto_move(self, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """As it should be; remembers whom it moved."""
        self._moved = (self.state.turn, self.turn)
        super().auto_move(cause, now=now, out=out)

    def try_move(self, seat: int, turn: int, move: rules.Play | rules.Call) -> Step:
        """Accepts the late move, too."""
        if (seat, turn) == self._moved and not self.is_over() and self.state.hands[seat]:
            self._moved, self._late_turn = (-1, -1), turn
            return rules.apply(replace(self.state, turn=seat), seat, move)
        return super().try_move(seat, turn, move)

    def public_played(self, outcome: rules.Played, auto: ev.Auto | None) -> ev.PublicEvent:
        """Under the number of the turn it was meant for."""
        event = super().public_played(outcome, auto)
        assert isinstance(event, ev.Played)
        late, self._late_turn = self._late_turn, 0
        return replace(event, turn=late) if late else event


MUTANT = Mutant(
    name="M28",
    about="A late move and the automatic move are both applied.",
    oracle="single_move",
    check="R8",
    parts=Parts(table=GenerousTable),
)
