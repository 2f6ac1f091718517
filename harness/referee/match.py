"""What is known about one match: the public state, folded from the events, and the hands that we saw.

The fold is arithmetic on what the events say, without the rules engine: a misread rule must not acquit itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from harness.referee.moment import Moment
from harness.wire import events as ev

HAND: Final = 5
"""Cards dealt to each seat (BLF-05)."""


class Hand:
    """One seat's hand as far as it is known.

    Attributes:
        dealt: The faces it was first seen with in this hand of the match.
        whole: These are all that were dealt; False when it was first seen after a play.
        cards: No face is held more often than this; cards that left unseen (automatic moves, plays whose answer was
            lost) are still counted, until a frame shows what is left.
        number: The public event after which a frame showed it last; plays up to that one are out of it already.
    """

    __slots__ = ("cards", "dealt", "number", "whole")

    def __init__(self, cards: Sequence[str], number: int) -> None:
        self.dealt = tuple(cards)
        self.whole = len(self.dealt) == HAND
        self.cards: Counter[str] = Counter(cards)
        self.number = number

    def admits(self, cards: Sequence[str]) -> bool:
        """Whether the seat may hold these cards now, or may have held them before its last acknowledged play."""
        return not Counter(cards) - self.cards


class Match:
    """A match in progress as the public events tell it.

    Attributes:
        match, seats, ranked: As announced at the start.
        hand, opener, table: Of the running hand; hand 0 before the first.
        sizes, pulls, places, points: By seat; place and point 0 and None while open.
        departed: Seats that tapped Leave Table, in order.
        claim: (seat, count) of the last claim, or None.
        claimed: The public event that made that claim; 0 when we did not see it.
        turn, seat, legal: Of the running turn; turn 0 before the first.
        started: When the running turn was announced.
        remaining_ms: What was announced for it.
        opening: A hand was announced and its first turn was not yet.
        fresh: The running turn is the first of its hand (its clock starts after the deal pause).
        acted: The last turn in which somebody moved.
        order: Seats that got a place, in order.
        over: The result was announced.
        whole: Nothing was missed since its start, or since the snapshot by which we came in.
        hands: Known hands by seat (only those of our own players).
        hand_started: When the running hand was announced.
        early: Hands that were not announced yet: number of the hand -> seat -> hand.
        plays: Faces of acknowledged plays of our own players in this hand, by public event.
    """

    __slots__ = (
        "acted",
        "claim",
        "claimed",
        "departed",
        "early",
        "fresh",
        "hand",
        "hand_started",
        "hands",
        "legal",
        "match",
        "opener",
        "opening",
        "order",
        "over",
        "places",
        "plays",
        "points",
        "pulls",
        "ranked",
        "remaining_ms",
        "seat",
        "seats",
        "sizes",
        "started",
        "table",
        "turn",
        "whole",
    )

    def __init__(self, match: str, seats: tuple[str, ...], ranked: bool, started: Moment) -> None:
        count = len(seats)
        self.match = match
        self.seats = seats
        self.ranked = ranked
        self.hand = 0
        self.opener = -1
        self.table = ""
        self.sizes = [0] * count
        self.pulls = [0] * count
        self.places = [0] * count
        self.points: list[int | None] = [None] * count
        self.departed: list[int] = []
        self.claim: tuple[int, int] | None = None
        self.claimed = 0
        self.turn = 0
        self.seat = -1
        self.legal: tuple[str, ...] = ()
        self.started = started
        self.hand_started = started
        self.remaining_ms = 0
        self.fresh = False
        self.opening = False
        self.acted = 0
        self.order: list[int] = []
        self.over = False
        self.whole = True
        self.hands: dict[int, Hand] = {}
        self.early: dict[int, dict[int, Hand]] = {}
        self.plays: dict[int, tuple[str, ...]] = {}

    @classmethod
    def from_view(cls, view: ev.TableView, seat: int | None, moment: Moment, number: int) -> Match:
        """Come into a match by a snapshot that stands at this public event: nothing before it is known."""
        match = cls(view.match, view.seats, view.ranked, moment)
        match.hand = view.hand
        match.table = view.table
        match.sizes = list(view.sizes)
        match.pulls = list(view.pulls)
        match.places = [place or 0 for place in view.places]
        match.points = list(view.points)
        match.departed = list(view.departed)
        match.claim = (view.claim.seat, view.claim.count) if view.claim else None
        match.turn = view.turn
        match.seat = view.seat
        match.legal = view.legal
        match.remaining_ms = view.remaining_ms
        match.order = sorted((s for s, p in enumerate(match.places) if p), key=lambda s: -match.places[s])
        if seat is not None and view.cards:
            match.hands[seat] = Hand(view.cards, number)
        return match

    def copy(self) -> Match:
        """The public state as it is now, to be compared with a snapshot later."""
        twin = Match(self.match, self.seats, self.ranked, self.started)
        for name in (
            "acted",
            "claim",
            "claimed",
            "fresh",
            "hand",
            "hand_started",
            "legal",
            "opener",
            "opening",
            "over",
            "remaining_ms",
            "seat",
            "table",
            "turn",
            "whole",
        ):
            setattr(twin, name, getattr(self, name))
        for name in ("departed", "order", "places", "points", "pulls", "sizes"):
            setattr(twin, name, list(getattr(self, name)))
        return twin

    def learn(self, seat: int, hand: int, cards: Sequence[str], *, number: int, current: bool) -> None:
        """A frame showed this seat's cards.

        Args:
            seat: Whose.
            hand: Of which hand of the match.
            cards: What it holds.
            number: The last public event before the frame.
            current: The fold stands exactly there.
        """
        if hand > self.hand:
            self.early.setdefault(hand, {})[seat] = Hand(cards, number)
        elif hand == self.hand and not self.places[seat]:
            known = self.hands.get(seat)
            if known is None:
                self.hands[seat] = Hand(cards, number)
            elif current:
                known.cards = Counter(cards)
                known.number = number

    def own_play(self, seat: int, number: int, cards: Sequence[str], *, reached: bool) -> None:
        """The server acknowledged a play of one of our players.

        Args:
            seat: Whose.
            number: The public event that the play is, or will be.
            cards: What was played.
            reached: The fold has come to that event, so that the known hand is the one of which it was played.
        """
        hand = self.hands.get(seat)
        self.plays[number] = tuple(cards)
        if hand is not None and reached and number > hand.number:
            hand.cards.subtract(cards)
            hand.cards = +hand.cards

    def living(self) -> list[int]:
        """Seats without a place, in seat order."""
        return [seat for seat, place in enumerate(self.places) if not place]

    def next_of(self, seat: int, among: Sequence[int]) -> int:
        """The next seat after this one, in playing order, that is among these; -1 when there is none."""
        count = len(self.seats)
        return next((s for s in ((seat + i) % count for i in range(1, count + 1)) if s in among), -1)

    def holders(self) -> list[int]:
        """Seats with cards."""
        return [seat for seat, size in enumerate(self.sizes) if size]

    def fold(self, event: ev.Event, moment: Moment) -> None:
        """Take one public event of this match in."""
        _FOLDS[type(event)](self, event, moment)

    def _hand_started(self, event: ev.HandStarted, moment: Moment) -> None:
        self.hand = event.hand
        self.opener = event.opener
        self.table = event.table
        self.sizes = list(event.sizes)
        self.claim = None
        self.opening = True
        self.hands = self.early.pop(event.hand, {})
        self.plays = {}
        self.hand_started = moment

    def _turn(self, event: ev.TurnStarted, moment: Moment) -> None:
        self.fresh = self.opening
        self.opening = False
        self.turn = event.turn
        self.seat = event.seat
        self.legal = event.legal
        self.started = moment
        self.remaining_ms = event.remaining_ms

    def _legal(self, event: ev.LegalChanged, moment: Moment) -> None:
        self.legal = event.legal

    def _played(self, event: ev.Played, moment: Moment) -> None:
        self.sizes[event.seat] = event.left
        self.claim = (event.seat, event.count)
        self.claimed = event.number
        self.acted = event.turn

    def _called(self, event: ev.Called, moment: Moment) -> None:
        self.acted = event.turn

    def _pulled(self, event: ev.Pulled, moment: Moment) -> None:
        self.pulls[event.seat] = event.pulls

    def _eliminated(self, event: ev.Eliminated, moment: Moment) -> None:
        self._place(event.seat, event.place, event.points)

    def _left(self, event: ev.LeftTable, moment: Moment) -> None:
        self.departed.append(event.seat)
        if event.withdrawn:
            self.claim = None
            self.claimed = 0
        if not self.places[event.seat]:
            self._place(event.seat, event.place, event.points)

    def _place(self, seat: int, place: int, points: int) -> None:
        self.places[seat] = place
        self.points[seat] = points
        self.sizes[seat] = 0
        self.order.append(seat)
        self.hands.pop(seat, None)

    def _void(self, event: ev.HandVoid, moment: Moment) -> None:
        self.claim = None

    def _over(self, event: ev.MatchOver, moment: Moment) -> None:
        self.over = True


_FOLDS: Final[dict[type[ev.Event], Callable[..., None]]] = {
    ev.HandStarted: Match._hand_started,
    ev.TurnStarted: Match._turn,
    ev.LegalChanged: Match._legal,
    ev.Played: Match._played,
    ev.Called: Match._called,
    ev.Pulled: Match._pulled,
    ev.Eliminated: Match._eliminated,
    ev.LeftTable: Match._left,
    ev.HandVoid: Match._void,
    ev.MatchOver: Match._over,
}
