"""M102: a seat is told the dice of the next seat that has as many (LDC-03)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules
from harness.wire import events as ev


class MixedTable(DiceTable):
    """Looks under the wrong cup."""

    def private_dice(self, seat: int) -> ev.Dice:
        """Those of the neighbour."""
        told = super().private_dice(seat)
        sizes, count = self.state.sizes, len(self.seats)
        around = ((seat + step) % count for step in range(1, count + 1))
        other = next(cup for cup in around if sizes[cup] == sizes[seat])
        return ev.Dice(match=told.match, round=told.round, dice=rules.view(self.state, other).dice)


MUTANT = Mutant(
    name="M102",
    about="A seat is told the dice of its neighbour.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(dice_table=MixedTable),
)
