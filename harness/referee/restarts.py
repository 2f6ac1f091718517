"""What a backend owes its clients after we ended it (fault F32)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from harness.clock import MILLISECOND, SECOND, Duration, Instant
from harness.dialects.dialect import LobbyCall
from harness.history.observation import Exchange, FaultEnded, PartyEnded
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.outage import Outage
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.policy import Policy

ROUNDING: Final = 1 * MILLISECOND
"""`remaining_ms` is a whole number of milliseconds."""

_PUBLIC: Final = frozenset(ev.PublicEvent.__args__)
_BESIDE: Final = frozenset({ev.Away, ev.Back, ev.Roster})
"""Events that move nobody's turn."""


class Pending(Struct, frozen=True):
    """The first turn that somebody was shown after an outage.

    Attributes:
        turn, number: As the snapshot says.
        due: It is over by then.
        outage: Which outage it was.
        policy: What holds in the room.
    """

    turn: int
    number: int
    due: Instant
    outage: Outage
    policy: Policy


class Restart(Oracle):
    """S10: after a restart secrets are valid, each pending turn has one full fresh clock, and snapshots say so once.

    Observes: outages of the backend, the snapshots and refusals that follow, and the move of the pending turn.
    Statement: a member's first snapshot after an outage says `restarted`, no later one does; the clock in it is a
        full one that began during the outage, and the turn is moved when it is over and not earlier; the secret
        of a seat in a running match still opens it.
    Alarm: a snapshot may be lost on its way; then it cannot be told whether it was the first.
    Cost: O(1) per snapshot, and per event until the pending turn has its move.
    """

    name = "restart"
    checks = ("S10",)
    needs = ("resume", "snapshot")

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot, ev.Refused: self.on_refused}
        self.public = dict.fromkeys(_PUBLIC, self.on_public)
        self.commands = {cmd.Hello: self.on_hello, cmd.Leave: self.on_leave}
        self.calls = {"leave": self.on_leave_call}
        self.observations = {FaultEnded: self.on_ended, PartyEnded: self.on_party}
        self._leaving: dict[str, bool] = scene.memory()
        self._hellos: dict[str, int] = scene.memory()
        self._told: dict[str, bool] = scene.memory()
        self._pending: dict[str, Pending] = scene.memory()

    def on_ended(self, ended: FaultEnded) -> None:
        """The backend is back: everything is owed anew."""
        if not ended.connection:
            for table in (self._hellos, self._told, self._pending):
                table.clear()

    def on_leave(self, connection: Connection, command: cmd.Leave, at: Instant) -> None:
        """Whoever asked to leave may have left, whether he heard of it or not."""
        self._leaving[connection.player] = True

    def on_leave_call(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """The same, over HTTP."""
        self._leaving[player] = True

    def on_hello(self, connection: Connection, hello: cmd.Hello, at: Instant) -> None:
        """Somebody comes back; a snapshot that answers him may be lost."""
        if self._outage(connection) is not None:
            _, player = self.scene.book.owner_of_secret.get(hello.secret, ("", ""))
            self._hellos[player] = self._hellos.get(player, 0) + 1

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Does it say that there was a restart, and is the clock a fresh one?"""
        outage = self._outage(connection)
        room = self.scene.rooms.get(event.room)
        before = room.by_player.get(event.you) if room is not None and not room.closed else None
        if outage is None or room is None or before is None:
            return
        if self._told.get(event.you):
            self.evaluated += 1
            if event.restarted:
                self._convict(f"{event.you} is told of the restart a second time", at, room, connection)
        elif event.restarted:
            self.evaluated += 1
            self._told[event.you] = True
        elif before.opened < outage.begun and not self._is_gone(room, event.you):
            if self._hellos.get(event.you, 0) > 1:
                self.undecidable += 1
            else:
                self.evaluated += 1
                self._convict(f"the first snapshot of {event.you} says nothing of the restart", at, room, connection)
        if event.table is not None and event.restarted:
            self._judge_clock(outage, room, connection, event, at)

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A secret that was good before the outage opens nothing any more."""
        outage = self._outage(connection)
        holder = self.scene.book.owner_of_secret.get(connection.secret)
        if event.code != "bad_secret" or outage is None or holder is None:
            return
        code, player = holder
        room = self.scene.rooms.get(code)
        if room is None or room.closed or room.phase != "playing" or self._is_gone(room, player):
            return
        latest = [secret for secret, owner in self.scene.book.owner_of_secret.items() if owner == holder][-1]
        if room.member(player) is not None and connection.secret == latest:
            self.evaluated += 1
            self._convict(f"after the restart the secret of {player} opens nothing", at, room, connection)

    def on_public(self, room: Room, event: ev.PublicEvent, moment: Moment) -> None:
        """Is the pending turn moved in time?"""
        pending = self._pending.get(room.code)
        if pending is None or event.number <= pending.number:
            return
        moved = type(event) not in _BESIDE
        if moment.lo > pending.due:
            self._pending.pop(room.code)
            self.evaluated += 1
            late = (moment.lo - pending.due) / SECOND
            self._convict(
                f"turn {pending.turn} was still open {late:.3f} s after its fresh clock", self.scene.now, room
            )
        elif moved:
            self._pending.pop(room.code)
            self._judge_early(room, pending, event, moment)

    def on_party(self, ended: PartyEnded) -> None:
        """Nobody will hear any more of the turns that are still pending."""
        party = self.scene.parties.get(ended.party)
        for code, room in party.rooms.items() if party is not None else ():
            pending = self._pending.pop(code, None)
            mine = [c for c in party.connections.values() if c.room is room and not c.faults] if party else []
            heard = max((c.closed if c.closed is not None else ended.at for c in mine), default=0)
            if pending is not None and heard - (self.scene.sandwich.delay_max or SECOND) > pending.due:
                self.evaluated += 1
                self._convict(f"turn {pending.turn} was never moved after the restart", ended.at, room)

    # -- inside ------------------------------------------------------------------------------------

    def _outage(self, connection: Connection) -> Outage | None:
        """The outage before this connection was opened, if that is certain."""
        outage = self.scene.outage
        if outage is None or outage.ended is None or connection.opened < outage.ended:
            return None
        return outage

    def _is_gone(self, room: Room, player: str) -> bool:
        return player in room.left or self._leaving.get(player, False)

    def _judge_clock(self, outage: Outage, room: Room, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        assert event.table is not None
        policy, sandwich = event.policy, self.scene.sandwich
        turn: Duration = policy.turn_ms * MILLISECOND
        left = event.table.remaining_ms * MILLISECOND
        _, hi = self.scene.arrival(connection, at)
        slack = ROUNDING + sandwich.drift(turn)
        least, most = turn - (hi - outage.begun) - slack, turn + policy.deal_pause_ms * MILLISECOND + slack
        self.evaluated += 1
        if not least <= left <= most:
            what = (
                f"after the restart turn {event.table.turn} has {left / SECOND:.3f} s left, "
                f"a fresh clock would have {max(least, 0) / SECOND:.3f} to {most / SECOND:.3f} s"
            )
            self._convict(what, at, room, connection)
        late = sandwich.lateness + sandwich.drift(most) + (policy.grace_ms + policy.tick_ms + 1) * MILLISECOND
        pending = Pending(event.table.turn, event.number, hi + left + late, outage, policy)
        self._pending.setdefault(room.code, pending)

    def _judge_early(self, room: Room, pending: Pending, event: ev.PublicEvent, moment: Moment) -> None:
        """An automatic move of the pending turn waits for the fresh clock, or for the delay of an away seat."""
        auto = getattr(event, "auto", None)
        if auto not in ("clock", "away") or getattr(event, "turn", None) != pending.turn:
            return
        policy = pending.policy
        wait = (policy.turn_ms if auto == "clock" else min(policy.auto_delay_ms, policy.turn_ms)) * MILLISECOND
        early = pending.outage.begun + wait - self.scene.sandwich.drift(wait) - moment.hi
        self.evaluated += 1
        if early > 0:
            what = f"turn {pending.turn} was moved ({auto}) {early / SECOND:.3f} s before its fresh clock was over"
            self._convict(what, self.scene.now, room)

    def _convict(self, what: str, at: Instant, room: Room, connection: Connection | None = None) -> None:
        self.convict("S10", "WIRE", what, at=at, room=room, connections=(connection,) if connection is not None else ())
