"""How late our own loop is: a generator that is too slow must not judge (X5)."""

from __future__ import annotations

import asyncio
from typing import Final

from harness.clock import MILLISECOND, SECOND, Duration
from harness.runtimes.live.recorder import Recorder

PERIOD: Final = 20 * MILLISECOND


class LagMeter:
    """Sets a timer over and over and keeps how late the latest one was.

    Attributes:
        worst: The worst lateness so far, nanoseconds. The loop's timers count whole milliseconds, so one
            millisecond means nothing.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._loop = asyncio.get_running_loop()
        self.worst: Duration = 0
        self._recent: Duration = 0
        self._set()

    def stop(self) -> None:
        """Set no more timers, and count a timer that is late now."""
        self._timer.cancel()
        self.worst = max(self.worst, self._recorder.now() - self._due)

    def _set(self) -> None:
        self._due = self._recorder.now() + PERIOD
        self._timer = self._loop.call_later(PERIOD / SECOND, self._fire)

    def take_recent(self) -> Duration:
        """The worst lateness since this was asked last."""
        recent, self._recent = self._recent, 0
        return recent

    def _fire(self) -> None:
        late = self._recorder.now() - self._due
        self._recent = max(self._recent, late)
        self.worst = max(self.worst, late)
        self._set()
