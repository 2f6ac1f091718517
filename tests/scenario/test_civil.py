"""The calendar of a scenario."""

from __future__ import annotations

import pytest

from harness.cli.virtual import play
from harness.errors import ScenarioError
from harness.scenario.load import loads
from harness.scenario.model import Scenario
from harness.scenario.plan import unroll
from harness.scenario.vocabulary import default_vocabulary
from harness.verdict import Verdict

HEAD = "scenario: x\nabout: A.\nplayers: {ana: , ben: }\n"


def scenario(text: str) -> Scenario:
    """A scenario with these lines more."""
    return loads((HEAD + text).encode(), "x", default_vocabulary())


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("2026-01-31T23:59:58.5Z", 1_769_903_998_500),
        ("2026-01-31T23:59:59.999Z", 1_769_903_999_999),
        ("2026-02-01T00:00:00Z", 1_769_904_000_000),
    ],
)
def test_a_moment_to_the_millisecond(text: str, ms: int) -> None:
    """ISO 8601 in UTC, as a case and its plan have it."""
    found = scenario(f"civil: {text}\n")
    assert found.cases[0].civil == ms
    assert unroll(found, found.cases[0], "0").civil == ms


def test_the_calendar_is_left_open() -> None:
    """Without the key any moment will do."""
    found = scenario("")
    assert unroll(found, found.cases[0], "0").civil is None


@pytest.mark.parametrize(
    "text",
    ["2026-01-31", "2026-01-31T23:59:59", "2026-02-30T00:00:00Z", "2026-01-31T23:59:59.1234Z", "soon", "7", "[a]",
     "2026-01-31T23:59:59+01:00", "٢٠٢٦-01-31T23:59:59Z"],
)  # fmt: skip
def test_what_is_no_moment(text: str) -> None:
    """Other forms, other zones, days that do not exist."""
    with pytest.raises(ScenarioError, match="`civil` must be a moment"):
        scenario(f"civil: {text}\n")


def test_bots_fill_the_table() -> None:
    """`ai_fill` is an option of the room."""
    found = scenario("table: {seats: 3, ai_fill: true}\n")
    assert unroll(found, found.cases[0], "0").parties[0].room.ai_fill
    assert not unroll(scenario(""), scenario("").cases[0], "0").parties[0].room.ai_fill


def test_a_run_begins_at_that_moment() -> None:
    """The season of the result is that of the file's calendar."""
    found = scenario("civil: 2031-07-01T00:00:00Z\nchance: {shots: [1, 1]}\nrequires: [month]\n")
    judged = play(found, 0, "", meter=None)
    assert judged.verdict is Verdict.VALID
