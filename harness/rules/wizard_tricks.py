"""Tricks of Wizard: which card may be played, and which one takes the trick (WIZ-13..19)."""

from __future__ import annotations

from harness.rules.wizard_cards import JESTER, SUIT_OF, VALUE_OF, WIZARD, Face, Suit

__all__ = ["playable", "suit_led", "winner_of"]


def suit_led(trick: tuple[Face, ...]) -> Suit | None:
    """The suit that has to be followed in a trick, given its cards so far in the order of play.

    The first card that is no Jester decides (WIZ-18); if it is a Wizard, or if there is none, no suit has
    to be followed, whatever comes later (WIZ-17, WIZ-E05). A Wizard after a suit card changes nothing (WIZ-E06).
    """
    for card in trick:
        if card != JESTER:
            return SUIT_OF.get(card)
    return None


def playable(hand: tuple[Face, ...], trick: tuple[Face, ...]) -> tuple[Face, ...]:
    """The cards of a hand that may be played now, each as often as it is held, in the order of the hand.

    Who holds the suit led plays it, or a Wizard or Jester (WIZ-14); who does not may play anything (WIZ-13),
    also if he holds trumps, or nothing but Wizards and Jesters besides other suits (WIZ-E07).
    """
    led = suit_led(trick)
    if led is None or all(SUIT_OF.get(card) != led for card in hand):
        return hand
    return tuple(card for card in hand if SUIT_OF.get(card) in (led, None))


def winner_of(trick: tuple[Face, ...], trump: Suit | None) -> int:
    """Which card takes the trick, as an index in the order of play.

    The first Wizard; without one the highest trump; without trumps the highest card of the suit led
    (WIZ-15); of Jesters alone the first (WIZ-19).
    """
    assert trick
    if WIZARD in trick:
        return trick.index(WIZARD)
    led = suit_led(trick)
    if led is None:
        return 0
    trumped = trump is not None and any(SUIT_OF.get(card) == trump for card in trick)
    ruling = trump if trumped else led
    return max((i for i, card in enumerate(trick) if SUIT_OF.get(card) == ruling), key=lambda i: VALUE_OF[trick[i]])
