"""Bounds on when the server did something."""

from __future__ import annotations

from harness.clock import MILLISECOND, SECOND
from harness.referee.moment import Moment, Sandwich


def test_drift_grows_with_the_duration() -> None:
    """Two hundred parts per million of thirty seconds are six milliseconds."""
    assert Sandwich(drift_ppm=200).drift(30 * SECOND) == 6 * MILLISECOND
    assert Sandwich().drift(30 * SECOND) == 0


def test_nothing_is_assumed_about_a_network_unless_told() -> None:
    """Without bounds a message may be as fast as light and as slow as it likes."""
    sandwich = Sandwich()
    assert (sandwich.delay_min, sandwich.delay_max, sandwich.lateness) == (0, None, 0)


def test_moment_keeps_its_first_arrival() -> None:
    """The interval may be narrowed later, the first arrival stays."""
    moment = Moment(1, 9, 10)
    moment.lo, moment.hi = 3, 7
    assert (moment.lo, moment.hi, moment.first) == (3, 7, 10)
