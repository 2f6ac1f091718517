"""How much one session may send."""

from __future__ import annotations

from typing import Self

from harness.clock import SECOND, Duration, Instant


class Bucket:
    """Lets `burst` messages through at once and `per_s` per second in the long run.

    It keeps one number: the moment at which all messages so far would have been sent at the steady rate.
    """

    __slots__ = ("_ahead_max", "_interval", "_paid_until")

    def __init__(self, per_s: int, burst: int) -> None:
        self._pace(SECOND // per_s, burst)

    @classmethod
    def slow(cls, interval: Duration, burst: int) -> Self:
        """A bucket that lets one message through per interval in the long run."""
        bucket = cls(1, burst)
        bucket._pace(interval, burst)
        return bucket

    def _pace(self, interval: Duration, burst: int) -> None:
        self._interval = interval
        self._ahead_max = (burst - 1) * interval
        self._paid_until: Instant = 0

    def has(self, *, now: Instant) -> bool:
        """Whether one more message would be let through."""
        return max(self._paid_until, now) - now <= self._ahead_max

    def take(self, *, now: Instant) -> bool:
        """Count one message; False when it is one too many (it is not counted then)."""
        if not self.has(now=now):
            return False
        self._paid_until = max(self._paid_until, now) + self._interval
        return True
