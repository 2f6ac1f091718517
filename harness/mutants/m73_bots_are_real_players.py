"""M73: a bot counts as a real player (BLF-32, BLF-E31)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.mutants.mutant import Mutant


class CrowdedTable(Table):
    """Counts seats instead of people."""

    def is_ranked(self) -> bool:
        """Whether somebody else sits there, whatever it is."""
        return len(self.seats) >= 2


MUTANT = Mutant(
    name="M73",
    about="A bot counts as a real player, and matches against bots alone reach the boards.",
    oracle="eligibility",
    check="L7",
    parts=Parts(table=CrowdedTable),
)
