"""Wizard: what its table tells, and how a match in progress looks from one seat."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.wizard_cards import Face, Suit
from harness.wire.framing import AnyEvent, Auto, Legal, Public, View

WizardPhase: TypeAlias = Literal["trump", "bid", "play"]


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One round of the score sheet, everything by seat (WIZ-20)."""

    round: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]


class WizardView(View, frozen=True, kw_only=True, tag="wizard"):
    """A match of Wizard as one seat may see it.

    Attributes:
        ways: How bids are made (WIZ-E10).
        round: Number of the round, from 1.
        phase: What is being done.
        dealer: The First Player of the round (WIZ-E01).
        leader: Who leads the trick.
        sizes: Cards held, by seat.
        turned: The card turned up for trump, None without one.
        trump: The trump suit, None without one or before it is chosen.
        bids: By seat; None for bids that were not made or that are not the viewer's business (WIZ-E11).
        placed: By seat, whether it has bid.
        trick: The cards of this trick, in the order of play.
        won: Tricks won in this round, by seat.
        sheet: The rounds that were scored.
        totals: Points so far, by seat.
        ai: Seats that an AI plays because their players left (WIZ-E20).
        turn: Number of the turn, counted through the match from 1.
        waiting: The seats that may move now; several while sealed bids are made.
        legal: What they may do.
        remaining_ms: Time left for this move.
        cards: The viewer's own cards.
    """

    ways: Literal["standard", "hidden", "plusminus", "secret"]
    round: int
    phase: WizardPhase
    dealer: int
    leader: int
    sizes: tuple[int, ...]
    turned: Face | None
    trump: Suit | None
    bids: tuple[int | None, ...]
    placed: tuple[bool, ...]
    trick: tuple[Face, ...]
    won: tuple[int, ...]
    sheet: tuple[Line, ...]
    totals: tuple[int, ...]
    ai: tuple[int, ...]
    turn: int
    waiting: tuple[int, ...]
    legal: tuple[Legal, ...]
    remaining_ms: int
    cards: tuple[Face, ...]

    @property
    def seat(self) -> int | None:
        """The seat to move; None while bids are sealed, when `waiting` are asked at once."""
        return None if self.phase == "bid" and self.ways in ("hidden", "secret") else self.waiting[0]


class WizardHand(AnyEvent, frozen=True, kw_only=True, tag="wizard_hand"):
    """The receiver's own cards and bid: at the deal, and after a move that was made for him."""

    match: str
    round: int
    cards: tuple[Face, ...]
    bid: int | None = None


class RoundDealt(Public, frozen=True, kw_only=True, tag="round_dealt"):
    """A round is dealt (WIZ-05, WIZ-06). Each receiver at the table also gets `WizardHand`, before the turn.

    Attributes:
        round: Number of the round, from 1.
        each: Cards dealt to each seat.
        dealer: The First Player of the round (WIZ-E01).
        leader: Who leads the first trick.
        turned: The card turned up, None when all are dealt (WIZ-09).
        trump: The trump suit; None for a Jester, and for a Wizard until the dealer has chosen (WIZ-07, WIZ-08).
    """

    match: str
    round: int
    each: int
    dealer: int
    leader: int
    turned: Face | None
    trump: Suit | None


class BiddingOpened(Public, frozen=True, kw_only=True, tag="bidding"):
    """Sealed bids: all these seats are asked at once, in one turn with one deadline (WIZ-E11)."""

    match: str
    turn: int
    seats: tuple[int, ...]
    remaining_ms: int


class TrumpChosen(Public, frozen=True, kw_only=True, tag="trump_chosen"):
    """The dealer has picked trump (WIZ-08)."""

    match: str
    turn: int
    seat: int
    suit: Suit
    auto: Auto | None = None


class TricksBid(Public, frozen=True, kw_only=True, tag="tricks_bid"):
    """A seat has bid for all to see (WIZ-11)."""

    match: str
    turn: int
    seat: int
    tricks: int
    auto: Auto | None = None


class BidSealed(Public, frozen=True, kw_only=True, tag="bid_sealed"):
    """A seat has bid; the number is nobody else's business (WIZ-21, WIZ-23)."""

    match: str
    turn: int
    seat: int
    auto: Auto | None = None


class BidsRevealed(Public, frozen=True, kw_only=True, tag="bids_revealed"):
    """All hidden bids at once, by seat (WIZ-21)."""

    match: str
    bids: tuple[int, ...]


class CardPlayed(Public, frozen=True, kw_only=True, tag="card_played"):
    """A card lies face up in the trick (WIZ-13)."""

    match: str
    turn: int
    seat: int
    card: Face
    auto: Auto | None = None


class TrickTaken(Public, frozen=True, kw_only=True, tag="trick_taken"):
    """The trick is complete; this seat has won it and leads next (WIZ-15, WIZ-16)."""

    match: str
    seat: int


class RoundScored(Public, frozen=True, kw_only=True, tag="round_scored"):
    """A round is over: one line of the sheet, and what it makes of the totals (WIZ-20, WIZ-23)."""

    match: str
    line: Line
    totals: tuple[int, ...]


WizardPublic: TypeAlias = (
    RoundDealt | BiddingOpened | TrumpChosen | TricksBid | BidSealed | BidsRevealed | CardPlayed | TrickTaken
    | RoundScored
)  # fmt: skip
WizardPrivate: TypeAlias = WizardHand
