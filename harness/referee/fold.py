"""Snapshots against what the events said, and seats before and after a reconnect."""

from __future__ import annotations

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.games import MATCHES
from harness.referee.oracle import Oracle
from harness.referee.room import Checkpoint, Room
from harness.referee.scene import Scene
from harness.referee.streams import PUBLIC
from harness.wire import events as ev


class Fold(Oracle):
    """S8: a snapshot equals the events up to its number, folded.

    Observes: snapshots, and the public events that others had seen.
    Statement: members, owner, phase, result and the public part of the table are those of the fold at the
        snapshot's `number`.
    Alarm: a snapshot ahead of all events waits for them; one from before our memory (256 events) or after a
        restart is undecidable.
    Cost: O(state) per snapshot.
    """

    name = "fold"
    checks = ("S8",)
    needs = ("snapshot", "numbers")

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot}
        self.public = dict.fromkeys(PUBLIC, self.on_public)
        self._waiting: dict[str, list[tuple[Connection, ev.Snapshot]]] = scene.memory()

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Compare at once, or as soon as the others have got there."""
        room = self.scene.rooms.get(event.room)
        if room is None or room.closed or not room.number:
            return
        if event.number > room.number:
            self.undecidable += 1  # Until somebody catches up.
            if room.connections:
                self._waiting.setdefault(room.code, []).append((connection, event))
            return
        state = room.state_at(event.number)
        if state is None or event.restarted:
            self.undecidable += 1
            return
        self._compare(connection, event, state, at, room)

    def on_public(self, room: Room, event: ev.PublicEvent, moment: object) -> None:
        """Before event k+1 is taken in, the room stands where a snapshot with number k stands."""
        waiting = self._waiting.get(room.code)
        if not waiting:
            return
        ready = [pair for pair in waiting if pair[1].number < event.number]
        self._waiting[room.code] = [pair for pair in waiting if pair[1].number >= event.number]
        for connection, snapshot in ready:
            if snapshot.number == room.number and not snapshot.restarted:
                self.undecidable -= 1
                self._compare(connection, snapshot, Checkpoint(room), self.scene.now, room)

    def _compare(self, connection: Connection, event: ev.Snapshot, state: Checkpoint, at: Instant, room: Room) -> None:
        self.evaluated += 1
        differences = [
            f"{name} is {shown!r}, the events say {told!r}"
            for name, shown, told in (
                ("owner", event.owner, state.owner),
                ("phase", event.phase, state.phase),
                ("members", event.members, state.members),
                ("result", event.result, state.result),
            )
            if shown != told
        ]
        if event.phase == "playing" and room.game in MATCHES:
            differences += self._table_differences(event, state)
        if differences:
            what = f"the snapshot at event {event.number} differs: {'; '.join(differences[:3])}"
            self.convict("S8", "BLF-25", what, at=at, room=room, connections=(connection,))

    def _table_differences(self, event: ev.Snapshot, state: Checkpoint) -> list[str]:
        table, match = event.table, state.match
        if table is None or match is None:
            return ["there is no table in it"] if table is None else ["nobody saw this match begin"]
        told = match.told()
        return [
            f"{name} is {shown!r}, the events say {told[name]!r}"
            for name, shown in match.shown(table).items()
            if shown != told[name]
        ]


class Continuity(Oracle):
    """C1: coming back, a player finds his seat as it stands.

    Observes: every snapshot of a player after his first one in a match.
    Statement: same seat, and exactly the cards he was dealt less those played by him or for him (BLF-25,
        BLF-E05).
    Alarm: what was played for him while he was away is only known by number; any of his cards may have gone.
    Cost: O(hand) per snapshot.
    """

    name = "continuity"
    checks = ("C1",)
    needs = ("resume", "snapshot")

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot}
        self._seen: dict[str, tuple[str, int]] = scene.memory()

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Compare with what this player had before."""
        table = event.table
        if table is None or event.seat is None:
            return
        before = self._seen.get(event.you)
        self._seen[event.you] = (table.match, event.seat)
        room = self.scene.rooms.get(event.room)
        match = room.match if room is not None else None
        if room is None or match is None or match.match != table.match:
            return
        self.evaluated += 1
        seat, own = event.seat, match.own_of(table)
        if before is not None and before[0] == table.match and before[1] != seat:
            self._no(connection, event, room, f"{event.you} sat on seat {before[1]} and comes back to seat {seat}", at)
        if table.seats[seat] != event.you:
            self._no(connection, event, room, f"seat {seat} belongs to {table.seats[seat]}, not to {event.you}", at)
        if len(own) != table.sizes[seat]:
            self._no(
                connection,
                event,
                room,
                f"seat {seat} holds {table.sizes[seat]} {match.pieces} and is shown {len(own)}",
                at,
            )
        known = match.hands.get(seat)
        if known is None or match.deal != match.deal_of(table) or event.number != room.number:
            self.undecidable += 1
        elif not known.admits(own):
            what = f"seat {seat} comes back to {' '.join(own)}, which is not what was left of its hand"
            self._no(connection, event, room, what, at)

    def _no(self, connection: Connection, event: ev.Snapshot, room: Room, what: str, at: Instant) -> None:
        seats = () if event.seat is None else (event.seat,)
        self.convict("C1", "BLF-25", what, at=at, room=room, seats=seats, connections=(connection,))
