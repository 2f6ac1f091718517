"""M41: the result lists places by name instead of by elimination (BLF-28)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.mutants.mutant import Mutant


class SortedTable(Table):
    """Sorts the finished table by display name."""

    def places(self) -> tuple[int, ...]:
        """By name, once it is over."""
        if not self.is_over():
            return super().places()
        order = sorted(range(len(self.seats)), key=lambda seat: (self.seats[seat].name, seat))
        return tuple(order.index(seat) + 1 for seat in range(len(self.seats)))


MUTANT = Mutant(
    name="M41",
    about="Places go by name instead of by elimination.",
    oracle="placement",
    check="R5",
    parts=Parts(table=SortedTable),
)
