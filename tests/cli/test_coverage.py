"""Coverage is measured: what is in the page was seen in runs."""

from __future__ import annotations

from pathlib import Path

from harness.cli.coverage import RUNS_MAX, RUNS_MIN, measure, seeds
from harness.scenario.find import find


def test_marks_come_from_runs_with_those_who_judged() -> None:
    """A tutorial shows tutorials; the oracle of trump suits of another game shows nothing."""
    path = find("tutorial-once")
    (shown,) = measure([path], jobs=1)
    assert shown.scenario == "tutorial-once"
    assert "FEAT-29" in shown.about
    assert {"FEAT-29/begun", "FEAT-29/over"} <= set(shown.marks)
    assert "expectations" in shown.marks["FEAT-29/begun"]
    assert "WIZ-01" not in shown.marks


def test_the_same_for_any_number_of_processes(tmp_path: Path) -> None:
    """In the order of the paths."""
    paths = [find("tutorial-once"), find("e26-only-bots-are-left")]
    assert measure(paths, jobs=2) == measure(paths, jobs=1)


def test_cases_are_spread_evenly() -> None:
    """Every case when they are few, some of them from first to last when they are many."""
    assert seeds(1) == tuple(range(RUNS_MIN))
    assert seeds(7) == tuple(range(7))
    assert len(set(seeds(48))) == RUNS_MAX
    assert seeds(48)[:3] == (0, 3, 6)
