"""What is known about one match of any game: the public state, folded from the events, and the hands that we saw.

The fold is arithmetic on what the events say, without the rules engine: a misread rule must not acquit itself.
What belongs to one game is in a subclass, in the package of that game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from harness.referee.moment import Moment
from harness.wire import commands as cmd
from harness.wire import events as ev

if TYPE_CHECKING:
    from typing import Self

    from harness.referee.room import Room

TableView: TypeAlias = ev.TableView | ev.DiceView | ev.BluffView | ev.WizardView

MoveEvent: TypeAlias = (
    ev.Played | ev.Called | ev.BidMade | ev.Challenged | ev.Laid | ev.Passed | ev.TurnedUp | ev.TrumpChosen
    | ev.TricksBid | ev.BidSealed | ev.CardPlayed
)  # fmt: skip
MOVES: Final[tuple[type[MoveEvent], ...]] = MoveEvent.__args__
"""Public events by which a seat uses its turn, whoever made the move."""

MOVE_COMMANDS: Final[frozenset[type[cmd.Command]]] = frozenset(cmd.Move.__args__)
"""Commands by which a player moves."""

AskEvent: TypeAlias = ev.TurnStarted | ev.BiddingOpened
ASKS: Final[tuple[type[AskEvent], ...]] = AskEvent.__args__
"""Public events by which a turn begins."""


class Hand:
    """One seat's cards or dice as far as they are known; dice are written as digits.

    Attributes:
        dealt: The faces it was first seen with in this deal.
        whole: These are all that were dealt; False when it was first seen after a play.
        cards: No face is held more often than this; cards that left unseen (automatic moves, plays whose answer was
            lost) are still counted, until a frame shows what is left.
        number: The public event after which a frame showed it last; plays up to that one are out of it already.
        unseen: So many cards came to it since then of which nobody told us the faces.
    """

    __slots__ = ("cards", "dealt", "number", "unseen", "whole")

    def __init__(self, cards: Sequence[str], number: int, *, whole: bool) -> None:
        self.dealt = tuple(cards)
        self.whole = whole
        self.cards: Counter[str] = Counter(cards)
        self.number = number
        self.unseen = 0

    def admits(self, cards: Sequence[str]) -> bool:
        """Whether the seat may hold these cards now, or may have held them before its last acknowledged play."""
        return (Counter(cards) - self.cards).total() <= self.unseen

    def had(self, cards: Sequence[str]) -> bool:
        """Whether it may have held these cards at one time in this deal."""
        return (Counter(cards) - Counter(self.dealt)).total() <= self.unseen


class Match(ABC):
    """A match in progress as the public events tell it.

    A subclass says which game it is, how its own events are folded, what a view of it shows, and under which rule
    ids what is the same in all games is reported.

    Attributes:
        match, seats, ranked: As announced at the start.
        deal: Number of the running deal (the hand of Bluffers, the round of other games), 0 before the first.
        sizes: Cards or dice held, by seat.
        places, points: By seat; place and point 0 and None while open.
        departed: Seats that tapped Leave Table, in order.
        ai: Seats that an AI plays because their players left, in order.
        turn: Number of the running turn, 0 before the first.
        seat: Who is asked in it; -1 before the first, and when several are asked at once.
        asked: All who are asked in it.
        legal: What they may do.
        started: When the running turn was announced.
        remaining_ms: What was announced for it.
        opening: A deal was announced and its first turn was not yet.
        fresh: The running turn is the first of its deal (its clock starts after the deal pause).
        acted: The last turn in which somebody moved.
        moved: Who has moved in the running turn.
        order: Seats that got a place, in order.
        over: The result was announced.
        whole: Nothing was missed since its start, or since the snapshot by which we came in.
        hands: Known hands by seat (only those of our own players).
        dealt_at: When the running deal was announced.
        early: Deals that were not announced yet: number of the deal -> seat -> hand.
    """

    __slots__ = (
        "acted", "ai", "asked", "deal", "dealt_at", "departed", "early", "fresh", "hands", "legal", "match", "moved",
        "opening", "order", "over", "places", "points", "ranked", "remaining_ms", "seat", "seats", "sizes", "started",
        "turn", "whole",
    )  # fmt: skip

    game: ClassVar[str]
    """As `match_started` names it."""
    clock_rule: ClassVar[str]
    """What happens when the time is over."""
    pieces: ClassVar[str] = "cards"
    """What a seat holds."""
    hidden_rule: ClassVar[str]
    """Own cards or dice are for their owner alone."""
    grows: ClassVar[bool] = False
    """Hands can get more cards within a deal."""
    folds: ClassVar[Mapping[type[ev.Event], Callable[..., None]]]
    """Public events that can be about a match of this game, and how they are taken in."""

    def __init__(
        self, match: str, seats: tuple[str, ...], ranked: bool, started: Moment, options: object = None
    ) -> None:
        count = len(seats)
        self.match = match
        self.seats = seats
        self.ranked = ranked
        self.deal = 0
        self.sizes = [0] * count
        self.places = [0] * count
        self.points: list[int | None] = [None] * count
        self.departed: list[int] = []
        self.ai: list[int] = []
        self.turn = 0
        self.seat = -1
        self.asked: tuple[int, ...] = ()
        self.legal: tuple[str, ...] = ()
        self.started = started
        self.dealt_at = started
        self.remaining_ms = 0
        self.fresh = False
        self.opening = False
        self.acted = 0
        self.moved: set[int] = set()
        self.order: list[int] = []
        self.over = False
        self.whole = True
        self.hands: dict[int, Hand] = {}
        self.early: dict[int, dict[int, Hand]] = {}
        self.choose(options)

    @classmethod
    def at(cls, room: Room | None) -> Self | None:
        """The match in this room, if it is one of this class."""
        match = room.match if room is not None else None
        return match if isinstance(match, cls) else None

    @classmethod
    def from_view(cls, view: Any, seat: int | None, moment: Moment, number: int, options: object = None) -> Self:
        """Come into a match by a snapshot that stands at this public event: nothing before it is known.

        Args:
            view: The table of the snapshot; of this game.
            seat: Whose snapshot it is, None for one without a seat.
            moment: When the server wrote it.
            number: The last public event that is part of it.
            options: What was chosen for the match.
        """
        match = cls(view.match, view.seats, view.ranked, moment, options)
        match.sizes = list(view.sizes)
        match.turn = view.turn
        match.asked = cls.asked_of(view)
        match.seat = match.asked[0] if len(match.asked) == 1 else -1
        match.legal = view.legal
        match.remaining_ms = view.remaining_ms
        match.adopt(view)
        own = cls.own_of(view)
        if seat is not None and own:
            match.hands[seat] = Hand(own, number, whole=len(own) == match.full(seat))
        return match

    # -- the game ----------------------------------------------------------------------------

    @abstractmethod
    def choose(self, options: object) -> None:
        """Take in what was chosen for this match; None stands for the defaults."""

    @abstractmethod
    def adopt(self, view: Any) -> None:
        """Take what belongs to this game from a view; what all games have is there already."""

    @abstractmethod
    def full(self, seat: int) -> int:
        """How many cards or dice this seat was given in the running deal; 0 when that is not known."""

    @abstractmethod
    def shown(self, view: Any) -> dict[str, object]:
        """The public part of a view by field, in the form of `told`."""

    @abstractmethod
    def told(self) -> dict[str, object]:
        """The same fields as the events have told them."""

    @classmethod
    @abstractmethod
    def own_of(cls, view: Any) -> tuple[str, ...]:
        """The viewer's own cards or dice in a view."""

    @classmethod
    @abstractmethod
    def deal_of(cls, view: Any) -> int:
        """The number of the deal that a view shows."""

    @classmethod
    def asked_of(cls, view: Any) -> tuple[int, ...]:
        """The seats that are to move in a view."""
        return (view.seat,)

    @abstractmethod
    def own_move(self, seat: int, number: int, command: cmd.Move, *, reached: bool) -> None:
        """The server acknowledged a move of one of our players.

        Args:
            seat: Whose.
            number: The public event that the move is, or will be.
            command: The move.
            reached: The fold has come to that event, so that the known hand is the one of which it was played.
        """

    def stage(self) -> int:
        """What a picture of the match is kept for, so that it can be rebuilt: each deal."""
        return self.deal

    def is_settled(self, seat: int, number: int, standing: int) -> bool:
        """Whether a private frame can be held against what is known of this seat.

        Args:
            seat: Whose.
            number: The last public event before the frame.
            standing: The last public event that was taken in.
        """
        return True

    def points_of(self, table: Mapping[str, Sequence[int]], place: int) -> int | None:
        """Points that a place earns, by the points table of the policy. Only Bluffers has points; elsewhere 0."""
        return 0

    # -- what holds for all ------------------------------------------------------------------

    def copy(self) -> Self:
        """The public state as it is now, to be compared with a snapshot later."""
        twin = self.__class__(self.match, self.seats, self.ranked, self.started)
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                value = getattr(self, name)
                setattr(twin, name, value.copy() if isinstance(value, list | dict | set) else value)
        twin.hands, twin.early = {}, {}
        return twin

    def has_moved(self, turn: int, seat: int) -> bool:
        """Whether this turn has had the move that it allows this seat."""
        return turn <= self.acted and (turn < self.turn or len(self.asked) == 1 or seat in self.moved)

    def learn(self, seat: int, deal: int, cards: Sequence[str], *, number: int, current: bool) -> None:
        """A frame showed this seat's cards or dice.

        Args:
            seat: Whose.
            deal: Of which deal of the match.
            cards: What it holds.
            number: The last public event before the frame.
            current: The fold stands exactly there.
        """
        if deal > self.deal:
            self.early.setdefault(deal, {})[seat] = Hand(cards, number, whole=False)
        elif deal == self.deal and not self.places[seat]:
            known = self.hands.get(seat)
            if known is None:
                self.hands[seat] = Hand(cards, number, whole=len(cards) == self.full(seat))
            elif current:
                known.cards = Counter(cards)
                known.number = number

    def spend(self, seat: int, number: int, cards: Sequence[str]) -> None:
        """These cards left the known hand of a seat by this public event."""
        hand = self.hands.get(seat)
        if hand is not None and number > hand.number:
            hand.unseen = max(0, hand.unseen - (Counter(cards) - hand.cards).total())
            hand.cards -= Counter(cards)

    def missed(self) -> None:
        """Public events of this match were missed."""
        self.whole = False

    def living(self) -> list[int]:
        """Seats without a place, in seat order."""
        return [seat for seat, place in enumerate(self.places) if not place]

    def next_of(self, seat: int, among: Sequence[int]) -> int:
        """The next seat after this one, in seat order, that is among these; -1 when there is none."""
        count = len(self.seats)
        return next((s for s in ((seat + i) % count for i in range(1, count + 1)) if s in among), -1)

    def holders(self) -> list[int]:
        """Seats with cards or dice."""
        return [seat for seat, size in enumerate(self.sizes) if size]

    def fold(self, event: ev.Event, moment: Moment) -> None:
        """Take one public event of this match in."""
        self.folds[type(event)](self, event, moment)

    # -- folds -------------------------------------------------------------------------------

    def begin_deal(self, deal: int, sizes: Sequence[int], moment: Moment) -> None:
        """A deal is announced: hands that were shown before are those of this deal now."""
        self.deal = deal
        self.sizes = list(sizes)
        self.opening = True
        self.hands = self.early.pop(deal, {})
        self.dealt_at = moment
        for seat, hand in self.hands.items():
            hand.whole = len(hand.dealt) == self.full(seat)

    def move(self, event: MoveEvent) -> None:
        """Somebody has used his turn."""
        self.acted = event.turn
        self.moved.add(event.seat)

    def place(self, seat: int, place: int, points: int) -> None:
        """A seat has its place, and is out."""
        self.places[seat] = place
        self.points[seat] = points
        self.sizes[seat] = 0
        self.order.append(seat)
        self.hands.pop(seat, None)

    def _turn(self, event: ev.TurnStarted, moment: Moment) -> None:
        self._ask(event.turn, (event.seat,), event.legal, event.remaining_ms, moment)

    def _bidding(self, event: ev.BiddingOpened, moment: Moment) -> None:
        self._ask(event.turn, event.seats, ("bid",), event.remaining_ms, moment)

    def _ask(self, turn: int, asked: tuple[int, ...], legal: tuple[str, ...], ms: int, moment: Moment) -> None:
        self.fresh = self.opening
        self.opening = False
        self.turn = turn
        self.asked = asked
        self.seat = asked[0] if len(asked) == 1 else -1
        self.moved = set()
        self.legal = legal
        self.started = moment
        self.remaining_ms = ms

    def _legal(self, event: ev.LegalChanged, moment: Moment) -> None:
        self.legal = event.legal

    def _left(self, event: ev.LeftTable, moment: Moment) -> None:
        self.departed.append(event.seat)
        if not self.places[event.seat]:
            self.place(event.seat, event.place, event.points)

    def _taken_over(self, event: ev.TakenOver, moment: Moment) -> None:
        self.departed.append(event.seat)
        self.ai.append(event.seat)

    def _eliminated(self, event: ev.Eliminated, moment: Moment) -> None:
        self.place(event.seat, event.place, event.points)

    def _over(self, event: ev.MatchOver, moment: Moment) -> None:
        self.over = True


COMMON: Final[Mapping[type[ev.Event], Callable[..., None]]] = {
    ev.TurnStarted: Match._turn,
    ev.MatchOver: Match._over,
}
"""Folds of events that every game has."""
