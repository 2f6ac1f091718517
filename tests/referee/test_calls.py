"""What our own lobby calls tell about who is who."""

from __future__ import annotations

from typing import Any

from harness.history.observation import Exchange
from harness.history.recorder import Recorder
from harness.referee.calls import Calls
from harness.referee.moment import Sandwich
from harness.referee.scene import Scene
from tests.referee.histories import DIALECT, staged

SEATING = b'{"room":"ABCD","invite":"/join/ABCD","player":"p1","secret":"s-1"}'


def calls() -> Calls:
    """Nothing is known yet."""
    return Calls(Scene(DIALECT, Sandwich(), Recorder()))


def exchange(method: str, path: str, status: int, answer: bytes, **fields: Any) -> Exchange:
    """One call of ana's."""
    told = {"token": "", "body": b"", **fields}
    return Exchange(at=2, sent=1, who="t0/ana", method=method, path=path, status=status, answer=answer, **told)


def test_session_tells_the_public_id_and_the_token() -> None:
    """From then on the token names its player, in every call."""
    book = calls()
    opened = exchange("POST", "/v1/sessions", 201, b'{"player":"p1","token":"tok"}')
    call, player = book.take(opened)
    assert (call.kind, player) == ("session", "p1")
    scene = book.scene
    assert scene.book.player_of_token == {"tok": "p1"}
    assert scene.book.player_of_who == {"t0/ana": "p1"}
    assert scene.book.secrets == {"p1": ["tok"]}
    assert scene.players("t0/ana") == ["p1"]
    assert book.take(exchange("POST", "/v1/rooms/ABCD/start", 200, b"{}", token="tok"))[1] == "p1"
    assert book.take(exchange("POST", "/v1/rooms/ABCD/start", 401, b"{}", token="no"))[1] == ""


def test_seat_tells_its_secret_once() -> None:
    """Joining again gives the same secret, which is one secret."""
    book = calls()
    book.take(exchange("POST", "/v1/sessions", 201, b'{"player":"p1","token":"tok"}'))
    for _ in range(2):
        book.take(exchange("POST", "/v1/rooms/ABCD/members", 201, SEATING, token="tok"))
    assert book.scene.book.owner_of_secret == {"s-1": ("ABCD", "p1")}
    assert book.scene.book.secrets == {"p1": ["tok", "s-1"]}


def test_room_that_was_created_is_known_with_its_options() -> None:
    """The code comes with the answer, seats and clock are those that were asked for."""
    book = calls()
    body = b'{"game":"bluffers","seats":3,"turn_ms":900}'
    call, _ = book.take(exchange("POST", "/v1/rooms", 201, SEATING, body=body))
    assert (call.kind, call.room) == ("create", "ABCD")
    room = book.scene.rooms["ABCD"]
    assert (room.seats, room.turn_ms, room.number) == (3, 900, 0)
    assert book.scene.party("t0/ana").rooms == {"ABCD": room}


def test_options_that_cannot_be_read_are_left_open() -> None:
    """A body that is none of this dialect's says nothing about the room."""
    book = calls()
    book.take(exchange("POST", "/v1/rooms", 201, SEATING, body=b"seats=3"))
    assert (book.scene.rooms["ABCD"].seats, book.scene.rooms["ABCD"].turn_ms) == (0, None)


def test_refusals_and_nonsense_tell_nothing() -> None:
    """Nor does a call that was never answered."""
    book = calls()
    for status, answer in ((409, b"{}"), (201, b"<html>"), (0, b"")):
        for path in ("/v1/sessions", "/v1/rooms", "/v1/rooms/ABCD/members"):
            book.take(exchange("POST", path, status, answer))
    assert not book.scene.rooms
    assert not book.scene.book.secrets
    assert book.take(exchange("GET", "/admin", 404, b""))[0].kind == "other"


def test_second_session_of_the_same_actor_is_another_player() -> None:
    """Somebody who joins under another's name is told apart from him by his public id."""
    history, _ = staged("late-joiner-and-equal-names")
    book = calls()
    for observation in history:
        if type(observation) is Exchange:
            book.take(observation)
    players = book.scene.players("t000/ana")
    assert len(players) == len(set(players)) > 3
