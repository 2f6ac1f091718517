"""Time as the machines know it: integer nanoseconds, handed in, never asked for.

An `Instant` counts from the beginning of a run and means nothing outside it; civil time
(seasons, log stamps) is a separate message, see `harness.backend`. Nothing here reads a clock.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Instant: TypeAlias = int
"""Nanoseconds since the run began."""

Duration: TypeAlias = int
"""Nanoseconds."""

MICROSECOND: Final = 1_000
MILLISECOND: Final = 1_000_000
SECOND: Final = 1_000_000_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE

_UNITS: Final = {"us": MICROSECOND, "ms": MILLISECOND, "s": SECOND, "m": MINUTE, "h": HOUR}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(us|ms|s|m|h)")
_WHOLE: Final = re.compile(r"[+-]?(?:\d+(?:\.\d+)?(?:us|ms|s|m|h))+")


def parse_duration(text: str) -> Duration:
    """Read a duration such as `300ms`, `1h30m`, `2.5s` or `-20ms`.

    Args:
        text: One or more numbers with a unit each (us, ms, s, m, h), optionally signed as a whole.

    Returns:
        Nanoseconds.

    Raises:
        ValueError: The text is not wholly a duration; a half-matched one is an error, too.
    """
    body = text.strip()
    if not _WHOLE.fullmatch(body):
        raise ValueError(f"{text!r} is not a duration; write it like 300ms, 2.5s or 1h30m")
    total = sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(body))
    return -round(total) if body.startswith("-") else round(total)


def format_duration(duration: Duration) -> str:
    """Write a duration for people, in the form `parse_duration` reads: `1h30m`, `2.5s`, `300ms`."""
    if duration < 0:
        return "-" + format_duration(-duration)
    if duration >= MINUTE:
        hours, rest = divmod(duration, HOUR)
        minutes, rest = divmod(rest, MINUTE)
        parts = f"{hours}h" * bool(hours) + f"{minutes}m" * bool(minutes)
        return parts + (_number(rest, SECOND) + "s") * bool(rest)
    for unit in ("s", "ms"):
        if duration >= _UNITS[unit]:
            return _number(duration, _UNITS[unit]) + unit
    return _number(duration, MICROSECOND) + "us"


def _number(duration: Duration, unit: int) -> str:
    return f"{duration / unit:.3f}".rstrip("0").rstrip(".")
