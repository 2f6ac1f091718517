"""Logs of matches: acquitted as they are, convicted when they tell more or tell it to strangers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from harness.history.observation import Exchange
from harness.scenario.model import When
from harness.wire import events as ev
from tests.referee.histories import History, acquitted, alter, boards, convicted, drop, kind, plan, record, staged, step


@lru_cache
def logged() -> History:
    """A match, and its log read by one who sat there and one who did not."""
    script = (
        step("ana", "http", When(phase="results"), path="/v1/matches/{match}/log"),
        step("cho", "http", path="/v1/matches/{match}/log"),
    )
    return record(plan("honest", "caller", "honest", late=1, seats=3, script=script), seed=11)


def answering(change: Callable[[Any], Any], *, status: int = 200) -> History:
    """The history in which the first log had been another, or the second had been given."""

    def answer(exchange: Any) -> Any:
        return replace(exchange, status=200, answer=msgspec.json.encode(change(log())))

    return alter(
        logged(), lambda o, e: isinstance(o, Exchange) and o.path.endswith("/log") and o.status == status, answer
    )


def log() -> Any:
    """The log as it was."""
    exchange = next(o for o in logged() if isinstance(o, Exchange) and o.path.endswith("/log") and o.status == 200)
    return msgspec.json.decode(exchange.answer)


def events(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A change of every event."""
    return lambda shown: {**shown, "events": [change(event) for event in shown["events"]]}


def test_clean_logs_are_acquitted() -> None:
    """Those who sat there get it, others do not; nothing is judged where none was read."""
    for history in (logged(), staged("report-and-log")[0], boards()):
        given = sum(isinstance(o, Exchange) and o.path.endswith("/log") and o.status == 200 for o in history)
        assert acquitted(history, "public_log").evaluated == given > 0


def test_log_that_is_given_to_a_stranger() -> None:
    """Whoever did not sit there has no business with it."""
    spoilt = answering(lambda shown: shown, status=404)
    convicted(spoilt, "public_log", "P10", "FEAT-54", says="t0/cho did not sit at match")


def test_log_that_tells_more_than_the_table_saw() -> None:
    """A face beside a claim, a private event: neither is part of a public event."""
    for change in (
        events(lambda e: {**e, "cards": ["K"]} if e["type"] == "played" else e),
        lambda shown: {**shown, "hands": [["K"]]},
        lambda shown: {**shown, "events": [{"type": "cards", "match": "m", "hand": 1, "cards": []}, *shown["events"]]},
    ):
        convicted(answering(change), "public_log", "P10", "BLF-08", says="holds what is no public event")


def test_log_that_turns_up_other_cards() -> None:
    """A call shows the cards that it showed."""
    spoilt = answering(events(lambda e: {**e, "cards": [*e["cards"], "A"]} if e["type"] == "called" else e))
    convicted(spoilt, "public_log", "P10", "BLF-16", says="shows something else than the table saw")


def test_log_with_gaps() -> None:
    """Nothing is left out; an empty log has no gaps, whatever it is good for."""
    spoilt = answering(lambda shown: {**shown, "events": shown["events"][:3] + shown["events"][4:]})
    convicted(spoilt, "public_log", "P10", "FEAT-54", says="has gaps")
    acquitted(answering(lambda shown: {**shown, "events": []}), "public_log")


def test_log_of_a_match_that_nobody_saw_begin() -> None:
    """Its shape is judged, its readers are not."""
    unseen = drop(logged(), kind(ev.MatchStarted))
    told = acquitted(unseen, "public_log")
    assert told.undecidable == told.evaluated > 0
