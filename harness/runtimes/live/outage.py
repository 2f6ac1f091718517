"""Ends the backend in the middle of a run, and lets it begin again, because a script says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from harness.clock import SECOND
from harness.errors import LocalError
from harness.history.observation import FaultBegun, FaultEnded
from harness.runtimes.live.recorder import Recorder
from harness.swarm.effects import Outage

POLL_S: Final = 0.005


class OwnBackend(Protocol):
    """A backend that belongs to the run; nothing here waits.

    `harness.runtimes.server.embedded.EmbeddedServer` is one.
    """

    def strike(self, how: str, point: str) -> None:
        """Begin to end it; see `Outage`. With a point it dies when it gets there."""

    @property
    def alive(self) -> bool:
        """Whether its process is still there."""

    def begin(self) -> None:
        """Start it again, at the same address and with the same store."""

    def ready(self) -> bool:
        """Whether it serves. Raises LocalError when it never will."""


class Doomable(Protocol):
    """Whose connections end with the backend."""

    def doom(self, fault: str) -> None:
        """What is open now will end by this fault of ours, whenever that is noticed."""


class Outages:
    """All outages of one run, one at a time: a backend that is down stays down.

    Args:
        backend: What is ended; None when it is not ours.
        recorder: Clock and tap.
        on_begin: Called when an outage begins: from now on it is no wonder when nobody answers.

    Attributes:
        drivers: All parties; set once, before the run begins.
        returning: The backend is starting again. It may take connections already, but `FaultEnded` is not observed
            yet, and whoever connects must not be there before.
    """

    def __init__(self, backend: OwnBackend | None, recorder: Recorder, on_begin: Callable[[], None]) -> None:
        self.drivers: Sequence[Doomable] = ()
        self.returning = False
        self._backend = backend
        self._recorder = recorder
        self._on_begin = on_begin
        self._running: Outage | None = None
        self._struck = False
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether the backend is down, or about to be."""
        return self._running is not None

    def begin(self, outage: Outage) -> None:
        """Carry out an outage, unless one is running.

        Raises:
            LocalError: The backend is not ours.
        """
        if self._backend is None:
            raise LocalError(f"{outage.who} ends a backend that is not ours")
        if self._running is not None:
            return
        self._running = outage
        self._struck = False
        self._on_begin()
        self._task = asyncio.create_task(self._carry_out(self._backend, outage))

    def broken(self) -> None:
        """A connection broke, and it was none of us: when the backend is about to be killed, it is dead now."""
        if self._running is not None:
            self._strike(self._running)

    async def stop(self) -> None:
        """The run is over."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _carry_out(self, backend: OwnBackend, outage: Outage) -> None:
        try:
            if outage.how == "stop" or outage.point == "idle":
                self._strike(outage)
            backend.strike(outage.how, outage.point)
            while backend.alive:
                await asyncio.sleep(POLL_S)
            self._strike(outage)
            await asyncio.sleep(outage.down / SECOND)
            self.returning = True
            backend.begin()
            while not backend.ready():
                await asyncio.sleep(POLL_S)
            self._recorder.observe(
                FaultEnded(at=self._recorder.now(), who=outage.who, connection="", fault=f"server-{outage.how}")
            )
            self._running = None
            self.returning = False
        except Exception as error:  # A backend that does not come back ends the run.
            self._recorder.fail(error)

    def _strike(self, outage: Outage) -> None:
        """It is dead, or as good as dead: what ends from now on ends by a fault of ours."""
        if self._struck:
            return
        self._struck = True
        fault = f"server-{outage.how}"
        self._recorder.observe(FaultBegun(at=self._recorder.now(), who=outage.who, connection="", fault=fault))
        for driver in self.drivers:
            driver.doom(fault)
