"""Who sees which cards in Bluff."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.bluff.histories import absent, caught, first, joined, reconnected, rough
from tests.referee.findings import accused
from tests.referee.histories import History, acquitted, alone, convicted, drop, edit, kind, remove


@pytest.mark.parametrize("oracle", ["hand_privacy", "resume_privacy", "audience"])
def test_clean_cards_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history passes."""
    acquitted(clean, oracle)


@pytest.mark.parametrize(("cards", "says"), [(("5",), "1 cards"), (("5", "6", "2"), "3 cards")])
def test_other_cards_than_the_last_claim(cards: tuple[str, ...], says: str) -> None:
    """Exactly the last claim is turned up, and nothing else of the pile."""
    spoilt = edit(joined(), kind(ev.TurnedUp), lambda e: replace(e, cards=cards), everywhere=True)
    finding = convicted(spoilt, "hand_privacy", "P1", "CHT-11", says=f"{says} were turned up, 2 were claimed")
    assert finding.seats == (1,)


def test_cards_turned_up_without_a_claim() -> None:
    """Where nothing was claimed nothing is turned up."""
    spoilt = remove(caught(), kind(ev.Laid))
    accused(spoilt, "hand_privacy", "P1", "CHT-11", "18 cards were turned up, 0 were claimed")


def test_claim_that_nobody_heard_is_not_compared() -> None:
    """How many there were is not known."""
    told = acquitted(drop(caught(), kind(ev.Laid, turn=1)), "hand_privacy")
    assert told.undecidable > 0


def test_cards_of_somebody_else() -> None:
    """Who takes a pile sees what he had and what lay there, and no other cards."""
    other = first(reconnected(), ev.BluffHand, "ana").cards
    spoilt = edit(reconnected(), kind(ev.BluffHand, "ben"), lambda e: replace(e, cards=(*other, "A", "A")), skip=1)
    accused(spoilt, "hand_privacy", "P1", "CHT-E24", "which is not its hand")


def test_more_cards_than_were_given() -> None:
    """Cards dealt and taken are all that a seat can have."""
    spoilt = edit(reconnected(), kind(ev.BluffHand, "ben"), lambda e: replace(e, cards=(*e.cards, "A")), skip=1)
    accused(spoilt, "hand_privacy", "P1", "CHT-E24", "is shown 21 cards, it was dealt 20")


def test_pile_before_anybody_was_told_who_takes_it() -> None:
    """A hand does not grow without a public reason."""
    spoilt = drop(reconnected(), kind(ev.TurnedUp))
    accused(spoilt, "hand_privacy", "P1", "CHT-E24", "is shown 20 cards, it was dealt 18")


def test_pile_that_comes_after_what_was_missed_is_not_compared() -> None:
    """Others were told that ben takes the pile; on his own connection that was lost."""
    spoilt = drop(reconnected(), kind(ev.TurnedUp, "ben"))
    assert acquitted(spoilt, "hand_privacy").undecidable > acquitted(reconnected(), "hand_privacy").undecidable
    assert acquitted(spoilt, "conservation").undecidable > acquitted(reconnected(), "conservation").undecidable


def test_cards_that_come_while_others_are_behind_are_not_compared() -> None:
    """What the fold has not reached yet says nothing about a hand."""
    assert acquitted(alone(absent(), "ben#1", "ben#2"), "hand_privacy").evaluated > 0
    assert acquitted(rough(), "hand_privacy").evaluated > 0
