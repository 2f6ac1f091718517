"""One room and its one order of public events, as the first of our players to hear them heard them."""

from __future__ import annotations

from collections import deque
from typing import Final

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.games import MATCHES
from harness.referee.match import Match
from harness.referee.moment import Moment
from harness.referee.span import Clock
from harness.wire import events as ev
from harness.wire.policy import Policy

RING: Final = 256
"""Public events per room that are kept for comparison."""

CHECKPOINTS: Final = 16
"""States of a room that are kept, one per hand, so that those between them can be rebuilt from the events."""


class Kept:
    """One public event that is kept for comparison: its body as first seen, decoded, and its moment."""

    __slots__ = ("body", "event", "moment")

    def __init__(self, body: bytes, event: ev.PublicEvent, moment: Moment) -> None:
        self.body = body
        self.event = event
        self.moment = moment


class Checkpoint:
    """The public state of a room right after event `number`."""

    __slots__ = ("match", "members", "number", "owner", "phase", "result")

    def __init__(self, room: Room) -> None:
        self.number = room.number
        self.owner = room.owner
        self.phase = room.phase
        self.members = room.members
        self.result = room.result
        self.match = room.match.copy() if room.match is not None else None


class Room:
    """One room: its public events in order, its members, its match.

    Attributes:
        code: Room code.
        number: The last public event taken in.
        owner, phase, members: After that event.
        seats: Seats as asked for at creation, 0 when we did not create it.
        turn_ms: The clock as asked for, None for the server's own.
        policy: As stated by the first snapshot.
        match: The running match, or the last one until the next begins.
        result: The last result.
        connections: Of ours that sit here, in order of their snapshots; lost ones are taken out.
        by_player: The connection a player uses now.
        left: Players that left on purpose or were expired.
        matches: Ids of the matches seen in it.
        pending: Events that came before their predecessors.
        ring: Events by number modulo `RING`.
        closed: A `room_closed` came.
        game: Which game is played here, "" when that is not known yet.
        clock: The turn under way.
    """

    __slots__ = (
        "by_player",
        "checkpoints",
        "clock",
        "closed",
        "code",
        "connections",
        "game",
        "left",
        "match",
        "matches",
        "members",
        "number",
        "owner",
        "pending",
        "phase",
        "policy",
        "result",
        "ring",
        "seats",
        "turn_ms",
    )

    def __init__(self, code: str) -> None:
        self.code = code
        self.number = 0
        self.owner = ""
        self.phase: ev.Phase = "lobby"
        self.members: tuple[ev.Member, ...] = ()
        self.seats = 0
        self.turn_ms: int | None = None
        self.policy: Policy | None = None
        self.match: Match | None = None
        self.result: ev.Result | None = None
        self.connections: list[Connection] = []
        self.by_player: dict[str, Connection] = {}
        self.left: set[str] = set()
        self.matches: list[str] = []
        self.pending: dict[int, Kept] = {}
        self.ring: dict[int, Kept] = {}
        self.checkpoints: deque[Checkpoint] = deque(maxlen=CHECKPOINTS)
        self.closed = False
        self.game = ""
        self.clock = Clock()

    def kept(self, number: int) -> Kept | None:
        """The event with this number, when it is still kept."""
        found = self.pending.get(number)
        if found is None:
            found = self.ring.get(number % RING)
            if found is not None and found.event.number != number:
                return None
        return found

    def adopt(self, snapshot: ev.Snapshot, moment: Moment) -> None:
        """Take the public state from a snapshot: nobody saw what came before, or not all of it."""
        self.number = snapshot.number
        self.owner = snapshot.owner
        self.phase = snapshot.phase
        self.members = snapshot.members
        self.result = snapshot.result
        self.policy = snapshot.policy
        self.game = snapshot.game
        table = snapshot.table
        kind = MATCHES.get(snapshot.game)
        if table is not None and kind is not None:
            self._began(table.match)
            same = self.match is not None and self.match.deal == kind.deal_of(table) and not kind.grows
            hands = self.match.hands if self.match is not None and same else {}
            self.match = kind.from_view(table, snapshot.seat, moment, snapshot.number, snapshot.options)
            self.match.hands = {**hands, **self.match.hands}
        self.clock.reset()
        self.checkpoints.clear()
        self.checkpoints.append(Checkpoint(self))

    def missed(self, event: ev.Snapshot, moment: Moment) -> tuple[ev.MatchOver, Moment] | tuple[()]:
        """The end of the match that runs as far as we know, when this snapshot shows its result; () when it does not.

        It came after the last turn that we know of.
        """
        result, match = event.result, self.match
        if result is None or match is None or self.phase != "playing" or result.match != match.match:
            return ()
        over = ev.MatchOver(number=event.number, group=event.number, result=result)
        return over, Moment(match.started.lo, moment.hi, moment.first)

    def restarted(self, since: Instant, moment: Moment) -> None:
        """The backend was restarted: turns that were announced before have other clocks, begun before this moment."""
        self.clock.forget(since)
        if self.match is not None and self.match.started.lo < since:
            self.match.started = moment

    def take(self, kept: Kept) -> None:
        """Take the next public event in."""
        event = kept.event
        self.number = event.number
        self.ring[event.number % RING] = kept
        kind = type(event)
        if kind is ev.Roster:
            self._roster(event)  # type: ignore[arg-type]
        elif kind is ev.MatchStarted:
            self._match_started(event, kept.moment)  # type: ignore[arg-type]
        elif kind is ev.Away or kind is ev.Back:
            self._presence(event.player, kind is ev.Back)  # type: ignore[union-attr]
        elif kind is ev.RoomClosed:
            self.closed = True
            self.phase = "closed"
        elif self.match is not None:
            stage = self.match.stage()
            self.match.fold(event, kept.moment)
            if kind is ev.LeftTable or kind is ev.TakenOver:
                self._seat_left(event)  # type: ignore[arg-type]
            elif kind is ev.MatchOver:
                self.phase = "results"
                self.result = event.result  # type: ignore[union-attr]
            elif self.match.stage() != stage:
                self.checkpoints.append(Checkpoint(self))
        else:
            self._pass_over(event)

    def skip(self, kept: Kept) -> None:
        """Pass over an event that cannot be about this table; it is not kept, so that nothing is rebuilt from it."""
        self.number = kept.event.number
        if self.match is not None:
            self.match.missed()

    def state_at(self, number: int) -> Checkpoint | None:
        """The public state after event `number`, rebuilt from a checkpoint; None when it is too old."""
        if number == self.number:
            return Checkpoint(self)
        base = next((c for c in reversed(self.checkpoints) if c.number <= number), None)
        if base is None:
            return None
        twin = Room(self.code)
        twin.number, twin.owner, twin.phase = base.number, base.owner, base.phase
        twin.members, twin.result, twin.game = base.members, base.result, self.game
        twin.match = base.match.copy() if base.match is not None else None
        for index in range(base.number + 1, number + 1):
            kept = self.kept(index)
            if kept is None:
                break  # There is a hole, and nothing behind it can be rebuilt.
            twin.take(kept)
        return Checkpoint(twin) if twin.number == number else None

    def member(self, player: str) -> ev.Member | None:
        """The member with this public id."""
        return next((m for m in self.members if m.player == player), None)

    def _roster(self, event: ev.Roster) -> None:
        self.members = event.members
        self.owner = event.owner
        self.phase = event.phase
        if event.cause in {"left", "expired"}:
            self.left.add(event.player)
        elif event.cause == "joined":
            self.left.discard(event.player)

    def _match_started(self, event: ev.MatchStarted, moment: Moment) -> None:
        kind = MATCHES.get(event.game)
        self.match = None
        if kind is not None:
            self.match = kind(event.match, event.seats, event.ranked, moment, event.options)
        self.phase = "playing"
        self._began(event.match)

    def _pass_over(self, event: ev.PublicEvent) -> None:
        """An event of a game that nobody here can follow: only how the match ended is taken in."""
        if isinstance(event, ev.MatchOver):
            self.phase = "results"
            self.result = event.result

    def _began(self, match: str) -> None:
        if match not in self.matches[-1:]:
            self.matches.append(match)

    def _presence(self, player: str, present: bool) -> None:
        self.members = tuple(
            ev.Member(player=m.player, name=m.name, kind=m.kind, present=present) if m.player == player else m
            for m in self.members
        )

    def _seat_left(self, event: ev.LeftTable | ev.TakenOver) -> None:
        assert self.match is not None
        player = self.match.seats[event.seat]
        self.left.add(player)
        self.members = tuple(m for m in self.members if m.player != player)
