"""When did the server do it? Sandwiches of what the client edge saw.

For each event of the server the interval [lo, hi] holds the instant at which it was emitted:
`hi` is the earliest arrival at any of our connections, `lo` the latest sending of one of our messages that the
server had already answered on a connection when the event came there. Where the network's delay is bounded, as in
the virtual world, both are tightened by it, to a point when it is constant.
"""

from __future__ import annotations

from typing import Final

from harness.clock import Duration, Instant

NEVER: Final = -(1 << 62)
"""Before everything: the lower bound of an instant nothing is known about."""


class Sandwich:
    """What is known about delays between us and the server.

    Args:
        delay_min: No message is faster than this.
        delay_max: No message on a healthy connection is slower; None where there is no such bound.
        drift_ppm: How far the server's clock rate may be off, in parts per million.
        lateness: How late a live server may be with its timers before that is a fault.
    """

    __slots__ = ("delay_max", "delay_min", "drift_ppm", "lateness")

    def __init__(
        self, delay_min: Duration = 0, delay_max: Duration | None = None, drift_ppm: int = 0, lateness: Duration = 0
    ) -> None:
        self.delay_min = delay_min
        self.delay_max = delay_max
        self.drift_ppm = drift_ppm
        self.lateness = lateness

    def drift(self, duration: Duration) -> Duration:
        """How far a duration measured by the server may differ from ours."""
        return duration * self.drift_ppm // 1_000_000


class Moment:
    """The interval in which the server emitted one event; refined with every arrival.

    Attributes:
        lo: Not before.
        hi: Not after.
        first: Arrival that was first.
    """

    __slots__ = ("first", "hi", "lo")

    def __init__(self, lo: Instant, hi: Instant, first: Instant) -> None:
        self.lo = lo
        self.hi = hi
        self.first = first
