"""The `native` dialect: how the embedded backend speaks. Written up in `docs/protocol.md`."""

from __future__ import annotations

from typing import Final, TypeVar
from urllib.parse import parse_qs, quote, unquote

import msgspec

from harness.dialects.dialect import LobbyCall, RoomOptions, Seating, Session
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.personal import LogBody
from harness.dialects.standings import BoardPage, Profile, Standing, Tier
from harness.errors import CommandError, RemoteError
from harness.wire.commands import Command
from harness.wire.events import Event, PublicEvent, Result
from harness.wire.policy import Caps

FRAME_BYTES_MAX: Final = 4096
"""Largest frame that the backend takes from a client."""


class SessionBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Body of `POST /v1/sessions`."""

    name: str


class SeatingBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer of `POST /v1/rooms` and `POST /v1/rooms/{code}/members`."""

    room: str
    invite: str
    player: str
    secret: str


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An HTTP problem document (RFC 9457); `code` is one of `harness.wire.refusals`."""

    type: str
    title: str
    status: int
    code: str
    rule: str
    detail: str = ""


class BoardRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of a board: equal totals share a rank (BLF-E30).

    The tier on a season board is that of its own month, on the world board that of the running one (BLF-E34).
    """

    rank: int
    player: str
    name: str
    points: int
    tier: Tier


class Board(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer of `GET /v1/boards/world` and `GET /v1/boards/season/{YYYY-MM}`, whole or a page of it.

    Attributes:
        board: `world` or the month.
        start: Rows before the first one; `from` on the wire.
        total: Rows of the whole board.
        version: Grows whenever the board changes; pages of equal versions fit together.
        rows: Best first.
    """

    board: str
    start: int = msgspec.field(name="from")
    total: int
    version: int
    rows: tuple[BoardRow, ...]


_event: Final = msgspec.json.Decoder(Event)
_command: Final = msgspec.json.Decoder(Command)
_session: Final = msgspec.json.Decoder(Session)
_seating: Final = msgspec.json.Decoder(SeatingBody)
_problem: Final = msgspec.json.Decoder(Problem)
_result: Final = msgspec.json.Decoder(Result)
_board: Final = msgspec.json.Decoder(Board)
_log: Final = msgspec.json.Decoder(LogBody)
_profile: Final = msgspec.json.Decoder(Profile)
_options: Final = msgspec.json.Decoder(RoomOptions)
_encode: Final = msgspec.json.Encoder().encode

T = TypeVar("T")


def encode_event(event: Event) -> bytes:
    """An event without its `seq`; add it with `number_frame`, so that one encoding serves a whole room."""
    return _encode(event)


def number_frame(body: bytes, seq: int) -> bytes:
    """Put the per-connection number in front of an encoded event."""
    return b'{"seq":%d,%b' % (seq, body[1:])


def decode_command(raw: bytes) -> Command:
    """One frame from a client as a command.

    Raises:
        CommandError: `too_large` or `malformed`; never anything else, whatever the bytes.
    """
    if len(raw) > FRAME_BYTES_MAX:
        raise CommandError("too_large", f"a frame has at most {FRAME_BYTES_MAX} bytes")
    try:
        return _command.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CommandError("malformed", _reason(error)) from None


def _reason(error: Exception) -> str:
    """A short reason that repeats nothing of the input but field names."""
    return str(error)[:120]


class NativeDialect:
    """The embedded backend's dialect, seen from the client."""

    name: Final = "native"
    caps: Final = Caps()
    socket_path: Final = "/v1/socket"

    def encode(self, command: Command) -> bytes:
        return _encode(command)

    def decode(self, raw: bytes) -> Event:
        try:
            event = _event.decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise RemoteError(f"not a frame of the native dialect: {error}") from None
        if event.seq < 1:
            raise RemoteError("a frame must carry a seq of 1 or more")
        return event

    def read(self, raw: bytes) -> Command | None:
        try:
            return decode_command(raw)
        except CommandError:
            return None

    def body(self, raw: bytes) -> bytes:
        return raw.partition(b",")[2] if raw.startswith(b'{"seq":') else raw

    def open_session(self, name: str) -> HttpRequest:
        return HttpRequest(method="POST", path="/v1/sessions", body=_encode(SessionBody(name=name)))

    def read_session(self, response: HttpResponse) -> Session:
        return self._read(_session, response, 201)

    def create_room(self, session: Session, options: RoomOptions) -> HttpRequest:
        return self._post(session, "/v1/rooms", _encode(options))

    def join_room(self, session: Session, code: str) -> HttpRequest:
        return self._post(session, f"/v1/rooms/{quote(code, safe='')}/members")

    def read_seating(self, response: HttpResponse) -> Seating:
        body = self._read(_seating, response, 201)
        return Seating(room=body.room, secret=body.secret)

    def add_bot(self, session: Session, code: str) -> HttpRequest:
        return self._post(session, f"/v1/rooms/{quote(code, safe='')}/bots")

    def remove_bot(self, session: Session, code: str, player: str) -> HttpRequest:
        path = f"/v1/rooms/{quote(code, safe='')}/bots/{quote(player, safe='')}"
        return HttpRequest(method="DELETE", path=path, token=session.token)

    def start(self, session: Session, code: str) -> HttpRequest:
        return self._post(session, f"/v1/rooms/{quote(code, safe='')}/start")

    def rematch(self, session: Session, code: str) -> HttpRequest:
        return self._post(session, f"/v1/rooms/{quote(code, safe='')}/rematch")

    def leave_room(self, session: Session, code: str) -> HttpRequest:
        path = f"/v1/rooms/{quote(code, safe='')}/members/me"
        return HttpRequest(method="DELETE", path=path, token=session.token)

    def world_board(self, start: int = 0, size: int | None = None) -> HttpRequest:
        return HttpRequest(method="GET", path="/v1/boards/world" + _page(start, size))

    def season_board(self, season: str, start: int = 0, size: int | None = None) -> HttpRequest:
        return HttpRequest(method="GET", path=f"/v1/boards/season/{quote(season, safe='')}" + _page(start, size))

    def profile(self, session: Session) -> HttpRequest:
        return HttpRequest(method="GET", path="/v1/players/me", token=session.token)

    def match_result(self, match: str) -> HttpRequest:
        return HttpRequest(method="GET", path=f"/v1/matches/{quote(match, safe='')}")

    def match_log(self, session: Session, match: str) -> HttpRequest:
        return HttpRequest(method="GET", path=f"/v1/matches/{quote(match, safe='')}/log", token=session.token)

    def read_call(self, method: str, path: str) -> LobbyCall:
        plain, _, query = path.partition("?")
        parts = [unquote(part) for part in plain.split("/")[1:]]
        match (method, parts):
            case ("POST", ["v1", "sessions"]):
                return LobbyCall(kind="session")
            case ("POST", ["v1", "rooms"]):
                return LobbyCall(kind="create")
            case ("GET", ["v1", "rooms", room]):
                return LobbyCall(kind="room", room=room)
            case ("GET", ["join", room]):
                return LobbyCall(kind="invite", room=room)
            case ("POST", ["v1", "rooms", room, "members"]):
                return LobbyCall(kind="join", room=room)
            case ("POST", ["v1", "rooms", room, "bots"]):
                return LobbyCall(kind="add_bot", room=room)
            case ("DELETE", ["v1", "rooms", room, "bots", bot]):
                return LobbyCall(kind="remove_bot", room=room, what=bot)
            case ("POST", ["v1", "rooms", room, "start" | "rematch" as kind]):
                return LobbyCall(kind=kind, room=room)
            case ("DELETE", ["v1", "rooms", room, "members", "me"]):
                return LobbyCall(kind="leave", room=room)
            case ("GET", ["v1", "boards", "world"]):
                return LobbyCall(kind="world_board", size=_size(query))
            case ("GET", ["v1", "boards", "season", season]):
                return LobbyCall(kind="season_board", what=season, size=_size(query))
            case ("GET", ["v1", "matches", match]):
                return LobbyCall(kind="match_result", what=match)
        return _personal_call(method, parts)

    def read_options(self, body: bytes) -> RoomOptions | None:
        try:
            return _options.decode(body)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None

    def read_result(self, response: HttpResponse) -> Result:
        return self._read(_result, response, 200)

    def read_board(self, response: HttpResponse) -> tuple[tuple[str, int], ...]:
        return tuple((row.player, row.points) for row in self._read(_board, response, 200).rows)

    def read_page(self, response: HttpResponse) -> BoardPage:
        board = self._read(_board, response, 200)
        return BoardPage(
            start=board.start,
            total=board.total,
            version=board.version,
            rows=tuple(Standing(rank=r.rank, player=r.player, points=r.points, tier=r.tier) for r in board.rows),
        )

    def read_profile(self, response: HttpResponse) -> Profile:
        return self._read(_profile, response, 200)

    def read_log(self, response: HttpResponse) -> tuple[PublicEvent, ...]:
        return self._read(_log, response, 200).events

    def read_problem(self, response: HttpResponse) -> str:
        return self._read(_problem, response, response.status).code

    def _post(self, session: Session, path: str, body: bytes = b"") -> HttpRequest:
        return HttpRequest(method="POST", path=path, token=session.token, body=body)

    def _read(self, decoder: msgspec.json.Decoder[T], response: HttpResponse, status: int) -> T:
        if response.status != status:
            raise RemoteError(f"expected status {status}, got {response.status}")
        try:
            return decoder.decode(response.body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise RemoteError(f"not an answer of the native dialect: {error}") from None


def _page(start: int, size: int | None) -> str:
    """The query of a page; a whole board takes none."""
    return f"?from={start}&size={size}" if size is not None else f"?from={start}" if start else ""


def _size(query: str) -> int | None:
    """How many rows a board call asked for; None when it left that to the backend."""
    value = parse_qs(query).get("size", [""])[0]
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None


def _personal_call(method: str, parts: list[str]) -> LobbyCall:
    """What a call about the caller alone meant."""
    match (method, parts):
        case ("GET", ["v1", "players", "me"]):
            return LobbyCall(kind="profile")
        case ("GET", ["v1", "matches", match, "log"]):
            return LobbyCall(kind="match_log", what=match)
        case ("GET", ["v1", "blocks"]):
            return LobbyCall(kind="blocks")
        case ("POST", ["v1", "blocks"]):
            return LobbyCall(kind="block")
        case ("DELETE", ["v1", "blocks", player]):
            return LobbyCall(kind="unblock", what=player)
        case ("POST", ["v1", "reports"]):
            return LobbyCall(kind="report")
        case ("POST", ["v1", "tutorial"]):
            return LobbyCall(kind="tutorial")
        case ("DELETE", ["v1", "tutorial"]):
            return LobbyCall(kind="skip_tutorial")
    return LobbyCall(kind="other")
