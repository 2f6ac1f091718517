"""A match of Wizard as a value: what was chosen, what is so, and what follows from it for everybody."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

from harness.rules.wizard_arithmetic import Length, ranks_of, rounds_of
from harness.rules.wizard_cards import DECK, Face, Suit
from harness.rules.wizard_moves import Scored

CHANCE: Final = -1
"""The seat that names the dealer, deals and turns up."""


class Options(Struct, frozen=True, kw_only=True):
    """What can be chosen for a match.

    Attributes:
        seats: 3 to 6 (WIZ-04).
        bids: One of four ways, never two together (WIZ-E10). `standard`: in turn and open (WIZ-11). `hidden`: all at
            once, shown when the last is in (WIZ-21). `plusminus`: in turn and open, and the dealer may not make the
            total the number of tricks (WIZ-22). `secret`: all at once, shown when the round is scored (WIZ-23).
        length: Which rounds are played (WIZ-05, WIZ-24, WIZ-25). `five` has 1 to 5 cards, `five_full` deals
            everything five times (WIZ-E08).
        first_lead: Who leads the first trick of a round, the dealer's left neighbour or the dealer (WIZ-E01).
    """

    seats: int = 4
    bids: Literal["standard", "hidden", "plusminus", "secret"] = "standard"
    length: Length = "standard"
    first_lead: Literal["left_of_dealer", "first_player"] = "left_of_dealer"

    def __post_init__(self) -> None:
        rounds_of(self.seats, self.length)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Cards dealt to each seat, round by round."""
        return rounds_of(self.seats, self.length)


class Phase(StrEnum):
    """What must be done next."""

    DEALER = "dealer"
    DEAL = "deal"
    TURN_UP = "turn_up"
    TRUMP = "trump"
    BID = "bid"
    PLAY = "play"
    OVER = "over"


class State(Struct, frozen=True, kw_only=True):
    """A match of Wizard.

    Attributes:
        options: As chosen at the start.
        phase: What must be done next.
        round: Number of the round, from 1; 0 before the first deal, and still that of the last one before the next.
        dealer: The First Player of the round (WIZ-E01); before a deal, who is going to be it.
        leader: Who has led the trick, or is going to lead the next one.
        hands: Cards by seat, as they were dealt.
        undealt: Cards that were neither dealt nor turned up, in the order of the deck.
        turned: The card turned up, None before, and when all cards are dealt (WIZ-09, WIZ-E04).
        trump: The trump suit, None without one, and until the dealer has picked it.
        bids: By seat, None for who has not bid yet.
        trick: The cards of this trick in the order of play, beginning with the leader's.
        taken: The cards of the finished tricks of this round, in the order of play. Everybody has seen them.
        won: Tricks won in this round, by seat.
        sheet: The rounds that have been scored (WIZ-E21).
        gone: Seats whose players have left (WIZ-E20).
    """

    options: Options
    phase: Phase
    round: int
    dealer: int
    leader: int
    hands: tuple[tuple[Face, ...], ...]
    undealt: tuple[Face, ...]
    turned: Face | None
    trump: Suit | None
    bids: tuple[int | None, ...]
    trick: tuple[Face, ...]
    taken: tuple[Face, ...]
    won: tuple[int, ...]
    sheet: tuple[Scored, ...]
    gone: frozenset[int]


def initial(options: Options) -> State:
    """A match before anything was drawn: chance must name the first dealer."""
    seats = options.seats
    return State(
        options=options, phase=Phase.DEALER, round=0, dealer=0, leader=0, hands=((),) * seats, undealt=DECK,
        turned=None, trump=None, bids=(None,) * seats, trick=(), taken=(), won=(0,) * seats, sheet=(), gone=frozenset(),
    )  # fmt: skip


def actors(state: State) -> tuple[int, ...]:
    """Everybody who may move now: one seat, several that bid at the same time, (CHANCE,), or () when it is over.

    Several seats are named, in seat order, only in phase BID under hidden and secret bids: those that have
    not bid yet. They move in any order, and each removes nobody but himself.
    """
    phase, seats = state.phase, state.options.seats
    if phase is Phase.PLAY:
        return ((state.leader + len(state.trick)) % seats,)
    if phase is Phase.BID:
        waiting = tuple(seat for seat, bid in enumerate(state.bids) if bid is None)
        if state.options.bids in ("hidden", "secret"):
            return waiting
        return ((state.dealer + 1 + seats - len(waiting)) % seats,)
    if phase is Phase.TRUMP:
        return (state.dealer,)
    return () if phase is Phase.OVER else (CHANCE,)


def to_act(state: State) -> int | None:
    """A seat that must move: the first of `actors`, None when the match is over.

    Whoever drives one seat at a time needs nothing else; with hidden and secret bids others may move before it.
    """
    return next(iter(actors(state)), None)


def cards_each(state: State) -> int:
    """Cards dealt to each seat in this round (WIZ-05); 0 before the first."""
    return state.options.rounds[state.round - 1] if state.round else 0


def totals(state: State) -> tuple[int, ...]:
    """Points of all rounds that have been scored, by seat; may be negative (WIZ-E15)."""
    return tuple(sum(line.points[seat] for line in state.sheet) for seat in range(state.options.seats))


def ranks(state: State) -> tuple[int, ...]:
    """What each seat, whoever plays it, has achieved so far: rank by total, equal totals share (WIZ-E16)."""
    return ranks_of(totals(state))


def places(state: State) -> tuple[int, ...]:
    """Place by seat of those who sat down at the start, 0 until the match is over.

    The seat's rank; for who has left, the last one, whatever the seat achieved after him (WIZ-E20). So a seat
    that was taken over can win, and then nobody is first.
    """
    seats = state.options.seats
    if state.phase is not Phase.OVER:
        return (0,) * seats
    return tuple(seats if seat in state.gone else rank for seat, rank in enumerate(ranks(state)))
