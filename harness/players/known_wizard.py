"""What a player of Wizard knows besides what every player knows: the fold of that game's events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from harness.clock import MILLISECOND
from harness.rules.wizard_cards import Face, Suit
from harness.wire import events as ev
from harness.wire.options import WizardOptions

if TYPE_CHECKING:  # pragma: no cover
    from harness.players.view import PlayerView


class WizardKnown:
    """Wizard as one player knows it. Hand sizes by seat are in `PlayerView.sizes`.

    Attributes:
        ways: How bids are made.
        each: Cards dealt to each seat in this round.
        cards: The own hand.
        trump: The trump suit, None without one.
        bids: By seat, None where unknown.
        trick: The cards of this trick in the order of play.
        won: Tricks won in this round, by seat.
        totals: Points so far, by seat.
    """

    __slots__ = ("bids", "cards", "each", "totals", "trick", "trump", "ways", "won")

    def __init__(self, options: WizardOptions) -> None:
        self.ways = options.bids
        self.each = 0
        self.cards: list[Face] = []
        self.trump: Suit | None = None
        self.bids: list[int | None] = []
        self.trick: list[Face] = []
        self.won: list[int] = []
        self.totals: tuple[int, ...] = ()

    def picture(self, view: PlayerView, table: ev.WizardView) -> None:
        """Take a snapshot's table in."""
        view.hand = table.round
        view.sizes = list(table.sizes)
        view.places = [None] * len(table.seats)
        view.ai = table.ai
        view.turn_seat = table.seat
        view.waiting = table.waiting if table.seat is None else ()
        self.ways = table.ways
        self.each = sum(table.won) + max(table.sizes)
        self.cards = list(table.cards)
        self.trump = table.trump
        self.bids = list(table.bids)
        self.trick = list(table.trick)
        self.won = list(table.won)
        self.totals = table.totals

    def on_round(self, view: PlayerView, event: ev.RoundDealt) -> None:
        """A round is dealt."""
        count = len(view.seats)
        view.hand = event.round
        view.sizes = [event.each] * count
        self.each = event.each
        self.cards = []
        self.trump = event.trump
        self.bids = [None] * count
        self.trick = []
        self.won = [0] * count
        self.totals = self.totals or (0,) * count
        view.between_turns()

    def on_hand(self, view: PlayerView, event: ev.WizardHand) -> None:
        """The own cards and bid."""
        self.cards = list(event.cards)
        if event.bid is not None and view.seat is not None:
            self.bids[view.seat] = event.bid

    def on_bidding(self, view: PlayerView, event: ev.BiddingOpened) -> None:
        """Several are asked at once."""
        view.between_turns()
        view.turn = event.turn
        view.waiting = event.seats
        view.legal = ("bid",)
        view.deadline = view.now + event.remaining_ms * MILLISECOND

    def on_trump(self, view: PlayerView, event: ev.TrumpChosen) -> None:
        """Trump is picked."""
        self.trump = event.suit
        view.between_turns()

    def on_tricks_bid(self, view: PlayerView, event: ev.TricksBid) -> None:
        """A bid for all to see."""
        self.bids[event.seat] = event.tricks
        view.between_turns()

    def on_sealed(self, view: PlayerView, event: ev.BidSealed) -> None:
        """A bid that only its maker knows; the others are still asked."""
        if event.seat == view.seat and event.auto is None:
            self.bids[event.seat] = next((int(said) for said in view.accepted()), None)
        view.waiting = tuple(seat for seat in view.waiting if seat != event.seat)

    def on_revealed(self, view: PlayerView, event: ev.BidsRevealed) -> None:
        """All bids at once."""
        self.bids = list(event.bids)
        view.between_turns()

    def on_card(self, view: PlayerView, event: ev.CardPlayed) -> None:
        """A card lies in the trick."""
        self.trick.append(event.card)
        view.sizes[event.seat] -= 1
        if event.seat == view.seat and event.card in self.cards:
            self.cards.remove(event.card)
        view.between_turns()

    def on_taken(self, view: PlayerView, event: ev.TrickTaken) -> None:
        """The trick is somebody's."""
        self.won[event.seat] += 1
        self.trick = []

    def on_scored(self, view: PlayerView, event: ev.RoundScored) -> None:
        """A line of the sheet."""
        self.totals = event.totals


FOLDS: Final[dict[type[ev.Event], Callable[..., None]]] = {
    ev.RoundDealt: WizardKnown.on_round,
    ev.WizardHand: WizardKnown.on_hand,
    ev.BiddingOpened: WizardKnown.on_bidding,
    ev.TrumpChosen: WizardKnown.on_trump,
    ev.TricksBid: WizardKnown.on_tricks_bid,
    ev.BidSealed: WizardKnown.on_sealed,
    ev.BidsRevealed: WizardKnown.on_revealed,
    ev.CardPlayed: WizardKnown.on_card,
    ev.TrickTaken: WizardKnown.on_taken,
    ev.RoundScored: WizardKnown.on_scored,
}
