"""Deeds over HTTP, done against the real gate."""

from __future__ import annotations

import pytest

from harness.clock import SECOND
from harness.dialects.http import HttpResponse
from harness.scenario.model import Value, When
from harness.seed import root_of
from harness.swarm import effects as fx
from harness.swarm.party import Party
from harness.wire import commands, events
from tests.swarm.stage import ANA, LEFT, OPENS, held, mark, scripted, status
from tests.swarm.world import DIALECT, World, actor, plan, play, step


def test_http() -> None:
    """Any call, with placeholders, with the own, another's or no token."""
    world = scripted(
        step("ana", "http", ANA, path="/v1/rooms/{room}"),
        step("ana", "http", method="DELETE", path="/v1/rooms/{room}/bots/{player}", token="ben"),
        step("ana", "http", method="POST", path="/v1/matches/{match}", body='{"player":"{player}"}', token="none"),
        step("ana", "http", path="/v1/rooms/{room}", token="zoe"),
    )
    calls = [next(c for c in world.all(fx.Call) if c.call == int(mark(world, i)[5:])) for i in range(4)]  # type: ignore[attr-defined]
    requests = [call.request for call in calls]  # type: ignore[attr-defined]
    tokens = {c.who: c.request.token for c in world.calls("POST", "/members")}
    snapshot = world.events("t1/ana#1")[0]
    assert isinstance(snapshot, events.Snapshot)
    code, ana = snapshot.room, snapshot.you
    match = next(e.match for e in world.events("t1/ana#1") if isinstance(e, events.MatchStarted))
    assert (requests[0].method, requests[0].path) == ("GET", f"/v1/rooms/{code}") and requests[0].token
    assert requests[1].path == f"/v1/rooms/{code}/bots/{ana}" and requests[1].token == tokens["t1/ben"]
    assert requests[2].path == f"/v1/matches/{match}" and requests[2].token is None
    assert requests[2].body == f'{{"player":"{ana}"}}'.encode()
    assert requests[3].token is None
    assert status(world, 0) == 200


def test_start_by_script() -> None:
    """A script can start the match itself, and others can try."""
    world = play(plan("ana", "ben", script=(step("ben", "start"), step("ana", "start", after=SECOND)), seats=2))
    answers = [world.answer(note.mark) for note in world.fired()]
    assert [a.status for a in answers if a is not None] == [403, 200]
    assert len(world.calls("POST", "/start")) == 2, "the party does not start a second time"
    assert world.ended.outcome == "done"


def test_add_and_remove_bot() -> None:
    """Bots can be added and removed by script; a player is no bot."""
    script = (
        step("ana", "add_bot", When(phase="lobby")),
        step("ana", "remove_bot", after=SECOND),
        step("ana", "remove_bot", of="ben"),
        step("ben", "add_bot"),
    )
    world = play(plan("ana", "ben", script=script))
    answers = [world.answer(note.mark) for note in world.fired()]
    assert [a.status for a in answers if a is not None] == [201, 204, 409, 403]
    started = next(e for e in world.events("t1/ana#1") if isinstance(e, events.MatchStarted))
    assert len(started.seats) == 2


def test_remove_bot_without_bots_waits() -> None:
    """There is nobody to remove."""
    for more in ({}, {"of": "zoe"}):
        script = (step("ana", "remove_bot", When(hand=1), **more),)  # type: ignore[arg-type]
        assert play(plan("ana", "ben", script=script, tries=1)).ended.unfired == (0,)


def test_rematch_by_script() -> None:
    """Who asked for a rematch by script is not made to ask again; who was refused is."""
    script = (step("ben", "rematch", When(hand=1)), step("ana", "rematch", When(phase="results")))
    world = play(plan("ana", "ben", script=script, seats=2, matches=2))
    statuses = [a.status for a in (world.answer(note.mark) for note in world.fired()) if a is not None]
    assert statuses[0] >= 400 and statuses[1] == 200
    assert [call.who for call in world.calls("POST", "/rematch")] == ["t1/ben", "t1/ana", "t1/ben"]
    assert world.ended.outcome == "done"


def test_join_by_one_who_waited_outside() -> None:
    """An actor with `joins: false` has a session, and joins and connects when the script says so."""
    crew = ("ana", "ben", actor("eve", joins=False))
    world = play(plan(*crew, script=(step("eve", "join", When(phase="lobby")),)))
    answer = world.answer(world.fired()[0].mark)
    assert answer is not None and answer.status == 201
    started = next(e for e in world.events("t1/eve#1") if isinstance(e, events.MatchStarted))
    assert len(started.seats) == 3
    assert world.ended.outcome == "done" and world.gate.rooms == 0


def test_join_that_is_refused_changes_nothing() -> None:
    """A join into a running match is refused, and the match goes on."""
    crew = ("ana", "ben", actor("eve", joins=False))
    world = play(plan(*crew, script=(step("eve", "join", When(hand=1)),), matches=2))
    answer = world.answer(world.fired()[0].mark)
    assert answer is not None and answer.status == 409
    assert world.ended.outcome == "done" and not world.heard("t1/eve")


def test_rejoin() -> None:
    """Joining again by code gives the same seat: connected it changes nothing, else the actor connects."""
    world = scripted(step("ana", "rejoin", ANA), step("ana", "drop", after=SECOND), step("ana", "rejoin", after=SECOND))
    assert (status(world, 0), status(world, 2)) == (201, 201)
    snapshot = world.events("t1/ana#2")[0]
    assert isinstance(snapshot, events.Snapshot) and snapshot.seat == 0
    assert not world.events("t1/ana#3")


def test_rejoin_after_leaving_is_refused_in_the_match() -> None:
    """Who left a running match does not get back into it."""
    world = scripted(step("ben", "leave", ANA), step("ben", "rejoin", LEFT))
    assert status(world, 1) == 409


def test_join_as_somebody_else() -> None:
    """The same display name on a new session is somebody else; the actor's old connection is given up."""
    crew = ("ana", "ben", actor("eve", joins=False))
    world = play(plan(*crew, script=(step("eve", "join_as", When(phase="lobby"), name_of="ben"),)))
    answer = world.answer(world.fired()[0].mark)
    assert answer is not None and answer.status == 201
    snapshot = world.events("t1/eve#1")[0]
    assert isinstance(snapshot, events.Snapshot)
    assert [m.name for m in snapshot.members] == ["Ana", "Ben", "Ben"]


def test_join_as_while_seated_gives_up_the_old_seat() -> None:
    """Mid-match the newcomer is refused, and the old connection is closed by the actor."""
    world = scripted(step("ben", "join_as", ANA, name_of="ana"))
    assert status(world) == 409
    assert fx.Drop("t1/ben#1", "close") in world.all(fx.Drop)


def test_join_as_nobody_waits() -> None:
    """Nobody can be named after one who does not exist."""
    script = (step("ana", "join_as", When(hand=1), name_of="zoe"),)
    assert play(plan("ana", "ben", script=script, tries=1)).ended.unfired == (0,)


@pytest.mark.parametrize(
    ("verb", "answer"),
    [
        *((verb, HttpResponse(status=0)) for verb in ("rejoin", "join_as", "rematch", "leave", "start")),
        *((verb, HttpResponse(status=500)) for verb in ("rejoin", "join_as", "rematch", "leave", "start")),
        *((verb, HttpResponse(status=201, body=b"?")) for verb in ("rejoin", "join_as")),
    ],
)
def test_calls_that_fail_change_nothing(verb: str, answer: HttpResponse) -> None:
    """A script's call is made once; no answer, or a bad one, leaves the actor as it was."""
    args: dict[str, dict[str, Value]] = {"join_as": {"name_of": "ana"}, "leave": {"by": "http"}}
    the_plan = plan("ana", "ben", "cho", room=OPENS, tries=1, script=held(step("ben", verb, ANA, **args.get(verb, {}))))
    world = World(Party(the_plan, DIALECT, root_of("world"), pings=False))
    bad = [answer]
    world.before = lambda request: bad.pop() if bad and world.fired()[3:] else None

    world.run()

    assert world.ended.outcome == "done" and not bad
    assert isinstance(world.sent("t1/ben#1")[-1], commands.Leave), "ben sat there to the end"


def test_boards() -> None:
    """Boards and result are read: in the first match the world board and the result that is not there yet."""
    world = scripted(step("ana", "boards", ANA), step("ana", "boards", When(phase="results"), after=SECOND))
    first, last = int(mark(world, 0)[5:]), int(mark(world, 1)[5:])
    paths = {c.call: c.request.path for c in world.all(fx.Call)}  # type: ignore[attr-defined]
    assert paths[first].endswith("/boards/world") and "/matches/" in paths[first + 1]
    assert [paths[last + n].rsplit("/", 2)[1] for n in range(3)] == ["boards", "season", "matches"]
    assert world.answer(f"call:{first + 1}").status == 404  # type: ignore[union-attr]
    assert world.answer(f"call:{last + 2}").status == 200  # type: ignore[union-attr]


def test_boards_before_any_match() -> None:
    """Before the first match there is only the world board to read, and the own profile."""
    world = play(plan("ana", "ben", script=(step("ana", "boards"),)))
    call = int(world.fired()[0].mark[5:])
    after = [next(c for c in world.all(fx.Call) if c.call == call + n) for n in (1, 2)]  # type: ignore[attr-defined]
    assert [c.request.path.rpartition("/")[2] for c in after] == ["me", "start"]  # type: ignore[attr-defined]
