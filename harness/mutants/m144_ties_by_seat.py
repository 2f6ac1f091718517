"""M144: equal totals are ranked by seat (WIZ-E16)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant


class StrictTable(WizardTable):
    """Knows no equals."""

    def places(self) -> tuple[int, ...]:
        """As it should be, and of equals the lower seat is before the other."""
        places = super().places()
        return tuple(place + places[:seat].count(place) if place else 0 for seat, place in enumerate(places))


MUTANT = Mutant(
    name="M144",
    about="Equal totals do not share a place.",
    oracle="placement",
    check="R5",
    parts=Parts(wizard_table=StrictTable),
)
