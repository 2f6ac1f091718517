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
    """Call Bluff on the cards played last (BLF-12)."""

    id: Id
    turn: Turn


class Leave(_Command, frozen=True, kw_only=True, tag="leave"):
    """Leave Table, at any moment (BLF-26)."""

    id: Id


class PingServer(_Command, frozen=True, kw_only=True, tag="ping"):
    """Ask for a pong, which comes back in order with the events."""

    id: Id


class PongServer(_Command, frozen=True, kw_only=True, tag="pong"):
    """Answer a server's ping."""

    id: Id


Command: TypeAlias = Hello | Play | Call | Leave | PingServer | PongServer
Move: TypeAlias = Play | Call
