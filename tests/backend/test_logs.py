"""Public logs of matches: what everybody saw, for those who sat there, for a while (FEAT-54, P10)."""

from __future__ import annotations

import msgspec

from harness.backend.config import BackendConfig
from harness.backend.logs import Logs
from harness.backend.messages import Keep
from harness.dialects.native import NativeDialect
from harness.dialects.personal import LogBody
from harness.wire import events as ev

DIALECT = NativeDialect()
DAY_MS = 86_400_000


def log_of(player, match):
    return player.world.raw_http("GET", f"/v1/matches/{match}/log", player.account.token)


def read(player, match):
    response = log_of(player, match)
    assert response.status == 200
    return msgspec.json.decode(response.body, type=LogBody)


def test_the_log_is_the_public_stream_of_the_match(world):
    """From the start to the end, number by number, exactly what was sent to everybody."""
    ana, ben = world.match(2)
    result = world.play_out([ana, ben])
    seen = [e for e in ana.socket.events if not isinstance(e, (ev.Snapshot, ev.Cards, ev.Ok, ev.Refused))]
    first = next(i for i, e in enumerate(seen) if isinstance(e, ev.MatchStarted))
    log = read(ben, result.match)
    assert log.events == tuple(msgspec.structs.replace(e, seq=0) for e in seen[first:])
    assert (log.match, log.seats, log.ended) == (result.match, result.seats, result.ended)
    assert isinstance(log.events[-1], ev.MatchOver)


def test_a_log_shows_no_card_that_was_not_turned_up(world):
    """Faces stand in `called` alone, and only those of the call (P10)."""
    ana, ben = world.match(2)
    match = world.play_out([ana, ben]).match
    raw = msgspec.json.decode(log_of(ana, match).body)
    for event in raw["events"]:
        assert ("cards" in event) == (event["type"] == "called")


def test_only_those_who_sat_there_can_read_it(world):
    """Leavers can; to others there is no such log, and none for a token that is wrong."""
    ana, ben = world.match(2)
    ben.leave()
    match = world.settled[0].result.match
    assert log_of(ben, match).status == 200
    eve = world.player("eve")
    assert DIALECT.read_problem(log_of(eve, match)) == "no_log"
    assert log_of(eve, match) == log_of(eve, "m0")
    assert world.raw_http("GET", f"/v1/matches/{match}/log").status == 401
    assert ana.id in world.settled[0].result.seats


def test_a_running_match_has_no_log_yet(world):
    """It is closed at the end."""
    ana, _ = world.match(2)
    match = ana.last(ev.MatchStarted).match
    assert DIALECT.read_problem(log_of(ana, match)) == "no_log"


def test_a_match_that_was_stopped_has_a_log_as_well(world):
    """All humans left: no result, but what happened can still be reported and read (BLF-E26)."""
    (ana,) = world.match(1, 2)
    match = ana.last(ev.MatchStarted).match
    ana.leave()
    log = read(ana, match)
    assert isinstance(log.events[-1], ev.RoomClosed)
    assert world.settled == []


def test_each_match_of_a_room_has_its_own_log(world):
    """Numbers go on; nothing of the lobby in between is in it."""
    ana, ben = world.match(2)
    first = world.play_out([ana, ben]).match
    ben.call("rematch"), ana.call("start")
    for _ in range(3):
        world.move([ana, ben])
    second = world.play_out([ana, ben]).match
    one, two = read(ana, first), read(ana, second)
    assert type(two.events[0]) is ev.MatchStarted
    assert one.events[-1].number < two.events[0].number - 1


def closed(logs, match, utc_ms=0, out=None):
    logs.close(match, ("a",), (ev.Away(number=1, group=1, player="a"),), utc_ms=utc_ms, out=[] if out is None else out)


def test_logs_are_bounded_by_number_and_age():
    """The oldest goes when there are too many, or after so many days; the store is told."""
    out = []
    logs = Logs(BackendConfig(logs_max=2, log_days=1))
    for match in ("m1", "m2", "m3"):
        closed(logs, match, out=out)
    assert [logs.read(match, "a") is not None for match in ("m1", "m2", "m3")] == [False, True, True]
    assert out[-1] == Keep("log", "m1", None)
    logs.expire(utc_ms=DAY_MS, out=out)
    assert len(logs) == 2
    logs.expire(utc_ms=DAY_MS + 1, out=out)
    assert len(logs) == 0
    assert out[-2:] == [Keep("log", "m2", None), Keep("log", "m3", None)]


def test_a_reported_match_keeps_its_log():
    """Also when the report came first; and when the report goes, the log goes the usual way."""
    logs = Logs(BackendConfig(logs_max=1))
    logs.hold("m1")
    assert logs.seats("m1") == ()
    closed(logs, "m1")
    closed(logs, "m2")
    logs.hold("m2")
    logs.hold("m2")
    closed(logs, "m3")
    assert [logs.seats(match) for match in ("m1", "m2", "m3")] == [("a",)] * 3
    assert len(logs) == 3
    logs.release("m1")
    closed(logs, "m4")
    assert [logs.read(match, "a") is None for match in ("m1", "m2", "m3", "m4")] == [True, False, True, False]
    logs.hold("m9")
    logs.release("m9")
    assert len(logs) == 2


def test_logs_come_back_from_a_store():
    """With their seats and their age."""
    out = []
    closed(Logs(BackendConfig()), "m1", out=out)
    later = Logs(BackendConfig(log_days=1))
    later.restore("m1", out[0].body)
    assert later.read("m1", "a") == out[0].body
    assert later.read("m1", "b") is None
    later.expire(utc_ms=2 * DAY_MS, out=out)
    assert len(later) == 0
