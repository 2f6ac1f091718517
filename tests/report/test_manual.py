"""Behaviour of `harness.report.manual`."""

import pytest

from harness.report.manual import fill, oracle_pages
from harness.wire.refusals import REFUSALS
from harness.wire.session import State


class Watchful:
    """Watches.

    observes: everything
    """

    checks = ("A1", "A2")


def test_marked_parts_are_written_anew() -> None:
    """What stands between the marks is replaced, what stands around them stays; twice is the same as once."""
    page = "before\n<!-- generated: refusals -->\nold\n<!-- end -->\nafter\n"
    text = fill(page)
    assert text.startswith("before\n<!-- generated: refusals -->\n| code |")
    assert text.endswith("<!-- end -->\nafter\n")
    assert "old" not in text
    assert fill(text) == text
    assert all(f"`{code}`" in text for code in REFUSALS)


def test_every_state_has_a_row() -> None:
    """With the events that may come, and where they lead."""
    text = fill("<!-- generated: states -->\n<!-- end -->")
    assert all(f"| {state.value} |" in text for state in State)
    assert "`match_started` → dealing" in text
    assert "| closed | none |" in text


class Choosy:
    """Watches one game."""

    checks = ("A2",)
    game = "wizard"


def test_an_unknown_part_is_an_error() -> None:
    """A page cannot ask for what nobody writes."""
    with pytest.raises(KeyError):
        fill("<!-- generated: nonsense -->\n<!-- end -->")


def test_an_oracle_page_is_its_docstring() -> None:
    """Name, checks, text."""
    text = oracle_pages({"watchful": (Watchful, Choosy)})
    assert "## watchful\n\nChecks: A1, A2\n\nWatches.\n\nobserves: everything\n" in text
    assert text.endswith("In wizard only:\n\nWatches one game.\n")
