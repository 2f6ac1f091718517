"""The numbered public stream of one room, and who hears it."""

from __future__ import annotations

from harness.backend.codec import Codec
from harness.backend.link import Link
from harness.backend.messages import Effect, Send
from harness.dialects.native import number_frame
from harness.wire import events as ev


class Broadcast:
    """Numbers public events, encodes each once, and addresses it to everybody who listens.

    Attributes:
        number: The number of the last public event; 0 before the first.
        group: The number of the first event of the action that is going on.
        listeners: Connections of members, in the order in which they came.
        log: The public events since the running match began; None outside one.
    """

    __slots__ = ("_codec", "_out", "group", "listeners", "log", "number")

    def __init__(self, codec: Codec) -> None:
        self.number = 0
        self.group = 0
        self.listeners: list[Link] = []
        self.log: list[ev.PublicEvent] | None = None
        self._codec = codec
        self._out: list[Effect] = []

    def begin(self, out: list[Effect]) -> None:
        """A new action begins; its frames go to `out`."""
        self._out = out
        self.group = self.number + 1

    def goes_on(self, number: int, group: int, out: list[Effect]) -> None:
        """The stream goes on after this number, in an action that began before."""
        self.number = number
        self.group = group
        self._out = out

    def next(self) -> int:
        """Take the next number."""
        self.number += 1
        return self.number

    def publish(self, event: ev.PublicEvent) -> None:
        """Send a public event to everybody who listens, and write it into the log of the match."""
        if self.log is not None:
            self.log.append(event)
        if not self.listeners:
            return
        body = self._codec.encode(event)
        out = self._out
        for link in self.listeners:
            link.seq = seq = link.seq + 1
            out.append(Send(link.connection, number_frame(body, seq)))

    def tell(self, link: Link, event: ev.PrivateEvent) -> bytes:
        """Send a private event to one connection; returns the encoded event."""
        body = self._codec.encode(event)
        self._out.append(link.frame(body))
        return body
