"""A match of Bluffers as the public events tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from harness.referee.match import COMMON, Match
from harness.referee.moment import Moment
from harness.wire import commands as cmd
from harness.wire import events as ev

HAND: Final = 5
"""Cards dealt to each seat (BLF-05)."""


class BluffersMatch(Match):
    """A match of Bluffers in progress.

    Attributes:
        opener, table: Of the running hand.
        pulls: By seat.
        claim: (seat, count) of the last claim, or None.
        claimed: The public event that made that claim; 0 when we did not see it.
        plays: Faces of acknowledged plays of our own players in this hand, by public event.
    """

    __slots__ = ("claim", "claimed", "opener", "plays", "pulls", "table")

    game = "bluffers"
    clock_rule = "BLF-14"
    hidden_rule = "BLF-08"
    folds: ClassVar[Mapping[type[ev.Event], Callable[..., None]]] = {}

    def choose(self, options: object) -> None:
        """Bluffers has no choices."""
        self.opener = -1
        self.table = ""
        self.pulls = [0] * len(self.seats)
        self.claim: tuple[int, int] | None = None
        self.claimed = 0
        self.plays: dict[int, tuple[str, ...]] = {}

    def adopt(self, view: ev.TableView) -> None:
        """Take what belongs to Bluffers from a view."""
        self.deal = view.hand
        self.table = view.table
        self.pulls = list(view.pulls)
        self.places = [place or 0 for place in view.places]
        self.points = list(view.points)
        self.departed = list(view.departed)
        self.claim = (view.claim.seat, view.claim.count) if view.claim else None
        self.order = sorted((s for s, p in enumerate(self.places) if p), key=lambda s: -self.places[s])

    def full(self, seat: int) -> int:
        """Five cards each."""
        return HAND

    def shown(self, view: ev.TableView) -> dict[str, object]:
        """The public part of a view."""
        return {
            "match": view.match,
            "seats": view.seats,
            "ranked": view.ranked,
            "hand": view.hand,
            "table": view.table,
            "sizes": list(view.sizes),
            "pulls": list(view.pulls),
            "places": [place or 0 for place in view.places],
            "points": list(view.points),
            "departed": sorted(view.departed),
            "claim": (view.claim.seat, view.claim.count) if view.claim is not None else None,
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
            "hand": self.deal,
            "table": self.table,
            "sizes": self.sizes,
            "pulls": self.pulls,
            "places": self.places,
            "points": self.points,
            "departed": sorted(self.departed),
            "claim": self.claim,
            "turn": self.turn,
            "seat": self.seat,
            "legal": tuple(self.legal),
        }

    @classmethod
    def own_of(cls, view: ev.TableView) -> tuple[str, ...]:
        """The viewer's cards."""
        return view.cards

    @classmethod
    def deal_of(cls, view: ev.TableView) -> int:
        """The number of the hand."""
        return view.hand

    def own_move(self, seat: int, number: int, command: cmd.Move, *, reached: bool) -> None:
        """An acknowledged play of ours: these faces lie there now."""
        if isinstance(command, cmd.Play):
            self.plays[number] = tuple(command.cards)
            if reached:
                self.spend(seat, number, command.cards)

    def points_of(self, table: Mapping[str, Sequence[int]], place: int) -> int | None:
        """By the number of seats at the start (BLF-29, BLF-30); None for a place that there is not."""
        row = table.get(str(len(self.seats)), ())
        return row[place - 1] if 1 <= place <= len(row) else None

    # -- folds -------------------------------------------------------------------------------

    def _hand_started(self, event: ev.HandStarted, moment: Moment) -> None:
        self.begin_deal(event.hand, event.sizes, moment)
        self.opener = event.opener
        self.table = event.table
        self.claim = None
        self.plays = {}

    def _played(self, event: ev.Played, moment: Moment) -> None:
        self.move(event)
        self.sizes[event.seat] = event.left
        self.claim = (event.seat, event.count)
        self.claimed = event.number

    def _called(self, event: ev.Called, moment: Moment) -> None:
        self.move(event)

    def _pulled(self, event: ev.Pulled, moment: Moment) -> None:
        self.pulls[event.seat] = event.pulls

    def _left(self, event: ev.LeftTable, moment: Moment) -> None:
        if event.withdrawn:
            self.claim = None
            self.claimed = 0
        super()._left(event, moment)

    def _void(self, event: ev.HandVoid, moment: Moment) -> None:
        self.claim = None


BluffersMatch.folds = {
    **COMMON,
    ev.HandStarted: BluffersMatch._hand_started,
    ev.LegalChanged: BluffersMatch._legal,
    ev.Played: BluffersMatch._played,
    ev.Called: BluffersMatch._called,
    ev.Pulled: BluffersMatch._pulled,
    ev.Eliminated: BluffersMatch._eliminated,
    ev.LeftTable: BluffersMatch._left,
    ev.HandVoid: BluffersMatch._void,
}
