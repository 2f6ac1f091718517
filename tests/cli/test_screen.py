"""Behaviour of `harness.cli.screen`."""

from pathlib import Path

import pytest

from harness.cli.screen import show_outcome, show_scenario
from harness.verdict import Verdict
from tests.report.outcomes import case, outcome, report, scenario


def test_a_scenario_shows_why_it_is_not_valid(capsys: pytest.CaptureFixture[str]) -> None:
    """The first cases, missing oracles, limits, steps, and the hash of its histories."""
    bad = [case(f"n={n}", Verdict.UNKNOWN, "step 2 never fired") for n in range(6)]
    show_scenario(scenario(*bad, case("", Verdict.INVALID, "shown"), limits=(("a < 1: 2", False),), missing=("owner",)))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "invalid   reconnect  (14 runs, 7 cases)"
    assert lines[1] == "  unknown: n=0, seed 7: step 2 never fired"
    assert lines[6] == "  ... and 2 more cases"
    assert lines[7] == "  unknown: the required oracle owner had nothing to judge"
    assert lines[8] == "  threshold FAILED: a < 1: 2"
    assert lines[-1] == f"history {'ab' * 32} reconnect"


def test_a_case_without_matrix_is_named_by_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing else to name it by."""
    show_scenario(scenario(case("", Verdict.INVALID, "shown")))
    assert "\n  invalid: seed 7: shown\n" in capsys.readouterr().out


def test_the_end_shows_times_only_of_real_clocks(capsys: pytest.CaptureFixture[str]) -> None:
    """Simulated latencies are what the scenario says, so nobody needs a table of them."""
    show_outcome(outcome(), Path("runs/x"))
    virtual = capsys.readouterr().out
    show_outcome(outcome(oracles=(report(),), world="live"), Path("runs/x"), ("hand_privacy",))
    live = capsys.readouterr().out
    assert "From sending" not in virtual
    assert "From sending a move" in live
    assert "hand_privacy *" in live
    assert live.endswith("\nverdict: valid\nrun folder: runs/x\n")
