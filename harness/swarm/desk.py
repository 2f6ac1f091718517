"""What a party has asked for and waits for: effects on their way out, HTTP calls by number, alarms by time."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TypeAlias

from harness.clock import Instant
from harness.dialects.http import HttpRequest
from harness.swarm.effects import Answered, Call, Effect

Then: TypeAlias = Callable[[Answered, Instant], None]
"""What to do with the answer of a call."""

Due: TypeAlias = Callable[[Instant], None]
"""What to do when an alarm rings."""


class Desk:
    """Collects the effects of one step of the machine, and remembers who waits for what.

    Attributes:
        out: Effects of the running step, in order.
        errands: How many errands (calls with retries) are neither done nor refused.
    """

    __slots__ = ("_alarms", "_call", "_order", "_waiting", "errands", "out")

    def __init__(self) -> None:
        self.out: list[Effect] = []
        self.errands = 0
        self._waiting: dict[int, Then] = {}
        self._call = 0
        self._alarms: list[tuple[Instant, int, Due]] = []
        self._order = 0

    @property
    def idle(self) -> bool:
        """Whether every HTTP call has its answer, and none will be tried again."""
        return not self._waiting and not self.errands

    def open(self) -> list[Effect]:
        """Begin a step: its effects go into the returned list."""
        self.out = []
        return self.out

    def reserve(self) -> int:
        """The number of a call that will be made later; numbers count from 1 through the party's life."""
        self._call += 1
        return self._call

    def call(self, who: str, request: HttpRequest, then: Then, *, number: int | None = None) -> int:
        """Make an HTTP call; `then` gets the answer, or the failure.

        Args:
            who: The player who makes it.
            request: The call.
            then: Called with the answer.
            number: A reserved number, None for the next one.

        Returns:
            The number of the call.
        """
        number = number if number is not None else self.reserve()
        self._waiting[number] = then
        self.out.append(Call(who, number, request))
        return number

    def answered(self, message: Answered, *, now: Instant) -> None:
        """Hand an answer to whoever asked; an answer that nobody waits for is dropped."""
        then = self._waiting.pop(message.call, None)
        if then is not None:
            then(message, now)

    def alarm(self, at: Instant, due: Due) -> None:
        """Have `due` called at this instant."""
        self._order += 1
        heappush(self._alarms, (at, self._order, due))

    def ring(self, *, now: Instant) -> None:
        """Let everything happen that is due at `now`, in order of time, then of setting."""
        alarms = self._alarms
        while alarms and alarms[0][0] <= now:
            heappop(alarms)[2](now)

    def next(self) -> Instant | None:
        """When the next alarm rings."""
        return self._alarms[0][0] if self._alarms else None
