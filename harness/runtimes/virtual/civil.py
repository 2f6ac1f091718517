"""Civil time for a gate that lives on simulated time."""

from __future__ import annotations

from collections.abc import Sequence

from harness.backend.messages import Effect, Message, WallClock
from harness.clock import MILLISECOND, SECOND, Instant
from harness.machine import Machine


class CivilGate:
    """A gate that is told civil time before the first thing that it hears or does in each civil second.

    So what depends on the second, as a season does, is right to the second, and an idle gate is
    not disturbed.

    Args:
        gate: The gate itself.
        utc_ms: Civil time at instant 0, milliseconds since 1970.
    """

    __slots__ = ("_due", "_gate", "_start")

    def __init__(self, gate: Machine[Message, Effect], utc_ms: int) -> None:
        self._gate = gate
        self._start = utc_ms * MILLISECOND
        self._due: Instant = 0

    def strike(self, *, now: Instant) -> Sequence[Effect]:
        """Tell the gate what time it is; the next time is due with the next civil second."""
        civil = self._start + now
        self._due = now + SECOND - civil % SECOND
        return self._gate.receive(WallClock(civil // MILLISECOND), now=now)

    def receive(self, message: Message, *, now: Instant) -> Sequence[Effect]:
        """Pass a message on, after civil time if that is due."""
        if now < self._due:
            return self._gate.receive(message, now=now)
        return [*self.strike(now=now), *self._gate.receive(message, now=now)]

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        """Wake the gate, after telling it civil time if that is due."""
        if now < self._due:
            return self._gate.wake(now=now)
        return [*self.strike(now=now), *self._gate.wake(now=now)]

    def deadline(self) -> Instant | None:
        """The gate's own deadline; civil time alone wakes nobody."""
        return self._gate.deadline()
