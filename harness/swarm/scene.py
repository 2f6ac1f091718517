"""What a party as a whole knows of its room: the public events, each taken in once, by whoever hears it first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from harness.clock import MILLISECOND, Instant
from harness.wire import events as ev
from harness.wire.policy import Policy


class Scene:
    """The public state of one room.

    Attributes:
        number: The last public event that is part of this picture; 0 before the first snapshot.
        owner: Public id of the room's owner.
        phase: Where the room stands; None before the first snapshot.
        members: In order of arrival.
        policy: What the backend promises, None before the first snapshot.
        match: Id of the running or last match, "" before the first.
        matches: How many matches this room has begun.
        seats: Player id by seat of that match.
        hand: Number of the hand, of the round in Liar's Dice and Wizard; 1 in Bluff, whose match is one deal.
        round: The same, but in Bluff the number of the round.
        bids: How many bids, or claims, were made in this round or hand, as far as known.
        passes: How many have passed in a row.
        trick: Number of the trick in the round, 0 before the first card can be played.
        played: Cards that lie in the trick.
        turn: Number of the turn; 0 before the first of the match.
        seat: The seat to move, None between turns and while several are asked.
        waiting: The seats that are asked: the one to move, or all that have not sealed their bids.
        legal: What it may do.
        deadline: When its time is over: when the turn was first heard of, plus what remained then.
        result: The last finished match, None before the first.
    """

    __slots__ = (
        "bids", "deadline", "hand", "legal", "match", "matches", "members", "number", "owner", "passes", "phase",
        "played", "policy", "result", "round", "seat", "seats", "trick", "turn", "waiting",
    )  # fmt: skip

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Know nothing; the party moves to another room, whose events are counted anew."""
        self.number = 0
        self.owner = ""
        self.phase: ev.Phase | None = None
        self.members: tuple[ev.Member, ...] = ()
        self.policy: Policy | None = None
        self.match = ""
        self.matches = 0
        self.seats: tuple[str, ...] = ()
        self.hand = 0
        self.turn = 0
        self.result: ev.Result | None = None
        self._new_round(0)
        self._between_turns()

    def _new_round(self, number: int) -> None:
        self.round = number
        self.bids = 0
        self.passes = 0
        self.trick = 0
        self.played = 0

    def _between_turns(self) -> None:
        self.seat: int | None = None
        self.waiting: tuple[int, ...] = ()
        self.legal: tuple[ev.Legal, ...] = ()
        self.deadline: Instant | None = None

    def mover(self) -> str:
        """Player id of the seat to move, "" when there is none."""
        return self.player(self.seat)

    def asked(self) -> tuple[str, ...]:
        """Player ids of the seats that are asked: one, or several while bids are sealed."""
        return tuple(map(self.player, self.waiting))

    def player(self, seat: int | None) -> str:
        """Player id of a seat of the match, "" for seats that do not exist."""
        return self.seats[seat] if seat is not None and 0 <= seat < len(self.seats) else ""

    def bots(self) -> tuple[str, ...]:
        """Public ids of the bots, in order of arrival."""
        return tuple(member.player for member in self.members if member.kind == "bot")

    def news(self, event: ev.PublicEvent, *, now: Instant) -> None:
        """Take in a public event that is not known yet: its number is above `number`."""
        self.number = event.number
        _TAKE[type(event)](self, event, now)

    def snapshot(self, event: ev.Snapshot, *, now: Instant) -> bool:
        """Take in a snapshot.

        Returns:
            Whether it knew more than the events so far: somebody heard of things that nobody of the party saw.
        """
        self.policy = event.policy
        if self.phase is not None and event.number <= self.number:
            return False
        self.number = event.number
        self.owner = event.owner
        self.members = event.members
        self.phase = event.phase
        self.result = event.result
        table = event.table
        if table is None:
            self._between_turns()
            return True
        if table.match != self.match:
            self.match = table.match
            self.matches += 1
            self.turn = 0
        self.seats = table.seats
        self.hand = _hand_of(table)
        self._picture(table)
        self.seat = table.seat
        self.waiting = table.waiting if isinstance(table, ev.WizardView) else (table.seat,)
        self.legal = table.legal
        if table.turn != self.turn or self.deadline is None:
            self.turn = table.turn
            self.deadline = now + table.remaining_ms * MILLISECOND
        return True

    def _picture(self, table: ev.TableView | ev.DiceView | ev.BluffView | ev.WizardView) -> None:
        """Take in where the round stands; how often was bid, a snapshot does not always say."""
        before, bids = self.round, self.bids
        self._new_round(self.hand if not isinstance(table, ev.BluffView) else table.round)
        if isinstance(table, ev.WizardView):
            self.bids = sum(table.placed)
            self.trick = sum(table.won) + 1 if table.phase == "play" else 0
            self.played = len(table.trick)
            return
        standing = table.bid if isinstance(table, ev.DiceView) else table.claim
        if standing is not None:
            self.bids = max(1, bids if before == self.round else 1)
        if isinstance(table, ev.BluffView):
            self.passes = len(table.passed)

    def _roster(self, event: ev.Roster, now: Instant) -> None:
        self.owner = event.owner
        self.phase = event.phase
        self.members = event.members

    def _room_closed(self, event: ev.RoomClosed, now: Instant) -> None:
        self.phase = "closed"
        self._between_turns()

    def _match_started(self, event: ev.MatchStarted, now: Instant) -> None:
        self.phase = "playing"
        self.match = event.match
        self.matches += 1
        self.seats = event.seats
        self.hand = 0
        self.turn = 0
        self._new_round(0)
        self._between_turns()

    def _hand_started(self, event: ev.HandStarted, now: Instant) -> None:
        self.hand = event.hand
        self._new_round(event.hand)
        self._between_turns()

    def _round_started(self, event: ev.RoundStarted | ev.RoundDealt | ev.Dealt, now: Instant) -> None:
        self.hand = 1 if isinstance(event, ev.Dealt) else event.round
        self._new_round(self.hand)
        self._between_turns()

    def _bidding(self, event: ev.BiddingOpened, now: Instant) -> None:
        self.turn = event.turn
        self.seat = None
        self.waiting = event.seats
        self.legal = ("bid",)
        self.deadline = now + event.remaining_ms * MILLISECOND

    def _turn_started(self, event: ev.TurnStarted, now: Instant) -> None:
        self.turn = event.turn
        self.seat = event.seat
        self.waiting = (event.seat,)
        self.legal = event.legal
        if "play" in event.legal:
            self.trick = max(1, self.trick)
        self.deadline = now + event.remaining_ms * MILLISECOND

    def _legal_changed(self, event: ev.LegalChanged, now: Instant) -> None:
        # The deadline stays where the turn put it (BLF-E11).
        self.legal = event.legal

    def _moved(self, event: ev.PublicEvent, now: Instant) -> None:
        self._between_turns()

    def _claimed(self, event: ev.Played | ev.BidMade | ev.TricksBid | ev.Laid, now: Instant) -> None:
        self.bids += 1
        self.passes = 0
        self._between_turns()

    def _sealed(self, event: ev.BidSealed, now: Instant) -> None:
        # The others are still asked, in the same turn.
        self.bids += 1
        self.waiting = tuple(seat for seat in self.waiting if seat != event.seat)

    def _passed(self, event: ev.Passed, now: Instant) -> None:
        self.passes += 1
        self._between_turns()

    def _cleared(self, event: ev.TurnedUp | ev.Swept, now: Instant) -> None:
        self._new_round(self.round + 1)
        self._between_turns()

    def _card_played(self, event: ev.CardPlayed, now: Instant) -> None:
        self.played += 1
        self._between_turns()

    def _trick_taken(self, event: ev.TrickTaken, now: Instant) -> None:
        self.trick += 1
        self.played = 0

    def _other(self, event: ev.PublicEvent, now: Instant) -> None:
        """Somebody away or back, a pull, an elimination, a leave: what the turn becomes is told by another event."""

    def _match_over(self, event: ev.MatchOver, now: Instant) -> None:
        self.phase = "results"
        self.result = event.result
        self._between_turns()


def _hand_of(table: ev.TableView | ev.DiceView | ev.BluffView | ev.WizardView) -> int:
    """The number of the hand or round; a match of Bluff is one deal."""
    if isinstance(table, ev.TableView):
        return table.hand
    return 1 if isinstance(table, ev.BluffView) else table.round


_TAKE: Final[dict[type[ev.PublicEvent], Callable[..., None]]] = {
    ev.Roster: Scene._roster,
    ev.Away: Scene._other,
    ev.Back: Scene._other,
    ev.RoomClosed: Scene._room_closed,
    ev.MatchStarted: Scene._match_started,
    ev.HandStarted: Scene._hand_started,
    ev.TurnStarted: Scene._turn_started,
    ev.LegalChanged: Scene._legal_changed,
    ev.Played: Scene._claimed,
    ev.Called: Scene._moved,
    ev.Pulled: Scene._other,
    ev.Eliminated: Scene._other,
    ev.HandVoid: Scene._moved,
    ev.LeftTable: Scene._other,
    ev.TakenOver: Scene._other,
    ev.MatchOver: Scene._match_over,
    ev.RoundStarted: Scene._round_started,
    ev.BidMade: Scene._claimed,
    ev.Challenged: Scene._moved,
    ev.Dealt: Scene._round_started,
    ev.Laid: Scene._claimed,
    ev.Passed: Scene._passed,
    ev.TurnedUp: Scene._cleared,
    ev.Swept: Scene._cleared,
    ev.Finished: Scene._other,
    ev.RoundDealt: Scene._round_started,
    ev.BiddingOpened: Scene._bidding,
    ev.TrumpChosen: Scene._moved,
    ev.TricksBid: Scene._claimed,
    ev.BidSealed: Scene._sealed,
    ev.BidsRevealed: Scene._moved,
    ev.CardPlayed: Scene._card_played,
    ev.TrickTaken: Scene._trick_taken,
    ev.RoundScored: Scene._other,
}

PUBLIC: Final = frozenset(_TAKE)
"""The types of public events."""

FLOW: Final = frozenset({ev.Roster, ev.RoomClosed, ev.MatchStarted, ev.MatchOver})
"""Events that can move a party on to another stage."""
