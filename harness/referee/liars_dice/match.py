"""A match of Liar's Dice as the public events tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, NamedTuple

from harness.referee.match import COMMON, Match
from harness.referee.moment import Moment
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import DiceOptions

DICE: Final = 5
"""Dice of each seat at the start (LDC-01)."""

ONE: Final = 1
"""The face that counts as any other until somebody bids it (LDC-08)."""


class LastBid(NamedTuple):
    """The last bid of the round, and whose it is."""

    seat: int
    quantity: int
    face: int


class DiceMatch(Match):
    """A match of Liar's Dice in progress.

    Attributes:
        ones: Whether ones are the highest face of a bid or the lowest one (LDC-E01).
        opener: Of the running round.
        dealt: Dice with which the running round began, by seat.
        bid: The last bid of the round, or None.
        locked: Ones have been bid in this round (LDC-10).
        loser: Who lost a die at the last challenge; -1 before the first, and when we did not see it.
    """

    __slots__ = ("bid", "dealt", "locked", "loser", "ones", "opener")

    game = "liars_dice"
    clock_rule = "LDC-E14"
    hidden_rule = "LDC-03"
    pieces = "dice"
    folds: ClassVar[Mapping[type[ev.Event], Callable[..., None]]] = {}

    def choose(self, options: object) -> None:
        """Ones are high unless chosen otherwise."""
        self.ones = options.ones if isinstance(options, DiceOptions) else "high"
        self.opener = -1
        self.dealt = [0] * len(self.seats)
        self.bid: LastBid | None = None
        self.locked = False
        self.loser = -1

    def adopt(self, view: ev.DiceView) -> None:
        """Take what belongs to Liar's Dice from a view."""
        self.deal = view.round
        self.ones = view.ones
        self.dealt = list(view.sizes)
        self.places = [place or 0 for place in view.places]
        self.ai = list(view.ai)
        self.departed = list(view.ai)
        self.bid = LastBid(view.bid.seat, view.bid.quantity, view.bid.face) if view.bid is not None else None
        self.locked = view.locked
        self.order = sorted((s for s, p in enumerate(self.places) if p), key=lambda s: -self.places[s])

    def full(self, seat: int) -> int:
        """The dice that it shook in this round."""
        return self.dealt[seat]

    def shown(self, view: ev.DiceView) -> dict[str, object]:
        """The public part of a view."""
        return {
            "match": view.match,
            "seats": view.seats,
            "ranked": view.ranked,
            "ones": view.ones,
            "round": view.round,
            "sizes": list(view.sizes),
            "places": [place or 0 for place in view.places],
            "ai": sorted(view.ai),
            "bid": (view.bid.seat, view.bid.quantity, view.bid.face) if view.bid is not None else None,
            "locked": view.locked,
            "turn": view.turn,
            "seat": view.seat,
            "legal": tuple(view.legal),
        }

    def told(self) -> dict[str, object]:
        """The same as the events have told it."""
        return {
            "match": self.match,
            "seats": self.seats,
            "ranked": self.ranked,
            "ones": self.ones,
            "round": self.deal,
            "sizes": self.sizes,
            "places": self.places,
            "ai": sorted(self.ai),
            "bid": self.bid,
            "locked": self.locked,
            "turn": self.turn,
            "seat": self.seat,
            "legal": tuple(self.legal),
        }

    @classmethod
    def own_of(cls, view: ev.DiceView) -> tuple[str, ...]:
        """The viewer's dice, as digits."""
        return tuple(map(str, view.dice))

    @classmethod
    def deal_of(cls, view: ev.DiceView) -> int:
        """The number of the round."""
        return view.round

    def own_move(self, seat: int, number: int, command: cmd.Move, *, reached: bool) -> None:
        """Bids and challenges take no dice from under a cup."""

    def in_play(self) -> int:
        """All dice of the running round (LDC-07)."""
        return sum(self.sizes)

    # -- folds -------------------------------------------------------------------------------

    def _round_started(self, event: ev.RoundStarted, moment: Moment) -> None:
        self.dealt = list(event.sizes)
        self.begin_deal(event.round, event.sizes, moment)
        self.opener = event.opener
        self._no_bid()

    def _bid_made(self, event: ev.BidMade, moment: Moment) -> None:
        self.move(event)
        self.bid = LastBid(event.seat, event.quantity, event.face)
        self.locked = event.locked

    def _challenged(self, event: ev.Challenged, moment: Moment) -> None:
        self.move(event)
        self.sizes[event.loser] = event.left
        self.loser = event.loser
        self._no_bid()

    def _no_bid(self) -> None:
        self.bid = None
        self.locked = False


DiceMatch.folds = {
    **COMMON,
    ev.RoundStarted: DiceMatch._round_started,
    ev.BidMade: DiceMatch._bid_made,
    ev.Challenged: DiceMatch._challenged,
    ev.Eliminated: DiceMatch._eliminated,
    ev.LeftTable: DiceMatch._left,
    ev.TakenOver: DiceMatch._taken_over,
}
