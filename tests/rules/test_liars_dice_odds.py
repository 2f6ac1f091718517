"""The exact odds of Liar's Dice, computed with the rules themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace
from ruamel.yaml import YAML

from harness.rules import liars_dice as rules
from harness.rules.liars_dice import CHANCE, Challenge, Opener, Options, Phase, Roll, Standing, State, apply

F = Fraction
Shares: TypeAlias = dict[int, Fraction]


@cache
def matching(dice: int, face: int, locked: bool) -> Shares:
    """How many of so many unknown dice count for a bid, by probability."""
    one = F(sum(rules.counts(die, face, locked) for die in rules.FACES), 6)
    odds: Shares = {0: F(1)}
    for _ in range(dice):
        odds = {n: odds.get(n, F(0)) * (1 - one) + odds.get(n - 1, F(0)) * one for n in range(len(odds) + 1)}
    return odds


def at_least(quantity: int, dice: int, locked: bool = False) -> Fraction:
    """The probability of at least so many among so many unknown dice."""
    return sum((p for n, p in matching(dice, 4, locked).items() if n >= quantity), F(0))


def test_a_bid_of_ones_is_always_a_locked_one() -> None:
    """One in six for a one, whatever the lock; for another face one in three until it is locked."""
    assert matching(3, 1, False) == matching(3, 1, True) == matching(3, 5, True)
    assert [matching(1, face, False)[1] for face in rules.FACES] == [F(1, 6), *[F(1, 3)] * 5]


def test_all_rolls_of_five_dice_one_by_one() -> None:
    """Counted over the 7,776 rolls, not multiplied: the same odds."""
    rolls = list(product(rules.FACES, repeat=5))
    for locked in (False, True):
        counted = Counter(sum(rules.counts(die, 4, locked) for die in dice) for dice in rolls)
        assert {n: F(count, len(rolls)) for n, count in sorted(counted.items())} == matching(5, 4, locked)


@pytest.mark.parametrize(
    ("dice", "quantity", "wild", "locked"),
    [
        (1, 1, F(1, 3), F(1, 6)),
        (2, 1, F(5, 9), F(11, 36)),
        (2, 2, F(1, 9), F(1, 36)),
        (5, 1, F(211, 243), F(4651, 7776)),
        (5, 2, F(131, 243), F(763, 3888)),
        (5, 3, F(17, 81), F(23, 648)),
        (5, 4, F(11, 243), F(13, 3888)),
        (5, 5, F(1, 243), F(1, 7776)),
        (10, 3, F(13795, 19683), F(566299, 2519424)),
        (10, 4, F(8675, 19683), F(29279, 419904)),
        (10, 5, F(4195, 19683), F(155821, 10077696)),
    ],
)
def test_small_tables(dice: int, quantity: int, wild: Fraction, locked: Fraction) -> None:
    """At least so many among so many unknown dice."""
    assert (at_least(quantity, dice), at_least(quantity, dice, True)) == (wild, locked)


@pytest.mark.parametrize(
    ("dice", "wild", "locked"),
    [
        (5, {1: 0.868313, 2: 0.539095, 3: 0.209877, 4: 0.045267, 5: 0.004115},
            {1: 0.598122, 2: 0.196245, 3: 0.035494, 4: 0.003344, 5: 0.000129}),
        (10, {3: 0.700859, 4: 0.440736, 5: 0.213128}, {3: 0.224773, 4: 0.069728, 5: 0.015462}),
        (15, {5: 0.595935, 6: 0.381628}, {3: 0.467775, 4: 0.231519}),
        (20, {7: 0.520657, 8: 0.338529}, {4: 0.433454, 5: 0.231251}),
        (25, {8: 0.629736, 9: 0.462421}, {4: 0.618434, 5: 0.406266}),
        (30, {10: 0.568256}, {5: 0.575661}),
    ],
)  # fmt: skip
def test_large_tables(dice: int, wild: dict[int, float], locked: dict[int, float]) -> None:
    """To six digits."""
    assert {q: round(float(at_least(q, dice)), 6) for q in wild} == wild
    assert {q: round(float(at_least(q, dice, True)), 6) for q in locked} == locked


def test_a_full_table() -> None:
    """Thirty unknown dice: at least ten wild, at least five locked."""
    assert at_least(10, 30) == F(38999599316371, 68630377364883)
    assert at_least(5, 30, True) == F(14140406602762826441989, 24563768857859261988864)


def test_five_dice() -> None:
    """No one, all different, all equal."""
    rolls = list(product(rules.FACES, repeat=5))
    assert F(sum(1 not in dice for dice in rolls), len(rolls)) == F(3125, 7776)
    assert F(sum(len(set(dice)) == 5 for dice in rolls), len(rolls)) == F(5, 54)
    assert F(sum(len(set(dice)) == 1 for dice in rolls), len(rolls)) == F(1, 1296)


# -- whole matches ---------------------------------------------------------------------------


def before_round(sizes: tuple[int, ...], opener: int) -> State:
    """A match before a roll; who has no dice is out, in the order of the seats."""
    out = [seat for seat, size in enumerate(sizes) if not size]
    places = tuple(len(sizes) - out.index(seat) if seat in out else 0 for seat in range(len(sizes)))
    state = apply(rules.initial(Options(seats=len(sizes))), CHANCE, Opener(opener))[0]
    return replace(state, sizes=sizes, places=places, round=5 * len(sizes) - sum(sizes))


def lost_by(state: State, loser: int) -> State:
    """The round after a bid of this seat, of one two, was challenged by the next seat and failed."""
    rolled = apply(state, CHANCE, Roll(tuple((3,) * size for size in state.sizes)))[0]
    living = rules.living(state)
    challenger = living[(living.index(loser) + 1) % len(living)]
    return apply(replace(rolled, bid=Standing(loser, 1, 2), turn=challenger), challenger, Challenge())[0]


@cache
def length(sizes: tuple[int, ...]) -> Shares:
    """Rounds still to come when each is lost by a uniformly random living seat; which seat it is does not matter."""
    state = before_round(sizes, next(seat for seat, size in enumerate(sizes) if size))
    living = rules.living(state)
    total: Shares = {}
    for loser in living:
        after = lost_by(state, loser)
        assert sum(after.sizes) == sum(sizes) - 1
        rest = {0: F(1)} if after.phase is Phase.OVER else length(tuple(sorted(after.sizes)))
        for n, p in rest.items():
            total[n + 1] = total.get(n + 1, F(0)) + p / len(living)
    return total


def mean(odds: Shares) -> Fraction:
    """Of a number with these odds."""
    return sum((n * p for n, p in odds.items()), F(0))


def test_match_length_of_two() -> None:
    """Five to nine rounds."""
    assert length((5, 5)) == {5: F(1, 16), 6: F(5, 32), 7: F(15, 64), 8: F(35, 128), 9: F(35, 128)}
    assert mean(length((5, 5))) == F(965, 128)


def test_match_length_of_three() -> None:
    """Exactly."""
    assert mean(length((5, 5, 5))) == F(97373095, 7558272)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 7.539063), (3, 12.882984), (4, 18.034322), (5, 23.122994)])
def test_match_length(seats: int, rounds: float) -> None:
    """From 5(n-1) to 5n-1 rounds, and so many on average."""
    odds = length((5,) * seats)
    assert sorted(odds) == list(range(5 * (seats - 1), 5 * seats))
    assert sum(odds.values()) == 1
    assert float(mean(odds)) == pytest.approx(rounds, abs=5.1e-7)


def test_match_length_of_six() -> None:
    """The largest table."""
    odds = length((5,) * 6)
    assert sorted(odds) == list(range(25, 30))
    assert round(float(mean(odds)), 6) == 28.182661


def test_who_bids_at_random_is_right_as_often_as_the_table_says() -> None:
    """A challenge of q fours with all ten dice unknown fails with exactly the probability of the table."""
    state = before_round((5, 5), 0)
    for quantity in (3, 4, 5):
        holding = F(0)
        for count in range(11):
            faces = (4,) * count + (3,) * (10 - count)
            rolled = apply(state, CHANCE, Roll((faces[:5], faces[5:])))[0]
            after = apply(replace(rolled, bid=Standing(0, quantity, 4), turn=1), 1, Challenge())[0]
            # If the bid holds the challenger has lost a die.
            holding += matching(10, 4, False)[count] * (5 - after.sizes[1])
        assert holding == at_least(quantity, 10)


# -- everybody away --------------------------------------------------------------------------

AWAY = YAML(typ="safe").load(Path(__file__).with_name("liars_dice_away.yaml").read_text(encoding="utf-8"))
Prospects: TypeAlias = tuple[dict[int, float], tuple[tuple[float, ...], ...]]


def away_round(state: State, holds: bool) -> State:
    """A round of automatic moves: one two, and a challenge by the next seat."""
    state, turns = apply(state, CHANCE, Roll(tuple((2 if holds else 3,) * size for size in state.sizes)))[0], 0
    while state.phase is Phase.TURN:
        state, turns = apply(state, state.turn, rules.auto_move(state))[0], turns + 1
    assert turns == 2
    return state


@cache
def prospects(state: State) -> Prospects:
    """With everybody away, before a roll: rounds still to come, and the places by seat, by probability."""
    seats = len(state.sizes)
    if state.phase is Phase.OVER:
        return {0: 1.0}, tuple(tuple(float(p == place) for p in range(1, seats + 1)) for place in state.places)
    fails = float(matching(sum(state.sizes), 2, False)[0])
    rounds: dict[int, float] = {}
    table = [[0.0] * seats for _ in range(seats)]
    for odds, holds in ((fails, False), (1 - fails, True)):
        more, rows = prospects(away_round(state, holds))
        for n, p in more.items():
            rounds[n + 1] = rounds.get(n + 1, 0.0) + odds * p
        for row, other in zip(table, rows, strict=True):
            row[:] = [was + odds * p for was, p in zip(row, other, strict=True)]
    return rounds, tuple(map(tuple, table))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_away(seats: int) -> None:
    """Rounds and places of a match of automatic moves that seat 0 opens, to the last printed digit."""
    rounds, table = prospects(before_round((5,) * seats, 0))
    assert AWAY[seats] == {
        "rounds": {n: round(p, 6) for n, p in sorted(rounds.items())},
        "places": [[round(p, 6) for p in row] for row in table],
    }
    for odds in (rounds.values(), *table, *zip(*table, strict=True)):
        assert sum(odds) == pytest.approx(1)
