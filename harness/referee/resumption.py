"""How a match stood for one player when his connection was lost, and what had changed when he came back.

A picture names things by the words of `resumes`. That of Bluffers is taken from what the referee knows of the
match; for the other games the public events of the room, the hands that were sent to our players and the moves
that were accepted are kept here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from harness.clock import MILLISECOND, SECOND, Instant
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev

SLACK: Final = 3 * MILLISECOND
"""Whole milliseconds are cut off on the way, at both ends and in between."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bluffers": ("seat", "hand", "deadline", "cards", "turn"),
    "liars_dice": ("seat", "round", "turn", "deadline", "dice", "bid"),
    "bluff": ("seat", "round", "turn", "deadline", "cards", "claim"),
    "wizard": ("seat", "round", "turn", "deadline", "cards", "bid", "trick"),
}
"""What can be the same, by game; in Wizard `bid` is the own one."""


class Picture(Struct, frozen=True, kw_only=True):
    """A player's situation.

    Attributes:
        shown: Values by word. One that is not known, such as cards that had not come yet, is None in the picture of
            the loss.
        due: When the running turn was to end.
        width: How far that may be off.
    """

    shown: Mapping[str, Any]
    due: Instant
    width: int


class Table:
    """A match of a game other than Bluffers, as its public events tell it.

    Attributes:
        seats: Player id by seat.
        over: It is decided.
        round, turn: Their numbers.
        due, width: When the running turn is to end, and how far that may be off.
        bid: The last bid of dice: seat, number, face.
        claim: The last claim of cards: seat, number, rank.
        trick: Cards in the trick.
        bids: Bids of tricks by seat, those that all may see.
    """

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.over = False
        self.turn = 0
        self.started: Moment | None = None
        self.remaining_ms = 0
        self.begin(0)

    def begin(self, number: int) -> None:
        """A new round."""
        self.round = number
        self.bid: tuple[int, int, int] | None = None
        self.claim: tuple[int, int, str] | None = None
        self.trick: tuple[str, ...] = ()
        self.bids: dict[int, int] = {}

    def take(self, event: ev.PublicEvent, moment: Moment) -> None:
        """Take the next public event in."""
        if isinstance(event, ev.TurnStarted | ev.BiddingOpened):
            self.turn, self.started, self.remaining_ms = event.turn, moment, event.remaining_ms
        elif isinstance(event, ev.RoundStarted | ev.RoundDealt):
            self.begin(event.round)
        elif isinstance(event, ev.Dealt):
            self.begin(1)
        elif isinstance(event, ev.TurnedUp | ev.Swept):
            self.begin(self.round + 1)
        elif isinstance(event, ev.BidMade):
            self.bid = (event.seat, event.quantity, event.face)
        elif isinstance(event, ev.Laid):
            self.claim = (event.seat, event.count, event.rank)
        elif isinstance(event, ev.TricksBid):
            self.bids[event.seat] = event.tricks
        elif isinstance(event, ev.BidsRevealed):
            self.bids = dict(enumerate(event.bids))
        elif isinstance(event, ev.CardPlayed):
            self.trick = (*self.trick, event.card)
        elif isinstance(event, ev.TrickTaken):
            self.trick = ()
        elif isinstance(event, ev.MatchOver):
            self.over = True

    def adopt(self, view: ev.DiceView | ev.BluffView | ev.WizardView, moment: Moment) -> None:
        """Take a snapshot in: nobody saw all that led there."""
        self.begin(view.round)
        self.turn, self.started, self.remaining_ms = view.turn, moment, view.remaining_ms
        if isinstance(view, ev.DiceView) and view.bid is not None:
            self.bid = (view.bid.seat, view.bid.quantity, view.bid.face)
        elif isinstance(view, ev.BluffView) and view.claim is not None:
            self.claim = (view.claim.seat, view.claim.count, view.claim.rank)
        elif isinstance(view, ev.WizardView):
            self.trick = tuple(view.trick)
            self.bids = {seat: bid for seat, bid in enumerate(view.bids) if bid is not None}


class Hand:
    """What one player holds: dice or cards, and in Wizard his bid; None as long as it is not known."""

    def __init__(self) -> None:
        self.held: Counter[Any] | None = None
        self.bid: int | None = None

    def take(self, event: ev.Dice | ev.BluffHand | ev.WizardHand) -> None:
        """The server says what he holds."""
        self.held = Counter[Any](event.dice if isinstance(event, ev.Dice) else event.cards)
        if isinstance(event, ev.WizardHand):
            self.bid = event.bid

    def spend(self, command: cmd.Command) -> None:
        """A move of his own was accepted."""
        if isinstance(command, cmd.Lay) and self.held is not None:
            self.held -= Counter[Any](command.cards)
        elif isinstance(command, cmd.PlayCard) and self.held is not None:
            self.held -= Counter[Any]([command.card])
        elif isinstance(command, cmd.BidTricks):
            self.bid = command.tricks


class Resumption:
    """Pictures of all games.

    Args:
        scene: What the referee knows.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._tables: dict[str, Table] = {}
        self._hands: dict[str, Hand] = {}

    def on_public(self, room: str, event: ev.PublicEvent, moment: Moment) -> None:
        """The next public event of a room."""
        if isinstance(event, ev.MatchStarted):
            self._tables.pop(room, None)
            if event.game != "bluffers":
                self._tables[room] = Table(event.seats)
        elif room in self._tables:
            self._tables[room].take(event, moment)

    def on_hand(self, connection: Connection, event: ev.Dice | ev.BluffHand | ev.WizardHand) -> None:
        """A hand that was sent to one of our players."""
        self._hands.setdefault(connection.who, Hand()).take(event)

    def on_ok(self, connection: Connection, event: ev.Ok) -> None:
        """A move of one of our players was accepted."""
        sent = connection.sent.get(event.id)
        if sent is not None and connection.who in self._hands:
            self._hands[connection.who].spend(sent.command)

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """What a player of another game than Bluffers is shown, he knows."""
        view = event.table
        if view is None or isinstance(view, ev.TableView):
            return
        table = self._tables.get(event.room)
        if table is None or table.seats != view.seats:
            table = self._tables[event.room] = Table(view.seats)
            table.adopt(view, Moment(*self._scene.arrival(connection, at), at))
        hand = self._hands[connection.who] = Hand()
        hand.held = Counter[Any](view.dice if isinstance(view, ev.DiceView) else view.cards)
        if isinstance(view, ev.WizardView) and event.seat is not None:
            hand.bid = view.bids[event.seat]

    def before(self, connection: Connection) -> Picture | None:
        """How things stand for this player, who is being lost; None when he sits in no match."""
        room = connection.room
        if room is None or room.by_player.get(connection.player) is not connection:
            return None
        table = self._tables.get(room.code)
        return self._of_bluffers(connection) if table is None else self._of_table(table, connection)

    def _of_bluffers(self, connection: Connection) -> Picture | None:
        match = connection.room.match if connection.room is not None else None
        if match is None or match.over or connection.player not in match.seats:
            return None
        seat = match.seats.index(connection.player)
        hand = match.hands.get(seat)
        return Picture(
            shown={
                "seat": seat,
                "hand": match.hand,
                "turn": match.turn,
                "cards": Counter[Any](hand.cards) if hand is not None else None,
            },
            due=match.started.hi + match.remaining_ms * MILLISECOND,
            width=min(match.started.hi - max(match.started.lo, 0), SECOND),
        )

    def _of_table(self, table: Table, connection: Connection) -> Picture | None:
        started = table.started
        if table.over or started is None or connection.player not in table.seats:
            return None
        seat = table.seats.index(connection.player)
        hand = self._hands.get(connection.who, Hand())
        return Picture(
            shown={
                "seat": seat,
                "round": table.round,
                "turn": table.turn,
                "dice": hand.held,
                "cards": hand.held,
                "bid": table.bid if table.bid is not None else table.bids.get(seat, hand.bid),
                "claim": table.claim,
                "trick": table.trick,
            },
            due=started.hi + table.remaining_ms * MILLISECOND,
            width=min(started.hi - max(started.lo, 0), SECOND),
        )

    def changed(self, before: Picture, connection: Connection, event: ev.Snapshot, at: Instant) -> tuple[set[str], int]:
        """What is not as it was.

        Returns:
            The words, and how many things cannot be compared because they were not known when he was lost.
        """
        view = event.table
        if view is None:
            return {word for words in WORDS.values() for word in words}, 0
        after = shown_in(view, event.seat)
        unknown = sum(word in ("cards", "dice") and before.shown.get(word) is None for word in after)
        changed = {
            word
            for word, value in after.items()
            if value != before.shown.get(word) and (word not in ("cards", "dice") or before.shown[word] is not None)
        }
        lo, hi = self._scene.arrival(connection, at)
        left = view.remaining_ms * MILLISECOND
        slack = SLACK + before.width + self._scene.sandwich.drift(left + SECOND)
        if "turn" in changed or not max(lo, at - SECOND) + left - slack <= before.due <= hi + left + slack:
            changed.add("deadline")
        return changed, unknown


def shown_in(view: ev.TableView | ev.DiceView | ev.BluffView | ev.WizardView, seat: int | None) -> dict[str, Any]:
    """What a snapshot shows, by word."""
    shown: dict[str, Any] = {"seat": seat, "turn": view.turn}
    if isinstance(view, ev.TableView):
        return {**shown, "hand": view.hand, "cards": Counter[Any](view.cards)}
    shown["round"] = view.round
    if isinstance(view, ev.DiceView):
        bid = (view.bid.seat, view.bid.quantity, view.bid.face) if view.bid is not None else None
        return {**shown, "dice": Counter[Any](view.dice), "bid": bid}
    shown["cards"] = Counter[Any](view.cards)
    if isinstance(view, ev.BluffView):
        claim = (view.claim.seat, view.claim.count, view.claim.rank) if view.claim is not None else None
        return {**shown, "claim": claim}
    return {**shown, "trick": tuple(view.trick), "bid": view.bids[seat] if seat is not None else None}
