"""M113: what an AI does on a leaver's seat looks as if he had done it (LDC-E15)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class MaskedTable(DiceTable):
    """Does not say who moved."""

    def cause_of(self, seat: int) -> ev.Auto | None:
        """Nobody but the player."""
        return None


MUTANT = Mutant(
    name="M113",
    about="An AI moves on a leaver's seat in his name.",
    oracle="turn_order",
    check="R10",
    parts=Parts(dice_table=MaskedTable),
)
