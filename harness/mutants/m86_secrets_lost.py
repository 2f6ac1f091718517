"""M86: resume secrets do not survive a restart."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class LockedRoom(Room):
    """Gives every seat a new lock after a restart, and tells nobody."""

    __slots__ = ()

    def resume(self, *, last: Instant, now: Instant, out: list[Effect]) -> None:
        """As it should be, but for the secrets: each seat has a new one."""
        super().resume(last=last, now=now, out=out)
        for member in self.members:
            if member.human:
                self._house.secrets.forget(member)
                member.issue = self._issue()
                member.digest = f"lost {member.issue}".encode()
                self._house.secrets.add(member)


MUTANT = Mutant(
    name="M86",
    about="After a restart the resume secrets that players have open nothing.",
    oracle="restart",
    check="S10",
    parts=Parts(room=LockedRoom),
)
