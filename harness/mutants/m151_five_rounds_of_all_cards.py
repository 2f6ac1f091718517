"""M151: the game of five rounds deals all cards in each of them (WIZ-E08)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.house import House
from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.dialects.dialect import ChanceScript
from harness.mutants.mutant import Mutant


class FullTable(WizardTable):
    """Takes one option for the other."""

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        super()._draw_chance(house, script)
        if self._chosen.length == "five":
            self.state = replace(self.state, options=replace(self.state.options, length="five_full"))


MUTANT = Mutant(
    name="M151",
    about="Five rounds are dealt with all sixty cards.",
    oracle="conservation",
    check="R2",
    parts=Parts(wizard_table=FullTable),
)
