"""Commands and HTTP calls with more in them than anybody may say: scores, places, other people's seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias
from urllib.parse import quote

import msgspec

from harness.dialects.http import HttpRequest
from harness.players.acts import Act, Ask, Knock, SayRaw
from harness.players.foul import some_move
from harness.players.memory import Memory
from harness.players.speech import said_by
from harness.players.view import PlayerView
from harness.seed import Stream
from harness.wire.commands import Hello

Json: TypeAlias = str | int | float | bool | list["Json"] | dict[str, "Json"] | None

MOVE: Final = "move"
COMMANDS: Final = ("hello", MOVE, MOVE, "leave", "ping", "pong")
"""Every kind of command a field can be forged into; a move is one of the game that is played."""

_BOASTS: Final[tuple[int | float | str, ...]] = (1_000_000, -1, 1e308, "1000000")
_SECRET_LENGTH_MAX: Final = 128


def forged_command(view: PlayerView, memory: Memory, chance: Stream, extra: Mapping[str, Json]) -> SayRaw:
    """A command of any kind with extra fields in it; without them it could be a good one."""
    kind = chance.choice(COMMANDS)
    if kind != MOVE:
        body: dict[str, Json] = {"type": kind}
        if kind == "hello":
            body["secret"] = memory.secret or "nobody"
        else:
            body["id"] = memory.new_id()
        return SayRaw(msgspec.json.encode({**body, **extra}))
    move = some_move(view, memory, chance, view.turn)
    said = said_by(move)
    if said is not None:
        # Should a backend fall for it, this is what it took.
        view.intend(move.id, said)
    return SayRaw(msgspec.json.encode({**msgspec.to_builtins(move), **extra}))


def dream_hand(view: PlayerView, chance: Stream) -> dict[str, Json]:
    """Fields that claim what only the server says: a hand or dice, who has them, what time it is."""
    seat = view.seat or 0
    fields: list[dict[str, Json]] = [
        {"dice": [6, 6, 6, 6, 6]},
        {"hand": ["W", "W", "W", "W"]},
        {"hands": [["*", "*"]] * max(1, len(view.seats))},
        {"sizes": [0] * max(1, len(view.seats))},
        {"holds": False, "loser": 1 - min(seat, 1)},
        {"truth": True, "taker": 1 - min(seat, 1)},
        {"won": view.hand, "totals": [1_000_000]},
        {"remaining_ms": 600_000},
        {"at": 0, "seed": 1},
    ]
    return chance.choice(fields)


def peeking_call(view: PlayerView, chance: Stream) -> Ask:
    """An HTTP call for what is hidden: other hands, dice under other cups, sealed bids. During a match only."""
    room = f"/v1/rooms/{quote(view.room, safe='')}"
    match = f"/v1/matches/{quote(view.match, safe='')}"
    other = quote(chance.choice(view.seats or (view.you,)), safe="")
    paths = (
        f"{match}/log", f"{match}/log?full=1", f"{match}/hands", f"{match}/dice", f"{match}?seat=0", match,
        f"{room}?reveal=true", f"{room}/table", f"{room}/members/{other}", f"/v1/players/{other}",
        f"/v1/players/{other}/hand",
    )  # fmt: skip
    return _ask("GET", chance.choice(paths), {})


def poison(view: PlayerView, chance: Stream) -> dict[str, Json]:
    """Fields that claim a result: one or two of score, points, place, winner, isAdmin."""
    boast = chance.choice(_BOASTS)
    fields: list[tuple[str, Json]] = [
        ("score", boast), ("points", boast), ("place", 1), ("winner", view.you), ("isAdmin", True),
    ]  # fmt: skip
    return dict(chance.sample(fields, chance.between(1, 2)))


def score_call(view: PlayerView, chance: Stream) -> Ask:
    """An HTTP call that tries to write points, a place or a whole result. Sent during a match only."""
    room = f"/v1/rooms/{quote(view.room, safe='')}"
    match = f"/v1/matches/{quote(view.match, safe='')}"
    claim: dict[str, Json] = {"player": view.you, **poison(view, chance)}
    result: dict[str, Json] = {"match": view.match, "places": [1], "points": [1_000_000], **claim}
    calls: tuple[tuple[str, str, dict[str, Json]], ...] = (
        ("POST", "/v1/boards/world", claim),
        ("PUT", "/v1/boards/world", claim),
        ("POST", match, result),
        ("PUT", match, result),
        ("POST", f"{room}/start", poison(view, chance)),
        ("POST", f"{room}/rematch", poison(view, chance)),
        ("POST", "/v1/sessions", {"name": "winner", **poison(view, chance)}),
        ("PATCH", f"/v1/players/{quote(view.you, safe='')}", claim),
    )
    return _ask(*chance.choice(calls))


def other_seat_fields(view: PlayerView, chance: Stream) -> dict[str, Json]:
    """Fields that name another seat or player as the one who moves."""
    seats = [seat for seat in range(len(view.seats)) if seat != view.seat]
    seat = chance.choice(seats)
    fields: tuple[dict[str, Json], ...] = (
        {"seat": seat},
        {"player": view.seats[seat]},
        {"as": view.seats[seat], "seat": seat},
    )
    return chance.choice(fields)


def other_player_call(view: PlayerView, chance: Stream) -> Ask:
    """An HTTP call, with one's own token, that acts for another human of the room. During a match only."""
    other = chance.choice(view.others()).player
    room = f"/v1/rooms/{quote(view.room, safe='')}"
    named = quote(other, safe="")
    calls: tuple[tuple[str, str, dict[str, Json]], ...] = (
        ("DELETE", f"{room}/members/{named}", {}),
        ("DELETE", f"{room}/bots/{named}", {}),
        ("POST", f"{room}/members", {"player": other}),
        ("POST", f"{room}/start", {"player": other}),
        ("POST", f"{room}/rematch", {"player": other}),
    )
    return _ask(*chance.choice(calls))


def stolen_secrets(view: PlayerView, memory: Memory) -> tuple[str, ...]:
    """What a thief would try as a resume secret: ids, names, codes, and own secrets that are old or garbled."""
    guesses = [member.player for member in view.members]
    guesses += [member.name for member in view.members]
    guesses += [view.room, view.match, *memory.old_secrets]
    own = memory.secret
    guesses += [own.swapcase(), own[:-1], own + "0", own[::-1], "0" * len(own)]
    return tuple(guess for guess in guesses if 1 <= len(guess) <= _SECRET_LENGTH_MAX and guess != own)


def knock(view: PlayerView, memory: Memory, chance: Stream) -> tuple[Act, ...]:
    """One theft attempt on a socket of its own."""
    guesses = stolen_secrets(view, memory)
    return (Knock(Hello(secret=chance.choice(guesses))),) if guesses else ()


def _ask(method: str, path: str, body: dict[str, Json]) -> Ask:
    return Ask(HttpRequest(method=method, path=path, body=msgspec.json.encode(body) if body else b""))
