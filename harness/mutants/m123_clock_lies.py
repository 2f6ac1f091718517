"""M123: the automatic lead names another rank than that of its card (CHT-E21)."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.rules.french_deck import JOKER, RANKS
from harness.wire import events as ev


class LyingTable(BluffTable):
    """Bluffs for those who sleep."""

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, but a lead is a lie."""
        held = self.state.hands[seat]
        missing = [rank for rank in RANKS if rank not in held]
        if self.state.claim is not None or not missing:
            super().play_for(seat, cause, now=now, out=out)
            return
        card = next((card for card in held if card != JOKER), held[0])
        self.carry_out(rules.apply(self.state, seat, rules.Play((card,), missing[0])), cause, now=now, out=out)


MUTANT = Mutant(
    name="M123",
    about="The automatic lead is not true.",
    oracle="turn_order",
    check="R10",
    parts=Parts(bluff_table=LyingTable),
)
