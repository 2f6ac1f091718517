"""Line charts as SVG, small enough to stand in a page, readable without colour and without scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

from harness.metrics.timeline import Band

WIDTH: Final = 720
HEIGHT: Final = 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 12, 28
_DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")
_TICKS: Final = 4


class Line(Struct, frozen=True, kw_only=True):
    """One curve: a value per window, None where there is none, so that the curve has a gap there."""

    name: str
    values: tuple[float | None, ...]


class Chart(Struct, frozen=True, kw_only=True):
    """A chart.

    Attributes:
        title: What it shows.
        unit: Of the values, behind each number at the axis.
        lines: Its curves, at most four.
        width_s: Seconds per value.
        bands: Times that are shaded.
    """

    title: str
    unit: str
    lines: tuple[Line, ...]
    width_s: float
    bands: tuple[Band, ...] = ()

    @property
    def empty(self) -> bool:
        """There is nothing to draw."""
        return not any(value is not None for line in self.lines for value in line.values)


def svg(chart: Chart) -> Markup:
    """The picture; its colours are those of the page's style sheet (classes `line0` to `line3`)."""
    count = max(len(line.values) for line in chart.lines)
    seconds = max(count * chart.width_s, chart.width_s)
    top = _nice(max((value for line in chart.lines for value in line.values if value is not None), default=1.0))
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.title)}" class="chart">',
        *(_band(band, seconds) for band in chart.bands),
    ]
    for tick in range(_TICKS + 1):
        value = top * tick / _TICKS
        y = _y(value, top)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}{chart.unit}</text>')
        at = seconds * tick / _TICKS
        parts.append(
            f'<text x="{_x(at, seconds):.1f}" y="{HEIGHT - 8}" text-anchor="{_ANCHORS[tick]}">{_clock(at)}</text>'
        )
    for index, line in enumerate(chart.lines):
        parts.append(_path(line, index, chart.width_s, seconds, top))
    parts.append("</svg>")
    return Markup("".join(parts))


_ANCHORS: Final = ("start", "middle", "middle", "middle", "end")


def _path(line: Line, index: int, width_s: float, seconds: float, top: float) -> str:
    steps: list[str] = []
    pen = "M"
    for at, value in enumerate(line.values):
        if value is None:
            pen = "M"
            continue
        steps.append(f"{pen}{_x((at + 0.5) * width_s, seconds):.1f} {_y(value, top):.1f}")
        pen = "L"
    dashes = f' stroke-dasharray="{_DASHES[index]}"' if _DASHES[index] else ""
    highest = max((value for value in line.values if value is not None), default=0.0)
    title = f"<title>{escape(line.name)}, at most {_number(highest)}</title>"
    return f'<path class="line{index}" d="{" ".join(steps)}"{dashes}>{title}</path>'


def _band(band: Band, seconds: float) -> str:
    begun, ended = _x(band.begun, seconds), _x(min(max(band.ended, band.begun), seconds), seconds)
    title = f"<title>{escape(band.kind)}, {band.begun:.1f} s to {band.ended:.1f} s</title>"
    return (
        f'<rect class="band" x="{begun:.1f}" y="{_TOP}" width="{max(ended - begun, 1):.1f}" '
        f'height="{HEIGHT - _TOP - _BOTTOM}">{title}</rect>'
    )


def _x(at: float, seconds: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / seconds


def _y(value: float, top: float) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top


def _nice(value: float) -> float:
    """The least of 1, 2, 4, 5, 8 or 10 times a power of ten that is not below this."""
    if value <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(value))
    return next(step * unit for step in (1, 2, 4, 5, 8, 10, 20) if step * unit >= value * 0.999)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == round(value) else f"{value:.2g}"


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole}s" if whole < 60 else f"{whole // 60}:{whole % 60:02d}"


def legend(lines: Sequence[Line]) -> Markup:
    """Names of the curves with a sample of each."""
    return Markup("").join(
        Markup(
            '<span class="key"><svg viewBox="0 0 28 8"><path class="line{0}" d="M0 4L28 4"{1}/></svg>{2}</span>'
        ).format(
            index,
            Markup(' stroke-dasharray="{}"').format(_DASHES[index]) if _DASHES[index] else "",
            line.name,
        )
        for index, line in enumerate(lines)
    )
