"""Which rules a run exercised."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
from msgspec.structs import replace

from harness.history.observation import Received, RunEnded, Sent
from harness.referee.rulebook.bluffers import DECISIONS, RULES
from harness.referee.rulebook.catalogue import MARKS
from harness.scenario.load import load
from harness.verdict import Verdict
from harness.wire import events as ev
from tests.referee.histories import (
    CLEAN_HISTORIES,
    SCENARIOS,
    History,
    absent,
    acquitted,
    edit,
    find,
    honest,
    insert,
    kind,
    staged,
    with_bots,
)


def counts(history: History) -> dict[str, int]:
    """Rule id -> how often it was seen at work; the oracle convicts nobody."""
    return dict(acquitted(history, "rules_coverage").counts)


@lru_cache
def union() -> Counter[str]:
    """All counts of the clean histories and of the scenarios, one case each and all of those with a rare one."""
    total: Counter[str] = Counter()
    for record in CLEAN_HISTORIES.values():
        total.update(counts(record()))
    for path in sorted(SCENARIOS.glob("*.yaml")):
        rare = path.stem in ("s04-act-then-leave", "world-board-with-bots", "month-boundary")
        for case in range(len(load(path).cases) if rare else 1):
            total.update(counts(staged(path.stem, case)[0]))
    return total


@pytest.mark.parametrize("rule", [*RULES, *DECISIONS])
def test_every_rule_is_seen_at_work(rule: str) -> None:
    """Over the scenarios together there is no rule of the list that was never tried."""
    assert union()[rule] > 0


def test_every_rule_is_listed_even_when_it_was_never_seen() -> None:
    """What was not tried is in the list with a zero."""
    assert set(counts((RunEnded(at=0, complete=True),))) <= set(MARKS)
    assert {*RULES, *DECISIONS} <= set(counts((RunEnded(at=0, complete=True),)))
    assert not sum(counts((RunEnded(at=0, complete=True),)).values())


def test_nothing_seen_is_unknown() -> None:
    """An oracle that saw nothing is not valid."""
    assert acquitted((RunEnded(at=0, complete=True),), "rules_coverage").verdict is Verdict.UNKNOWN
    assert acquitted(honest(), "rules_coverage").verdict is Verdict.VALID


def test_rules_that_an_honest_match_does_not_show() -> None:
    """Four honest players never leave, are never away and never time out."""
    seen = counts(honest())
    for rule in ("BLF-15", "BLF-26", "BLF-31", "BLF-34", "BLF-E03", "BLF-E07", "BLF-E25", "BLF-E37", "BLF-E38"):
        assert not seen[rule], rule
    for rule in ("BLF-01", "BLF-03", "BLF-05", "BLF-10", "BLF-16", "BLF-18", "BLF-28", "BLF-32"):
        assert seen[rule], rule


def test_bots_and_absences_are_told_apart() -> None:
    """Bots are no absence, and an absence is no bot."""
    assert counts(with_bots())["BLF-E37"]
    assert not counts(with_bots())["BLF-E04"]
    assert counts(absent())["BLF-E04"] == counts(absent())["BLF-E03"] > 0
    assert counts(absent())["BLF-E05"] == 1


def test_equal_names_are_a_decision_at_work() -> None:
    """Two members with one name show that names are no keys."""
    clean = staged("lobby-bots")[0]
    assert not counts(clean)["BLF-E39"]
    same = edit(clean, kind(ev.Roster), lambda e: with_names(e, "Ana"), everywhere=True)
    assert counts(same)["BLF-E39"] == 1


def with_names(event: ev.Roster, name: str) -> ev.Roster:
    """The roster with one name for all."""
    return replace(event, members=tuple(replace(member, name=name) for member in event.members))


def test_refusal_counts_for_the_rule_that_it_names() -> None:
    """A refusal shows its rule at work; one without a rule of the game shows none."""
    stale = staged("s11-forbidden-moments")[0]
    clean = counts(stale)
    assert clean["BLF-E28"] > 0
    other = edit(stale, kind(ev.Refused, rule="BLF-E28"), lambda e: replace(e, rule="WIRE"), every=True)
    assert counts(other)["BLF-E28"] == 0


def test_nonsense_before_the_match_disturbs_no_turn() -> None:
    """There is no turn to be disturbed, and no match to look at."""
    index = find(honest(), kind(ev.Snapshot)) + 1
    said = honest()[index - 1]
    assert isinstance(said, Received)
    junk = Sent(at=said.at, who=said.who, connection=said.connection, raw=b"junk")
    acquitted(insert(honest(), index, junk), "rules_coverage")
