"""The players' end of every connection and call: carries out what parties want, tells them, shows the tap.

What the tap sees of a fault: `FaultBegun`, then for all but a stall `Closed` by "us" (`Unopened`
when the connection was not open yet), at the same instant. A stall ends with `FaultEnded` when
it is healed; a connection that ends while it is stalled has no `FaultEnded`. What was sent before
a fault still reaches the backend; what was on its way to the client is lost, but for a stall, which
holds it back. When the backend dies by a fault of ours, what it had sent still arrives; then each connection has a
`FaultBegun` and is `Closed`. The backend learns of the end one latency later, of a `hole` never. The half frame
of a `fin-mid-frame` never reaches an application, so there is nothing to simulate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from harness.backend.messages import Frame
from harness.clock import Instant
from harness.dialects.http import HttpResponse
from harness.errors import LocalError
from harness.history import observation as seen
from harness.history.observation import Observation, Received, Sent
from harness.runtimes.virtual.loop import Loop
from harness.runtimes.virtual.network import Lane, Link
from harness.runtimes.virtual.server import Server
from harness.runtimes.virtual.wire import ENDINGS, Ending, HttpInFlight, PartyHost, Wire
from harness.seed import stream
from harness.swarm import effects as played
from harness.swarm.effects import Arrived, Transmit

Tap: TypeAlias = Callable[[Observation], None]

_REFUSED: Final = "refused by the network"
_DROPPED: Final = "dropped before it was open"


class Client:
    """All parties in the loop.

    Args:
        loop: The loop it lives in.
        server: The other end.
        link: The network between the ends.
        root: The root of the network's chance.
        tap: Is shown every observation; None for nobody.

    Attributes:
        playing: How many parties have not noted their end; the loop stops running when none is left.
    """

    __slots__ = ("_link", "_loop", "_root", "_server", "_tap", "_wires", "playing")

    def __init__(self, loop: Loop, server: Server, link: Link, root: bytes, tap: Tap | None) -> None:
        self._loop = loop
        self._server = server
        self._link = link
        self._root = root
        self._tap = tap
        self._wires: dict[str, Wire] = {}
        self.playing = 0

    def stop(self, now: Instant, host: PartyHost, at_once: bool) -> None:
        """Tell a party that time is over, unless it has ended."""
        if not host.ended:
            host.tell(now, played.Stop(at_once))

    # -- what parties want -------------------------------------------------------------------------

    def obey(self, now: Instant, host: PartyHost, effects: Sequence[played.Effect]) -> None:
        """Carry out what a party wants, in order."""
        for effect in effects:
            if type(effect) is Transmit:
                self._transmit(now, effect)
            elif type(effect) is played.Note:
                self._note(host, effect.observation)
            elif type(effect) is played.Call:
                self._call(now, host, effect)
            elif type(effect) is played.Connect:
                self._connect(now, host, effect)
            elif type(effect) is played.Drop:
                self._drop(now, self._wire(effect.connection), effect.how)
            elif type(effect) is played.Heal:
                self._heal(now, self._wire(effect.connection))
            elif type(effect) is played.Outage:
                self._server.outage(now, effect)
            else:
                raise LocalError(f"a party wants {effect!r}, which is no effect")

    def _wire(self, connection: str) -> Wire:
        try:
            return self._wires[connection]
        except KeyError:
            raise LocalError(f"a party speaks of connection {connection!r}, which it never asked for") from None

    def _transmit(self, now: Instant, frame: Transmit) -> None:
        wire = self._wire(frame.connection)
        if wire.gone:
            return
        if wire.opening:
            raise LocalError(f"{wire.who} sends on {wire.name}, which is not open yet")
        if self._tap is not None:
            self._tap(Sent(at=now, who=wire.who, connection=wire.name, raw=frame.raw, text=frame.text))
        if wire.up.breaks():
            self._server.cut(now, wire)
        else:
            self._loop.add(
                wire.up.arrival(now), self._server.hear, wire, Frame(frame.connection, frame.raw, frame.text)
            )

    def _note(self, host: PartyHost, observation: Observation) -> None:
        if self._tap is not None:
            self._tap(observation)
        if type(observation) is seen.PartyEnded and not host.ended:
            host.ended = True
            self.playing -= 1
            self._loop.running = self.playing > 0

    def _connect(self, now: Instant, host: PartyHost, effect: played.Connect) -> None:
        if effect.connection in self._wires:
            raise LocalError(f"{effect.who} asks for connection {effect.connection!r} a second time")
        wire = Wire(effect.connection, effect.who, host, self._link, self._root)
        self._wires[wire.name] = wire
        asked = wire.up.arrival(now)
        if self._refuses("connection", wire.name):
            self._loop.add(wire.down.arrival(asked), self.refused, wire, _REFUSED)
        else:
            self._loop.add(asked, self._server.open, wire, None)

    def _refuses(self, *names: str | int) -> bool:
        chance = self._link.refuse_chance
        return chance > 0 and stream(self._root, "refuse", *names).chance(chance)

    def _drop(self, now: Instant, wire: Wire, how: str) -> None:
        if wire.gone:
            return
        if how == "stall":
            self._stall(now, wire)
            return
        if how not in ENDINGS:
            raise LocalError(f"{wire.who} drops {wire.name} by {how!r}, which is no fault")
        if self._tap is not None:
            self._tap(seen.FaultBegun(at=now, who=wire.who, connection=wire.name, fault=how))
        if how != "hole":
            self._loop.add(wire.up.arrival(now), self._server.lose, wire, None)
        if wire.opening:
            self._show_unopened(now, wire, _DROPPED)
            self._loop.add(now, self._tell, wire, played.ConnectFailed(wire.name, _DROPPED))
        else:
            self._show_closed(now, wire, Ending(ENDINGS[how], "us", ""))
            self._loop.add(now, self._tell, wire, played.Disconnected(wire.name, ENDINGS[how], "us"))
        wire.end()

    def _stall(self, now: Instant, wire: Wire) -> None:
        if wire.opening:
            raise LocalError(f"{wire.who} stalls {wire.name}, which is not open yet")
        if not wire.stalled:
            wire.stall()
            if self._tap is not None:
                self._tap(seen.FaultBegun(at=now, who=wire.who, connection=wire.name, fault="stall"))

    def _heal(self, now: Instant, wire: Wire) -> None:
        if wire.stalled:
            wire.stalled = False
            if self._tap is not None:
                self._tap(seen.FaultEnded(at=now, who=wire.who, connection=wire.name, fault="stall"))
            self._loop.add(now, self._catch_up, wire, None)

    def _call(self, now: Instant, host: PartyHost, effect: played.Call) -> None:
        names = (effect.who, effect.call)
        up = Lane(self._link, self._root, "call", *names, "up")
        down = Lane(self._link, self._root, "call", *names, "down")
        call = HttpInFlight(host=host, who=effect.who, call=effect.call, request=effect.request, sent=now, down=down)
        asked = up.arrival(now)
        if self._refuses("call", *names):
            self._loop.add(down.arrival(asked), self.answered, call, None)
        else:
            self._loop.add(asked, self._server.call, call, None)

    # -- what parties are told ---------------------------------------------------------------------

    def opened(self, now: Instant, wire: Wire, item: None) -> None:
        """A connection is open, unless the party has dropped it meanwhile."""
        if wire.gone:
            return
        wire.open()
        if self._tap is not None:
            self._tap(seen.Opened(at=now, who=wire.who, connection=wire.name))
        wire.host.tell(now, played.Connected(wire.name))

    def read(self, now: Instant, wire: Wire, raw: bytes) -> None:
        """A frame arrives; it is held when the party does not read, and lost when its end is gone."""
        if wire.reading:
            if self._tap is not None:
                self._tap(Received(at=now, who=wire.who, connection=wire.name, raw=raw))
            wire.host.tell(now, Arrived(wire.name, raw))
        elif wire.held is not None:
            wire.held.append(raw)

    def shut(self, now: Instant, wire: Wire, ending: Ending) -> None:
        """The end of a connection arrives, behind what was sent before."""
        if wire.reading:
            wire.end()
            if ending.fault and self._tap is not None:
                self._tap(seen.FaultBegun(at=now, who=wire.who, connection=wire.name, fault=ending.fault))
            self._show_closed(now, wire, ending)
            wire.host.tell(now, played.Disconnected(wire.name, ending.code, ending.by))
        elif wire.held is not None:
            wire.held.append(ending)

    def answered(self, now: Instant, call: HttpInFlight, response: HttpResponse | None) -> None:
        """The answer to a call arrives; None when the network refused it."""
        error = _REFUSED if response is None else ""
        if self._tap is not None:
            request = call.request
            self._tap(
                seen.Exchange(
                    at=now,
                    sent=call.sent,
                    who=call.who,
                    method=request.method,
                    path=request.path,
                    token=request.token or "",
                    body=request.body,
                    status=response.status if response else 0,
                    answer=response.body if response else b"",
                    error=error,
                    call=call.call,
                )
            )
        call.host.tell(now, played.Answered(call.call, response, error))

    def show(self, observation: Observation) -> None:
        """Show the tap what happens to the backend as a whole."""
        if self._tap is not None:
            self._tap(observation)

    def refused(self, now: Instant, wire: Wire, reason: str) -> None:
        """A connection cannot be opened."""
        if not wire.gone:
            wire.end()
            self._show_unopened(now, wire, reason)
            wire.host.tell(now, played.ConnectFailed(wire.name, reason))

    def _tell(self, now: Instant, wire: Wire, message: played.Message) -> None:
        wire.host.tell(now, message)

    def _catch_up(self, now: Instant, wire: Wire, item: None) -> None:
        """After a stall: what was held back arrives now, as long as the party goes on reading."""
        while True:
            held = wire.release()
            if held is None:
                return
            wire.reading = True
            if isinstance(held, bytes):
                self.read(now, wire, held)
            else:
                self.shut(now, wire, held)

    def _show_closed(self, now: Instant, wire: Wire, ending: Ending) -> None:
        if self._tap is not None:
            self._tap(
                seen.Closed(
                    at=now, who=wire.who, connection=wire.name, code=ending.code, by=ending.by, reason=ending.reason
                )
            )

    def _show_unopened(self, now: Instant, wire: Wire, reason: str) -> None:
        if self._tap is not None:
            self._tap(seen.Unopened(at=now, who=wire.who, connection=wire.name, reason=reason))
