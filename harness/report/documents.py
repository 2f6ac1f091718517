"""The JSON files of a run folder: `verdict.json`, `metrics.json` and `run.json`.

Each names its schema with a version; fields are only ever added within one version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from harness.metrics.catalogue import METRICS
from harness.metrics.histogram import Histogram
from harness.report.outcome import CaseOutcome, Outcome, ScenarioOutcome, StepCount
from harness.report.union import exercised, standing
from harness.verdict import Finding, OracleReport, Verdict

VERDICT_SCHEMA: Final = "bluff-harness/verdict/1"
METRICS_SCHEMA: Final = "bluff-harness/metrics/1"
RUN_SCHEMA: Final = "bluff-harness/run/1"


class OracleEntry(Struct, frozen=True, kw_only=True):
    """One oracle in `verdict.json`; `standing` is its verdict or `not evaluated`."""

    oracle: str
    checks: tuple[str, ...]
    standing: str
    evaluated: int
    undecidable: int
    findings_total: int
    findings: tuple[Finding, ...]
    error: str


class ScenarioEntry(Struct, frozen=True, kw_only=True):
    """One scenario in `verdict.json`."""

    scenario: str
    verdict: Verdict
    history: str
    cases: tuple[CaseOutcome, ...]
    oracles: tuple[OracleEntry, ...]
    steps: tuple[StepCount, ...]
    limits: tuple[tuple[str, bool], ...]
    missing: tuple[str, ...]


class VerdictDocument(Struct, frozen=True, kw_only=True):
    """`verdict.json`: the verdict on top, then why; `rules` says how often each rule was seen at work."""

    verdict: Verdict
    schema: str
    oracles: tuple[OracleEntry, ...]
    rules: dict[str, int]
    scenarios: tuple[ScenarioEntry, ...]


class RunDocument(Struct, frozen=True, kw_only=True):
    """`run.json`: all that is needed to do it again, and where it was done.

    Attributes:
        arguments: The command as it was given, without the program's name.
        started: ISO 8601 in UTC.
        seconds: Wall time that it took.
        versions: Of the harness, Python and the libraries that matter.
        host: What machine it was.
    """

    schema: str
    verb: str
    world: str
    target: str
    mutant: str
    seed: str
    arguments: tuple[str, ...]
    started: str
    seconds: float
    versions: dict[str, str]
    host: dict[str, str]


def verdict_json(outcome: Outcome) -> bytes:
    """The text of `verdict.json`."""
    document = VerdictDocument(
        verdict=outcome.verdict,
        schema=VERDICT_SCHEMA,
        oracles=_entries(outcome.oracles),
        rules=dict(exercised(outcome.oracles)),
        scenarios=tuple(map(_scenario, outcome.scenarios)),
    )
    return _pretty(document)


def metrics_json(outcome: Outcome) -> bytes:
    """The text of `metrics.json`: per trend the usual figures in microseconds, per counter its parts."""
    measured, curves = outcome.measured, outcome.curves
    trends: dict[str, dict[str, float]] = {}
    for name, counts in measured.trends.items():
        histogram = Histogram()
        histogram.add(counts)
        trends[name] = figures(histogram)
    return _pretty(
        {
            "schema": METRICS_SCHEMA,
            "seconds": measured.seconds,
            "units": {name: METRICS[name].unit for name in (*measured.trends, *measured.counters)},
            "trends": trends,
            "counters": measured.counters,
            "curves": None if curves is None else msgspec.to_builtins(curves, str_keys=True),
        }
    )


def run_json(document: RunDocument) -> bytes:
    """The text of `run.json`."""
    return _pretty(document)


def figures(histogram: Histogram) -> dict[str, float]:
    """The figures of a distribution that reports show, in microseconds."""
    return {
        "count": histogram.count(),
        "min": histogram.lowest() / 1e3,
        "avg": round(histogram.mean() / 1e3, 1),
        "p50": histogram.quantile(50) / 1e3,
        "p95": histogram.quantile(95) / 1e3,
        "p99": histogram.quantile(99) / 1e3,
        "max": histogram.highest() / 1e3,
    }


def _scenario(outcome: ScenarioOutcome) -> ScenarioEntry:
    return ScenarioEntry(
        scenario=outcome.name,
        verdict=outcome.verdict,
        history=outcome.history,
        cases=outcome.cases,
        oracles=_entries(outcome.oracles),
        steps=outcome.steps,
        limits=outcome.limits,
        missing=outcome.missing,
    )


def _entries(reports: tuple[OracleReport, ...]) -> tuple[OracleEntry, ...]:
    return tuple(
        OracleEntry(
            oracle=report.oracle,
            checks=report.checks,
            standing=standing(report),
            evaluated=report.evaluated,
            undecidable=report.undecidable,
            findings_total=report.findings_total,
            findings=report.findings,
            error=report.error,
        )
        for report in reports
    )


def _pretty(document: Struct | Mapping[str, object]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
