"""Who is there and who is away, as the room is told and as our own connections say."""

from __future__ import annotations

from harness.clock import MILLISECOND, SECOND, Instant
from harness.history.observation import Closed, FaultBegun, FaultEnded
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.streams import PUBLIC
from harness.wire import commands as cmd
from harness.wire import events as ev


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
        self.observations = {Closed: self.on_closed, FaultBegun: self.on_fault, FaultEnded: self.on_healed}
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

    def on_healed(self, healed: FaultEnded) -> None:
        """The backend was restarted: for it everybody who is not there is gone since then."""
        outage = self.scene.outage
        if healed.connection or outage is None:
            return
        for lost in self._lost.values():
            for absence in lost.values():
                absence.lo = max(absence.lo, outage.begun)
                absence.hi = max(absence.hi, healed.at)

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
        outage = self.scene.outage
        if outage is not None and any(fault.startswith("server-") for fault in connection.faults):
            lo = min(lo, outage.begun)
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
