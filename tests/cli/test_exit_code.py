"""Behaviour of `harness.cli.exit_code`."""

import pytest

from harness.cli.exit_code import ExitCode, exit_for, first
from harness.verdict import Verdict


def test_the_numbers_are_those_of_the_docs() -> None:
    """They are a promise to scripts."""
    assert [int(code) for code in ExitCode] == [0, 1, 2, 3, 4, 70, 99]


@pytest.mark.parametrize(
    ("codes", "applies"),
    [
        ((ExitCode.VALID, ExitCode.THRESHOLDS), ExitCode.THRESHOLDS),
        ((ExitCode.THRESHOLDS, ExitCode.UNKNOWN), ExitCode.UNKNOWN),
        ((ExitCode.UNKNOWN, ExitCode.INVALID), ExitCode.INVALID),
        ((ExitCode.INVALID, ExitCode.UNREACHABLE), ExitCode.UNREACHABLE),
        ((ExitCode.UNREACHABLE, ExitCode.USAGE), ExitCode.USAGE),
        ((ExitCode.USAGE, ExitCode.CRASH), ExitCode.CRASH),
        ((), ExitCode.VALID),
    ],
)
def test_one_of_several_applies(codes: tuple[ExitCode, ...], applies: ExitCode) -> None:
    """In the order 70, 2, 4, 1, 3, 99, 0, whichever came first."""
    assert first(codes) is applies
    assert first(reversed(codes)) is applies


@pytest.mark.parametrize(
    ("verdict", "kept", "code"),
    [
        (Verdict.VALID, True, 0),
        (Verdict.VALID, False, 99),
        (Verdict.UNKNOWN, False, 3),
        (Verdict.INVALID, False, 1),
    ],
)
def test_a_finished_run_ends_by_verdict_then_by_thresholds(verdict: Verdict, kept: bool, code: int) -> None:
    """A failed threshold does not hide a verdict."""
    assert exit_for(verdict, limits_kept=kept) == code
