"""Cards are neither made nor lost, and a call tells the truth: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.history.observation import Sent
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.bluff.histories import (
    absent,
    acted,
    caught,
    first,
    joined,
    proved,
    reconnected,
    timed_out,
    two,
    with_bots,
)
from tests.referee.findings import accused
from tests.referee.histories import (
    DIALECT,
    PARTY,
    History,
    acquitted,
    alone,
    alter,
    convicted,
    drop,
    edit,
    kind,
    remove,
    report,
)


@pytest.mark.parametrize("oracle", ["conservation", "call_verdict"])
def test_clean_cards_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history passes."""
    acquitted(clean, oracle)


# -- by number -------------------------------------------------------------------------------


def dealt(history: History, **fields: object) -> History:
    """The history with these fields in the first deal."""
    return edit(history, kind(ev.Dealt), lambda e: replace(e, **fields), everywhere=True)


def test_deal_with_a_card_missing() -> None:
    """All cards of the decks and jokers agreed upon are dealt."""
    convicted(
        dealt(proved(), sizes=(18, 18, 17)), "conservation", "R2", "CHT-03", says="53 cards are dealt, there are 54"
    )


def test_odd_cards_to_the_wrong_seats() -> None:
    """They go to the leader and the seats after him."""
    sizes = first(with_bots(), ev.Dealt).sizes
    assert len(set(sizes)) == 2
    turned = (*sizes[1:], sizes[0])
    convicted(dealt(with_bots(), sizes=turned), "conservation", "R2", "CHT-E01", says=f"dealt are {turned}")


def test_deal_without_an_order_of_turns_is_not_judged_here() -> None:
    """Who gets the odd cards cannot be told when the leader has no place in the ring."""
    spoilt = dealt(proved(), ring=(0, 1, 1), leader=2)
    assert not [f for f in report(spoilt, "conservation").findings if f.rule == "CHT-E01"]


def test_claim_of_nothing() -> None:
    """One card at least is laid."""
    spoilt = edit(joined(), kind(ev.Laid, turn=4), lambda e: replace(e, count=0), everywhere=True)
    accused(spoilt, "conservation", "R2", "CHT-04", "0 cards were laid")


def test_card_that_stays_in_the_hand() -> None:
    """As many leave the hand as are named."""
    spoilt = edit(joined(), kind(ev.Laid, turn=1), lambda e: replace(e, left=17), everywhere=True)
    finding = convicted(spoilt, "conservation", "R2", "CHT-05", says="seat 0 held 18 cards, laid 2 and holds 17")
    assert finding.seats == (0,)


def test_number_that_is_not_the_number_laid() -> None:
    """Only the rank can be a lie."""
    spoilt = edit(joined(), kind(ev.Laid, turn=1), lambda e: replace(e, count=3, left=15), everywhere=True)
    convicted(spoilt, "conservation", "R2", "CHT-05", says="seat 0 laid 2 cards, named are 3")


def called(history: History, **fields: object) -> History:
    """The history with these fields in its first call."""
    return edit(history, kind(ev.TurnedUp), lambda e: replace(e, **fields), everywhere=True)


@pytest.mark.parametrize(("history", "rule"), [(joined, "CHT-13"), (proved, "CHT-12")])
def test_part_of_a_pile(history: object, rule: str) -> None:
    """The whole pile is taken, whoever takes it."""
    clean = joined() if history is joined else proved()
    spoilt = called(clean, taken=first(clean, ev.TurnedUp).taken - 1)
    accused(spoilt, "conservation", "R2", rule, "cards of a pile of")


def test_part_of_a_pile_that_is_swept() -> None:
    """The whole pile leaves the game."""
    spoilt = edit(proved(), kind(ev.Swept), lambda e: replace(e, count=13), everywhere=True)
    convicted(spoilt, "conservation", "R2", "CHT-10", says="13 cards leave the game, the pile had 14")


# -- by face ---------------------------------------------------------------------------------


def test_cards_turned_up_that_were_never_there() -> None:
    """Ben, who is ours, was never seen with two aces; ana had two, and has laid two."""
    finding = accused(
        called(joined(), cards=("A", "A")), "conservation", "R2", "CHT-E25", "seat 1 never held all of them"
    )
    assert finding.seats == (1,)


def test_cards_turned_up_that_are_elsewhere() -> None:
    """Where the claimant's hand is not known, his cards must still be left over by all others."""
    spoilt = called(alone(joined(), "ana#1"), cards=("A", "A"))
    accused(spoilt, "conservation", "R2", "CHT-03", "there are more cards than were dealt: A A too many")


def told(history: History, who: str, *cards: str, skip: int = 0) -> History:
    """The history in which this actor is told these cards."""
    return edit(history, kind(ev.BluffHand, who), lambda e: replace(e, cards=cards or e.cards[:-1]), skip=skip)


def test_hand_with_a_card_missing() -> None:
    """Who is told his cards holds as many as everybody was told."""
    finding = convicted(
        told(reconnected(), "ben", skip=1), "conservation", "R2", "CHT-03", says="is shown 19 cards, it should hold 20"
    )
    assert finding.seats == (1,)


def test_hand_out_of_which_a_card_has_vanished() -> None:
    """Nobody takes cards out of a hand but by a play."""
    taken = first(reconnected(), ev.BluffHand, "ben").cards
    assert taken.count("*") < 2
    spoilt = told(reconnected(), "ben", *("*" for _ in range(20)), skip=1)
    accused(spoilt, "conservation", "R2", "CHT-03", "gone without a play are")


def test_card_that_is_in_two_hands() -> None:
    """All hands that are known fit into the cards of the match; ana has four twos here."""
    spoilt = told(proved(), "ben", *("2",) * 18)
    accused(spoilt, "conservation", "R2", "CHT-03", "there are more cards than were dealt")


def test_card_that_had_left_the_game() -> None:
    """What was swept does not come back: all aces are out when cho takes ana's kings."""
    clean = acted("bluff-next-seat-leads")
    kings = tuple(card for card in "AAAA" + "KKKK")
    grown = edit(
        clean, kind(ev.BluffHand, "cho", match=first(clean, ev.MatchStarted).match),
        lambda e: replace(e, cards=(*e.cards[: len(e.cards) - 8], *kings)), skip=1,
    )  # fmt: skip
    accused(grown, "conservation", "R2", "CHT-03", "cards")


def test_hand_of_another_match_is_not_compared() -> None:
    """Of that nothing is known."""
    spoilt = edit(joined(), kind(ev.BluffHand), lambda e: replace(e, match="m_other"))
    assert report(spoilt, "conservation").undecidable > acquitted(joined(), "conservation").undecidable


def test_hand_that_came_too_early_to_be_compared() -> None:
    """Before the deal is announced there is nothing to compare it with."""
    spoilt = remove(joined(), kind(ev.Dealt))
    assert report(spoilt, "conservation").undecidable > 0


def snapshot(**fields: object) -> History:
    """The history in which ben comes back to a table with these fields."""
    return edit(
        reconnected(), kind(ev.Snapshot, "ben", phase="playing"),
        lambda e: replace(e, table=replace(e.table, **fields)),
    )  # fmt: skip


def test_picture_that_loses_cards() -> None:
    """Hands, pile and what has left the game are all cards."""
    convicted(snapshot(pile=1), "conservation", "R2", "CHT-03", says="are 53 cards, there are 54")


def test_picture_with_another_hand() -> None:
    """The cards in it are counted like those of the live stream."""
    accused(snapshot(cards=("A",) * 20), "conservation", "R2", "CHT-03", "gone without a play are")
    accused(snapshot(cards=("A", "A")), "conservation", "R2", "CHT-03", "is shown 2 cards, it should hold 20")
    accused(snapshot(cards=("A", "A")), "continuity", "C1", "BLF-25", "holds 20 cards and is shown 2")
    accused(snapshot(cards=("J",) * 20), "resume_privacy", "P7", "CHT-E24", "the snapshot shows seat 1 J J")


def test_picture_for_nobody() -> None:
    """Who has no seat is shown no hand; all cards are counted in his picture, too."""
    spoilt = edit(reconnected(), kind(ev.Snapshot, "ben", phase="playing"), lambda e: replace(e, seat=None))
    assert not [f for f in report(spoilt, "conservation").findings if "is shown" in f.what]


def lays(history: History, who: str, *cards: str) -> History:
    """The history in which this actor asked for these cards in his first play, and got his way."""
    sent, command = next(
        (observation, command)
        for observation in history
        if isinstance(observation, Sent)
        and observation.who == f"{PARTY}/{who}"
        and isinstance(command := DIALECT.read(observation.raw), cmd.Lay)
    )
    raw = DIALECT.encode(replace(command, cards=cards))
    return alter(history, lambda o, e: o is sent, lambda o: replace(o, raw=raw))


def test_accepted_play_of_cards_that_are_not_held() -> None:
    """Each face is laid at most as often as it is there."""
    finding = accused(lays(joined(), "ana", *"AAAAA"), "conservation", "R2", "CHT-E25", "was let lay A A A A A")
    assert finding.seats == (0,)
    acquitted(lays(joined(), "ana", "A", "2"), "turn_order")


def test_play_out_of_a_hand_that_nobody_saw_is_not_judged() -> None:
    """Who was not told his cards may lay anything."""
    blind = drop(joined(), kind(ev.BluffHand, "ana"))
    assert acquitted(blind, "conservation").undecidable > acquitted(joined(), "conservation").undecidable


def test_play_that_is_sent_twice_is_judged_once() -> None:
    """The second answer is that of the first; moves of other kinds take no cards."""
    assert acquitted(acted("bluff-stale-and-twice"), "conservation").evaluated > 0


def test_answer_to_somebody_without_a_seat_is_not_judged() -> None:
    """Who does not sit there holds nothing."""
    seats = first(joined(), ev.MatchStarted).seats
    strangers = edit(
        joined(), kind(ev.MatchStarted), lambda e: replace(e, seats=("p_nobody", *seats[1:])), everywhere=True
    )
    assert not report(strangers, "conservation").error


def test_hands_of_bots_and_of_the_absent_are_judged_by_number() -> None:
    """What is not seen is not known."""
    for history in (with_bots(), absent(), two()):
        assert acquitted(history, "conservation").evaluated > 0


# -- the verdict -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "truth", "rule", "says"),
    [
        (("A", "A"), False, "CHT-12", "A A as A was judged a lie"),
        (("5", "6"), True, "CHT-13", "5 6 as A was judged true"),
        (("A", "*"), False, "CHT-18", "A * as A was judged a lie"),
        (("5", "*"), True, "CHT-18", "5 * as A was judged true"),
    ],
)
def test_verdict_that_does_not_follow_from_the_cards(cards: tuple[str, ...], truth: bool, rule: str, says: str) -> None:
    """True is what is of the rank named, or a joker."""
    spoilt = called(joined(), cards=cards, truth=truth, taker=2 if truth else 1)
    finding = accused(spoilt, "call_verdict", "R3", rule, says)
    assert finding.seats == (1,)


@pytest.mark.parametrize(("history", "rule", "taker"), [(joined, "CHT-13", 2), (proved, "CHT-12", 0)])
def test_pile_that_goes_to_the_wrong_seat(history: object, rule: str, taker: int) -> None:
    """Who was wrong takes it."""
    clean = joined() if history is joined else proved()
    accused(called(clean, taker=taker), "call_verdict", "R3", rule, f"seat {taker} takes the pile, it should be seat")


def test_call_under_another_rank() -> None:
    """The rank is the one that was named."""
    accused(called(joined(), rank="Q"), "call_verdict", "R3", "CHT-06", "claimed was A, called is Q")


def test_cards_that_were_not_laid() -> None:
    """What is turned up is what ben laid."""
    finding = convicted(
        called(joined(), cards=("5", "7")), "call_verdict", "R3", "CHT-11",
        says="seat 1 laid 5 6, turned up were 5 7",
    )  # fmt: skip
    assert finding.seats == (1,)


def test_what_the_clock_laid_is_seen_only_when_it_is_turned_up() -> None:
    """Nobody acknowledged it, and no answer of ours says what it was."""
    assert acquitted(timed_out(), "call_verdict").undecidable >= 1
    assert not acquitted(caught(), "call_verdict").undecidable
