"""Rolls and matches of Liar's Dice, sampled with the real rules and real streams.

The exact odds are proven in `test_liars_dice_odds.py`; here the sampled counts are held against them.
All tests of this module together fail by bad luck, over the choice of the seeds, with a probability of
at most one in a million: each of the `TESTS` bounds takes its share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import exp
from pathlib import Path

import pytest
from msgspec.structs import replace
from ruamel.yaml import YAML

from harness.rules import liars_dice as rules
from harness.rules.liars_dice import CHANCE, Bid, Challenge, Dice, Opener, Options, Phase, Roll, State
from harness.seed import root_of, stream
from harness.testing.frequencies import surprise, surprise_of_all
from harness.testing.liars_dice import LiarsDiceGame

ERROR_MAX = 1e-6
ODDS = (
    (1, False, {1: 1 / 3}), (1, True, {1: 1 / 6}), (2, False, {1: 5 / 9, 2: 1 / 9}), (2, True, {1: 11 / 36, 2: 1 / 36}),
    (5, False, {1: 211 / 243, 2: 131 / 243, 3: 17 / 81, 4: 11 / 243, 5: 1 / 243}),
    (5, True, {1: 4651 / 7776, 2: 763 / 3888, 3: 23 / 648, 4: 13 / 3888, 5: 1 / 7776}),
    (10, False, {3: 13795 / 19683, 4: 8675 / 19683, 5: 4195 / 19683}),
    (10, True, {3: 566299 / 2519424, 4: 29279 / 419904, 5: 155821 / 10077696}),
    (15, False, {5: 0.595935, 6: 0.381628}), (15, True, {3: 0.467775, 4: 0.231519}),
    (20, False, {7: 0.520657, 8: 0.338529}), (20, True, {4: 0.433454, 5: 0.231251}),
    (25, False, {8: 0.629736, 9: 0.462421}), (25, True, {4: 0.618434, 5: 0.406266}),
    (30, False, {10: 38999599316371 / 68630377364883}), (30, True, {5: 0.575661}),
)  # fmt: skip
"""Unknown dice, whether ones are locked, and how likely so many of them are a four, or a wild one."""

LENGTHS = {2: 7.539063, 3: 12.882984, 4: 18.034322, 5: 23.122994, 6: 28.182661}
AWAY = YAML(typ="safe").load(Path(__file__).with_name("liars_dice_away.yaml").read_text(encoding="utf-8"))
TESTS = sum(len(odds) for _, _, odds in ODDS) + 3 + (2 + 3 + 4) + 1 + 2 + 5
"""Bounds on dice, on five dice, on places by seat, on the rounds of two, on their length, and on the mean lengths."""

BOUND = ERROR_MAX / TESTS
ROLLS = 8_000
MATCHES = 1_200
Fault = Callable[[State], State]


@cache
def rolls() -> tuple[tuple[Dice, ...], ...]:
    """Many first rolls of a table of six, each by seat."""
    game = LiarsDiceGame(Options(seats=6))
    state = rules.apply(game.initial(), CHANCE, Opener(0))[0]
    pick = stream(root_of(3), "roll").below
    moves = [game.chance(state, pick) for _ in range(ROLLS)]
    return tuple(move.dice for move in moves if isinstance(move, Roll))


@pytest.mark.parametrize(("dice", "locked", "odds"), ODDS)
def test_unknown_dice(dice: int, locked: bool, odds: dict[int, float]) -> None:
    """At least so many of so many unknown dice count as often as the table says."""
    # Fifteen dice are the first three cups.
    tables = [[die for cup in cups for die in cup][:dice] for cups in rolls()]
    counts = [sum(rules.counts(die, 4, locked) for die in table) for table in tables]
    for quantity, probability in odds.items():
        assert surprise(sum(count >= quantity for count in counts), ROLLS, probability) > BOUND


def test_five_dice() -> None:
    """No one, all different, all equal."""
    cups = [cups[2] for cups in rolls()]
    assert surprise(sum(1 not in cup for cup in cups), ROLLS, 3125 / 7776) > BOUND
    assert surprise(sum(len(set(cup)) == 5 for cup in cups), ROLLS, 5 / 54) > BOUND
    assert surprise(sum(len(set(cup)) == 1 for cup in cups), ROLLS, 1 / 1296) > BOUND


def test_a_wrong_lock_is_noticed() -> None:
    """If ones stayed wild under the lock, the first cup would tell."""
    counts = [sum(rules.counts(die, 4, False) for die in cups[0]) for cups in rolls()]
    assert surprise(sum(count >= 1 for count in counts), ROLLS, 4651 / 7776) < BOUND


# -- everybody away --------------------------------------------------------------------------


def as_it_is(state: State) -> State:
    """No fault."""
    return state


def away(seats: int, fault: Fault) -> list[State]:
    """Matches of automatic moves that seat 0 opens, at their ends."""
    game, pick, ends = LiarsDiceGame(Options(seats=seats)), stream(root_of(seats), "away").below, []
    for _ in range(MATCHES):
        state = rules.apply(game.initial(), CHANCE, Opener(0))[0]
        while state.phase is not Phase.OVER:
            state = fault(rules.apply(state, CHANCE, game.chance(state, pick))[0])
            while state.phase is Phase.TURN:
                state = rules.apply(state, state.turn, rules.auto_move(state))[0]
        ends.append(state)
    return ends


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_when_everybody_is_away(seats: int) -> None:
    """Each seat takes each place as often as the exact table says."""
    ends = away(seats, as_it_is)
    for seat, odds in enumerate(AWAY[seats]["places"]):
        counts = Counter(state.places[seat] for state in ends)
        assert surprise_of_all(counts, dict(enumerate(odds, 1))) > BOUND
    if seats == 2:
        by_rounds = AWAY[2]["rounds"]
        few = sum(by_rounds[n] for n in (5, 6, 7))
        counts = Counter(max(state.round, 7) for state in ends)
        assert surprise_of_all(counts, {7: few, 8: by_rounds[8], 9: 1 - few - by_rounds[8]}) > BOUND


def test_a_wrong_opener_is_noticed() -> None:
    """If the first living seat opened every round (against LDC-04), the places would tell."""
    ends = away(3, lambda state: replace(state, turn=rules.living(state)[0]))
    surprises = [
        surprise_of_all(Counter(state.places[seat] for state in ends), dict(enumerate(odds, 1)))
        for seat, odds in enumerate(AWAY[3]["places"])
    ]
    assert min(surprises) < BOUND


# -- matches of equals -----------------------------------------------------------------------


def lost_by(state: State, loser: int) -> State:
    """A round that this seat loses: bids go round until it has bid, and nothing of the kind lies on the table."""
    state = rules.apply(state, CHANCE, Roll(tuple((2,) * size for size in state.sizes)))[0]
    faces = iter((quantity, face) for quantity in (1, 2) for face in (3, 4, 5, 6))
    while state.bid is None or state.bid.seat != loser:
        state = rules.apply(state, state.turn, Bid(*next(faces)))[0]
    return rules.apply(state, state.turn, Challenge())[0]


def lengths(seats: int, matches: int) -> list[int]:
    """Rounds of matches in which each round is lost by a uniformly random living seat."""
    pick, found = stream(root_of(seats), "loser"), []
    for _ in range(matches):
        state = rules.apply(rules.initial(Options(seats=seats)), CHANCE, Opener(0))[0]
        while state.phase is not Phase.OVER:
            state = lost_by(state, pick.choice(rules.living(state)))
        found.append(state.round)
    return found


@pytest.mark.parametrize("seats", LENGTHS)
def test_length_of_a_match_of_equals(seats: int) -> None:
    """The mean of 5(n-1) to 5n-1 rounds, by Hoeffding's bound for numbers between these ends."""
    matches = 300
    mean = sum(lengths(seats, matches)) / matches
    deviation = (mean - LENGTHS[seats]) / 4
    # P(|mean - expected| >= 4d) <= 2 exp(-2 n d^2), and four is the width of the range.
    assert 2 * exp(-2 * matches * deviation**2) > BOUND


def test_length_of_a_match_of_two_equals() -> None:
    """All five lengths."""
    odds = {5: 1 / 16, 6: 5 / 32, 7: 15 / 64, 8: 35 / 128, 9: 35 / 128}
    found = Counter(lengths(2, 1_000))
    assert surprise_of_all(found, odds) > BOUND
    assert surprise(found[9], 1_000, odds[9]) > BOUND
