"""The backend's end of every connection and call: tells the gate, carries out what it wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

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
from harness.history.observation import FaultBegun, FaultEnded, Observation
from harness.machine import Machine
from harness.runtimes.virtual.civil import CivilGate
from harness.runtimes.virtual.loop import Host, Loop
from harness.runtimes.virtual.store import DURABLE, MemoryStore, Rebuild
from harness.runtimes.virtual.wire import Ending, HttpInFlight, Wire
from harness.swarm.effects import Outage
from harness.wire.refusals import CloseCode

_DOWN: Final = "refused: the backend is down"


class ClientEnd(Protocol):
    """What the backend's end sets off at the client's."""

    def opened(self, now: Instant, wire: Wire, item: None) -> None:
        """The connection is open."""

    def read(self, now: Instant, wire: Wire, raw: bytes) -> None:
        """A frame arrives."""

    def shut(self, now: Instant, wire: Wire, ending: Ending) -> None:
        """The end of the connection arrives."""

    def answered(self, now: Instant, call: HttpInFlight, response: HttpResponse | None) -> None:
        """The answer to a call arrives; None when there will be none."""

    def refused(self, now: Instant, wire: Wire, reason: str) -> None:
        """The connection cannot be opened."""

    def show(self, observation: Observation) -> None:
        """Something happens to the backend as a whole."""


class Server:
    """The gate in the loop.

    The gate is told `Closed` once for every `Opened` that ended, whoever ended it; when it closes a
    connection itself, that is one round trip later. What comes in after it closed is ignored, and so
    is what it sends on a connection that has ended.

    What the gate wants kept is in the store before anything else of the same step leaves. A backend that is ended by
    an `Outage` is made anew from the store; meanwhile connections and calls are refused.

    Args:
        loop: The loop it lives in.
        gate: The backend.
        utc_ms: Civil time at instant 0, milliseconds since 1970.
        rebuild: Makes the backend anew; None when it is never ended, and then nothing is stored.

    Attributes:
        client: The other end; set once, before `begin`.
    """

    __slots__ = (
        "_calls", "_down", "_fuse", "_gate", "_host", "_loop", "_number", "_rebuild", "_store", "_utc_ms", "_wires",
        "client",
    )  # fmt: skip

    client: ClientEnd

    def __init__(
        self, loop: Loop, gate: Machine[Message, Effect], utc_ms: int, *, rebuild: Rebuild | None = None
    ) -> None:
        self._loop = loop
        self._utc_ms = utc_ms
        self._gate = CivilGate(gate, utc_ms)
        self._host: Host[Message, Effect] = Host(loop, self._gate, self._obey)
        self._rebuild = rebuild
        self._store = MemoryStore() if rebuild is not None else None
        self._fuse: Outage | None = None
        self._down = False
        self._wires: dict[str, Wire] = {}
        self._calls: dict[int, HttpInFlight] = {}
        self._number = 0

    def begin(self) -> None:
        """Tell the gate civil time at 0."""
        self._host.follow(0, self._gate.strike(now=0))

    # -- what the gate hears -----------------------------------------------------------------------

    def open(self, now: Instant, wire: Wire, item: None) -> None:
        """A connection reaches the gate. The client learns of it one latency later, before any frame."""
        if self._down:
            self._loop.add(wire.down.arrival(now), self.client.refused, wire, _DOWN)
            return
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
        if self._down:
            self._loop.add(call.down.arrival(now), self.client.answered, call, None)
            return
        self._number = number = self._number + 1
        self._calls[number] = call
        self._host.tell(now, HttpCall(number, call.request))

    # -- what the gate wants -----------------------------------------------------------------------

    def _obey(self, now: Instant, host: Host[Message, Effect], effects: Sequence[Effect]) -> None:
        """Store what is to be kept, then carry out the others in order; nothing, when the backend dies in between."""
        if self._store is not None and not self._written(now, effects):
            return
        for effect in effects:
            if type(effect) is Send:
                self._send(now, self._wire(effect.connection), effect.raw)
            elif type(effect) is Close:
                self._close(now, self._wire(effect.connection), Ending(effect.code, "them", effect.reason))
            elif type(effect) is HttpReply:
                self._reply(now, effect)
            elif type(effect) not in DURABLE:
                raise LocalError(f"the gate wants {effect!r}, which is no effect")

    def _written(self, now: Instant, effects: Sequence[Effect]) -> bool:
        """Commit one step; False when the backend dies by it."""
        assert self._store is not None
        step = [e for e in effects if isinstance(e, Settled | Keep | Journaled | JournalDropped)]
        if not step:
            return True
        fuse = self._fuse
        if fuse is None or fuse.point != "before-write":
            self._store.commit(step)
        if fuse is None:
            return True
        self._die(now, fuse)
        return False

    # -- outages -----------------------------------------------------------------------------------

    def outage(self, now: Instant, outage: Outage) -> None:
        """End the backend, at once or in the next step that stores something; one that is down stays down."""
        if self._rebuild is None:
            raise LocalError(f"{outage.who} ends a backend that cannot be made anew")
        if self._down:
            return
        if outage.how == "stop":
            self._say_goodbye(now)
        if outage.point == "idle" or outage.how == "stop":
            self._die(now, outage)
        else:
            self._fuse = outage

    def _say_goodbye(self, now: Instant) -> None:
        """In good order the gate still hears, and stores, that everybody is gone."""
        assert self._store is not None
        for wire in self._wires.values():
            if not wire.told:
                effects = self._gate.receive(Closed(wire.name), now=now)
                self._store.commit([e for e in effects if isinstance(e, Settled | Keep | Journaled | JournalDropped)])

    def _die(self, now: Instant, outage: Outage) -> None:
        self._fuse = None
        self._down = True
        self._host.ended = True
        fault = f"server-{outage.how}"
        self.client.show(FaultBegun(at=now, who=outage.who, connection="", fault=fault))
        ending = Ending(1006, "us", "", fault)
        if outage.how == "stop":
            ending = Ending(CloseCode.GOING_DOWN, "them", "server going down", fault)
        for wire in self._wires.values():
            if not wire.told:
                wire.told = True
                wire.heard = False
                self._loop.add(wire.down.arrival(now), self.client.shut, wire, ending)
        self._wires.clear()
        for call in self._calls.values():
            self._loop.add(call.down.arrival(now), self.client.answered, call, None)
        self._calls.clear()
        self._loop.add(now + outage.down, self._begin_again, outage, None)

    def _begin_again(self, now: Instant, outage: Outage, item: None) -> None:
        store, rebuild = self._store, self._rebuild
        assert store is not None
        assert rebuild is not None
        self._down = False
        self._gate = CivilGate(rebuild(store.settled(), store.kept(), store.journals()), self._utc_ms)
        self._host = Host(self._loop, self._gate, self._obey)
        self.client.show(FaultEnded(at=now, who=outage.who, connection="", fault=f"server-{outage.how}"))
        self._host.follow(now, self._gate.strike(now=now))

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
