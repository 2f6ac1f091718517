"""What can be done in Wizard, and what comes of it.

Moves go into `harness.rules.wizard.apply`, outcomes come out of it. Both are plain values that
know nothing of a state.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.wizard_cards import Face, Suit

Code: TypeAlias = Literal[
    "suit", "bid_range", "bid_total", "already_bid", "not_in_hand", "must_follow", "must_choose", "must_bid",
    "must_play", "not_your_turn", "out", "no_match", "chance",
]  # fmt: skip


class Illegal(Exception):  # noqa: N818  the word of the field; "IllegalError" says no more.
    """The move is not allowed, and nothing has changed.

    Attributes:
        code: Why. `suit`: that is none of the four suits (WIZ-E03). `bid_range`: 0 to the cards dealt (WIZ-12).
            `bid_total`: the last bid may not make the total the number of tricks (WIZ-22). `already_bid`: a bid
            stands (WIZ-E12). `not_in_hand`: this card is not held. `must_follow`: the suit led is held and neither
            it nor a Wizard or Jester was played (WIZ-13). `must_choose`, `must_bid`, `must_play`: it is this seat's
            turn to do something else. `not_your_turn`: somebody else must move. `out`: this seat has left already.
            `no_match`: the match is over. `chance`: chance cannot do this, or a seat tried what only chance does.
    """

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


# -- moves -----------------------------------------------------------------------------------


class Dealer(Struct, frozen=True):
    """CHANCE names the first dealer of the match (WIZ-E02)."""

    seat: int


class Deal(Struct, frozen=True):
    """CHANCE deals from all 60 cards, as many to each seat as the round says (WIZ-05, WIZ-26)."""

    hands: tuple[tuple[Face, ...], ...]


class TurnUp(Struct, frozen=True):
    """CHANCE turns up the next card for trump (WIZ-06)."""

    card: Face


class Choose(Struct, frozen=True):
    """The dealer picks the trump suit because a Wizard was turned up (WIZ-08)."""

    suit: str


class Bid(Struct, frozen=True):
    """A seat says how many tricks it will take (WIZ-11)."""

    tricks: int


class Play(Struct, frozen=True):
    """The seat to move plays this card (WIZ-13)."""

    card: str


class Leave(Struct, frozen=True):
    """A seat's player leaves, at any moment before the end; somebody else plays the seat on (WIZ-E20)."""


SeatMove: TypeAlias = Choose | Bid | Play
"""What a seat does because it is to act."""

Move: TypeAlias = Dealer | Deal | TurnUp | SeatMove | Leave


# -- what happened ---------------------------------------------------------------------------


class Chosen(Struct, frozen=True):
    """The dealer has picked trump (WIZ-08)."""

    seat: int
    suit: Suit


class Placed(Struct, frozen=True):
    """A seat has bid for all to see (WIZ-11)."""

    seat: int
    tricks: int


class Sealed(Struct, frozen=True):
    """A seat has bid; the number is a secret (WIZ-21, WIZ-23)."""

    seat: int


class Revealed(Struct, frozen=True):
    """All hidden bids are shown at once, by seat (WIZ-21)."""

    bids: tuple[int, ...]


class Played(Struct, frozen=True):
    """A card lies face up in the trick."""

    seat: int
    card: Face


class Taken(Struct, frozen=True):
    """The trick is complete; this seat has won it and leads next (WIZ-15, WIZ-16)."""

    seat: int


class Scored(Struct, frozen=True):
    """A round is over: one line of the score sheet, everything by seat (WIZ-20).

    Attributes:
        round: Its number, from 1.
        bids: What each seat bid; public from now on under every option (WIZ-23).
        won: Tricks taken.
        points: Of this round.
    """

    round: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


class Over(Struct, frozen=True):
    """The match is decided; these seats have the highest total (WIZ-01, WIZ-E16)."""

    winners: tuple[int, ...]


class Departed(Struct, frozen=True):
    """A seat's player left."""

    seat: int


Outcome: TypeAlias = Chosen | Placed | Sealed | Revealed | Played | Taken | Scored | Over | Departed
