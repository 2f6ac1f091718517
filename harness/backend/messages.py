"""What the backend machine takes and what it gives."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from harness.dialects.http import HttpRequest, HttpResponse
from harness.wire.events import Result


class Opened(Struct, frozen=True):
    """A client opened a socket. `connection` is the runtime's own name for it, never reused."""

    connection: str


class Frame(Struct, frozen=True):
    """A client sent a frame; `text` is False for binary frames."""

    connection: str
    raw: bytes
    text: bool = True


class Closed(Struct, frozen=True):
    """A socket is gone, whoever closed it."""

    connection: str


class HttpCall(Struct, frozen=True):
    """A client made an HTTP call; `call` pairs it with its `HttpReply`."""

    call: int
    request: HttpRequest


class WallClock(Struct, frozen=True):
    """Civil time, from the runtime: `utc_ms` is milliseconds since 1970 (seasons, log stamps)."""

    utc_ms: int


Message: TypeAlias = Opened | Frame | Closed | HttpCall | WallClock


class Send(Struct, frozen=True):
    """Send one text frame."""

    connection: str
    raw: bytes


class Close(Struct, frozen=True):
    """Close a socket with this code."""

    connection: str
    code: int
    reason: str


class HttpReply(Struct, frozen=True):
    """Answer an HTTP call."""

    call: int
    response: HttpResponse


class Settled(Struct, frozen=True):
    """A match was settled; a store must keep it, keyed by `result.match` (BLF-E45).

    Attributes:
        awards: (player id, display name, points) for every human seat that gets points on the boards.
    """

    result: Result
    awards: tuple[tuple[str, str, int], ...]


class Keep(Struct, frozen=True):
    """A record that a store must keep in place of the one it has under the same kind and key.

    Attributes:
        kind: `session`, `blocks`, `report`, `log`, `tutorial` or `life`.
        key: Unique within the kind.
        body: The record; None forgets it.
    """

    kind: str
    key: str
    body: bytes | None


class Journaled(Struct, frozen=True):
    """One more entry of the journal of a room, from which a later life of the backend rebuilds the room.

    All `Settled`, `Keep`, `Journaled` and `JournalDropped` of one `receive` or `wake` are one transaction: a store
    has it whole before any `Send`, `Close` or `HttpReply` of the same batch leaves, or has nothing of it.

    Attributes:
        room: The journal's id: never used again in any life of the backend (it is not the code to join by).
        ordinal: From 1 without gaps within the journal.
        body: The entry. Entry 1 says what the room was when the journal began, its root seed included.
    """

    room: str
    ordinal: int
    body: bytes


class JournalDropped(Struct, frozen=True):
    """The room is gone, or a newer journal has taken over: a store must forget this one."""

    room: str


Effect: TypeAlias = Send | Close | HttpReply | Settled | Keep | Journaled | JournalDropped
