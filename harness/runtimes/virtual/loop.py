"""One heap of events, and machines with alarms.

Every event is a flat tuple `(at, order, act, subject, item)`. `order` counts insertions, so the
events of one instant happen in the order in which they were caused, whatever the hash seed. Alarms of an
instant come after all messages of it: a move that arrives exactly at its deadline is in time (BLF-E28).

Alarms are lazy: the heap holds at most one useful alarm of a machine, the earliest that it ever
asked for; one that comes too early looks at `deadline()` again and goes back to sleep. So a
machine is asked once for each message it gets, and a deadline that moves away costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Final, Generic, TypeAlias, TypeVar

from harness.clock import Instant
from harness.errors import LocalError
from harness.machine import Machine

WAKES_MAX: Final = 1_000
"""A machine that has to be woken more often than this in one instant does not move on."""

_NEVER: Final = 1 << 63
_ALARMS: Final = 1 << 62
"""Added to the order of alarms, so that they sort behind all messages of their instant."""

_Entry: TypeAlias = tuple[int, int, Callable[..., None], object, object]
S = TypeVar("S")
I = TypeVar("I")  # noqa: E741
M = TypeVar("M")
E = TypeVar("E")


class Loop:
    """The heap of a run. `events` counts insertions, `running` is cleared by whoever ends the run early."""

    __slots__ = ("_heap", "events", "now", "running")

    def __init__(self) -> None:
        self._heap: list[_Entry] = []
        self.events = 0
        self.now: Instant = 0
        self.running = True

    def add(self, at: Instant, act: Callable[[Instant, S, I], None], subject: S, item: I) -> None:
        """Let `act(at, subject, item)` happen at this instant, after everything already due then."""
        self.events = order = self.events + 1
        heappush(self._heap, (at, order, act, subject, item))

    def add_alarm(self, at: Instant, act: Callable[[Instant, S, I], None], subject: S, item: I) -> None:
        """As `add`, but after all messages of that instant."""
        self.events = order = self.events + 1
        heappush(self._heap, (at, _ALARMS + order, act, subject, item))

    def play(self, until: Instant) -> None:
        """Let events happen in order until none is left, one ends the run, or the next one is later than `until`."""
        heap = self._heap
        while self.running and heap:
            entry = heappop(heap)
            at, _, act, subject, item = entry
            if at > until:
                heappush(heap, entry)
                self.now = until
                return
            self.now = at
            act(at, subject, item)


class Host(Generic[M, E]):
    """A machine in the loop.

    Args:
        loop: The loop it lives in.
        machine: Is told and woken.
        obey: Carries out the effects of this host's machine.

    Attributes:
        ended: Set by the runtime once the machine has nothing more to do.
    """

    __slots__ = ("_armed", "_loop", "_machine", "_obey", "_wakes", "_woken", "ended")

    def __init__(
        self, loop: Loop, machine: Machine[M, E], obey: Callable[[Instant, Host[M, E], Sequence[E]], None]
    ) -> None:
        self._loop = loop
        self._machine = machine
        self._obey = obey
        self._armed = _NEVER
        self._woken: Instant = -1
        self._wakes = 0
        self.ended = False

    def tell(self, now: Instant, message: M) -> None:
        """Hand the machine a message, and obey."""
        machine = self._machine
        effects = machine.receive(message, now=now)
        if effects:
            self._obey(now, self, effects)
        due = machine.deadline()
        if due is not None and due < self._armed:
            self._arm(now, due)

    def follow(self, now: Instant, effects: Sequence[E]) -> None:
        """Obey effects that the machine gave outside of `receive`, and set its alarm."""
        self._obey(now, self, effects)
        due = self._machine.deadline()
        if due is not None and due < self._armed:
            self._arm(now, due)

    def _arm(self, now: Instant, due: Instant) -> None:
        self._armed = at = max(due, now)
        self._loop.add_alarm(at, _ring, self, None)

    def ring(self, now: Instant) -> None:
        """An alarm goes off: wake the machine if it is due, and set the next alarm."""
        if now != self._armed or self.ended:
            return
        self._armed = _NEVER
        due = self._machine.deadline()
        if due is None:
            return
        if due > now:
            self._arm(now, due)
            return
        self._wakes = self._wakes + 1 if self._woken == now else 1
        self._woken = now
        if self._wakes > WAKES_MAX:
            raise LocalError(f"{type(self._machine).__name__} was woken {WAKES_MAX} times at {now} and is still due")
        self.follow(now, self._machine.wake(now=now))


def _ring(now: Instant, host: Host[M, E], item: None) -> None:
    host.ring(now)
