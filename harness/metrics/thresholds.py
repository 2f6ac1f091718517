"""Limits for figures, in the grammar of k6: `p(95) < 1s`, `max < 2s`, `count > 100`, `rate >= 50`.

A limit without data has failed: a run that measured nothing proves nothing.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from harness.clock import format_duration, parse_duration
from harness.metrics.catalogue import METRICS, Metric
from harness.metrics.meter import Meter

_OPERATORS: Final[dict[str, Callable[[float, float], bool]]] = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_NAME: Final = re.compile(r"\s*(\w+)\s*(?:\{\s*([\w-]+)\s*\})?\s*")
_EXPRESSION: Final = re.compile(r"\s*(\w+)\s*(?:\(\s*([^)]*?)\s*\))?\s*(<=|>=|==|!=|<|>)\s*(\S.*?)\s*")
_OF_TREND: Final = ("avg", "min", "med", "max", "p(N)", "count")
_OF_COUNTER: Final = ("count", "rate")


class Limit(Struct, frozen=True, kw_only=True):
    """One limit, read.

    Attributes:
        metric: Name in the catalogue.
        label: The part of a counter, "" for all of it.
        aggregate: `avg`, `min`, `med`, `max`, `p`, `count` or `rate`.
        percent: Of `p(N)`.
        comparison: How the figure is compared with `bound`.
        bound: Nanoseconds for times; a number for counts, or counts per second for rates.
        text: As it was written, for people.
    """

    metric: str
    label: str
    aggregate: str
    percent: float
    comparison: str
    bound: float
    text: str


class Judged(Struct, frozen=True, kw_only=True):
    """What became of a limit: `measured` is None when there was no data, which is a failure."""

    limit: Limit
    measured: float | None
    kept: bool

    def __str__(self) -> str:
        figure = "no data" if self.measured is None else _figure(self.limit, self.measured)
        return f"{self.limit.text}: {figure}{'' if self.kept else ' (failed)'}"


def parse(metric: str, expression: str) -> Limit:
    """Read one limit.

    Args:
        metric: A name of the catalogue, for counters optionally with one label: `refused{stale_turn}`.
        expression: An aggregate, a comparison and a bound.

    Raises:
        ValueError: With a sentence that says what is wrong and what would be right.
    """
    name = _NAME.fullmatch(metric)
    known = METRICS.get(name[1]) if name else None
    if name is None or known is None:
        raise ValueError(f"there is no metric {metric!r}; `harness list metrics` shows all")
    label = name[2] or ""
    if label and not known.label:
        raise ValueError(f"{known.name} has no parts, so {metric!r} means nothing")
    found = _EXPRESSION.fullmatch(expression)
    if found is None:
        raise ValueError(f"{expression!r} is no threshold; write it like 'p(95) < 1s' or 'count > 100'")
    aggregate, argument, comparison, bound = found[1], found[2], found[3], found[4]
    return Limit(
        metric=known.name,
        label=label,
        aggregate=aggregate,
        percent=_percent(known, aggregate, argument),
        comparison=comparison,
        bound=_bound(known, aggregate, bound),
        text=f"{metric.strip()} {expression.strip()}",
    )


def _percent(metric: Metric, aggregate: str, argument: str | None) -> float:
    """Check the aggregate against the kind of the metric; the N of `p(N)`, else 0."""
    allowed = _OF_TREND if metric.kind == "trend" else _OF_COUNTER
    if aggregate == "p" and "p(N)" in allowed:
        try:
            percent = float(argument or "")
        except ValueError:
            raise ValueError(f"p needs a number between 0 and 100, as in p(95), not {argument or ''!r}") from None
        if not 0 <= percent <= 100:
            raise ValueError(f"p needs a number between 0 and 100, as in p(95), not {argument!r}")
        return percent
    if aggregate not in allowed:
        raise ValueError(f"{metric.name} is a {metric.kind} and has {', '.join(allowed)}, but no {aggregate!r}")
    if argument is not None:
        raise ValueError(f"{aggregate} takes nothing in parentheses")
    return 0.0


def _bound(metric: Metric, aggregate: str, text: str) -> float:
    if metric.kind == "trend" and aggregate != "count":
        return float(parse_duration(text))
    try:
        bound = float(text)
    except ValueError:
        bound = math.nan
    if not math.isfinite(bound):
        raise ValueError(f"{text!r} is not a number; {aggregate} of {metric.name} is compared with one")
    return bound


def judge(limit: Limit, meter: Meter) -> Judged:
    """Hold a limit against what was measured."""
    measured = _measure(limit, meter)
    kept = measured is not None and _OPERATORS[limit.comparison](measured, limit.bound)
    return Judged(limit=limit, measured=measured, kept=kept)


def _measure(limit: Limit, meter: Meter) -> float | None:
    if METRICS[limit.metric].kind == "counter":
        return _measure_counter(limit, meter)
    trend = meter.trends.get(limit.metric)
    if trend is None or trend.count() == 0:
        return None
    if limit.aggregate == "count":
        return float(trend.count())
    if limit.aggregate == "avg":
        return trend.mean()
    if limit.aggregate == "min":
        return float(trend.lowest())
    return float(trend.quantile({"med": 50.0, "max": 100.0}.get(limit.aggregate, limit.percent)))


def _measure_counter(limit: Limit, meter: Meter) -> float | None:
    """Nothing counted is a count of 0, as long as anything was observed at all."""
    if not meter.seconds():
        return None
    labels = meter.counters.get(limit.metric, {})
    count = labels.get(limit.label, 0) if limit.label else sum(labels.values())
    return count / meter.seconds() if limit.aggregate == "rate" else float(count)


def _figure(limit: Limit, measured: float) -> str:
    if METRICS[limit.metric].kind == "trend" and limit.aggregate != "count":
        return format_duration(round(measured))
    return f"{measured:.3f}".rstrip("0").rstrip(".")
