"""Errors: one family, each with what its reader needs."""

from __future__ import annotations

import pytest

from harness.errors import CommandError, HarnessError, LocalError, RemoteError, ScenarioError, TargetError
from harness.wire.refusals import REFUSALS


@pytest.mark.parametrize("kind", [LocalError, RemoteError, CommandError, ScenarioError, TargetError])
def test_all_errors_are_of_the_harness(kind: type[HarnessError]) -> None:
    """One `except` catches all, and none is caught as another."""
    assert kind.__bases__ == (HarnessError,)


def test_command_error_has_a_code() -> None:
    """The code goes to the sender, the detail to the log."""
    error = CommandError("malformed", "no object")
    assert (error.code, error.detail, str(error)) == ("malformed", "no object", "malformed: no object")
    assert error.code in REFUSALS
    bare = CommandError("rate")
    assert (bare.code, bare.detail, str(bare)) == ("rate", "", "rate")


def test_scenario_error_lists_every_problem() -> None:
    """All problems at once, one a line, and as values."""
    problems = ["a.yaml:3: unknown step", "a.yaml:9: no such seat"]
    error = ScenarioError(problems)
    assert str(error) == "a.yaml:3: unknown step\na.yaml:9: no such seat"
    problems.clear()
    assert error.problems == ("a.yaml:3: unknown step", "a.yaml:9: no such seat")
