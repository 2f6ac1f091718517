"""Liar's Dice: what its table tells, and how a match in progress looks from one seat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from harness.wire.framing import AnyEvent, Auto, Legal, Public, View

Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class Bidding(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last bid of the round, and whose it is (LDC-05)."""

    seat: int
    quantity: int
    face: Die


class DiceView(View, frozen=True, kw_only=True, tag="liars_dice"):
    """A match of Liar's Dice as one seat may see it.

    Attributes:
        ones: Whether ones are the highest face or the lowest (LDC-E01).
        round: Number of the round, from 1.
        sizes: Dice by seat.
        places: Place by seat, None while it is open.
        ai: Seats that an AI plays because their players left (LDC-E15).
        bid: The last bid, None before the first of the round.
        locked: Ones count as ones only (LDC-10).
        turn: Number of the turn, counted through the match from 1.
        seat: The seat to move.
        legal: What it may do.
        remaining_ms: Time left for this move.
        dice: The viewer's own dice (LDC-03).
    """

    ones: Literal["high", "low"]
    round: int
    sizes: tuple[int, ...]
    places: tuple[int | None, ...]
    ai: tuple[int, ...]
    bid: Bidding | None
    locked: bool
    turn: int
    seat: int
    legal: tuple[Legal, ...]
    remaining_ms: int
    dice: tuple[Die, ...]


class Dice(AnyEvent, frozen=True, kw_only=True, tag="dice"):
    """The receiver's own dice, in rising order; no one else is told (LDC-03)."""

    match: str
    round: int
    dice: tuple[Die, ...]


class RoundStarted(Public, frozen=True, kw_only=True, tag="round_started"):
    """All cups are shaken (LDC-03). Each receiver with dice also gets `Dice`, before the turn.

    Attributes:
        round: Number of the round, from 1.
        opener: The seat that opens (LDC-04).
        sizes: Dice by seat.
    """

    match: str
    round: int
    opener: int
    sizes: tuple[int, ...]


class BidMade(Public, frozen=True, kw_only=True, tag="bid_made"):
    """A bid stands (LDC-05).

    Attributes:
        turn: The turn this move belongs to.
        locked: Ones count as ones only from now on (LDC-10).
        auto: Why the server did it, None when the player did.
    """

    match: str
    turn: int
    seat: int
    quantity: int
    face: Die
    locked: bool
    auto: Auto | None = None


class Challenged(Public, frozen=True, kw_only=True, tag="challenged"):
    """The last bid is settled and all cups are open (LDC-11, LDC-12, LDC-E20).

    Attributes:
        seat: Who challenged.
        bidder: Whose bid it was.
        quantity, face, locked: The bid, and whether ones counted as ones only.
        dice: All dice of the round, by seat.
        count: Dice that count for the bid.
        holds: There are enough of them.
        loser: Who loses a die.
        left: Dice that he has left.
        auto: Why the server did it, None when the player did.
    """

    match: str
    turn: int
    seat: int
    bidder: int
    quantity: int
    face: Die
    locked: bool
    dice: tuple[tuple[Die, ...], ...]
    count: int
    holds: bool
    loser: int
    left: int
    auto: Auto | None = None


DicePublic: TypeAlias = RoundStarted | BidMade | Challenged
DicePrivate: TypeAlias = Dice
