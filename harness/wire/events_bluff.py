"""Bluff, the Persian card game: what its table tells, and how a match in progress looks from one seat."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.rules.french_deck import Face, Rank
from harness.wire.framing import AnyEvent, Auto, Legal, Public, View


class BluffClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards laid last: by whom, how many, and as what (CHT-04)."""

    seat: int
    count: int
    rank: Rank


class BluffView(View, frozen=True, kw_only=True, tag="bluff"):
    """A match of Bluff as one seat may see it (CHT-E24).

    Attributes:
        end: Whether the match ends at the first winner.
        ring: The seats in the order of the turns.
        dealer: Who dealt.
        round: Number of the round, from 1.
        sizes: Cards held, by seat.
        pile: Cards that lie face down in this round, those of the last claim included.
        discarded: Cards that have left the game, unseen.
        places: Place by seat, None while it is open.
        departed: Seats that left before they were out.
        claim: The last claim, None when the seat to move leads.
        passed: Seats that have passed since the last claim.
        turn: Number of the turn, counted through the match from 1.
        seat: The seat to move.
        legal: What it may do.
        remaining_ms: Time left for this move.
        cards: The viewer's own cards.
    """

    end: Literal["first_out", "play_on"]
    ring: tuple[int, ...]
    dealer: int
    round: int
    sizes: tuple[int, ...]
    pile: int
    discarded: int
    places: tuple[int | None, ...]
    departed: tuple[int, ...]
    claim: BluffClaim | None
    passed: tuple[int, ...]
    turn: int
    seat: int
    legal: tuple[Legal, ...]
    remaining_ms: int
    cards: tuple[Face, ...]


class BluffHand(AnyEvent, frozen=True, kw_only=True, tag="hand"):
    """All cards of the receiver: at the deal, after he took a pile, and after a move that was made for him."""

    match: str
    cards: tuple[Face, ...]


class Dealt(Public, frozen=True, kw_only=True, tag="dealt"):
    """All cards are dealt (CHT-03). Each receiver in play also gets `BluffHand`, before the turn.

    Attributes:
        dealer: Who deals.
        ring: The seats in the order of the turns.
        leader: Who leads.
        sizes: Cards dealt, by seat (CHT-E01).
    """

    match: str
    dealer: int
    ring: tuple[int, ...]
    leader: int
    sizes: tuple[int, ...]


class Laid(Public, frozen=True, kw_only=True, tag="laid"):
    """Cards lie face down as this rank (CHT-04, CHT-06).

    Attributes:
        turn: The turn this move belongs to.
        count: How many cards; the number named is the number laid (CHT-05).
        rank: What they are said to be.
        left: Cards the seat still holds.
        auto: Why the server did it, None when the player did.
    """

    match: str
    turn: int
    seat: int
    count: int
    rank: Rank
    left: int
    auto: Auto | None = None


class Passed(Public, frozen=True, kw_only=True, tag="passed"):
    """A seat did nothing (CHT-06)."""

    match: str
    turn: int
    seat: int
    auto: Auto | None = None


class TurnedUp(Public, frozen=True, kw_only=True, tag="turned_up"):
    """The last claim, and no other cards, is turned up (CHT-11..13). Whoever takes the pile gets `BluffHand`.

    Attributes:
        seat: Who called.
        claimant: Who was called.
        rank: What the cards were said to be.
        cards: What they are.
        truth: All of them are of the rank, or jokers.
        taker: Who takes the pile.
        taken: Cards that he takes, those turned up included.
        auto: Why the server did it, None when the player did.
    """

    match: str
    turn: int
    seat: int
    claimant: int
    rank: Rank
    cards: tuple[Face, ...]
    truth: bool
    taker: int
    taken: int
    auto: Auto | None = None


class Swept(Public, frozen=True, kw_only=True, tag="swept"):
    """The round is over without a call: the pile leaves the game unseen (CHT-09, CHT-10, CHT-E22)."""

    match: str
    count: int


class Finished(Public, frozen=True, kw_only=True, tag="finished"):
    """A seat without cards is out for good, and has its place (CHT-20, CHT-E09)."""

    match: str
    seat: int
    place: int


BluffPublic: TypeAlias = Dealt | Laid | Passed | TurnedUp | Swept | Finished
BluffPrivate: TypeAlias = BluffHand
