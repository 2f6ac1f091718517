"""The few fields of a frame that figures need.

A full, strict decode is the referee's business and costs several times as much. Whatever else a
frame holds is skipped; the names are those of our canonical events and commands.
"""

from __future__ import annotations

from typing import Final

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder


class Glimpse(Struct, frozen=True):
    """What a frame says about itself; a field that it does not have keeps its default.

    Attributes:
        type: Name of the event or command.
        id: Id of a command, or of the command that is answered.
        number: Number of a public event, or the one that an answer names.
        room: Room code, in a snapshot.
        auto: Why the server made a move.
        code: Refusal code.
    """

    type: str = ""
    id: str | None = None
    number: int = 0
    room: str = ""
    auto: str | None = None
    code: str = ""


_decode: Final = Decoder(Glimpse).decode


def glimpse(raw: bytes) -> Glimpse | None:
    """Read the few fields; None when the bytes are no such JSON object."""
    try:
        return _decode(raw)
    except (MsgspecError, ValueError, RecursionError):
        return None
