"""M130: the dealer of every match is drawn, also at a table where somebody has dealt (CHT-E15)."""

from __future__ import annotations

from harness.backend.house import House
from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.dialects.dialect import ChanceScript
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules


class ForgetfulTable(BluffTable):
    """Draws the dealer for each deal."""

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        super()._draw_chance(house, script)
        self.state = rules.initial(self.state.options)


MUTANT = Mutant(
    name="M130",
    about="The dealer is drawn for each match.",
    oracle="turn_order",
    check="R1",
    parts=Parts(bluff_table=ForgetfulTable),
)
