"""What the client program remembers besides the game: its ids, its secrets, its sins."""

from __future__ import annotations

from typing import Final

from harness.wire.commands import Move

MALFORMED_MAX: Final = 6
"""A connection is ended after eight frames that are no commands; stay clearly below that."""

ACTOR_LENGTH_MAX: Final = 50
"""Leaves room for a counter in the 64 characters of a command id."""


class Memory:
    """The client's own notes; they outlive connections.

    Attributes:
        actor: The harness's own name of this player, unique in the run.
        spoilt: Frames that were no commands, on the present connection.
        old_secrets: Resume secrets that were replaced by newer ones, oldest first.
        last_match: The match of `last_move`.
        last_move: The last move that was sent, None before the first.
    """

    __slots__ = ("_count", "_secret", "actor", "last_match", "last_move", "old_secrets", "spoilt")

    def __init__(self, actor: str) -> None:
        if not 1 <= len(actor) <= ACTOR_LENGTH_MAX:
            raise ValueError(f"an actor's name has 1 to {ACTOR_LENGTH_MAX} characters, not {len(actor)}")
        self.actor = actor
        self.spoilt = 0
        self.old_secrets: list[str] = []
        self.last_match = ""
        self.last_move: Move | None = None
        self._secret = ""
        self._count = 0

    @property
    def secret(self) -> str:
        """The resume secret of the present seat, "" before there is one. The party sets it."""
        return self._secret

    @secret.setter
    def secret(self, secret: str) -> None:
        if self._secret and secret != self._secret:
            self.old_secrets.append(self._secret)
        self._secret = secret

    def new_id(self) -> str:
        """The next command id, `{actor}-{n}`, never used before."""
        self._count += 1
        return f"{self.actor}-{self._count}"

    def may_spoil(self) -> bool:
        """Whether this connection bears another frame that is no command; counts it when it does."""
        if self.spoilt >= MALFORMED_MAX:
            return False
        self.spoilt += 1
        return True
