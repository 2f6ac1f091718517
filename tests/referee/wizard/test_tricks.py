"""What the cards decide."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import History, acquitted, add, convicted, drop, edit, kind, remove
from tests.referee.wizard.histories import amigo, first, hidden, honest, last, slept, trick_by_trick

# -- trump -----------------------------------------------------------------------------------


def test_nothing_is_turned_up_though_cards_are_left() -> None:
    """A card is turned up while there is one."""
    spoilt = edit(honest(), kind(ev.RoundDealt), lambda e: replace(e, turned=None, trump=None), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "WIZ-06", says="57 cards are left of round 1, turned up is none")


def test_card_is_turned_up_though_none_is_left() -> None:
    """When all sixty are dealt there is no trump."""
    final = last(amigo(), ev.RoundDealt)
    assert (final.each, final.turned, final.trump) == (15, None, None)
    pick = kind(ev.RoundDealt, round=final.round)
    spoilt = edit(amigo(), pick, lambda e: replace(e, turned="S2", trump="S"), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "WIZ-09", says="0 cards are left of round 10, turned up is S2")
    spoilt = edit(amigo(), pick, lambda e: replace(e, trump="S"), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "WIZ-09", says="turned up is nothing, trump is S, it should be none")


@pytest.mark.parametrize(
    ("history", "number", "trump", "rule"),
    [
        (trick_by_trick(), 1, "H", "WIZ-06"),
        (trick_by_trick(), 1, None, "WIZ-06"),
        (trick_by_trick(), 4, "S", "WIZ-07"),
        (slept(), 1, "S", "WIZ-08"),
    ],
    ids=["other-suit", "no-suit", "jester", "wizard"],
)
def test_trump_that_was_not_turned_up(history: History, number: int, trump: str | None, rule: str) -> None:
    """The suit of the card is trump; a Jester makes none, and a Wizard none before the dealer has chosen."""
    spoilt = edit(history, kind(ev.RoundDealt, round=number), lambda e: replace(e, trump=trump), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", rule, says=f"trump is {trump or 'none'}, it should be")


# -- tricks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skip", "cards", "rule"),
    [(0, "E E E", "WIZ-19"), (1, "E W H2", "WIZ-15"), (2, "HA SA E", "WIZ-15"), (3, "H4 W HA", "WIZ-15")],
)
def test_trick_for_the_wrong_seat(skip: int, cards: str, rule: str) -> None:
    """The first Wizard, the highest trump, the highest of the suit led; of Jesters the first."""
    pick = kind(ev.TrickTaken)
    spoilt = edit(trick_by_trick(), pick, lambda e: replace(e, seat=(e.seat + 1) % 3), everywhere=True, skip=3 * skip)
    finding = convicted(spoilt, "call_verdict", "R3", rule, says=f"{cards}, led by seat")
    assert len(finding.seats) == 2


def test_wizard_that_was_led_loses_the_trick() -> None:
    """The first Wizard wins."""
    spoilt = edit(trick_by_trick(), kind(ev.CardPlayed, card="HA"), lambda e: replace(e, card="W"), everywhere=True)
    convicted(spoilt, "call_verdict", "R3", "WIZ-17", says="W SA E, led by seat 2, trump S: seat 0 takes it")


def test_trick_that_is_not_complete() -> None:
    """One card from each seat."""
    taken = first(honest(), ev.TrickTaken)
    spoilt = add(honest(), kind(ev.CardPlayed), lambda e: replace(taken, group=e.group))
    convicted(spoilt, "call_verdict", "R3", "WIZ-15", says="takes a trick of 1 cards at a table of 3")


def test_trick_that_nobody_is_given() -> None:
    """It is given at once: before the next turn, the next card, the score."""
    final = last(honest(), ev.TrickTaken).number
    for number in (final, first(trick_by_trick(), ev.TrickTaken, skip=3).number):
        history = honest() if number == final else trick_by_trick()
        spoilt = remove(history, kind(ev.TrickTaken, number=number))
        convicted(spoilt, "call_verdict", "R3", "WIZ-15", says="is complete, and nobody was given it")
    card = last(honest(), ev.CardPlayed)
    spoilt = add(honest(), kind(ev.CardPlayed, number=card.number), lambda e: e)
    accused(spoilt, "call_verdict", "R3", "WIZ-15", "is complete, and nobody was given it")


# -- bids that are shown ---------------------------------------------------------------------


def test_hidden_bids_that_are_not_shown() -> None:
    """They are shown when all are in, before play."""
    spoilt = remove(hidden(), kind(ev.BidsRevealed))
    convicted(spoilt, "call_verdict", "R3", "WIZ-21", says="the hidden bids are not shown before play")


def show(history: History, seat: int, bid: int) -> History:
    """The hidden bid of this seat is shown as this one."""
    return edit(
        history,
        kind(ev.BidsRevealed),
        lambda e: replace(e, bids=(*e.bids[:seat], bid, *e.bids[seat + 1 :])),
        everywhere=True,
    )


@pytest.mark.parametrize(("history", "seat"), [(hidden(), 1), (slept("hidden"), 2)], ids=["own", "automatic"])
def test_hidden_bid_that_is_shown_as_another(history: History, seat: int) -> None:
    """Our own bids are known, and those of the clock."""
    made = first(history, ev.BidsRevealed).bids[seat]
    spoilt = show(history, seat, 1 - made)
    finding = convicted(spoilt, "call_verdict", "R3", "WIZ-21", says=f"bid {made}, and {1 - made} is shown")
    assert finding.seats == (seat,)


def test_hidden_bid_of_a_stranger_is_in_range() -> None:
    """Of others nothing is known but what a bid can be."""
    silent = drop(hidden(), kind(ev.Ok))
    acquitted(show(silent, 0, 1 - first(silent, ev.BidsRevealed).bids[0]), "call_verdict")
    convicted(show(silent, 0, 7), "call_verdict", "R3", "WIZ-12", says="seat 0 is said to have bid 7 of 1")
