"""Behaviour of `harness.metrics.thresholds`."""

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.metrics.histogram import Histogram
from harness.metrics.meter import Measured, Meter
from harness.metrics.thresholds import judge, parse


def meter() -> Meter:
    """Ten seconds in which `ack` took 1 to 100 ms, with 40 refusals of two kinds."""
    times = Histogram()
    for milliseconds in range(1, 101):
        times.record(milliseconds * MILLISECOND)
    found = Meter()
    found.add(
        Measured(seconds=10.0, trends={"ack": times.counts()}, counters={"refused": {"rate": 30, "full": 10}})
    )  # fmt: skip
    return found


@pytest.mark.parametrize(
    ("metric", "expression", "kept"),
    [
        ("ack", "p(95) < 96ms", True),
        ("ack", "p(95)<90ms", False),
        ("ack", " p( 99.5 ) <= 1s ", True),
        ("ack", "avg > 50ms", True),
        ("ack", "avg > 51ms", False),
        ("ack", "min >= 1ms", True),
        ("ack", "min < 1ms", False),
        ("ack", "med < 51ms", True),
        ("ack", "max > 99ms", True),
        ("ack", "count == 100", True),
        ("ack", "count != 100", False),
        ("refused", "count < 41", True),
        ("refused{full}", "count == 10", True),
        ("refused{no_room}", "count == 0", True),
        ("refused", "rate <= 4", True),
        ("refused{rate}", "rate < 3", False),
        ("matches", "count > 0", False),
    ],
)
def test_limits_are_held_against_figures(metric: str, expression: str, kept: bool) -> None:
    """Every aggregate and every comparison does what it says."""
    assert judge(parse(metric, expression), meter()).kept is kept


@pytest.mark.parametrize(
    ("metric", "expression"), [("resume", "p(95) < 1s"), ("resume", "count > 0"), ("moves", "count >= 0")]
)
def test_no_data_is_a_failure(metric: str, expression: str) -> None:
    """A limit for something that was never measured has failed, even if 0 would keep it."""
    judged = judge(parse(metric, expression), Meter())
    assert (judged.kept, judged.measured) == (False, None)
    assert str(judged) == f"{metric} {expression}: no data (failed)"


def test_an_empty_trend_is_no_data() -> None:
    """A trend that exists but has nothing in it says nothing."""
    empty = Meter()
    empty.add(Measured(seconds=1.0, trends={"ack": ()}, counters={}))
    assert judge(parse("ack", "max < 1s"), empty).measured is None


def test_a_judged_limit_reads_like_a_sentence() -> None:
    """Times with a unit, counts without, failures marked."""
    assert str(judge(parse("ack", "max < 2s"), meter())).startswith("ack max < 2s: 100")
    assert str(judge(parse("refused", "rate < 1"), meter())) == "refused rate < 1: 4 (failed)"


@pytest.mark.parametrize(
    ("metric", "expression", "complaint"),
    [
        ("acks", "p(95) < 1s", "no metric 'acks'"),
        ("a b", "p(95) < 1s", "no metric 'a b'"),
        ("ack{x}", "p(95) < 1s", "ack has no parts"),
        ("ack", "p(95)", "is no threshold"),
        ("ack", "", "is no threshold"),
        ("ack", "p(95) < ", "is no threshold"),
        ("ack", "p < 1s", "p needs a number"),
        ("ack", "p(x) < 1s", "p needs a number"),
        ("ack", "p(101) < 1s", "p needs a number"),
        ("ack", "p(nan) < 1s", "p needs a number"),
        ("ack", "rate < 1s", "but no 'rate'"),
        ("ack", "avg(1) < 1s", "takes nothing in parentheses"),
        ("ack", "p(95) < 1", "is not a duration"),
        ("ack", "count < 1s", "is not a number"),
        ("moves", "p(95) < 3", "but no 'p'"),
        ("moves", "count < nan", "is not a number"),
        ("moves", "count < many", "is not a number"),
    ],
)
def test_what_cannot_be_read_is_explained(metric: str, expression: str, complaint: str) -> None:
    """Each mistake has a message of its own."""
    with pytest.raises(ValueError, match=r".") as error:
        parse(metric, expression)
    assert complaint in str(error.value)


def test_bounds_of_times_are_nanoseconds() -> None:
    """A parsed limit is a plain value."""
    limit = parse("ack", "p(95) < 1s")
    assert (limit.aggregate, limit.percent, limit.comparison, limit.bound) == ("p", 95.0, "<", float(SECOND))
