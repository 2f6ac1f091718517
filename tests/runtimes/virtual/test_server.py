"""Connections and calls, as the backend's end sees them."""

from __future__ import annotations

import pytest

from harness.backend import messages as gated
from harness.dialects.http import HttpResponse
from harness.errors import LocalError
from harness.history import observation as seen
from harness.runtimes.virtual.network import Link
from harness.swarm import effects as played
from harness.wire.events import Result
from tests.runtimes.virtual.machines import MS, EchoGate, Show, Timetable, call, connect, drop, frame

CLOSE = gated.Close("t1/ana#1", 4000, "replaced")


def _play(plan: dict[int, list[played.Effect]], gate: EchoGate, link: Link | None = None) -> Show:
    times = {at * MS: effects for at, effects in plan.items()}
    return Show(Timetable(plan={0: [connect()], **times}, ends=1_000 * MS), gate=gate, link=link)


def test_the_backend_may_speak_first() -> None:
    """What a gate sends the moment a connection reaches it arrives right behind the connection."""
    gate = EchoGate({gated.Opened: lambda m: [gated.Send(m.connection, b"welcome")]})
    show = _play({}, gate)
    assert [type(one).__name__ for one in show.seen[:2]] == ["Opened", "Received"]
    assert show.seen[1].at == 20 * MS


def test_the_backend_may_close_first() -> None:
    """A gate that closes what just reached it: the party sees it open, then close."""
    gate = EchoGate({gated.Opened: lambda m: [gated.Close(m.connection, 4003, "no")]})
    show = _play({}, gate)
    assert show.seen[1] == seen.Closed(
        at=20 * MS, who="t1/ana", connection="t1/ana#1", code=4003, by="them", reason="no"
    )


def test_a_close_comes_behind_what_was_sent() -> None:
    """Frames before a close arrive, frames after it do not, and the gate hears of the end after a round trip."""
    wants = [gated.Send("t1/ana#1", b"last"), CLOSE, gated.Send("t1/ana#1", b"void"), CLOSE]
    show = _play({}, EchoGate(timetable={50 * MS: wants}))
    assert show.frames() == [(60 * MS, b"last")]
    closes = [one for one in show.seen if isinstance(one, seen.Closed)]
    assert [(one.at, one.code, one.by, one.reason) for one in closes] == [(60 * MS, 4000, "them", "replaced")]
    assert show.gate.said()[1:] == [(70 * MS, gated.Closed("t1/ana#1"))]


def test_what_comes_in_after_a_close_is_ignored() -> None:
    """A frame that crosses the close on its way is sent, seen, and never heard."""
    show = _play({45: [frame(b"crossing")]}, EchoGate(timetable={50 * MS: [CLOSE]}))
    assert any(isinstance(one, seen.Sent) for one in show.seen)
    assert [type(message) for _, message in show.gate.said()] == [gated.Opened, gated.Closed]


def test_the_end_is_told_once_when_both_close() -> None:
    """Closes that cross each other are one end for each side."""
    show = _play({55: [drop("close")]}, EchoGate(timetable={50 * MS: [CLOSE]}))
    assert [message for _, message in show.gate.said()] == [gated.Opened("t1/ana#1"), gated.Closed("t1/ana#1")]
    assert [one.by for one in show.seen if isinstance(one, seen.Closed)] == ["us"]


def test_what_is_sent_on_an_ended_connection_is_lost() -> None:
    """A gate that has not digested the end yet may go on sending."""
    timetable = {200 * MS: [gated.Send("t1/ana#1", b"x"), CLOSE]}
    show = _play({50: [drop("rst")]}, EchoGate(timetable=timetable))
    assert show.frames() == []
    assert len(show.gate.said()) == 2


def test_calls_are_answered_when_the_gate_likes() -> None:
    """An answer may come later and in another order than the questions."""
    later = {
        300 * MS: [gated.HttpReply(2, HttpResponse(status=204))],
        400 * MS: [gated.HttpReply(1, HttpResponse(status=404, body=b"{}"))],
    }
    party = Timetable(plan={0: [call(8), call(9)]}, ends=1_000 * MS)
    show = Show(party, gate=EchoGate({gated.HttpCall: lambda m: []}, timetable=later))
    assert party.told == [
        (310 * MS, played.Answered(9, HttpResponse(status=204))),
        (410 * MS, played.Answered(8, HttpResponse(status=404, body=b"{}"))),
    ]
    assert [one.sent for one in show.seen if isinstance(one, seen.Exchange)] == [0, 0]


def test_calls_overtake_each_other_in_bad_weather() -> None:
    """Calls are connections of their own: they keep no order among each other."""
    party = Timetable(plan={0: [call(n) for n in range(20)]}, ends=1_000 * MS)
    Show(party, link=Link(latency=10 * MS, jitter=50 * MS))
    order = [message.call for _, message in party.told if isinstance(message, played.Answered)]
    assert sorted(order) == list(range(20))
    assert order != sorted(order)


def test_what_is_settled_needs_no_store_here() -> None:
    """A settled result has no effect in this world."""
    result = Result(match="m", seats=("a",), places=(1,), points=(0,), ranked=False, season=None, ended="")
    gate = EchoGate(timetable={50 * MS: [gated.Settled(result, ()), gated.Send("t1/ana#1", b"on")]})
    assert _play({}, gate).frames() == [(60 * MS, b"on")]


def test_the_network_may_cut_what_the_backend_sends() -> None:
    """A frame of the gate breaks the connection: it is lost with all after it, and both ends learn of the end."""
    wants = [gated.Send("t1/ana#1", b"x"), gated.Send("t1/ana#1", b"y")]
    show = _play({55: [frame(b"z")]}, EchoGate(timetable={50 * MS: wants}), Link(latency=10 * MS, cut_chance=1))
    assert show.frames() == []
    assert [(one.at, one.by) for one in show.seen if isinstance(one, seen.Closed)] == [(60 * MS, "network")]
    assert show.gate.said()[1:] == [(60 * MS, gated.Closed("t1/ana#1"))]


def test_closing_what_the_network_cut_is_one_end() -> None:
    """A gate that closes a connection which is already broken is told of one end; the party of the network's."""
    timetable = {50 * MS: [gated.Send("t1/ana#1", b"x"), CLOSE]}
    show = _play({}, EchoGate(timetable=timetable), Link(latency=10 * MS, cut_chance=1))
    assert [one.by for one in show.seen if isinstance(one, seen.Closed)] == ["network"]
    assert len(show.gate.said()) == 2


@pytest.mark.parametrize(
    ("effect", "complaint"),
    [
        (gated.Send("nobody#1", b"x"), "'nobody#1', which never reached it"),
        (gated.Close("nobody#1", 1000, ""), "'nobody#1', which never reached it"),
        (gated.HttpReply(5, HttpResponse(status=200)), "call 5"),
        ("dance", "'dance', which is no effect"),
    ],
)
def test_a_gate_that_breaks_the_protocol_is_a_bug(effect: gated.Effect, complaint: str) -> None:
    """What a gate may never want is a LocalError that says what it was."""
    with pytest.raises(LocalError, match=complaint):
        _play({}, EchoGate(timetable={50 * MS: [effect]}))


def test_a_call_is_answered_once() -> None:
    """A second answer to the same call is a bug of the gate."""
    reply = gated.HttpReply(1, HttpResponse(status=200))
    gate = EchoGate({gated.HttpCall: lambda m: [reply, reply]})
    with pytest.raises(LocalError, match="answered already"):
        _play({50: [call(1)]}, gate)
