"""What the referee knows: connections, players, rooms and their one order of public events."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from harness.clock import Instant
from harness.dialects.dialect import Dialect
from harness.history.recorder import Recorder
from harness.referee.match import Match
from harness.referee.moment import NEVER, Moment, Sandwich
from harness.verdict import Evidence
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.policy import Policy
from harness.wire.session import State

RING: Final = 256
"""Public events per room that are kept for comparison."""

CHECKPOINTS: Final = 16

SENT_KEPT: Final = 128
"""Commands per player whose answers may still come."""


class SentCommand:
    """A command of ours and what came of it.

    Attributes:
        command: As sent.
        at: When.
        answered: When the answer came, None until then.
        ok: True, False, or None without an answer.
        code: The refusal's code.
    """

    __slots__ = ("answered", "at", "code", "command", "ok")

    def __init__(self, command: cmd.Command, at: Instant) -> None:
        self.command = command
        self.at = at
        self.answered: Instant | None = None
        self.ok: bool | None = None
        self.code = ""


class Connection:
    """One socket of one of our players.

    Attributes:
        name, who: As observed.
        opened, closed: When; None while it lives.
        live: Open as far as both sides could know, and not cut off by a fault.
        stalled: We read nothing for the moment; arrivals are late by our own fault.
        secret: What its hello showed.
        player, room: Whom and where its snapshot said it sits; "" and None before.
        state: Where it stands in `harness.wire.session`.
        seq, number: Last per-connection number and last public number seen on it.
        acked: Latest sending of ours that the server had answered here before now.
        sent: The player's commands by id, the last ones; shared by all his connections, as a resend may go over another.
        snapshot: The snapshot it began with.
        malformed: Frames sent that were no commands.
        faults: Names of the faults injected on it.
    """

    __slots__ = (
        "acked",
        "closed",
        "code",
        "faults",
        "live",
        "malformed",
        "name",
        "number",
        "opened",
        "player",
        "room",
        "secret",
        "sent",
        "seq",
        "snapshot",
        "stalled",
        "state",
        "who",
    )

    def __init__(self, name: str, who: str, opened: Instant, sent: dict[str, SentCommand] | None = None) -> None:
        self.name = name
        self.who = who
        self.opened = opened
        self.closed: Instant | None = None
        self.code = 0
        self.live = True
        self.stalled = False
        self.secret = ""
        self.player = ""
        self.room: Room | None = None
        self.state = State.NEW
        self.seq = 0
        self.number = 0
        self.acked: Instant = NEVER
        self.sent: dict[str, SentCommand] = {} if sent is None else sent
        self.snapshot: ev.Snapshot | None = None
        self.malformed = 0
        self.faults: list[str] = []

    def remember(self, key: str, command: cmd.Command, at: Instant) -> None:
        """Keep a command until its answer can no longer come; a resend is the same command."""
        if key in self.sent:
            return
        self.sent[key] = SentCommand(command, at)
        if len(self.sent) > SENT_KEPT:
            del self.sent[next(iter(self.sent))]

    def caused_here(self, number: int) -> bool:
        """Whether public event `number` came after this connection's snapshot, and is no part of it."""
        return self.snapshot is None or number > self.snapshot.number


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
        pending: Events that came before their predecessors.
        ring: Events by number modulo `RING`.
        closed: A `room_closed` came.
    """

    __slots__ = (
        "by_player",
        "checkpoints",
        "closed",
        "code",
        "connections",
        "left",
        "match",
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
        self.pending: dict[int, Kept] = {}
        self.ring: dict[int, Kept] = {}
        self.checkpoints: deque[Checkpoint] = deque(maxlen=CHECKPOINTS)
        self.closed = False

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
        if snapshot.table is not None:
            hands = self.match.hands if self.match is not None and self.match.hand == snapshot.table.hand else {}
            self.match = Match.from_view(snapshot.table, snapshot.seat, moment)
            self.match.hands = {**hands, **self.match.hands}
        self.checkpoints.clear()
        self.checkpoints.append(Checkpoint(self))

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
            self.match.fold(event, kept.moment)
            if kind is ev.LeftTable:
                self._seat_left(event)  # type: ignore[arg-type]
            elif kind is ev.MatchOver:
                self.phase = "results"
                self.result = event.result  # type: ignore[union-attr]
            elif kind is ev.TurnStarted:
                self.checkpoints.append(Checkpoint(self))

    def state_at(self, number: int) -> Checkpoint | None:
        """The public state after event `number`, rebuilt from a checkpoint; None when it is too old."""
        if number == self.number:
            return Checkpoint(self)
        base = next((c for c in reversed(self.checkpoints) if c.number <= number), None)
        if base is None:
            return None
        twin = Room(self.code)
        twin.number, twin.owner, twin.phase = base.number, base.owner, base.phase
        twin.members, twin.result = base.members, base.result
        twin.match = base.match.copy() if base.match is not None else None
        for index in range(base.number + 1, number + 1):
            kept = self.kept(index)
            if kept is None:
                return None
            twin.take(kept)
        return Checkpoint(twin)

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
        self.match = Match(event.match, event.seats, event.ranked, moment)
        self.phase = "playing"

    def _presence(self, player: str, present: bool) -> None:
        self.members = tuple(
            ev.Member(player=m.player, name=m.name, kind=m.kind, present=present) if m.player == player else m
            for m in self.members
        )

    def _seat_left(self, event: ev.LeftTable) -> None:
        assert self.match is not None
        player = self.match.seats[event.seat]
        self.left.add(player)
        self.members = tuple(m for m in self.members if m.player != player)


class Book:
    """Who is who, read off the lobby calls: sessions, secrets, codes. All of them credentials of our own players.

    Attributes:
        player_of_token: Public id by session token.
        player_of_who: Public id by the harness's name of the player.
        owner_of_secret: (room, public id) by resume secret.
        secrets: All credentials by public id.
        names: Display name asked for, by public id.
    """

    __slots__ = ("names", "owner_of_secret", "player_of_token", "player_of_who", "secrets")

    def __init__(self) -> None:
        self.player_of_token: dict[str, str] = {}
        self.player_of_who: dict[str, str] = {}
        self.owner_of_secret: dict[str, tuple[str, str]] = {}
        self.secrets: dict[str, list[str]] = {}
        self.names: dict[str, str] = {}


class Scene:
    """Everything the oracles may look at.

    Args:
        dialect: How the target speaks.
        sandwich: Bounds on delays and drift.
        recorder: Last frames per connection, for evidence.
    """

    def __init__(self, dialect: Dialect, sandwich: Sandwich, recorder: Recorder) -> None:
        self.dialect = dialect
        self.sandwich = sandwich
        self.recorder = recorder
        self.connections: dict[str, Connection] = {}
        self.rooms: dict[str, Room] = {}
        self.book = Book()
        self.sent: dict[str, dict[str, SentCommand]] = {}
        self.now: Instant = 0

    def connect(self, name: str, who: str, at: Instant) -> Connection:
        """The connection with this name, made known now if it was not."""
        found = self.connections.get(name)
        if found is None:
            found = self.connections[name] = Connection(name, who, at, self.sent.setdefault(who, {}))
        return found

    def evidence(self, connection: Connection) -> tuple[Evidence, ...]:
        """The last frames of a connection."""
        return self.recorder.evidence(connection.name, last=4)

    def room_evidence(self, room: Room) -> Sequence[Evidence]:
        """The last frames of the first live connection of a room."""
        return self.evidence(room.connections[0]) if room.connections else ()

    def arrival(self, connection: Connection, at: Instant) -> tuple[Instant, Instant]:
        """The interval in which the server sent what arrived here now."""
        sandwich = self.sandwich
        lo = connection.acked + sandwich.delay_min
        if sandwich.delay_max is not None and not connection.stalled:
            lo = max(lo, at - sandwich.delay_max)
        return lo, at - sandwich.delay_min
