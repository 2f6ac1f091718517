"""M78: every member has the powers of the owner (FEAT-09)."""

from __future__ import annotations

from harness.backend.member import Member
from harness.backend.parts import Parts
from harness.backend.room import Room
from harness.backend.sessions import Account
from harness.mutants.mutant import Mutant


class CommonRoom(Room):
    """Asks only whether the caller is a member."""

    def check_owner(self, account: Account) -> Member:
        """Any member will do."""
        return self.member_of(account)


MUTANT = Mutant(
    name="M78",
    about="Every member has the powers of the owner.",
    oracle="owner",
    check="N2",
    parts=Parts(room=CommonRoom),
)
