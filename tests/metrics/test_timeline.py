"""Behaviour of `harness.metrics.timeline`."""

from __future__ import annotations

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.metrics.timeline import BANDS, WINDOWS, Curves, Timeline, Window, joined, quantile


def test_things_land_in_the_window_of_their_time() -> None:
    """A window is a second at first; what nobody asked to keep is not kept."""
    line = Timeline()
    line.time("ack", 12_345_678, at=SECOND // 2)
    line.time("http", MILLISECOND, at=SECOND // 2)
    line.count("applied", at=SECOND // 2)
    line.count("frames_in", at=SECOND // 2)
    line.count("applied", at=2 * SECOND, count=3)
    line.lag(7 * MILLISECOND, at=2 * SECOND)
    line.lag(5 * MILLISECOND, at=2 * SECOND)
    first, empty, third = line.curves().windows
    assert first == Window(times={"ack": {12_000: 1}}, counts={"applied": 1})
    assert empty == Window()
    assert third == Window(counts={"applied": 3}, lag_us=7000)


def test_times_are_kept_to_two_digits() -> None:
    """So that a window holds some dozens of numbers, however many moves it saw."""
    line = Timeline()
    for microseconds in range(1000, 2000):
        line.time("ack", microseconds * 1000, at=0)
    line.time("ack", 5, at=0)
    (window,) = line.curves().windows
    assert sorted(window.times["ack"]) == [1, *range(1000, 2000, 100)]


def test_levels_stay_until_they_change() -> None:
    """Players and tables are there in windows in which nobody came or went, too."""
    line = Timeline()
    line.players(1, at=0)
    line.players(1, at=0)
    line.tables(1, at=0)
    line.players(-1, at=3 * SECOND)
    line.tables(-1, at=3 * SECOND)
    line.count("applied", at=4 * SECOND)
    shown = [(window.players, window.tables) for window in line.curves().windows]
    assert shown == [(2, 1), (2, 1), (2, 1), (2, 1), (1, 0)]


def test_a_long_run_costs_no_more_than_a_short_one() -> None:
    """Windows get wider, nothing is lost."""
    line = Timeline()
    for second in range(5 * WINDOWS):
        line.time("ack", MILLISECOND, at=second * SECOND)
        line.count("applied", at=second * SECOND)
        line.lag(second * MILLISECOND, at=second * SECOND)
    curves = line.curves()
    assert len(curves.windows) <= WINDOWS
    assert curves.width_s == 8
    assert sum(window.counts["applied"] for window in curves.windows) == 5 * WINDOWS
    assert joined(curves.windows, "ack") == {1000: 5 * WINDOWS}
    assert curves.windows[0].lag_us == 7000


def test_workers_side_by_side_are_added() -> None:
    """Their levels add up, their times are put together, and the wider windows win."""
    one, two = Timeline(), Timeline()
    for line in (one, two):
        line.players(3, at=0)
        line.time("ack", MILLISECOND, at=0)
    two.count("applied", at=(WINDOWS + 1) * SECOND)
    two.begin("stall", "c1", at=SECOND)
    two.end("stall", "c1", at=3 * SECOND)
    wide = two.curves()
    assert wide.width_s == 2
    one.add(wide)
    curves = one.curves()
    assert curves.width_s == 2
    assert curves.windows[0].players == 6
    assert curves.windows[0].times["ack"] == {1000: 2}
    assert [band.kind for band in curves.bands] == ["stall"]
    narrow = Timeline()
    narrow.players(1, at=0)
    one.add(narrow.curves())
    assert one.curves().windows[0].players == 7


def test_bands_have_a_beginning_and_an_end() -> None:
    """An end without a beginning is none; there are never too many."""
    line = Timeline()
    line.end("stall", "c1", at=SECOND)
    for number in range(BANDS + 10):
        line.begin("stall", f"c{number}", at=number * SECOND)
        line.end("stall", f"c{number}", at=(number + 1) * SECOND)
    bands = line.curves().bands
    assert len(bands) == BANDS
    assert (bands[1].kind, bands[1].begun, bands[1].ended) == ("stall", 1.0, 2.0)


@pytest.mark.parametrize(("percent", "expected"), [(0, 10.0), (50, 20.0), (90, 30.0), (100, 30.0)])
def test_quantile_of_counts(percent: float, expected: float) -> None:
    """The least time within which so many stay."""
    assert quantile({30: 2, 10: 3, 20: 4}, percent) == expected


def test_quantile_of_nothing() -> None:
    """No data is no number."""
    assert quantile(None, 50) is None
    assert quantile({}, 50) is None
    assert Curves(width_s=1, windows=()).bands == ()
