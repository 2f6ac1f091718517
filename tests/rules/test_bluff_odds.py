"""The exact odds of Bluff, computed from its decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from harness.rules import bluff as rules
from harness.rules.bluff import CHANCE, Call, Deal, Dealer, Options, Play, apply
from harness.rules.french_deck import JOKER, RANKS, Face

F = Fraction
BARE = Options(seats=4, jokers="none")
JOKERS = Options(seats=4)


def among(options: Options, faces: tuple[Face, ...], drawn: int) -> dict[int, Fraction]:
    """How many of so many random cards are of these faces, by probability."""
    cards = rules.all_cards(options)
    good = sum(cards.count(face) for face in faces)
    return {
        k: F(comb(good, k) * comb(len(cards) - good, drawn - k), comb(len(cards), drawn))
        for k in range(min(good, drawn) + 1)
    }


def test_hypergeometric_is_counting() -> None:
    """Three cards of a deck of 54, counted one by one: the same odds."""
    drawn = list(combinations(rules.all_cards(JOKERS), 3))
    counted = Counter(sum(rules.is_true(card, "K") for card in cards) for cards in drawn)
    assert {k: F(count, len(drawn)) for k, count in sorted(counted.items())} == among(JOKERS, ("K", JOKER), 3)


@pytest.mark.parametrize("rank", RANKS)
def test_cards_of_a_named_rank(rank: Face) -> None:
    """Thirteen of 52 cards hold so many of a rank."""
    assert list(among(BARE, (rank,), 13).values()) == [
        F(6327, 20825), F(9139, 20825), F(4446, 20825), F(858, 20825), F(11, 4165),
    ]  # fmt: skip


def test_all_four_of_some_rank() -> None:
    """Thirteen cards can hold all of up to three ranks: inclusion and exclusion."""
    cards = len(rules.all_cards(BARE))
    odds = sum(
        ((-1) ** (n + 1)) * comb(len(RANKS), n) * F(comb(cards - 4 * n, 13 - 4 * n), comb(cards, 13)) for n in (1, 2, 3)
    )
    assert odds == F(1357355571, 39688347475)
    assert round(float(odds), 6) == 0.0342


def test_jokers_in_a_hand() -> None:
    """Two of 54 cards, in the fourteen and the thirteen cards that four players have."""
    assert list(among(JOKERS, (JOKER,), 14).values()) == [F(260, 477), F(560, 1431), F(91, 1431)]
    assert list(among(JOKERS, (JOKER,), 13).values()) == [F(820, 1431), F(533, 1431), F(26, 477)]


def test_random_cards_are_all_of_a_named_rank() -> None:
    """One, two, three random cards: without jokers, and with them."""
    assert [among(BARE, ("7",), k)[k] for k in (1, 2, 3)] == [F(1, 13), F(1, 221), F(1, 5525)]
    assert [among(JOKERS, ("7", JOKER), k)[k] for k in (1, 2, 3)] == [F(1, 9), F(5, 477), F(5, 6201)]


@pytest.mark.parametrize(("options", "odds"), [(BARE, F(1, 13)), (JOKERS, F(1, 9))])
def test_calling_a_random_card(options: Options, odds: Fraction) -> None:
    """Whoever lays a random card of the deck, and names any rank, is right so often; the caller then takes it."""
    takers: Counter[int] = Counter()
    cards = rules.all_cards(options)
    for turn in range(len(cards)):
        turned = iter((*cards[turn:], *cards[:turn]))
        state = apply(rules.initial(options), CHANCE, Dealer(3))[0]
        sizes = rules.deal_sizes(state)
        dealt = tuple(tuple(next(turned) for _ in range(size)) for size in sizes)
        state = apply(state, CHANCE, Deal(dealt))[0]
        laid = apply(state, 0, Play((dealt[0][0],), "7"))[0]
        after, outcomes = apply(laid, 1, Call())
        called = outcomes[0]
        assert isinstance(called, rules.Called)
        assert len(after.hands[called.taker]) == sizes[called.taker] + (called.taker == 1)
        takers[called.taker] += 1
    assert F(takers[1], takers.total()) == odds
