"""M110: the elimination names the seat that opens next (LDC-14)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules
from harness.wire import events as ev


class ConfusedTable(DiceTable):
    """Announces somebody else."""

    def public_eliminated(self, outcome: rules.Eliminated) -> ev.PublicEvent:
        """The next seat with dice is told to be out."""
        count = len(self.seats)
        around = ((outcome.seat + step) % count for step in range(1, count))
        return super().public_eliminated(replace(outcome, seat=next(s for s in around if self.state.sizes[s])))


MUTANT = Mutant(
    name="M110",
    about="The elimination names somebody else.",
    oracle="elimination",
    check="R4",
    parts=Parts(dice_table=ConfusedTable),
)
