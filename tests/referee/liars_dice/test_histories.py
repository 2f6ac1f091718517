"""Nothing is found in clean histories of Liar's Dice, by any oracle, on any network."""

from __future__ import annotations

import pytest

from harness.referee.catalogue import ORACLES
from harness.referee.moment import Sandwich
from tests.referee.histories import EXACT, OPEN, History, judge
from tests.referee.liars_dice.histories import CLEAN

ELSEWHERE = {"takeover", "stale_goodbye", "expectations"}
"""Oracles that need a script of their own, and do not care for the game."""


@pytest.mark.parametrize("sandwich", [EXACT, OPEN], ids=["exact", "open"])
def test_clean_histories_are_acquitted_by_all_oracles(clean: History, sandwich: Sandwich) -> None:
    """No finding, and no oracle breaks down."""
    for told in judge(clean, sandwich=sandwich).reports():
        assert not told.error, f"{told.oracle}: {told.error}"
        assert not told.findings_total, told.findings[0]


@pytest.mark.parametrize("name", [name for name in ORACLES if name not in ELSEWHERE])
def test_every_oracle_has_something_to_judge(name: str) -> None:
    """In some clean history of Liar's Dice each oracle compares something."""
    assert sum(report.evaluated for make in CLEAN.values() for report in judge(make(), name).reports())


@pytest.mark.parametrize("name", ["honest", "ordered", "fixed", "topped"])
def test_histories_without_holes_leave_nothing_open(name: str) -> None:
    """What is heard from the first event to the last can be judged to the last."""
    for oracle in ("turn_order", "conservation", "call_verdict", "elimination", "placement", "hand_privacy"):
        (told,) = judge(CLEAN[name](), oracle).reports()
        assert told.evaluated > 0
        assert not told.undecidable, oracle
