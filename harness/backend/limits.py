"""How much one session may send."""

from __future__ import annotations

from harness.clock import SECOND, Instant


class Bucket:
    """Lets `burst` messages through at once and `per_s` per second in the long run.

    It keeps one number: the moment at which all messages so far would have been sent at the steady rate.
    """

    __slots__ = ("_ahead_max", "_interval", "_paid_until")

    def __init__(self, per_s: int, burst: int) -> None:
        self._interval = SECOND // per_s
        self._ahead_max = (burst - 1) * self._interval
        self._paid_until: Instant = 0

    def take(self, *, now: Instant) -> bool:
        """Count one message; False when it is one too many (it is not counted then)."""
        paid_until = max(self._paid_until, now)
        if paid_until - now > self._ahead_max:
            return False
        self._paid_until = paid_until + self._interval
        return True
