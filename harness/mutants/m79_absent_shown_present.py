"""M79: nobody is told that a player is away (BLF-E04)."""

from __future__ import annotations

from harness.backend.member import Member
from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class DiscreetRoom(Room):
    """Moves for those who are away, and keeps it to itself."""

    def turn_away(self, member: Member, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, but nobody hears of it."""
        self.broadcast.begin(out)
        if self.table is not None and member.seat is not None:
            self.table.became_away(member.seat, now=now, out=out)


MUTANT = Mutant(
    name="M79",
    about="Nobody is told that a player is away.",
    oracle="presence",
    check="N3",
    parts=Parts(room=DiscreetRoom),
)
