"""The sixty cards of a round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND
from harness.runtimes.virtual.network import Link
from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    OPEN,
    History,
    acquitted,
    add,
    alone,
    convicted,
    drop,
    edit,
    kind,
    plan,
    record,
    report,
)
from tests.referee.wizard.histories import amigo, dropped, first, full, honest, trick_by_trick, wizard


@pytest.mark.parametrize(
    ("history", "rule"), [(honest(), "WIZ-24"), (amigo(), "WIZ-25"), (full(), "WIZ-E08")], ids=["five", "amigo", "full"]
)
def test_round_of_another_size(history: History, rule: str) -> None:
    """The chosen list says how many cards are dealt."""
    spoilt = edit(history, kind(ev.RoundDealt), lambda e: replace(e, each=e.each + 1), everywhere=True)
    convicted(spoilt, "conservation", "R2", rule, says="cards are dealt to each seat in round 1, it should be")


def test_round_that_is_none_has_no_size() -> None:
    """That is said elsewhere."""
    for number in (0, 6):
        spoilt = edit(honest(), kind(ev.RoundDealt), lambda e, n=number: replace(e, round=n, each=9), everywhere=True)
        assert not [f for f in report(spoilt, "conservation").findings if "cards are dealt" in f.what]


def test_card_that_is_not_held() -> None:
    """A card that is played was in the hand."""
    card = first(honest(), ev.CardPlayed)
    spoilt = edit(honest(), kind(ev.CardPlayed), lambda e: replace(e, card="E"), everywhere=True)
    finding = convicted(spoilt, "conservation", "R2", "WIZ-13", says=f"plays E and holds {card.card}")
    assert finding.seats == (card.seat,)


def test_card_that_is_played_twice() -> None:
    """Nobody knows the hands, and the same card comes from two of them."""
    blind = drop(trick_by_trick(), kind(ev.WizardHand))
    spoilt = edit(blind, kind(ev.CardPlayed, card="HA"), lambda e: replace(e, card="H2"), everywhere=True)
    convicted(spoilt, "conservation", "R2", "WIZ-26", says="H2 too many")


def test_four_jesters_are_no_more() -> None:
    """The fifth is one too many."""
    blind = drop(trick_by_trick(), kind(ev.WizardHand))
    spoilt = edit(
        blind,
        lambda o, e: isinstance(e, ev.CardPlayed) and e.number > first(blind, ev.RoundDealt, round=2).number,
        lambda e: replace(e, card="E"),
        every=True,
    )
    convicted(spoilt, "conservation", "R2", "WIZ-26", says="E too many")


def test_card_turned_up_is_played() -> None:
    """It is out of the round."""
    card = first(honest(), ev.CardPlayed)
    spoilt = edit(honest(), kind(ev.RoundDealt), lambda e: replace(e, turned=card.card), everywhere=True)
    convicted(spoilt, "conservation", "R2", "WIZ-10", says=f"{card.card} too many")


def test_two_hands_with_the_same_card() -> None:
    """Hands of our own players fit into one deck."""
    stolen = first(honest(), ev.WizardHand, "ana").cards
    spoilt = edit(honest(), kind(ev.WizardHand, "cho"), lambda e: replace(e, cards=stolen))
    convicted(spoilt, "conservation", "R2", "WIZ-26", says=f"{stolen[0]} too many")


@pytest.mark.parametrize("cards", [(), ("E", "W")])
def test_hand_that_is_too_small_or_too_large(cards: tuple[str, ...]) -> None:
    """A frame shows as many cards as are left."""
    spoilt = edit(honest(), kind(ev.WizardHand, "ben"), lambda e: replace(e, cards=cards))
    convicted(spoilt, "conservation", "R2", "WIZ-05", says=f"has 1 cards left and is shown {len(cards)}")


def test_more_cards_than_were_dealt() -> None:
    """Nobody plays from an empty hand."""
    card = first(honest(), ev.CardPlayed)
    spoilt = add(honest(), kind(ev.CardPlayed), lambda e: replace(e, card="S2"))
    accused(spoilt, "conservation", "R2", "WIZ-05", f"seat {card.seat} plays S2 and has no card left")


def test_hands_that_cannot_be_placed_are_not_judged() -> None:
    """Of another match, or another round, or for somebody without a seat."""
    clean = report(honest(), "conservation")
    other = edit(honest(), kind(ev.WizardHand, "ana"), lambda e: replace(e, match="m_other"))
    assert report(other, "conservation").undecidable == clean.undecidable + 1
    started = first(honest(), ev.MatchStarted)
    seats = ("p_nobody", *started.seats[1:])
    nobody = edit(honest(), kind(ev.MatchStarted), lambda e: replace(e, seats=seats), everywhere=True)
    assert report(nobody, "conservation").undecidable > clean.undecidable


def test_hands_that_come_late_are_held_against_the_deck_alone() -> None:
    """On a slow line others have played already; how many cards were left at its time is not known."""
    link = Link(latency=20 * MILLISECOND, jitter=2 * SECOND)
    jittery = record(plan("honest", "caller", "random", room=wizard("hidden")), seed=2, link=link)
    clean = record(plan("honest", "caller", "random", room=wizard("hidden")), seed=2)
    told = acquitted(jittery, "conservation", sandwich=OPEN)
    assert 0 < told.evaluated < acquitted(clean, "conservation").evaluated


def test_coming_in_by_a_snapshot() -> None:
    """What was played before nobody saw; the rest is judged."""
    told = acquitted(alone(dropped(), "ben#2"), "conservation")
    assert told.evaluated > 0
