"""The page of coverage says what was shown, and plainly what was not."""

from __future__ import annotations

from collections.abc import Mapping

from harness.referee.rulebook.entry import Entry, entry, off_the_wire
from harness.report.coverage import SCENARIOS_SHOWN, Shown, coverage_page, rows

CHAPTER: Mapping[str, Entry] = {
    "X-01": entry("One thing.", "fold", "points", "tests/report/test_coverage.py"),
    "X-02": entry("Two things.", "fold", parts=("a", "b")),
    "X-03": off_the_wire("A picture."),
    "X-04": entry("Nobody tried.", "fold"),
    "X-05": entry("Nobody looked.", "points"),
}


def shown(scenario: str, *marks: str, about: str = "", judging: frozenset[str] = frozenset({"fold"})) -> Shown:
    """What a scenario showed while these oracles judged."""
    return Shown(scenario=scenario, about=about, marks=dict.fromkeys(marks, judging))


def test_the_most_special_scenarios_are_named() -> None:
    """First those that say that they are about it, then those that show little else, and not all of them."""
    crowd = [shown(f"crowd-{index}", "X-01", "X-02/a", "X-02/b", "X-05") for index in range(5)]
    found = rows(
        CHAPTER, [*crowd, shown("special", "X-01"), shown("meant", "X-01", "X-05", about="On purpose (X-01).")]
    )
    assert found[0].scenarios == ("meant", "special", "crowd-0")
    assert len(found[0].scenarios) == SCENARIOS_SHOWN


def test_every_part_has_its_scenario() -> None:
    """A part that few scenarios show is not hidden behind another that many show; what is missing is named."""
    found = rows(
        CHAPTER, [shown("a1", "X-02/a"), shown("a2", "X-02/a"), shown("a3", "X-02/a"), shown("b", "X-02/b", "X-01")]
    )
    assert found[1].scenarios == ("a1", "b", "a2")
    assert found[1].missing == ()
    assert rows(CHAPTER, [shown("a1", "X-02/a")])[1].missing == ("X-02/b",)


def test_an_oracle_judges_only_where_it_judged() -> None:
    """Named in the rulebook is not enough for an oracle; a test judges by itself."""
    found = rows(CHAPTER, [shown("a", "X-01"), shown("b", "X-04", judging=frozenset({"points"}))])
    assert found[0].judges == ("fold", "tests/report/test_coverage.py")
    assert found[3].judges == ()


def test_the_page_is_plain_about_gaps() -> None:
    """Not exercised, not whole, judged by nobody, exempt with the reason."""
    page = coverage_page({"Xs": CHAPTER}, [shown("a", "X-01", "X-02/a", "X-05")])
    assert "5 ids: 2 are exercised, 2 are not or not whole, 1 cannot be." in page
    assert "Not exercised: X-02, X-04." in page
    assert "Judged by nobody: X-05." in page
    assert "| X-01 | One thing. | `a` | `fold`, `tests/report/test_coverage.py` |" in page
    assert "| X-02 | Two things. | `a`; **not: b** | `fold` |" in page
    assert "| X-03 | A picture. | exempt: lives on a player's screen |  |" in page
    assert "| X-04 | Nobody tried. | **not exercised** | **nobody** |" in page


def test_a_page_without_gaps_names_none() -> None:
    """No empty lists."""
    page = coverage_page({"Xs": {"X-01": CHAPTER["X-01"]}}, [shown("a", "X-01")])
    assert "Not exercised" not in page
    assert "Judged by nobody" not in page
