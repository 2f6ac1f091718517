"""What a player of Liar's Dice knows besides what every player knows: the fold of that game's events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from harness.wire import events as ev
from harness.wire.options import DiceOptions

if TYPE_CHECKING:  # pragma: no cover
    from harness.players.view import PlayerView


class DiceKnown:
    """Liar's Dice as one player knows it. Dice by seat are in `PlayerView.sizes`.

    Attributes:
        ones: Whether ones are high or low.
        dice: The own dice.
        bid: The last bid, None before the first of the round.
        locked: Ones count as ones only.
    """

    __slots__ = ("bid", "dice", "locked", "ones")

    def __init__(self, options: DiceOptions) -> None:
        self.ones = options.ones
        self.dice: tuple[int, ...] = ()
        self.bid: ev.Bidding | None = None
        self.locked = False

    def picture(self, view: PlayerView, table: ev.DiceView) -> None:
        """Take a snapshot's table in."""
        view.hand = table.round
        view.sizes = list(table.sizes)
        view.places = list(table.places)
        view.ai = table.ai
        view.turn_seat = table.seat
        self.ones = table.ones
        self.dice = table.dice
        self.bid = table.bid
        self.locked = table.locked

    def on_dice(self, view: PlayerView, event: ev.Dice) -> None:
        """The own dice."""
        self.dice = event.dice

    def on_round(self, view: PlayerView, event: ev.RoundStarted) -> None:
        """All cups are shaken."""
        view.hand = event.round
        view.sizes = list(event.sizes)
        self.dice = ()
        self.bid = None
        self.locked = False
        view.between_turns()

    def on_bid(self, view: PlayerView, event: ev.BidMade) -> None:
        """A bid stands."""
        self.bid = ev.Bidding(seat=event.seat, quantity=event.quantity, face=event.face)
        self.locked = event.locked
        view.between_turns()

    def on_challenged(self, view: PlayerView, event: ev.Challenged) -> None:
        """Somebody lost a die."""
        view.sizes[event.loser] = event.left
        self.bid = None
        view.between_turns()


FOLDS: Final[dict[type[ev.Event], Callable[..., None]]] = {
    ev.Dice: DiceKnown.on_dice,
    ev.RoundStarted: DiceKnown.on_round,
    ev.BidMade: DiceKnown.on_bid,
    ev.Challenged: DiceKnown.on_challenged,
}
