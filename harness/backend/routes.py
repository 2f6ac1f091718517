"""HTTP calls: the lobby, results and boards. Strict bodies, problems as RFC 9457 documents."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeVar
from urllib.parse import unquote

import msgspec

from harness.backend.house import House
from harness.backend.lobby import Lobby
from harness.backend.member import Member
from harness.backend.messages import Effect
from harness.backend.names import clean_name
from harness.backend.room import Room
from harness.backend.sessions import Account
from harness.clock import Instant
from harness.dialects.dialect import RoomOptions, Session
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import Problem, SeatingBody, SessionBody
from harness.errors import CommandError
from harness.wire import events as ev
from harness.wire.refusals import REFUSALS

T = TypeVar("T")


class NoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of calls that take nothing: empty, or an empty object."""


class RoomBody(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of `GET /v1/rooms/{code}` and of the invite link `GET /join/{code}`.

    Attributes:
        room: Room code.
        owner: Public id of the owner.
        phase: Where the room stands.
        seats: Seats at the table.
        members: In order of arrival.
    """

    room: str
    owner: str
    phase: ev.Phase
    seats: int
    members: tuple[ev.Member, ...]


class BotBody(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of `POST /v1/rooms/{code}/bots`: the public id of the new bot."""

    player: str


class StartBody(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of `POST /v1/rooms/{code}/start`: the match id."""

    match: str


_encode: Final = msgspec.json.Encoder().encode
_session: Final = msgspec.json.Decoder(SessionBody)
_options: Final = msgspec.json.Decoder(RoomOptions)
_nothing: Final = msgspec.json.Decoder(NoBody)
_SEASON: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])", re.ASCII)


class Routes:
    """Answers HTTP calls."""

    __slots__ = ("_house", "_lobby")

    def __init__(self, house: House, lobby: Lobby) -> None:
        self._house = house
        self._lobby = lobby

    def answer(self, request: HttpRequest, *, now: Instant, out: list[Effect]) -> HttpResponse:
        """Answer a call; what else follows from it is appended to `out`. Never raises, whatever the call."""
        config = self._house.config
        try:
            if len(request.body) > config.body_bytes_max:
                raise CommandError("too_large", f"a body has at most {config.body_bytes_max} bytes")
            if len(request.path) > config.path_chars_max:
                raise CommandError("no_route")
            path, mark, _ = request.path.partition("?")
            if mark:
                raise CommandError("malformed", "no call takes a query")
            first, *parts = path.split("/")
            if first:
                raise CommandError("no_route")
            return self._route(request, tuple(map(unquote, parts)), now, out)
        except CommandError as refused:
            return problem(refused.code, refused.detail)

    def _route(self, request: HttpRequest, parts: tuple[str, ...], now: Instant, out: list[Effect]) -> HttpResponse:
        match (request.method, *parts):
            case ("POST", "v1", "sessions"):
                return self._open_session(request, now)
            case ("POST", "v1", "rooms"):
                return self._create_room(request, now, out)
            case ("GET", "v1", "rooms", code) | ("GET", "join", code):
                _read(_nothing, request.body)
                return self._describe(code)
            case ("GET", "v1", "boards", "world"):
                _read(_nothing, request.body)
                return _ok(200, self._house.ledger.world())
            case ("GET", "v1", "boards", "season", season):
                _read(_nothing, request.body)
                return self._season(season)
            case ("GET", "v1", "matches", match_id):
                _read(_nothing, request.body)
                return self._result(match_id)
            case ("POST", "v1", "rooms", code, "members"):
                account, room = self._enter(request, code, now)
                return self._seating(room.join(account, now=now, out=out))
            case ("POST", "v1", "rooms", code, "bots"):
                account, room = self._enter(request, code, now)
                return _ok(201, BotBody(player=room.add_bot(account, now=now, out=out).player))
            case ("DELETE", "v1", "rooms", code, "bots", player):
                account, room = self._enter(request, code, now)
                room.remove_bot(account, player, out=out)
                return HttpResponse(status=204)
            case ("POST", "v1", "rooms", code, "start"):
                account, room = self._enter(request, code, now)
                return _ok(200, StartBody(match=room.start(account, now=now, out=out)))
            case ("POST", "v1", "rooms", code, "rematch"):
                account, room = self._enter(request, code, now)
                room.rematch(account, out=out)
                return _ok(200, NoBody())
            case ("DELETE", "v1", "rooms", code, "members", "me"):
                account, room = self._enter(request, code, now)
                room.leave(room.member_of(account), id_=None, now=now, out=out)
                return HttpResponse(status=204)
        raise CommandError("no_route")

    def _enter(self, request: HttpRequest, code: str, now: Instant) -> tuple[Account, Room]:
        """Who calls, and about which room; the call takes no body."""
        account = self._account(request, now)
        _read(_nothing, request.body)
        return account, self._lobby.find(code)

    def _account(self, request: HttpRequest, now: Instant) -> Account:
        account = self._house.sessions.find(request.token, now=now)
        if not account.bucket.take(now=now):
            raise CommandError("rate")
        return account

    def _open_session(self, request: HttpRequest, now: Instant) -> HttpResponse:
        name = clean_name(_read(_session, request.body).name)
        account = self._house.sessions.open(name, now=now)
        return _ok(201, Session(player=account.player, token=account.token))

    def _create_room(self, request: HttpRequest, now: Instant, out: list[Effect]) -> HttpResponse:
        account = self._account(request, now)
        options = _read(_options, request.body)
        room = self._lobby.create(account, options, now=now)
        return self._seating(room.join(account, now=now, out=out))

    def _seating(self, member: Member) -> HttpResponse:
        code = member.room.code
        invite = f"{self._house.config.invite_base}/join/{code}"
        return _ok(201, SeatingBody(room=code, invite=invite, player=member.player, secret=member.secret))

    def _describe(self, code: str) -> HttpResponse:
        room = self._lobby.find(code)
        return _ok(
            200,
            RoomBody(
                room=room.code,
                owner=room.owner,
                phase=room.phase,
                seats=room.options.seats,
                members=room.public_members(),
            ),
        )

    def _season(self, season: str) -> HttpResponse:
        if not _SEASON.fullmatch(season):
            raise CommandError("no_route", "a season is YYYY-MM")
        return _ok(200, self._house.ledger.season(season))

    def _result(self, match_id: str) -> HttpResponse:
        result = self._house.ledger.result(match_id)
        if result is None:
            raise CommandError("no_result")
        return _ok(200, result)


def problem(code: str, detail: str = "") -> HttpResponse:
    """A refusal as an HTTP problem document (RFC 9457)."""
    refusal = REFUSALS[code]
    body = Problem(
        type=f"/problems/{code}",
        title=refusal.meaning,
        status=refusal.status,
        code=code,
        rule=refusal.rule,
        detail=detail,
    )
    return HttpResponse(status=refusal.status, body=_encode(body))


def _ok(status: Literal[200, 201], body: msgspec.Struct) -> HttpResponse:
    return HttpResponse(status=status, body=_encode(body))


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """A body, strictly. Raises CommandError `malformed`."""
    try:
        return decoder.decode(body or b"{}")
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CommandError("malformed", str(error)[:120]) from None
