"""M88: a match is restored by half: what was dealt is there, what was played since is not."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.clock import Duration, Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluffers as rules


class HalfTable(Table):
    """Remembers the hands as they were dealt, and forgets that cards were played from them."""

    dealt = rules.initial(rules.Options())
    clocked = 0

    def set_clock(self, pause: Duration, *, now: Instant) -> None:
        """As it should be; with a second clock for one turn the hands are those of the deal again."""
        if self.dealt.hand != self.state.hand:
            self.dealt = self.state
        if self.clocked == self.turn:
            self.state = replace(self.state, hands=self.dealt.hands)
        self.clocked = self.turn
        super().set_clock(pause, now=now)


MUTANT = Mutant(
    name="M88",
    about="After a restart the hands of the running match are those of the deal, whatever was played since.",
    oracle="continuity",
    check="C1",
    parts=Parts(table=HalfTable),
)
