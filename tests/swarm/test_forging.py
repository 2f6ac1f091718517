"""Forged fields, sent to the real gate."""

from __future__ import annotations

import msgspec
import pytest

from harness.dialects.dialect import RoomOptions
from harness.scenario.model import When
from harness.swarm import effects as fx
from harness.wire import events
from harness.wire.options import WizardOptions
from tests.swarm.stage import ANA, OPENS, held, mark, scripted, status, when
from tests.swarm.world import plan, play, step


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


@pytest.mark.parametrize(
    ("game", "inside", "kind", "when_"),
    [
        ("liars_dice", "bid", "bid", When(turn="ana")),
        ("liars_dice", "challenge", "challenge", When(turn="ana")),
        ("bluff", "lay", "lay", When(round=1, bids=0)),
        ("bluff", "pass", "pass", When(round=1, bids=0)),
        ("wizard", "bid", "bid_tricks", When(may="bid")),
        ("wizard", "play", "play_card", When(may="bid")),
        ("wizard", "trump", "choose_trump", When(may="bid")),
    ],
)
def test_forge_a_move_of_another_game(game: str, inside: str, kind: str, when_: When) -> None:
    """The verb's own command without arguments, in the words of the game, with a field too many."""
    room = RoomOptions(game=game, seats=3, wizard=WizardOptions(length="five") if game == "wizard" else None)
    world = scripted(step("ana", "forge", when_, in_=inside, field="dice", value=6), room=room)
    body = msgspec.json.decode(next(t.raw for t in world.transmitted("t1/ana#1") if b'"dice"' in t.raw))
    assert body["type"] == kind and body["id"] == mark(world) and body["dice"] == 6
    assert [e.code for e in world.heard("t1/ana") if isinstance(e, events.Refused)] == ["malformed"]
