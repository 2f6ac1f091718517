"""A match of Bluff as a value: options, state, and what a seat sees of it.

From the deal on, in every state the cards in `hands`, `pile`, `claim` and `discarded` are together all
cards. Cards are kept in the order of their ranks, so nobody learns from a pile he takes who laid what.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

from harness.rules.bluff_moves import Claim
from harness.rules.french_deck import Face, Rank, deck

CHANCE: Final = -1
"""The seat that names the dealer, seats anew and deals."""


class Options(Struct, frozen=True, kw_only=True):
    """What can be chosen for a match.

    Attributes:
        seats: 2 to 8 (CHT-E02).
        decks: 1 to 4 (CHT-01); None for one deck up to four seats, two from five on (CHT-E02).
        jokers: None, two in all, or two for each deck (CHT-18, CHT-E02).
        end: At the first winner, or when only one has cards left (CHT-21, CHT-E12).
        direction: Which way the turns go round the seats (CHT-E16).
        seat_change: Whether all are seated anew after each deal, before the dealer moves on (CHT-17, CHT-E15).
    """

    seats: int = 4
    decks: int | None = None
    jokers: Literal["none", "two", "two_per_deck"] = "two_per_deck"
    end: Literal["first_out", "play_on"] = "first_out"
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    seat_change: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 8:
            raise ValueError(f"Bluff is played by 2 to 8, not {self.seats} (CHT-E02)")
        if self.decks is not None and not 1 <= self.decks <= 4:
            raise ValueError(f"Bluff is played with 1 to 4 decks, not {self.decks} (CHT-01)")


class Phase(StrEnum):
    """Who must move: chance, in one of three ways, a seat, or nobody any more."""

    DEALER = "dealer"
    SEATS = "seats"
    DEAL = "deal"
    TURN = "turn"
    OVER = "over"


class State(Struct, frozen=True, kw_only=True):
    """A match of Bluff.

    Attributes:
        options: As chosen at the start.
        phase: Who must move.
        ring: The seats in the order of the turns.
        dealer: Who deals; None until he is named.
        round: Number of the round, from 1 at the first lead; 0 before the deal.
        hands: Cards by seat; () for those without.
        pile: Cards of this round that lie face down under the last claim.
        discarded: Cards that have left the game, unseen (CHT-10).
        claim: The last claim, None when the seat to move leads.
        rank: What all cards of the round are said to be, None when the seat to move leads.
        passed: Seats that have passed since the last claim (CHT-E20).
        turn: The seat to move (TURN), or to lead (DEAL); stale once the match is over.
        places: Place by seat, 0 while open. With `end` "first_out" the losers never get one: see `ranking`.
        departed: Seats that left before they were out.
        gone: All seats that left.
    """

    options: Options
    phase: Phase
    ring: tuple[int, ...]
    dealer: int | None
    round: int
    hands: tuple[tuple[Face, ...], ...]
    pile: tuple[Face, ...]
    discarded: tuple[Face, ...]
    claim: Claim | None
    rank: Rank | None
    passed: frozenset[int]
    turn: int
    places: tuple[int, ...]
    departed: frozenset[int]
    gone: frozenset[int]


class View(Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see (CHT-E24). Built by naming, never by stripping.

    `pile` counts the cards of the last claim, too.
    """

    seat: int | None
    phase: Phase
    ring: tuple[int, ...]
    dealer: int | None
    round: int
    cards: tuple[Face, ...]
    sizes: tuple[int, ...]
    pile: int
    discarded: int
    rank: Rank | None
    claim_seat: int | None
    claim_count: int
    passed: frozenset[int]
    turn: int
    legal: tuple[str, ...]
    places: tuple[int, ...]
    departed: frozenset[int]


def initial(options: Options) -> State:
    """A match before anything was drawn: chance must name the dealer."""
    seats = range(options.seats)
    return State(
        options=options, phase=Phase.DEALER, dealer=None, round=0, hands=((),) * options.seats, pile=(), discarded=(),
        ring=tuple(seats if options.direction == "clockwise" else reversed(seats)), claim=None, rank=None,
        passed=frozenset(), turn=0, places=(0,) * options.seats, departed=frozenset(), gone=frozenset(),
    )  # fmt: skip


def all_cards(options: Options) -> tuple[Face, ...]:
    """The cards of a match, in order (CHT-01, CHT-18)."""
    decks = options.decks or (1 if options.seats <= 4 else 2)
    return deck(decks, {"none": 0, "two": 2, "two_per_deck": 2 * decks}[options.jokers])


def playing(state: State) -> tuple[int, ...]:
    """Seats still in the match, in seat order."""
    return tuple(seat for seat, place in enumerate(state.places) if not place)
