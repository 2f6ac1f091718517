"""The bounds on bad luck are bounds."""

from __future__ import annotations

from math import comb

import pytest

from harness.testing.frequencies import surprise, surprise_of_all


def tail(successes: int, trials: int, probability: float) -> float:
    """The exact probability of a count on this side as far off as this one, or farther."""
    side = range(successes, trials + 1) if successes > trials * probability else range(successes + 1)
    return sum(comb(trials, n) * probability**n * (1 - probability) ** (trials - n) for n in side)


@pytest.mark.parametrize("trials", [1, 7, 60])
@pytest.mark.parametrize("probability", [0.05, 0.4, 5 / 6])
def test_never_below_the_exact_probability(trials: int, probability: float) -> None:
    """Twice the exact tail is at most the bound, for every count."""
    for successes in range(trials + 1):
        bound = surprise(successes, trials, probability)
        assert min(1.0, 2 * tail(successes, trials, probability)) <= bound + 1e-12
        assert bound <= 1.0


def test_a_wrong_probability_is_soon_surprising() -> None:
    """A thousand throws tell a die from a coin."""
    assert surprise(166, 1000, 1 / 6) > 0.5
    assert surprise(500, 1000, 1 / 6) < 1e-50


def test_the_impossible_and_the_certain() -> None:
    """No count but one fits a probability of 0 or 1; no trials fit everything."""
    assert surprise(0, 10, 0.0) == surprise(10, 10, 1.0) == surprise(0, 0, 0.3) == 1.0
    assert surprise(1, 10, 0.0) == surprise(9, 10, 1.0) == 0.0


def test_a_table_is_as_surprising_as_its_worst_cell() -> None:
    """Bonferroni over the cells; a cell that is not listed must not happen."""
    even = dict.fromkeys("abc", 1 / 3)
    assert surprise_of_all({"a": 100, "b": 100, "c": 100}, even) == 1.0
    assert surprise_of_all({"a": 300}, even) == pytest.approx(3 * surprise(0, 300, 1 / 3))
    assert surprise_of_all({"a": 1, "b": 1, "x": 1}, even) == 0.0
