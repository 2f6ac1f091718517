"""Are these counts what this probability gives? Rigorous bounds, no tables, no approximation.

A statistical test that runs on every commit must fail by bad luck practically never, and must say how
seldom. `surprise` bounds from above the probability of counts at least as far off as the ones seen
(Chernoff with the relative entropy, which holds for every number of trials). Whoever runs k tests
and wants them to fail by bad luck at most once in 1/e runs demands `surprise(...) > e / k` of each.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import exp, log
from typing import TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)


def surprise(successes: int, trials: int, probability: float) -> float:
    """An upper bound on the probability of a count as far from the expectation as this one, or farther.

    Args:
        successes: How often it happened.
        trials: How often it could have; the trials are independent.
        probability: Of one success.

    Returns:
        At most 1.0; small means that the probability is not what was claimed.
    """
    assert 0 <= successes <= trials and 0.0 <= probability <= 1.0
    seen = successes / trials if trials else probability
    if seen == probability:
        return 1.0
    if probability in (0.0, 1.0):
        return 0.0
    entropy = sum(
        part * log(part / whole) for part, whole in ((seen, probability), (1 - seen, 1 - probability)) if part
    )
    return min(1.0, 2 * exp(-trials * entropy))


def surprise_of_all(counts: Mapping[KeyT, int], probabilities: Mapping[KeyT, float]) -> float:
    """The same for a whole table of exclusive cases: Bonferroni over the cells, cells not listed must not happen.

    Returns:
        An upper bound on the probability that any of the cells is as far off as the worst one.
    """
    trials = sum(counts.values())
    cells = {**dict.fromkeys(counts, 0.0), **probabilities}
    worst = min(surprise(counts.get(cell, 0), trials, probability) for cell, probability in cells.items())
    return min(1.0, worst * len(cells))
