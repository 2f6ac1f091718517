"""M158: a total never falls below nothing (WIZ-E15)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant


class NoDebtsTable(WizardTable):
    """Knows no debts."""

    def totals(self) -> tuple[int, ...]:
        """As it should be, not below 0."""
        return tuple(max(0, total) for total in super().totals())


MUTANT = Mutant(
    name="M158",
    about="Negative totals are shown as nothing.",
    oracle="points",
    check="L1",
    parts=Parts(wizard_table=NoDebtsTable),
)
