"""The clock of a run and the only way to its tap."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec.structs import replace

from harness.clock import Instant
from harness.history.observation import Observation, Received, Sent


class Recorder:
    """Gives the time, hands observations to the tap in time order, and keeps the first failure.

    A tap or a party that raises is a bug of ours. It must neither kill the loop nor get lost in a callback:
    it is kept in `failure`, and `on_failure` ends the run. A tap that raised gets nothing any more.

    Args:
        tap: Gets every observation; None when nobody listens.
        on_failure: Called once, at the first failure.
    """

    __slots__ = ("_last", "_on_failure", "_start", "_tap", "failure", "frames_in", "frames_out")

    def __init__(self, tap: Callable[[Observation], None] | None, on_failure: Callable[[], None]) -> None:
        self._tap = tap
        self._on_failure = on_failure
        self._start = time.monotonic_ns()
        self._last: Instant = 0
        self.failure: BaseException | None = None
        self.frames_in = 0
        self.frames_out = 0

    def now(self) -> Instant:
        """Nanoseconds since the run began."""
        return time.monotonic_ns() - self._start

    def received(self, who: str, connection: str, raw: bytes, text: bool) -> None:
        """A frame arrived just now."""
        self.frames_in += 1
        self.observe(Received(at=self.now(), who=who, connection=connection, raw=raw, text=text))

    def sent(self, at: Instant, who: str, connection: str, raw: bytes, text: bool) -> None:
        """A frame was sent; `at` was read before, so that the backend cannot have had it earlier."""
        self.frames_out += 1
        self.observe(Sent(at=at, who=who, connection=connection, raw=raw, text=text))

    def observe(self, observation: Observation) -> None:
        """Hand one observation to the tap.

        A note of a party carries the time of the message that it answers; what was sent in between is
        later, so the note is moved up to it.
        """
        if observation.at < self._last:
            observation = replace(observation, at=self._last)
        self._last = observation.at
        if self._tap is None:
            return
        try:
            self._tap(observation)
        except Exception as error:
            self._tap = None
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """Keep the first failure and end the run."""
        if self.failure is None:
            self.failure = error
            self._on_failure()
