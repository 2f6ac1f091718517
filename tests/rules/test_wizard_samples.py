"""Rounds of Wizard, sampled with the real rules and real streams.

The exact odds are proven in `test_wizard_odds.py`; here the sampled counts are held against them. All
tests of this module together fail by bad luck, over the choice of the seeds, with a probability of
at most one in a million: each of the `TESTS` bounds takes its share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from ruamel.yaml import YAML

from harness.rules import wizard as rules
from harness.rules.wizard import CHANCE, Bid, Options, Phase, State, Taken
from harness.rules.wizard_cards import JESTER, SUITS, WIZARD
from harness.seed import root_of, stream
from harness.testing.frequencies import surprise, surprise_of_all
from harness.testing.wizard import WizardGame
from harness.testing.wizard_position import Position, complete

ERROR_MAX = 1e-6
TESTS = 4 * 3 + 2 + 2 * 5 + 2 + 1
"""For each table size turn-up, dealer and trick with a suit; two tricks without; five hands of Wizards and of
Jesters; two choices of trump; one bid."""

BOUND = ERROR_MAX / TESTS
ROUNDS = 4_000
"""First rounds a table size."""

HANDS = 1_500
"""Hands a number of cards."""

ODDS = YAML(typ="safe").load(Path(__file__).with_name("wizard_odds.yaml").read_text(encoding="utf-8"))
Fault = Callable[[State], State]


class First(Struct, frozen=True):
    """A first round: who dealt, what was turned up, and the place in the order of play that took the trick."""

    dealer: int
    turned: str
    place: int


def number(text: str | float) -> float:
    """A written number."""
    return float(Fraction(text)) if isinstance(text, str) else text


def first_round(state: State, game: WizardGame, pick: Callable[[int], int], fault: Fault) -> First:
    """Play one round of automatic moves from the start of a match."""
    while rules.actors(state) == (CHANCE,):
        state, _ = rules.apply(state, CHANCE, game.chance(state, pick))
    dealer, turned = state.dealer, state.turned
    assert turned is not None
    state = fault(state)
    while state.phase is not Phase.DEAL:
        seat = rules.actors(state)[0]
        choices = rules.auto_moves(state, seat)
        state, outcomes = rules.apply(state, seat, choices[pick(len(choices))])
    winner = next(outcome.seat for outcome in outcomes if isinstance(outcome, Taken))
    return First(dealer, turned, (winner - dealer - 1) % game.seats)


def as_it_is(state: State) -> State:
    """No fault."""
    return state


def sampled(seats: int, fault: Fault, count: int = ROUNDS) -> list[First]:
    """The first rounds of so many matches."""
    game = WizardGame(Options(seats=seats))
    pick = stream(root_of(seats), "samples").below
    return [first_round(game.initial(), game, pick, fault) for _ in range(count)]


@cache
def fair(seats: int) -> list[First]:
    """The sample that the tests share."""
    return sampled(seats, as_it_is)


def tricks(rounds: list[First], *turned: str) -> Counter[int]:
    """Which place took the trick, when a card of these kinds was turned up."""
    return Counter(first.place for first in rounds if first.turned[0] in turned)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_turn_up_and_dealer(seats: int) -> None:
    """Suits, Wizards and Jesters are turned up as they are in the deck; each seat deals first alike (WIZ-E02)."""
    kinds = {kind: number(text) for kind, text in ODDS["turn_up"].items()}
    assert surprise_of_all(Counter(first.turned[0] for first in fair(seats)), kinds) > BOUND
    dealers = dict.fromkeys(range(seats), 1 / seats)
    assert surprise_of_all(Counter(first.dealer for first in fair(seats)), dealers) > BOUND


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_first_tricks_with_a_trump(seats: int) -> None:
    """Each place in the order of play takes the first trick as often as the exact table says."""
    odds = dict(enumerate(map(number, ODDS["first_round"]["suit"][seats])))
    assert surprise_of_all(tricks(fair(seats), *SUITS), odds) > BOUND


@pytest.mark.parametrize("seats", [3, 4])
def test_first_tricks_without_trump(seats: int) -> None:
    """The same when a Jester is turned up."""
    counts = tricks(fair(seats), JESTER)
    assert counts.total() > 200
    assert surprise_of_all(counts, dict(enumerate(map(number, ODDS["first_round"]["jester"][seats])))) > BOUND


@pytest.mark.parametrize("cards", ODDS["wizards"])
def test_wizards_and_jesters_in_a_hand(cards: int) -> None:
    """A dealt hand of so many cards holds Wizards and Jesters as the deck has them."""
    game = WizardGame(Options(seats=3))
    before = complete(Position(round=cards, hands=(None,) * 3, turned="S2" if cards < 20 else None), game.options)
    state = replace(rules.initial(game.options), phase=Phase.DEAL, round=cards - 1, sheet=before.sheet)
    pick = stream(root_of(cards), "hands").below
    hands = [game.apply(state, CHANCE, game.chance(state, pick))[0].hands[1] for _ in range(HANDS)]
    odds = dict(enumerate(map(number, ODDS["wizards"][cards])))
    for special in (WIZARD, JESTER):
        assert surprise_of_all(Counter(hand.count(special) for hand in hands), odds) > BOUND


def test_automatic_trump_is_the_longest_suit() -> None:
    """Ties between two suits, and between all four, are broken alike (WIZ-E03)."""
    options, pick = Options(seats=3), stream(root_of(5), "trump").below
    for hand, suits in (("S2 S3 H4 H5 D6", "SH"), ("W W E E", "SHDC")):
        state = complete(Position(round=len(hand.split()), hands=(hand, None, None), turned="W"), options)
        chosen: Counter[str] = Counter()
        for _ in range(2_000):
            choices = rules.auto_moves(state, 0)
            after = rules.apply(state, 0, rules.auto_move(state, 0, pick(len(choices))))[0]
            assert after.trump is not None
            chosen[after.trump] += 1
        assert surprise_of_all(chosen, dict.fromkeys(suits, 1 / len(suits))) > BOUND


def test_how_often_the_automatic_bid_is_one() -> None:
    """Three players, one card: two random bids are one trick together half the time, and then 0 is forbidden."""
    game, pick = WizardGame(Options(seats=3, bids="plusminus")), stream(root_of(6), "bids").below
    state = complete(Position(round=1, hands=(None,) * 3, turned="D9", dealer=2), game.options)
    ones = 0
    for _ in range(2_000):
        after = state
        for seat in (0, 1):
            after = rules.apply(after, seat, Bid(pick(2)))[0]
        ones += rules.auto_moves(after, 2) == (Bid(1),)
    assert surprise(ones, 2_000, 1 / 2) > BOUND


def test_a_wrong_leader_is_noticed() -> None:
    """If the dealer himself led the first trick (against WIZ-E01), the places of the table would tell."""
    wrong = sampled(4, lambda state: replace(state, leader=state.dealer))
    odds = dict(enumerate(map(number, ODDS["first_round"]["suit"][4])))
    assert surprise_of_all(tricks(wrong, *SUITS), odds) < BOUND


def test_a_forgotten_trump_is_noticed() -> None:
    """If the card turned up made no trump (against WIZ-06), the leader would win too often."""
    wrong = sampled(4, lambda state: replace(state, trump=None))
    odds = dict(enumerate(map(number, ODDS["first_round"]["suit"][4])))
    assert surprise_of_all(tricks(wrong, *SUITS), odds) < BOUND
