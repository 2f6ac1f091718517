"""M42: a leaver gets the points of his place (BLF-26)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.mutants.mutant import Mutant


class KindTable(Table):
    """Pays by place alone."""

    def points(self) -> tuple[int | None, ...]:
        """By place, whether the seat left or not."""
        table = self.state.options.points[len(self.seats) - 2]
        return tuple(table[place - 1] if place else None for place in self.places())


MUTANT = Mutant(
    name="M42",
    about="A leaver is credited with the points of his place.",
    oracle="points",
    check="L1",
    parts=Parts(table=KindTable),
)
