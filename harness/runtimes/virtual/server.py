"""The backend's end of every connection and call: tells the gate, carries out what it wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from harness.backend.messages import (
    Close,
    Closed,
    Effect,
    Frame,
    HttpCall,
    HttpReply,
    JournalDropped,
    Journaled,
    Keep,
    Message,
    Opened,
    Send,
    Settled,
)
from harness.clock import Instant
from harness.dialects.http import HttpResponse
from harness.errors import LocalError
from harness.runtimes.virtual.civil import CivilGate
from harness.runtimes.virtual.loop import Host, Loop
from harness.runtimes.virtual.wire import Ending, HttpInFlight, Wire


class ClientEnd(Protocol):
    """What the backend's end sets off at the client's."""

    def opened(self, now: Instant, wire: Wire, item: None) -> None:
        """The connection is open."""

    def read(self, now: Instant, wire: Wire, raw: bytes) -> None:
        """A frame arrives."""

    def shut(self, now: Instant, wire: Wire, ending: Ending) -> None:
        """The end of the connection arrives."""

    def answered(self, now: Instant, call: HttpInFlight, response: HttpResponse) -> None:
        """The answer to a call arrives."""


class Server:
    """The gate in the loop.

    The gate is told `Closed` once for every `Opened` that ended, whoever ended it; when it closes a
    connection itself, that is one round trip later. What comes in after it closed is ignored, and so
    is what it sends on a connection that has ended.

    Args:
        loop: The loop it lives in.
        gate: The backend.

    Attributes:
        client: The other end; set once, before `begin`.
    """

    __slots__ = ("_calls", "_gate", "_host", "_loop", "_number", "_wires", "client")

    client: ClientEnd

    def __init__(self, loop: Loop, gate: CivilGate) -> None:
        self._loop = loop
        self._gate = gate
        self._host: Host[Message, Effect] = Host(loop, gate, self._obey)
        self._wires: dict[str, Wire] = {}
        self._calls: dict[int, HttpInFlight] = {}
        self._number = 0

    def begin(self) -> None:
        """Tell the gate civil time at 0."""
        self._host.follow(0, self._gate.strike(now=0))

    # -- what the gate hears -----------------------------------------------------------------------

    def open(self, now: Instant, wire: Wire, item: None) -> None:
        """A connection reaches the gate. The client learns of it one latency later, before any frame."""
        wire.heard = True
        wire.told = False
        self._wires[wire.name] = wire
        self._loop.add(wire.down.arrival(now), self.client.opened, wire, None)
        self._host.tell(now, Opened(wire.name))

    def hear(self, now: Instant, wire: Wire, frame: Frame) -> None:
        """A frame reaches the gate."""
        if wire.heard:
            self._host.tell(now, frame)

    def lose(self, now: Instant, wire: Wire, item: None) -> None:
        """The end of a connection reaches the gate."""
        if not wire.told:
            wire.told = True
            wire.heard = False
            self._host.tell(now, Closed(wire.name))

    def call(self, now: Instant, call: HttpInFlight, item: None) -> None:
        """A call reaches the gate, under a number that is unique in the run."""
        self._number = number = self._number + 1
        self._calls[number] = call
        self._host.tell(now, HttpCall(number, call.request))

    # -- what the gate wants -----------------------------------------------------------------------

    def _obey(self, now: Instant, host: Host[Message, Effect], effects: Sequence[Effect]) -> None:
        """Carry out effects in order. `Settled` and `Keep` are for stores, of which this world has none."""
        for effect in effects:
            if type(effect) is Send:
                self._send(now, self._wire(effect.connection), effect.raw)
            elif type(effect) is Close:
                self._close(now, self._wire(effect.connection), Ending(effect.code, "them", effect.reason))
            elif type(effect) is HttpReply:
                self._reply(now, effect)
            elif type(effect) not in (Settled, Keep, Journaled, JournalDropped):
                raise LocalError(f"the gate wants {effect!r}, which is no effect")

    def _wire(self, connection: str) -> Wire:
        try:
            return self._wires[connection]
        except KeyError:
            raise LocalError(f"the gate speaks of connection {connection!r}, which never reached it") from None

    def _send(self, now: Instant, wire: Wire, raw: bytes) -> None:
        lane = wire.down
        if lane.breaks():
            self.cut(now, wire)
        else:
            self._loop.add(lane.arrival(now), self.client.read, wire, raw)

    def _close(self, now: Instant, wire: Wire, ending: Ending) -> None:
        wire.heard = False
        at = wire.down.arrival(now)
        self._loop.add(at, self.client.shut, wire, ending)
        self._loop.add(wire.up.arrival(at), self.lose, wire, None)

    def _reply(self, now: Instant, reply: HttpReply) -> None:
        call = self._calls.pop(reply.call, None)
        if call is None:
            raise LocalError(f"the gate answers call {reply.call}, which it was not asked or has answered already")
        self._loop.add(call.down.arrival(now), self.client.answered, call, reply.response)

    def cut(self, now: Instant, wire: Wire) -> None:
        """The network breaks a connection: behind what was sent before, both ends learn of it."""
        self._loop.add(wire.down.arrival(now), self.client.shut, wire, Ending(1006, "network", ""))
        self._loop.add(wire.up.arrival(now), self.lose, wire, None)
