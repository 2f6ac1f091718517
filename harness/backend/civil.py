"""Civil time: what the runtime last said it is, and the season that follows from it.

Deadlines never look here; only the end of a match does (BLF-E32).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from harness.clock import MILLISECOND, Instant

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Civil:
    """Milliseconds since 1970, carried on from the last `WallClock` message by the machine's own time."""

    __slots__ = ("_at", "_utc_ms")

    def __init__(self) -> None:
        self._utc_ms = 0
        self._at: Instant = 0

    def set(self, utc_ms: int, *, now: Instant) -> None:
        """At `now` it is `utc_ms`."""
        self._utc_ms = utc_ms
        self._at = now

    def utc_ms(self, *, now: Instant) -> int:
        """Milliseconds since 1970 at `now`."""
        return self._utc_ms + (now - self._at) // MILLISECOND


def season_of(utc_ms: int) -> str:
    """The season as `YYYY-MM`: the calendar month in UTC (BLF-33, BLF-E32)."""
    return f"{_EPOCH + timedelta(milliseconds=utc_ms):%Y-%m}"


def iso_of(utc_ms: int) -> str:
    """ISO 8601 in UTC to the millisecond, such as `2026-01-31T23:59:59.999Z`."""
    return (_EPOCH + timedelta(milliseconds=utc_ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
