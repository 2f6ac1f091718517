"""Nothing is found in clean histories of Bluff, by any oracle, on any network."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.clock import MILLISECOND
from harness.referee.catalogue import ORACLES
from harness.referee.moment import Sandwich
from harness.runtimes.virtual.network import Link
from harness.wire import events as ev
from tests.referee.bluff.histories import CLEAN, bluff, caught, covered, ended_by_a_leaver, joined, proved, withdrawn
from tests.referee.histories import EXACT, OPEN, History, drop, events, judge, kind, plan, record

OWN = ("turn_order", "conservation", "call_verdict", "elimination", "placement", "hand_privacy")
"""Oracles with a part of their own for this game."""

ELSEWHERE = {"takeover", "stale_goodbye", "expectations", "restart"}
"""Oracles that need a script of their own, and do not care for the game."""


@pytest.mark.parametrize("sandwich", [EXACT, OPEN], ids=["exact", "open"])
def test_clean_histories_are_acquitted_by_all_oracles(clean: History, sandwich: Sandwich) -> None:
    """No finding, and no oracle breaks down."""
    for told in judge(clean, sandwich=sandwich).reports():
        assert not told.error, f"{told.oracle}: {told.error}"
        assert not told.findings_total, told.findings[0]


@pytest.mark.parametrize("name", [name for name in ORACLES if name not in ELSEWHERE])
def test_every_oracle_has_something_to_judge(name: str) -> None:
    """In some clean history of Bluff each oracle compares something."""
    assert sum(report.evaluated for make in CLEAN.values() for report in judge(make(), name).reports())


@pytest.mark.parametrize("name", ["honest", "covered", "joined", "equals", "caught"])
def test_histories_without_holes_leave_nothing_open(name: str) -> None:
    """What is heard from the first event to the last can be judged to the last."""
    for oracle in OWN:
        (told,) = judge(CLEAN[name](), oracle).reports()
        assert told.evaluated or oracle == "call_verdict"
        assert not told.undecidable, oracle


@pytest.mark.parametrize("jitter", [0, 400], ids=["even", "jitter"])
@pytest.mark.parametrize("end", ["first_out", "play_on"])
def test_bad_networks_convict_nobody(jitter: int, end: str) -> None:
    """Frames that come late, and connections that break at any frame, are no fault of the backend."""
    link = Link(latency=20 * MILLISECOND, jitter=jitter * MILLISECOND, cut_chance=0.01, refuse_chance=0.05)
    for seed in range(6):
        party = plan("flapper", "honest", "caller", "random", room=bluff(end=end))
        judged = (*OWN, "resume_privacy", "audience", "fold", "continuity", "timer_early", "single_move")
        for told in judge(record(party, seed=seed, link=link), *judged, sandwich=OPEN).reports():
            assert not told.error, f"{told.oracle}: {told.error}"
            assert not told.findings_total, told.findings[0]


@pytest.mark.parametrize("history", [proved, covered, caught, joined, withdrawn, ended_by_a_leaver])
@pytest.mark.parametrize(
    "lost",
    [
        ev.MatchStarted, ev.Dealt, ev.TurnStarted, ev.Laid, ev.Passed, ev.TurnedUp, ev.Swept, ev.Finished,
        ev.LeftTable, ev.MatchOver,
    ],
)  # fmt: skip
def test_public_event_that_nobody_heard_convicts_nobody(history: Callable[[], History], lost: type[ev.Event]) -> None:
    """Where an event was lost on the way, there is always an explanation; what builds on it is not judged.

    But for one: who is shown a pile as his, before he was told that he takes it, is shown what is not his.
    """
    clean = history()
    own = [name for name in OWN if lost is not ev.TurnedUp or name not in ("hand_privacy", "conservation")]
    numbers = sorted({event.number for _, _, event in events(clean) if isinstance(event, lost)})  # type: ignore[attr-defined]
    for number in numbers[:3]:
        for told in judge(drop(clean, kind(lost, number=number)), *own).reports():
            assert not told.error, told.error
            assert not [f for f in told.findings if f.rule.startswith("CHT")], told.findings[0]
