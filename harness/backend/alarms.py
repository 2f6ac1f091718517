"""One heap of everything that is due some day, for all rooms and connections of a backend.

Nothing is ever taken back from the heap: an alarm carries a mark (the number of the turn that it was set
for), and whoever set it decides at the ring whether that still matters (BLF-E28). So a move costs a
push, and thousands of sleeping rooms cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TypeAlias

from harness.backend.messages import Effect
from harness.clock import MILLISECOND, Instant

Ring: TypeAlias = Callable[[int, Instant, list[Effect]], None]
"""Called with the mark, the present instant, and the list that effects go to."""


class Alarms:
    """Pending alarms in order of time; equal times ring in the order in which they were set.

    Args:
        tick_ms: Alarms ring on whole multiples of this only; 0 means exactly (policy `tick_ms`).
    """

    __slots__ = ("_heap", "_set", "_tick")

    def __init__(self, tick_ms: int) -> None:
        self._heap: list[tuple[Instant, int, int, Ring]] = []
        self._set = 0
        self._tick = tick_ms * MILLISECOND

    def __len__(self) -> int:
        return len(self._heap)

    def set(self, at: Instant, ring: Ring, mark: int = 0) -> None:
        """Ring at this instant, or at the first tick after it."""
        if self._tick:
            at = -(-at // self._tick) * self._tick
        self._set += 1
        heappush(self._heap, (at, self._set, mark, ring))

    def clear(self) -> None:
        """Nothing is due any more."""
        self._heap.clear()

    def deadline(self) -> Instant | None:
        """When the next alarm rings; None when there is none."""
        return self._heap[0][0] if self._heap else None

    def ring(self, until: Instant, *, now: Instant, out: list[Effect]) -> None:
        """Ring everything that is due at `until` or before, also what is set while ringing."""
        heap = self._heap
        while heap and heap[0][0] <= until:
            _, _, mark, ring = heappop(heap)
            ring(mark, now, out)
