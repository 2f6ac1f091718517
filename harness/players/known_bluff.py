"""What a player of Bluff knows besides what every player knows: the fold of that game's events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from harness.wire import events as ev
from harness.wire.options import BluffOptions

if TYPE_CHECKING:  # pragma: no cover
    from harness.players.view import PlayerView


class BluffKnown:
    """Bluff as one player knows it. Hand sizes by seat are in `PlayerView.sizes`.

    Attributes:
        decks: How many decks are played with, as far as known from the number of cards.
        cards: The own hand.
        pile: Cards that lie face down, those of the last claim included.
        claim: The last claim, None when the seat to move leads.
    """

    __slots__ = ("cards", "claim", "decks", "pile")

    def __init__(self, options: BluffOptions) -> None:
        self.decks: int = options.decks or 1
        self.cards: list[str] = []
        self.pile = 0
        self.claim: ev.BluffClaim | None = None

    def picture(self, view: PlayerView, table: ev.BluffView) -> None:
        """Take a snapshot's table in."""
        view.hand = 1
        view.sizes = list(table.sizes)
        view.places = list(table.places)
        view.departed = table.departed
        view.turn_seat = table.seat
        self.decks = max(1, (sum(table.sizes) + table.pile + table.discarded) // 52)
        self.cards = list(table.cards)
        self.pile = table.pile
        self.claim = table.claim

    def on_dealt(self, view: PlayerView, event: ev.Dealt) -> None:
        """All cards are dealt."""
        view.hand = 1
        view.sizes = list(event.sizes)
        self.decks = max(1, sum(event.sizes) // 52)
        self.cards = []
        self.pile = 0
        self.claim = None
        view.between_turns()

    def on_hand(self, view: PlayerView, event: ev.BluffHand) -> None:
        """The own hand, whatever has happened to it."""
        self.cards = list(event.cards)

    def on_laid(self, view: PlayerView, event: ev.Laid) -> None:
        """Cards lie face down; of the own ones the server's `ok` says which."""
        view.sizes[event.seat] = event.left
        self.pile += event.count
        self.claim = ev.BluffClaim(seat=event.seat, count=event.count, rank=event.rank)
        if event.seat == view.seat and event.auto is None:
            for card in view.accepted():
                if card in self.cards:
                    self.cards.remove(card)
        view.between_turns()

    def on_passed(self, view: PlayerView, event: ev.Passed) -> None:
        """Somebody did nothing."""
        view.between_turns()

    def on_turned_up(self, view: PlayerView, event: ev.TurnedUp) -> None:
        """Somebody takes the pile."""
        view.sizes[event.taker] += event.taken
        self._clear(view)

    def on_swept(self, view: PlayerView, event: ev.Swept) -> None:
        """The pile is gone."""
        self._clear(view)

    def on_finished(self, view: PlayerView, event: ev.Finished) -> None:
        """Somebody is out for good."""
        view.places[event.seat] = event.place

    def _clear(self, view: PlayerView) -> None:
        self.pile = 0
        self.claim = None
        view.between_turns()


FOLDS: Final[dict[type[ev.Event], Callable[..., None]]] = {
    ev.Dealt: BluffKnown.on_dealt,
    ev.BluffHand: BluffKnown.on_hand,
    ev.Laid: BluffKnown.on_laid,
    ev.Passed: BluffKnown.on_passed,
    ev.TurnedUp: BluffKnown.on_turned_up,
    ev.Swept: BluffKnown.on_swept,
    ev.Finished: BluffKnown.on_finished,
}
