"""Whose turn it is in Liar's Dice and what may be bid: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    History,
    acquitted,
    add,
    alone,
    convicted,
    drop,
    edit,
    events,
    kind,
    remove,
    report,
)
from tests.referee.liars_dice.histories import (
    first,
    fixed,
    gone,
    honest,
    left,
    low,
    ordered,
    reconnected,
    timed_out,
    topped,
)


def test_clean_turns_are_acquitted(clean: History) -> None:
    """Every clean history passes."""
    assert acquitted(clean, "turn_order").evaluated > 0


def bid(history: History, turn: int, **fields: object) -> History:
    """The history with these fields in the bid of this turn."""
    return edit(history, kind(ev.BidMade, turn=turn), lambda e: replace(e, **fields), everywhere=True)


# -- rounds ----------------------------------------------------------------------------------


def test_round_number_that_jumps() -> None:
    """Rounds are counted one by one."""
    spoilt = edit(honest(), kind(ev.RoundStarted, round=2), lambda e: replace(e, round=3), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "LDC-03", says="round 3 follows round 1")


def test_first_round_is_opened_by_the_host() -> None:
    """Nobody else opens it."""
    spoilt = edit(honest(), kind(ev.RoundStarted, round=1), lambda e: replace(e, opener=2), everywhere=True)
    finding = convicted(spoilt, "turn_order", "R1", "LDC-E12", says="seat 2 opens round 1, it should be seat 0")
    assert finding.seats == (2,)


def test_round_of_a_room_without_a_known_host_is_not_judged() -> None:
    """Where the owner has no seat, nobody can say who opens."""
    spoilt = edit(honest(), kind(ev.Roster), lambda e: replace(e, owner="p_nobody"), every=True)
    spoilt = edit(spoilt, kind(ev.Snapshot), lambda e: replace(e, owner="p_nobody"), every=True)
    assert acquitted(spoilt, "turn_order").undecidable == 1


def test_next_round_is_opened_by_the_loser() -> None:
    """Not by the winner of the challenge."""
    spoilt = edit(ordered(), kind(ev.RoundStarted, round=2), lambda e: replace(e, opener=1), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "LDC-04", says="seat 1 opens round 2, it should be seat 0")


def test_round_after_an_elimination_is_opened_by_the_next_seat() -> None:
    """Who is out opens nothing, and nobody is passed over."""
    spoilt = edit(ordered(), kind(ev.RoundStarted, round=6), lambda e: replace(e, opener=2), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "LDC-E11", says="seat 2 opens round 6, it should be seat 1")


def test_opener_after_a_challenge_that_nobody_saw_is_not_judged() -> None:
    """A round that nobody was seen to lose the die for may be opened by anybody."""
    told = report(remove(honest(), kind(ev.Challenged)), "turn_order")
    assert told.undecidable == 1
    assert acquitted(alone(reconnected(), "ben#2"), "turn_order").evaluated > 0


# -- turns -----------------------------------------------------------------------------------


def test_first_turn_is_that_of_the_opener() -> None:
    """Nobody else begins."""
    spoilt = edit(honest(), kind(ev.TurnStarted, turn=1), lambda e: replace(e, seat=1), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "LDC-04", says="it is the turn of seat 1, it should be that of seat 0")


def test_turn_that_passes_over_a_seat() -> None:
    """Play passes to the next seat with dice."""
    spoilt = edit(honest(), kind(ev.TurnStarted, turn=2), lambda e: replace(e, seat=2), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "LDC-15", says="it is the turn of seat 2, it should be that of seat 1")


@pytest.mark.parametrize(
    ("turn", "legal", "rule", "says"),
    [
        (1, ("bid", "challenge"), "LDC-E10", "seat 0 may bid or challenge, it should be bid"),
        (2, ("bid",), "LDC-15", "seat 1 may bid, it should be bid or challenge"),
        (3, ("bid", "challenge"), "LDC-E07", "seat 2 may bid or challenge, it should be challenge"),
    ],
)
def test_what_may_be_done(turn: int, legal: tuple[str, ...], rule: str, says: str) -> None:
    """An opener bids; a bid can be raised or challenged; the highest of all only be challenged."""
    spoilt = edit(topped(), kind(ev.TurnStarted, turn=turn), lambda e: replace(e, legal=legal), everywhere=True)
    convicted(spoilt, "turn_order", "R1", rule, says=says)


# -- bids ------------------------------------------------------------------------------------


def test_bid_of_nothing() -> None:
    """A bid has one die at least."""
    convicted(bid(honest(), 1, quantity=0), "turn_order", "R1", "LDC-E19", says="seat 0 bid 0 x")


def test_bid_above_the_dice_in_play() -> None:
    """Nobody can bid more dice than there are."""
    convicted(bid(fixed(), 2, quantity=16), "turn_order", "R1", "LDC-07", says="bid 16 x 2, in play are 15 dice")


@pytest.mark.parametrize(("quantity", "face"), [(3, 2), (2, 6), (2, 2)])
def test_bid_that_beats_nothing(quantity: int, face: int) -> None:
    """The same again, or fewer dice, are no raise."""
    spoilt = bid(fixed(), 2, quantity=quantity, face=face)
    finding = convicted(spoilt, "turn_order", "R1", "LDC-06", says=f"seat 1 bid {quantity} x {face} on 3 x 2")
    assert finding.seats == (1,)


@pytest.mark.parametrize(("quantity", "face"), [(3, 3), (4, 2), (3, 1), (15, 6)])
def test_bid_that_beats_the_last_one(quantity: int, face: int) -> None:
    """As many of a higher face, and more of any, are a raise; ones are high here."""
    spoilt = bid(fixed(), 2, quantity=quantity, face=face, locked=face == 1)
    told = report(spoilt, "turn_order")
    assert not [finding for finding in told.findings if finding.rule in ("LDC-06", "LDC-07", "LDC-10", "LDC-E01")]


def test_ones_count_by_what_was_chosen() -> None:
    """As many ones are no raise where ones are low, and a face is none on as many ones where they are high."""
    clean = low()
    raised = next(e for e in bids(clean) if e.turn > 1 and e.face == 1)
    before = next(e for e in bids(clean) if e.number < raised.number and e.turn == raised.turn - 1)
    spoilt = bid(clean, raised.turn, quantity=before.quantity)
    accused(spoilt, "turn_order", "R1", "LDC-E01", "ones are low")
    spoilt = bid(topped(), 2, face=5)
    accused(spoilt, "turn_order", "R1", "LDC-06", "on 15 x 6")


def bids(history: History) -> list[ev.BidMade]:
    """All bids of the first match."""
    over = first(history, ev.MatchOver).number
    seen = {e.number: e for _, _, e in events(history) if isinstance(e, ev.BidMade)}
    return [seen[number] for number in sorted(seen) if number < over]


def test_lock_that_is_not_told() -> None:
    """Ones that were bid are locked, and others are not."""
    convicted(
        bid(reconnected(), 1, locked=False), "turn_order", "R1", "LDC-10", says="are said to be wild, they are ones"
    )
    convicted(bid(fixed(), 1, locked=True), "turn_order", "R1", "LDC-10", says="said to be ones only, they are wild")
    convicted(
        bid(reconnected(), 2, locked=False), "turn_order", "R1", "LDC-10", says="are said to be wild, they are ones"
    )


def test_challenge_without_a_bid() -> None:
    """There is nothing to challenge."""
    spoilt = remove(remove(fixed(), kind(ev.BidMade, turn=1)), kind(ev.BidMade, turn=2))
    accused(spoilt, "turn_order", "R1", "LDC-E10", "challenged, and there is no bid")


# -- automatic moves -------------------------------------------------------------------------


def test_out_of_time_with_a_bid_is_a_challenge() -> None:
    """Nobody is bid for who could be challenged for."""
    spoilt = edit(fixed(), kind(ev.BidMade, turn=2), lambda e: replace(e, auto="clock"), everywhere=True)
    convicted(spoilt, "turn_order", "R10", "LDC-E14", says="4 x 2 was bid for it instead of a challenge")


def test_out_of_time_without_a_bid_is_one_two() -> None:
    """The smallest bid, and no other."""
    spoilt = edit(timed_out(), kind(ev.BidMade, auto="clock"), lambda e: replace(e, face=3), everywhere=True)
    finding = convicted(spoilt, "turn_order", "R10", "LDC-E14", says="1 x 3 was bid for it instead of 1 x 2")
    assert len(finding.seats) == 1


def test_seat_of_a_leaver_is_moved_by_an_ai() -> None:
    """What it does says so; nobody who has left moves, or is away."""
    auto = kind(ev.BidMade, auto="left")
    spoilt = edit(left(), auto, lambda e: replace(e, auto=None), everywhere=True)
    accused(spoilt, "turn_order", "R10", "LDC-E15", "seat 0 is moved by a player, and its player left")
    spoilt = edit(left(), auto, lambda e: replace(e, auto="away"), everywhere=True)
    accused(spoilt, "turn_order", "R10", "LDC-E15", "seat 0 is moved automatically (away), and its player left")


def test_seat_of_somebody_who_is_there_is_no_ais() -> None:
    """Who did not leave is not played by an AI for good."""
    spoilt = edit(fixed(), kind(ev.Challenged), lambda e: replace(e, auto="left"), everywhere=True)
    convicted(
        spoilt, "turn_order", "R10", "LDC-E15", says="seat 2 is moved automatically (left), and its player did not"
    )


# -- leavers ---------------------------------------------------------------------------------


def test_ai_on_a_seat_twice() -> None:
    """A seat is taken over once."""
    spoilt = add(left(), kind(ev.TakenOver), lambda e: e)
    accused(spoilt, "turn_order", "R1", "LDC-E15", "an AI takes seat 0, which is an AI already")


def test_ai_on_a_seat_that_is_out() -> None:
    """There is nothing left to play there."""

    def taken(event: ev.LeftTable) -> ev.Event:
        return ev.TakenOver(number=0, group=event.group, match=event.match, seat=event.seat)

    spoilt = add(gone(), kind(ev.LeftTable), taken)
    convicted(spoilt, "turn_order", "R1", "LDC-E15", says="an AI takes seat 0, which is out")


def test_seat_with_dice_that_is_left_empty() -> None:
    """An AI must take it."""

    def leave(event: ev.TakenOver) -> ev.Event:
        return ev.LeftTable(
            seq=event.seq, number=event.number, group=event.group, match=event.match, seat=event.seat, place=3,
            points=0, withdrawn=False,
        )  # fmt: skip

    spoilt = edit(left(), kind(ev.TakenOver), leave, everywhere=True)
    convicted(spoilt, "turn_order", "R1", "LDC-E15", says="seat 0 was left with 5 dice, and no AI takes it")


def test_nothing_is_judged_after_missing_events() -> None:
    """Where a public event was lost, neither bids nor turns nor leavers can be told."""
    for history in (honest(), left(), gone()):
        lost = first(history, ev.BidMade)
        told = report(drop(history, kind(ev.BidMade, number=lost.number)), "turn_order")
        assert told.undecidable > 20
        assert not [f for f in told.findings if f.rule.startswith("LDC")]
