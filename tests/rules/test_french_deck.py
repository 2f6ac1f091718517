"""Decks of 52 with jokers."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.rules.french_deck import JOKER, RANKS, deck, in_order


@pytest.mark.parametrize(("decks", "jokers", "count"), [(1, 0, 52), (1, 2, 54), (2, 0, 104), (2, 2, 106), (2, 4, 108)])
def test_how_many_cards(decks: int, jokers: int, count: int) -> None:
    """Four of each of thirteen ranks a deck, and the jokers."""
    cards = Counter(deck(decks, jokers))
    assert cards.total() == count
    assert cards.pop(JOKER, 0) == jokers
    assert cards == dict.fromkeys(RANKS, 4 * decks)


def test_order() -> None:
    """From Ace to King, jokers last; the deck is in order."""
    assert in_order(["*", "K", "10", "2", "A", "J", "9", "10"]) == ("A", "2", "9", "10", "10", "J", "K", "*")
    assert in_order(deck(2, 4)) == deck(2, 4)
