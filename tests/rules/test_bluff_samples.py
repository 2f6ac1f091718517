"""Deals and calls of Bluff, sampled with the real rules and real streams.

The exact odds are proven in `test_bluff_odds.py`; here the sampled counts are held against them. All
tests of this module together fail by bad luck, over the choice of the seeds, with a probability of at
most one in a million: each of the `TESTS` bounds takes its share.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from harness.rules import bluff as rules
from harness.rules.bluff import CHANCE, Call, Deal, Dealer, Options, Play, Seats, State, apply
from harness.rules.french_deck import RANKS, Face
from harness.seed import root_of, stream
from harness.testing.bluff import BluffGame
from harness.testing.frequencies import surprise, surprise_of_all

ERROR_MAX = 1e-6
TESTS = 2 + 1 + 2 + 6 + 1 + 1
"""A rank in two hands, four of a rank, jokers in two hands, six calls, the dealer, the seats."""

BOUND = ERROR_MAX / TESTS
DEALS = 4_000
BARE = Options(seats=4, jokers="none")
JOKERS = Options(seats=4)
RANK_OF_13 = dict(enumerate((6327 / 20825, 9139 / 20825, 4446 / 20825, 858 / 20825, 11 / 4165)))
TRUE = {BARE: (1 / 13, 1 / 221, 1 / 5525), JOKERS: (1 / 9, 5 / 477, 5 / 6201)}


@cache
def deals(options: Options) -> tuple[State, ...]:
    """Many first turns; seat 0 leads."""
    game, pick = BluffGame(options), stream(root_of(7), options.jokers).below
    state = apply(game.initial(), CHANCE, Dealer(3))[0]
    return tuple(apply(state, CHANCE, game.chance(state, pick))[0] for _ in range(DEALS))


@pytest.mark.parametrize(("seat", "rank"), [(0, "A"), (3, "10")])
def test_cards_of_a_named_rank(seat: int, rank: Face) -> None:
    """Thirteen of 52 cards hold so many aces, or tens."""
    counts = Counter(state.hands[seat].count(rank) for state in deals(BARE))
    assert surprise_of_all(counts, RANK_OF_13) > BOUND


def test_all_four_of_some_rank() -> None:
    """In the hand of one seat."""
    full = sum(4 in Counter(state.hands[1]).values() for state in deals(BARE))
    assert surprise(full, DEALS, 1357355571 / 39688347475) > BOUND


def test_jokers_in_a_hand() -> None:
    """In the fourteen cards of the leader, and the thirteen of the last seat."""
    for seat, size, odds in ((0, 14, (260 / 477, 560 / 1431, 91 / 1431)), (3, 13, (820 / 1431, 533 / 1431, 26 / 477))):
        assert len(deals(JOKERS)[0].hands[seat]) == size
        counts = Counter(state.hands[seat].count("*") for state in deals(JOKERS))
        assert surprise_of_all(counts, dict(enumerate(odds))) > BOUND


def calls(options: Options, count: int) -> int:
    """How often the leader, who lays so many random cards as random ranks, has told the truth when he is called."""
    chance, true = stream(root_of(count), "lead").sample, 0
    pick = stream(root_of(count), "rank")
    for state in deals(options):
        cards = chance(state.hands[0], count)
        laid = apply(state, 0, Play(cards, pick.choice(RANKS)))[0]
        after, outcomes = apply(laid, 1, Call())
        called = outcomes[0]
        assert isinstance(called, rules.Called)
        assert (after.turn, called.taker) == ((0, 1) if called.truth else (1, 0))
        true += called.truth
    return true


@pytest.mark.parametrize("options", [BARE, JOKERS], ids=["52", "54"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_calling_random_cards(options: Options, count: int) -> None:
    """One, two, three random cards are all of a random rank with the exact odds."""
    assert surprise(calls(options, count), DEALS, TRUE[options][count - 1]) > BOUND


def test_the_first_dealer_is_random() -> None:
    """Each of the seats alike (CHT-E15)."""
    game, pick = BluffGame(JOKERS), stream(root_of(1), "dealer").below
    named = Counter(move.seat for _ in range(1_000) if isinstance(move := game.chance(game.initial(), pick), Dealer))
    assert surprise_of_all(named, dict.fromkeys(range(4), 1 / 4)) > BOUND


def test_seats_change_at_random() -> None:
    """Every order of three alike (CHT-17)."""
    options = Options(seats=3, seat_change=True)
    state = apply(rules.initial(options), CHANCE, Dealer(0))[0]
    for seat in (1, 2):
        state = apply(state, seat, rules.Leave())[0]
    game, pick = BluffGame(options, rules.again(state)), stream(root_of(2), "seats").below
    rings = Counter(move.ring for _ in range(1_200) if isinstance(move := game.chance(game.initial(), pick), Seats))
    assert len(rings) == 6
    assert surprise_of_all(rings, dict.fromkeys(rings, 1 / 6)) > BOUND


def test_forgotten_jokers_are_noticed() -> None:
    """If jokers were not wild (against CHT-18), single calls would tell."""
    true = sum(
        state.hands[0][stream(root_of(n), "card").below(14)] == RANKS[n % 13] for n, state in enumerate(deals(JOKERS))
    )
    assert surprise(true, DEALS, TRUE[JOKERS][0]) < BOUND


def test_an_unfair_deal_is_noticed() -> None:
    """If the deck was dealt unshuffled, the jokers would tell."""
    state = apply(rules.initial(JOKERS), CHANCE, Dealer(3))[0]
    cards = iter(rules.all_cards(JOKERS))
    dealt = apply(state, CHANCE, Deal(tuple(tuple(next(cards) for _ in range(s)) for s in rules.deal_sizes(state))))[0]
    counts = Counter(dealt.hands[0].count("*") for _ in range(DEALS))
    assert surprise_of_all(counts, dict(enumerate((260 / 477, 560 / 1431, 91 / 1431)))) < BOUND
