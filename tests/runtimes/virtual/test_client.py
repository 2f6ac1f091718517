"""Faults and calls, as the players' end sees them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.backend import messages as gated
from harness.dialects.http import HttpResponse
from harness.errors import LocalError
from harness.history import observation as seen
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.seed import root_of
from harness.swarm import effects as played
from tests.runtimes.virtual.machines import MS, ROOT, UNTIL, EchoGate, Show, Timetable, call, connect, drop, frame

WHERE = {"who": "t1/ana", "connection": "t1/ana#1"}
TICKER = {at * MS: [gated.Send("t1/ana#1", b"%d" % at)] for at in (45, 55, 65, 75)}


def _play(plan: dict[int, list[played.Effect]], gate: EchoGate | None = None, link: Link | None = None) -> Show:
    """One party on a connection that is open from 20 ms on; plan in milliseconds."""
    times = {at * MS: effects for at, effects in plan.items()}
    return Show(Timetable(plan={0: [connect()], **times}, ends=1_000 * MS), gate=gate, link=link)


@pytest.mark.parametrize("how", ["close", "rst", "kill", "fin-mid-frame", "hole"])
def test_a_fault_ends_the_connection_for_the_party_at_once(how: str) -> None:
    """Fault and close are seen at the same instant; what was on its way is lost, what was sent before arrives."""
    party = Timetable(plan={0: [connect()], 50 * MS: [frame(b"before"), drop(how), frame(b"after")]}, ends=1_000 * MS)
    gate = EchoGate(timetable={45 * MS: [gated.Send("t1/ana#1", b"lost")]})
    show = Show(party, gate=gate)
    code = 1000 if how == "close" else 1006
    assert show.seen[1:4] == [
        seen.Sent(at=50 * MS, raw=b"before", **WHERE),
        seen.FaultBegun(at=50 * MS, fault=how, **WHERE),
        seen.Closed(at=50 * MS, code=code, by="us", **WHERE),
    ]
    assert [type(one).__name__ for one in show.seen[4:]] == ["PartyEnded", "RunEnded"]
    assert party.told[1:] == [(50 * MS, played.Disconnected("t1/ana#1", code, "us"))]
    heard = [(60 * MS, gated.Frame("t1/ana#1", b"before")), (60 * MS, gated.Closed("t1/ana#1"))]
    assert show.gate.said()[1:] == (heard[:1] if how == "hole" else heard)


def test_after_a_hole_the_backend_only_learns_by_its_own_patience() -> None:
    """The backend's frames vanish; when it gives up, it hears of the end, and nobody else does."""
    patience = {500 * MS: [gated.Send("t1/ana#1", b"x")], 600 * MS: [gated.Close("t1/ana#1", 4005, "idle")]}
    show = _play({50: [drop("hole")]}, EchoGate(timetable=patience))
    assert show.gate.said() == [(10 * MS, gated.Opened("t1/ana#1")), (620 * MS, gated.Closed("t1/ana#1"))]
    assert [type(one).__name__ for one in show.seen] == ["Opened", "FaultBegun", "Closed", "PartyEnded", "RunEnded"]


def test_a_new_connection_beside_a_hole_works() -> None:
    """The player comes back on another connection while the backend still believes in the first one."""
    show = _play({50: [drop("hole"), connect("t1/ana#2")], 100: [frame(b"hi", "t1/ana#2")]})
    assert show.frames() == [(120 * MS, b"hi")]
    assert not any(isinstance(message, gated.Closed) for _, message in show.gate.said())


def test_a_fault_on_a_connection_that_is_gone_is_none() -> None:
    """Dropping twice, healing or sending after the end is no event: the party may not know yet."""
    show = _play({50: [drop("rst"), drop("rst"), drop("stall"), frame(b"x"), played.Heal("t1/ana#1")]})
    assert [type(one).__name__ for one in show.seen] == ["Opened", "FaultBegun", "Closed", "PartyEnded", "RunEnded"]


@pytest.mark.parametrize(("how", "heard"), [("rst", 2), ("hole", 1)])
def test_dropping_what_is_not_open_yet(how: str, heard: int) -> None:
    """A connection dropped before it is open never opens for the party; the backend sees it come, and go."""
    party = Timetable(plan={0: [connect()], 5 * MS: [drop(how)]}, ends=1_000 * MS)
    show = Show(party)
    assert show.seen[:2] == [
        seen.FaultBegun(at=5 * MS, fault=how, **WHERE),
        seen.Unopened(at=5 * MS, reason="dropped before it was open", **WHERE),
    ]
    assert type(show.seen[2]) is seen.PartyEnded
    assert party.told == [(5 * MS, played.ConnectFailed("t1/ana#1", "dropped before it was open"))]
    expected = [(10 * MS, gated.Opened("t1/ana#1")), (15 * MS, gated.Closed("t1/ana#1"))]
    assert show.gate.said() == expected[:heard]


def test_a_stall_holds_back_what_arrives() -> None:
    """Nothing is read until the heal; then everything arrives at once, in order. Sending goes on."""
    show = _play({50: [drop("stall")], 60: [frame(b"up")], 100: [played.Heal("t1/ana#1")]}, EchoGate(timetable=TICKER))
    assert show.seen[1:-2] == [
        seen.FaultBegun(at=50 * MS, fault="stall", **WHERE),
        seen.Sent(at=60 * MS, raw=b"up", **WHERE),
        seen.FaultEnded(at=100 * MS, fault="stall", **WHERE),
        *(seen.Received(at=100 * MS, raw=raw, **WHERE) for raw in (b"45", b"55", b"65", b"up", b"75")),
    ]
    assert (70 * MS, gated.Frame("t1/ana#1", b"up")) in show.gate.said()


def test_what_arrives_in_the_instant_of_the_heal_stays_behind() -> None:
    """First in, first out holds across the end of a stall, in whatever order the instant's events come."""
    ticks = {at * MS: [gated.Send("t1/ana#1", b"%d" % at)] for at in (50, 60, 90)}
    show = _play({55: [drop("stall")], 100: [played.Heal("t1/ana#1")]}, EchoGate(timetable=ticks))
    assert show.frames() == [(100 * MS, b"50"), (100 * MS, b"60"), (100 * MS, b"90")]
    late = _play({55: [drop("stall")], 95: [], 100: [played.Heal("t1/ana#1")]}, EchoGate(timetable=ticks))
    assert late.frames() == show.frames()


def test_stalling_twice_is_one_stall() -> None:
    """A second stall, and a second heal, change nothing."""
    heal = played.Heal("t1/ana#1")
    show = _play({50: [drop("stall"), drop("stall")], 100: [heal, heal]}, EchoGate(timetable=TICKER))
    kinds = [type(one).__name__ for one in show.seen]
    assert (kinds.count("FaultBegun"), kinds.count("FaultEnded"), kinds.count("Received")) == (1, 1, 4)


def test_a_stall_can_begin_again_while_it_ends() -> None:
    """A party that stalls on the first frame after a heal reads just that frame, and the rest later, in order."""
    party = Timetable(
        plan={0: [connect()], 50 * MS: [drop("stall")], 100 * MS: [played.Heal("t1/ana#1")],
              200 * MS: [played.Heal("t1/ana#1")], 300 * MS: [played.Heal("t1/ana#1")],
              400 * MS: [played.Heal("t1/ana#1")], 500 * MS: [played.Heal("t1/ana#1")]},
        ends=1_000 * MS,
        react={played.Arrived: [drop("stall")]},
    )  # fmt: skip
    show = Show(party, gate=EchoGate(timetable=TICKER))
    assert show.frames() == [(100 * MS, b"45"), (200 * MS, b"55"), (300 * MS, b"65"), (400 * MS, b"75")]


def test_a_stall_right_after_a_heal_reads_nothing() -> None:
    """Healing and stalling in one breath delivers nothing; it is all there for the next heal."""
    heal = played.Heal("t1/ana#1")
    show = _play({50: [drop("stall")], 100: [heal, drop("stall")], 200: [heal]}, EchoGate(timetable=TICKER))
    assert [at for at, _ in show.frames()] == [200 * MS] * 4


def test_a_drop_ends_a_stall_and_what_it_held() -> None:
    """What was held is never read once the connection is dropped, before, at or after the heal."""
    heal = played.Heal("t1/ana#1")
    for plan in ({100: [drop("rst")], 200: [heal]}, {100: [heal, drop("rst")]}):
        show = _play({50: [drop("stall")], **plan}, EchoGate(timetable=TICKER))
        assert show.frames() == []
        assert isinstance(show.seen[-3], seen.Closed)


def test_a_party_may_drop_while_it_catches_up() -> None:
    """After a drop in answer to the first held frame, the others are lost."""
    plan = {0: [connect()], 50 * MS: [drop("stall")], 100 * MS: [played.Heal("t1/ana#1")]}
    party = Timetable(plan=plan, ends=1_000 * MS, react={played.Arrived: [drop("rst")]})
    show = Show(party, gate=EchoGate(timetable=TICKER))
    assert show.frames() == [(100 * MS, b"45")]
    assert [type(message) for _, message in party.told] == [played.Connected, played.Arrived, played.Disconnected]


def test_the_backends_close_waits_behind_a_stall() -> None:
    """A party that does not read does not learn of the end either, until it reads again."""
    timetable = {60 * MS: [gated.Send("t1/ana#1", b"last"), gated.Close("t1/ana#1", 4000, "replaced")]}
    show = _play({50: [drop("stall")], 100: [played.Heal("t1/ana#1")]}, EchoGate(timetable=timetable))
    assert show.seen[3:5] == [
        seen.Received(at=100 * MS, raw=b"last", **WHERE),
        seen.Closed(at=100 * MS, code=4000, by="them", reason="replaced", **WHERE),
    ]


def test_after_the_backends_close_the_connection_is_gone() -> None:
    """What the party still wants of it is no event: it is not sent, and cannot break any more."""
    show = _play(
        {100: [frame(b"x"), drop("rst"), drop("stall")]},
        EchoGate(timetable={50 * MS: [gated.Close("t1/ana#1", 4000, "replaced")]}),
    )
    assert [type(one).__name__ for one in show.seen] == ["Opened", "Closed", "PartyEnded", "RunEnded"]


def test_a_refused_connection() -> None:
    """A connection that the network refuses fails one round trip later and never reaches the backend."""
    party = Timetable(plan={0: [connect()]}, ends=1_000 * MS)
    show = Show(party, link=Link(latency=10 * MS, refuse_chance=1))
    reason = "refused by the network"
    assert show.seen[0] == seen.Unopened(at=20 * MS, reason=reason, **WHERE)
    assert party.told == [(20 * MS, played.ConnectFailed("t1/ana#1", reason))]
    assert show.gate.said() == []


def test_dropping_what_will_be_refused() -> None:
    """A party that gives up first is told once, and a backend that never heard of it hears nothing."""
    party = Timetable(plan={0: [connect()], 5 * MS: [drop("rst")]}, ends=1_000 * MS)
    show = Show(party, link=Link(latency=10 * MS, refuse_chance=1))
    assert [type(message) for _, message in party.told] == [played.ConnectFailed]
    assert show.gate.said() == []


def test_a_call_takes_a_round_trip() -> None:
    """Question and answer are seen together, when the answer is there; the backend's number is its own."""
    party = Timetable(plan={0: [call(7, "/a"), call(3, "/b", "secret")]}, ends=1_000 * MS)
    show = Show(party)
    assert show.seen[:2] == [
        seen.Exchange(at=20 * MS, sent=0, who="t1/ana", method="GET", path="/a", token="", body=b"?", status=200,
                      answer=b"/a", call=7),
        seen.Exchange(at=20 * MS, sent=0, who="t1/ana", method="GET", path="/b", token="secret", body=b"?",
                      status=200, answer=b"/b", call=3),
    ]  # fmt: skip
    assert party.told == [
        (20 * MS, played.Answered(7, HttpResponse(status=200, body=b"/a"))),
        (20 * MS, played.Answered(3, HttpResponse(status=200, body=b"/b"))),
    ]


def test_equal_call_numbers_of_two_parties_do_not_meet() -> None:
    """Each party gets the answer to its own call."""
    parties = [Timetable(name, {0: [call(1, f"/{name}")]}, ends=1_000 * MS) for name in ("t1", "t2")]
    Show(*parties)
    assert [party.told[0][1] for party in parties] == [
        played.Answered(1, HttpResponse(status=200, body=b"/t1")),
        played.Answered(1, HttpResponse(status=200, body=b"/t2")),
    ]


def test_both_ways_of_a_call_have_weather_of_their_own() -> None:
    """The answer is not as late as the question was."""
    party = Timetable(plan={0: [call(number) for number in range(10)]}, ends=1_000 * MS)
    show = Show(party, link=Link(jitter=100 * MS))
    asked = {message.call: at for at, message in show.gate.said() if isinstance(message, gated.HttpCall)}
    answered = [one.at for one in show.seen if isinstance(one, seen.Exchange)]
    assert len(asked) == 10
    assert {2 * at for at in asked.values()}.isdisjoint(answered)


def test_a_refused_call_has_no_answer() -> None:
    """A call that the network refuses has status 0 and says why; the backend never heard of it."""
    party = Timetable(plan={0: [call(7)]}, ends=1_000 * MS)
    show = Show(party, link=Link(latency=10 * MS, refuse_chance=1))
    exchange = show.seen[0]
    assert isinstance(exchange, seen.Exchange)
    assert (exchange.at, exchange.status, exchange.answer) == (20 * MS, 0, b"")
    assert exchange.error == "refused by the network"
    assert party.told == [(20 * MS, played.Answered(7, None, "refused by the network"))]
    assert show.gate.said() == []


def test_the_network_may_cut_a_connection() -> None:
    """The frame that breaks a connection is lost with all after it, and both ends learn of the end."""
    party = Timetable(plan={0: [connect()], 50 * MS: [frame(b"x"), frame(b"y")]}, ends=1_000 * MS)
    show = Show(party, link=Link(latency=10 * MS, cut_chance=1))
    assert [one.raw for one in show.seen if isinstance(one, seen.Sent)] == [b"x", b"y"]
    assert seen.Closed(at=60 * MS, code=1006, by="network", **WHERE) in show.seen
    assert party.told[1:] == [(60 * MS, played.Disconnected("t1/ana#1", 1006, "network"))]
    assert show.gate.said()[1:] == [(60 * MS, gated.Closed("t1/ana#1"))]


@given(st.integers(0, 10_000), st.floats(0.01, 0.5))
@settings(max_examples=50, deadline=None)
def test_nothing_gets_through_a_cut_connection(root: int, chance: float) -> None:
    """What arrives in either direction is the beginning of what was sent, with nothing missing in between."""
    frames = [b"%d" % at for at in range(40)]
    party = Timetable(
        plan={0: [connect()], **{(100 + at) * MS: [frame(b"%d" % at)] for at in range(40)}}, ends=1_000 * MS
    )
    gate = EchoGate()
    observations: list[seen.Observation] = []
    link = Link(latency=10 * MS, cut_chance=chance)
    run([party], gate, link=link, root=root_of(root), tap=observations.append, until=UNTIL)
    heard = [message.raw for _, message in gate.said() if isinstance(message, gated.Frame)]
    received = [one.raw for one in observations if isinstance(one, seen.Received)]
    assert heard == frames[: len(heard)]
    assert received == heard[: len(received)]
    ends = [message for _, message in gate.said() if isinstance(message, gated.Closed)]
    closes = [one.by for one in observations if isinstance(one, seen.Closed)]
    assert (len(ends), closes) == ((0, []) if received == frames else (1, ["network"]))


def test_binary_frames_stay_binary() -> None:
    """A binary frame is seen and heard as one."""
    show = _play({50: [played.Transmit("t1/ana#1", b"\xff", False)]}, EchoGate({gated.Frame: lambda frame: []}))
    assert show.seen[1] == seen.Sent(at=50 * MS, raw=b"\xff", text=False, **WHERE)
    assert show.gate.said()[1] == (60 * MS, gated.Frame("t1/ana#1", b"\xff", False))


@pytest.mark.parametrize(
    ("effects", "complaint"),
    [
        ([frame(b"x")], "t1/ana#9.*never asked for"),
        ([drop("rst")], "never asked for"),
        ([played.Heal("t1/ana#9")], "never asked for"),
        ([connect("t1/ana#9"), connect("t1/ana#9")], "a second time"),
        ([connect("t1/ana#9"), frame(b"x")], "not open yet"),
        ([connect("t1/ana#9"), drop("stall")], "not open yet"),
        ([connect("t1/ana#9"), drop("explode")], "'explode', which is no fault"),
        (["dance"], "'dance', which is no effect"),
    ],
)
def test_a_party_that_breaks_the_protocol_is_a_bug(effects: list[object], complaint: str) -> None:
    """What a party may never want is a LocalError that says what it was."""
    named = [
        type(effect)(**{**{f: getattr(effect, f) for f in effect.__struct_fields__}, "connection": "t1/ana#9"})
        if hasattr(effect, "connection")
        else effect
        for effect in effects
    ]
    with pytest.raises(LocalError, match=complaint):
        Show(Timetable(plan={0: named}))


def test_everything_works_unseen() -> None:
    """Without a tap, faults, calls and notes have the same effects."""
    plan = {
        0: [connect(), connect("t1/ana#2"), connect("t1/ana#3"), call(1)],
        5 * MS: [drop("rst", "t1/ana#2")],
        50 * MS: [drop("stall"), frame(b"x")],
        90 * MS: [played.Heal("t1/ana#1")],
        95 * MS: [drop("close")],
    }
    told = []
    for tap in (None, list[seen.Observation]().append):
        for weather in (Link(latency=10 * MS), Link(latency=10 * MS, refuse_chance=1)):
            party = Timetable(plan=plan if weather.refuse_chance == 0 else {0: [connect(), call(1)]}, ends=1_000 * MS)
            closing = EchoGate(
                timetable={60 * MS: [gated.Close("t1/ana#3", 4000, "")] if not weather.refuse_chance else []}
            )
            ran = run([party], closing, link=weather, root=ROOT, tap=tap, until=UNTIL)
            told.append((ran, party.told, closing.heard))
    assert told[:2] == told[2:]
    assert len(told[0][1]) == 7
