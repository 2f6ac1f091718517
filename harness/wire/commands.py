"""What a player asks of a backend over the socket: one frozen struct per command.

There is no field for a score, a place, a clock reading, a seed or a claimed rank: what cannot be
said cannot be believed (BLF-34). Unknown fields are refused.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client; a resend with the same id has one effect."""

Turn: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]

Number: TypeAlias = Annotated[int, Meta(ge=-(2**31), le=2**31)]
"""Any whole number decodes, so that nonsense is refused by rule and not by shape."""


class _Command(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_Command, frozen=True, kw_only=True, tag="hello"):
    """First frame on a socket: take the seat that this resume secret belongs to."""

    secret: Annotated[str, Meta(min_length=1, max_length=128)]


class Play(_Command, frozen=True, kw_only=True, tag="play"):
    """Play these cards of the own hand face down (BLF-10).

    `cards` are faces; any strings decode, so that nonsense is refused by rule and not by shape.
    """

    id: Id
    turn: Turn
    cards: Annotated[tuple[Annotated[str, Meta(max_length=8)], ...], Meta(max_length=64)]


class Call(_Command, frozen=True, kw_only=True, tag="call"):
    """Call Bluff on the cards played last (BLF-12, CHT-06)."""

    id: Id
    turn: Turn


class Bid(_Command, frozen=True, kw_only=True, tag="bid"):
    """Liar's Dice: the whole table has at least so many of this face (LDC-05)."""

    id: Id
    turn: Turn
    quantity: Number
    face: Number


class Challenge(_Command, frozen=True, kw_only=True, tag="challenge"):
    """Liar's Dice: challenge the last bid (LDC-11)."""

    id: Id
    turn: Turn


class Lay(_Command, frozen=True, kw_only=True, tag="lay"):
    """Bluff: lay these cards of the own hand face down (CHT-04, CHT-06).

    Attributes:
        named: What they are said to be. Needed to lead; later left out, or the rank of the round.
    """

    id: Id
    turn: Turn
    cards: Annotated[tuple[Annotated[str, Meta(max_length=8)], ...], Meta(max_length=256)]
    named: Annotated[str, Meta(max_length=8)] | None = None


class Pass(_Command, frozen=True, kw_only=True, tag="pass"):
    """Bluff: do nothing (CHT-06)."""

    id: Id
    turn: Turn


class ChooseTrump(_Command, frozen=True, kw_only=True, tag="choose_trump"):
    """Wizard: the dealer picks the trump suit (WIZ-08)."""

    id: Id
    turn: Turn
    suit: Annotated[str, Meta(max_length=8)]


class BidTricks(_Command, frozen=True, kw_only=True, tag="bid_tricks"):
    """Wizard: say how many tricks the own seat will take (WIZ-11)."""

    id: Id
    turn: Turn
    tricks: Number


class PlayCard(_Command, frozen=True, kw_only=True, tag="play_card"):
    """Wizard: play this card of the own hand (WIZ-13)."""

    id: Id
    turn: Turn
    card: Annotated[str, Meta(max_length=8)]


class Leave(_Command, frozen=True, kw_only=True, tag="leave"):
    """Leave Table, at any moment (BLF-26)."""

    id: Id


class PingServer(_Command, frozen=True, kw_only=True, tag="ping"):
    """Ask for a pong, which comes back in order with the events."""

    id: Id


class PongServer(_Command, frozen=True, kw_only=True, tag="pong"):
    """Answer a server's ping."""

    id: Id


Move: TypeAlias = Play | Call | Bid | Challenge | Lay | Pass | ChooseTrump | BidTricks | PlayCard
"""What a seat does because it is to act; which of them a match takes depends on its game."""

Command: TypeAlias = Hello | Move | Leave | PingServer | PongServer
