"""Behaviour of `harness.metrics.histogram`."""

from harness.clock import HOUR, MICROSECOND, MILLISECOND, SECOND
from harness.metrics.histogram import Histogram


def test_an_empty_histogram_has_zeros() -> None:
    """Nothing recorded: every figure is 0, not an error."""
    empty = Histogram()
    assert (empty.count(), empty.quantile(95), empty.mean(), empty.lowest(), empty.highest()) == (0, 0, 0.0, 0, 0)
    assert empty.counts() == ()


def test_figures_are_right_to_three_digits() -> None:
    """Quantiles, mean, minimum and maximum of 1..100 ms."""
    histogram = Histogram()
    for milliseconds in range(1, 101):
        histogram.record(milliseconds * MILLISECOND)
    assert histogram.count() == 100
    assert abs(histogram.quantile(50) - 50 * MILLISECOND) <= MILLISECOND
    assert abs(histogram.quantile(95) - 95 * MILLISECOND) <= MILLISECOND
    assert abs(histogram.mean() - 50.5 * MILLISECOND) < MILLISECOND
    assert abs(histogram.lowest() - MILLISECOND) <= MICROSECOND
    assert abs(histogram.highest() - 100 * MILLISECOND) <= MILLISECOND


def test_times_outside_the_range_count_at_its_ends() -> None:
    """Under a microsecond is one, over an hour is an hour: nothing is dropped."""
    histogram = Histogram()
    histogram.record(0)
    histogram.record(5 * HOUR)
    assert histogram.count() == 2
    assert histogram.lowest() == MICROSECOND
    assert histogram.highest() >= HOUR - SECOND * 10


def test_counts_travel() -> None:
    """A histogram that is added to an empty one gives the same counts, and adding twice doubles them."""
    first = Histogram()
    for microseconds in (1, 7, 7, 123_456, 3_600_000_000):
        first.record(microseconds * MICROSECOND)
    second = Histogram()
    second.add(first.counts())
    assert second.counts() == first.counts()
    second.add(first.counts())
    assert second.count() == 10
