"""Cards and calls: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.history.observation import Sent
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    DIALECT,
    PARTY,
    History,
    acquitted,
    alter,
    convicted,
    drop,
    dropped,
    edit,
    event_at,
    events,
    find,
    honest,
    kind,
    of,
    remove,
    report,
    staged,
    timed_out,
    with_bots,
)


@pytest.mark.parametrize("oracle", ["conservation", "call_verdict"])
def test_clean_cards_are_acquitted(clean: History, oracle: str) -> None:
    """Nobody makes cards in a clean history, and every one of them has some."""
    assert acquitted(clean, oracle).evaluated > 0


def test_hands_first_seen_after_a_play_are_acquitted() -> None:
    """A hand that a snapshot showed is not taken for all that was dealt."""
    assert acquitted(staged("all-away", 4)[0], "conservation").evaluated > 0


# -- conservation ----------------------------------------------------------------------------


def test_deal_of_another_size() -> None:
    """Five cards to each seat that is in."""
    spoilt = edit(honest(), kind(ev.HandStarted), lambda e: replace(e, sizes=(5, 5, 5, 4)), everywhere=True)
    convicted(spoilt, "conservation", "R2", "BLF-05", says="dealt are (5, 5, 5, 4), it should be (5, 5, 5, 5)")


def test_more_jokers_than_there_are() -> None:
    """All hands that we know fit into one deck together."""
    spoilt = edit(honest(), kind(ev.Cards), lambda e: replace(e, cards=("*", "*", "*", "K", "Q")))
    finding = convicted(spoilt, "conservation", "R2", "BLF-06", says="more cards than the deck: *")
    assert finding.seats == (0,)


def test_cards_of_another_hand_are_not_judged() -> None:
    """Cards that came before their hand, or long after it, cannot be compared."""
    clean = acquitted(honest(), "conservation")
    for change in ({"hand": 9}, {"match": "m0"}):
        spoilt = edit(honest(), kind(ev.Cards, "dee"), lambda e, change=change: replace(e, **change))  # type: ignore[misc]
        told = report(spoilt, "conservation")
        lost = clean.evaluated - told.evaluated
        assert lost == told.undecidable - clean.undecidable > 0


def test_cards_for_somebody_without_a_seat_are_no_part_of_the_deck() -> None:
    """Whether he may have them is another oracle's business."""
    started = event_at(honest(), find(honest(), kind(ev.MatchStarted)), ev.MatchStarted)
    seats = ("p_nobody", *started.seats[1:])
    spoilt = edit(honest(), kind(ev.MatchStarted), lambda e: replace(e, seats=seats), everywhere=True)
    assert not report(spoilt, "conservation").findings_total


def test_play_of_four_cards() -> None:
    """One to three cards are played at a time."""
    spoilt = edit(honest(), kind(ev.Played), lambda e: replace(e, count=4, left=1), everywhere=True)
    convicted(spoilt, "conservation", "R2", "BLF-10", says="4 cards were played")


def test_play_that_takes_no_cards_off_the_hand() -> None:
    """What was played is not held any more."""
    spoilt = edit(honest(), kind(ev.Played), lambda e: replace(e, left=5), everywhere=True)
    convicted(spoilt, "conservation", "R2", "BLF-10", says="held 5 cards, played")


def first_play(who: str) -> tuple[Sent, cmd.Play]:
    """The first play of this actor in the honest history."""
    for observation in honest():
        if isinstance(observation, Sent) and observation.who == f"{PARTY}/{who}":
            command = DIALECT.read(observation.raw)
            if isinstance(command, cmd.Play):
                return observation, command
    raise LookupError("this actor never plays")


def with_play(who: str, *cards: str) -> History:
    """The honest history in which this actor asked for these cards in his first play, and got his way."""
    sent, command = first_play(who)
    raw = DIALECT.encode(replace(command, cards=cards))
    return alter(honest(), lambda o, e: o is sent, lambda o: replace(o, raw=raw))


def test_accepted_play_of_cards_that_are_not_held() -> None:
    """Who plays three jokers held three jokers."""
    convicted(with_play("ben", "*", "*", "*"), "conservation", "R2", "BLF-10", says="and was let play * * *")


def test_accepted_play_of_an_unknown_hand_is_not_judged() -> None:
    """Where the cards never came, nothing can be said about them."""
    spoilt = drop(with_play("ben", "*", "*", "*"), kind(ev.Cards, "ben"))
    told = acquitted(spoilt, "conservation")
    assert told.undecidable > 0


def test_call_that_turns_up_cards_that_were_not_dealt() -> None:
    """The last played cards come out of the hand that was dealt."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, cards=("*",) * len(e.cards)), everywhere=True)
    spoilt = edit(spoilt, kind(ev.Cards), lambda e: replace(e, cards=("K", "K", "Q", "Q", "A")), every=True)
    finding = accused(spoilt, "conservation", "R2", "BLF-06", "were turned up, seat")
    assert len(finding.seats) == 1


def test_call_that_turns_up_more_than_the_deck_has() -> None:
    """What a bot's cards were is only known when they are turned up; they must fit in all the same."""
    bots = {2, 3}
    index = next(i for i, _, e in events(with_bots()) if isinstance(e, ev.Called) and e.claimant in bots)
    target = with_bots()[index]
    spoilt = edit(with_bots(), lambda o, e: o is target, lambda e: replace(e, cards=("*", "*", "*")), everywhere=True)
    accused(spoilt, "conservation", "R2", "BLF-06", "more cards than the deck")


# -- calls -----------------------------------------------------------------------------------


def test_wrong_verdict() -> None:
    """True is what matches the table card or is a joker, and nothing else."""
    spoilt = edit(honest(), kind(ev.Called, truth=False), lambda e: replace(e, truth=True), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "BLF-17", says="was judged true")
    spoilt = edit(honest(), kind(ev.Called, truth=True), lambda e: replace(e, truth=False), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "BLF-17", says="was judged a lie")


def test_wrong_shooter() -> None:
    """The caller pulls when the claim was true, else the claimant."""

    def other(event: ev.Called) -> ev.Called:
        return replace(event, shooter=event.seat if event.shooter != event.seat else event.claimant)

    spoilt = edit(honest(), kind(ev.Called), other, everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "BLF-17", says="has to pull, it should be seat")


def test_call_that_turns_up_other_cards_than_were_played() -> None:
    """The very cards of the last play are turned up."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, cards=("*",) * len(e.cards)), everywhere=True)
    finding = accused(spoilt, "call_verdict", "R3", "BLF-16", "turned up were *")
    assert len(finding.seats) == 1


def test_call_of_cards_that_nobody_of_ours_played_is_not_compared() -> None:
    """What the clock, a bot or somebody away played is seen only when it is turned up."""
    assert acquitted(with_bots(), "call_verdict").undecidable > 0
    assert acquitted(timed_out(), "call_verdict").evaluated > 0


def test_pull_without_a_call() -> None:
    """A pull comes right after the call that says so."""
    convicted(remove(honest(), kind(ev.Called)), "call_verdict", "R3", "BLF-17", says="without a call that says so")


def test_pull_of_somebody_else() -> None:
    """The one pulls who has to."""
    spoilt = edit(honest(), kind(ev.Pulled), lambda e: replace(e, seat=(e.seat + 1) % 4), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "BLF-17", says="pulls without a call that says so")


def test_pull_after_missing_events_is_not_judged() -> None:
    """Where the call was lost, the pull says nothing."""
    told = report(drop(honest(), kind(ev.Called, number=first_call().number)), "call_verdict")
    assert told.undecidable > report(honest(), "call_verdict").undecidable


def first_call() -> ev.Called:
    """The first call of the honest history."""
    return event_at(honest(), find(honest(), kind(ev.Called)), ev.Called)


def test_late_answer_to_a_play_of_an_earlier_hand_takes_nothing_off_the_present_one() -> None:
    """An answer that comes when a new hand was dealt is about cards that are gone."""
    _, command = first_play("ben")
    index = find(honest(), kind(ev.Ok, "ben", id=command.id))
    cards = next(i for i, o, e in events(honest()) if i > index and isinstance(e, ev.Cards) and o.who == f"{PARTY}/ben")
    answer = replace(honest()[index], at=honest()[cards].at)
    late = (*honest()[:index], *honest()[index + 1 : cards + 1], answer, *honest()[cards + 1 :])
    told = acquitted(late, "conservation")
    assert told.undecidable == acquitted(honest(), "conservation").undecidable + 1


def test_hand_after_a_reconnect_is_judged_on() -> None:
    """A snapshot that repeats the cards takes nothing away from what is known."""
    history = dropped()
    assert find(history, of(Sent))
    assert not acquitted(history, "conservation").undecidable
