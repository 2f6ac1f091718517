"""Matches of absent players, sampled with the real rules and real streams.

Everybody being away is a sharp test: it takes dealing, turn order, forced calls, the opener and
elimination together. The exact odds are proven in `test_bluffers_odds.py`; here the sampled counts
are held against them. All tests of this module together fail by bad luck, over the choice of the
seeds, with a probability of at most one in a million: each of the `TESTS` bounds takes its share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from ruamel.yaml import YAML

from harness.rules import bluffers as rules
from harness.rules.bluffers import CHANCE, Called, Opener, Options, Phase, Pulled, State
from harness.seed import root_of, stream
from harness.testing.bluffers import BluffersGame
from harness.testing.choices import Pick
from harness.testing.frequencies import surprise, surprise_of_all

ERROR_MAX = 1e-6
TESTS = (2 + 3 + 4) + 3 * (1 + 6 + 4)
"""A bound for each seat's places; per table size one for the caller, six for the pulls, four for the deal."""

BOUND = ERROR_MAX / TESTS
SEEDS = range(8)
MATCHES = 200
"""Matches a seed."""

AWAY = YAML(typ="safe").load(Path(__file__).with_name("everybody_away.yaml").read_text(encoding="utf-8"))
TRUE_CARDS = dict(enumerate((33 / 646, 165 / 646, 385 / 969, 77 / 323, 35 / 646, 7 / 1938)))
JOKERS = {0: 21 / 38, 1: 15 / 38, 2: 1 / 19}
Fault = Callable[[State], State]


class Hand(Struct, frozen=True):
    """What one hand brought; `repeated` is None in the first hand of a match."""

    called: Called
    pulled: Pulled
    true_cards: int
    jokers: int
    table: str
    repeated: bool | None


class Sample(Struct, frozen=True):
    """Many matches at one table size: the places of each, and all hands one after the other."""

    places: list[tuple[int, ...]]
    hands: list[Hand]


def as_it_is(state: State) -> State:
    """No fault."""
    return state


def play_match(game: BluffersGame, picks: Mapping[str, Pick], fault: Fault, sample: Sample) -> None:
    """Play one match of automatic moves that seat 0 opens."""
    state = rules.apply(game.initial(), CHANCE, Opener(0))[0]
    while state.phase is not Phase.OVER:
        last = state.last_table
        state = rules.apply(state, CHANCE, game.chance(state, picks["deal"]))[0]
        state = fault(rules.apply(state, CHANCE, game.chance(state, picks["table"]))[0])
        table, opener = state.table, state.hands[state.turn]
        assert table is not None
        while state.phase is Phase.TURN:
            move = rules.auto_move(state, picks["auto"](len(state.hands[state.turn])))
            state, outcomes = rules.apply(state, state.turn, move)
        (called,) = outcomes
        state, (pulled, *_) = rules.apply(state, CHANCE, game.chance(state, picks["bullet"]))
        assert isinstance(called, Called) and isinstance(pulled, Pulled)
        true_cards = sum(rules.matches_table(card, table) for card in opener)
        repeated = None if last is None else table == last
        sample.hands.append(Hand(called, pulled, true_cards, opener.count("*"), table, repeated))
    sample.places.append(state.places)


def sampled(seats: int, fault: Fault, seeds: range) -> Sample:
    """Play the matches of these seeds, with a stream for each kind of chance."""
    sample, game = Sample([], []), BluffersGame(Options(seats=seats))
    for seed in seeds:
        picks = {name: stream(root_of(seed), name).below for name in ("deal", "table", "bullet", "auto")}
        for _ in range(MATCHES):
            play_match(game, picks, fault, sample)
    return sample


@cache
def fair(seats: int) -> Sample:
    """The sample that the tests share."""
    return sampled(seats, as_it_is, SEEDS)


def first(cases: list[bool], count: int) -> tuple[int, int]:
    """Successes and trials among the first so many.

    How many hands there are depends on what they bring, and a count up to such an end is not binomial;
    among a number fixed beforehand it is.
    """
    assert len(cases) >= count, "too few cases for this bound"
    return sum(cases[:count]), count


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_when_everybody_is_away(seats: int) -> None:
    """Each seat takes each place as often as the exact table says."""
    for seat, odds in enumerate(AWAY[seats]["places"]):
        counts = Counter(places[seat] for places in fair(seats).places)
        assert surprise_of_all(counts, dict(enumerate(odds, 1))) > BOUND


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_automatic_card_is_true_with_two_fifths(seats: int) -> None:
    """The forced caller of a hand of automatic moves pulls with 2/5, the claimant with 3/5."""
    caller_pulls = [hand.called.shooter == hand.called.seat for hand in fair(seats).hands]
    assert surprise(*first(caller_pulls, 6_000), 2 / 5) > BOUND


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(1, 7))
def test_pulls_fire_by_the_revolver(seats: int, number: int) -> None:
    """The n-th pull of a seat fires with 1/(7-n)."""
    fired = [hand.pulled.fired for hand in fair(seats).hands if hand.pulled.pulls == number]
    assert surprise(*first(fired, 100), 1 / (7 - number)) > BOUND


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deals_and_table_cards(seats: int) -> None:
    """True cards and jokers in the opener's hand, the table card, and how often it repeats."""
    hands = fair(seats).hands[:6_000]
    assert len(hands) == 6_000
    assert surprise_of_all(Counter(hand.true_cards for hand in hands), TRUE_CARDS) > BOUND
    assert surprise_of_all(Counter(hand.jokers for hand in hands), JOKERS) > BOUND
    assert surprise_of_all(Counter(hand.table for hand in hands), dict.fromkeys("KQA", 1 / 3)) > BOUND
    repeated = [hand.repeated for hand in fair(seats).hands if hand.repeated is not None]
    assert surprise(*first(repeated, 4_500), 1 / 3) > BOUND


def test_a_wrong_opener_is_noticed() -> None:
    """If the first living seat opened every hand (against BLF-22), the places of the table would tell."""
    wrong = sampled(4, lambda state: replace(state, turn=rules.living(state)[0]), range(4))
    surprises = [
        surprise_of_all(Counter(places[seat] for places in wrong.places), dict(enumerate(odds, 1)))
        for seat, odds in enumerate(AWAY[4]["places"])
    ]
    assert min(surprises) < BOUND


def test_a_wrong_revolver_is_noticed() -> None:
    """If a fresh revolver had five chambers, the first pulls would tell."""
    fired = [hand.pulled.fired for hand in fair(4).hands if hand.pulled.pulls == 1]
    assert surprise(*first(fired, 6_000), 1 / 5) < BOUND
