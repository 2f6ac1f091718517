"""What can be done in Bluffers, and what comes of it.

Moves go into `harness.rules.bluffers.apply`, outcomes come out of it. Both are plain values that
know nothing of a state.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.cards import Face, Rank

Code: TypeAlias = Literal[
    "count", "not_in_hand", "must_call", "nothing_to_call", "own_claim", "not_your_turn", "out", "no_match", "chance"
]


class Illegal(Exception):  # noqa: N818  the word of the field; "IllegalError" says no more.
    """The move is not allowed, and nothing has changed.

    Attributes:
        code: One of `harness.wire.refusals`, or `chance`: chance cannot do this, or must move first.
    """

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


# -- moves -----------------------------------------------------------------------------------


class Opener(Struct, frozen=True):
    """CHANCE names the first opener of the match (BLF-E18)."""

    seat: int


class Deal(Struct, frozen=True):
    """CHANCE deals five cards to each seat still in; () to the others (BLF-05)."""

    hands: tuple[tuple[Face, ...], ...]


class Table(Struct, frozen=True):
    """CHANCE draws the table card (BLF-09)."""

    rank: Rank


class Pull(Struct, frozen=True):
    """CHANCE decides whether the shooter's pull fires (BLF-18)."""

    fired: bool


class Play(Struct, frozen=True):
    """The seat to move plays these cards face down (BLF-10)."""

    cards: tuple[str, ...]


class Call(Struct, frozen=True):
    """The seat to move calls the last claim (BLF-12)."""


class Leave(Struct, frozen=True):
    """A seat taps Leave Table (BLF-26): at any moment before the end, but not between a call and its pull (BLF-E12)."""


Move: TypeAlias = Opener | Deal | Table | Pull | Play | Call | Leave


# -- what happened ---------------------------------------------------------------------------


class Played(Struct, frozen=True):
    """Cards lie face down; `left` is what the seat still holds."""

    seat: int
    count: int
    left: int


class Called(Struct, frozen=True):
    """The last claim was turned up (BLF-16, BLF-17)."""

    seat: int
    claimant: int
    cards: tuple[Face, ...]
    truth: bool
    shooter: int


class Pulled(Struct, frozen=True):
    """A trigger was pulled, for the `pulls`-th time by this seat."""

    seat: int
    pulls: int
    fired: bool


class Eliminated(Struct, frozen=True):
    """A seat was shot and has its place (BLF-28)."""

    seat: int
    place: int


class Departed(Struct, frozen=True):
    """A seat left; `withdrawn` says whether its claim was taken back (BLF-E08)."""

    seat: int
    place: int
    withdrawn: bool


class Voided(Struct, frozen=True):
    """The hand ended without a pull (BLF-E09, BLF-E10)."""

    opener: int


class Over(Struct, frozen=True):
    """The match is decided (BLF-27)."""

    winner: int


Outcome: TypeAlias = Played | Called | Pulled | Eliminated | Departed | Voided | Over


class Claim(Struct, frozen=True):
    """The cards played last, by whom. The faces are secret until called."""

    seat: int
    cards: tuple[Face, ...]
