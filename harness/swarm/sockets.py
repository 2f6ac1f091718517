"""Deeds on sockets: connections that end, break, come back and are stolen, and bytes that are no commands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from harness.clock import Instant
from harness.players.garbage import GARBAGE
from harness.swarm.cast import Args, Cast, Deed, Done, Not, absent, mark_of, session_of
from harness.swarm.effects import Answered
from harness.swarm.seat import Seat
from harness.wire.commands import Hello, Leave, PingServer


def _leave(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    if args.get("by", "socket") == "http":
        request = cast.dialect.leave_room(session_of(seat), cast.lobby.code)
        return mark_of(cast.desk.call(seat.who, request, partial(_left, seat)))
    missing = absent(seat)
    if missing is not None:
        return missing
    command = Leave(id=seat.new_id())
    seat.send(cast.dialect.encode(command))
    seat.leaving = True
    return command.id


def _left(seat: Seat, answer: Answered, now: Instant) -> None:
    if answer.response is not None and answer.response.status < 300:
        seat.unseated()


def _ping(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    missing = absent(seat)
    if missing is not None:
        return missing
    command = PingServer(id=seat.new_id())
    seat.send(cast.dialect.encode(command))
    return command.id


def _drop(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    if seat.connection is None:
        return Not.NOW if seat.gone else Not.YET
    return seat.drop(str(args.get("how", "close")))


def _heal(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    return seat.heal() if seat.stalled is not None else Not.NOW


def _reconnect(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    kind = args.get("secret", "own")
    if kind != "own":
        secret = _secret(cast, seat, args)
        return seat.dial(secret=secret) if secret is not None else Not.YET
    if seat.member:
        return seat.dial()
    return seat.dial(secret=seat.old_secrets[-1]) if seat.old_secrets else Not.NOW


def _takeover(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    missing = absent(seat)
    return missing if missing is not None else seat.dial()


def _knock(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    secret = _secret(cast, seat, args)
    return seat.knock(cast.dialect.encode(Hello(secret=secret))) if secret else Not.YET


def _secret(cast: Cast, seat: Seat, args: Args) -> str | None:
    """What a thief says; None when there is no such thing yet."""
    victim = cast.seats.get(str(args.get("of", seat.actor)))
    if victim is None or victim.session is None:
        return None
    kind = args["secret"]
    if kind == "public_id":
        return victim.session.player
    if kind == "name":
        return victim.plan.name
    if kind == "token":
        return victim.session.token
    if kind == "old":
        return victim.old_secrets[-1] if victim.old_secrets else None
    secret = victim.seating.secret if victim.seating is not None else None
    return secret[:-1] + ("A" if secret[-1] != "A" else "B") if secret else None


def _raw(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    if not seat.live or seat.connection is None:
        return Not.NOW if seat.gone else Not.YET
    if "text" in args:
        seat.send(str(args["text"]).encode())
    elif "hex" in args:
        seat.send(_bytes(str(args["hex"])), text=False)
    else:
        kind = GARBAGE[str(args.get("kind", "not_json"))]
        seat.send(kind.raw(seat.new_id(), cast.scene.turn), text=kind.text)
    return seat.connection


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return text.encode()


SOCKETS: Final[Mapping[str, Deed]] = {
    "leave": _leave,
    "drop": _drop,
    "heal": _heal,
    "reconnect": _reconnect,
    "takeover": _takeover,
    "knock": _knock,
    "raw": _raw,
    "ping": _ping,
}
"""How these verbs of `harness.scenario.verbs` are done."""
