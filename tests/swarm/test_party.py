"""The flow of a party against the real gate: coming together, playing, rematch, leaving, giving up."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import Problem
from harness.history.observation import PartyEnded
from harness.scenario.model import When
from harness.seed import root_of
from harness.swarm import effects as fx
from harness.swarm.party import Party, Stage
from harness.wire import commands, events
from tests.swarm.world import DIALECT, World, actor, plan, play, step

FOUR = ("ana", "ben", "cho", "dee")
OPENS_BOT = RoomOptions(seats=2, chance=ChanceScript(opener=1))


def party(*names: object, pings: bool = False, **more: object) -> Party:
    return Party(plan(*names, **more), DIALECT, root_of("world"), pings=pings)  # type: ignore[arg-type]


def owned(world: World) -> Party:
    return world.parties[0]


def test_four_players_meet_play_and_leave() -> None:
    """The first actor creates the room, the others join by its code, the owner starts, and after a match all leave."""
    world = play(plan(*FOUR))

    assert world.ended.outcome == "done" and world.ended.unfired == () and world.ended.waiting == ""
    assert [call.who for call in world.calls("POST", "/v1/rooms")] == ["t1/ana"]
    assert [call.who for call in world.calls("POST", "/members")] == ["t1/ben", "t1/cho", "t1/dee"]
    assert [call.who for call in world.calls("POST", "/start")] == ["t1/ana"]
    assert [world.sent(f"t1/{name}#1")[-1].__class__ for name in FOUR] == [commands.Leave] * 4
    assert {item.code for item in world.all(fx.Disconnected)} == {4006}  # type: ignore[attr-defined]
    assert not world.open and world.gate.rooms == 0


def test_hello_is_the_first_frame_of_every_connection() -> None:
    """Each connection begins with hello."""
    world = play(plan(*FOUR))
    assert all(isinstance(world.sent(f"t1/{name}#1")[0], commands.Hello) for name in FOUR)


def test_bots_fill_the_table_and_the_start_waits_for_them() -> None:
    """The owner adds the planned bots, and starts only when they are on the list."""
    world = play(plan("ana", bots=3))

    assert [call.who for call in world.calls("POST", "/bots")] == ["t1/ana"] * 3
    started = next(e for e in world.events("t1/ana#1") if isinstance(e, events.MatchStarted))
    assert len(started.seats) == 4 and not started.ranked
    assert world.ended.outcome == "done"


def test_scripted_chance_makes_them_join_one_after_the_other() -> None:
    """With scripted chance, which is by seat, nobody joins before the one before is in, and bots come last."""
    options = RoomOptions(chance=ChanceScript(opener=0))
    world = play(plan("ana", "ben", "cho", bots=1, room=options))

    order = [
        (item.who, item.request.path.rsplit("/", 1)[-1]) for _, item in world.log
        if isinstance(item, fx.Call) and item.request.path.endswith(("rooms", "members", "bots"))
    ]  # fmt: skip
    assert order == [("t1/ana", "rooms"), ("t1/ben", "members"), ("t1/cho", "members"), ("t1/ana", "bots")]
    roster = [e for e in world.events("t1/ana#1") if isinstance(e, events.Roster)][-1]
    assert world.ended.outcome == "done" and roster.cause in ("left", "bot_added")


def test_matches_are_played_by_rematch_at_the_same_table() -> None:
    """Three wanted matches are three matches of one room: everybody asks for a rematch, the owner starts."""
    world = play(plan(*FOUR, matches=3))

    assert len(world.calls("POST", "/start")) == 3
    assert [call.who for call in world.calls("POST", "/rematch")] == [f"t1/{name}" for name in FOUR] * 2
    assert len(world.calls("POST", "/v1/rooms")) == 1
    assert len({e.match for e in world.events("t1/ana#1") if isinstance(e, events.MatchStarted)}) == 3


def test_boards_and_result_are_read_after_every_match_and_sometimes_twice() -> None:
    """After a match one actor reads result and log, both boards and his profile; after one in four everything twice."""
    world = play(plan(*FOUR, matches=12))

    asked = [call.request.path for call in world.all(fx.Call) if "/matches/" in call.request.path]  # type: ignore[attr-defined]
    results = [path for path in asked if not path.endswith("/log")]
    assert sorted(path + "/log" for path in results) == sorted(path for path in asked if path.endswith("/log"))
    assert len(world.calls("GET", "/players/me")) == len(results)
    assert len(set(results)) == 12
    twice = sum(results.count(path) == 2 for path in set(results))
    assert 0 < twice < 12 and len(results) == 12 + twice
    assert len(world.calls("GET", "/boards/world")) == len(results)
    assert len(world.calls("GET", "/boards/season/2026-01")) == len(results)
    readers = {call.who for call in world.calls("GET", "/boards/world")}
    assert len(readers) > 1


def test_stop_lets_the_running_match_end() -> None:
    """Told to stop, a party without a number of matches plays the running one to its end and leaves."""
    world = World(party(*FOUR, matches=None)).run(20 * SECOND)
    assert owned(world).stage is Stage.PLAYING

    world.stop().run()

    assert world.ended.outcome == "done"
    assert len(world.calls("POST", "/start")) == 1


def test_stop_before_the_first_match_ends_without_one() -> None:
    """Told to stop while still coming together, a party starts no match and says that it was stopped."""
    world = World(party(*FOUR)).stop().run()

    assert world.ended.outcome == "stopped"
    assert not world.calls("POST", "/start") and world.gate.rooms == 0


def test_stop_at_once_drops_everything() -> None:
    """Told to stop at once, a party closes its sockets, notes its end, and answers nothing any more."""
    world = World(party(*FOUR)).run(20 * SECOND)

    world.stop(at_once=True).run()

    assert world.ended.outcome == "stopped" and world.ended.at == world.now
    assert len(world.all(fx.Drop)) == 4 and not world.open
    the_party = owned(world)
    assert the_party.done and the_party.deadline() is None
    assert the_party.wake(now=world.now) == () and the_party.receive(fx.Stop(), now=world.now) == ()


def test_the_end_is_the_last_effect() -> None:
    """Nothing comes after the note of the end, whatever was still to be done in that step."""
    world = play(plan(*FOUR))
    effects = [item for _, item in world.log if isinstance(item, fx.Effect)]
    assert isinstance(effects[-1], fx.Note) and isinstance(effects[-1].observation, PartyEnded)


def test_a_refused_room_ends_the_party_with_the_reason() -> None:
    """A refusal that waiting does not mend is the end, and says who wanted what."""
    world = World(party(*FOUR, room=RoomOptions(turn_ms=1000)), config=BackendConfig()).run()

    assert world.ended.outcome == "failed"
    assert world.ended.waiting == "ana could not create a room: clock_not_allowed"


def test_a_busy_lobby_is_asked_again() -> None:
    """`rate` and server errors are waited out with a growing pause."""
    answers = [HttpResponse(status=429, body=_problem("rate", 429)), HttpResponse(status=500), HttpResponse(status=0)]
    the_party = party(*FOUR)
    world = World(the_party)
    world.before = lambda request: answers.pop(0) if request.path == "/v1/rooms" and answers else None

    world.run()

    assert world.ended.outcome == "done"
    at = [at for at, item in world.log if isinstance(item, fx.Call) and item.request.path == "/v1/rooms"]
    assert [b - a for a, b in pairwise(at)] == [100_000_000, 200_000_000, 400_000_000]


@pytest.mark.parametrize(
    ("status", "waiting"),
    [(0, "ana could not open a session: no answer"), (503, "ana could not open a session: status 503")],
)
def test_a_lobby_that_never_answers_ends_the_party(status: int, waiting: str) -> None:
    """After eight tries the party fails."""
    world = World(party("ana", "ben"))
    world.before = lambda request: HttpResponse(status=status)

    world.run()

    assert (world.ended.outcome, world.ended.waiting) == ("failed", waiting)
    assert len(world.calls("POST", "/v1/sessions")) <= 16 and world.now < 20 * SECOND


def test_an_unreadable_answer_ends_the_party() -> None:
    """An answer that is none of the dialect's is a refusal, not a crash."""
    world = World(party("ana", "ben"))
    world.before = lambda request: HttpResponse(status=201, body=b"[]") if request.path == "/v1/rooms" else None

    world.run()

    assert world.ended.outcome == "failed"
    assert world.ended.waiting.startswith("ana could not create a room: not an answer of the native dialect")


def test_a_target_without_sockets_ends_the_party() -> None:
    """Connections that cannot be opened are tried seven times in all, with back-off, and then the party fails."""
    world = World(party("ana", "ben"))
    world.refuse = lambda connection: connection.startswith("t1/ana")

    world.run()

    assert (world.ended.outcome, world.ended.waiting) == ("failed", "ana cannot connect: refused")
    at = [at for at, item in world.log if isinstance(item, fx.Connect) and item.who == "t1/ana"]
    assert [(b - a) // 1_000_000 for a, b in pairwise(at)] == [250, 500, 1000, 2000, 4000, 8000]


def test_a_server_that_goes_down_for_good_ends_the_party() -> None:
    """Closed with 1001 and never let in again, the party fails."""
    world = World(party(*FOUR)).run(20 * SECOND)
    world.refuse = lambda connection: True
    for name in FOUR:
        del world.open[f"t1/{name}#1"]
        world.tell(fx.Disconnected(f"t1/{name}#1", 1001, "them"))

    world.run()

    assert world.ended.outcome == "failed" and "cannot connect" in world.ended.waiting


def test_undecodable_frames_reach_no_player_and_break_nothing() -> None:
    """Garbage from the backend is the referee's business: the party plays on."""
    world = World(party(*FOUR)).run(20 * SECOND)
    for raw in (b"", b"\xff", b'{"seq":0,"type":"pong","id":"x"}', b"[[[["):
        world.tell(fx.Arrived("t1/ana#1", raw))
    world.tell(fx.Arrived("t1/nobody#1", b"{}"))

    assert world.run().ended.outcome == "done"


def test_impatience_says_who_was_waited_for() -> None:
    """When nothing happens for the plan's patience, the party ends stuck and says on whom it hangs."""
    world = World(party(*FOUR, patience=20 * SECOND))
    while not any(isinstance(e, events.TurnStarted) for e in world.events("t1/ana#1")):
        world.run(world.now + SECOND // 10)
    start = next(e for e in world.events("t1/ana#1") if isinstance(e, events.MatchStarted))
    turn = next(e for e in world.events("t1/ana#1") if isinstance(e, events.TurnStarted))
    world.dead = True

    world.run()

    known = [e for e in world.events("t1/ana#1") if isinstance(e, events.Roster | events.Snapshot)]
    mover = next(m.name.lower() for m in known[-1].members if m.player == start.seats[turn.seat])
    assert world.ended.outcome == "stuck"
    assert world.ended.waiting == f"{mover} to move in turn 1 of match {turn.match}"


def test_pings_go_out_four_times_a_turn_and_with_every_turn() -> None:
    """With pings on, every connection pings each quarter of the turn clock, the first hearer of a turn once more."""
    with_pings = play(plan(*FOUR), pings=True)
    without = play(plan(*FOUR))

    pings = [c for c in with_pings.sent() if isinstance(c, commands.PingServer)]
    turns = [e for e in with_pings.events("t1/ana#1") if isinstance(e, events.TurnStarted)]
    beats = int(with_pings.now // (30 * SECOND // 4)) * 4
    assert beats + len(turns) - 8 <= len(pings) <= beats + len(turns)
    assert len({ping.id for ping in pings}) == len(pings)
    pongs = [e for name in FOUR for e in with_pings.events(f"t1/{name}#1") if isinstance(e, events.Pong)]
    assert len(pongs) >= len(pings) - 4
    assert not [c for c in without.sent() if isinstance(c, commands.PingServer)]


def test_equal_seeds_give_equal_parties() -> None:
    """The same plan, root and backend give the same run, to the byte."""
    first, second = play(plan(*FOUR, matches=2)), play(plan(*FOUR, matches=2))
    assert first.log == second.log


def test_what_a_party_draws_does_not_depend_on_other_parties() -> None:
    """The readers of the boards are the same whether another party plays beside or not."""
    alone = play(plan(*FOUR, matches=3))
    other = Party(replace(plan("eve", "flo", bots=1), party="t2"), DIALECT, root_of("world"), pings=False)
    beside = World(other, party(*FOUR, matches=3)).run()

    def readers(world: World) -> list[str]:
        return [call.who for call in world.calls("GET", "/boards/world") if call.who.startswith("t1/")]

    assert len(set(readers(alone))) > 1
    assert set(readers(alone)) == set(readers(beside))


def test_a_quitter_joins_again_for_the_rematch() -> None:
    """Who left the table stays out of the running match, and joins again by code before the next one."""
    script = (step("ben", "leave", When(turn="cho")),)
    world = play(plan(*FOUR, script=script, matches=2))

    assert world.ended.outcome == "done"
    joins = [call.who for call in world.calls("POST", "/members")]
    assert joins == ["t1/ben", "t1/cho", "t1/dee", "t1/ben"]
    assert [call.who for call in world.calls("POST", "/rematch")] == ["t1/ana", "t1/cho", "t1/dee"]
    assert len([e for e in world.events("t1/ben#2") if isinstance(e, events.MatchStarted)]) == 1


def test_a_script_that_does_not_finish_is_tried_again_in_another_match() -> None:
    """An unfinished script begins anew with every match, up to `tries` matches; what never fired is named."""
    script = (step("ana", "hold", When(hand=1)), step("ana", "ping", When(hand=99)), step("ana", "release"))
    world = play(plan(*FOUR, script=script, tries=3))

    assert len(world.calls("POST", "/start")) == 3
    assert [(s.attempt, s.index) for s in world.fired()] == [(1, 0), (2, 0), (3, 0)]
    assert world.ended.outcome == "done" and world.ended.unfired == (1, 2)


def test_a_finished_script_is_not_played_again() -> None:
    """Further matches are played without it."""
    world = play(plan(*FOUR, script=(step("ana", "ping", When(hand=1)),), matches=3))
    assert [s.attempt for s in world.fired()] == [1] and world.ended.unfired == ()


def test_when_everybody_has_left_a_new_room_is_opened_for_the_next_match() -> None:
    """A room that lost all its people is gone: the next match needs a new one, with bots and all."""
    script = tuple(step(name, "leave", When(hand=1) if name == "ana" else None) for name in ("ana", "ben"))
    world = play(plan("ana", "ben", bots=1, script=script, matches=2))

    assert world.ended.outcome == "done"
    assert [call.who for call in world.calls("POST", "/v1/rooms")] == ["t1/ana"] * 2
    assert len(world.calls("POST", "/bots")) == 2


def test_members_come_back_when_nobody_watches_any_more() -> None:
    """A script that cuts everybody off and ends does not leave the party blind: it comes back and sees the result."""
    script = tuple(step(name, "drop", When(turn="ana") if name == "ana" else None, how="hole") for name in FOUR)
    world = play(plan(*FOUR, script=script))

    assert world.ended.outcome == "done"
    assert world.at(fx.Connect, connection="t1/ana#2")[0] - world.at(fx.Drop)[-1] >= 70 * SECOND


def test_a_dropped_member_asks_for_the_rematch_and_comes_back_for_it() -> None:
    """Whom the script left without connection is back in the next match, with a new connection."""
    world = play(plan(*FOUR, script=(step("cho", "drop", When(hand=1), how="rst"),), matches=2))

    assert world.ended.outcome == "done"
    assert len([call for call in world.calls("POST", "/rematch") if call.who == "t1/cho"]) == 1
    assert any(isinstance(e, events.MatchStarted) for e in world.events("t1/cho#2"))


def test_somebody_without_connection_leaves_over_http() -> None:
    """At the end everybody leaves; who has no socket does it over HTTP."""
    world = play(plan(*FOUR, script=(step("cho", "drop", When(hand=1)),)))

    assert [call.who for call in world.calls("DELETE", "/members/me")] == ["t1/cho"]
    assert world.ended.outcome == "done" and world.gate.rooms == 0


def test_sockets_that_stay_open_after_leaving_are_closed() -> None:
    """A backend that does not close the socket of a leaver keeps nobody from going."""
    world = World(party("ana", "ben"))
    arrive = world._arrive
    world._arrive = lambda name, message: None if isinstance(message, fx.Disconnected) else arrive(name, message)  # type: ignore[method-assign]

    world.run()

    assert world.ended.outcome == "done"
    assert sorted(item.connection for item in world.all(fx.Drop)) == ["t1/ana#1", "t1/ben#1"]  # type: ignore[attr-defined]


def test_personas_and_mischief_of_all_kinds_get_through_their_matches() -> None:
    """Quitters, flappers, cheats and sleepers play on until the last match is over."""
    crew = (
        actor("ana", "flapper", mischief=("garbage", "other_secret", "forged_score")),
        actor("ben", "quitter", mischief=("double_send", "late_send")),
        actor("cho", "sleepy", mischief=("out_of_turn", "other_seat", "dead_talk")),
        actor("dee", "hesitant", mischief=("stale_turn", "four_cards", "garbage")),
    )
    world = play(plan(*crew, matches=12), until=40_000 * SECOND)

    assert world.ended.outcome == "done"
    started = [e.match for name in crew for e in world.heard(f"t1/{name.actor}") if isinstance(e, events.MatchStarted)]
    assert len(set(started)) == 12
    knocks = [item.connection for item in world.all(fx.Drop)]  # type: ignore[attr-defined]
    assert len(knocks) > 5 and not world.open


def test_the_room_of_a_rematch_that_lost_a_member_takes_it_in_again() -> None:
    """A member whose lobby seat expired after the match is refused the rematch, and joins again by code."""
    script = (
        step("cho", "drop", When(event="match_over")),
        step("ana", "ping", When(phase="results", event="roster", where=(("cause", "expired"),))),
    )
    world = play(plan(*FOUR, script=script, matches=2))

    assert world.ended.outcome == "done" and world.ended.unfired == ()
    assert [call.who for call in world.calls("POST", "/members")].count("t1/cho") == 2
    assert [call.who for call in world.calls("POST", "/rematch")].count("t1/cho") == 1
    assert any(isinstance(e, events.MatchStarted) for e in world.events("t1/cho#2"))


@pytest.mark.parametrize(
    ("path", "code", "waiting"),
    [
        ("/rematch", "no_room", "ana could not ask for a rematch: no_room"),
        ("/start", "too_few", "the match could not be started: too_few"),
    ],
)
def test_refusals_between_matches_end_the_party(path: str, code: str, waiting: str) -> None:
    """A refused rematch or start that no waiting mends is the end."""
    world = World(party(*FOUR, matches=2))
    no = HttpResponse(status=409, body=_problem(code, 409))
    world.before = lambda request: no if request.path.endswith(path) else None

    world.run()

    assert (world.ended.outcome, world.ended.waiting) == ("failed", waiting)


def test_a_start_that_somebody_else_made_is_none_of_ours() -> None:
    """`already_started` is no failure: the match that was started is played."""
    world = World(party(*FOUR))
    no = HttpResponse(status=409, body=_problem("already_started", 409))
    starts = [True]

    def start_twice(request: HttpRequest) -> HttpResponse | None:
        if request.path.endswith("/start") and starts:
            starts.pop()
            world.call_gate(request)
            return no
        return None

    world.before = start_twice

    assert world.run().ended.outcome == "done"


@pytest.mark.parametrize(
    ("lost", "deaf", "waiting"),
    [
        ("/sessions", "", "ana to open a session"),
        ("/v1/rooms", "", "ana for an answer of the lobby"),
        ("/bots", "", "bots or other calls in room "),
        ("nothing", "t1/ben#1", "ben to be greeted on a socket"),
    ],
)
def test_impatience_in_the_lobby_says_what_is_missing(lost: str, deaf: str, waiting: str) -> None:
    """A party that never gets together says who is missing, and what."""
    world = World(party("ana", "ben", bots=1, patience=10 * SECOND))
    world.lost = lambda request: request.path.endswith(lost)
    world.deaf = lambda connection: connection == deaf

    world.run()

    assert world.ended.outcome == "stuck" and world.ended.waiting.startswith(waiting)


def test_impatience_says_who_is_not_listed() -> None:
    """A member that never appears in the roster is named."""
    world = World(party("ana", "ben", patience=10 * SECOND))
    seat = owned(world)._list[1]
    world.before = lambda request: (
        setattr(seat, "session", replace(seat.session, player="p0")) if seat.session else None
    )  # type: ignore[func-returns-value]

    world.run()

    assert world.ended.outcome == "stuck" and world.ended.waiting.startswith("ben to be listed as a member of room ")


@pytest.mark.parametrize(
    ("event", "waiting"),
    [(events.HandStarted, "the next event of match "), (events.MatchOver, "something to happen while after the match")],
)
def test_impatience_between_turns_and_after_the_match(event: type, waiting: str) -> None:
    """Between turns it is the match that is waited for, afterwards the boards."""
    world = World(party(*FOUR, patience=10 * SECOND))
    world.fuse = event

    world.run()

    assert world.ended.outcome == "stuck" and world.ended.waiting.startswith(waiting)


def test_impatience_about_a_bot() -> None:
    """A bot has no name in the script; its player id is given."""
    world = World(party("ana", bots=1, seats=2, patience=10 * SECOND, room=OPENS_BOT))
    world.fuse = events.TurnStarted

    world.run()

    assert world.ended.waiting.startswith("b") and "to move in turn 1 of match" in world.ended.waiting


def test_everybody_leaving_the_lobby_ends_the_party() -> None:
    """When the script empties the lobby, nothing is left to start."""
    script = (step("ana", "leave", When(phase="lobby")), step("ben", "leave"))
    world = play(plan("ana", "ben", script=script))

    assert world.ended.outcome == "done" and world.ended.unfired == ()
    assert not world.calls("POST", "/start")


def test_everybody_leaving_while_the_match_starts_ends_the_party() -> None:
    """The same while the start is on its way."""
    world = World(party("ana", "ben"))
    world.lost = lambda request: request.path.endswith("/start")
    world.run(SECOND)
    assert owned(world).stage is Stage.STARTING
    for name in ("ana", "ben"):
        world.tell(fx.Disconnected(f"t1/{name}#1", 4001, "them"))

    world.run(2 * SECOND)

    assert owned(world).stage is Stage.RESULTS


def test_the_owner_who_left_the_lobby_is_followed_by_the_next() -> None:
    """The new owner starts the match."""
    world = play(plan("ana", "ben", "cho", script=(step("ana", "leave", When(phase="lobby")),)))
    assert [call.who for call in world.calls("POST", "/start")] == ["t1/ben"]
    assert world.ended.outcome == "done"


def test_the_start_waits_for_those_about_to_leave() -> None:
    """Somebody who was made to leave the lobby is not seated while that is on its way; if it is refused, he is."""
    world = World(party("ana", "ben", "cho", script=(step("cho", "leave", When(phase="lobby")),)))
    world.swallowed = lambda raw: b'"leave"' in raw
    world.run(9 * SECOND)
    assert owned(world).stage is Stage.LOBBY

    world.swallowed = lambda raw: False
    no = events.Refused(seq=99, id=world.fired()[0].mark, code="rate", rule="WIRE")
    world.tell(fx.Arrived("t1/cho#1", msgspec.json.encode(no)))

    assert world.run().ended.outcome == "done"
    assert any(isinstance(e, events.MatchStarted) and len(e.seats) == 3 for e in world.events("t1/cho#1"))


def test_a_match_that_somebody_else_started_is_played() -> None:
    """The party may still be held in the lobby by its script when the match begins."""
    world = World(party("ana", "ben", script=(step("ana", "ping", When(phase="lobby"), after=9 * SECOND),)))
    world.run(SECOND)
    session = owned(world)._list[0].session
    assert session is not None and owned(world).stage is Stage.LOBBY

    world.call_gate(DIALECT.start(session, owned(world)._lobby.code))

    assert world.run().ended.outcome == "done"
    assert not world.calls("POST", "/start") and world.fired()[0].at == 9 * SECOND


def test_pings_and_watching_leave_out_who_is_not_there() -> None:
    """Nobody pings without connection, and who has left is not brought back to watch."""
    script = (step("ana", "drop", When(turn="ana")), step("ben", "leave"), step("cho", "drop", When(event="left")))
    world = World(party("ana", "ben", "cho", script=script, pings=True)).run()

    assert world.ended.outcome == "done" and world.ended.unfired == ()
    assert world.heard("t1/ana") != world.events("t1/ana#1") and world.heard("t1/ben") == world.events("t1/ben#1")
    dropped = world.at(fx.Drop, connection="t1/ana#1")[0]
    later = [
        at for at, item in world.log if isinstance(item, fx.Transmit) and item.connection == "t1/ana#1" and at > dropped
    ]
    assert not later


def test_a_match_that_the_script_started_counts() -> None:
    """A rematch that was asked for and started by script is played like any other."""
    script = (
        step("ana", "rematch", When(phase="results")),
        step("ben", "rematch"),
        step("ana", "start", after=SECOND),
        step("ben", "ping", When(match=2, turn="ben")),
    )
    world = play(plan("ana", "ben", seats=2, script=script))

    assert world.ended.outcome == "done" and world.ended.unfired == ()
    assert len(world.calls("POST", "/start")) == 2


def test_messages_about_unknown_connections_are_dropped() -> None:
    """Whatever a runtime says about a connection that is forgotten changes nothing."""
    world = World(party("ana", "ben")).run(20 * SECOND)
    before = len(world.log)
    for message in (
        fx.Connected("t1/x#1"), fx.ConnectFailed("t1/x#1", "no"), fx.Disconnected("t1/x#1", 1006, "network"),
        fx.Answered(999, None, "late"),
    ):  # fmt: skip
        world.tell(message)
    world.run(20 * SECOND)
    assert len(world.log) == before + 4

    assert world.run().ended.outcome == "done"


def _problem(code: str, status: int) -> bytes:
    return msgspec.json.encode(Problem(type="x", title="x", status=status, code=code, rule="WIRE"))
