"""What people see of a run: on stdout, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.tables import (
    counter_line,
    findings_text,
    latency_table,
    oracle_table,
    rules_line,
    scenario_line,
    step_table,
)
from harness.verdict import Verdict

CASES_SHOWN: Final = 5


def show_scenario(scenario: ScenarioOutcome) -> None:
    """One scenario: verdict, why, steps, history."""
    print(scenario_line(scenario))
    show_doubts(scenario)
    steps = step_table(scenario)
    if steps:
        print("\n".join(f"  {line}" for line in steps.splitlines()))
    print(f"history {scenario.history} {scenario.name}", flush=True)


def show_doubts(scenario: ScenarioOutcome) -> None:
    """Why a scenario is not valid, and what became of its thresholds."""
    bad = [case for case in scenario.cases if case.verdict is not Verdict.VALID]
    for case in bad[:CASES_SHOWN]:
        where = f"{case.case}, seed {case.seed}" if case.case else f"seed {case.seed}"
        print(f"  {case.verdict.value}: {where}: {'; '.join(case.reasons)}")
    if len(bad) > CASES_SHOWN:
        print(f"  ... and {len(bad) - CASES_SHOWN} more cases")
    for name in scenario.missing:
        print(f"  unknown: the required oracle {name} had nothing to judge")
    for limit, kept in scenario.limits:
        print(f"  threshold {'kept' if kept else 'FAILED'}: {limit}")


def show_outcome(outcome: Outcome, folder: Path, required: Sequence[str] = ()) -> None:
    """The end of a command: findings, oracles, times, doubts, verdict, folder."""
    parts = [findings_text(outcome.oracles), oracle_table(outcome.oracles, required) if outcome.oracles else ""]
    if outcome.world != "virtual":
        parts.append(latency_table(outcome.measured))
    parts += [rules_line(outcome.oracles), counter_line(outcome.measured)]
    for part in parts:
        if part:
            print(f"\n{part}")
    print(f"\nverdict: {outcome.verdict.value}\nrun folder: {folder}", flush=True)
