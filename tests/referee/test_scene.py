"""What the referee knows about connections, parties and credentials, and when it forgets it."""

from __future__ import annotations

from harness.clock import MILLISECOND, SECOND
from harness.history.observation import Received
from harness.history.recorder import Recorder
from harness.referee.moment import NEVER, Sandwich
from harness.referee.room import Room
from harness.referee.scene import CONNECTIONS_KEPT, Book, Scene
from tests.referee.histories import DIALECT


def scene(sandwich: Sandwich | None = None) -> Scene:
    """An empty scene."""
    return Scene(DIALECT, sandwich or Sandwich(), Recorder())


def test_connections_of_a_player_share_his_commands() -> None:
    """A command sent again over a newer connection is the same command."""
    known = scene()
    first, second = known.open("t0/ana#1", "t0/ana", 1), known.open("t0/ana#2", "t0/ana", 2)
    other = known.open("t0/ben#1", "t0/ben", 3)
    assert first.sent is second.sent
    assert first.sent is not other.sent
    assert list(known.companions(first)) == [first, second, other]


def test_oldest_ended_connection_makes_room() -> None:
    """Only as many as are kept are remembered; whoever lives is never forgotten."""
    known = scene()
    noted = known.memory()
    for index in range(CONNECTIONS_KEPT):
        known.open(f"t0/ana#{index}", "t0/ana", index).live = index % 2 == 0
        noted[f"t0/ana#{index}"] = index
    known.open("t0/ana#new", "t0/ana", 99)
    assert "t0/ana#1" not in known.connections
    assert "t0/ana#1" not in noted
    assert len(noted) == CONNECTIONS_KEPT - 1
    assert "t0/ana#0" in known.connections
    for connection in known.connections.values():
        connection.live = True
    known.open("t0/ana#newer", "t0/ana", 99)
    assert len(known.connections) == CONNECTIONS_KEPT + 1


def test_party_is_forgotten_with_all_it_had() -> None:
    """When it has ended and none of its connections lives: not before, and nobody else."""
    known = scene()
    noted = known.memory()
    connection = known.open("t0/ana#1", "t0/ana", 1)
    known.open("t1/ben#1", "t1/ben", 1)
    party = known.party("t0/ana")
    party.sessions.append(("t0/ana", "p1"))
    party.rooms["ABCD"] = known.rooms["ABCD"] = Room("ABCD")
    party.rooms["EFGH"], known.rooms["EFGH"] = Room("EFGH"), Room("EFGH")
    party.rooms["ABCD"].matches.append("m1")
    known.book.player_of_who["t0/ana"] = "p1"
    known.book.player_of_token["token"] = "p1"
    known.book.owner_of_secret["secret"] = ("ABCD", "p1")
    known.book.secrets["p1"] = ["token", "secret"]
    noted.update({"ABCD": 1, "m1": 2, "p1": 3, "t0/ana#1": 4, "t1/ben#1": 5})
    known.forget_if_over("t0")
    party.ended = True
    known.forget_if_over("t0")
    known.forget_if_over("t9")
    assert "t0/ana#1" in known.connections
    connection.live = False
    party.ended = False
    known.forget_if_over("t0/ana")
    assert "t0/ana#1" in known.connections
    party.ended = True
    known.forget_if_over("t0/ana")
    assert list(known.connections) == ["t1/ben#1"]
    assert list(known.parties) == ["t1"]
    assert list(known.rooms) == ["EFGH"]  # Another party's room of the same code by now.
    assert noted == {"t1/ben#1": 5}
    book = known.book
    assert (book.player_of_who, book.player_of_token, book.owner_of_secret, book.secrets) == ({}, {}, {}, {})


def test_session_that_gave_out_nothing_is_struck_out_too() -> None:
    """A player without credentials has nothing more to forget."""
    book = Book()
    book.player_of_who["t0/ana"] = "p1"
    book.forget("t0/ana", "p1")
    assert book.player_of_who == {}


def test_players_of_a_party_are_those_of_its_sessions() -> None:
    """In the order of their sessions; an unknown party has none, and asking makes none up."""
    known = scene()
    known.party("t0/ana").sessions += [("t0/ana", "p1"), ("t0/ben", "p2")]
    assert known.players("t0/ben") == ["p1", "p2"]
    assert known.players("t7/eve") == []
    assert list(known.parties) == ["t0"]


def test_arrival_is_bounded_by_what_is_known_about_delays() -> None:
    """By the shortest and the longest delay, and by the last of our messages that was answered before."""
    known = scene(Sandwich(delay_min=10 * MILLISECOND, delay_max=50 * MILLISECOND))
    connection = known.open("t0/ana#1", "t0/ana", 0)
    assert known.arrival(connection, SECOND) == (950 * MILLISECOND, 990 * MILLISECOND)
    connection.acked = 970 * MILLISECOND
    assert known.arrival(connection, SECOND) == (980 * MILLISECOND, 990 * MILLISECOND)
    connection.stalled = True
    assert known.arrival(connection, 9 * SECOND) == (980 * MILLISECOND, 8990 * MILLISECOND)
    unknown = scene()
    assert unknown.arrival(unknown.open("t0/ana#1", "t0/ana", 0), SECOND) == (NEVER, SECOND)


def test_room_evidence_is_that_of_a_connection_in_it() -> None:
    """An empty room has none."""
    known = scene()
    room = Room("ABCD")
    assert known.room_evidence(room) == ()
    connection = known.open("t0/ana#1", "t0/ana", 0)
    known.recorder.note(Received(at=5, who="t0/ana", connection="t0/ana#1", raw=b"frame"))
    room.connections.append(connection)
    assert [evidence.text for evidence in known.room_evidence(room)] == ["frame"]
    assert known.call_evidence("t0/ana") == ()
