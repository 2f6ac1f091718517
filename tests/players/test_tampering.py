"""Forged commands and calls carry exactly one thing too much."""

from __future__ import annotations

import json

import pytest
from dealer import snapshot_of

from harness.dialects.native import decode_command
from harness.errors import CommandError
from harness.players import tampering
from harness.players.acts import Ask, Knock
from harness.players.memory import Memory
from harness.players.view import PlayerView
from harness.seed import Stream, root_of, stream
from harness.wire.commands import Command, Play

POISON = {"score", "points", "place", "winner", "isAdmin"}


@pytest.fixture
def chance() -> Stream:
    return stream(root_of(2), "test")


@pytest.fixture
def memory() -> Memory:
    memory = Memory("ana")
    memory.secret = "Secret-1"
    return memory


@pytest.fixture
def view() -> PlayerView:
    view = PlayerView()
    view.fold(snapshot_of({}), now=0)
    return view


def test_forged_scores_go_into_every_kind_of_command_and_only_they_are_wrong(
    view: PlayerView, memory: Memory, chance: Stream
) -> None:
    """With its extra fields the frame is malformed, without them it is a good command."""
    kinds, fields = set(), set()
    for _ in range(200):
        frame = tampering.forged_command(view, memory, chance, tampering.poison(view, chance))
        with pytest.raises(CommandError, match="malformed"):
            decode_command(frame.raw)
        body = json.loads(frame.raw)
        fields |= body.keys() & POISON
        command: Command = decode_command(json.dumps({k: v for k, v in body.items() if k not in POISON}).encode())
        kinds.add(body["type"])
        if isinstance(command, Play):
            assert (command.turn, command.cards) == (2, ("K",))
    assert kinds == {"hello", "play", "call", "leave", "ping", "pong"} and fields == POISON


def test_a_forged_move_that_a_backend_falls_for_is_known_to_the_view(
    view: PlayerView, memory: Memory, chance: Stream
) -> None:
    """Should it be applied, the player knows which card is gone."""
    raw = b""
    while b'"play"' not in raw:
        raw = tampering.forged_command(view, memory, chance, {"score": 1}).raw
    assert view._sent[json.loads(raw)["id"]] == ("K",)


def test_without_a_secret_or_a_hand_forging_still_works(chance: Stream) -> None:
    """A player that knows nothing yet can forge, too."""
    view = PlayerView()
    frames = [json.loads(tampering.forged_command(view, Memory("ana"), chance, {"score": 1}).raw) for _ in range(60)]
    assert {f["secret"] for f in frames if f["type"] == "hello"} == {"nobody"}
    assert {tuple(f["cards"]) for f in frames if f["type"] == "play"} == {("K",)}


def test_score_calls_write_to_boards_matches_rooms_sessions_and_players(view: PlayerView, chance: Stream) -> None:
    """Every one is a write that carries a claim, signed with the actor's own token."""
    calls = [tampering.score_call(view, chance) for _ in range(300)]
    assert {(c.request.method, c.request.path) for c in calls} == {
        ("POST", "/v1/boards/world"), ("PUT", "/v1/boards/world"),
        ("POST", "/v1/matches/m1"), ("PUT", "/v1/matches/m1"),
        ("POST", "/v1/rooms/BCDF/start"), ("POST", "/v1/rooms/BCDF/rematch"), ("POST", "/v1/sessions"),
        ("PATCH", "/v1/players/p-me"),
    }  # fmt: skip
    assert all(POISON & json.loads(c.request.body).keys() for c in calls)
    assert all(c.signed and c.request.token is None for c in calls)


def test_other_seat_fields_name_somebody_else(view: PlayerView, memory: Memory, chance: Stream) -> None:
    """By seat, by player or by both; the frame is malformed because of it."""
    for _ in range(60):
        extra = tampering.other_seat_fields(view, chance)
        assert extra.get("seat") != 1 and "p-me" not in extra.values()
        with pytest.raises(CommandError, match="malformed"):
            decode_command(tampering.forged_command(view, memory, chance, extra).raw)


def test_other_player_calls_act_for_another_human(view: PlayerView, chance: Stream) -> None:
    """Kicks, joins, starts and rematches in somebody else's name, never in the own one."""
    calls = [tampering.other_player_call(view, chance) for _ in range(200)]
    assert {c.request.method for c in calls} == {"DELETE", "POST"}
    for call in calls:
        text = call.request.path + call.request.body.decode()
        assert isinstance(call, Ask) and ("p-ana" in text or "p-cho" in text) and "p-me" not in text


def test_stolen_secrets_are_everything_public_and_the_own_secret_garbled_but_never_the_own_one(
    view: PlayerView, memory: Memory
) -> None:
    """Ids, names, room and match, old and garbled secrets; all of a length that hello takes."""
    memory.secret = "Secret-2"
    guesses = tampering.stolen_secrets(view, memory)
    assert {"p-ana", "Ana", "p-me", "BCDF", "m1", "Secret-1"} <= set(guesses)
    assert {"sECRET-2", "Secret-", "Secret-20", "2-terceS", "00000000"} <= set(guesses)
    assert "Secret-2" not in guesses and all(1 <= len(guess) <= 128 for guess in guesses)
    memory.secret = "7"
    assert "7" not in tampering.stolen_secrets(view, memory)
    memory.secret = "y" * 128
    assert "y" * 128 + "0" not in tampering.stolen_secrets(view, memory)


def test_a_knock_tries_one_of_them(view: PlayerView, memory: Memory, chance: Stream) -> None:
    """On a socket of its own; with nothing to guess there is no attempt but the obvious one."""
    (act,) = tampering.knock(view, memory, chance)
    assert isinstance(act, Knock) and act.hello.secret in tampering.stolen_secrets(view, memory)
    assert tampering.stolen_secrets(PlayerView(), Memory("ana")) == ("0",)
