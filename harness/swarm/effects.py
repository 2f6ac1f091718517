"""What a party asks of its runtime, and what the runtime tells it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.clock import Duration
from harness.dialects.http import HttpRequest, HttpResponse
from harness.history.observation import Observation


class Connect(Struct, frozen=True):
    """Open a socket for this player under this connection name (chosen by the party, unique)."""

    who: str
    connection: str


class Transmit(Struct, frozen=True):
    """Send one frame; `text` False sends a binary frame."""

    connection: str
    raw: bytes
    text: bool = True


class Drop(Struct, frozen=True):
    """End or break a connection.

    Attributes:
        how: `close` (WebSocket 1000), `rst` (abort, no close frame), `hole` (both directions
            swallowed, nobody is told), `fin-mid-frame` (half a frame, then the end), `kill` (as rst; the
            client's memory is lost, too), `stall` (nothing is read until `Heal`).
    """

    connection: str
    how: str


class Heal(Struct, frozen=True):
    """End a stall: what was held back is delivered."""

    connection: str


class Call(Struct, frozen=True):
    """Make an HTTP call; the answer comes back with the same `call` number."""

    who: str
    call: int
    request: HttpRequest


class Note(Struct, frozen=True):
    """Write this observation into the history (steps fired, the party's end)."""

    observation: Observation


OutagePoint: TypeAlias = Literal["idle", "before-write", "after-write"]
"""Where in a step of the backend it dies: between two steps, before the step is stored, after that but before
anything of it is sent."""


class Outage(Struct, frozen=True):
    """End the backend, and let it begin again from its store after a while.

    The runtime notes `FaultBegun` and `FaultEnded` of it, with `who` and without a connection; the fault is
    `server-kill` or `server-stop`. Every connection ends as a fault of ours.

    Attributes:
        who: The party's name.
        how: `kill` is what `kill -9` does: connections break without a close frame (1006). `stop` ends the backend in
            good order: connections are closed with 1001.
        point: Where in a step the backend dies: at once, or in the next step that has something to store.
        down: How long connections are refused until it is back.
    """

    who: str
    how: Literal["kill", "stop"]
    point: OutagePoint
    down: Duration


Effect: TypeAlias = Connect | Transmit | Drop | Heal | Call | Note | Outage


class Connected(Struct, frozen=True):
    """The socket is open."""

    connection: str


class ConnectFailed(Struct, frozen=True):
    """The socket could not be opened."""

    connection: str
    reason: str


class Arrived(Struct, frozen=True):
    """A frame came in."""

    connection: str
    raw: bytes
    text: bool = True


class Disconnected(Struct, frozen=True):
    """The socket is gone: close code (1006 for none) and by whom ("us", "them", "network")."""

    connection: str
    code: int
    by: str


class Answered(Struct, frozen=True):
    """An HTTP answer came in; None when the call failed, `error` then says why."""

    call: int
    response: HttpResponse | None
    error: str = ""


class Stop(Struct, frozen=True):
    """Time is over: begin no new match, and end after this one (or now, when `now` is set)."""

    at_once: bool = False


Message: TypeAlias = Connected | ConnectFailed | Arrived | Disconnected | Answered | Stop
