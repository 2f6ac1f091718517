"""Whose turn it is in Bluff and what he may do: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.bluff.histories import (
    again,
    caught,
    covered,
    first,
    joined,
    passed_and_left,
    played_on,
    proved,
    reconnected,
    timed_out,
    with_bots,
    withdrawn,
)
from tests.referee.findings import accused
from tests.referee.histories import History, acquitted, add, alone, convicted, drop, edit, events, kind, remove, report


def test_clean_turns_are_acquitted(clean: History) -> None:
    """Every clean history passes."""
    assert acquitted(clean, "turn_order").evaluated > 0


# -- the deal --------------------------------------------------------------------------------


def dealt(history: History, skip: int = 0, **fields: object) -> History:
    """The history with these fields in a deal, of the n-th match."""
    receivers = 4 if history is with_bots() else 3
    return edit(history, kind(ev.Dealt), lambda e: replace(e, **fields), everywhere=True, skip=skip * receivers)


def test_ring_without_a_seat() -> None:
    """The turns go round all seats."""
    convicted(dealt(proved(), ring=(0, 1, 1)), "turn_order", "R1", "CHT-E16", says="which are not all seats")


def test_ring_the_other_way_round() -> None:
    """The direction is the one agreed upon."""
    spoilt = dealt(proved(), ring=(2, 1, 0))
    accused(spoilt, "turn_order", "R1", "CHT-E16", "seats 2 1 0, it should be seats 0 1 2")


def test_seats_are_not_changed_before_the_first_deal() -> None:
    """They are changed between the deals."""
    assert first(with_bots(), ev.Dealt).ring == (0, 1, 2, 3, 4)
    accused(dealt(with_bots(), ring=(1, 0, 2, 3, 4)), "turn_order", "R1", "CHT-E16", "it should be seats 0 1 2 3 4")


def test_seat_behind_the_dealer_leads() -> None:
    """And nobody else."""
    finding = convicted(dealt(proved(), leader=1), "turn_order", "R1", "CHT-E15", says="seat 1 leads after dealer 2")
    assert finding.seats == (1,)


def test_dealer_moves_on_by_one_seat() -> None:
    """At a table that plays again the next seat deals."""
    deals = sorted({e.number for e in _all(again(), ev.Dealt)})
    assert len(deals) == 3
    second = next(e for e in _all(again(), ev.Dealt) if e.number == deals[1])
    around = second.ring * 2
    other = around[around.index(second.dealer) + 1]
    spoilt = edit(again(), kind(ev.Dealt, number=deals[1]), lambda e: replace(e, dealer=other), everywhere=True)
    accused(spoilt, "turn_order", "R1", "CHT-E15", "it should be the next one")


def test_deal_after_a_match_that_nobody_saw_end_is_not_compared() -> None:
    """Who dealt before is not known then."""
    hole = drop(again(), kind(ev.MatchOver))
    deals = sorted({e.number for e in _all(again(), ev.Dealt)})
    other = edit(hole, kind(ev.Dealt, number=deals[1]), lambda e: replace(e, ring=(0, 1, 2, 3), dealer=0), every=True)
    assert not [f for f in report(other, "turn_order").findings if "deals after" in f.what]


# -- turns -----------------------------------------------------------------------------------


def turn(history: History, number: int, **fields: object) -> History:
    """The history with these fields in this turn."""
    return edit(history, kind(ev.TurnStarted, turn=number), lambda e: replace(e, **fields), everywhere=True)


def test_turn_that_passes_over_a_seat() -> None:
    """Play passes to the next seat with cards."""
    finding = convicted(
        turn(joined(), 2, seat=2), "turn_order", "R1", "CHT-07",
        says="it is the turn of seat 2, it should be that of seat 1",
    )  # fmt: skip
    assert finding.seats == (2,)


def test_loser_of_the_call_does_not_lead() -> None:
    """After a lie the caller leads."""
    spoilt = turn(caught(), 3, seat=0)
    convicted(spoilt, "turn_order", "R1", "CHT-12", says="turn of seat 0, it should be that of seat 1")


def test_leader_without_cards_hands_the_lead_on() -> None:
    """To the seat after him, not to the caller."""
    number = first(played_on(), ev.TurnedUp).turn + 1
    assert first(played_on(), ev.TurnStarted, turn=number).seat == 1
    convicted(turn(played_on(), number, seat=2), "turn_order", "R1", "CHT-12", says="it should be that of seat 1")


def test_turn_within_a_turn() -> None:
    """Nobody is asked before the one before has moved."""
    spoilt = add(joined(), kind(ev.TurnStarted, turn=2), lambda e: replace(e, turn=3, seat=2))
    accused(spoilt, "turn_order", "R1", "CHT-07", "seat 2 is asked while it is the turn of seat 1")


def test_round_that_does_not_end() -> None:
    """When everybody has passed the pile goes before anything else."""
    spoilt = remove(proved(), kind(ev.Swept))
    accused(spoilt, "turn_order", "R1", "CHT-07", "the round is over and its pile is not swept away")


def test_turn_in_a_match_that_is_decided() -> None:
    """The first one out ends it, if that was agreed."""
    spoilt = add(
        proved(), kind(ev.Finished),
        lambda e: ev.TurnStarted(
            number=0, group=e.group, match=e.match, turn=8, seat=1, legal=("play",), remaining_ms=30_000
        ),
    )  # fmt: skip
    accused(spoilt, "turn_order", "R1", "CHT-21", "seat 1 is asked in a match that is decided")


@pytest.mark.parametrize(
    ("number", "legal", "rule", "says"),
    [
        (1, ("play", "pass"), "CHT-E04", "seat 0 may play or pass, it should be play"),
        (2, ("play", "call"), "CHT-06", "seat 1 may play or call, it should be play or pass or call"),
        (4, ("play", "pass", "call"), "CHT-08", "seat 0 may play or pass or call, it should be play or pass"),
    ],
)
def test_what_may_be_done(number: int, legal: tuple[ev.Legal, ...], rule: str, says: str) -> None:
    """A leader lays; the others lay, pass or call; the claimant does not call himself."""
    convicted(turn(joined(), number, legal=legal), "turn_order", "R1", rule, says=says)


# -- moves -----------------------------------------------------------------------------------


def test_rank_that_changes_within_a_round() -> None:
    """All cards of a round are of one rank."""
    spoilt = edit(joined(), kind(ev.Laid, turn=4), lambda e: replace(e, rank="K"), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "CHT-06", says="seat 0 names K in a round of A")


def test_lead_under_another_rank_than_was_said() -> None:
    """What our own player named is what everybody is told."""
    spoilt = edit(joined(), kind(ev.Laid, turn=1), lambda e: replace(e, rank="9"), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "CHT-04", says="seat 0 led A and everybody is told 9")


def laid_by_the_clock(**fields: object) -> History:
    """The history in which the clock led for ana, with these fields in her lead."""
    return edit(timed_out(), kind(ev.Laid, turn=1), lambda e: replace(e, **fields), everywhere=True)


def test_automatic_lead_of_more_than_one_card() -> None:
    """One card."""
    accused(laid_by_the_clock(count=2), "turn_order", "R10", "CHT-E21", "the automatic lead laid 2 cards")


def test_automatic_lead_that_lies() -> None:
    """Truthfully named, as far as her cards are known."""
    hand = first(timed_out(), ev.BluffHand, "ana").cards
    missing = next(
        rank for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") if rank not in hand
    )
    spoilt = laid_by_the_clock(rank=missing)
    finding = accused(spoilt, "turn_order", "R10", "CHT-E21", f"the automatic lead named {missing}, seat 0 holds")
    assert finding.seats == (0,)


def test_automatic_lead_that_is_caught_lying() -> None:
    """What is turned up shows it, too."""
    spoilt = edit(timed_out(), kind(ev.TurnedUp), lambda e: replace(e, truth=False), everywhere=True)
    accused(spoilt, "turn_order", "R10", "CHT-E21", "the automatic lead of seat 0 was not true")


def test_automatic_move_that_lays_instead_of_passing() -> None:
    """Who follows passes."""
    spoilt = edit(joined(), kind(ev.Laid, turn=4), lambda e: replace(e, auto="clock"), everywhere=True)
    convicted(spoilt, "turn_order", "R10", "CHT-E21", says="the automatic move laid for seat 0, it passes")


def test_automatic_move_that_calls() -> None:
    """Never."""
    spoilt = edit(joined(), kind(ev.TurnedUp), lambda e: replace(e, auto="away"), everywhere=True)
    convicted(spoilt, "turn_order", "R10", "CHT-E21", says="the automatic move called for seat 2")


def test_leader_who_passes() -> None:
    """He lays."""
    lead = first(joined(), ev.Laid, turn=1)
    passed = ev.Passed(number=lead.number, group=lead.group, match=lead.match, turn=1, seat=0)
    spoilt = edit(joined(), kind(ev.Laid, turn=1), lambda e: replace(passed, seq=e.seq), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "CHT-E04", says="seat 0 leads and passed")


def called(**fields: object) -> History:
    """The history in which cho calls ben, with these fields in the call."""
    return edit(joined(), kind(ev.TurnedUp), lambda e: replace(e, **fields), everywhere=True)


def test_call_of_an_older_claim() -> None:
    """Only the cards that were laid last can be called."""
    convicted(
        called(claimant=0),
        "turn_order",
        "R1",
        "CHT-15",
        says="the claim of seat 0 was called, the last is that of seat 1",
    )


def test_call_of_oneself() -> None:
    """Nobody calls himself."""
    convicted(called(claimant=2), "turn_order", "R1", "CHT-E07", says="seat 2 called itself")


def test_call_of_nothing() -> None:
    """Who leads has nothing to call."""
    lead = first(joined(), ev.Laid, turn=1)
    turned_up = ev.TurnedUp(
        number=lead.number, group=lead.group, match=lead.match, turn=1, seat=0, claimant=1, rank="A", cards=("A",),
        truth=True, taker=0, taken=1,
    )  # fmt: skip
    spoilt = edit(joined(), kind(ev.Laid, turn=1), lambda e: replace(turned_up, seq=e.seq), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "CHT-06", says="seat 0 called and nothing was claimed")


def test_pile_that_goes_too_early() -> None:
    """Everybody with cards must have passed, the claimant too; players are counted and not passes."""
    spoilt = add(joined(), kind(ev.Passed, seat=2), lambda e: ev.Swept(number=0, group=e.group, match=e.match, count=2))
    finding = accused(spoilt, "turn_order", "R1", "CHT-E20", "the pile is swept, and seats 0 did not pass")
    assert finding.seats == (0,)


def test_sweep_without_a_claim() -> None:
    """There is no pile, and nothing is known of what comes then."""
    spoilt = add(
        joined(), kind(ev.TurnStarted, turn=1), lambda e: ev.Swept(number=0, group=e.group, match=e.match, count=0)
    )
    accused(spoilt, "turn_order", "R1", "CHT-E20", "the pile is swept, and seats 0 1 2 did not pass")


def test_leaver_on_turn_is_followed_by_the_next_seat() -> None:
    """And a claimant who leaves takes the round with him."""
    for history in (withdrawn(), passed_and_left(), covered()):
        assert not acquitted(history, "turn_order").undecidable


def test_what_came_before_a_snapshot_is_not_needed() -> None:
    """Who comes in late judges what he hears."""
    assert acquitted(alone(reconnected(), "ben#2"), "turn_order").evaluated > 0


def _all(history: History, wanted: type[ev.Dealt]) -> list[ev.Dealt]:
    return [event for _, _, event in events(history) if isinstance(event, wanted)]
