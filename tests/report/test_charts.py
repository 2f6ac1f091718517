"""Behaviour of `harness.report.charts`."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from harness.metrics.timeline import Band
from harness.report.charts import Chart, Line, legend, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def tree(chart: Chart) -> ET.Element:
    """The picture as a tree; it is well-formed XML whatever the names are."""
    return ET.fromstring(svg(chart))


def chart(*values: float | None, unit: str = " ms", bands: tuple[Band, ...] = ()) -> Chart:
    """One curve, a second per value."""
    return Chart(title="A < B", unit=unit, lines=(Line(name="<p99>", values=values),), width_s=1, bands=bands)


def test_a_curve_has_a_point_per_value_and_a_gap_where_there_is_none() -> None:
    """It is not drawn over what was not measured."""
    path = tree(chart(1, 2, None, 4)).find("path")
    assert path is not None
    steps = path.attrib["d"].split()
    assert path.attrib["d"].count("M") == 2
    assert path.attrib["d"].count("L") == 1
    assert len(steps) == 6
    heights = [float(step) for step in steps[1::2]]
    assert heights[0] > heights[1] > heights[2]


def test_what_names_say_is_no_markup() -> None:
    """Names come from scenarios and servers."""
    text = str(svg(chart(1)))
    assert "<p99>" not in text
    assert "&lt;p99&gt;" in text
    assert "<b>" not in str(legend([Line(name="<b>", values=())]))


@pytest.mark.parametrize(
    ("highest", "top"), [(0.0, "1"), (0.7, "0.8"), (1.0, "1"), (3.1, "4"), (80.0, "80"), (950.0, "1,000")]
)
def test_the_axis_ends_at_a_round_number(highest: float, top: str) -> None:
    """Just above the highest value."""
    shown = [text.text for text in tree(chart(highest)).iter("text")]
    assert f"{top} ms" in shown


def test_time_is_written_in_seconds_or_minutes() -> None:
    """Whichever is shorter."""
    assert [text.text for text in tree(chart(*[1.0] * 30)).iter("text")][1::2] == ["0s", "8s", "15s", "22s", "30s"]
    assert "5:00" in [text.text for text in tree(chart(*[1.0] * 300)).iter("text")]


def test_bands_lie_where_they_were() -> None:
    """A fault from second 1 to 2 of 4 shades a quarter; one that outlives the run ends with it."""
    picture = tree(chart(1, 1, 1, 1, bands=(Band(kind="stall", begun=1, ended=2), Band(kind="cut", begun=3, ended=99))))
    first, second = picture.findall("rect")
    assert float(first.attrib["width"]) == pytest.approx(float(second.attrib["width"]))
    assert float(first.attrib["x"]) < float(second.attrib["x"])
    assert next(title.text for title in picture.iter("title")) == "stall, 1.0 s to 2.0 s"


def test_curves_are_told_apart_without_colour() -> None:
    """Each has dashes of its own, in the legend as in the picture."""
    lines = tuple(Line(name=name, values=(1.0,)) for name in "abcd")
    picture = tree(Chart(title="t", unit="", lines=lines, width_s=1))
    dashes = [path.attrib.get("stroke-dasharray", "") for path in picture.findall("path")]
    assert len(set(dashes)) == 4
    assert all(f'"{dash}"' in str(legend(lines)) for dash in dashes if dash)


def test_a_chart_of_nothing_is_empty() -> None:
    """Nobody needs to see it."""
    assert chart(None, None).empty
    assert not chart(None, 0.0).empty
