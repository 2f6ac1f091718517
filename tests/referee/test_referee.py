"""The referee as a whole: what it tells whom, what it says in the end, and what it keeps meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.clock import MILLISECOND, SECOND
from harness.dialects.native import NativeDialect
from harness.history.observation import (
    Closed,
    FaultBegun,
    FaultEnded,
    Observation,
    Opened,
    PartyEnded,
    Received,
    RunEnded,
    Sent,
    Unopened,
)
from harness.referee.catalogue import ORACLES
from harness.referee.connection import SENT_KEPT
from harness.referee.expectations import Expectation
from harness.referee.moment import Sandwich
from harness.referee.oracle import Oracle
from harness.referee.referee import Referee
from harness.referee.room import CHECKPOINTS, RING
from harness.referee.scene import CONNECTIONS_KEPT, Scene
from harness.runtimes.virtual.network import Link
from harness.verdict import Verdict
from harness.wire import events as ev
from harness.wire.policy import Caps
from tests.referee.histories import (
    DIALECT,
    EXACT,
    OPEN,
    PARTY,
    History,
    Pick,
    alone,
    alter,
    cheats,
    cut,
    drop,
    dropped,
    edit,
    event_at,
    events,
    find,
    honest,
    insert,
    judge,
    kind,
    of,
    plan,
    record,
    report,
    rough,
    taken_over,
    two_rooms,
)

LINE = Expectation(party=PARTY, line=7, actor="room", what="nonsense", args=())
"""A line that no scenario can hold, as loading refuses it: it makes the oracle raise."""


def numbered(number: int, who: str = "") -> Pick:
    """Picks the public event with this number, at this actor if named."""

    def pick(observation: Observation, event: ev.Event | None) -> bool:
        at = not who or getattr(observation, "who", "") == f"{PARTY}/{who}"
        return isinstance(event, ev.PublicEvent) and event.number == number and at

    return pick


def without_end(history: History) -> History:
    """The history without the party's end, so that what is known can still be looked at."""
    return drop(history, of(PartyEnded))


class Broken(Oracle):
    """Raises whenever it is told anything."""

    name = "owner"
    checks = ("N2",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Pong: self.on_anything}
        self.public = {ev.Roster: self.on_anything}

    def on_anything(self, *arguments: object) -> None:
        """Raises."""
        raise LookupError("no such thing")


# -- what it says -----------------------------------------------------------------------------


@pytest.mark.parametrize("sandwich", [EXACT, OPEN], ids=["exact", "open"])
def test_clean_histories_are_valid(clean: History, sandwich: Sandwich) -> None:
    """No oracle convicts a clean backend or breaks down, whether delays are known or not."""
    referee = judge(clean, sandwich=sandwich)
    for told in referee.reports():
        assert not told.findings, told.findings[0]
        assert not told.error, told
    assert referee.verdict() is Verdict.VALID


def test_jitter_makes_no_false_alarm() -> None:
    """Events that overtake each other on their way to different players are put in order."""
    for seed in range(4):
        party = plan("flapper", "hesitant", "sleepy", "quitter", matches=2)
        history = record(party, seed=seed, link=Link(latency=5 * MILLISECOND, jitter=400 * MILLISECOND))
        for told in judge(history, sandwich=Sandwich(5 * MILLISECOND, 405 * MILLISECOND)).reports():
            assert not told.findings, told.findings[0]
            assert not told.error, told


def test_reports_come_in_the_order_of_the_catalogue() -> None:
    """One per oracle that was asked for, whatever the order in which they were named."""
    assert [told.oracle for told in judge(honest()).reports()] == list(ORACLES)
    some = judge(honest(), "points", "hand_privacy")
    assert [told.oracle for told in some.reports()] == ["hand_privacy", "points"]


def test_equal_observations_give_equal_reports() -> None:
    """The judge has no state but what it was told."""
    spoilt = edit(cheats(), kind(ev.Called), lambda e: replace(e, truth=not e.truth), every=True)
    for history in (spoilt, rough(), two_rooms()):
        first, second = judge(history), judge(history)
        assert first.reports() == second.reports()
        assert first.verdict() is second.verdict()


def _party_of(observation: Observation) -> str:
    who = getattr(observation, "who", getattr(observation, "party", ""))
    return str(who).partition("/")[0]


def test_two_rooms_are_judged_like_each_of_them() -> None:
    """Counts add up: no room is mixed up with another."""
    rooms = [
        tuple(o for o in two_rooms() if isinstance(o, RunEnded) or _party_of(o) == party) for party in ("t0", "t1")
    ]
    both = {told.oracle: told.evaluated for told in judge(two_rooms()).reports()}
    each = [{told.oracle: told.evaluated for told in judge(room).reports()} for room in rooms]
    for oracle in ("stream_order", "agreement", "turn_order", "points", "owner", "seat_binding", "late_accept"):
        assert both[oracle] == each[0][oracle] + each[1][oracle] > 0


def test_any_conviction_makes_the_run_invalid() -> None:
    """Also of an oracle that nobody required."""
    spoilt = edit(honest(), kind(ev.Played), lambda e: None)
    assert judge(spoilt, required=("points",)).verdict() is Verdict.INVALID


def test_required_oracle_must_have_judged_something() -> None:
    """One with nothing to judge, or one that was not run, leaves the run unknown; unrequired ones do not."""
    assert judge(honest()).verdict() is Verdict.VALID
    assert judge(honest(), required=("points",)).verdict() is Verdict.VALID
    assert judge(honest(), required=("takeover",)).verdict() is Verdict.UNKNOWN
    assert judge(honest(), "points", required=("points", "takeover")).verdict() is Verdict.UNKNOWN


def test_run_without_its_end_is_unknown() -> None:
    """What was cut short, or has not ended yet, may still break."""
    assert judge(honest()[:-1]).verdict() is Verdict.UNKNOWN
    short = (*honest()[:-1], RunEnded(at=honest()[-1].at, complete=False, reason="interrupted"))
    assert judge(short).verdict() is Verdict.UNKNOWN
    assert judge((*edit(short, kind(ev.Played), lambda e: None),)).verdict() is Verdict.INVALID


def test_oracle_that_raises_is_unknown_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its error is reported, the others go on, and the run is not valid."""
    referee = judge(honest(), expectations=(LINE,))
    (broken,) = (told for told in referee.reports() if told.oracle == "expectations")
    assert (broken.verdict, broken.error) == (Verdict.UNKNOWN, "KeyError: 'nonsense'")
    assert referee.verdict() is Verdict.UNKNOWN
    monkeypatch.setitem(ORACLES, "owner", (Broken,))
    referee = judge(honest())
    (broken,) = (told for told in referee.reports() if told.error)
    assert (broken.oracle, broken.verdict, broken.error) == ("owner", Verdict.UNKNOWN, "LookupError: no such thing")
    assert report(honest(), "stream_order") in referee.reports()


def test_oracle_that_needs_more_than_the_backend_can_is_unknown() -> None:
    """It is told nothing, so that it cannot convict a backend of what it never promised."""

    class Clockless(NativeDialect):
        caps = Caps(timers=False, resume=False)  # type: ignore[misc]

    referee = Referee(Clockless(), sandwich=EXACT)
    for observation in edit(taken_over(), kind(ev.TurnStarted), lambda e: e):
        referee.observe(observation)
    told = {one.oracle: one for one in referee.reports()}
    for name in ("timer_early", "late_accept", "takeover", "continuity"):
        assert (told[name].verdict, told[name].evaluated) == (Verdict.UNKNOWN, 0)
    assert told["points"].verdict is Verdict.VALID
    assert referee.verdict() is Verdict.VALID


# -- whom it listens to -----------------------------------------------------------------------


def test_connection_that_was_never_opened_is_nobodys() -> None:
    """Whatever is observed of it is told nobody, and nothing raises."""
    at = honest()[-1].at
    who, connection = f"{PARTY}/eve", f"{PARTY}/eve#1"
    stray = (
        Unopened(at=at, who=who, connection=connection, reason="refused"),
        Sent(at=at, who=who, connection=connection, raw=b"x"),
        Received(at=at, who=who, connection=connection, raw=b"x"),
        FaultBegun(at=at, who=who, connection=connection, fault="rst"),
        FaultEnded(at=at, who=who, connection=connection, fault="stall"),
        Closed(at=at, who=who, connection=connection, code=1011, by="them"),
        PartyEnded(at=at, party="nobody", outcome="done"),
    )
    progress = {"progress"}  # Counts the ends of parties.
    told = [one for one in judge((*honest()[:-1], *stray, honest()[-1])).reports() if one.oracle not in progress]
    assert told == [one for one in judge(honest()).reports() if one.oracle not in progress]


def test_second_snapshot_on_a_connection_is_not_believed() -> None:
    """It is a finding, and nothing else follows from it."""
    index = find(dropped(), kind(ev.Snapshot, "ben", phase="playing"))
    shown = event_at(dropped(), index, ev.Snapshot)
    again = kind(ev.Pong, "ben")
    spoilt = edit(dropped(), again, lambda e: replace(shown, seq=e.seq, number=1, room="XXXX"), skip=8)
    referee = judge(without_end(spoilt)[:-1])
    assert "XXXX" not in referee.scene.rooms
    assert report(spoilt, "stream_order").findings_total == 1


def test_binary_frames_and_hellos_are_no_answers_to_wait_for() -> None:
    """A binary frame is nonsense even if it holds a command, and a second hello changes no secret."""
    index = find(honest(), kind(ev.TurnStarted, "ben"))
    at = honest()[index].at
    ben: dict[str, Any] = {"at": at, "who": f"{PARTY}/ben", "connection": f"{PARTY}/ben#1"}
    odd = insert(
        honest(),
        index + 1,
        Sent(**ben, raw=b'{"type":"ping","id":"b1"}', text=False),
        Sent(**ben, raw=b'{"type":"hello","secret":"another"}'),
        Sent(**ben, raw=b'{"type":"pong","id":"p1"}'),
    )
    referee = judge(without_end(odd)[:-1])
    connection = referee.scene.connections[f"{PARTY}/ben#1"]
    assert connection.malformed == 1
    assert connection.secret != "another"
    assert "b1" not in connection.sent
    assert "p1" not in connection.sent


def test_faults_and_their_end_are_known() -> None:
    """A stall keeps the connection in its room until it is healed; every other fault ends it at once."""
    index = find(honest(), kind(ev.HandStarted, "ben", hand=2))
    at = honest()[index].at
    ben: dict[str, Any] = {"at": at, "who": f"{PARTY}/ben", "connection": f"{PARTY}/ben#1"}
    referee = judge((*honest()[:index], FaultBegun(**ben, fault="stall")))
    connection = referee.scene.connections[f"{PARTY}/ben#1"]
    assert (connection.stalled, connection.live, connection.faults) == (True, True, ["stall"])
    referee.observe(FaultEnded(**ben, fault="stall"))
    assert not connection.stalled
    referee.observe(FaultBegun(**ben, fault="hole"))
    assert (connection.live, connection.faults) == (False, ["stall", "hole"])
    assert connection.room is not None
    assert connection not in connection.room.connections
    referee.observe(Closed(**ben, code=1006, by="us"))
    assert connection.closed == at


def test_answers_are_matched_with_their_commands() -> None:
    """The first answer counts; an answer to nothing of ours is nobody's."""
    history = without_end(honest())
    index = find(history, kind(ev.Ok, "ben"))
    ok = event_at(history, index, ev.Ok)
    referee = judge(history[:index])
    connection = referee.scene.connections[f"{PARTY}/ben#1"]
    assert connection.sent[ok.id].answered is None
    referee.observe(history[index])
    assert connection.sent[ok.id].answered == history[index].at
    referee.observe(replace(history[index], at=history[index].at + SECOND))
    assert connection.sent[ok.id].answered == history[index].at
    stray = edit(history, kind(ev.Pong, "ben"), lambda e: replace(e, id="never-sent"))
    assert report(stray, "stream_order").findings_total == 0


# -- the one order of public events -------------------------------------------------------------


def test_event_that_one_misses_is_brought_by_another() -> None:
    """A gap on one connection is its own finding and does not blind the judge."""
    number = event_at(honest(), find(honest(), kind(ev.Played)), ev.Played).number
    spoilt = drop(honest(), numbered(number, "ana"))
    assert [told.oracle for told in judge(spoilt).reports() if told.findings] == ["stream_reliable"]


def test_event_that_comes_late_to_the_first_is_waited_for() -> None:
    """What came before its predecessors is judged after them, as long as somebody may still bring these."""
    number = event_at(honest(), find(honest(), kind(ev.Pulled)), ev.Pulled).number
    hasty = alter(honest(), numbered(number, "ana"), lambda o: replace(o, at=o.at - 300 * MILLISECOND))
    early = tuple(sorted(hasty, key=lambda o: o.at))
    for oracle in ("call_verdict", "turn_order", "elimination", "conservation"):
        assert report(early, oracle) == report(honest(), oracle)


def test_event_that_nobody_brings_is_jumped_over() -> None:
    """The judge goes on behind the hole, as soon as nobody can fill it; the match is not whole any more."""
    start = find(honest(), kind(ev.HandStarted, hand=2))
    number = event_at(honest(), start, ev.HandStarted).number
    holed = without_end(drop(honest(), numbered(number)))
    referee = judge(holed[:-1])
    (room,) = referee.scene.rooms.values()
    assert not room.pending
    assert room.match is not None
    assert not room.match.whole
    assert report(holed, "points").findings_total == 0


def test_nobody_left_to_bring_it() -> None:
    """When the only one who could bring what came before is lost, the judge goes on from the newest snapshot."""
    late = find(dropped(), kind(ev.Snapshot, "ben", phase="playing"))
    number = event_at(dropped(), late, ev.Snapshot).number

    def unheard(observation: Observation, event: ev.Event | None) -> bool:
        if not isinstance(event, ev.PublicEvent) or event.number <= number - 4:
            return False
        return event.number <= number or getattr(observation, "who", "") == f"{PARTY}/ana"

    blind = drop(alone(dropped(), "ana#1", "ben#1", "ben#2"), unheard)
    after = find(blind, numbered(number + 3, "ben"))
    referee = judge(blind[:after])
    (room,) = referee.scene.rooms.values()
    assert room.number == number - 4
    assert len(room.pending) == 2
    referee.observe(
        Closed(at=blind[after].at, who=f"{PARTY}/ana", connection=f"{PARTY}/ana#1", code=1006, by="network")
    )
    assert not room.pending
    assert room.number == number + 2
    assert room.match is not None
    assert room.match.deal == 2


def test_snapshot_beyond_all_that_is_known_is_believed() -> None:
    """With nobody else there, what happened meanwhile is taken from it."""
    both = alone(dropped(), "ben#1", "ben#2")
    late = find(both, kind(ev.Snapshot, "ben", phase="playing"))
    blind = drop(both[: late + 1], lambda o, e: isinstance(e, ev.PublicEvent) and e.number > 12)
    referee = judge(blind)
    (room,) = referee.scene.rooms.values()
    assert room.number == event_at(both, late, ev.Snapshot).number > 13


def test_endless_waiting_ends() -> None:
    """A connection that says nothing any more cannot keep the others' events from being judged for ever."""
    long = record(plan("honest", "honest", "honest", "honest", matches=4), seed=9)
    start = find(long, kind(ev.TurnStarted))
    number = event_at(long, start, ev.TurnStarted).number
    heard = {f"{PARTY}/ana"}
    mute = drop(
        long,
        lambda o, e: type(o) in (Received, Closed) and getattr(o, "who", "") in heard and o.at > long[start].at,
    )
    holed = drop(mute, numbered(number))
    referee = Referee(DIALECT, sandwich=EXACT, oracles=["agreement"])
    most = 0
    for observation in without_end(holed)[:-1]:
        referee.observe(observation)
        most = max([most, *(len(room.pending) for room in referee.scene.rooms.values())])
    assert most == RING - 1
    (room,) = referee.scene.rooms.values()
    assert room.number > number + RING


def test_end_of_the_run_settles_what_was_waited_for() -> None:
    """Nobody brings anything any more, so that what has come is judged."""
    start = find(honest(), kind(ev.HandStarted, hand=2))
    number = event_at(honest(), start, ev.HandStarted).number
    before = cut(drop(honest(), numbered(number)), find(honest(), numbered(number + 1, "ben")) - 3)
    referee = judge(before[:-1])
    (room,) = referee.scene.rooms.values()
    assert room.pending
    referee.observe(before[-1])
    assert not room.pending


def test_coming_in_by_a_snapshot_alone() -> None:
    """Nothing before it is known; what follows is judged all the same, and nothing is made up."""
    late = alone(dropped(), "ben#2")
    told = {one.oracle: one for one in judge(late).reports()}
    assert not [one for one in told.values() if one.findings and one.oracle != "seat_binding"]
    assert told["turn_order"].evaluated > 0


def test_match_that_nobody_saw_begin_has_no_events() -> None:
    """Events of a match that was never announced, and is in no snapshot, do not fit; nothing is made of them."""
    spoilt = without_end(drop(honest(), lambda o, e: type(e) is ev.MatchStarted))
    told = report(spoilt, "stream_order")
    assert any("no match is running" in finding.what for finding in told.findings)
    (room,) = judge(spoilt[:-1]).scene.rooms.values()
    assert room.match is None
    assert not room.pending


def test_event_that_does_not_fit_is_passed_over() -> None:
    """It moves the room's number on, is not kept, and is told to nobody but the oracle of the order."""
    number = event_at(honest(), find(honest(), kind(ev.Pulled)), ev.Pulled).number
    spoilt = edit(honest(), numbered(number), lambda e: replace(e, seat=9), everywhere=True)
    assert [told.oracle for told in judge(spoilt).reports() if told.error] == []
    referee = judge(spoilt[: find(spoilt, numbered(number + 1))])
    (room,) = referee.scene.rooms.values()
    assert (room.number, room.kept(number)) == (number, None)
    assert room.match is not None
    assert not room.match.whole


def test_ping_of_the_server_is_a_frame_like_any_other() -> None:
    """It has a place in the order, and says nothing about the room."""
    spoilt = edit(honest(), kind(ev.Pong), lambda e: ev.Ping(seq=e.seq, id="q1"))
    assert report(spoilt, "stream_order") == report(honest(), "stream_order")


# -- what it keeps ----------------------------------------------------------------------------


def test_party_that_has_ended_is_forgotten() -> None:
    """Its rooms, connections, credentials and all that oracles noted about them."""
    for history in (rough(), cheats(), two_rooms()):
        scene = judge(history).scene
        assert (scene.connections, scene.rooms, scene.parties) == ({}, {}, {})
        assert not (scene.book.player_of_token or scene.book.player_of_who)
        assert not (scene.book.owner_of_secret or scene.book.secrets)
        assert not [table for table in scene._memories if table]


def test_party_is_kept_while_one_of_its_connections_lives() -> None:
    """What still comes there is judged, and then it is forgotten, too."""
    end = find(honest(), of(PartyEnded))
    last = find(honest(), of(Closed, connection=f"{PARTY}/dee#1"))
    moved = (*honest()[:last], *honest()[last + 1 : end + 1])
    referee = judge(moved)
    assert list(referee.scene.connections) == [f"{PARTY}/{name}#1" for name in ("ana", "ben", "cho", "dee")]
    referee.observe(honest()[last])
    assert not referee.scene.connections
    assert all(not told.findings for told in referee.reports())


def test_memory_of_a_long_party_is_bounded() -> None:
    """However long it plays and however often it reconnects, only the latest is kept."""
    history = record(plan("flapper", "flapper", "random", "random", matches=14), seed=2)
    referee = Referee(DIALECT, sandwich=EXACT)
    numbers, opened = 0, 0
    for observation in history:
        referee.observe(observation)
        opened += type(observation) is Opened
        for room in referee.scene.rooms.values():
            numbers = max(numbers, room.number)
            assert len(room.ring) <= RING
            assert len(room.pending) <= RING
            assert len(room.checkpoints) <= CHECKPOINTS
        assert len(referee.scene.connections) <= CONNECTIONS_KEPT
        for party in referee.scene.parties.values():
            assert all(len(sent) <= SENT_KEPT for sent in party.sent.values())
    assert numbers > 2 * RING
    assert opened > CONNECTIONS_KEPT
    assert referee.verdict() is Verdict.VALID


def test_default_backend_limits_are_those_of_these_histories() -> None:
    """The histories are recorded under the promises that the embedded backend makes by default."""
    policy: Any = next(e.policy for _, _, e in events(honest()) if type(e) is ev.Snapshot)
    assert policy == BackendConfig().policy(policy.turn_ms)


def test_game_that_nobody_can_follow_is_passed_over() -> None:
    """Streams, sessions and the end of its matches are judged; nothing is said of its moves, and nothing breaks."""
    poker = edit(honest(), kind(ev.Snapshot), lambda e: replace(e, game="poker", table=None), every=True)
    poker = edit(poker, kind(ev.MatchStarted), lambda e: replace(e, game="poker"), everywhere=True)
    referee = judge(poker)
    told = {one.oracle: one for one in referee.reports()}
    assert not [one for one in told.values() if one.error or one.findings_total]
    assert told["stream_order"].verdict is told["agreement"].verdict is Verdict.VALID
    assert not told["conservation"].evaluated
    assert not told["points"].evaluated
    assert told["settled_once"].verdict is told["placement"].verdict is Verdict.VALID
