"""M157: hidden bids are shown in the order of their size (WIZ-21)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class SortingTable(WizardTable):
    """Likes order."""

    def publish_after(self, outcome: rules.Outcome) -> None:
        """As it should be, sorted."""
        if isinstance(outcome, rules.Revealed):
            outcome = replace(outcome, bids=tuple(sorted(outcome.bids)))
        super().publish_after(outcome)


MUTANT = Mutant(
    name="M157",
    about="Hidden bids are shown by size, not by seat.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(wizard_table=SortingTable),
)
