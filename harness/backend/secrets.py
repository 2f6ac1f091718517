"""Which seat a resume secret opens."""

from __future__ import annotations

from harness.backend.member import Member


class Secrets:
    """Members by resume secret. A secret is never a public id (BLF-E39)."""

    __slots__ = ("_members",)

    def __init__(self) -> None:
        self._members: dict[str, Member] = {}

    def add(self, member: Member) -> None:
        """From now on this member's secret opens his seat."""
        self._members[member.secret] = member

    def forget(self, member: Member) -> None:
        """The secret opens nothing any more."""
        del self._members[member.secret]

    def find(self, secret: str) -> Member | None:
        """Whose secret this is, None when nobody's."""
        return self._members.get(secret)
