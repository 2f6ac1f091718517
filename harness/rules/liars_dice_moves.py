"""What can be done in Liar's Dice, and what comes of it.

Moves go into `harness.rules.liars_dice.apply`, outcomes come out of it. Both are plain values that
know nothing of a state.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Code: TypeAlias = Literal[
    "quantity", "face", "not_higher", "nothing_to_challenge", "not_your_turn", "out", "no_match", "chance"
]

Dice: TypeAlias = tuple[int, ...]
"""The dice under one cup, 1 to 6 each, in rising order: how they lie means nothing."""


class Illegal(Exception):  # noqa: N818  the word of the field; "IllegalError" says no more.
    """The move is not allowed, and nothing has changed.

    Attributes:
        code: Why; `chance` says that chance cannot do this, or must move first.
    """

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


# -- moves -----------------------------------------------------------------------------------


class Opener(Struct, frozen=True):
    """CHANCE names who opens the first round: the host, or, without one, a seat at random (LDC-04, LDC-E12)."""

    seat: int


class Roll(Struct, frozen=True):
    """CHANCE shakes all cups at once: the dice of each seat still in, () for the others (LDC-03)."""

    dice: tuple[Dice, ...]


class Bid(Struct, frozen=True):
    """The seat to move says that the whole table has at least so many of this face (LDC-05)."""

    quantity: int
    face: int


class Challenge(Struct, frozen=True):
    """The seat to move challenges the last bid (LDC-11)."""


class Leave(Struct, frozen=True):
    """A human leaves for good; an AI plays his seat and dice on (LDC-E15). At any moment before the end, once."""


Move: TypeAlias = Opener | Roll | Bid | Challenge | Leave


# -- what happened ---------------------------------------------------------------------------


class Raised(Struct, frozen=True):
    """A bid stands; `locked` says whether ones have stopped being wild in this round (LDC-10)."""

    seat: int
    quantity: int
    face: int
    locked: bool


class Challenged(Struct, frozen=True):
    """The last bid was settled, all cups are open (LDC-11, LDC-12, LDC-E20).

    Attributes:
        seat: Who challenged.
        bidder: Whose bid it was.
        quantity: Bid.
        face: Bid.
        locked: Whether ones counted as ones only. Which dice count, `harness.rules.liars_dice.counts` says.
        dice: All dice of the round, by seat.
        count: Dice that count for the bid.
        holds: Whether there are enough of them.
        loser: Who loses a die.
        left: Dice that he has left.
    """

    seat: int
    bidder: int
    quantity: int
    face: int
    locked: bool
    dice: tuple[Dice, ...]
    count: int
    holds: bool
    loser: int
    left: int


class Eliminated(Struct, frozen=True):
    """A seat has lost its last die and has its place (LDC-14, LDC-E23)."""

    seat: int
    place: int


class Departed(Struct, frozen=True):
    """A human has left; his seat plays on (LDC-E15)."""

    seat: int


class Over(Struct, frozen=True):
    """One seat alone has dice (LDC-02, LDC-14)."""

    winner: int


Outcome: TypeAlias = Raised | Challenged | Eliminated | Departed | Over


class Standing(Struct, frozen=True):
    """The last bid of the round, and whose it is."""

    seat: int
    quantity: int
    face: int
