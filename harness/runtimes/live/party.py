"""Drives one party: carries out its effects, tells it what happened, wakes it in time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from harness.clock import MILLISECOND, Instant
from harness.dialects.http import HttpResponse
from harness.errors import LocalError
from harness.history.observation import Closed, Exchange, FaultBegun, FaultEnded, Opened, PartyEnded, Unopened
from harness.machine import Machine
from harness.runtimes.live.client import CLOSE_S, SocketClient, Stage
from harness.runtimes.live.lobby import LobbyClient
from harness.runtimes.live.outage import Outages
from harness.runtimes.live.recorder import Recorder
from harness.runtimes.live.target import Target
from harness.swarm.effects import (
    Answered,
    Arrived,
    Call,
    Connect,
    Connected,
    ConnectFailed,
    Disconnected,
    Drop,
    Effect,
    Heal,
    Message,
    Note,
    Outage,
    Stop,
    Transmit,
)


class Party(Machine[Message, Effect], Protocol):
    """What a party has besides the three methods of every machine."""

    def begin(self, *, now: Instant) -> Sequence[Effect]:
        """Start to play."""


class World(Struct, frozen=True, kw_only=True):
    """What all parties of a run share.

    Attributes:
        target: The backend.
        path: Where sockets are opened.
        recorder: Clock and tap.
        outages: Ends the backend.
        hole_s: Swallowed connections are given back after this long.
        on_trouble: Called when a connection broke or a call failed.
        on_done: Called when a party is done.
    """

    target: Target
    path: str
    recorder: Recorder
    outages: Outages
    hole_s: float
    on_trouble: Callable[[], None]
    on_done: Callable[[], None]


class PartyDriver:
    """The only caller of one party. It is its sockets' owner, too.

    Args:
        party: The machine.
        world: What it shares with the others.
    """

    def __init__(self, party: Party, world: World) -> None:
        self._party = party
        self._world = world
        self._recorder = world.recorder
        self._lobby = LobbyClient(world.target)
        self._loop = asyncio.get_running_loop()
        self._clients: dict[str, SocketClient | None] = {}
        self._holes: set[SocketClient] = set()
        self._doomed: dict[str, str] = {}
        self._sockets: list[SocketClient] = []
        self._calls: dict[asyncio.Task[None], None] = {}
        self._inbox: deque[Message] = deque()
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._due: Instant = 0
        self._begun = False
        self.done = False

    # -- what the run does -------------------------------------------------------------------

    def begin(self) -> None:
        """Let the party start."""
        if not self.done:
            self._begun = True
            self._work(lambda: self._party.begin(now=self._recorder.now()))

    def stop(self, at_once: bool) -> None:
        """Tell the party that time is over; one that has not begun never will."""
        if self._begun:
            self._deliver(Stop(at_once=at_once))
        elif not self.done:
            self.done = True
            self._world.on_done()

    @property
    def connections(self) -> int:
        """Sockets that are open now."""
        return sum(client is not None and client.stage is Stage.OPEN for client in self._clients.values())

    async def end(self) -> None:
        """Close what is still open and tell the party nothing any more."""
        self.done = True
        if self._timer is not None:
            self._timer.cancel()
        for client in list(self._clients.values()):
            if client is None:
                continue
            if client.stage is Stage.OPENING:
                client.give_up("the run is over")
            else:
                client.close()
        for call in list(self._calls):
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)
        await self._lobby.close()

    async def release(self) -> None:
        """Give every file descriptor back: swallowed connections at once, closed ones when the backend agrees."""
        for client in self._holes:
            client.release()
        if not await self._finished():
            for client in self._sockets:
                client.release()
            await self._finished()

    async def _finished(self) -> bool:
        """Wait for the sockets to be given back, at most `CLOSE_S`; whether all of them were."""
        waiting = [asyncio.ensure_future(client.finished.wait()) for client in self._sockets]
        if waiting:
            await asyncio.wait(waiting, timeout=CLOSE_S)
        for future in waiting:
            future.cancel()
        return all(client.finished.is_set() for client in self._sockets)

    def doom(self, fault: str) -> None:
        """The backend ends by this fault of ours, and with it every socket that we did not know to be gone."""
        for name, client in self._clients.items():
            if client is not None and client.stage is not Stage.OPENING:
                self._doomed[name] = fault

    # -- what the sockets tell ---------------------------------------------------------------

    def opened(self, client: SocketClient) -> None:
        """A socket is open."""
        self._recorder.observe(Opened(at=self._recorder.now(), who=client.who, connection=client.connection))
        self._deliver(Connected(client.connection))

    def unopened(self, client: SocketClient, reason: str) -> None:
        """A socket could not be opened."""
        self._clients[client.connection] = None
        self._recorder.observe(
            Unopened(at=self._recorder.now(), who=client.who, connection=client.connection, reason=reason)
        )
        self._world.on_trouble()
        self._deliver(ConnectFailed(client.connection, reason))

    def arrived(self, client: SocketClient, raw: bytes, text: bool) -> None:
        """A message came in. It is tapped before anything else looks at it."""
        self._recorder.received(client.who, client.connection, raw, text)
        self._deliver(Arrived(client.connection, raw, text))

    def gone(self, client: SocketClient, code: int, by: str, reason: str) -> None:
        """A socket is gone. One that ended with the backend, which we ended, was cut by us."""
        if by == "network":
            self._world.outages.broken()
        self._clients[client.connection] = None
        fault = self._doomed.pop(client.connection, "")
        if fault and by != "us":
            self._recorder.observe(
                FaultBegun(at=self._recorder.now(), who=client.who, connection=client.connection, fault=fault)
            )
            by = "us" if by == "network" else by
        self._recorder.observe(
            Closed(
                at=self._recorder.now(),
                who=client.who,
                connection=client.connection,
                code=code,
                by=by,
                reason=reason,
            )
        )
        if by == "network":
            self._world.on_trouble()
        self._deliver(Disconnected(client.connection, code, by))

    # -- the party ---------------------------------------------------------------------------

    def _deliver(self, message: Message) -> None:
        """Tell the party; while it is busy the message waits, so that effects keep their order."""
        if self.done:
            return
        if self._busy:
            self._inbox.append(message)
        else:
            self._work(lambda: self._party.receive(message, now=self._recorder.now()))

    def _work(self, step: Callable[[], Sequence[Effect]]) -> None:
        if self._recorder.failure is not None:
            return
        self._busy = True
        try:
            self._perform(step())
            while self._inbox:
                self._perform(self._party.receive(self._inbox.popleft(), now=self._recorder.now()))
            self._arm()
        except Exception as error:  # A bug of ours; kept, and raised at the end of the run.
            self._recorder.fail(error)
        finally:
            self._busy = False

    def _fire(self) -> None:
        self._timer = None
        if not self.done:
            self._work(lambda: self._party.wake(now=self._recorder.now()))

    def _arm(self) -> None:
        """Set the timer to the party's deadline; one that fires earlier than needed is left alone."""
        due = self._party.deadline()
        if due is None:
            return
        if self._timer is not None:
            if self._due <= due:
                return
            self._timer.cancel()
        self._due = due
        # The loop's timers count whole milliseconds; rounding up spares a wake-up that is too early.
        wait_ms = -(-(due - self._recorder.now()) // MILLISECOND)
        self._timer = self._loop.call_later(max(wait_ms, 0) / 1000, self._fire)

    # -- effects -----------------------------------------------------------------------------

    def _perform(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if type(effect) is Transmit:
                self._transmit(effect)
            elif type(effect) is Note:
                self._note(effect)
            elif type(effect) is Call:
                self._call(effect)
            elif type(effect) is Connect:
                self._connect(effect)
            elif type(effect) is Drop:
                self._drop(effect)
            elif type(effect) is Heal:
                self._heal(effect)
            elif type(effect) is Outage:
                self._world.outages.begin(effect)
            else:
                raise LocalError(f"a party wants {effect!r}, which is no effect")

    def _connect(self, effect: Connect) -> None:
        if effect.connection in self._clients:
            raise LocalError(f"connection {effect.connection} is there already")
        client = SocketClient(effect.who, effect.connection, self)
        self._clients[effect.connection] = client
        self._sockets = [socket for socket in self._sockets if not socket.finished.is_set()]
        self._sockets.append(client)
        client.open(self._world.target, self._world.path)
        if self._world.outages.returning:
            # Not before the party has done what it is doing: it expects to hear of it later.
            self._loop.call_soon(self._give_up, client)

    def _give_up(self, client: SocketClient) -> None:
        if client.stage is Stage.OPENING:
            client.give_up("the backend is down")

    def _transmit(self, effect: Transmit) -> None:
        client = self._client(effect.connection)
        at = self._recorder.now()
        if client is None:
            return
        if client.stage is Stage.OPENING:
            raise LocalError(f"{client.who} sends on {client.connection}, which is not open yet")
        client.send(effect.raw, effect.text)
        self._recorder.sent(at, client.who, client.connection, effect.raw, effect.text)

    def _drop(self, effect: Drop) -> None:
        client = self._client(effect.connection)
        if client is None:
            return
        if effect.how not in _BREAK:
            raise LocalError(f"{client.who} drops {client.connection} by {effect.how!r}, which is no fault")
        if effect.how == "stall":
            if client.stage is Stage.OPENING:
                raise LocalError(f"{client.who} stalls {client.connection}, which is not open yet")
            if client.stalled:
                return
        self._recorder.observe(
            FaultBegun(at=self._recorder.now(), who=client.who, connection=client.connection, fault=effect.how)
        )
        if client.stage is Stage.OPENING:
            client.give_up("dropped before it was open")
            return
        if effect.how == "hole":
            self._holes.add(client)
            self._loop.call_later(self._world.hole_s, self._fill, client)
        _BREAK[effect.how](client)

    def _fill(self, client: SocketClient) -> None:
        if client in self._holes:
            self._holes.discard(client)
            client.release()

    def _heal(self, effect: Heal) -> None:
        client = self._client(effect.connection)
        if client is not None and client.stalled:
            self._recorder.observe(
                FaultEnded(at=self._recorder.now(), who=client.who, connection=client.connection, fault="stall")
            )
            client.heal()

    def _call(self, effect: Call) -> None:
        task = asyncio.create_task(self._make_call(effect))
        self._calls[task] = None
        task.add_done_callback(self._calls.pop)

    async def _make_call(self, effect: Call) -> None:
        sent = self._recorder.now()
        response: HttpResponse | None = None
        error = ""
        try:
            response = await self._lobby.call(effect.request)
        except ConnectionError as problem:
            error = str(problem)
            self._world.on_trouble()
        except asyncio.CancelledError:
            error = "the run was over before the answer came"
        self._recorder.observe(
            Exchange(
                at=self._recorder.now(),
                sent=sent,
                who=effect.who,
                method=effect.request.method,
                path=effect.request.path,
                token=effect.request.token or "",
                body=effect.request.body,
                status=response.status if response is not None else 0,
                answer=response.body if response is not None else b"",
                error=error,
                call=effect.call,
            )
        )
        self._deliver(Answered(effect.call, response, error))

    def _note(self, effect: Note) -> None:
        self._recorder.observe(effect.observation)
        if type(effect.observation) is PartyEnded and not self.done:
            self.done = True
            self._world.on_done()

    def _client(self, connection: str) -> SocketClient | None:
        """The socket of this name, None when it is gone."""
        try:
            return self._clients[connection]
        except KeyError:
            raise LocalError(f"a party speaks of connection {connection!r}, which it never asked for") from None


_BREAK: Final[dict[str, Callable[[SocketClient], None]]] = {
    "close": SocketClient.close,
    "rst": SocketClient.reset,
    "kill": SocketClient.reset,
    "hole": SocketClient.vanish,
    "fin-mid-frame": SocketClient.cut_mid_frame,
    "stall": SocketClient.stall,
}
