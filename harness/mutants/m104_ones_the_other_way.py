"""M104: ones are lowest where they were chosen to be highest, and the other way round (LDC-E01)."""

from __future__ import annotations

from harness.backend.house import House
from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.dialects.dialect import ChanceScript
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class TurnedTable(DiceTable):
    """Reads the choice the wrong way round."""

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        super()._draw_chance(house, script)
        ones = self.options().ones
        self.state = rules.initial(rules.Options(seats=len(self.seats), ones="low" if ones == "high" else "high"))


MUTANT = Mutant(
    name="M104",
    about="Ones are low where high was chosen, and high where low was.",
    oracle="turn_order",
    check="R1",
    parts=Parts(dice_table=TurnedTable),
)
