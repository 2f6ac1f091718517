"""Which seat a resume secret opens."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from harness.seed import derive

if TYPE_CHECKING:  # pragma: no cover
    from harness.backend.member import Member


def digest_of(credential: str) -> bytes:
    """What is remembered of a token or secret, whatever characters a client put into it."""
    return sha256(credential.encode("utf-8", "surrogatepass")).digest()


def secret_of(token: str, key: bytes, issue: int) -> str:
    """The resume secret of a seat: it can be told again to whoever has the session's token, and to nobody else.

    Args:
        token: The session's token.
        key: The room's key.
        issue: Number of the seat within the room.
    """
    return derive(digest_of(f"secret of {token}"), key.hex(), issue).hex()[:40]


class Secrets:
    """Members by digest of their resume secret. A secret is never a public id (BLF-E39)."""

    __slots__ = ("_members",)

    def __init__(self) -> None:
        self._members: dict[bytes, Member] = {}

    def add(self, member: Member) -> None:
        """From now on this member's secret opens his seat."""
        self._members[member.digest] = member

    def forget(self, member: Member) -> None:
        """The secret opens nothing any more."""
        del self._members[member.digest]

    def find(self, secret: str) -> Member | None:
        """Whose secret this is, None when nobody's."""
        return self._members.get(digest_of(secret))
