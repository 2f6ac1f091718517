"""The interface between a backend's own way of speaking and our canonical messages."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from harness.dialects.http import HttpRequest, HttpResponse
from harness.wire.commands import Command
from harness.wire.events import Event
from harness.wire.policy import Caps


class Session(Struct, frozen=True, kw_only=True):
    """An account as the backend knows it: the public id and the bearer token (a credential)."""

    player: str
    token: str


class Seating(Struct, frozen=True, kw_only=True):
    """A seat in a room: the code to share and the resume secret (a credential)."""

    room: str
    secret: str


class ChanceScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chance fixed by a test; whatever is not fixed stays random.

    Attributes:
        opener: First opener of the match, by seat (BLF-E18).
        tables: Table cards, hand by hand.
        hands: Per hand, cards by seat ("KQA**"); "" deals that seat at random from the rest.
        shots: By seat, the number of the pull that fires, 1..6; 0 leaves it random.
    """

    opener: int | None = None
    tables: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    shots: tuple[int, ...] = ()


class RoomOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the creator of a room chooses.

    Attributes:
        game: `bluffers`.
        seats: Seats at the table, 2 to 4 (BLF-01).
        turn_ms: Turn clock, None for the server's own; needs `--allow-short-clocks`.
        chance: Scripted chance, None for real chance; needs `--test-chance`.
    """

    game: str = "bluffers"
    seats: int = 4
    turn_ms: int | None = None
    chance: ChanceScript | None = None


class Dialect(Protocol):
    """One backend's way of speaking. Sans-I/O; every method is pure."""

    name: str
    caps: Caps

    # frames, seen from the client
    def encode(self, command: Command) -> bytes:
        """A command as the bytes of one text frame."""

    def decode(self, raw: bytes) -> Event:
        """One received text frame as an event. Raises RemoteError on anything not allowed."""

    # lobby calls, seen from the client
    def open_session(self, name: str) -> HttpRequest: ...
    def read_session(self, response: HttpResponse) -> Session: ...
    def create_room(self, session: Session, options: RoomOptions) -> HttpRequest: ...
    def join_room(self, session: Session, code: str) -> HttpRequest: ...
    def read_seating(self, response: HttpResponse) -> Seating: ...
    def add_bot(self, session: Session, code: str) -> HttpRequest: ...
    def remove_bot(self, session: Session, code: str, player: str) -> HttpRequest: ...
    def start(self, session: Session, code: str) -> HttpRequest: ...
    def rematch(self, session: Session, code: str) -> HttpRequest: ...
    def leave_room(self, session: Session, code: str) -> HttpRequest: ...
    def world_board(self) -> HttpRequest: ...
    def season_board(self, season: str) -> HttpRequest: ...
    def match_result(self, match: str) -> HttpRequest: ...
    def read_problem(self, response: HttpResponse) -> str:
        """The refusal code of an HTTP problem; RemoteError when the body is none."""
