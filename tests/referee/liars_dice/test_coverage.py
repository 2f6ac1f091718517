"""Which rules of Liar's Dice a run exercised."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
from msgspec.structs import replace

from harness.history.observation import Exchange, RunEnded
from harness.referee.liars_dice.coverage import DECISIONS, RULES
from harness.scenario.load import load
from harness.wire import events as ev
from tests.referee.histories import SCENARIOS, History, acquitted, alter, edit, kind, staged
from tests.referee.liars_dice.histories import absent, fixed, honest, left, reconnected, timed_out, topped

ALL = ("dice-ai-fill", "dice-reconnect-mid-round", "dice-top-bid")
"""Scenarios with a rare case."""


def counts(history: History) -> dict[str, int]:
    """Rule id -> how often it was seen at work; the oracle convicts nobody."""
    return dict(acquitted(history, "rules_coverage").counts)


@lru_cache
def union() -> Counter[str]:
    """All counts of the scenarios of Liar's Dice, one case each and all of those with a rare one."""
    total: Counter[str] = Counter()
    for path in sorted(SCENARIOS.glob("dice-*.yaml")):
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
    """Honest players never leave, are never away or late, and ask for nothing that is refused."""
    seen = counts(honest())
    for rule in ("LDC-07", "LDC-16", "LDC-E04", "LDC-E09", "LDC-E10", "LDC-E14", "LDC-E15", "LDC-E16", "LDC-E19"):
        assert not seen[rule], rule
    for rule in ("LDC-01", "LDC-02", "LDC-03", "LDC-05", "LDC-06", "LDC-11", "LDC-12", "LDC-14", "LDC-15"):
        assert seen[rule], rule


def test_absences_and_leavers_are_told_apart() -> None:
    """Who is away, who is late and who has left are three decisions."""
    assert (counts(absent())["LDC-E16"] > 0, counts(absent())["LDC-E15"]) == (True, 0)
    assert (counts(timed_out())["LDC-E14"] > 0, counts(timed_out())["LDC-E16"]) == (True, 0)
    assert (counts(left())["LDC-E15"], counts(left())["LDC-E16"]) == (1, 0)


def test_ones_over_as_many_of_another_face() -> None:
    """All ones on all sixes is Big Talk Dice, and the last thing that can be bid."""
    seen = counts(topped())
    assert (seen["LDC-17"], seen["LDC-E01"], seen["LDC-E07"]) == (1, 1, 1)
    assert not counts(fixed())["LDC-17"]


def test_face_on_as_many_ones_shows_how_ones_stand_but_is_no_big_talk() -> None:
    """Where ones are low, as many of another face beat them."""
    spoilt = edit(fixed(), kind(ev.BidMade, turn=1), lambda e: replace(e, quantity=4, face=1), everywhere=True)
    seen = counts(spoilt)
    assert (seen["LDC-17"], seen["LDC-E01"]) == (0, 1)


def test_return_to_the_seat_is_a_rule_at_work() -> None:
    """A second snapshot under the same secret, in a match."""
    assert counts(reconnected())["LDC-16"] == 1
    assert not counts(fixed())["LDC-16"]


def test_only_codes_that_open_a_room_of_this_game_count() -> None:
    """A refused join shows nothing, and one of an unknown room neither."""
    seen = counts(honest())["LDC-E22"]
    assert seen > 0

    def is_join(observation: object, event: ev.Event | None) -> bool:
        return isinstance(observation, Exchange) and observation.path.endswith("/members")

    refused = alter(honest(), is_join, lambda o: replace(o, status=409), every=True)
    assert counts(refused)["LDC-E22"] == 0
    elsewhere = alter(honest(), is_join, lambda o: replace(o, path="/v1/rooms/ZZZZ/members"), every=True)
    assert counts(elsewhere)["LDC-E22"] == 0
