"""Nothing is found in clean histories of Liar's Dice, by any oracle, on any network."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.referee.catalogue import ORACLES
from harness.referee.moment import Sandwich
from harness.wire import events as ev
from tests.referee.histories import EXACT, OPEN, History, drop, events, judge, kind
from tests.referee.liars_dice.histories import CLEAN, gone, left, ordered

OWN = ("turn_order", "conservation", "call_verdict", "elimination", "placement", "hand_privacy")
"""Oracles with a part of their own for this game."""

ELSEWHERE = {"takeover", "stale_goodbye", "expectations", "restart"}
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
    for oracle in OWN:
        (told,) = judge(CLEAN[name](), oracle).reports()
        assert told.evaluated > 0
        assert not told.undecidable, oracle


@pytest.mark.parametrize("history", [ordered, left, gone])
@pytest.mark.parametrize(
    "lost",
    [
        ev.MatchStarted, ev.RoundStarted, ev.TurnStarted, ev.BidMade, ev.Challenged, ev.Eliminated, ev.TakenOver,
        ev.LeftTable, ev.MatchOver,
    ],
)  # fmt: skip
def test_public_event_that_nobody_heard_convicts_nobody(history: Callable[[], History], lost: type[ev.Event]) -> None:
    """Where an event was lost on the way, there is always an explanation; what builds on it is not judged."""
    clean = history()
    numbers = sorted({event.number for _, _, event in events(clean) if isinstance(event, lost)})  # type: ignore[attr-defined]
    for number in numbers[:3]:
        for told in judge(drop(clean, kind(lost, number=number)), *OWN).reports():
            assert not told.error, told.error
            assert not [f for f in told.findings if f.rule.startswith("LDC")], told.findings[0]
