"""What a player wants done. The party that owns the connections turns acts into effects."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from harness.clock import Duration
from harness.dialects.http import HttpRequest
from harness.wire.commands import Command, Hello

WAYS_TO_DROP: Final = ("close", "rst", "hole", "fin-mid-frame", "kill")
"""The exits after which a seat is without a connection, as `harness.swarm.effects.Drop` names them."""


class Say(Struct, frozen=True):
    """Send this command on the seat's own connection."""

    command: Command


class SayRaw(Struct, frozen=True):
    """Send these bytes as one frame on the seat's own connection; `text` False sends a binary frame."""

    raw: bytes
    text: bool = True


class Ask(Struct, frozen=True):
    """Make a forged HTTP call.

    Attributes:
        request: Without a token; a player does not know its own.
        signed: The party puts the actor's own session token in; False sends the call as it is.
    """

    request: HttpRequest
    signed: bool = True


class GoAway(Struct, frozen=True):
    """Lose the connection in one of `WAYS_TO_DROP`, and come back after this long; None never comes back."""

    how: str
    back_after: Duration | None


class Knock(Struct, frozen=True):
    """Open an extra socket, say this hello on it, and close it after the first answer: a theft attempt."""

    hello: Hello


Act: TypeAlias = Say | SayRaw | Ask | GoAway | Knock
