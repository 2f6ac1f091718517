"""Hostile input, and what it may cost whom."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import pytest
from msgspec.structs import replace

from harness.clock import SECOND
from harness.history.observation import Closed, Exchange, FaultBegun, Sent
from harness.scenario.model import When
from harness.wire import events as ev
from tests.referee.histories import (
    PARTY,
    History,
    acquitted,
    alter,
    both,
    cheats,
    convicted,
    cut,
    drop,
    dropped,
    edit,
    find,
    honest,
    insert,
    kind,
    of,
    plan,
    record,
    report,
    shift,
    staged,
    step,
)

ANSWER = kind(ev.Refused, "ben", id=None)


@lru_cache
def nonsense(raw: str = "nonsense", party: str = PARTY) -> History:
    """Ben sends one frame that is no command, on ana's first turn, and the match goes on."""
    script = (step("ben", "raw", When(turn="ana"), text=raw),)
    return record(plan("honest", "honest", "honest", "honest", party=party, script=script), seed=11)


@lru_cache
def binary() -> History:
    """Ben sends a binary frame, for which his connection is closed."""
    script = (step("ben", "raw", When(turn="ana"), hex="00ff"), step("ben", "reconnect", after=SECOND))
    return record(plan("honest", "honest", "honest", "honest", script=script), seed=11)


def ben(name: str, at: int, **fields: Any) -> Any:
    """An observation of ben's first connection."""
    kinds: dict[str, Any] = {"closed": Closed, "fault": FaultBegun, "sent": Sent}
    return kinds[name](at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#1", **fields)


# -- B1 ---------------------------------------------------------------------------------------


def test_clean_backends_contain_nonsense(clean: History) -> None:
    """Every answer of a clean backend is one that it declares."""
    assert acquitted(clean, "containment").evaluated > 0


def test_nonsense_is_judged_by_its_answer() -> None:
    """A refusal without id, or a protocol close code."""
    for history, other in ((nonsense(), honest()), (binary(), honest())):
        calls = sum(type(o) is Exchange for o in history)
        told = acquitted(history, "containment")
        assert (told.evaluated, told.undecidable) == (calls + 1, 0)
        assert acquitted(other, "containment").evaluated == sum(type(o) is Exchange for o in other)
    assert acquitted(cheats(), "containment").evaluated > 20


def test_nonsense_answered_by_silence_is_named() -> None:
    """Nothing for the whole of the run; shortly after, or with a fault of ours, it may still come."""
    index = find(nonsense(), ANSWER)
    silent = cut(nonsense(), index)
    at = silent[-1].at
    assert acquitted(silent, "containment").undecidable == 1
    long = (*silent[:-1], replace(silent[-1], at=at + 6 * SECOND))
    finding = convicted(long, "containment", "B1", "WIRE", says="answered by silence")
    assert any(evidence.text == "nonsense" for evidence in finding.evidence)
    assert report(long, "containment").evaluated == acquitted(silent, "containment").evaluated + 1
    stalled = insert(long, len(silent) - 1, ben("fault", at, fault="stall"))
    assert acquitted(stalled, "containment").undecidable == 1


def test_refused_command_is_no_answer_to_nonsense() -> None:
    """It answers what it names; nonsense that bears an id may be answered by that, too."""
    index = find(nonsense(), ANSWER)
    at = nonsense()[index].at
    ping = ben("sent", at - 1, raw=b'{"type":"ping","id":"b1"}')
    other = edit(nonsense(), ANSWER, lambda e: replace(e, id="b1", code="rate"))
    history = insert(other, index, ping)
    told = report((*cut(history, index + 2)[:-1], replace(other[-1], at=at + 9 * SECOND)), "containment")
    assert "silence" in told.findings[0].what
    named = edit(nonsense(), ANSWER, lambda e: replace(e, id="never-a-command"))
    assert acquitted(named, "containment").undecidable == 0


def test_nonsense_answered_late_is_named() -> None:
    """Five seconds are enough, unless we did not read."""
    late = shift(nonsense(), ANSWER, 6 * SECOND, only=True)
    convicted(late, "containment", "B1", "WIRE", says="answered only after 6.0 s")
    index = find(nonsense(), ANSWER)
    stalled = insert(late, index, ben("fault", nonsense()[index].at, fault="stall"))
    acquitted(stalled, "containment")


def test_nonsense_on_a_lost_connection_is_owed_no_answer() -> None:
    """Nobody is there to give it."""
    index = find(nonsense(), ANSWER)
    at = nonsense()[index].at
    sent = find(nonsense(), of(Sent, raw=b"nonsense"))
    lost = insert(cut(nonsense(), index), sent, ben("fault", nonsense()[sent].at, fault="hole"))
    told = report((*lost[:-1], replace(lost[-1], at=at + 9 * SECOND)), "containment")
    assert (told.findings_total, told.undecidable) == (0, 0)


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({"code": 1011}, "closing with 1011, which is no protocol code"),
        ({"code": 1006}, "closing with 1006"),
        ({"code": 4002}, ""),
        ({"code": 4006}, ""),
        ({"code": 1006, "by": "network"}, ""),
        ({"code": 1000, "by": "us"}, ""),
    ],
)
def test_close_codes_answer_nonsense_or_do_not(fields: dict[str, Any], verdict: str) -> None:
    """Protocol codes do; codes for something else may have crossed it; the rest is a failure of the server's own."""
    spoilt = alter(binary(), of(Closed, connection=f"{PARTY}/ben#1"), lambda o: replace(o, **fields))
    if verdict:
        convicted(spoilt, "containment", "B1", "WIRE", says=verdict)
    else:
        assert acquitted(spoilt, "containment").undecidable == 1


def test_frame_that_is_no_frame_is_named() -> None:
    """Bytes that are no JSON object, or that hold a traceback."""
    convicted(edit(honest(), kind(ev.Pong), lambda e: b"<html>"), "containment", "B1", says="a frame that is no frame")
    html = edit(honest(), kind(ev.Pong), lambda e: b"<html>")
    assert report(html, "containment").evaluated == report(honest(), "containment").evaluated + 1
    trace = b'{"type":"refused","detail":["Traceback (most recent call last)"]}'
    convicted(edit(honest(), kind(ev.Pong), lambda e: trace), "containment", "B1", says="a frame that is no frame")


def test_frame_of_another_kind_is_left_to_the_other_oracle() -> None:
    """A frame that tells its type and no more is one of an unknown protocol, not of a broken server."""
    for raw in (b'{"type":"boom"}', b'{"type":"pong","seq":3,"id":"x","extra":1}'):
        acquitted(edit(honest(), kind(ev.Pong), partial(_instead, raw)), "containment")


def _instead(raw: bytes, event: ev.Event) -> bytes:
    return raw


def test_http_failure_is_named() -> None:
    """A status of 500 or more, or a traceback in a body."""
    boards = of(Exchange, path="/v1/boards/world")
    finding = convicted(alter(honest(), boards, lambda o: replace(o, status=503)), "containment", "B1", says="503")
    assert finding.evidence[0].connection == "http"
    convicted(alter(honest(), boards, lambda o: replace(o, status=500)), "containment", "B1", says="500")
    trace = alter(honest(), boards, lambda o: replace(o, answer=b"Traceback (most recent call last): ..."))
    convicted(trace, "containment", "B1", says="GET /v1/boards/world was answered 200")


def test_call_without_an_answer_is_not_judged() -> None:
    """It may never have reached the backend."""
    spoilt = alter(honest(), of(Exchange), lambda o: replace(o, status=0, error="refused"), every=True)
    assert report(spoilt, "containment").evaluated == 0


# -- B3 ---------------------------------------------------------------------------------------


def test_clean_connections_end_for_a_reason_of_their_own(clean: History) -> None:
    """Left, replaced, closed with their room, or for what was sent on them."""
    assert acquitted(clean, "bystander").evaluated > 0


@pytest.mark.parametrize(
    "name", ["garbage-frames", "s02-half-open-socket-is-replaced", "lobby-expiry", "s15-slow-reader"]
)
def test_staged_ends_are_explained(name: str) -> None:
    """Garbage, silence and expiry explain an end."""
    history, _ = staged(name)
    acquitted(history, "bystander")


def ended(history: History, code: int, by: str = "them") -> History:
    """Ben's connection, closed by the server in the middle of the match for no reason, and nothing more of it."""
    index = find(history, kind(ev.HandStarted, "ben", hand=2))
    end = ben("closed", history[index].at, code=code, by=by)
    rest = drop(history[index:], lambda o, e: getattr(o, "connection", "") == f"{PARTY}/ben#1")
    return (*history[:index], end, *rest)


@pytest.mark.parametrize("code", [1000, 1006, 1011, 4002, 4003, 4004, 4005, 4006])
def test_end_for_no_reason_is_named(code: int) -> None:
    """Nobody left, nothing was wrong, nobody was silent, the room is there."""
    finding = convicted(ended(honest(), code), "bystander", "B3", "WIRE", says=f"was closed ({code} by them)")
    assert f"{PARTY}/ben" in finding.what
    assert finding.evidence


@pytest.mark.parametrize("code", [1001, 4000, 4001])
def test_end_that_others_judge_is_explained(code: int) -> None:
    """Going down, a newer socket, an expired seat: whether that is true is judged elsewhere."""
    acquitted(ended(honest(), code), "bystander")


def test_broken_network_is_no_reason() -> None:
    """A connection that just breaks is the server's until a fault explains it."""
    convicted(ended(honest(), 1006, "network"), "bystander", "B3", says="1006 by network")
    index = find(honest(), kind(ev.HandStarted, "ben", hand=2))
    stalled = insert(ended(honest(), 1006, "network"), index, ben("fault", honest()[index].at, fault="stall"))
    acquitted(stalled, "bystander")


def test_our_own_end_is_not_judged() -> None:
    """We may close when we like."""
    told = acquitted(dropped(), "bystander")
    assert told.evaluated == sum(type(o) is Closed and o.by != "us" for o in dropped())


def test_end_before_the_seat_is_explained() -> None:
    """A hello that was refused has no seat to lose."""
    index = find(honest(), kind(ev.Snapshot, "ben"))
    early = insert(honest(), index, ben("closed", honest()[index].at, code=4004, by="them"))
    acquitted(early, "bystander")


def test_end_after_nonsense_is_explained() -> None:
    """Its own nonsense costs a connection its life, and nobody else's."""
    acquitted(ended(nonsense(), 4003), "bystander")
    other = alter(
        nonsense(), of(Sent, raw=b"nonsense"), lambda o: replace(o, connection=f"{PARTY}/ana#1", who=f"{PARTY}/ana")
    )
    convicted(ended(other, 4003), "bystander", "B3", says="4003 by them")


def test_end_for_silence_needs_silence() -> None:
    """Every frame of ours is a sign of life on its own connection; a pong is one, too."""
    index = find(honest(), kind(ev.HandStarted, "ben", hand=2))
    mute = drop(honest()[:index], both(of(Sent, connection=f"{PARTY}/ben#1"), lambda o, e: o.at > SECOND))
    longer = tuple(replace(o, at=o.at + 40 * SECOND) for o in ended(honest(), 4005)[index:])
    acquitted((*mute, *longer), "bystander")
    pong = ben("sent", longer[0].at - SECOND, raw=b'{"type":"pong","id":"x"}')
    convicted((*mute, pong, *longer), "bystander", "B3", says="4005 by them")
