"""M80: of those who race for the last seat one too many gets in (BLF-E37)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.errors import CommandError
from harness.mutants.mutant import Mutant


class StretchingRoom(Room):
    """Compares with the wrong sign."""

    def _check_space(self) -> None:
        """Whether more are here than seats, instead of as many."""
        if len(self.members) > self.options.seats:
            raise CommandError("full")


MUTANT = Mutant(
    name="M80",
    about="One more gets in than there are seats.",
    oracle="occupancy",
    check="N4",
    parts=Parts(room=StretchingRoom),
)
