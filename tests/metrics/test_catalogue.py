"""Behaviour of `harness.metrics.catalogue`."""

import re
from pathlib import Path

from harness.metrics import meter
from harness.metrics.catalogue import METRICS


def test_every_metric_that_is_measured_is_in_the_catalogue() -> None:
    """And none is listed that nobody measures."""
    source = Path(meter.__file__).read_text(encoding="utf-8")
    measured = set(re.findall(r'_(?:time|count)\("(\w+)"', source)) | {"join", "resume"}
    assert measured == set(METRICS)


def test_every_metric_says_what_it_is() -> None:
    """One sentence, a unit, and `us` for every trend."""
    for metric in METRICS.values():
        assert metric.meaning.endswith(".")
        assert (metric.unit == "us") == (metric.kind == "trend")
