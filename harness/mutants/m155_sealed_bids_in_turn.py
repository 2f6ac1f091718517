"""M155: hidden and secret bids are asked of one seat after the other (WIZ-E11)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant


class InTurnTable(WizardTable):
    """Asks one after the other."""

    def is_sealed(self) -> bool:
        """Never."""
        return False


MUTANT = Mutant(
    name="M155",
    about="Unseen bids are made in turn, not at once.",
    oracle="turn_order",
    check="R1",
    parts=Parts(wizard_table=InTurnTable),
)
