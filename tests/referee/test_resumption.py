"""Coming back in the games besides Bluffers: what must not have changed, and how it is known what was."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.referee.expectations import Expectation
from harness.referee.resumption import WORDS
from harness.verdict import OracleReport, Verdict
from harness.wire import events as ev
from tests.referee.histories import History, drop, edit, judge, staged

DICE = "dice-drop-under-the-cup"
BLUFF = "bluff-drop-before-the-call"
WIZARD = "wizard-sealed-bids"


def line(scenario: str, *same: str) -> Expectation:
    """The line of this scenario that expects a resume; with other words if any are given."""
    found = next(one for one in staged(scenario)[1] if one.what == "resumes")
    return replace(found, args=(("same", same),)) if same else found


def judged(history: History, expected: Expectation) -> OracleReport:
    (told,) = judge(history, "expectations", expectations=(expected,)).reports()
    assert not told.error, told.error
    return told


def back(observation: Any, event: ev.Event | None) -> bool:
    """Ben's second snapshot."""
    return type(event) is ev.Snapshot and observation.connection.endswith("ben#2")


def changed(scenario: str, **fields: Any) -> History:
    """The scenario in which Ben's second snapshot shows another table."""

    def change(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, **fields))

    return edit(staged(scenario)[0], back, change)


@pytest.mark.parametrize(
    ("scenario", "fields", "what"),
    [
        (DICE, {"round": 2}, "round"),
        (DICE, {"turn": 9}, "deadline, turn"),
        (DICE, {"remaining_ms": 1}, "deadline"),
        (DICE, {"dice": (1, 1, 1, 1, 1)}, "dice"),
        (DICE, {"bid": ev.Bidding(seat=0, quantity=3, face=4)}, "bid"),
        (DICE, {"bid": None}, "bid"),
        (BLUFF, {"round": 2}, "round"),
        (BLUFF, {"cards": ("K", "K")}, "cards"),
        (BLUFF, {"claim": ev.BluffClaim(seat=0, count=3, rank="Q")}, "claim"),
        (BLUFF, {"claim": None}, "claim"),
        (WIZARD, {"cards": ("E",)}, "cards"),
        (WIZARD, {"bids": (None, 0, None)}, "bid"),
        (WIZARD, {"bids": (None, None, None)}, "bid"),
    ],
)
def test_another_table(scenario: str, fields: dict[str, Any], what: str) -> None:
    """Each thing that is named is convicted when it is not as it was; what is not named may change."""
    history = changed(scenario, **fields)
    finding = judged(history, line(scenario)).findings[0]
    assert f"changed were {what}" in finding.what
    assert judged(history, line(scenario, "seat")).verdict is Verdict.VALID


@pytest.mark.parametrize("scenario", [DICE, BLUFF, WIZARD])
def test_another_seat_and_no_table(scenario: str) -> None:
    """The seat is the one that was lost; without a table everything is gone."""
    other = edit(staged(scenario)[0], back, lambda e: replace(e, seat=2))
    assert "changed were " in judged(other, line(scenario, "seat")).findings[0].what
    gone = edit(staged(scenario)[0], back, lambda e: replace(e, table=None, seat=None, phase="lobby"))
    assert judged(gone, line(scenario, "turn")).findings


@pytest.mark.parametrize(("scenario", "kind"), [(DICE, ev.Dice), (BLUFF, ev.BluffHand)])
def test_what_was_never_seen_cannot_be_compared(scenario: str, kind: type[ev.Event]) -> None:
    """Who is lost before his hand came may come back to any."""
    history = drop(staged(scenario)[0], lambda o, e: type(e) is kind and o.who.endswith("ben"))  # type: ignore[union-attr]
    told = judged(history, line(scenario))
    assert not told.findings and told.undecidable == 1


def test_every_word_is_judged() -> None:
    """The words of a game are those that a snapshot of it is compared by."""
    assert set(WORDS) == {"bluffers", "liars_dice", "bluff", "wizard"}
    for scenario, game in ((DICE, "liars_dice"), (BLUFF, "bluff"), (WIZARD, "wizard")):
        assert judged(staged(scenario)[0], line(scenario, *WORDS[game])).verdict is Verdict.VALID
