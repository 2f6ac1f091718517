"""A distribution of times, with three significant digits from a microsecond to an hour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hdrh.histogram import HdrHistogram

from harness.clock import HOUR, MICROSECOND, Duration

_HIGHEST: Final = HOUR // MICROSECOND
_DIGITS: Final = 3


class Histogram:
    """Times in nanoseconds go in, figures in nanoseconds come out; kept to the microsecond."""

    __slots__ = ("_inner",)

    def __init__(self) -> None:
        self._inner = HdrHistogram(1, _HIGHEST, _DIGITS)

    def record(self, duration: Duration) -> None:
        """Add one time. Below a microsecond counts as one, above an hour as an hour."""
        self._inner.record_value(min(max(duration // MICROSECOND, 1), _HIGHEST))

    def count(self) -> int:
        """How many times were recorded."""
        return int(self._inner.get_total_count())

    def quantile(self, percent: float) -> Duration:
        """The time that `percent` of all stay within; 0 when nothing was recorded."""
        return int(self._inner.get_value_at_percentile(percent)) * MICROSECOND if self.count() else 0

    def mean(self) -> float:
        """The average in nanoseconds; 0 when nothing was recorded."""
        return float(self._inner.get_mean_value()) * MICROSECOND if self.count() else 0.0

    def lowest(self) -> Duration:
        """The shortest time; 0 when nothing was recorded."""
        return int(self._inner.get_min_value()) * MICROSECOND if self.count() else 0

    def highest(self) -> Duration:
        """The longest time; 0 when nothing was recorded."""
        return int(self._inner.get_max_value()) * MICROSECOND if self.count() else 0

    def counts(self) -> tuple[tuple[int, int], ...]:
        """Pairs of microseconds and how often; what `add` takes in another process."""
        steps = self._inner.get_recorded_iterator()
        return tuple((int(step.value_iterated_to), int(step.count_at_value_iterated_to)) for step in steps)

    def add(self, counts: Iterable[tuple[int, int]]) -> None:
        """Add the counts of another histogram."""
        for microseconds, count in counts:
            self._inner.record_value(min(microseconds, _HIGHEST), count)
