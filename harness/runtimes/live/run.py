"""Plays any number of parties against a real backend."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import uvloop

from harness.dialects.dialect import Dialect
from harness.history.observation import Observation, RunEnded
from harness.runtimes.descriptors import raise_limit
from harness.runtimes.live.lag import LagMeter
from harness.runtimes.live.outage import Outages, OwnBackend
from harness.runtimes.live.party import Party, PartyDriver, World
from harness.runtimes.live.progress import Progress, show
from harness.runtimes.live.recorder import Recorder
from harness.runtimes.live.target import reach
from harness.runtimes.live.watch import TargetWatch

LAST_WORDS_S: Final = 3.0
"""After `Stop(at_once=True)`, a party has this long to note its end."""


class _Run:
    """The course of one run: what ends it, and how."""

    def __init__(self, parties: int) -> None:
        self._open = parties
        self._ended = asyncio.Event()
        self.drivers: list[PartyDriver] = []
        self.complete = True
        self.reason = ""
        if not parties:
            self._ended.set()

    @property
    def done(self) -> int:
        """Parties that have ended."""
        return len(self.drivers) - self._open

    def party_done(self) -> None:
        """One party has ended."""
        self._open -= 1
        if not self._open:
            self._ended.set()

    def cut_short(self, reason: str) -> None:
        """Stop every party at once and call the run incomplete; the second time, wait for nobody."""
        if not self.complete:
            self._ended.set()
            return
        self.complete = False
        self.reason = reason
        self.stop(at_once=True)
        asyncio.get_running_loop().call_later(LAST_WORDS_S, self._ended.set)

    def failed(self) -> None:
        """A bug of ours came up."""
        self.complete = False
        self.reason = "a bug in the harness"
        self._ended.set()

    def stop(self, at_once: bool) -> None:
        """Tell every party that time is over."""
        for driver in self.drivers:
            driver.stop(at_once)

    async def course(self, seconds: float | None, stop_after: float) -> None:
        """Wait until every party has ended, or for what ends the run before."""
        if await self._wait(seconds):
            return
        self.stop(at_once=False)
        if await self._wait(stop_after):
            return
        self.stop(at_once=True)
        if await self._wait(LAST_WORDS_S):
            return
        self.complete = False
        self.reason = f"{self._open} parties did not end when they were told to"

    async def end(self) -> None:
        """Close what is still open; no party hears of it."""
        for driver in self.drivers:
            await driver.end()

    async def _wait(self, seconds: float | None) -> bool:
        ending = asyncio.ensure_future(self._ended.wait())
        await asyncio.wait((ending,), timeout=seconds)
        ending.cancel()
        return self._ended.is_set()


def run(
    parties: Sequence[Party],
    *,
    target: str,
    dialect: Dialect,
    tap: Callable[[Observation], None] | None,
    seconds: float | None = None,
    stop_after: float = 30.0,
    ramp: float = 0.0,
    hole_s: float = 60.0,
    backend: OwnBackend | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> None:
    """Play the parties on a loop of its own; returns when the run is over. See `play`.

    In the main thread, SIGINT and SIGTERM end the run early but in good order (`complete` is False then);
    a second one does not wait for the parties.
    """
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(
            play(
                parties,
                target=target,
                dialect=dialect,
                tap=tap,
                seconds=seconds,
                stop_after=stop_after,
                ramp=ramp,
                hole_s=hole_s,
                backend=backend,
                on_progress=on_progress,
            )
        )


async def play(
    parties: Sequence[Party],
    *,
    target: str,
    dialect: Dialect,
    tap: Callable[[Observation], None] | None,
    seconds: float | None = None,
    stop_after: float = 30.0,
    ramp: float = 0.0,
    hole_s: float = 60.0,
    backend: OwnBackend | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> None:
    """Play the parties on the running loop.

    Args:
        parties: What is played.
        target: Base URL of the backend.
        dialect: Says where sockets are opened.
        tap: Gets every observation, in time order, `RunEnded` last.
        seconds: After this long the parties get `Stop`; None lets them play to their end.
        stop_after: This much later those that still play are stopped at once.
        ramp: The beginnings of the parties are spread evenly over this many seconds.
        hole_s: Swallowed connections are kept open for this long; more than twice the backend's idle limit.
        backend: The target, when it is our own and a script may end it.
        on_progress: Called four times a second.

    Raises:
        TargetError: The target could not be reached within five seconds; nothing was observed.
        Exception: Whatever a tap or a party raised: a bug. `RunEnded` was tapped before, if the tap still could.
    """
    raise_limit()
    found = await reach(target)
    course = _Run(len(parties))
    recorder = Recorder(tap, course.failed)
    watch = TargetWatch(found, course.cut_short)
    outages = Outages(backend, recorder, watch.forget)
    world = World(
        target=found,
        path=dialect.socket_path,
        recorder=recorder,
        outages=outages,
        hole_s=hole_s,
        on_trouble=lambda: None if outages.running else watch.suspect(),
        on_done=course.party_done,
    )
    course.drivers = [PartyDriver(party, world) for party in parties]
    outages.drivers = course.drivers
    # What lives until the end is none of the collector's business: its pauses would count as loop lag.
    gc.collect()
    gc.freeze()
    lag = LagMeter(recorder)
    restore = _on_signals(course)
    read = partial(_progress, course, recorder, lag, seconds)
    helper = asyncio.create_task(show(read, on_progress, recorder.fail))
    try:
        _begin(course.drivers, ramp)
        await course.course(seconds, stop_after)
    finally:
        restore()
        lag.stop()
        watch.stop()
        await outages.stop()
        helper.cancel()
        await course.end()
        recorder.observe(RunEnded(at=recorder.now(), complete=course.complete, reason=course.reason, lag_max=lag.worst))
        await asyncio.gather(*(driver.release() for driver in course.drivers))
        gc.unfreeze()
    if recorder.failure is not None:
        raise recorder.failure


def _progress(course: _Run, recorder: Recorder, lag: LagMeter, seconds: float | None) -> Progress:
    return Progress(
        elapsed_s=recorder.now() / 1e9,
        seconds=seconds,
        parties=len(course.drivers),
        done=course.done,
        connections=sum(driver.connections for driver in course.drivers),
        frames_in=recorder.frames_in,
        frames_out=recorder.frames_out,
        lag=lag.take_recent(),
    )


def _begin(drivers: Sequence[PartyDriver], ramp: float) -> None:
    loop = asyncio.get_running_loop()
    for index, driver in enumerate(drivers):
        loop.call_later(ramp * index / len(drivers), driver.begin)


def _on_signals(course: _Run) -> Callable[[], None]:
    """Let signals end the run in good order; returns what undoes it."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    for number in numbers:
        loop.add_signal_handler(number, course.cut_short, "interrupted")

    def restore() -> None:
        for number, handler in zip(numbers, before, strict=True):
            loop.remove_signal_handler(number)
            signal.signal(number, handler)

    return restore
