"""Deeds on sockets, done against the real gate."""

from __future__ import annotations

import pytest

from harness.clock import SECOND
from harness.swarm import effects as fx
from harness.wire import commands, events
from tests.swarm.stage import ANA, BEN, LEFT, OPENS, held, mark, scripted, status, verdict, when
from tests.swarm.world import DIALECT, actor, plan, play, step


@pytest.mark.parametrize("by", ["socket", "http"])
def test_leave(by: str) -> None:
    """Leave Table over the socket or over HTTP: the seat is given up, the socket closed, and nobody reconnects."""
    world = scripted(step("ben", "leave", BEN, by=by))
    left = next(e for e in world.heard("t1/ana") if isinstance(e, events.LeftTable))
    assert left.seat == 1
    assert fx.Disconnected("t1/ben#1", 4006, "them") in world.all(fx.Disconnected)
    assert not world.events("t1/ben#2")
    assert verdict(world, "t1/ben", mark(world)) == "ok" if by == "socket" else status(world) == 204


def test_leave_over_http_without_socket() -> None:
    """Who has no connection leaves over HTTP only; over the socket the step waits."""
    world = scripted(step("ben", "drop", BEN), step("ben", "leave", by="http"))
    assert status(world, 1) == 204
    assert [call.who for call in world.calls("DELETE", "/members/me")] == ["t1/ben"]

    script = held(step("ben", "drop", BEN), step("ben", "leave"), step("ben", "ping"))
    assert play(plan("ana", "ben", "cho", room=OPENS, script=script, tries=1)).ended.unfired == (4, 5)


def test_leave_over_http_refused_changes_nothing() -> None:
    """Leaving twice: the second answer is a refusal."""
    world = scripted(step("ben", "leave", BEN, by="http"), step("ben", "leave", by="http", after=SECOND))
    assert (status(world, 0), status(world, 1)) == (204, 403)


def test_ping() -> None:
    """A ping is answered by a pong with its id."""
    world = scripted(step("ana", "ping", ANA))
    assert any(isinstance(e, events.Pong) and e.id == mark(world) for e in world.heard("t1/ana"))


@pytest.mark.parametrize("how", ["close", "rst", "hole", "fin-mid-frame", "kill"])
def test_drop_and_reconnect(how: str) -> None:
    """After every exit the actor stays away until it reconnects, and finds its seat again."""
    world = scripted(step("ana", "drop", ANA, how=how), step("ana", "reconnect", after=4 * SECOND))

    assert fx.Drop("t1/ana#1", how) in world.all(fx.Drop)
    assert (mark(world, 0), mark(world, 1)) == ("t1/ana#1", "t1/ana#2")
    snapshot = world.events("t1/ana#2")[0]
    assert isinstance(snapshot, events.Snapshot) and snapshot.seat == 0
    assert snapshot.table is not None and snapshot.table.cards == ("K", "Q", "Q", "Q", "*")
    assert when(world, 1) == when(world, 0) + 4 * SECOND
    rejoins = [call.who for call in world.calls("POST", "/members")][2:]
    assert rejoins == (["t1/ana"] if how == "kill" else [])


def test_drop_by_default_closes_and_needs_a_connection() -> None:
    """Without `how` it is a close; who has no connection cannot lose one."""
    world = play(
        plan("ana", "ben", "cho", room=OPENS, tries=1, script=held(step("ana", "drop", ANA), step("ana", "drop")))
    )
    assert fx.Drop("t1/ana#1", "close") in world.all(fx.Drop) and world.ended.unfired == (4,)


def test_stall_and_heal() -> None:
    """A stalled actor reads nothing; healed, it gets everything that was held back."""
    world = scripted(
        step("cho", "drop", ANA, how="stall"), step("ana", "play", ANA, after=SECOND), step("cho", "heal", after=SECOND)
    )
    assert (mark(world, 0), mark(world, 2)) == ("t1/cho#1", "t1/cho#1")
    played = next(
        at for at, item in world.log
        if isinstance(item, fx.Arrived) and item.connection == "t1/cho#1" and b'"played"' in item.raw
    )  # fmt: skip
    assert played == when(world, 2) == when(world, 1) + SECOND


def test_heal_without_stall_waits() -> None:
    """There is nothing to heal on a connection that is not stalled."""
    world = play(plan("ana", "ben", room=OPENS, tries=1, script=(step("ana", "heal", ANA),)))
    assert world.ended.unfired == (0,)


def test_takeover() -> None:
    """The newer connection becomes the actor's own; the older is closed by the server, and nothing reconnects."""
    world = scripted(step("ana", "takeover", ANA), step("ana", "play", ANA, after=SECOND))

    assert mark(world) == "t1/ana#2"
    assert fx.Disconnected("t1/ana#1", 4000, "them") in world.all(fx.Disconnected)
    assert isinstance(world.sent("t1/ana#2")[1], commands.Play)
    assert not [item for item in world.all(fx.Connect) if item.connection == "t1/ana#3"]  # type: ignore[attr-defined]


def test_takeover_needs_a_live_connection() -> None:
    """Without a first socket there is no second."""
    script = held(step("ana", "drop", ANA), step("ana", "takeover"))
    assert play(plan("ana", "ben", "cho", room=OPENS, tries=1, script=script)).ended.unfired == (4,)


@pytest.mark.parametrize("secret", ["public_id", "name", "token", "garbled"])
def test_knock(secret: str) -> None:
    """A theft attempt goes over an extra socket, which is closed after its answer; the victim is untouched."""
    world = scripted(step("cho", "knock", ANA, secret=secret, of="ana"))

    assert mark(world) == "t1/cho#2"
    hello = world.sent("t1/cho#2")[0]
    assert isinstance(hello, commands.Hello)
    answer = world.events("t1/cho#2")
    assert [e.code for e in answer if isinstance(e, events.Refused)] == ["bad_secret"]
    assert not [item for item in world.all(fx.Disconnected) if item.connection == "t1/ana#1" and item.code != 4006]  # type: ignore[attr-defined]
    assert isinstance(world.sent("t1/cho#1")[-1], commands.Leave), "the own connection lives on"


def test_knock_says_what_it_should() -> None:
    """Each kind of secret is what its name says."""
    kinds = ("public_id", "name", "token", "garbled")
    world = scripted(*(step("cho", "knock", ANA, secret=kind, of="ana") for kind in kinds))
    said = [world.sent(f"t1/cho#{n}")[0].secret for n in (2, 3, 4, 5)]  # type: ignore[union-attr]
    own = world.sent("t1/ana#1")[0].secret  # type: ignore[union-attr]
    snapshot = world.events("t1/ana#1")[0]
    assert isinstance(snapshot, events.Snapshot)
    assert said[:2] == [snapshot.you, "Ana"]
    assert said[2] == world.calls("POST", "/start")[0].request.token
    assert said[3] != own and said[3][:-1] == own[:-1]


def test_knock_with_an_old_secret() -> None:
    """An old secret is one that was given up by leaving; before that there is none, and the step waits."""
    world = scripted(step("ben", "leave", ANA), step("cho", "knock", LEFT, secret="old", of="ben"))
    assert world.sent("t1/cho#2")[0] == world.sent("t1/ben#1")[0]

    script = held(step("cho", "knock", ANA, secret="old", of="ben"))
    assert play(plan("ana", "ben", "cho", room=OPENS, tries=1, script=script)).ended.unfired == (3,)


def test_knock_of_nobody_waits() -> None:
    """There is no secret of somebody who is no actor."""
    script = held(step("cho", "knock", ANA, secret="name", of="zoe"))
    assert play(plan("ana", "ben", "cho", room=OPENS, tries=1, script=script)).ended.unfired == (3,)


def test_garbled_secret_of_one_who_has_none_waits() -> None:
    """An actor that is no member has no secret that could be garbled."""
    script = held(step("cho", "knock", ANA, secret="garbled", of="eve"))
    crew = ("ana", "ben", "cho", actor("eve", joins=False))
    assert play(plan(*crew, room=OPENS, tries=1, script=script)).ended.unfired == (3,)


def test_reconnect_with_a_wrong_secret_is_refused() -> None:
    """The connection is the actor's own; its refusal ends it, nothing reconnects, and the seat is kept."""
    world = scripted(step("ana", "drop", ANA), step("ana", "reconnect", secret="public_id", of="ben"))
    assert fx.Disconnected("t1/ana#2", 4004, "them") in world.all(fx.Disconnected)
    assert not [item for item in world.all(fx.Connect) if item.connection == "t1/ana#3"]  # type: ignore[attr-defined]
    assert [call.who for call in world.calls("DELETE", "/members/me")] == ["t1/ana"], "ana was a member to the end"


def test_reconnect_after_leaving_tries_the_secret_of_before() -> None:
    """Who has left and reconnects says the old secret, which is no longer good."""
    world = scripted(step("ben", "leave", ANA), step("ben", "reconnect", LEFT, after=SECOND))
    assert world.sent("t1/ben#2")[0] == world.sent("t1/ben#1")[0]
    assert fx.Disconnected("t1/ben#2", 4004, "them") in world.all(fx.Disconnected)


def test_reconnect_of_one_who_never_sat_waits() -> None:
    """There is no seat to come back to, and no old secret."""
    crew = ("ana", "ben", "cho", actor("eve", joins=False))
    script = held(step("eve", "reconnect", ANA), step("eve", "reconnect", ANA, secret="old"))
    assert play(plan(*crew, room=OPENS, tries=1, script=script)).ended.unfired == (3, 4)
    script = held(step("eve", "reconnect", ANA, secret="old"))
    assert play(plan(*crew, room=OPENS, tries=1, script=script)).ended.unfired == (3,)


def test_raw() -> None:
    """Text, hexadecimal digits, garbage by name, and by default text that is no JSON."""
    world = scripted(
        step("ana", "raw", ANA, text="hey"), step("ben", "raw", hex="00ff"), step("cho", "raw", kind="nan"),
        step("ana", "raw"),
    )  # fmt: skip
    frames = [(t.connection, t.raw, t.text) for t in world.transmitted() if DIALECT.read(t.raw) is None]
    assert frames[0] == ("t1/ana#1", b"hey", True)
    assert frames[1] == ("t1/ben#1", b"\x00\xff", False)
    assert frames[2][0] == "t1/cho#1" and b"NaN" in frames[2][1] and frames[2][2]
    assert frames[3] == ("t1/ana#1", b"call!", True)
    assert [mark(world, i) for i in range(3)] == ["t1/ana#1", "t1/ben#1", "t1/cho#1"]
    assert [e.code for e in world.heard("t1/ana") if isinstance(e, events.Refused)] == ["malformed"] * 2


def test_raw_binary_closes_and_the_actor_reconnects_by_itself() -> None:
    """A server that closes because of garbage is not left for good: 250 ms later the actor is back."""
    world = scripted(step("ben", "raw", ANA, hex="zz"))
    closed = world.at(fx.Disconnected, connection="t1/ben#1", code=1003)
    assert world.at(fx.Connect, connection="t1/ben#2") == [closed[0] + SECOND // 4]
    assert isinstance(world.events("t1/ben#2")[0], events.Snapshot)


def test_raw_needs_a_connection() -> None:
    """Bytes go over the own connection; without one the step waits."""
    script = held(step("ana", "drop", ANA), step("ana", "raw", text="x"))
    assert play(plan("ana", "ben", "cho", room=OPENS, tries=1, script=script)).ended.unfired == (4,)
