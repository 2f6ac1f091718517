"""Deeds that are moves: sent in the running turn or as if in the one before, under a new id or once more."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from harness.clock import Instant
from harness.players.speech import command_of
from harness.swarm.cast import Args, Cast, Deed, Done, Not, late
from harness.swarm.seat import Seat
from harness.swarm.wanted import WANTED, holds_anything
from harness.wire import commands as cm

KINDS: Final[Mapping[str, tuple[type[cm.Move], ...]]] = {
    "play": (cm.Play, cm.PlayCard),
    "call": (cm.Call,),
    "bid": (cm.Bid, cm.BidTricks),
    "challenge": (cm.Challenge,),
    "lay": (cm.Lay,),
    "pass": (cm.Pass,),
    "trump": (cm.ChooseTrump,),
}
"""Which commands a verb can send."""

_HOW: Final = frozenset({"turn", "id"})
"""Arguments that say how a move is sent, and not what it is."""


def _move(verb: str, cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    behind = late(cast, seat)
    if behind is not None:
        return behind
    same = args.get("id", "new") == "same"
    last = seat.last_move if seat.last_move is not None else seat.player.memory.last_move
    if same and last is None:
        return Not.NOW
    if same and last is not None and _HOW.issuperset(args) and isinstance(last, KINDS[verb]):
        return _send(cast, seat, last if "turn" not in args else replace(last, turn=_turn(cast, args)))
    decision = WANTED[verb](seat.player.view, args)
    if decision is None:
        return without(seat)
    if not same and args.get("turn", "now") == "now":
        return seat.order(decision, now=now)
    identity = last.id if same and last is not None else seat.new_id()
    return _send(cast, seat, command_of(decision, identity, _turn(cast, args)))


def _turn(cast: Cast, args: Args) -> int:
    turn = cast.scene.turn
    return turn if args.get("turn", "now") == "now" else max(0, turn - 1)


def _send(cast: Cast, seat: Seat, move: cm.Move) -> str:
    seat.last_move = move
    seat.send(cast.dialect.encode(move))
    return move.id


def without(seat: Seat) -> Not:
    """Why there are no such cards: none are held at all, as before those of a new deal are there, or others are."""
    return Not.NOW if holds_anything(seat.player.view) else Not.YET


MOVES: Final[Mapping[str, Deed]] = {verb: partial(_move, verb) for verb in KINDS}
"""How these verbs of `harness.scenario.verbs` are done."""
