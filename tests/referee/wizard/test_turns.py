"""Whose turn it is in Wizard, and what he may do: every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    History,
    acquitted,
    add,
    convicted,
    drop,
    edit,
    kind,
    remove,
    report,
)
from tests.referee.wizard.histories import (
    absent,
    amigo,
    first,
    forbidden,
    hidden,
    honest,
    last,
    left,
    plusminus,
    rough,
    secret,
    slept,
)

# -- rounds ----------------------------------------------------------------------------------


def test_round_number_that_jumps() -> None:
    """Rounds are counted one by one."""
    spoilt = edit(honest(), kind(ev.RoundDealt), lambda e: replace(e, round=2), everywhere=True)
    finding = convicted(spoilt, "turn_order", "R1", "WIZ-05", says="round 2 follows round 0")
    assert finding.room
    assert finding.match
    assert finding.evidence


def test_round_that_is_dealt_too_early() -> None:
    """A round is scored before the next one begins."""
    spoilt = remove(honest(), kind(ev.RoundScored))
    convicted(spoilt, "turn_order", "R1", "WIZ-05", says="round 2 is dealt before round 1 is scored")


def test_round_after_the_last() -> None:
    """Five rounds are five."""
    final = last(honest(), ev.RoundScored)
    dealt = last(honest(), ev.RoundDealt)
    more = replace(dealt, round=6, dealer=(dealt.dealer + 1) % 3, leader=(dealt.leader + 1) % 3)
    spoilt = add(honest(), kind(ev.RoundScored, line=final.line), lambda e: replace(more, group=e.group))
    convicted(spoilt, "turn_order", "R1", "WIZ-05", says="round 6 is dealt in a match of 5")


def test_dealer_that_does_not_move() -> None:
    """The dealer moves one seat to the left each round, whoever took the last trick."""
    spoilt = edit(
        honest(),
        kind(ev.RoundDealt, round=2),
        lambda e: replace(e, dealer=(e.dealer + 2) % 3, leader=e.dealer),
        everywhere=True,
    )
    convicted(spoilt, "turn_order", "R1", "WIZ-E02", says="deals, it should be seat")


@pytest.mark.parametrize("history", [honest(), plusminus()], ids=["left_of_dealer", "first_player"])
def test_first_leader_by_the_other_option(history: History) -> None:
    """Who leads the first trick was chosen."""
    spoilt = edit(history, kind(ev.RoundDealt), lambda e: replace(e, leader=(e.leader + 1) % 3), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "WIZ-E01", says="leads first, it should be seat")


@pytest.mark.parametrize("history", [honest(), hidden()], ids=["honest", "hidden"])
def test_what_comes_after_missing_events_is_not_judged(history: History) -> None:
    """Where a public event was lost nothing is certain any more."""
    number = first(history, ev.TrickTaken).number
    for oracle in ("turn_order", "conservation", "call_verdict", "points", "placement"):
        told = report(drop(history, kind(ev.TrickTaken, number=number)), oracle)
        assert not told.findings_total
        assert told.undecidable > report(history, oracle).undecidable, oracle


# -- turns -----------------------------------------------------------------------------------


def test_somebody_else_is_asked_for_trump() -> None:
    """The dealer picks trump."""
    spoilt = edit(slept(), kind(ev.TurnStarted), lambda e: replace(e, seat=(e.seat + 1) % 3), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "WIZ-08", says="it should be that of seat 0")


def test_somebody_else_bids_first() -> None:
    """Bids begin left of the dealer."""
    pick = kind(ev.TurnStarted, legal=("bid",))
    spoilt = edit(honest(), pick, lambda e: replace(e, seat=(e.seat + 1) % 3), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "WIZ-11", says="it should be that of seat")


def test_somebody_else_leads_or_follows() -> None:
    """The first trick, the cards after a lead, and the trick after one that was taken."""
    lead = first(honest(), ev.TurnStarted, legal=("play",)).turn
    again = first(honest(), ev.RoundDealt, round=2).number
    second = next(
        turn.turn
        for turn in (first(honest(), ev.TurnStarted, skip=3 * skip) for skip in range(60))
        if turn.number > again and turn.legal == ("play",)
    )
    for turn, rule in ((lead, "WIZ-E01"), (lead + 1, "WIZ-13"), (second + 3, "WIZ-16")):
        pick = kind(ev.TurnStarted, turn=turn)
        spoilt = edit(honest(), pick, lambda e: replace(e, seat=(e.seat + 1) % 3), everywhere=True)
        convicted(spoilt, "turn_order", "R1", rule, says="it should be that of seat")


def test_seat_is_asked_for_the_wrong_thing() -> None:
    """What may be done follows from the round."""
    spoilt = edit(honest(), kind(ev.TurnStarted), lambda e: replace(e, legal=("play", "bid")), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "WIZ-11", says="may play or bid, it should be bid")


def test_turn_between_two_rounds() -> None:
    """Nobody is asked when no round is under way."""
    turn = last(honest(), ev.TurnStarted)
    spoilt = add(
        honest(), kind(ev.RoundScored), lambda e: replace(turn, group=e.group, turn=first_round_turns() + 1)
    )  # fmt: skip
    accused(spoilt, "turn_order", "R1", "WIZ-05", "and no round is under way")


def first_round_turns() -> int:
    """The last turn of the first round of `honest`."""
    scored = first(honest(), ev.RoundScored).number
    turns = (first(honest(), ev.TurnStarted, skip=3 * skip) for skip in range(20))
    return max(turn.turn for turn in turns if turn.number < scored)


def test_one_is_asked_where_all_bid_at_once() -> None:
    """Hidden and secret bids have no order."""
    asked = ev.TurnStarted(number=1, group=1, match="", turn=1, seat=0, legal=("bid",), remaining_ms=1)
    spoilt = edit(
        hidden(),
        kind(ev.BiddingOpened),
        lambda e: replace(asked, number=e.number, group=e.group, seq=e.seq, match=e.match, turn=e.turn),
        everywhere=True,
    )
    convicted(spoilt, "turn_order", "R1", "WIZ-E11", says="is asked alone, and all bid at once")


def test_all_are_asked_where_bids_go_round() -> None:
    """Only hidden and secret bids are made at once, and before any of them is in."""
    opened = first(hidden(), ev.BiddingOpened)
    spoilt = edit(
        honest(),
        kind(ev.TurnStarted),
        lambda e: replace(opened, number=e.number, group=e.group, seq=e.seq, match=e.match, turn=e.turn),
        everywhere=True,
    )
    convicted(spoilt, "turn_order", "R1", "WIZ-E11", says="in phase bid of bids that are standard")
    again = add(hidden(), kind(ev.BidSealed), lambda e: replace(opened, group=e.group, turn=2))
    accused(again, "turn_order", "R1", "WIZ-E11", "in phase bid of bids that are hidden")


def test_not_all_are_asked() -> None:
    """Everybody bids."""
    spoilt = edit(hidden(), kind(ev.BiddingOpened), lambda e: replace(e, seats=(0, 2)), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "WIZ-E11", says="asked to bid are 0 2 of 3 seats")


def test_player_who_leaves_twice() -> None:
    """A seat is taken over once."""
    spoilt = add(left(), kind(ev.TakenOver), lambda e: e)
    convicted(spoilt, "turn_order", "R1", "WIZ-E20", says="is taken over again")


# -- trump -----------------------------------------------------------------------------------


def test_clock_picks_the_suit_held_most() -> None:
    """Ana has a spade in the first round; a seat whose hand nobody knows is left alone."""
    assert first(slept(), ev.TrumpChosen).auto == "clock"
    acquitted(slept(), "turn_order")
    spoilt = edit(slept(), kind(ev.TrumpChosen), lambda e: replace(e, suit="H"), everywhere=True)
    finding = convicted(spoilt, "turn_order", "R10", "WIZ-E03", says="picked H for seat 0, which holds 0 of it and 1")
    assert finding.seats == (0,)
    auto = first(absent(), ev.TrumpChosen, auto="away")
    other = next(suit for suit in ("S", "H") if suit != auto.suit)
    unknown = edit(absent(), kind(ev.TrumpChosen, auto="away"), lambda e: replace(e, suit=other), everywhere=True)
    assert acquitted(unknown, "turn_order").undecidable > 0


def test_trump_is_picked_at_the_wrong_time() -> None:
    """Trump comes before all bids, and only when a Wizard was turned up."""
    spoilt = edit(slept(), kind(ev.RoundDealt), lambda e: replace(e, turned="S3", trump="S"), everywhere=True)
    accused(spoilt, "turn_order", "R1", "WIZ-08", "makes a move of trump, due is bid")


# -- bids ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tricks", [-1, 2])
def test_bid_out_of_range(tricks: int) -> None:
    """0 to the cards dealt."""
    spoilt = edit(honest(), kind(ev.TricksBid), lambda e: replace(e, tricks=tricks), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "WIZ-12", says=f"bid {tricks}, dealt are 1 cards")


def test_last_bid_that_makes_the_total() -> None:
    """With plus/minus 1 the dealer is bound, the others are not."""
    bids = [first(plusminus(), ev.TricksBid, skip=4 * skip).tricks for skip in range(4)]
    wanted = 1 - sum(bids[:3])
    spoilt = edit(plusminus(), kind(ev.TricksBid), lambda e: replace(e, tricks=wanted), everywhere=True, skip=12)
    convicted(spoilt, "turn_order", "R1", "WIZ-22", says="as the last one, which makes the total 1")
    free = edit(plusminus(), kind(ev.TricksBid), lambda e: replace(e, tricks=1 - bids[0]), everywhere=True)
    assert not [f for f in report(free, "turn_order").findings if f.seats == (first(free, ev.TricksBid).seat,)]


def test_clock_bids_as_little_as_it_may() -> None:
    """0, and 1 where 0 would make the total."""
    pick = kind(ev.TricksBid, auto="clock")
    spoilt = edit(slept(), pick, lambda e: replace(e, tricks=1), everywhere=True)
    convicted(spoilt, "turn_order", "R10", "WIZ-E19", says="is 1, it should be 0")
    assert first(forbidden(), ev.TricksBid, auto="clock").tricks == 1
    total = edit(forbidden(), pick, lambda e: replace(e, tricks=0), everywhere=True)
    accused(total, "turn_order", "R10", "WIZ-E19", "is 0, it should be 1")


def test_bid_that_is_unseen_where_bids_are_open() -> None:
    """A bid is shown, unless chosen otherwise."""
    sealed = first(hidden(), ev.BidSealed)
    spoilt = edit(
        honest(),
        kind(ev.TricksBid),
        lambda e: replace(
            sealed, number=e.number, group=e.group, seq=e.seq, match=e.match, turn=e.turn, seat=e.seat
        ),
        everywhere=True,
    )  # fmt: skip
    convicted(spoilt, "turn_order", "R1", "WIZ-11", says="bid unseen, and bids are standard")


def test_bid_that_is_made_twice() -> None:
    """A bid stays."""
    spoilt = add(secret(), kind(ev.BidSealed), lambda e: e)
    convicted(spoilt, "turn_order", "R1", "WIZ-E12", says="bids a second time")


def test_bid_while_cards_are_played() -> None:
    """All bids come before the first card."""
    bid = first(honest(), ev.TricksBid)
    late = first(honest(), ev.TurnStarted, legal=("play",))
    spoilt = add(honest(), kind(ev.TurnStarted, turn=late.turn), lambda e: replace(bid, group=e.group, turn=e.turn))
    accused(spoilt, "turn_order", "R1", "WIZ-11", "makes a move of bid, due is play")


def test_card_before_all_have_bid() -> None:
    """Cards come after all bids, and only in a round."""
    card = first(honest(), ev.CardPlayed)
    spoilt = add(honest(), kind(ev.TurnStarted), lambda e: replace(card, group=e.group, turn=1, seat=e.seat))
    accused(spoilt, "turn_order", "R1", "WIZ-13", "makes a move of play, due is bid")
    between = add(honest(), kind(ev.MatchStarted), lambda e: replace(card, group=e.group, turn=1, seat=0))
    accused(between, "turn_order", "R1", "WIZ-13", "makes a move of play, due is nothing")


# -- who moves for whom ----------------------------------------------------------------------


def test_player_who_left_moves() -> None:
    """An AI plays for who left, and says so."""
    spoilt = edit(left(), kind(ev.CardPlayed, auto="left"), lambda e: replace(e, auto=None), everywhere=True)
    convicted(spoilt, "turn_order", "R10", "WIZ-E20", says="moved by itself; its player has left")


def test_ai_moves_for_somebody_who_is_there() -> None:
    """And for nobody else; the clock may move for both."""
    spoilt = edit(amigo(), kind(ev.CardPlayed), lambda e: replace(e, auto="left"), everywhere=True)
    convicted(spoilt, "turn_order", "R10", "WIZ-E20", says="moved automatically (left); its player is there")
    slow = edit(left(), kind(ev.CardPlayed, auto="left"), lambda e: replace(e, auto="clock"), everywhere=True)
    acquitted(slow, "turn_order")


def test_rough_play_leaves_little_open() -> None:
    """What cannot be told is the hand of somebody who was away."""
    told = acquitted(rough(), "turn_order")
    assert told.evaluated > 20 * told.undecidable
