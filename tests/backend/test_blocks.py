"""Blocks and what they do: the owner's shut the room, a guest's only warn him (BLF-E35, FEAT-31)."""

from __future__ import annotations

import msgspec
import pytest

from harness.backend.blocks import Blocks
from harness.backend.config import BackendConfig
from harness.backend.messages import Keep
from harness.dialects.native import NativeDialect
from harness.errors import CommandError
from harness.wire import events as ev

DIALECT = NativeDialect()


def call(by, method, path, **body):
    """A call with this player's token."""
    raw = msgspec.json.encode(body) if body else b""
    return by.world.raw_http(method, path, by.account.token, raw)


def block(player, other):
    assert call(player, "POST", "/v1/blocks", player=other.id).status == 201


def blocked(player):
    return msgspec.json.decode(call(player, "GET", "/v1/blocks").body)["players"]


def info(world, code, viewer=None):
    """What a viewer is told of a room; None looks without a session."""
    return world.raw_http("GET", f"/v1/rooms/{code}", viewer.account.token if viewer is not None else None)


def test_blocks_are_listed_and_taken_back(world):
    """In the order of blocking, each once; taking back what is not there changes nothing."""
    ana, ben, cho = (world.player(name) for name in ("ana", "ben", "cho"))
    assert blocked(ana) == []
    for other in (ben, cho, ben):
        block(ana, other)
    assert blocked(ana) == [ben.id, cho.id]
    assert blocked(ben) == []
    for _ in range(2):
        assert call(ana, "DELETE", f"/v1/blocks/{ben.id}").status == 204
    assert blocked(ana) == [cho.id]


def test_blocks_that_are_refused(make_world):
    """Oneself, more than the limit; whether somebody exists is not told."""
    world = make_world(blocks_max=2)
    ana = world.player()
    assert DIALECT.read_problem(call(ana, "POST", "/v1/blocks", player=ana.id)) == "not_yourself"
    for name in ("p_nobody", "p_none"):
        assert call(ana, "POST", "/v1/blocks", player=name).status == 201
    assert DIALECT.read_problem(call(ana, "POST", "/v1/blocks", player="p_third")) == "too_many_blocks"
    assert call(ana, "POST", "/v1/blocks", player="p_none").status == 201


def test_a_player_blocked_by_the_owner_meets_a_room_that_is_not_there(world):
    """Join, room and invite link answer him as for a wrong code, and nobody is told (PLT-T22)."""
    ana, ben = world.room(2)
    eve = world.player("eve")
    block(ana, eve)
    ana.take(), ben.take()
    wrong = eve.join("ZZZZ" if ana.code != "ZZZZ" else "XXXX")
    assert DIALECT.read_problem(wrong) == "no_room"
    assert eve.join(ana.code) == wrong
    assert info(world, ana.code, eve) == wrong
    assert world.raw_http("GET", f"/join/{ana.code}", eve.account.token) == wrong
    assert ana.take() == ben.take() == []
    assert call(ana, "DELETE", f"/v1/blocks/{eve.id}").status == 204
    assert eve.join(ana.code).status == 201


def test_a_blocked_player_cannot_tell_a_full_or_started_room_either(world):
    """The answer is the same whatever goes on in the room."""
    ana, _ = world.match(2, seats=2)
    eve = world.player("eve")
    assert DIALECT.read_problem(eve.join(ana.code)) == "already_started"
    block(ana, eve)
    assert DIALECT.read_problem(eve.join(ana.code)) == "no_room"


def test_a_guest_who_blocked_somebody_is_warned_and_nobody_else(world):
    """He may join; the blocker alone sees a warning and a neutral name (PLT-T23)."""
    ana, ben = world.room(2)
    eve = world.player("eve")
    block(ben, eve)
    assert eve.join(ana.code).status == 201
    plain = info(world, ana.code)
    assert b"warned" not in plain.body
    assert info(world, ana.code, ana) == info(world, ana.code, eve) == plain
    warned = msgspec.json.decode(info(world, ana.code, ben).body)
    assert warned.pop("warned") == [eve.id]
    public = msgspec.json.decode(plain.body)
    assert [m["name"] for m in warned["members"]] == ["h0", "h1", "Player"]
    assert [m["player"] for m in warned["members"]] == [m["player"] for m in public["members"]]
    assert info(world, ana.code, ben) == world.raw_http("GET", f"/join/{ana.code}", ben.account.token)


def test_an_unknown_token_sees_what_everybody_sees(world):
    """A room is open to everybody, so that an invite link always works."""
    (ana,) = world.room(1)
    assert world.raw_http("GET", f"/v1/rooms/{ana.code}", "x" * 40) == info(world, ana.code)


def test_a_block_changes_nothing_for_those_who_sit_there(world):
    """In lobby and match everything goes on for the blocked: his seat, turns, events; joining again finds the seat."""
    ana, ben = world.match(2)
    seen = len(ben.socket.raws)
    block(ana, ben)
    assert len(ben.socket.raws) == seen
    secret = ben.seating.secret
    assert ben.join(ana.code).status == 201
    assert ben.seating.secret == secret
    assert info(world, ana.code, ben).status == 200
    result = world.play_out([ana, ben])
    assert sorted(result.places) == [1, 2]
    assert ben.call("rematch").status == 200
    assert ana.call("start").status == 200
    assert ben.last(ev.MatchStarted).seats == (ana.id, ben.id)


def test_a_viewer_has_a_rate_as_well(make_world):
    """Looking at rooms with a token counts like any call."""
    world = make_world(rate_burst=3)
    ana = world.player()
    ana.create()
    assert [info(world, ana.code, ana).status for _ in range(3)] == [200, 200, 429]


def test_records_say_what_is_blocked_now():
    """Each change is one record for the store; the last block taken back forgets it."""
    blocks = Blocks(BackendConfig())
    out = []
    blocks.add("a", "b", out=out)
    blocks.add("a", "b", out=out)
    blocks.add("a", "c", out=out)
    blocks.remove("a", "b", out=out)
    blocks.remove("a", "b", out=out)
    later = Blocks(BackendConfig())
    later.restore("a", out[-1].body)
    blocks.remove("a", "c", out=out)
    blocks.forget("a", out=out)
    assert out == [
        Keep("blocks", "a", b'["b"]'),
        Keep("blocks", "a", b'["b","c"]'),
        Keep("blocks", "a", b'["c"]'),
        Keep("blocks", "a", None),
    ]
    assert later.of("a") == ("c",)
    assert later.has("a", "c")
    later.forget("a", out=out)
    assert out[-1] == Keep("blocks", "a", None)
    assert later.of("a") == ()
    with pytest.raises(CommandError, match="not_yourself"):
        later.add("a", "a", out=out)
