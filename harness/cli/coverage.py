"""What the scenarios show at work, measured: cases of each are played in the virtual world."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness.cli.judging import Judged
from harness.cli.virtual import Row, play_rows
from harness.referee.coverage import Coverage
from harness.report.coverage import Shown
from harness.scenario.load import load
from harness.scenario.model import Scenario

RUNS_MIN: Final = 4
RUNS_MAX: Final = 16
"""Runs of each scenario: one for each of its cases, or for as many of them, evenly spread."""


def measure(paths: Sequence[Path], *, jobs: int) -> Sequence[Shown]:
    """Play these scenarios and say what each showed; the same for any number of processes."""
    scenarios = [load(path) for path in paths]
    found = [
        Row(path=str(path), seeds=seeds(len(scenario.cases)), mutant="", referee=True)
        for path, scenario in zip(paths, scenarios, strict=True)
    ]
    played = play_rows(found, jobs)
    return [_shown(scenario, result.runs) for scenario, result in zip(scenarios, played, strict=True)]


def seeds(cases: int) -> tuple[int, ...]:
    """The seeds that are played of a scenario with so many cases."""
    wanted = max(RUNS_MIN, cases)
    played = min(wanted, RUNS_MAX)
    return tuple(index * wanted // played for index in range(played))


def _shown(scenario: Scenario, runs: Sequence[Judged]) -> Shown:
    marks: dict[str, frozenset[str]] = {}
    for run in runs:
        judging = frozenset(report.oracle for report in run.reports if report.evaluated)
        for report in run.reports:
            if report.oracle == Coverage.name:
                for mark, count in report.counts:
                    if count:
                        marks[mark] = marks.get(mark, frozenset()) | judging
    return Shown(scenario=scenario.name, about=scenario.about, marks=marks)
