"""M106: who runs out of time bids one more instead of challenging (LDC-E14)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class KindTable(DiceTable):
    """Saves the late from a challenge."""

    def late_move(self) -> rules.Bid | rules.Challenge:
        """The lowest bid that is still allowed."""
        bids = rules.bids(self.state)
        return bids[0] if self.state.bid is not None and bids else super().late_move()


MUTANT = Mutant(
    name="M106",
    about="Who runs out of time bids instead of challenging.",
    oracle="turn_order",
    check="R10",
    parts=Parts(dice_table=KindTable),
)
