"""Durations as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.clock import HOUR, MICROSECOND, MILLISECOND, MINUTE, SECOND, format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("300ms", 300 * MILLISECOND),
        ("2.5s", 2_500 * MILLISECOND),
        ("1h30m", 90 * MINUTE),
        ("1h0m5s", HOUR + 5 * SECOND),
        ("-20ms", -20 * MILLISECOND),
        ("+20ms", 20 * MILLISECOND),
        ("-1m30s", -90 * SECOND),
        (" 7us ", 7 * MICROSECOND),
        ("0s", 0),
        ("0.1us", 100),
    ],
)
def test_parse(text: str, duration: int) -> None:
    """Numbers with units, several in a row, one sign for the whole."""
    assert parse_duration(text) == duration


@pytest.mark.parametrize(
    "text", ["", "5", "s", "5 s", "5s!", "x5s", "5sec", "--5s", "-+5s", "5s-2s", "1e3s", ".5s", "5.s", "-", "1h 30m"]
)
def test_parse_refuses_what_is_not_wholly_a_duration(text: str) -> None:
    """A half-matched text is an error that quotes the text."""
    with pytest.raises(ValueError, match="is not a duration") as caught:
        parse_duration(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (0, "0us"),
        (1_500, "1.5us"),
        (7 * MICROSECOND, "7us"),
        (300 * MILLISECOND, "300ms"),
        (1_500 * MICROSECOND, "1.5ms"),
        (2_500 * MILLISECOND, "2.5s"),
        (30 * SECOND, "30s"),
        (MINUTE, "1m"),
        (90 * SECOND, "1m30s"),
        (2 * HOUR, "2h"),
        (90 * MINUTE, "1h30m"),
        (HOUR + 5 * SECOND, "1h5s"),
        (-20 * MILLISECOND, "-20ms"),
        (-90 * MINUTE, "-1h30m"),
    ],
)
def test_format(duration: int, text: str) -> None:
    """The largest unit that fits, without useless zeros."""
    assert format_duration(duration) == text


@settings(database=None, derandomize=True, deadline=None)
@given(st.integers(-10 * HOUR, 10 * HOUR))
def test_what_is_written_can_be_read(duration: int) -> None:
    """Reading a written duration gives it back, but for what is below the thousandth of its unit."""
    read = parse_duration(format_duration(duration))
    assert abs(read - duration) <= MILLISECOND / 2
    assert abs(read - duration) <= max(1, abs(duration) / 1000)


def test_units() -> None:
    """All in nanoseconds."""
    assert (MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR) == (10**3, 10**6, 10**9, 60 * 10**9, 3600 * 10**9)
