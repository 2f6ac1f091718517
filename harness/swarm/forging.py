"""Deeds that forge: a proper command, or call, with a field in it that nobody may send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from harness.clock import Instant
from harness.players.speech import command_of, said_by
from harness.scenario.model import Value
from harness.swarm.cast import Args, Cast, Deed, Done, Not, absent, late, mark_of, session_of
from harness.swarm.moves import without
from harness.swarm.seat import Seat
from harness.swarm.wanted import WANTED
from harness.wire.commands import Hello, Leave


def _forge(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    kind = str(args["in"])
    extra = {str(args["field"]): args.get("value", 1000)}
    if kind == "http":
        request = cast.dialect.join_room(session_of(seat), cast.lobby.code)
        return mark_of(seat.ask(replace(request, body=msgspec.json.encode(extra)), signed=True))
    missing = absent(seat)
    if missing is not None or seat.seating is None:
        return missing or Not.NOW
    if kind == "hello":
        return seat.knock(forged(cast.dialect.encode(Hello(secret=seat.seating.secret)), extra))
    behind = late(cast, seat)
    if behind is not None:
        return behind
    if kind == "leave":
        leave = Leave(id=seat.new_id())
        seat.send(forged(cast.dialect.encode(leave), extra))
        return leave.id
    decision = WANTED[kind](seat.player.view, {})
    if decision is None:
        return without(seat)
    command = command_of(decision, seat.new_id(), cast.scene.turn)
    said = said_by(command)
    if said is not None:
        # Should a backend fall for it, this is what it took.
        seat.player.view.intend(command.id, said)
    seat.send(forged(cast.dialect.encode(command), extra))
    return command.id


def forged(raw: bytes, extra: Mapping[str, Value]) -> bytes:
    """A command with more fields than it has."""
    return msgspec.json.encode({**msgspec.json.decode(raw, type=dict[str, object]), **extra})


FORGING: Final[Mapping[str, Deed]] = {"forge": _forge}
"""How this verb of `harness.scenario.verbs` is done."""
