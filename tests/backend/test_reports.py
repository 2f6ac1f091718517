"""Reports: stored with the match, limited, felt by nobody (FEAT-32, BLF-E35)."""

from __future__ import annotations

import msgspec
import pytest

from harness.backend.config import BackendConfig
from harness.backend.logs import Logs
from harness.backend.messages import Keep
from harness.backend.reports import Report, Reports
from harness.dialects.native import NativeDialect
from harness.seed import root_of
from harness.wire import events as ev

DIALECT = NativeDialect()


def report(by, player, **where):
    body = msgspec.json.encode({"player": player, "reason": "He reads my cards.", **where})
    return by.world.raw_http("POST", "/v1/reports", by.account.token, body)


def kept(world):
    return [msgspec.json.decode(r.body, type=Report) for (kind, _), r in world.kept.items() if kind == "report"]


def test_a_report_during_a_match_has_no_effect_on_it(world):
    """It is stored with the running match; no frame goes out; the log follows when the match is over."""
    ana, ben = world.match(2)
    match = ana.last(ev.MatchStarted).match
    ana.take(), ben.take()
    response = report(ana, ben.id, room=ana.code.lower())
    assert response.status == 201
    assert ana.take() == ben.take() == []
    (stored,) = kept(world)
    assert msgspec.json.decode(response.body) == {"report": stored.report, "match": match}
    assert (stored.by, stored.player, stored.room, stored.match) == (ana.id, ben.id, ana.code, match)
    assert (stored.reason, stored.at) == ("He reads my cards.", "2026-01-01T00:00:00.000Z")
    world.play_out([ana, ben])
    assert ("log", match) in world.kept


def test_a_report_after_the_match_or_before_any(world):
    """In the results it is about the last match; in a fresh lobby about none; a match can be named itself."""
    ana, ben = world.room(2)
    assert msgspec.json.decode(report(ben, ana.id, room=ana.code).body)["match"] is None
    ana.call("start")
    match = world.play_out([ana, ben]).match
    assert msgspec.json.decode(report(ben, ana.id, room=ana.code).body)["match"] == match
    ben.leave()
    assert msgspec.json.decode(report(ben, ana.id, match=match).body)["match"] == match
    assert [r.room for r in kept(world)] == [ana.code, ana.code, ""]


def test_somebody_who_left_the_running_match_can_be_reported(world):
    """He is no member any more, but he sat there."""
    ana, _, cho = world.match(3)
    cho.leave()
    assert report(ana, cho.id, room=ana.code).status == 201
    assert report(cho, ana.id, room=ana.code).status == 201


def test_reports_about_people_one_never_met(world):
    """One answer for strangers, oneself, other rooms and matches: who met whom is not told."""
    ana, ben = world.match(2)
    ben.leave()
    match = world.settled[0].result.match
    eve = world.player("eve")
    eve.create()
    for response in (
        report(eve, ana.id, room=ana.code),
        report(ana, eve.id, room=ana.code),
        report(ana, ana.id, room=ana.code),
        report(ana, eve.id, room="ZZZZ"),
        report(ana, ana.id, match=match),
        report(eve, ana.id, match=match),
        report(ana, ben.id, match="m0"),
    ):
        assert DIALECT.read_problem(response) == "no_player"
    assert kept(world) == []


@pytest.mark.parametrize("where", [{}, {"room": "BCDF", "match": "m1"}, {"room": 7}, {"points": 3, "room": "BCDF"}])
def test_reports_that_are_none(world, where):
    """Either a room or a match, and nothing else."""
    assert DIALECT.read_problem(report(world.player(), "p1", **where)) == "malformed"


@pytest.mark.parametrize("reason", ["", "x" * 501])
def test_a_reason_is_needed(world, reason):
    """Of 1 to 500 characters."""
    ana, ben = world.room(2)
    body = msgspec.json.encode({"player": ben.id, "reason": reason, "room": ana.code})
    response = world.raw_http("POST", "/v1/reports", ana.account.token, body)
    assert DIALECT.read_problem(response) == "malformed"


def test_reports_have_a_rate_of_their_own(make_world):
    """So many at once, then one per interval; what was refused for another reason does not count."""
    world = make_world(reports_burst=2, report_interval_ms=60_000)
    ana, ben = world.room(2)
    report(ana, "p0", room=ana.code)
    assert [report(ana, ben.id, room=ana.code).status for _ in range(3)] == [201, 201, 429]
    assert report(ben, ana.id, room=ana.code).status == 201
    world.pass_ms(60_000)
    assert [report(ana, ben.id, room=ana.code).status for _ in range(2)] == [201, 429]


def filed(reports, match, out):
    return reports.file(by="a", player="b", room="", match=match, reason="x", at="2026", out=out)


def test_reports_are_bounded():
    """The oldest goes, and lets go of the log of its match unless another report needs it."""
    out = []
    logs = Logs(BackendConfig(logs_max=1))
    reports = Reports(BackendConfig(reports_max=2), root_of(1), logs)
    first, _ = [filed(reports, match, out) for match in ("m1", "m2")]
    for match in ("m1", "m2"):
        logs.close(match, ("a",), (), utc_ms=0, out=[])
    filed(reports, "m1", out)
    assert len(reports) == 2
    assert out[-1] == Keep("report", first.report, None)
    assert logs.seats("m1") == ("a",)
    filed(reports, None, out)
    filed(reports, None, out)
    logs.close("m3", ("a",), (), utc_ms=0, out=[])
    assert [logs.seats(match) for match in ("m1", "m2", "m3")] == [(), (), ("a",)]
    filed(reports, "m4", out)
    assert len(reports) == 2


def test_reports_come_back_from_a_store():
    """And still hold the log of their match."""
    out = []
    config = BackendConfig(logs_max=1)
    filed(Reports(config, root_of(1), Logs(config)), "m1", out)
    logs = Logs(config)
    later = Reports(config, root_of(2), logs)
    logs.close("m1", ("a",), (), utc_ms=0, out=[])
    later.restore(out[0].body)
    logs.close("m2", ("a",), (), utc_ms=0, out=[])
    assert len(later) == 1
    assert logs.seats("m1") == logs.seats("m2") == ("a",)
