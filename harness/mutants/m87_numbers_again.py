"""M87: after a restart the numbers of a room's public events begin again."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class RenumberedRoom(Room):
    """Keeps no count."""

    __slots__ = ()

    def resume(self, *, last: Instant, now: Instant, out: list[Effect]) -> None:
        """As it should be, from 1."""
        super().resume(last=last, now=now, out=out)
        self.broadcast.number = 0


MUTANT = Mutant(
    name="M87",
    about="After a restart the public events of a room are numbered from 1 again.",
    oracle="resumable",
    check="S5",
    parts=Parts(room=RenumberedRoom),
)
