from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import harness.runtimes.virtual
from harness.backend import messages as gated
from harness.clock import Instant
from harness.errors import LocalError
from harness.history import observation as seen
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import Ran, run
from harness.swarm import effects as played
from tests.runtimes.virtual.machines import MS, ROOT, UNTIL, EchoGate, Show, Timetable, connect, frame

WEATHER = Link(latency=10 * MS, jitter=30 * MS, stall_chance=0.1, stall=100 * MS, stalls=((200 * MS, 300 * MS),))


def _ping_pong(name: str, seed: int) -> Timetable:
    """A party with one connection and a few frames at odd moments."""
    connection = f"{name}/ana#1"
    plan: dict[Instant, list[played.Effect]] = {0: [connect(connection)]}
    for index in range(40):
        at = 500 * MS + (index * 7 + seed) * MS
        plan[at] = [frame(f"{name} {index}".encode(), connection)]
    return Timetable(name, plan, ends=5_000 * MS)


def test_a_run_shows_everything_in_order() -> None:
    """Opened, sent, received, exchanged and noted, each at its time; the end of the run last."""
    party = Timetable(plan={0: [connect()], 50 * MS: [frame(b"hi")]}, ends=100 * MS)
    show = Show(party)
    assert show.seen == [
        seen.Opened(at=20 * MS, who="t1/ana", connection="t1/ana#1"),
        seen.Sent(at=50 * MS, who="t1/ana", connection="t1/ana#1", raw=b"hi"),
        seen.Received(at=70 * MS, who="t1/ana", connection="t1/ana#1", raw=b"hi"),
        seen.PartyEnded(at=100 * MS, party="t1", outcome="done"),
        seen.RunEnded(at=100 * MS, complete=True),
    ]
    assert party.told == [
        (20 * MS, played.Connected("t1/ana#1")),
        (70 * MS, played.Arrived("t1/ana#1", b"hi")),
    ]
    assert show.gate.said() == [
        (10 * MS, gated.Opened("t1/ana#1")),
        (60 * MS, gated.Frame("t1/ana#1", b"hi")),
    ]
    assert show.ran == Ran(ended=100 * MS, events=show.ran.events, complete=True)


def test_frames_stay_in_order_under_bad_weather() -> None:
    """However late frames are, each connection delivers in sending order, in both directions."""
    parties = [_ping_pong(f"t{index}", index) for index in range(5)]
    show = Show(*parties, link=WEATHER)
    delays = set()
    for index in range(5):
        frames = [f"t{index} {n}".encode() for n in range(40)]
        heard = [m.raw for _, m in show.gate.said() if isinstance(m, gated.Frame) and m.raw in frames]
        assert heard == frames
        got = [(one.at, one.raw) for one in show.seen if isinstance(one, seen.Received) and one.raw in frames]
        assert [raw for _, raw in got] == frames
        sent = [one.at for one in show.seen if isinstance(one, seen.Sent) and one.raw in frames]
        delays |= {at - before for (at, _), before in zip(got, sent, strict=True)}
    assert len(delays) > 20
    assert [one.at for one in show.seen] == sorted(one.at for one in show.seen)


def test_the_tap_changes_nothing() -> None:
    """Without a tap the same happens."""
    gates = [EchoGate(), EchoGate()]
    taps = [None, list[seen.Observation]().append]
    for gate, tap in zip(gates, taps, strict=True):
        run([_ping_pong("t1", 0)], gate, link=WEATHER, root=ROOT, tap=tap, until=UNTIL)
    assert gates[0].heard == gates[1].heard


def test_another_root_is_another_network() -> None:
    """The network's chance comes from the root alone: equal roots, equal runs."""

    def arrivals(root: bytes) -> list[seen.Observation]:
        observations: list[seen.Observation] = []
        run([_ping_pong("t1", 0)], EchoGate(), link=WEATHER, root=root, tap=observations.append, until=UNTIL)
        return observations

    assert arrivals(ROOT) == arrivals(ROOT)
    assert arrivals(ROOT) != arrivals(b"s" * 32)


def test_the_history_does_not_depend_on_the_hash_seed() -> None:
    """Two processes with different hash seeds write the same history, byte for byte."""
    program = (
        "from harness.history.journal import Journal\n"
        "from harness.runtimes.virtual.run import run\n"
        "from tests.runtimes.virtual.machines import ROOT, UNTIL, EchoGate\n"
        "from tests.runtimes.virtual.test_run import WEATHER, _ping_pong\n"
        "journal = Journal(None)\n"
        "parties = [_ping_pong(f't{index}', index) for index in range(5)]\n"
        "run(parties, EchoGate(), link=WEATHER, root=ROOT, tap=journal.note, until=UNTIL)\n"
        "print(journal.lines, journal.digest())\n"
    )
    root = Path(__file__).parents[3]

    def history(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    first = history("1")
    assert first == history("4242")
    assert int(first.split()[0]) > 400


def test_the_run_ends_when_every_party_has_ended() -> None:
    """The last end ends the run at once, whatever is still under way; what ended goes on hearing till then."""
    early = Timetable("t1", {0: [connect()], 95 * MS: [frame(b"late")]}, ends=100 * MS)
    late = Timetable("t2", ends=300 * MS)
    show = Show(early, late)
    assert show.frames() == [(115 * MS, b"late")]
    assert show.ran.ended == 300 * MS
    alone = Show(Timetable("t1", {0: [connect()], 95 * MS: [frame(b"late")]}, ends=100 * MS))
    assert alone.frames() == []
    assert alone.ran.complete


def test_an_end_counts_once() -> None:
    """A party that notes its end twice does not end the run for others."""
    twice = Timetable("t1", {0: [], 5 * MS: [Timetable("t1").end(5 * MS)]}, ends=6 * MS)
    show = Show(twice, Timetable("t2", ends=50 * MS))
    assert show.ran.ended == 50 * MS


def test_a_run_without_parties_is_over() -> None:
    """Nobody plays, so the run is complete at 0."""
    show = Show(gate=EchoGate(timetable={500 * MS: []}))
    assert show.seen == [seen.RunEnded(at=0, complete=True)]


def test_a_party_that_ends_at_once_is_enough() -> None:
    """A party may have nothing to do at all."""
    assert Show(Timetable(ends=0)).seen[-1] == seen.RunEnded(at=0, complete=True)


def test_parties_are_asked_to_stop() -> None:
    """At `stop` every party that has not ended is told so, once, and may take its time."""
    party = Timetable("t1")
    ended = Timetable("t2", ends=10 * MS)
    show = Show(party, ended, stop=500 * MS)
    assert party.told == [(500 * MS, played.Stop())]
    assert ended.told == []
    assert show.seen[-2:] == [
        seen.PartyEnded(at=500 * MS, party="t1", outcome="stopped"),
        seen.RunEnded(at=500 * MS, complete=True),
    ]


def test_time_over_is_hard() -> None:
    """At `until` those still playing end at once: what they do is seen, reaches nobody, and the run is cut short."""

    class LastWords(Timetable):
        def receive(self, message: played.Message, *, now: Instant) -> list[played.Effect]:
            if isinstance(message, played.Stop):
                self.told.append((now, message))
                return [frame(b"bye"), self.end(now, "stopped")]
            return [*super().receive(message, now=now)]

    party = LastWords("t1", {0: [connect()], 2_000 * MS: [frame(b"never")]})
    show = Show(party, Timetable("t2", ends=10 * MS), Timetable("t3"), until=1_000 * MS)
    assert party.told[-1] == (1_000 * MS, played.Stop(at_once=True))
    assert show.seen[-4:] == [
        seen.Sent(at=1_000 * MS, who="t1/ana", connection="t1/ana#1", raw=b"bye"),
        seen.PartyEnded(at=1_000 * MS, party="t1", outcome="stopped"),
        seen.PartyEnded(at=1_000 * MS, party="t3", outcome="stopped"),
        seen.RunEnded(at=1_000 * MS, complete=False, reason="2 of 3 parties had not ended"),
    ]
    assert len(show.gate.said()) == 1
    assert show.ran == Ran(ended=1_000 * MS, events=show.ran.events, complete=False)


def test_a_world_in_which_nothing_can_happen_is_over() -> None:
    """When nobody waits for anything, the run ends then, not at `until`, and is not complete."""
    show = Show(Timetable("t1", {0: [connect()]}))
    assert show.seen[-1] == seen.RunEnded(at=20 * MS, complete=False, reason="1 of 1 parties had not ended")


def test_civil_time_comes_before_what_it_dates() -> None:
    """The gate knows civil time before its first message, and to the second before every later one."""
    show = Show(Timetable(plan={0: [connect()], 3_490 * MS: [frame(b"x")], 3_600 * MS: [frame(b"y")]}, ends=4_000 * MS))
    assert show.gate.times() == [(0, 1_767_225_600_000), (3_500 * MS, 1_767_225_603_500)]
    kinds = [type(message).__name__ for _, message in show.gate.heard]
    assert kinds == ["WallClock", "Opened", "WallClock", "Frame", "Frame"]


def test_a_gate_may_act_by_itself() -> None:
    """The gate is woken at its deadline; what it then wants is done."""
    gate = EchoGate(timetable={700 * MS: [gated.Send("t1/ana#1", b"ping")]})
    show = Show(Timetable(plan={0: [connect()]}, ends=1_000 * MS), gate=gate)
    assert show.frames() == [(710 * MS, b"ping")]


def test_ties_at_the_gate_go_by_order_of_cause() -> None:
    """Frames that arrive in the same instant are heard in the order in which they were sent."""
    first = Timetable("t1", {0: [connect("t1/ana#1")], 50 * MS: [frame(b"1", "t1/ana#1")]}, ends=200 * MS)
    second = Timetable("t2", {0: [connect("t2/ana#1")], 50 * MS: [frame(b"2", "t2/ana#1")]}, ends=200 * MS)
    show = Show(first, second)
    assert [m.raw for _, m in show.gate.said() if isinstance(m, gated.Frame)] == [b"1", b"2"]


def test_a_thousand_parties_fit() -> None:
    """Many parties play side by side, each with its own connection."""
    parties = [
        Timetable(f"t{n}", {0: [connect(f"t{n}/ana#1")], 50 * MS: [frame(b"x", f"t{n}/ana#1")]}, ends=100 * MS)
        for n in range(1000)
    ]
    show = Show(*parties)
    assert len(show.frames()) == 1000
    assert show.ran.complete


def test_a_broken_machine_stops_the_run() -> None:
    """An error of a machine is not swallowed."""
    with pytest.raises(LocalError, match="never asked for"):
        Show(Timetable(plan={0: [frame(b"x", "nobody#1")]}))


def test_no_real_time_or_chance_is_in_reach() -> None:
    """The modules of this world and of histories import nothing that reads clocks, sleeps or draws."""
    forbidden = {"time", "datetime", "random", "secrets", "uuid", "os", "asyncio", "threading", "socket", "selectors",
                 "numpy", "subprocess"}  # fmt: skip
    folder = Path(harness.runtimes.virtual.__path__[0])
    files = [*folder.glob("*.py"), *(folder.parents[1] / "history").glob("*.py")]
    assert len(files) > 10
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {(node.module or "").split(".")[0]}
            else:
                continue
            assert not names & forbidden, f"{file.name} imports {names & forbidden}"
