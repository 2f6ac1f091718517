"""Where one connection, or one HTTP call, stands: plain state, shared by its two ends."""

from __future__ import annotations

from collections import deque
from typing import Final, TypeAlias

from msgspec import Struct

from harness.clock import Instant
from harness.dialects.http import HttpRequest
from harness.runtimes.virtual.loop import Host
from harness.runtimes.virtual.network import Lane, Link
from harness.swarm.effects import Effect, Message

PartyHost: TypeAlias = Host[Message, Effect]

ENDINGS: Final = {"close": 1000, "rst": 1006, "kill": 1006, "hole": 1006, "fin-mid-frame": 1006}
"""How a party can end a connection -> the close code that our side then has. A `stall` ends nothing."""


class Ending(Struct, frozen=True):
    """The end of a connection on its way to the client, behind the frames that were sent before.

    `fault` names the fault of ours that ended it, "" when it was none.
    """

    code: int
    by: str
    reason: str
    fault: str = ""


class Wire:
    """One connection, as both of its ends see it; they learn of its end at different times.

    Attributes:
        name: The connection's name, unique in the run.
        who: The player at the client's end.
        host: The party that is told what happens at the client's end.
        up: The lane to the backend.
        down: The lane to the client.
        opening: The client asked for the connection and has no answer yet.
        gone: The client's end is no more.
        reading: The client takes frames as they arrive: open, not stalled, nothing held back.
        stalled: The client reads nothing until it is healed.
        held: What arrived while the client did not read, oldest first; None when it reads.
        heard: The backend takes what arrives here.
        told: The backend knows of no open connection: it has not heard of it yet, or was told of its end.
    """

    __slots__ = (
        "down", "gone", "heard", "held", "host", "name", "opening", "reading", "stalled", "told", "up", "who",
    )  # fmt: skip

    def __init__(self, name: str, who: str, host: PartyHost, link: Link, root: bytes) -> None:
        self.name = name
        self.who = who
        self.host = host
        self.up = Lane(link, root, "link", name, "up")
        self.down = Lane(link, root, "link", name, "down")
        self.opening = True
        self.gone = False
        self.reading = False
        self.stalled = False
        self.held: deque[bytes | Ending] | None = None
        self.heard = False
        self.told = True

    def open(self) -> None:
        """The client's end is open from now on."""
        self.opening = False
        self.reading = True

    def end(self) -> None:
        """The client's end is gone; what it has not read is lost."""
        self.gone = True
        self.opening = self.reading = self.stalled = False
        self.held = None

    def stall(self) -> None:
        """The client stops reading; what arrives from now on is held."""
        self.stalled = True
        self.reading = False
        if self.held is None:
            self.held = deque()

    def release(self) -> bytes | Ending | None:
        """Take the oldest thing held, if the client reads. None when nothing is left: it reads as usual again."""
        if self.stalled or self.held is None:
            return None
        if self.held:
            return self.held.popleft()
        self.held = None
        self.reading = True
        return None


class HttpInFlight(Struct, frozen=True, kw_only=True):
    """One HTTP call on its way.

    Attributes:
        host: The party that is told the answer.
        who: The player that asks.
        call: The party's own number of the call.
        request: What is asked.
        sent: When it was asked.
        down: The lane that the answer comes back on.
    """

    host: PartyHost
    who: str
    call: int
    request: HttpRequest
    sent: Instant
    down: Lane
