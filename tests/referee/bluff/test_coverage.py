"""Which rules of Bluff a run exercised."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from harness.history.observation import RunEnded
from harness.referee.bluff.coverage import DECISIONS, RULES
from harness.scenario.load import load
from harness.wire import events as ev
from tests.referee.bluff.histories import (
    covered,
    ended_by_a_leaver,
    honest,
    joined,
    played_on,
    proved,
    refused,
    timed_out,
    withdrawn,
)
from tests.referee.histories import SCENARIOS, History, acquitted, add, kind, staged

ALL = ("bluff-next-seat-leads", "bluff-rematch", "bluff-jokers")
"""Scenarios with a rare case."""


def counts(history: History) -> dict[str, int]:
    """Rule id -> how often it was seen at work; the oracle convicts nobody."""
    return dict(acquitted(history, "rules_coverage").counts)


@lru_cache
def union() -> Counter[str]:
    """All counts of the scenarios of Bluff, one case each and all of those with a rare one."""
    total: Counter[str] = Counter()
    for path in sorted(SCENARIOS.glob("bluff-*.yaml")):
        for case in range(len(load(path).cases) if path.stem in ALL else 1):
            total.update(counts(staged(path.stem, case)[0]))
    return total


@pytest.mark.parametrize("rule", [*RULES, *DECISIONS])
def test_every_rule_is_seen_at_work(rule: str) -> None:
    """Over the scenarios together there is no rule of the list that was never tried."""
    assert union()[rule] > 0


def test_every_rule_is_listed_even_when_it_was_never_seen() -> None:
    """What was not tried is in the list with a zero."""
    none = counts((RunEnded(at=0, complete=True),))
    assert {*RULES, *DECISIONS} <= set(none)
    assert not sum(none.values())


def test_rules_that_an_honest_match_does_not_show() -> None:
    """Honest players never leave, are never late, and ask for nothing that is refused."""
    seen = counts(honest())
    for rule in ("CHT-16", "CHT-17", "CHT-19", "CHT-E04", "CHT-E07", "CHT-E16", "CHT-E21", "CHT-E22", "CHT-E25"):
        assert not seen[rule], rule
    for rule in ("CHT-01", "CHT-02", "CHT-03", "CHT-04", "CHT-05", "CHT-06", "CHT-07", "CHT-20", "CHT-21", "CHT-22"):
        assert seen[rule], rule


def test_ways_to_end_a_round_are_told_apart() -> None:
    """By the claimant's own pass, without him when he has no cards, or because he has left."""
    for history, rules in (
        (proved(), {"CHT-E05": 1, "CHT-E11": 0, "CHT-E22": 0}),
        (covered(), {"CHT-E05": 0, "CHT-E11": 1, "CHT-E22": 0}),
        (ended_by_a_leaver(), {"CHT-E05": 0, "CHT-E11": 1, "CHT-E20": 1}),
    ):
        seen = counts(history)
        assert {rule: seen[rule] for rule in rules} == rules


def test_last_cards_that_are_called() -> None:
    """By a later player; the lead goes on only where the others play on."""
    assert (counts(proved())["CHT-E10"], counts(proved())["CHT-E08"]) == (1, 0)
    assert (counts(played_on())["CHT-E10"], counts(played_on())["CHT-E08"]) == (1, 1)
    assert counts(covered())["CHT-E13"] == 1


def test_who_passed_may_join_in_again() -> None:
    """Ben had passed; ana had not, and added to her own claim."""
    seen = counts(joined())
    assert seen["CHT-14"] >= 1
    assert seen["CHT-E06"] >= 1
    assert counts(timed_out())["CHT-E21"] == 2


def test_refusals_show_the_rule_behind_them() -> None:
    """By the code, and by what was refused."""
    seen = counts(refused())
    for rule in ("CHT-16", "CHT-19", "CHT-E04", "CHT-E07", "CHT-E17", "CHT-E25"):
        assert seen[rule] >= 1, rule


def test_leaver_who_was_out_already_shows_nothing() -> None:
    """He keeps his place."""
    spoilt = add(
        played_on(), kind(ev.Finished),
        lambda e: ev.LeftTable(number=0, group=e.group, match=e.match, seat=0, place=1, points=0, withdrawn=False),
    )  # fmt: skip
    assert counts(spoilt)["CHT-E22"] == 0
    assert counts(withdrawn())["CHT-E22"] == 1
