"""What one player knows: the fold of the events that its own seat has received."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from harness.clock import MILLISECOND, SECOND, Duration, Instant
from harness.players import known as games
from harness.rules.cards import Face, Rank
from harness.wire import events as ev
from harness.wire.policy import Policy
from harness.wire.session import State, step

NOTES_MAX: Final = 20
"""So many notes are kept; all of them are counted."""

_PRIVATE: Final = frozenset(ev.PrivateEvent.__args__)


class PlayerView:
    """Everything a player may base a decision on.

    `fold` never raises: an event that the session table does not allow, a gap in `seq` or
    `number`, or a seat that does not exist leaves a note and as much of the event as makes sense.

    Nobody but the server knows which card an automatic move played. Until it sends the hand anew,
    which not every backend does, the hand is known up to `unsure` cards: `cards` holds those that
    may be there, and `unsure` of them are gone.

    Attributes:
        habit: The range of think times this player was told to keep, nanoseconds.
        now: When the last event came in.
        state: Where the connection stands in the session table.
        seq: The last `seq` of the connection; 0 before the first frame.
        number: The last public number of the room.
        notes: What was out of order, oldest first, at most `NOTES_MAX`.
        notes_total: How many notes there were in all.
        closed: Why the room was closed, or "".
        room, owner, phase, members, you, policy, result, restarted: As the snapshot says.
        match, seats, ranked, hand, table, sizes, pulls, places, points, departed: As the table view says;
            `match` is "" and `seats` empty before the first match.
        seat: The own seat, None outside a match.
        claim_seat: Who claimed last, None when there is nothing to call.
        claim_count: How many cards that claim has.
        buried: How many cards the others laid in this hand under the last claim, as far as seen.
        turn: Number of the turn, 0 before the first.
        turn_seat: Who is to move, None between turns.
        legal: What that seat may do.
        deadline: When its time is over, by this player's reckoning; None between turns.
        cards: The own hand, in the order dealt.
        laid: Own cards that lie on the table in this hand, face down, as far as known.
        unsure: How many of `cards` are gone, nobody told which.
        game: Which game is played.
        known: What belongs to a game other than Bluffers, None in Bluffers.
        waiting: The seats that are asked at the same time, while sealed bids are made; else empty.
        ai: Seats that an AI plays because their players left.
    """

    __slots__ = (
        "_accepted", "_sent", "ai", "buried", "cards", "claim_count", "claim_seat", "closed", "deadline", "departed",
        "game", "habit", "hand", "known",
        "laid", "legal", "match", "members", "notes", "notes_total", "now", "number", "owner", "phase", "places",
        "points", "policy", "pulls", "ranked", "restarted", "result", "room", "seat", "seats", "seq", "sizes", "state",
        "table", "turn", "turn_seat", "unsure", "waiting", "you",
    )  # fmt: skip

    def __init__(self, habit: tuple[Duration, Duration] = (0, SECOND)) -> None:
        self.habit = habit
        self.now: Instant = 0
        self.state = State.NEW
        self.seq = 0
        self.number = 0
        self.notes: list[str] = []
        self.notes_total = 0
        self.closed = ""
        self.room = ""
        self.owner = ""
        self.you = ""
        self.phase: ev.Phase = "lobby"
        self.members: tuple[ev.Member, ...] = ()
        self.policy: Policy | None = None
        self.result: ev.Result | None = None
        self.restarted = False
        self._no_match()

    def _no_match(self) -> None:
        self.match = ""
        self.game = "bluffers"
        self.known: games.Known | None = None
        self.ai: tuple[int, ...] = ()
        self.seats: tuple[str, ...] = ()
        self.ranked = False
        self.hand = 0
        self.table: Rank | None = None
        self.sizes: list[int] = []
        self.pulls: list[int] = []
        self.places: list[int | None] = []
        self.points: list[int | None] = []
        self.departed: tuple[int, ...] = ()
        self.seat: int | None = None
        self.turn = 0
        self._no_claim()
        self._no_turn()
        self._hold(())

    def _no_claim(self) -> None:
        self.claim_seat: int | None = None
        self.claim_count = 0

    def _no_turn(self) -> None:
        self.turn_seat: int | None = None
        self.waiting: tuple[int, ...] = ()
        self.legal: tuple[ev.Legal, ...] = ()
        self.deadline: Instant | None = None
        self._accepted: tuple[str, ...] | None = None
        self._sent: dict[str, tuple[str, ...]] = {}

    def _hold(self, cards: tuple[Face, ...]) -> None:
        self.cards: list[Face] = list(cards)
        self.laid: list[Face] = []
        self.buried = 0
        self.unsure = 0

    # -- questions ---------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """Whether this player is the one to move."""
        return self.seat is not None and (self.turn_seat == self.seat or self.seat in self.waiting)

    @property
    def in_match(self) -> bool:
        """Whether a match runs in which this player has a seat that it has not left."""
        return self.phase == "playing" and self.seat is not None and self.seat not in self.departed

    @property
    def alive(self) -> bool:
        """Whether this player still plays: in a match, and its place is open."""
        return self.in_match and self.seat is not None and self.places[self.seat] is None

    @property
    def remaining(self) -> Duration:
        """Time left for the running turn at `now`; 0 between turns and when it is over."""
        return max(0, self.deadline - self.now) if self.deadline is not None else 0

    def playable(self) -> tuple[Face, ...]:
        """The cards to choose from: those surely held, or one guess when no card is sure."""
        if not self.unsure:
            return tuple(self.cards)
        sure = tuple(face for place, face in enumerate(self.cards) if self.cards[:place].count(face) >= self.unsure)
        return sure or tuple(self.cards[:1])

    def others(self) -> tuple[ev.Member, ...]:
        """The human members besides this player."""
        return tuple(m for m in self.members if m.kind == "human" and m.player != self.you)

    # -- what happens ------------------------------------------------------------------------

    def intend(self, command: str, cards: tuple[str, ...]) -> None:
        """Remember which cards the move with this command id wants to play in the running turn."""
        self._sent[command] = cards

    def disconnected(self) -> None:
        """The connection is gone; what comes next comes on a new one, which begins with its own `seq`."""
        self.state = State.NEW
        self.seq = 0

    def lacks(self, face: str, copies: int) -> None:
        """Learn from a refusal that fewer than `copies` of a face are held."""
        while self.unsure and self.cards.count(face) >= copies:  # type: ignore[arg-type]
            self._lay(face)
            self.unsure -= 1

    def fold(self, event: ev.Event, *, now: Instant) -> None:
        """Take one event in.

        Args:
            event: Decoded; undecodable frames never get this far.
            now: When it was received, nanoseconds of the run.
        """
        self.now = now
        kind = type(event)
        if kind is ev.Snapshot:
            self._snapshot(event)  # type: ignore[arg-type]
            return
        following = step(self.state, event)
        if following is None:
            self._note(f"{kind.__name__} is out of order in state {self.state}")
        else:
            self.state = following
        if event.seq != self.seq + 1:
            self._note(f"seq {event.seq} follows {self.seq}")
        self.seq = event.seq
        if kind not in _PRIVATE:
            number: int = event.number  # type: ignore[union-attr]
            if number != self.number + 1:
                self._note(f"number {number} follows {self.number}")
            self.number = number
        handler = _FOLDS.get(kind)
        try:
            if handler is not None:
                handler(self, event)
            elif kind in games.FOLDS:
                self._fold_other(event)
        except IndexError:
            self._note(f"{kind.__name__} names a seat that does not exist")

    def _fold_other(self, event: ev.Event) -> None:
        """An event of one of the other games; it means nothing while that game is not played."""
        whose, fold = games.FOLDS[type(event)]
        if type(self.known) is whose:
            fold(self.known, self, event)
        else:
            self._note(f"{type(event).__name__} in a match of {self.game}")

    def between_turns(self) -> None:
        """Nobody is asked."""
        self._no_turn()

    def accepted(self) -> tuple[str, ...]:
        """What the own move that was accepted in this turn said, see `intend`; () when none was."""
        return self._accepted or ()

    def _note(self, text: str) -> None:
        self.notes_total += 1
        if len(self.notes) < NOTES_MAX:
            self.notes.append(text)

    def _snapshot(self, event: ev.Snapshot) -> None:
        if event.seq != 1:
            self._note(f"a snapshot with seq {event.seq}")
        self.state = State.NEW
        self.state = step(self.state, event) or self.state
        self.seq = event.seq
        self.number = event.number
        self.closed = ""
        self.room = event.room
        self.owner = event.owner
        self.you = event.you
        self.phase = event.phase
        self.members = event.members
        self.policy = event.policy
        self.result = event.result
        self.restarted = event.restarted
        self._no_match()
        if isinstance(event.table, ev.TableView):
            self._table_view(event.table, event.seat)
        elif event.table is not None:
            self._other_view(event.table, event.seat)

    def _other_view(self, table: ev.DiceView | ev.BluffView | ev.WizardView, seat: int | None) -> None:
        self.game = str(table.__struct_config__.tag)
        self.match = table.match
        self.seats = table.seats
        self.ranked = table.ranked
        self.seat = seat if seat is not None and 0 <= seat < len(table.seats) else None
        self.points = [None] * len(table.seats)
        self.known = games.blank_for(table)
        self.known.picture(self, table)  # type: ignore[union-attr, arg-type]
        self.turn = table.turn
        self.legal = table.legal
        self.deadline = self.now + table.remaining_ms * MILLISECOND

    def _table_view(self, table: ev.TableView, seat: int | None) -> None:
        self.match = table.match
        self.seats = table.seats
        self.ranked = table.ranked
        self.hand = table.hand
        self.table = table.table
        self.sizes = list(table.sizes)
        self.pulls = list(table.pulls)
        self.places = list(table.places)
        self.points = list(table.points)
        self.departed = table.departed
        if seat is not None and not 0 <= seat < len(table.places):
            self._note("Snapshot names a seat that does not exist")
        else:
            self.seat = seat
        if table.claim is not None and not 0 <= table.claim.seat < len(table.sizes):
            self._note("Snapshot has a claim of a seat that does not exist")
        elif table.claim is not None:
            self.claim_seat = table.claim.seat
            self.claim_count = table.claim.count
        self.turn = table.turn
        self.turn_seat = table.seat
        self.legal = table.legal
        self.deadline = self.now + table.remaining_ms * MILLISECOND
        self._hold(table.cards)

    def _cards(self, event: ev.Cards) -> None:
        # In mid-hand, after an automatic move, what is missing now was laid; at a deal nothing was held.
        gone = self.cards
        for card in event.cards:
            if card in gone:
                gone.remove(card)
        self.laid += gone
        self.cards = list(event.cards)
        self.unsure = 0

    def _ok(self, event: ev.Ok) -> None:
        self._accepted = self._sent.get(event.id, self._accepted)

    def _roster(self, event: ev.Roster) -> None:
        self.owner = event.owner
        self.members = event.members
        self.phase = event.phase

    def _presence(self, event: ev.Away | ev.Back) -> None:
        present = type(event) is ev.Back
        self.members = tuple(
            ev.Member(player=m.player, name=m.name, kind=m.kind, present=present) if m.player == event.player else m
            for m in self.members
        )

    def _room_closed(self, event: ev.RoomClosed) -> None:
        self.phase = "closed"
        self.closed = event.reason
        self._no_turn()

    def _match_started(self, event: ev.MatchStarted) -> None:
        self._no_match()
        self.phase = "playing"
        self.match = event.match
        self.game = event.game
        self.known = games.known_of(event.options)
        self.seats = event.seats
        self.ranked = event.ranked
        self.seat = event.seats.index(self.you) if self.you in event.seats else None
        count = len(event.seats)
        self.sizes = [0] * count
        self.pulls = [0] * count
        self.places = [None] * count
        self.points = [None] * count

    def _hand_started(self, event: ev.HandStarted) -> None:
        self.hand = event.hand
        self.table = event.table
        self.sizes = list(event.sizes)
        self._no_claim()
        self._no_turn()
        self._hold(())

    def _turn_started(self, event: ev.TurnStarted) -> None:
        self._no_turn()
        self.turn = event.turn
        self.turn_seat = event.seat
        self.legal = event.legal
        self.deadline = self.now + event.remaining_ms * MILLISECOND

    def _legal_changed(self, event: ev.LegalChanged) -> None:
        # The deadline stays where the turn put it (BLF-E11), however late this frame is.
        self.legal = event.legal

    def _played(self, event: ev.Played) -> None:
        self.sizes[event.seat] = event.left
        if self.claim_seat != self.seat:
            self.buried += self.claim_count
        self.claim_seat = event.seat
        self.claim_count = event.count
        if event.seat == self.seat:
            self._played_by_me(event)
        self._no_turn()

    def _played_by_me(self, event: ev.Played) -> None:
        cards = self._accepted
        if cards is None and self._sent:
            # A backend that answers no commands: the last one sent is the best guess.
            cards = next(reversed(self._sent.values()))
        if event.auto is None and cards is not None and len(cards) == event.count:
            for card in cards:
                self._lay(card)
        else:
            self.unsure += event.count

    def _lay(self, card: str) -> None:
        for place, held in enumerate(self.cards):
            if held == card:
                self.laid.append(self.cards.pop(place))
                return

    def _called(self, event: ev.Called) -> None:
        self._no_claim()
        self._no_turn()

    def _pulled(self, event: ev.Pulled) -> None:
        self.pulls[event.seat] = event.pulls

    def _eliminated(self, event: ev.Eliminated) -> None:
        self.places[event.seat] = event.place
        self.points[event.seat] = event.points
        self.sizes[event.seat] = 0
        if event.seat == self.seat:
            self._hold(())

    def _hand_void(self, event: ev.HandVoid) -> None:
        self._no_claim()
        self._no_turn()

    def _left(self, event: ev.LeftTable) -> None:
        self.places[event.seat] = event.place
        self.points[event.seat] = event.points
        self.sizes[event.seat] = 0
        self.departed = (*self.departed, event.seat)
        if event.withdrawn:
            self._no_claim()
        if event.seat == self.turn_seat:
            self._no_turn()
        if event.seat == self.seat:
            self._hold(())

    def _taken_over(self, event: ev.TakenOver) -> None:
        self.ai = (*self.ai, event.seat)

    def _match_over(self, event: ev.MatchOver) -> None:
        self.phase = "results"
        self.result = event.result
        self.places = list(event.result.places)
        self.points = list(event.result.points)
        self._no_claim()
        self._no_turn()
        self._hold(())


_FOLDS: Final[dict[type[ev.Event], Callable[..., None]]] = {
    ev.Cards: PlayerView._cards,
    ev.Ok: PlayerView._ok,
    ev.Roster: PlayerView._roster,
    ev.Away: PlayerView._presence,
    ev.Back: PlayerView._presence,
    ev.RoomClosed: PlayerView._room_closed,
    ev.MatchStarted: PlayerView._match_started,
    ev.HandStarted: PlayerView._hand_started,
    ev.TurnStarted: PlayerView._turn_started,
    ev.LegalChanged: PlayerView._legal_changed,
    ev.Played: PlayerView._played,
    ev.Called: PlayerView._called,
    ev.Pulled: PlayerView._pulled,
    ev.Eliminated: PlayerView._eliminated,
    ev.HandVoid: PlayerView._hand_void,
    ev.LeftTable: PlayerView._left,
    ev.TakenOver: PlayerView._taken_over,
    ev.MatchOver: PlayerView._match_over,
}
