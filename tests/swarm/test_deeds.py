"""Every verb of a script, done against the real gate."""

from __future__ import annotations

import msgspec
import pytest

from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.http import HttpResponse
from harness.history.observation import StepFired
from harness.scenario.model import Step, Value, When
from harness.seed import root_of
from harness.swarm import effects as fx
from harness.swarm.party import Party
from harness.wire import commands, events
from tests.swarm.world import DIALECT, World, actor, plan, play, step

OPENS = RoomOptions(chance=ChanceScript(opener=0, tables=("K",), hands=(("KQQQ*", "KKQAA", "AAA*K", ""),)))
"""Ana opens the first hand; Kings are true; all know what they hold."""

ANA = When(turn="ana")
BEN = When(turn="ben")
LEFT = When(event="left")


def held(*steps: Step) -> tuple[Step, ...]:
    """The script with all three players held, so that nobody moves but by script."""
    return (*(step(name, "hold") for name in ("ana", "ben", "cho")), *steps)


def scripted(*steps: Step, until: int = 20_000 * SECOND, **more: object) -> World:
    """Three held players and a bot's seat for somebody else; the script is tried once."""
    world = play(plan("ana", "ben", "cho", room=OPENS, script=held(*steps), tries=1, **more), until=until)
    assert world.ended.unfired == (), "a step of the script did not fire"
    return world


def mark(world: World, index: int = 0) -> str:
    """The mark of the n-th step behind the holds."""
    return next(note.mark for note in world.fired() if note.index == index + 3)


def when(world: World, index: int = 0) -> int:
    return next(note.at for note in world.fired() if note.index == index + 3)


def command(world: World, identity: str) -> list[commands.Command]:
    return [c for c in world.sent() if c is not None and getattr(c, "id", None) == identity]


def verdict(world: World, who: str, identity: str) -> str:
    """`ok` or the refusal's code of a command."""
    for event in world.heard(who):
        if isinstance(event, events.Ok) and event.id == identity:
            return "ok"
        if isinstance(event, events.Refused) and event.id == identity:
            return event.code
    return "unanswered"


def status(world: World, index: int = 0) -> int:
    response = world.answer(mark(world, index))
    assert response is not None
    return response.status


# -- hold, release ------------------------------------------------------------------------------


def test_hold_and_release() -> None:
    """A held persona lets the clock run out; released, it moves again in the very same turn."""
    world = scripted(step("ana", "release", ANA, after=5 * SECOND))
    first = next(e for e in world.heard("t1/ana") if isinstance(e, events.Played))
    later = [e for e in world.heard("t1/ana") if isinstance(e, events.Played) and e.seat == 1]
    assert first.seat == 0 and first.auto is None
    assert later[0].auto == "clock"
    assert mark(world) == ""


def test_a_new_attempt_releases_everybody() -> None:
    """What one attempt held is free in the next."""
    script = (step("ana", "hold", When(hand=1)), step("ana", "ping", When(hand=99)))
    world = play(plan("ana", bots=1, seats=2, script=script, tries=2))
    autos = [e.auto for e in world.events("t1/ana#1") if isinstance(e, events.Played | events.Called) and e.auto]
    assert "clock" in autos


# -- play, call ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "sent", "answer"),
    [
        (2, ("K", "Q"), "ok"),
        (1, ("K",), "ok"),
        (0, (), "count"),
        (4, ("K", "Q", "Q", "Q"), "count"),
        ("true", ("K",), "ok"),
        (True, ("K",), "ok"),
        ("lie", ("Q",), "ok"),
        (False, ("Q",), "ok"),
        (("A", "A"), ("A", "A"), "not_in_hand"),
        (("7", "x"), ("7", "x"), "not_in_hand"),
    ],
)
def test_play_cards(cards: Value, sent: tuple[str, ...], answer: str) -> None:
    """So many cards of the hand, a true one, a lie, or these faces, held or not."""
    world = scripted(step("ana", "play", ANA, cards=cards))
    move = command(world, mark(world))
    assert len(move) == 1 and isinstance(move[0], commands.Play)
    assert move[0].cards == sent and move[0].turn == 1
    assert verdict(world, "t1/ana", mark(world)) == answer


def test_play_one_card_by_default() -> None:
    """Without `cards` it is the first of the hand, in the running turn, and the hand is known to be smaller."""
    world = scripted(step("ana", "play", ANA), step("ana", "play", When(event="turn", turn="ana", hand=1), cards=3))
    assert [c.cards for i in (0, 1) for c in command(world, mark(world, i)) if isinstance(c, commands.Play)] == [
        ("K",), ("Q", "Q", "Q"),
    ]  # fmt: skip


def test_play_what_the_hand_does_not_have_waits() -> None:
    """Ben has no joker and five cards: six cannot be played, and the step never fires."""
    script = held(step("ben", "play", When(turn="ben", hand=1), cards=6))
    world = play(plan("ana", "ben", "cho", room=OPENS, script=script, tries=1))
    assert 3 in world.ended.unfired


def test_play_without_connection_waits() -> None:
    """Nobody can play without a connection; the step waits for a later moment."""
    world = scripted(
        step("ana", "drop", ANA), step("ana", "reconnect", after=SECOND), step("ana", "play", When(turn="ana"))
    )
    assert when(world, 2) >= when(world, 1)


def test_play_stale_and_out_of_turn() -> None:
    """`turn: stale` repeats the number of the turn before; somebody else's turn is no hindrance to trying."""
    world = scripted(
        step("ana", "play", ANA), step("ana", "play", BEN, turn="stale"), step("cho", "play", BEN),
        step("ana", "call", BEN, turn="stale"),
    )  # fmt: skip
    assert verdict(world, "t1/ana", mark(world, 1)) in ("stale_turn", "not_your_turn")
    assert [c.turn for c in command(world, mark(world, 1)) if isinstance(c, commands.Play)] == [1]
    assert [c.turn for c in command(world, mark(world, 3)) if isinstance(c, commands.Call)] == [1]
    assert verdict(world, "t1/cho", mark(world, 2)) == "not_your_turn"


def test_play_same_id() -> None:
    """`id: same` alone sends the very same frame again; with cards it is another move under the old id."""
    world = scripted(
        step("ana", "play", ANA), step("ana", "play", id="same"), step("ana", "play", id="same", cards=("Q",)),
        step("ana", "play", id="same", turn="stale"), step("ana", "call", id="same"),
    )  # fmt: skip
    assert len({mark(world, index) for index in range(5)}) == 1
    first, again, other, stale, call = command(world, mark(world))
    assert first == again and isinstance(other, commands.Play) and other.cards == ("Q",)
    assert (isinstance(stale, commands.Play) and stale.turn < other.turn) or stale.turn == 0  # type: ignore[union-attr]
    assert isinstance(call, commands.Call)
    played = [e for e in world.heard("t1/cho") if isinstance(e, events.Played) and e.turn == 1]
    assert len(played) == 1


def test_call_same_id_after_a_call() -> None:
    """A call sent twice is one call; under its id a play of one card can be tried."""
    world = scripted(
        step("ana", "play", ANA, cards="lie"), step("ben", "call", BEN), step("ben", "call", id="same"),
        step("ben", "play", id="same"),
    )  # fmt: skip
    called = [e for e in world.heard("t1/cho") if isinstance(e, events.Called) and e.auto is None]
    assert len(called) == 1 and called[0].seat == 1
    sent = command(world, mark(world, 1))
    assert [type(c) for c in sent] == [commands.Call, commands.Call, commands.Play]


def test_same_id_of_nothing_waits() -> None:
    """Who has not moved has no last move to repeat."""
    for verb, more in (("play", {}), ("call", {}), ("play", {"cards": 1})):
        script = held(step("cho", verb, ANA, id="same", **more))  # type: ignore[arg-type]
        world = play(plan("ana", "ben", "cho", room=OPENS, script=script, tries=1), until=40 * SECOND)
        assert not [note for note in world.fired() if note.index == 3]


def test_same_id_of_a_move_that_the_persona_made() -> None:
    """A persona's own last move can be repeated, too."""
    script = (step("ana", "play", When(event="played", by="ana"), id="same"),)
    world = play(plan("ana", "ben", "cho", room=OPENS, script=script))
    sent = command(world, world.fired()[0].mark)
    assert len(sent) == 2 and sent[0] == sent[1]


# -- leave, ping --------------------------------------------------------------------------------


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


# -- connections --------------------------------------------------------------------------------


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


# -- bytes --------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("inside", ["play", "call", "leave"])
def test_forge_a_command(inside: str) -> None:
    """A forged field stands in an otherwise proper command on the own connection, and is refused."""
    world = scripted(step("ana", "forge", ANA, in_=inside, field="score", value=77))
    frame = next(t for t in world.transmitted("t1/ana#1") if b"score" in t.raw)
    body = msgspec.json.decode(frame.raw)
    assert body["type"] == inside and body["id"] == mark(world) and body["score"] == 77
    refused = [e for e in world.heard("t1/ana") if isinstance(e, events.Refused)]
    assert [e.code for e in refused] == ["malformed"]


def test_forge_hello_goes_over_an_extra_socket() -> None:
    """A forged hello cannot be said on a connection that has said hello."""
    world = scripted(step("ana", "forge", ANA, in_="hello", field="seat", value=2))
    assert mark(world) == "t1/ana#2"
    body = msgspec.json.decode(world.transmitted("t1/ana#2")[0].raw)
    assert body["type"] == "hello" and body["seat"] == 2


def test_forge_waits_until_the_actor_has_heard_of_the_turn() -> None:
    """The turn is known from another player first; the forged play is made a moment later, with the actor's cards."""
    world = scripted(step("cho", "forge", When(event="hand_started"), in_="play", field="seat", value=1))
    body = msgspec.json.decode(next(t.raw for t in world.transmitted("t1/cho#1") if b'"seat"' in t.raw))
    assert body["cards"] == ["A"] and when(world) == 0


def test_forge_http_is_a_join_with_a_body() -> None:
    """Over HTTP the forged field stands in the body of a join; 1000 is its value by default."""
    world = scripted(step("ana", "forge", ANA, in_="http", field="points"))
    call = next(c for c in world.all(fx.Call) if c.call == int(mark(world)[5:]))  # type: ignore[attr-defined]
    assert call.request.body == b'{"points":1000}' and call.request.token  # type: ignore[attr-defined]
    assert status(world) == 400


def test_forge_needs_a_connection_a_turn_and_cards() -> None:
    """Without connection, or without a card to play, the step waits."""
    script = held(step("ana", "drop", ANA), step("ana", "forge", in_="call", field="x"))
    assert play(plan("ana", "ben", "cho", room=OPENS, tries=1, script=script)).ended.unfired == (4,)
    script = held(step("ana", "forge", When(phase="lobby"), in_="play", field="x"), step("ana", "ping"))
    world = play(plan("ana", "ben", "cho", room=OPENS, tries=1, script=script))
    assert world.ended.unfired == (3, 4)


# -- HTTP ---------------------------------------------------------------------------------------


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


def test_every_verb_left_a_note() -> None:
    """The note says who did what in which attempt."""
    world = scripted(step("ana", "play", ANA))
    assert all(isinstance(note, StepFired) and note.party == "t1" and note.attempt == 1 for note in world.fired())
