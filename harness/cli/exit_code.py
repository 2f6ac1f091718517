"""The exits of every verb, and which of several applies."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from harness.verdict import Verdict


class ExitCode(IntEnum):
    """What the command line says to the shell."""

    VALID = 0
    """Valid, and all thresholds were kept."""
    INVALID = 1
    """An oracle convicted the backend."""
    USAGE = 2
    """Wrong usage, or a scenario file with problems."""
    UNKNOWN = 3
    """Not enough was seen to say either."""
    UNREACHABLE = 4
    """The target could not be reached."""
    CRASH = 70
    """A bug in the harness."""
    THRESHOLDS = 99
    """A threshold failed or had no data (k6's number)."""


PRECEDENCE: Final = (
    ExitCode.CRASH,
    ExitCode.USAGE,
    ExitCode.UNREACHABLE,
    ExitCode.INVALID,
    ExitCode.UNKNOWN,
    ExitCode.THRESHOLDS,
    ExitCode.VALID,
)
"""The first of these that applies is the exit."""

_OF_VERDICT: Final = {
    Verdict.VALID: ExitCode.VALID,
    Verdict.UNKNOWN: ExitCode.UNKNOWN,
    Verdict.INVALID: ExitCode.INVALID,
}


def exit_for(verdict: Verdict, *, limits_kept: bool) -> ExitCode:
    """The exit of a finished run."""
    return first((_OF_VERDICT[verdict], ExitCode.VALID if limits_kept else ExitCode.THRESHOLDS))


def first(codes: Iterable[ExitCode]) -> ExitCode:
    """The one that goes before the others; VALID when there are none."""
    return min(codes, key=PRECEDENCE.index, default=ExitCode.VALID)
