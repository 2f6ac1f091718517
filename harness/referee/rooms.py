"""Rooms: codes, owners, presence, and no more members than seats."""

from __future__ import annotations

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Closed, Exchange, FaultBegun
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.streams import PUBLIC
from harness.wire import commands as cmd
from harness.wire import events as ev


class RoomCodes(Oracle):
    """N1: a room's code is its own while it lives, and dead afterwards.

    Observes: lobby calls that create and join rooms.
    Statement: a new room gets no code of a room in which one of ours still sits; nobody joins a room that was
        closed.
    Alarm: codes may be given out again later.
    Cost: O(1) per call.
    """

    name = "room_codes"
    checks = ("N1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.calls = {"create": self.on_create, "join": self.on_join}
        self.public = {ev.Roster: self.on_roster, ev.RoomClosed: self.on_closed}
        self._known: dict[str, Room] = scene.memory()
        self._dead: dict[str, Instant] = scene.memory()

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """A room that lives."""
        self._known[room.code] = room

    def on_closed(self, room: Room, event: ev.RoomClosed, moment: Moment) -> None:
        """A room that is gone."""
        self._known.pop(room.code, None)
        self._dead[room.code] = moment.hi

    def on_create(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A new room's code must be free."""
        if not call.room:
            return  # It was refused, or its answer cannot be read.
        self.evaluated += 1
        self._dead.pop(call.room, None)
        old = self._known.get(call.room)
        if old is not None and old.connections:
            what = f"code {call.room} was given to a new room while {len(old.connections)} of ours sit in the old one"
            self.convict("N1", "FEAT-02", what, at=exchange.at, room=old)

    def on_join(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A dead code opens nothing."""
        if not exchange.status:
            return
        code = call.room.upper()
        self.evaluated += 1
        dead = self._dead.get(code)
        if exchange.status < 300 and dead is not None and exchange.sent >= dead:
            self.convict("N1", "BLF-E38", f"room {code} was closed and can still be joined", at=exchange.at)


class Owner(Oracle):
    """N2: exactly one owner, a human member, and only he has the owner's powers.

    Observes: rosters, starts and bot calls with their answers.
    Statement: the owner of every roster is a member of it and no bot (BLF-E36); owner's calls by others are
        refused and his own are not refused as `not_owner`.
    Alarm: calls that cross a change of owner say nothing.
    Cost: O(members) per roster.
    """

    name = "owner"
    checks = ("N2",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Roster: self.on_roster}
        self.calls = dict.fromkeys(("start", "add_bot", "remove_bot"), self.on_call)
        self._changed: dict[str, Instant] = scene.memory()

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """The owner sits there and is human."""
        self.evaluated += 1
        if event.owner != room.owner:
            self._changed[room.code] = moment.first
        member = next((m for m in event.members if m.player == event.owner), None)
        if member is None or member.kind != "human":
            who = "nobody of the room" if member is None else "a bot"
            self.convict("N2", "BLF-E36", f"the owner is {event.owner}, {who}", at=self.scene.now, room=room)

    def on_call(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A call that only the owner may make."""
        room = self.scene.rooms.get(call.room.upper())
        if room is None or not room.owner or not exchange.status or room.closed:
            return
        if self._changed.get(room.code, -1) >= exchange.sent:
            self.undecidable += 1
            return
        self.evaluated += 1
        owns = player == room.owner
        if exchange.status < 300 and not owns:
            what = f"{exchange.who} is not the owner and could {call.kind} all the same"
            self.convict("N2", "FEAT-09", what, at=exchange.at, room=room)
        elif exchange.status == 403 and owns and self._code(exchange) == "not_owner":
            what = f"{exchange.who} is the owner and was refused to {call.kind}"
            self.convict("N2", "FEAT-09", what, at=exchange.at, room=room)

    def _code(self, exchange: Exchange) -> str:
        try:
            return self.scene.dialect.read_problem(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            return ""


class Absence:
    """A player of ours whose connection was lost.

    Attributes:
        lo, hi: The interval in which the server lost it.
        silent: It ended in a hole, so that the server learns of it only by the silence.
        called: He was called away.
        knocker: The connection on which he has said hello since then.
    """

    __slots__ = ("called", "hi", "knocker", "lo", "silent")

    def __init__(self, lo: Instant, hi: Instant, silent: bool) -> None:
        self.lo = lo
        self.hi = hi
        self.silent = silent
        self.called = False
        self.knocker: Connection | None = None


class Presence(Oracle):
    """N3: whoever is called away is away, whoever is away is called so, for the right seat and in time.

    Observes: away and back, and when the connections of our players began and ended.
    Statement: away comes after `away_ms` without a connection, not earlier and not for somebody connected; back
        comes only after a connect; nobody stays unmentioned long after that.
    Alarm: of a hole the server learns only by `idle_ms`; stalls of our own making say nothing.
    Cost: O(1) per event.
    """

    name = "presence"
    checks = ("N3",)
    needs = ("resume",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            **dict.fromkeys(PUBLIC, self.on_public),
            ev.Away: self.on_away,
            ev.Back: self.on_back,
            ev.LeftTable: self.on_left,
        }
        self.frames = {ev.Snapshot: self.on_snapshot}
        self.commands = {cmd.Hello: self.on_hello}
        self.observations = {Closed: self.on_closed, FaultBegun: self.on_fault}
        self._since: dict[str, Instant] = scene.memory()
        self._lost: dict[str, dict[str, Absence]] = scene.memory()

    def on_hello(self, connection: Connection, hello: cmd.Hello, at: Instant) -> None:
        """A lost player knocks; the server may know him again before we hear of it."""
        absence = self._absence_of(connection)
        if absence is not None:
            absence.knocker = connection

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """A player is connected now."""
        self._since[event.you] = at
        lost = self._lost.get(event.room)
        if lost:
            lost.pop(event.you, None)
            for member in event.members:
                if not member.present and member.player in lost:
                    # Called away while none of ours was there to hear it.
                    lost[member.player].called = True

    def on_closed(self, closed: Closed) -> None:
        """A connection ended; is it the player's last?"""
        connection = self.scene.connections[closed.connection]
        # What the server closed, it had lost before we saw it.
        lo = closed.at if closed.by == "us" else self.scene.arrival(connection, closed.at)[0]
        self._gone(connection, lo, closed.at)

    def on_fault(self, fault: FaultBegun) -> None:
        """A connection was cut; what the server knows of it depends on how."""
        connection = self.scene.connections[fault.connection]
        if not connection.live:
            self._gone(connection, fault.at, fault.at)

    def on_away(self, room: Room, event: ev.Away, moment: Moment) -> None:
        """Somebody is called away."""
        current = room.by_player.get(event.player)
        if current is None:
            return
        absence = self._lost.get(room.code, {}).get(event.player)
        policy = room.policy
        assert policy is not None
        if absence is not None and not absence.called:
            absence.called = True
            self.evaluated += 1
            early = absence.lo + policy.away_ms * MILLISECOND - self._drift(policy.away_ms) - moment.hi
            if early > 0:
                what = f"{event.player} is called away {early / SECOND:.3f} s too early"
                self.convict("N3", "BLF-E04", what, at=self.scene.now, room=room, connections=(current,))
        elif current.live and not current.stalled and moment.lo > self._since[event.player]:
            self.evaluated += 1
            what = f"{event.player} is called away while connected"
            self.convict("N3", "BLF-E04", what, at=self.scene.now, room=room, connections=(current,))
        else:
            self.undecidable += 1

    def on_back(self, room: Room, event: ev.Back, moment: Moment) -> None:
        """Somebody is back: then he was away, and has said hello."""
        current = room.by_player.get(event.player)
        member = room.member(event.player)
        if current is None or member is None:
            return
        self.evaluated += 1
        absence = self._lost.get(room.code, {}).get(event.player)
        if member.present:
            what = f"{event.player} is called back and was never away"
        elif absence is not None and absence.knocker is None and moment.lo > absence.hi:
            what = f"{event.player} is called back without a connection"
        else:
            return
        self.convict("N3", "BLF-E05", what, at=self.scene.now, room=room, connections=(current,))

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """Who leaves is not expected to be called away any more."""
        assert room.match is not None
        self._lost.get(room.code, {}).pop(room.match.seats[event.seat], None)
        self.on_public(room, event, moment)

    def on_public(self, room: Room, event: ev.PublicEvent, moment: Moment) -> None:
        """Whoever has been lost for too long should have been called away by now."""
        lost = self._lost.get(room.code)
        if not lost:
            return
        policy, sandwich = room.policy, self.scene.sandwich
        assert policy is not None
        base = (policy.away_ms + policy.tick_ms) * MILLISECOND + sandwich.lateness + (sandwich.delay_max or 0)
        unheard = (policy.idle_ms * 4 // 3 + 1000) * MILLISECOND
        for player, absence in list(lost.items()):
            if room.member(player) is None:
                del lost[player]
                continue
            if absence.called or (absence.knocker is not None and absence.knocker.live):
                continue
            allowed = base + self._drift(policy.away_ms) + (unheard if absence.silent else 0)
            if moment.lo > absence.hi + allowed:
                del lost[player]
                self.evaluated += 1
                seconds = (moment.lo - absence.hi) / SECOND
                what = f"{player} has had no connection for {seconds:.1f} s and is not called away"
                self.convict("N3", "BLF-E04", what, at=self.scene.now, room=room)

    def _absence_of(self, connection: Connection) -> Absence | None:
        """The absence of the player to whom the secret of this connection belongs."""
        code, player = self.scene.book.owner_of_secret.get(connection.secret, ("", ""))
        return self._lost.get(code, {}).get(player)

    def _gone(self, connection: Connection, lo: Instant, hi: Instant) -> None:
        room = connection.room
        silent = "hole" in connection.faults
        if room is None:
            # Lost again before the snapshot came: it may be this end that the server counts from.
            absence = self._absence_of(connection)
            if absence is not None:
                absence.hi = hi
                absence.silent = absence.silent or silent
            return
        member = room.member(connection.player)
        if member is None or not member.present or room.by_player.get(connection.player) is not connection:
            return
        self._lost.setdefault(room.code, {}).setdefault(connection.player, Absence(lo, hi, silent))

    def _drift(self, milliseconds: int) -> int:
        return self.scene.sandwich.drift(milliseconds * MILLISECOND) + 1 * MILLISECOND


class Occupancy(Oracle):
    """N4: never more members than seats, nobody twice; and a free seat is given.

    Observes: rosters, joins with their answers.
    Statement: a roster has at most as many members as the room has seats, each player once; `full` is answered
        only when it is.
    Alarm: joins that cross a change of the roster say nothing.
    Cost: O(members) per roster.
    """

    name = "occupancy"
    checks = ("N4",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Roster: self.on_roster, ev.MatchStarted: self.on_match}
        self.calls = {"join": self.on_join}
        self._changed: dict[str, Instant] = scene.memory()
        self._doubted: dict[str, list[Exchange]] = scene.memory()

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """As many as seats, at most."""
        self._judge(room, moment.lo)
        self._changed[room.code] = moment.first
        players = [member.player for member in event.members]
        self.evaluated += 1
        if len(set(players)) != len(players):
            self.convict("N4", "PLT-T24", "somebody sits here twice", at=self.scene.now, room=room)
        if room.seats and len(players) > room.seats:
            what = f"{len(players)} members on {room.seats} seats"
            self.convict("N4", "BLF-01", what, at=self.scene.now, room=room)

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Nobody sits down any more."""
        self._judge(room, moment.lo)

    def on_join(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """`full` must be true."""
        room = self.scene.rooms.get(call.room.upper())
        if exchange.status != 409 or room is None or not room.seats or not room.connections:
            return
        try:
            code = self.scene.dialect.read_problem(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            return
        if code != "full":
            return
        if self._changed.get(room.code, -1) >= exchange.sent:
            self.undecidable += 1
        elif len(room.members) < room.seats:
            # A roster that fills the last seat may still be under way to us.
            self._doubted.setdefault(room.code, []).append(exchange)
        else:
            self.evaluated += 1

    def finish(self, at: Instant) -> None:
        """Nothing is under way to us any more."""
        for code in list(self._doubted):
            self._judge(self.scene.rooms[code], at)

    def _judge(self, room: Room, until: Instant) -> None:
        """The members have been those that we know from before these calls until this instant."""
        for exchange in self._doubted.pop(room.code, ()):
            if exchange.at > until:
                self.undecidable += 1
                continue
            self.evaluated += 1
            what = f"{exchange.who} was refused as one too many with {len(room.members)} of {room.seats} seats taken"
            self.convict("N4", "BLF-E37", what, at=exchange.at, room=room)
