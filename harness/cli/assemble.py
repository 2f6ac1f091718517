"""Many judged runs as the outcome of one scenario, and many scenarios as the outcome of one command."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from harness.cli.exit_code import ExitCode, exit_for
from harness.cli.judging import REASONS_KEPT, Judged, count_steps
from harness.metrics.meter import Measured, Meter
from harness.metrics.thresholds import judge, parse
from harness.report.outcome import CaseOutcome, Outcome, ScenarioOutcome
from harness.report.union import union
from harness.scenario.model import Scenario
from harness.verdict import OracleReport, Verdict, merge


def scenario_outcome(scenario: Scenario, runs: Sequence[Judged], measured: Measured) -> ScenarioOutcome:
    """One scenario in all its runs, which are given in order of their seeds."""
    reports = union(run.reports for run in runs)
    cases = _cases(runs)
    missing = lacking(reports, scenario.requires) if any(run.reports for run in runs) else ()
    verdict = merge([*(case.verdict for case in cases), *(Verdict.UNKNOWN for _ in missing)])
    meter = Meter()
    meter.add(measured)
    judged = [judge(parse(limit.metric, limit.expression), meter) for limit in scenario.thresholds]
    return ScenarioOutcome(
        name=scenario.name,
        about=scenario.about,
        verdict=verdict,
        cases=cases,
        oracles=reports,
        steps=count_steps(scenario.cases[0].script, runs),
        history=history_of([run.digest for run in runs]),
        limits=tuple((str(limit), limit.kept) for limit in judged),
        missing=missing,
    )


def lacking(reports: Sequence[OracleReport], required: Sequence[str]) -> tuple[str, ...]:
    """Required oracles that are not valid or invalid: they had nothing to judge, raised, or do not exist."""
    standing = {report.oracle: report.verdict for report in reports}
    return tuple(name for name in required if standing.get(name, Verdict.UNKNOWN) is Verdict.UNKNOWN)


def history_of(digests: Sequence[str]) -> str:
    """The digest of a history, or of many in their order."""
    if len(digests) == 1:
        return digests[0]
    return sha256("\n".join(digests).encode()).hexdigest()


def exit_of(outcome: Outcome) -> ExitCode:
    """The exit of a finished command."""
    kept = all(kept for scenario in outcome.scenarios for _, kept in scenario.limits)
    return exit_for(outcome.verdict, limits_kept=kept)


def _cases(runs: Sequence[Judged]) -> tuple[CaseOutcome, ...]:
    grouped: dict[str, list[Judged]] = {}
    for run in runs:
        grouped.setdefault(run.case, []).append(run)
    return tuple(_case(case, grouped[case]) for case in grouped)


def _case(case: str, runs: Sequence[Judged]) -> CaseOutcome:
    bad = [run for run in runs if run.verdict is not Verdict.VALID]
    # Worst first: the seed that is shown should be the one that proves most.
    shown = next((run for run in bad if run.verdict is Verdict.INVALID), bad[0] if bad else runs[0])
    return CaseOutcome(
        case=case,
        runs=len(runs),
        verdict=merge(run.verdict for run in runs),
        reasons=shown.reasons[:REASONS_KEPT],
        seed=shown.seed,
        seconds=sum(run.seconds for run in runs),
    )
