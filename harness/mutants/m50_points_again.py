"""M50: after a restart the last result of a room is applied to the boards once more."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class ForgetfulRoom(Room):
    """Does not know which results have reached the boards."""

    __slots__ = ()

    def resume(self, *, last: Instant, now: Instant, out: list[Effect]) -> None:
        """As it should be, and the points again."""
        super().resume(last=last, now=now, out=out)
        result = self.result
        if result is None or not result.ranked:
            return
        names = {member.player: member.name for member in self.members if member.human}
        for player, points in zip(result.seats, result.points, strict=True):
            if points and player in names:
                self._house.ledger.credit(result, player, names[player], points)


MUTANT = Mutant(
    name="M50",
    about="After a restart the result of the last match is applied to the boards once more.",
    oracle="settled_once",
    check="L2",
    parts=Parts(room=ForgetfulRoom),
)
