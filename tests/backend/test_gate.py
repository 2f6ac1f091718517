"""The whole backend: random storms, equal effects for equal messages, earlier lives, bounded state."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Closed, Frame, HttpCall, Opened, WallClock
from harness.clock import MILLISECOND, SECOND
from harness.dialects.http import HttpRequest
from harness.dialects.native import NativeDialect
from harness.seed import root_of
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.session import State

DIALECT = NativeDialect()

VERBS = (
    "move", "move", "move", "move", "play", "call", "leave", "drop", "connect", "takeover", "junk", "binary", "stale",
    "join", "bot", "unbot", "start", "start", "rematch", "rematch", "leave_http", "wait", "wait", "wait", "resend",
    "ping", "new",
)  # fmt: skip

steps = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 4), st.integers(0, 60_000)), max_size=60)


def act(world, players, verb, who, number):
    """One random thing that one random player does; many are nonsense in the present state."""
    player = players[who]
    socket = player.socket
    live = socket is not None and socket.close_code is None and not getattr(socket, "dropped", False)
    if verb == "wait":
        world.pass_ms(number)
    elif verb == "move":
        move_rightly(world, players)
    elif verb == "join":
        player.join(players[0].code)
    elif verb in ("bot", "start", "rematch", "leave_http") and player.seating:
        player.call({"bot": "add_bot", "leave_http": "leave_room"}.get(verb, verb))
    elif verb == "unbot":
        for member in bots_of(world, players[0].code):
            players[0].call("remove_bot", member)
    elif verb == "new" and world.gate.rooms == 0:
        players[0].create(seats=2 + number % 3)
    elif verb in ("connect", "takeover") and player.seating and (verb == "takeover" or not live):
        player.connect()
    elif live:
        move(world, player, socket, verb, number)


def move_rightly(world, players):
    """Whoever is on turn and connected moves, as some connected player knows it."""
    for witness in players:
        socket = witness.socket
        if socket is None or socket.close_code is not None or getattr(socket, "dropped", False):
            continue
        if socket.state is not State.TURN:
            continue
        player = world.turn_of([witness, *players])
        if player is not None and player.socket.close_code is None and not getattr(player.socket, "dropped", False):
            world.move([player])
        return


def move(world, player, socket, verb, number):
    turn = next((e.turn for e in reversed(socket.events) if isinstance(e, ev.TurnStarted)), 0)
    cards = tuple(socket.hand[: 1 + number % 4]) or ("K",)
    if verb == "play":
        socket.say(cm.Play(id=player.new_id(), turn=turn, cards=cards))
    elif verb == "call":
        socket.say(cm.Call(id=player.new_id(), turn=turn))
    elif verb == "stale":
        socket.say(cm.Play(id=player.new_id(), turn=max(0, turn - 1 - number % 2), cards=cards))
    elif verb == "resend":
        socket.say(cm.Play(id=f"{player.name}-1", turn=turn, cards=cards))
    elif verb == "leave":
        socket.say(cm.Leave(id=player.new_id()))
    elif verb == "ping":
        socket.say(cm.PingServer(id="p"))
    elif verb == "junk":
        socket.raw(b"{" * (number % 50))
    elif verb == "binary":
        socket.raw(b"x", text=False)
    elif verb == "drop":
        socket.dropped = True
        socket.drop()


def bots_of(world, code):
    response = world.raw_http("GET", f"/v1/rooms/{code}")
    if response.status != 200:
        return []
    return [m["player"] for m in msgspec.json.decode(response.body)["members"] if m["kind"] == "bot"]


def storm(make_world, plan, seed=1):
    world = make_world(seed=seed)
    players = [world.player(f"s{i}") for i in range(5)]
    players[0].create()
    players[0].connect()
    for verb, who, number in plan:
        act(world, players, verb, who, number)
    return world, players


@settings(max_examples=150, deadline=None)
@given(steps)
def test_storms(make_world, plan):
    """Whatever players do: nothing raises, frames fit the session table, numbers have no gaps, matches settle once."""
    world, players = storm(make_world, plan)
    matches = [settled.result.match for settled in world.settled]
    assert len(matches) == len(set(matches))
    for settled in world.settled:
        result = settled.result
        assert sorted(result.places) == list(range(1, len(result.seats) + 1))
        assert result.ranked or not settled.awards
        assert {player for player, _, _ in settled.awards} <= {p.id for p in players}
    # Whatever was going on, with everybody gone it ends: no room is left, nothing hangs.
    for player in players:
        if player.socket is not None:
            player.drop()
    world.pass_ms(3 * 3600 * 1000)
    assert world.gate.rooms == 0
    assert world.gate.connections == sum(
        not getattr(socket, "dropped", False) and all(p.socket is not socket for p in players)
        for socket in world.sockets.values()
    )


@settings(max_examples=10, deadline=None)
@given(steps)
def test_equal_messages_give_equal_effects(make_world, plan):
    """Two gates under one root that are told the same say the same, byte for byte."""
    first, _ = storm(make_world, plan)
    second, _ = storm(make_world, plan)
    assert first.log == second.log


FILM = """
import sys
sys.path.insert(0, {here!r})
from tests.backend.conftest import World
from tests.backend.test_gate import storm, VERBS
from harness.seed import stream, root_of
chance = stream(root_of(5), "storm")
plan = [(chance.choice(VERBS), chance.below(5), chance.below(20_000)) for _ in range(1200)]
from hashlib import sha256
world, _ = storm(World, plan)
print(len(world.log), sha256(repr(world.log).encode()).hexdigest())
"""


def test_the_hash_seed_changes_nothing():
    """Under different PYTHONHASHSEED the effects are the same."""
    code = FILM.format(here=os.path.dirname(os.path.dirname(os.path.dirname(__file__))))
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert int(answers.pop().split()[0]) > 500


frames = st.binary(max_size=200) | st.text(max_size=100).map(str.encode) | st.sampled_from(
    [b'{"type":"hello","secret":"x"}', b'{"type":"ping","id":"x"}', b"{}", b'{"type":"leave","id":"x"}']
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), frames, st.booleans()), max_size=40))
def test_strangers_touch_nothing(make_world, plan):
    """Garbage on sockets without a seat: answered or closed, and nobody else hears of it (B1, B3)."""
    world = make_world()
    ana, ben = world.match(2)
    ana.take(), ben.take()
    sockets = [type(ana.socket)(world) for _ in range(4)]
    for index, raw, text in plan:
        sockets[index].raw(raw, text)
    assert ana.take() == ben.take() == []
    assert isinstance(world.turn_of([ana, ben]).play(), ev.Ok)


def test_two_seeds_give_two_games(make_world):
    """Codes, ids, secrets and cards all come from the root."""
    first, second = (make_world(seed=seed).match(2)[0] for seed in (1, 2))
    assert first.code != second.code
    assert first.id != second.id
    assert first.seating.secret != second.seating.secret


def test_an_earlier_life_is_remembered(make_world):
    """Settled matches of the past are on the boards; nothing of the past is issued again under the same root."""
    world = make_world()
    ana, ben = world.match(2)
    ben.leave()
    (past,) = world.settled
    later = make_world(settled=world.settled)
    assert later.http(DIALECT.match_result(past.result.match)).status == 200
    assert later.http(DIALECT.world_board()) == world.http(DIALECT.world_board())
    cho, dee = later.match(2)
    dee.leave()
    assert cho.id != ana.id
    assert cho.seating != ana.seating
    assert later.settled[0].result.match != past.result.match


def test_what_was_kept_comes_back(make_world):
    """Sessions, blocks, reports, logs and tutorials of an earlier life; and nothing of it is issued again."""
    world = make_world()
    ana, ben = world.match(2)
    token = ana.account.token

    def call(world, method, path, body=b""):
        return world.raw_http(method, path, token, body)

    call(world, "POST", "/v1/blocks", msgspec.json.encode({"player": "p_gone"}))
    call(world, "POST", "/v1/reports", msgspec.json.encode({"player": ben.id, "room": ana.code, "reason": "x"}))
    call(world, "DELETE", "/v1/tutorial")
    ben.leave()
    match = world.settled[0].result.match
    assert {kind for kind, _ in world.kept} == {"session", "blocks", "report", "log", "tutorial", "life"}
    for settled in (world.settled, ()):
        later = make_world(settled=settled, kept=world.kept.values())
        for path in ("/v1/blocks", f"/v1/matches/{match}/log"):
            assert call(later, "GET", path) == call(world, "GET", path)
            assert call(later, "GET", path).status == 200
        profile = DIALECT.read_profile(call(later, "GET", "/v1/players/me"))
        assert (profile.player, profile.name, profile.points) == (ana.id, "h0", 5 if settled else 0)
        assert not profile.tutorial
        assert later.player("new").id not in (ana.id, ben.id)


def test_what_a_forgotten_session_left_is_forgotten(make_world):
    """Its record, its blocks and its tutorial; also when it was its own late call that showed it."""
    world = make_world(session_idle_ms=10)
    ana, ben = world.player("ana"), world.player("ben")
    for player in (ana, ben):
        world.raw_http("POST", "/v1/blocks", player.account.token, b'{"player":"p0"}')
        world.raw_http("DELETE", "/v1/tutorial", player.account.token)
    assert len(world.kept) == 7
    world.pass_ms(20)
    assert world.raw_http("GET", "/v1/blocks", ben.account.token).status == 401
    cho = world.player("cho")
    assert [key for key in world.kept if key[0] != "life"] == [("session", cho.id)]


def test_a_gate_that_was_told_nothing_wants_nothing():
    """No deadline before anybody came; waking it is harmless."""
    gate = Gate(BackendConfig(), root_of(1))
    assert gate.deadline() is None
    assert gate.wake(now=5) == []
    assert (gate.rooms, gate.connections, gate.sessions) == (0, 0, 0)


def test_civil_time_may_jump(make_world):
    """WallClock moves the season of the next result and no deadline (M27)."""
    world = make_world()
    ana, _ = world.match(2)
    world.move_to(31 * SECOND)
    world.send(WallClock(0))
    world.move_to(32 * SECOND)
    ana.take()
    world.wake()
    assert ana.take()[0].auto == "clock"
    ana.leave()
    assert world.settled[0].result.ended == "1970-01-01T00:00:01.000Z"


def test_state_is_bounded(make_world):
    """A thousand rooms that come and go leave nothing behind but sessions, which are forgotten in time."""
    world = make_world(session_idle_ms=100_000, room_idle_ms=50_000, results_max=10)
    for _ in range(40):
        ana, ben = world.match(2)
        ben.leave()
        ana.leave()
        ana.drop(), ben.drop()
        world.pass_ms(10_000)
    assert (world.gate.rooms, world.gate.connections) == (0, 0)
    assert world.gate.sessions <= 2 * 12
    world.pass_ms(1_000_000)
    assert world.gate.deadline() is None


def test_many_sleeping_rooms_cost_nothing(make_world):
    """A move in one room leaves the alarms of a thousand others alone: the heap grows by a few entries."""
    world = make_world()
    for _ in range(200):
        world.room(2)
    ana, ben = world.match(2)
    before = len(world.gate._alarms)
    world.turn_of([ana, ben]).play()
    assert len(world.gate._alarms) - before <= 2


def test_effects_of_an_overdue_alarm_come_first():
    """What was due before a message is done before it, and its frames stand first in the effects."""
    gate = Gate(BackendConfig(), root_of(1))
    gate.receive(Opened("a"), now=0)
    effects = gate.receive(Opened("b"), now=5_000 * MILLISECOND + 1)
    assert [type(effect).__name__ for effect in effects] == ["Close"]
    effects = gate.receive(HttpCall(7, HttpRequest(method="GET", path="/v1/boards/world")), now=11 * SECOND)
    assert [type(effect).__name__ for effect in effects] == ["Close", "HttpReply"]
    assert effects[1].call == 7
    assert gate.receive(Closed("a"), now=11 * SECOND) == []
    assert gate.receive(Frame("b", b"{}"), now=11 * SECOND) == []
