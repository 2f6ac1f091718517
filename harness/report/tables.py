"""Tables for the terminal, as plain text: one column layout for terminals, log files and CI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from harness.clock import MICROSECOND, Duration, format_duration
from harness.metrics.catalogue import METRICS
from harness.metrics.histogram import Histogram
from harness.metrics.meter import Measured
from harness.report.outcome import ScenarioOutcome
from harness.report.union import exercised, standing
from harness.verdict import Finding, OracleReport

_SHOWN: Final = 3
_NAMED: Final = 20
"""Rules that nobody tried, by name; `verdict.json` has them all."""


def columns(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """Rows as aligned text, two spaces between columns; `right` are the columns that end in line."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def oracle_table(reports: Sequence[OracleReport], required: Sequence[str] = ()) -> str:
    """Verdict per oracle, and what it rests on. Required oracles are marked."""
    rows = [("oracle", "verdict", "evaluated", "undecidable", "findings", "checks")]
    for report in reports:
        rows.append(
            (
                report.oracle + (" *" if report.oracle in required else ""),
                standing(report),
                f"{report.evaluated:,}",
                f"{report.undecidable:,}",
                f"{report.findings_total:,}",
                " ".join(report.checks),
            )
        )
    return columns(rows, right=(2, 3, 4))


def latency_table(measured: Measured) -> str:
    """Distributions of times, one line each; "" when nothing was measured."""
    rows: list[tuple[str, ...]] = [("time", "count", "p50", "p95", "p99", "max", "what")]
    for name, counts in measured.trends.items():
        histogram = Histogram()
        histogram.add(counts)
        figures = (histogram.quantile(50), histogram.quantile(95), histogram.quantile(99), histogram.highest())
        shown = tuple(map(format_figure, figures))
        rows.append((name, f"{histogram.count():,}", *shown, METRICS[name].meaning))
    return columns(rows, right=(1, 2, 3, 4, 5)) if len(rows) > 1 else ""


def counter_line(measured: Measured) -> str:
    """The counts that say how much was done, in one line."""
    parts = []
    for name in ("matches", "hands", "moves", "auto_moves", "refused", "connects", "faults", "frames_in", "frames_out"):
        labels = measured.counters.get(name, {})
        if labels:
            parts.append(f"{sum(labels.values()):,} {name.replace('_', ' ')}")
    return ", ".join(parts)


def rules_line(reports: Sequence[OracleReport]) -> str:
    """How many rules were seen at work, and which were not, of the games that were played; "" when nobody counted."""
    played = {rule.partition("-")[0] for rule, count in exercised(reports) if count}
    counts = [(rule, count) for rule, count in exercised(reports) if rule.partition("-")[0] in played]
    idle = [rule for rule, count in counts if not count]
    if not counts:
        return ""
    more = f" and {len(idle) - _NAMED} more" if len(idle) > _NAMED else ""
    rest = f"; not {', '.join(idle[:_NAMED])}{more}" if idle else ""
    return f"{len(counts) - len(idle)} of {len(counts)} rules and decisions were seen at work{rest}"


def step_table(scenario: ScenarioOutcome) -> str:
    """How often each step of a script fired; "" when it has none."""
    rows = [("step", "fired", "runs without", "what")]
    for step in scenario.steps:
        rows.append((str(step.index + 1), f"{step.fired:,}", f"{step.missed:,}", step.what))
    return columns(rows, right=(0, 1, 2)) if len(rows) > 1 else ""


def scenario_line(scenario: ScenarioOutcome) -> str:
    """One scenario in one line."""
    runs = sum(case.runs for case in scenario.cases)
    cases = len(scenario.cases)
    amount = f"{runs} run{'s' * (runs != 1)}, {cases} case{'s' * (cases != 1)}"
    return f"{scenario.verdict.value:<8}  {scenario.name}  ({amount})"


def findings_text(reports: Sequence[OracleReport], shown: int = _SHOWN) -> str:
    """The first findings of each oracle, and how many more there are; oracle errors, too."""
    return "\n".join(_finding_lines(reports, shown))


def _finding_lines(reports: Sequence[OracleReport], shown: int) -> Iterator[str]:
    for report in reports:
        kept: Sequence[Finding] = report.findings[:shown]
        yield from map(str, kept)
        if report.findings_total > len(kept) > 0:
            yield f"... and {report.findings_total - len(kept):,} more of {report.oracle}"
        if report.error:
            yield f"{report.oracle} broke down: {report.error}"


def format_figure(duration: Duration) -> str:
    """A time from a histogram, which knows three digits of it."""
    unit = MICROSECOND
    while duration >= 1000 * unit:
        unit *= 10
    return format_duration(round(duration / unit) * unit)
