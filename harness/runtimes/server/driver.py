"""Hands every input to the gate with its time, and carries out what the gate says."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from harness.backend.messages import (
    Close,
    Closed,
    Effect,
    Frame,
    HttpCall,
    HttpReply,
    Message,
    Opened,
    Send,
    Settled,
    WallClock,
)
from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.http import HttpRequest, HttpResponse
from harness.errors import LocalError
from harness.machine import Machine
from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.meters import Meters
from harness.runtimes.server.outlet import Outlet
from harness.runtimes.server.store import Entry, Store
from harness.wire.refusals import CloseCode

_LAG_PERIOD_S: Final = 0.1
_STORE_RETRY_S: Final = 1.0
_INTERNAL_ERROR: Final = 1011


class ServedGate(Machine[Message, Effect], Protocol):
    """What the shell needs of a gate; `harness.backend.gate.Gate` is one."""

    @property
    def now(self) -> Instant:
        """The last instant of the lives before; time goes on from there."""

    @property
    def rooms(self) -> int:
        """Open rooms."""


_log = logging.getLogger("harness.server")


class GateDriver:
    """The only caller of the gate.

    The gate is synchronous and takes microseconds, so inputs are handed over directly where they
    arrive, in the loop's thread: that serialises them as a task with a queue would, without a switch
    per message. Nothing that a client does can make another wait: frames go into bounded queues.

    Args:
        gate: The backend machine.
        store: What survives us.
        meters: What is counted.
        limits: Bounds of the shell.
    """

    def __init__(self, gate: ServedGate, store: Store, meters: Meters, limits: ServerLimits) -> None:
        self._gate = gate
        self._store = store
        self._meters = meters
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._start = time.monotonic_ns() - gate.now
        self._utc_s = 0
        self._due: Instant | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._outlets: dict[str, Outlet] = {}
        self._calls: dict[int, asyncio.Future[HttpResponse]] = {}
        self._call = 0
        self._hold_until: Instant = 0
        self._emptied = asyncio.Event()
        self._store_timer: asyncio.TimerHandle | None = None
        self._lag_timer = self._loop.call_later(_LAG_PERIOD_S, self._measure_lag, self._now())
        self.closing = False
        self._arm()

    # -- inputs ------------------------------------------------------------------------------

    def opened(self, outlet: Outlet) -> None:
        """A client opened a socket."""
        self._outlets[outlet.connection] = outlet
        self._meters.connections += 1
        self._meters.connections_total += 1
        self._receive_from(outlet, Opened(outlet.connection))

    def frame(self, outlet: Outlet, raw: bytes, text: bool) -> None:
        """A client sent a frame."""
        self._meters.frames_received_total += 1
        self._meters.frame_bytes_received_total += len(raw)
        self._receive_from(outlet, Frame(outlet.connection, raw, text))

    def closed(self, outlet: Outlet) -> None:
        """A socket is gone."""
        del self._outlets[outlet.connection]
        self._meters.connections -= 1
        self._receive_from(outlet, Closed(outlet.connection))
        if not self._outlets:
            self._emptied.set()

    async def call(self, request: HttpRequest) -> HttpResponse | None:
        """Make one HTTP call; None when the gate gave no answer."""
        self._meters.calls_total += 1
        self._call += 1
        call = self._call
        future: asyncio.Future[HttpResponse] = self._loop.create_future()
        self._calls[call] = future
        try:
            if not self._receive(HttpCall(call, request)):
                return None
            async with asyncio.timeout(self._limits.answer_ms / 1000):
                response = await future
        except TimeoutError:
            return None
        finally:
            del self._calls[call]
        if response.status >= 400:
            self._meters.refused(response.body)
        return response

    async def close_all(self) -> None:
        """Close every socket with 1001, take no new ones, and wait until they are gone (at most `close_ms`)."""
        self.closing = True
        for timer in (self._lag_timer, self._timer, self._store_timer):
            if timer is not None:
                timer.cancel()
        self._emptied.clear()
        for outlet in list(self._outlets.values()):
            outlet.close(CloseCode.GOING_DOWN, "server going down")
        if self._outlets:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2 * self._limits.close_ms / 1000):
                    await self._emptied.wait()

    # -- the gate ----------------------------------------------------------------------------

    def _now(self) -> Instant:
        return time.monotonic_ns() - self._start

    def _receive_from(self, outlet: Outlet, message: Message) -> None:
        if not self._receive(message):
            outlet.close(_INTERNAL_ERROR, "internal error")

    def _receive(self, message: Message) -> bool:
        """Give the gate one message; False when it raised, which is a bug that must not spread.

        When the loop is late and something was due before now, the gate does that first by itself.
        """
        now = self._now()
        try:
            self._tell_time(now)
            self._perform(self._gate.receive(message, now=now))
        except Exception:
            self._meters.gate_errors_total += 1
            _log.exception("the gate raised on %s", type(message).__name__)
            return False
        finally:
            self._meters.gate_ns_total += self._now() - now
            self._arm()
        return True

    def _fire(self) -> None:
        """Let the gate do what is due; after a bug in there, leave it alone for a second."""
        self._timer = None
        now = self._now()
        try:
            self._tell_time(now)
            self._perform(self._gate.wake(now=now))
        except Exception:
            self._meters.gate_errors_total += 1
            self._hold_until = now + SECOND
            _log.exception("the gate raised on a timer")
        self._meters.gate_ns_total += self._now() - now
        self._arm()

    def _tell_time(self, now: Instant) -> None:
        """Civil time goes to the gate as a message, before the first thing in each civil second.

        In between the gate carries it on by `now`, so a clock that is set is followed within a second.
        """
        utc_ns = time.time_ns()
        if utc_ns // SECOND != self._utc_s:
            self._utc_s = utc_ns // SECOND
            self._perform(self._gate.receive(WallClock(utc_ns // MILLISECOND), now=now))

    def _arm(self) -> None:
        """Set the timer to the gate's deadline.

        A timer that fires earlier than needed is left alone: it finds nothing due and is set anew.
        """
        due = self._gate.deadline()
        if due is None or self.closing:
            self._due = None
            return
        if self._timer is not None:
            if self._due is not None and self._due <= due:
                self._due = due
                return
            self._timer.cancel()
        self._due = due
        # The loop's timers count whole milliseconds; rounding up spares a wake-up that is too early.
        wait_ms = -(-(max(due, self._hold_until) - self._now()) // MILLISECOND)
        self._timer = self._loop.call_later(max(wait_ms, 0) / 1000, self._fire)

    # -- effects -----------------------------------------------------------------------------

    def _perform(self, effects: Sequence[Effect]) -> None:
        """Carry out what one step of the gate said: what must survive is stored before anybody hears of it."""
        entries = [effect for effect in effects if not isinstance(effect, Send | Close | HttpReply)]
        if entries:
            self._keep(entries)
        for effect in effects:
            if type(effect) is Send:
                self._send(effect)
            elif type(effect) is Close:
                outlet = self._outlets.get(effect.connection)
                if outlet is not None:
                    outlet.close(effect.code, effect.reason)
            elif type(effect) is HttpReply:
                future = self._calls.get(effect.call)
                if future is not None and not future.done():
                    future.set_result(effect.response)

    def _send(self, effect: Send) -> None:
        outlet = self._outlets.get(effect.connection)
        if outlet is None:
            return
        if outlet.put(effect.raw):
            self._meters.sent(effect.raw)
        elif outlet.overrun:
            outlet.overrun = False
            self._meters.overruns_total += 1

    def _keep(self, entries: Sequence[Entry]) -> None:
        begun = self._now()
        self._meters.matches_settled_total += sum(type(entry) is Settled for entry in entries)
        self._meters.store_entries_total += len(entries)
        self._try(lambda: self._store.add(entries))
        self._meters.store_time.observe((self._now() - begun) / SECOND)

    def _try(self, write: Callable[[], None]) -> None:
        """Write to the store; while that fails, play goes on, and it is tried again every second."""
        try:
            write()
        except LocalError as error:
            self._meters.store_errors_total += 1
            _log.error("%s", error)
            if self._store_timer is None and not self.closing:
                self._store_timer = self._loop.call_later(_STORE_RETRY_S, self._retry)

    def _retry(self) -> None:
        self._store_timer = None
        self._try(self._store.flush)

    def _measure_lag(self, begun: Instant) -> None:
        now = self._now()
        late = (now - begun) / SECOND - _LAG_PERIOD_S
        self._meters.loop_lag.observe(max(late, 0.0))
        self._lag_timer = self._loop.call_later(_LAG_PERIOD_S, self._measure_lag, now)
