"""HTTP calls about the caller alone: profile, blocks, reports, the log of a match, the tutorial."""

from __future__ import annotations

from typing import Final

import msgspec

from harness.backend.bodies import nothing, ok, read, seating_body
from harness.backend.civil import iso_of
from harness.backend.house import House
from harness.backend.lobby import Lobby
from harness.backend.messages import Effect
from harness.backend.room import Room
from harness.backend.sessions import Account
from harness.clock import Instant
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.personal import BlockBody, BlocksBody, ReportBody, ReportedBody
from harness.dialects.standings import Profile
from harness.errors import CommandError

_block: Final = msgspec.json.Decoder(BlockBody)
_report: Final = msgspec.json.Decoder(ReportBody)
_NO_CONTENT: Final = HttpResponse(status=204)


class PersonalRoutes:
    """Answers the calls that need a session and no room of the path."""

    __slots__ = ("_house", "_lobby")

    def __init__(self, house: House, lobby: Lobby) -> None:
        self._house = house
        self._lobby = lobby

    def answer(self, request: HttpRequest, parts: tuple[str, ...], *, now: Instant, out: list[Effect]) -> HttpResponse:
        """Answer a call; what else follows from it is appended to `out`.

        Raises:
            CommandError: The call is refused, or there is nothing at this address.
        """
        house = self._house
        match (request.method, *parts):
            case ("GET", "v1", "players", "me"):
                account = self._caller(request, now)
                return ok(200, self._profile(account, now))
            case ("GET", "v1", "blocks"):
                account = self._caller(request, now)
                return ok(200, BlocksBody(players=house.blocks.of(account.player)))
            case ("POST", "v1", "blocks"):
                account = house.caller(request.token, now=now)
                block = read(_block, request.body)
                house.blocks.add(account.player, block.player, out=out)
                return ok(201, block)
            case ("DELETE", "v1", "blocks", player):
                account = self._caller(request, now)
                house.blocks.remove(account.player, player, out=out)
                return _NO_CONTENT
            case ("POST", "v1", "reports"):
                account = house.caller(request.token, now=now)
                return self._report(account, read(_report, request.body), now, out)
            case ("GET", "v1", "matches", match_id, "log"):
                account = self._caller(request, now)
                return self._log(account, match_id)
            case ("POST", "v1", "tutorial"):
                account = self._caller(request, now)
                return ok(201, seating_body(self._lobby.tutorial(account, now=now, out=out), house.config))
            case ("DELETE", "v1", "tutorial"):
                account = self._caller(request, now)
                house.tutorials.end(account.player, out=out)
                return _NO_CONTENT
        raise CommandError("no_route")

    def _caller(self, request: HttpRequest, now: Instant) -> Account:
        """Who makes a call that takes no body."""
        account = self._house.caller(request.token, now=now)
        nothing(request.body)
        return account

    def _profile(self, account: Account, now: Instant) -> Profile:
        house = self._house
        season = house.season(now=now)
        points, season_points, tier = house.ledger.profile(account.player, season)
        return Profile(
            player=account.player,
            name=account.name,
            season=season,
            season_points=season_points,
            points=points,
            tier=tier,
            tutorial=house.tutorials.is_offered(account.player),
        )

    def _log(self, account: Account, match: str) -> HttpResponse:
        """For those who sat there; to others there is no such log (FEAT-54)."""
        body = self._house.logs.read(match, account.player)
        if body is None:
            raise CommandError("no_log")
        return HttpResponse(status=200, body=body)

    def _report(self, account: Account, report: ReportBody, now: Instant, out: list[Effect]) -> HttpResponse:
        """File a report; nobody else learns of it, and no match (FEAT-32)."""
        house = self._house
        if (report.room is None) == (report.match is None):
            raise CommandError("malformed", "give either the room or the match")
        room, match = self._scene(account, report)
        if not account.reports.take(now=now):
            raise CommandError("rate", "too many reports")
        at = iso_of(house.civil.utc_ms(now=now))
        filed = house.reports.file(
            by=account.player, player=report.player, room=room, match=match, reason=report.reason, at=at, out=out
        )
        return ok(201, ReportedBody(report=filed.report, match=match))

    def _scene(self, account: Account, report: ReportBody) -> tuple[str, str | None]:
        """Where it happened: the room, and its running or last match. Both must have been there.

        Raises:
            CommandError: `no_player`, whatever was wrong: who met whom is nobody else's business.
        """
        both = {account.player, report.player}
        if report.match is not None:
            if len(both) == 2 and both <= set(self._house.logs.seats(report.match)):
                return "", report.match
            raise CommandError("no_player")
        room = self._lobby.room((report.room or "").upper())
        if room is None or len(both) < 2 or not both <= _people(room):
            raise CommandError("no_player")
        if room.table is not None:
            return room.code, room.table.match
        return room.code, room.result.match if room.result is not None else None


def _people(room: Room) -> set[str]:
    """Public ids of the members of a room, and of those who left its running match."""
    seated = room.table.seats if room.table is not None else ()
    return {member.player for member in (*room.members, *seated)}
