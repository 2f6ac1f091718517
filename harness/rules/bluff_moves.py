"""What can be done in Bluff, and what comes of it.

Moves go into `harness.rules.bluff.apply`, outcomes come out of it. Both are plain values that know
nothing of a state.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.french_deck import Face, Rank

Code: TypeAlias = Literal[
    "count", "bad_rank", "not_in_hand", "must_lead", "nothing_to_call", "own_claim", "not_your_turn", "out", "no_match",
    "chance",
]  # fmt: skip


class Illegal(Exception):  # noqa: N818  the word of the field; "IllegalError" says no more.
    """The move is not allowed, and nothing has changed.

    Attributes:
        code: Why; `chance` says that chance cannot do this, or must move first.
    """

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


# -- moves -----------------------------------------------------------------------------------


class Dealer(Struct, frozen=True):
    """CHANCE names who deals; the seat after him leads (CHT-E15)."""

    seat: int


class Seats(Struct, frozen=True):
    """CHANCE seats everybody anew after a deal, in the order of the turns (CHT-17)."""

    ring: tuple[int, ...]


class Deal(Struct, frozen=True):
    """CHANCE deals all cards, to each seat as many as `harness.rules.bluff.deal_sizes` says (CHT-03)."""

    hands: tuple[tuple[Face, ...], ...]


class Halt(Struct, frozen=True):
    """CHANCE ends a match that finds no end: whoever runs it has set a limit of moves (CHT-E23)."""


class Play(Struct, frozen=True):
    """The seat to move lays these cards face down (CHT-04, CHT-06).

    Attributes:
        cards: Faces out of the hand, each as often as it is laid; their number is the number named (CHT-05).
        rank: What they are said to be. Needed to lead; later None, or the rank of the round.
    """

    cards: tuple[str, ...]
    rank: str | None = None


class Pass(Struct, frozen=True):
    """The seat to move does nothing (CHT-06)."""


class Call(Struct, frozen=True):
    """The seat to move claims that the last one who laid cards has bluffed (CHT-06)."""


class Leave(Struct, frozen=True):
    """A seat leaves for good, at any moment before the end, once (CHT-E22)."""


Move: TypeAlias = Dealer | Seats | Deal | Halt | Play | Pass | Call | Leave


# -- what happened ---------------------------------------------------------------------------


class Played(Struct, frozen=True):
    """Cards lie face down as this rank; `left` is what the seat still holds."""

    seat: int
    count: int
    rank: Rank
    left: int


class Passed(Struct, frozen=True):
    """A seat did nothing."""

    seat: int


class Called(Struct, frozen=True):
    """The last claim was turned up for all to see, and somebody takes the pile (CHT-11..13, CHT-E19).

    Attributes:
        seat: Who called.
        claimant: Who was called.
        rank: What the cards were said to be.
        cards: What they are.
        truth: Whether all of them are of the rank, or jokers.
        taker: Who takes the pile.
        taken: Cards that he takes, those turned up included. He alone sees the others.
    """

    seat: int
    claimant: int
    rank: Rank
    cards: tuple[Face, ...]
    truth: bool
    taker: int
    taken: int


class Swept(Struct, frozen=True):
    """The round is over without a call: so many cards leave the game unseen (CHT-09, CHT-10, CHT-E22)."""

    count: int


class Finished(Struct, frozen=True):
    """A seat without cards is out for good, and has its place (CHT-20, CHT-E09)."""

    seat: int
    place: int


class Departed(Struct, frozen=True):
    """A seat left; its `cards` left the game with it, unseen (CHT-E22)."""

    seat: int
    place: int
    cards: int


class Over(Struct, frozen=True):
    """The match is decided (CHT-21, CHT-E12)."""

    winner: int


Outcome: TypeAlias = Played | Passed | Called | Swept | Finished | Departed | Over


class Claim(Struct, frozen=True):
    """The cards laid last, by whom. The faces are secret until called."""

    seat: int
    cards: tuple[Face, ...]
