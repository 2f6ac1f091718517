"""HTTP calls: the lobby, results and boards. Strict bodies, problems as RFC 9457 documents."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

import msgspec
from msgspec.structs import replace

from harness.backend.bodies import NoBody, nothing, ok, read, seating_body
from harness.backend.choices import chosen_of
from harness.backend.house import House
from harness.backend.lobby import Lobby
from harness.backend.member import Member
from harness.backend.messages import Effect, Keep
from harness.backend.names import clean_name
from harness.backend.paging import read_page
from harness.backend.personal import PersonalRoutes
from harness.backend.room import Room
from harness.backend.sessions import KIND as SESSION
from harness.backend.sessions import Account
from harness.clock import Instant
from harness.dialects.dialect import RoomOptions, Session
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import Problem, SessionBody
from harness.errors import CommandError
from harness.wire import events as ev
from harness.wire.options import GameOptions
from harness.wire.refusals import REFUSALS


class RoomBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Answer of `GET /v1/rooms/{code}` and of the invite link `GET /join/{code}`.

    To a caller who has blocked somebody in the room, and to nobody else, `warned` names those members, and they
    have a neutral name (BLF-E35).

    Attributes:
        room: Room code.
        owner: Public id of the owner.
        phase: Where the room stands.
        game: Which game is played in it.
        options: What was chosen for it; None when nothing was, which means the defaults.
        seats: Seats at the table.
        ai_fill: Bots take the seats that are empty at Start.
        members: In order of arrival.
        warned: Public ids of the members whom the caller has blocked; left out when there are none.
    """

    room: str
    owner: str
    phase: ev.Phase
    game: str
    options: GameOptions | None
    seats: int
    ai_fill: bool
    members: tuple[ev.Member, ...]
    warned: tuple[str, ...] = ()


class BotBody(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of `POST /v1/rooms/{code}/bots`: the public id of the new bot."""

    player: str


class StartBody(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of `POST /v1/rooms/{code}/start`: the match id."""

    match: str


_encode: Final = msgspec.json.Encoder().encode
_session: Final = msgspec.json.Decoder(SessionBody)
_options: Final = msgspec.json.Decoder(RoomOptions)
NEUTRAL_NAME: Final = "Player"
"""What a blocked player is called to the one who blocked him."""
_SEASON: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])", re.ASCII)


class Routes:
    """Answers HTTP calls."""

    __slots__ = ("_house", "_lobby", "_personal")

    def __init__(self, house: House, lobby: Lobby) -> None:
        self._house = house
        self._lobby = lobby
        self._personal = PersonalRoutes(house, lobby)

    def answer(self, request: HttpRequest, *, now: Instant, out: list[Effect]) -> HttpResponse:
        """Answer a call; what else follows from it is appended to `out`. Never raises, whatever the call."""
        config = self._house.config
        try:
            if len(request.body) > config.body_bytes_max:
                raise CommandError("too_large", f"a body has at most {config.body_bytes_max} bytes")
            if len(request.path) > config.path_chars_max:
                raise CommandError("no_route")
            path, mark, query = request.path.partition("?")
            first, *parts = path.split("/")
            if first:
                raise CommandError("no_route")
            if parts[:2] == ["v1", "boards"]:
                return self._board(request, tuple(map(unquote, parts[2:])), query, now)
            if mark:
                raise CommandError("malformed", "this call takes no query")
            return self._route(request, tuple(map(unquote, parts)), now, out)
        except CommandError as refused:
            return problem(refused.code, refused.detail)

    def _route(self, request: HttpRequest, parts: tuple[str, ...], now: Instant, out: list[Effect]) -> HttpResponse:
        match (request.method, *parts):
            case ("POST", "v1", "sessions"):
                return self._open_session(request, now, out)
            case ("POST", "v1", "rooms"):
                return self._create_room(request, now, out)
            case ("GET", "v1", "rooms", code) | ("GET", "join", code):
                nothing(request.body)
                return self._describe(code, request.token, now)
            case ("GET", "v1", "matches", match_id):
                nothing(request.body)
                return self._result(match_id)
            case ("POST", "v1", "rooms", code, "members"):
                account, room = self._enter(request, code, now)
                return self._seating(room.join(account, now=now, out=out))
            case ("POST", "v1", "rooms", code, "bots"):
                account, room = self._enter(request, code, now)
                return ok(201, BotBody(player=room.add_bot(account, now=now, out=out).player))
            case ("DELETE", "v1", "rooms", code, "bots", player):
                account, room = self._enter(request, code, now)
                room.remove_bot(account, player, now=now, out=out)
                return HttpResponse(status=204)
            case ("POST", "v1", "rooms", code, "start"):
                account, room = self._enter(request, code, now)
                return ok(200, StartBody(match=room.start(account, now=now, out=out)))
            case ("POST", "v1", "rooms", code, "rematch"):
                account, room = self._enter(request, code, now)
                room.rematch(account, now=now, out=out)
                return ok(200, NoBody())
            case ("DELETE", "v1", "rooms", code, "members", "me"):
                account, room = self._enter(request, code, now)
                room.leave(room.member_of(account), now=now, out=out)
                return HttpResponse(status=204)
        return self._personal.answer(request, parts, now=now, out=out)

    def _enter(self, request: HttpRequest, code: str, now: Instant) -> tuple[Account, Room]:
        """Who calls, and about which room; the call takes no body."""
        account = self._house.caller(request.token, now=now)
        nothing(request.body)
        return account, self._lobby.find(code, account, now=now)

    def _open_session(self, request: HttpRequest, now: Instant, out: list[Effect]) -> HttpResponse:
        name = clean_name(read(_session, request.body).name)
        account = self._house.sessions.open(name, now=now)
        out.append(Keep(SESSION, account.player, account.kept()))
        for player in self._house.sessions.take_forgotten():
            self._house.forget(player, out=out)
        return ok(201, Session(player=account.player, token=account.token))

    def _create_room(self, request: HttpRequest, now: Instant, out: list[Effect]) -> HttpResponse:
        account = self._house.caller(request.token, now=now)
        options = read(_options, request.body)
        room = self._lobby.create(account, options, now=now)
        return self._seating(room.join(account, now=now, out=out))

    def _seating(self, member: Member) -> HttpResponse:
        return ok(201, seating_body(member, self._house.config))

    def _describe(self, code: str, token: str | None, now: Instant) -> HttpResponse:
        """Open to everybody; a session only decides what is warned of."""
        viewer = self._house.viewer(token, now=now)
        room = self._lobby.find(code, viewer, now=now)
        members = room.public_members()
        blocked = self._house.blocks.of(viewer.player) if viewer is not None else ()
        return ok(
            200,
            RoomBody(
                room=room.code,
                owner=room.owner,
                phase=room.phase,
                game=room.options.game,
                options=chosen_of(room.options),
                seats=room.options.seats,
                ai_fill=room.options.filled,
                members=tuple(replace(m, name=NEUTRAL_NAME) if m.player in blocked else m for m in members),
                warned=tuple(m.player for m in members if m.player in blocked),
            ),
        )

    def _board(self, request: HttpRequest, parts: tuple[str, ...], query: str, now: Instant) -> HttpResponse:
        config, ledger = self._house.config, self._house.ledger
        match (request.method, *parts):
            case ("GET", "world"):
                nothing(request.body)
                page = read_page(query, page_max=config.board_page_max)
                return ok(200, ledger.world(page, season=self._house.season(now=now)))
            case ("GET", "season", season) if _SEASON.fullmatch(season):
                nothing(request.body)
                page = read_page(query, page_max=config.board_page_max)
                return ok(200, ledger.season(season, page))
        raise CommandError("no_route")

    def _result(self, match_id: str) -> HttpResponse:
        result = self._house.ledger.result(match_id)
        if result is None:
            raise CommandError("no_result")
        return ok(200, result)


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
