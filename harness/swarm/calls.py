"""Deeds over HTTP: joining and leaving the lobby, bots, start and rematch, the boards, and any other call."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from harness.clock import Instant
from harness.dialects.http import HttpRequest
from harness.errors import RemoteError
from harness.swarm.cast import Args, Cast, Deed, Done, Not, mark_of, session_of
from harness.swarm.effects import Answered
from harness.swarm.seat import Seat


def _http(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    request = HttpRequest(
        method=str(args.get("method", "GET")),
        path=_filled(cast, str(args["path"]), seat),
        body=_filled(cast, str(args.get("body", "")), seat).encode(),
        token=_token(cast, seat, args),
    )
    return mark_of(seat.ask(request, signed=False))


def _token(cast: Cast, seat: Seat, args: Args) -> str | None:
    name = str(args.get("token", "own"))
    if name == "none":
        return None
    owner = seat if name == "own" else cast.seats.get(name)
    return owner.session.token if owner is not None and owner.session is not None else None


def _filled(cast: Cast, text: str, seat: Seat) -> str:
    # Not str.format: a body in JSON is full of braces.
    result = cast.scene.result
    season = result.ended[:7] if result is not None else ""
    code = cast.lobby.code
    known = {"room": code, "match": cast.scene.match, "season": season, "player": seat.player_id}
    known["room:lower"] = code.lower()
    known |= {f"player:{name}": other.player_id for name, other in cast.seats.items()}
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    return text


def _start(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    request = cast.dialect.start(session_of(seat), cast.lobby.code)
    begun = cast.scene.matches

    def answered(answer: Answered, now: Instant) -> None:
        granted = answer.response is not None and answer.response.status < 300
        # On a real network the match may be heard of before its permission.
        cast.lobby.started = cast.lobby.started or (granted and cast.scene.matches == begun)

    return mark_of(cast.desk.call(seat.who, request, answered))


def _add_bot(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    return mark_of(seat.ask(cast.dialect.add_bot(session_of(seat), cast.lobby.code), signed=True))


def _remove_bot(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    if "of" in args:
        victim = cast.seats.get(str(args["of"]))
        player = victim.player_id if victim is not None else ""
    else:
        player = cast.scene.bots()[-1] if cast.scene.bots() else ""
    if not player:
        return Not.NOW
    return mark_of(seat.ask(cast.dialect.remove_bot(session_of(seat), cast.lobby.code, player), signed=True))


def _rematch(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    request = cast.dialect.rematch(session_of(seat), cast.lobby.code)
    return mark_of(cast.desk.call(seat.who, request, partial(_asked, seat)))


def _asked(seat: Seat, answer: Answered, now: Instant) -> None:
    if answer.response is not None and answer.response.status < 300:
        seat.asked = True


def _join(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    request = cast.dialect.join_room(session_of(seat), cast.lobby.code)
    return mark_of(cast.desk.call(seat.who, request, partial(_joined, cast, seat)))


def _joined(cast: Cast, seat: Seat, answer: Answered, now: Instant) -> None:
    """Take the seat if there is one. A refusal is what the script may have wanted to see."""
    if answer.response is None:
        return
    try:
        seat.seated(cast.dialect.read_seating(answer.response))
    except RemoteError:
        return
    if seat.connection is None and not seat.dialing:
        seat.dial()


def _join_as(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    namesake = cast.seats.get(str(args["name_of"]))
    if namesake is None:
        return Not.NOW
    request = cast.dialect.open_session(namesake.plan.name)
    joining = cast.desk.reserve()
    cast.desk.call(seat.who, request, partial(_renamed, cast, seat, joining))
    return mark_of(joining)


def _renamed(cast: Cast, seat: Seat, joining: int, answer: Answered, now: Instant) -> None:
    """The new session is open: forget the old one, and join with the new one."""
    if answer.response is None:
        return
    try:
        session = cast.dialect.read_session(answer.response)
    except RemoteError:
        return
    seat.walk_away()
    seat.unseated()
    seat.session = session
    request = cast.dialect.join_room(session, cast.lobby.code)
    cast.desk.call(seat.who, request, partial(_joined, cast, seat), number=joining)


def _boards(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    return mark_of(read_boards(cast, seat))


def read_boards(cast: Cast, seat: Seat) -> int:
    """Read the world board, the season board, result and log of the last match, as far as they are known, and
    the own profile.

    Returns:
        The number of the first call; the others follow.
    """
    dialect, result, session = cast.dialect, cast.scene.result, session_of(seat)
    match = cast.scene.match or (result.match if result is not None else "")
    calls = [dialect.world_board()]
    if result is not None:
        calls.append(dialect.season_board(result.season or result.ended[:7]))
    if match:
        calls += [dialect.match_result(match), dialect.match_log(session, match)]
    first, *_ = [seat.ask(call, signed=False) for call in (*calls, dialect.profile(session))]
    return first


CALLS: Final[Mapping[str, Deed]] = {
    "http": _http,
    "start": _start,
    "add_bot": _add_bot,
    "remove_bot": _remove_bot,
    "rematch": _rematch,
    "join": _join,
    "rejoin": _join,
    "join_as": _join_as,
    "boards": _boards,
}
"""How these verbs of `harness.scenario.verbs` are done."""
