"""Coming back in the games besides Bluffers: what must not have changed, and how it is known what was."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.referee.expectations import Expectation
from harness.referee.moment import Moment
from harness.referee.resumption import WORDS, Hand, Table
from harness.verdict import OracleReport, Verdict
from harness.wire import commands as cm
from harness.wire import events as ev
from tests.referee.histories import History, drop, edit, judge, staged

DICE = "dice-drop-under-the-cup"
BLUFF = "bluff-drop-before-the-call"
WIZARD = "wizard-sealed-bids"
NOW = Moment(0, 0, 0)


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


# -- what the public events tell -------------------------------------------------------------


def told(table: Table, *happened: ev.PublicEvent) -> Table:
    for event in happened:
        table.take(event, NOW)
    return table


def public(kind: Any, **fields: Any) -> Any:
    return kind(number=1, group=1, match="m", **fields)


def test_rounds_of_bluff_begin_with_calls_and_sweeps() -> None:
    """The claim is that of the round."""
    table = told(
        Table(("a", "b")),
        public(ev.Dealt, dealer=0, ring=(0, 1), leader=1, sizes=(2, 2)),
        public(ev.Laid, turn=1, seat=1, count=2, rank="K", left=0),
    )
    assert (table.round, table.claim) == (1, (1, 2, "K"))
    told(table, public(ev.Swept, count=2))
    assert (table.round, table.claim) == (2, None)
    told(table, public(ev.TurnedUp, turn=3, seat=0, claimant=1, rank="K", cards=("K",), truth=True, taker=0, taken=1))
    assert table.round == 3 and not table.over


def test_bids_and_tricks_of_wizard() -> None:
    """Open bids by seat, hidden ones when they are shown, and the cards of the trick."""
    table = told(
        Table(("a", "b")),
        public(ev.RoundDealt, round=2, each=2, dealer=0, leader=1, turned=None, trump=None),
        public(ev.TricksBid, turn=1, seat=1, tricks=2),
        public(ev.CardPlayed, turn=2, seat=1, card="SA"),
    )
    assert (table.round, table.bids, table.trick) == (2, {1: 2}, ("SA",))
    told(table, public(ev.BidsRevealed, bids=(0, 1)), public(ev.TrickTaken, seat=1))
    assert (table.bids, table.trick) == ({0: 0, 1: 1}, ())


def test_what_a_hand_spends() -> None:
    """Cards that were laid or played and accepted are gone; a bid of one's own is known."""
    hand = Hand()
    hand.spend(cm.Lay(id="1", turn=1, cards=("K",)))
    hand.spend(cm.PlayCard(id="1", turn=1, card="SA"))
    assert hand.held is None
    hand.take(ev.BluffHand(match="m", cards=("K", "K", "*")))
    hand.spend(cm.Lay(id="1", turn=1, cards=("K", "*")))
    assert hand.held == {"K": 1}
    hand.take(ev.WizardHand(match="m", round=1, cards=("SA", "W"), bid=1))
    hand.spend(cm.PlayCard(id="2", turn=1, card="SA"))
    hand.spend(cm.BidTricks(id="3", turn=1, tricks=2))
    hand.spend(cm.Leave(id="4"))
    assert hand.held == {"W": 1} and hand.bid == 2


def test_a_table_that_a_snapshot_shows() -> None:
    """Nobody saw how it came to this."""
    table = Table(("a", "b"))
    shown: dict[str, Any] = {"match": "m", "seats": ("a", "b"), "ranked": False, "turn": 4, "remaining_ms": 5, "ai": ()}
    table.adopt(
        ev.DiceView(
            **shown, ones="high", round=3, sizes=(1, 1), places=(None, None), locked=False, seat=0, legal=("bid",),
            dice=(1,), bid=ev.Bidding(seat=1, quantity=2, face=3),
        ),
        NOW,
    )  # fmt: skip
    assert (table.round, table.turn, table.bid) == (3, 4, (1, 2, 3))
    table.adopt(
        ev.WizardView(
            **shown, ways="standard", round=5, phase="play", dealer=0, leader=0, sizes=(1, 1), turned=None, trump=None,
            bids=(1, None), placed=(True, False), trick=("SA",), won=(0, 0), sheet=(), totals=(0, 0), waiting=(1,),
            legal=("play",), cards=(),
        ),
        NOW,
    )  # fmt: skip
    assert (table.round, table.bid, table.bids, table.trick) == (5, None, {0: 1}, ("SA",))
    del shown["ai"]
    table.adopt(
        ev.BluffView(
            **shown, end="first_out", ring=(0, 1), dealer=0, round=7, sizes=(1, 1), pile=1, discarded=0,
            places=(None, None), departed=(), claim=ev.BluffClaim(seat=0, count=1, rank="K"), passed=(), seat=1,
            legal=("play",), cards=(),
        ),
        NOW,
    )  # fmt: skip
    assert (table.round, table.claim, table.bids) == (7, (0, 1, "K"), {})
