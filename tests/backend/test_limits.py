"""The rate of one session."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.backend.limits import Bucket
from harness.clock import SECOND


def test_a_burst_and_then_the_steady_rate():
    """Three at once, then one every half second; what was refused is not counted."""
    bucket = Bucket(2, 3)
    assert [bucket.take(now=0) for _ in range(5)] == [True, True, True, False, False]
    assert not bucket.take(now=SECOND // 2 - 1)
    assert bucket.take(now=SECOND // 2)
    assert not bucket.take(now=SECOND // 2)
    assert [bucket.take(now=10 * SECOND) for _ in range(4)] == [True, True, True, False]


def test_a_slow_bucket_and_a_look_into_it():
    """One more per interval; looking takes nothing."""
    bucket = Bucket.slow(10 * SECOND, 2)
    assert bucket.has(now=0)
    assert [bucket.take(now=0) for _ in range(3)] == [True, True, False]
    assert not bucket.has(now=10 * SECOND - 1)
    assert bucket.has(now=10 * SECOND)
    assert bucket.take(now=10 * SECOND)


@given(st.lists(st.integers(0, SECOND), max_size=80))
def test_no_window_holds_more_than_burst_and_rate(pauses):
    """In any stretch of time at most burst + rate x time messages pass."""
    bucket, now, taken = Bucket(5, 4), 0, []
    for pause in pauses:
        now += pause // 7
        if bucket.take(now=now):
            taken.append(now)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= 4 + 5 * (taken[last] - taken[first]) / SECOND
