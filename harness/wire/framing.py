"""What all events have in common: the fields of their frames, and words that several games use."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Auto: TypeAlias = Literal["clock", "away", "left"]
"""Why the server moved for a seat: its time was over, it is away, or it left."""

Legal: TypeAlias = Literal["play", "call", "bid", "challenge", "pass", "choose_trump"]
"""What a seat may be allowed to do; in Bluffers `play` and `call` alone."""


class AnyEvent(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """One frame from the backend. `seq` counts the frames of a connection from 1."""

    seq: int = 0


class Public(AnyEvent, frozen=True, kw_only=True):
    """An event for every member of the room: its number, and the first number of its action."""

    number: int
    group: int


class View(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="game"
):  # fmt: skip
    """What every match in progress shows to one seat, whatever the game.

    Attributes:
        match: Match id.
        seats: Player id by seat, in playing order; fixed for the match.
        ranked: Whether points go to the boards (BLF-32).
    """

    match: str
    seats: tuple[str, ...]
    ranked: bool
