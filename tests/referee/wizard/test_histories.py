"""Nothing is found in clean histories of Wizard, by any oracle, on any network."""

from __future__ import annotations

import pytest

from harness.referee.catalogue import ORACLES
from harness.referee.moment import Sandwich
from harness.referee.wizard.coverage import DECISIONS, RULES
from harness.wire import events as ev
from tests.referee.histories import EXACT, OPEN, History, add, judge, kind, report, staged
from tests.referee.wizard.histories import CLEAN

ELSEWHERE = {"takeover", "stale_goodbye", "expectations", "elimination", "restart"}
"""Oracles that need a script of their own, and do not care for the game; in Wizard nobody is eliminated."""

TABLES = ("WIZ-05", "WIZ-E10", "WIZ-E14", "WIZ-E17")
"""Rules about rooms and tables that these histories do not have."""


@pytest.mark.parametrize("sandwich", [EXACT, OPEN], ids=["exact", "open"])
def test_clean_histories_are_acquitted_by_all_oracles(clean: History, sandwich: Sandwich) -> None:
    """No finding, and no oracle breaks down."""
    for told in judge(clean, sandwich=sandwich).reports():
        assert not told.error, f"{told.oracle}: {told.error}"
        assert not told.findings_total, told.findings[0]


@pytest.mark.parametrize("name", [name for name in ORACLES if name not in ELSEWHERE])
def test_every_oracle_has_something_to_judge(name: str) -> None:
    """In some clean history of Wizard each oracle compares something."""
    assert any(report(make(), name).evaluated for make in CLEAN.values())


@pytest.mark.parametrize("name", ["honest", "hidden", "plusminus", "trick_by_trick", "refused"])
def test_histories_without_holes_leave_nothing_open(name: str) -> None:
    """What is heard from the first event to the last, with all hands known, can be judged to the last."""
    for oracle in ("turn_order", "conservation", "call_verdict", "points", "placement", "hand_privacy"):
        told = report(CLEAN[name](), oracle)
        assert told.evaluated > 0
        assert not told.undecidable, oracle


def test_every_rule_is_seen_at_work() -> None:
    """The histories together show all rules and nearly all decisions."""
    seen: set[str] = set()
    for make in CLEAN.values():
        seen |= {rule for rule, count in report(make(), "rules_coverage").counts if count}
    assert set(RULES) | set(DECISIONS) == {rule for rule in seen if rule.startswith("WIZ-")} | set(TABLES)


@pytest.mark.parametrize(
    ("scenario", "case", "rule"),
    [
        ("wizard-six", 0, "WIZ-05"),
        ("wizard-six", 1, "WIZ-E14"),
        ("wizard-refused-rooms", 0, "WIZ-E10"),
        ("wizard-refused-rooms", 0, "WIZ-E17"),
    ],
)
def test_rules_about_tables_are_seen_at_work(scenario: str, case: int, rule: str) -> None:
    """Six at the Amigo table, and rooms that are not opened."""
    assert dict(report(staged(scenario, case)[0], "rules_coverage").counts)[rule]


def test_rooms_of_other_games_mark_nothing() -> None:
    """A room that was opened, or is none of Wizard, says nothing about what is refused."""
    counts = dict(report(CLEAN["honest"](), "rules_coverage").counts)
    assert not counts["WIZ-E10"]
    assert not counts["WIZ-E17"]


def test_trick_without_cards_marks_nothing() -> None:
    """It is no rule at work."""
    again = add(CLEAN["honest"](), kind(ev.TrickTaken), lambda e: e)
    assert report(again, "rules_coverage").counts == report(CLEAN["honest"](), "rules_coverage").counts
