"""M145: who left gets the place that the AI has reached for him (WIZ-E20)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class KindTable(WizardTable):
    """Forgets who left."""

    def places(self) -> tuple[int, ...]:
        """By totals alone."""
        return rules.ranks(self.state) if self.is_over() else super().places()


MUTANT = Mutant(
    name="M145",
    about="A leaver gets the place of the AI that played on.",
    oracle="placement",
    check="R5",
    parts=Parts(wizard_table=KindTable),
)
