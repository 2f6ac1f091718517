"""What an oracle said in many runs, put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from harness.verdict import Finding, OracleReport, Verdict, merge

FINDINGS_KEPT: Final = 10
"""Findings kept per oracle; how many there were is counted beside them."""


def union(runs: Iterable[Sequence[OracleReport]]) -> tuple[OracleReport, ...]:
    """One report per oracle over all runs, in the order in which oracles first appear."""
    parts: dict[str, list[OracleReport]] = {}
    for reports in runs:
        for report in reports:
            parts.setdefault(report.oracle, []).append(report)
    return tuple(_one(reports) for reports in parts.values())


def _one(reports: Sequence[OracleReport]) -> OracleReport:
    findings: list[Finding] = []
    for report in reports:
        findings.extend(report.findings[: FINDINGS_KEPT - len(findings)])
    return OracleReport(
        oracle=reports[0].oracle,
        checks=reports[0].checks,
        verdict=_verdict(reports),
        evaluated=sum(report.evaluated for report in reports),
        undecidable=sum(report.undecidable for report in reports),
        findings=tuple(findings),
        findings_total=sum(report.findings_total for report in reports),
        error=next((report.error for report in reports if report.error), ""),
        counts=_sums(report.counts for report in reports),
    )


def _sums(counts: Iterable[tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    sums: dict[str, int] = {}
    for pairs in counts:
        for name, count in pairs:
            sums[name] = sums.get(name, 0) + count
    return tuple(sums.items())


def _verdict(reports: Sequence[OracleReport]) -> Verdict:
    """Convicted once is convicted; raised once is never valid; one run with something to judge is enough."""
    if any(report.verdict is Verdict.INVALID for report in reports):
        return Verdict.INVALID
    if any(report.error for report in reports):
        return Verdict.UNKNOWN
    judged = [report.verdict for report in reports if report.evaluated]
    return merge(judged) if judged else Verdict.UNKNOWN


def exercised(reports: Iterable[OracleReport]) -> tuple[tuple[str, int], ...]:
    """Rule ids with how often they were seen at work; 0 for those that nobody has tried."""
    return tuple(pair for report in reports for pair in report.counts)


def standing(report: OracleReport) -> str:
    """An oracle's standing in one word or two: its verdict, or that it had nothing to judge."""
    if report.verdict is Verdict.UNKNOWN and not report.evaluated and not report.error:
        return "not evaluated"
    return report.verdict.value
