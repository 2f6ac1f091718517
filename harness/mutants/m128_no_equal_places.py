"""M128: two who hold equally many cards at the end get different places (CHT-E12)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.mutants.mutant import Mutant


class StrictTable(BluffTable):
    """Knows no equals."""

    def places(self) -> tuple[int, ...]:
        """As it should be, but of equals the first seat is better."""
        places = super().places()
        if not self.is_over():
            return places
        order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
        return tuple(order.index(seat) + 1 for seat in range(len(places)))


MUTANT = Mutant(
    name="M128",
    about="Equal numbers of cards are different places.",
    oracle="placement",
    check="R5",
    parts=Parts(bluff_table=StrictTable),
)
