"""`report.html`: one file that opens offline and says what came of a run, for people who were not there."""

from __future__ import annotations

from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from msgspec import Struct

from harness.clock import MICROSECOND, format_duration
from harness.metrics.catalogue import METRICS, Metric
from harness.metrics.histogram import Histogram
from harness.metrics.timeline import Curves, quantile
from harness.report.charts import Chart, Line, legend, svg
from harness.report.documents import RunDocument, figures
from harness.report.outcome import Outcome
from harness.report.tables import format_figure
from harness.report.union import exercised, standing
from harness.verdict import Finding

_PAGE: Final = Environment(
    loader=PackageLoader("harness.report", "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
    lstrip_blocks=True,
)  # fmt: skip

_SAID: Final = {
    "valid": "Nothing was found, and everything that had to be judged was judged.",
    "unknown": "Not enough was seen to say anything, or the harness itself was too slow to judge.",
    "invalid": "The backend broke a promise. The findings below say which, with the frames that prove it.",
}


class Tile(Struct, frozen=True, kw_only=True):
    """One figure at the top of the page."""

    name: str
    figure: str


def page(outcome: Outcome, run: RunDocument) -> str:
    """The text of `report.html`.

    Args:
        outcome: What came of the run.
        run: How it can be done again, and where it was done.
    """
    findings = [finding for report in outcome.oracles for finding in report.findings]
    return _PAGE.get_template("report.html.j2").render(
        outcome=outcome,
        run=run,
        said=_SAID[outcome.verdict.value],
        tiles=_tiles(outcome),
        times=_times(outcome),
        charts=[(chart, svg(chart), legend(chart.lines)) for chart in _charts(outcome.curves)],
        findings=findings,
        more={report.oracle: report.findings_total - len(report.findings) for report in outcome.oracles},
        where=_where,
        standing=standing,
        rules=exercised(outcome.oracles),
        counters=_counters(outcome),
    )  # fmt: skip


def _counters(outcome: Outcome) -> list[tuple[Metric, str, dict[str, int], int]]:
    """Metric, meaning, parts and sum of each counter."""
    return [
        (METRICS[name], _plain(METRICS[name].meaning), labels, sum(labels.values()))
        for name, labels in outcome.measured.counters.items()
    ]


def _plain(text: str) -> str:
    """Without the marks that the catalogue has for terminals."""
    return text.replace("`", "")


def _where(finding: Finding) -> str:
    parts = [f"room {finding.room}" if finding.room else "", f"match {finding.match}" if finding.match else ""]
    if finding.seats:
        parts.append(f"seat{'s' * (len(finding.seats) > 1)} {', '.join(map(str, finding.seats))}")
    return ", ".join(part for part in parts if part)


def _tiles(outcome: Outcome) -> list[Tile]:
    counters, seconds = outcome.measured.counters, outcome.measured.seconds
    totals = {name: sum(labels.values()) for name, labels in counters.items()}
    tiles = [Tile(name=name, figure=f"{totals[name]:,}") for name in ("matches", "moves", "events") if totals.get(name)]
    if totals.get("moves") and seconds:
        tiles.append(Tile(name="moves per second", figure=f"{totals['moves'] / seconds:,.1f}"))
    if "ack" in outcome.measured.trends:
        histogram = Histogram()
        histogram.add(outcome.measured.trends["ack"])
        tiles.append(Tile(name="move to ok, p99", figure=format_figure(histogram.quantile(99))))
    tiles.append(Tile(name="findings", figure=f"{sum(report.findings_total for report in outcome.oracles):,}"))
    return tiles


def _times(outcome: Outcome) -> list[tuple[str, str, dict[str, str]]]:
    """Name, meaning and figures of each distribution."""
    rows: list[tuple[str, str, dict[str, str]]] = []
    for name, counts in outcome.measured.trends.items():
        histogram = Histogram()
        histogram.add(counts)
        shown = {
            key: f"{figure:,.0f}" if key == "count" else format_duration(round(figure) * MICROSECOND)
            for key, figure in figures(histogram).items()
        }
        rows.append((name, _plain(METRICS[name].meaning), shown))
    return rows


def _charts(curves: Curves | None) -> list[Chart]:
    if curves is None or not curves.windows:
        return []
    windows, width, bands = curves.windows, curves.width_s, curves.bands

    def times(name: str, percent: float) -> tuple[float | None, ...]:
        found = (quantile(window.times.get(name), percent) for window in windows)
        return tuple(None if value is None else value / 1000 for value in found)

    def rate(name: str) -> tuple[float | None, ...]:
        return tuple(window.counts.get(name, 0) / width for window in windows)

    shown = [
        Chart(
            title=_plain(METRICS[name].meaning),
            unit=" ms",
            lines=tuple(Line(name=f"{name} p{percent}", values=times(name, percent)) for percent in (50, 95, 99)),
            width_s=width,
            bands=bands,
        )
        for name in ("ack", "fanout", "resume")
    ]
    shown.append(
        Chart(
            title="Players connected, and matches under way.",
            unit="",
            lines=(
                Line(name="players", values=tuple(float(window.players) for window in windows)),
                Line(name="tables", values=tuple(float(window.tables) for window in windows)),
            ),
            width_s=width,
            bands=bands,
        )
    )
    shown.append(
        Chart(
            title="Moves applied, automatic moves and refusals, per second.",
            unit="/s",
            lines=tuple(
                Line(name=name.replace("_", " "), values=rate(name)) for name in ("applied", "auto_moves", "refused")
            ),
            width_s=width,
            bands=bands,
        )
    )
    shown.append(
        Chart(
            title="How late our own loop was at worst: while this is high, times above say little about the server.",
            unit=" ms",
            lines=(Line(name="loop lag", values=tuple(window.lag_us / 1000 for window in windows)),),
            width_s=width,
            bands=bands,
        )
    )
    return [chart for chart in shown if not chart.empty]
