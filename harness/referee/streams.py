"""Order on the wire: each connection's own numbers, and one room history for everybody."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.fit import Misfit
from harness.referee.oracle import FirstFrame, Oracle
from harness.referee.room import Kept, Room
from harness.referee.scene import Scene
from harness.wire import events as ev

EVERY: Final[tuple[type[ev.Event], ...]] = ev.Event.__args__
PUBLIC: Final[tuple[type[ev.PublicEvent], ...]] = ev.PublicEvent.__args__


class StreamOrder(Oracle):
    """S1: the order of a connection's frames is one that the session table allows.

    Observes: every frame with the state of its connection.
    Statement: `seq` never goes back, each event is legal in its state of `harness.wire.session`, and what it says
        can be said of its table: it names the running match and seats that exist.
    Alarm: none known.
    Cost: O(1) per frame.
    """

    name = "stream_order"
    checks = ("S1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {**dict.fromkeys(EVERY, self.on_frame), Misfit: self.on_misfit_snapshot}
        self.public = {Misfit: self.on_misfit}

    def on_frame(self, connection: Connection, event: ev.Event, at: Instant) -> None:
        """Judge one frame against the last one."""
        self.evaluated += 1
        if event.seq < connection.seq:
            what = f"frame {event.seq} came after frame {connection.seq}"
            self.convict("S1", "WIRE", what, at=at, room=connection.room, connections=(connection,))
        elif connection.after is None:
            what = f"a {_kind(event)} is not allowed in state {connection.state.value}"
            self.convict("S1", "WIRE", what, at=at, room=connection.room, connections=(connection,))

    def on_misfit(self, room: Room, event: ev.PublicEvent, why: str) -> None:
        """A public event that cannot be about its table."""
        what = f"public event {event.number}, a {_kind(event)}, does not fit the table: {why}"
        self.convict("S1", "WIRE", what, at=self.scene.now, room=room)

    def on_misfit_snapshot(self, connection: Connection, event: ev.Snapshot, why: str) -> None:
        """A snapshot that contradicts itself."""
        what = f"the snapshot's table contradicts itself: {why}"
        room = self.scene.rooms.get(event.room)
        self.convict("S1", "WIRE", what, at=self.scene.now, room=room, connections=(connection,))


class StreamUnique(Oracle):
    """S2: no event comes twice in one session, also not across reconnects.

    Observes: per-connection numbers and public numbers.
    Statement: a frame's `seq` was not seen before on this connection, and a public event's number is above that
        of the snapshot and of all events before it.
    Alarm: none known.
    Cost: O(1) per frame.
    """

    name = "stream_unique"
    checks = ("S2",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {**dict.fromkeys(EVERY, self.on_frame), **dict.fromkeys(PUBLIC, self.on_public)}

    def on_frame(self, connection: Connection, event: ev.Event, at: Instant) -> None:
        """A private frame: its `seq` must be new."""
        self.evaluated += 1
        if event.seq == connection.seq:
            self._again(connection, f"frame number {event.seq} came twice", at)

    def on_public(self, connection: Connection, event: ev.PublicEvent, at: Instant) -> None:
        """A public frame: its number must be new, too."""
        self.evaluated += 1
        if event.seq == connection.seq:
            self._again(connection, f"frame number {event.seq} came twice", at)
        if event.number <= connection.number:
            self._again(connection, f"public event {event.number} came again after {connection.number}", at)

    def _again(self, connection: Connection, what: str, at: Instant) -> None:
        self.convict("S2", "WIRE", what, at=at, room=connection.room, connections=(connection,))


class StreamReliable(Oracle):
    """S3: whoever gets a and c also gets b between them.

    Observes: per-connection numbers and public numbers.
    Statement: both grow by one.
    Alarm: private events have no public number, so audiences make no gaps.
    Cost: O(1) per frame.
    """

    name = "stream_reliable"
    checks = ("S3",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {**dict.fromkeys(EVERY, self.on_frame), **dict.fromkeys(PUBLIC, self.on_public)}

    def on_frame(self, connection: Connection, event: ev.Event, at: Instant) -> None:
        """A frame: no `seq` was left out before it."""
        self.evaluated += 1
        if event.seq > connection.seq + 1:
            self._missed(connection, f"frames {connection.seq + 1} to {event.seq - 1}", at)

    def on_public(self, connection: Connection, event: ev.PublicEvent, at: Instant) -> None:
        """A public frame: no public event was left out before it."""
        self.evaluated += 1
        if event.seq > connection.seq + 1:
            self._missed(connection, f"frames {connection.seq + 1} to {event.seq - 1}", at)
        if event.number > connection.number + 1 and connection.snapshot is not None:
            self._missed(connection, f"public events {connection.number + 1} to {event.number - 1}", at)

    def _missed(self, connection: Connection, which: str, at: Instant) -> None:
        self.convict("S3", "WIRE", f"{which} never came", at=at, room=connection.room, connections=(connection,))


class Resumable(Oracle):
    """S5: the first event after a connect is a full snapshot.

    Observes: the first frame of each connection.
    Statement: it is a snapshot, or the refusal of the hello; a snapshot is not older than what this player had
        already seen.
    Alarm: none known.
    Cost: O(1) per connection.
    """

    name = "resumable"
    checks = ("S5",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {FirstFrame: self.on_first}

    def on_first(self, connection: Connection, event: ev.Event, at: Instant) -> None:
        """Judge the first frame of a connection; the others are not this oracle's business."""
        kind = type(event)
        if kind is not ev.Snapshot and kind is not ev.Refused:
            self.evaluated += 1
            what = f"the first frame is a {_kind(event)}, not a snapshot"
            self.convict("S5", "WIRE", what, at=at, connections=(connection,))
        elif kind is ev.Snapshot:
            self.evaluated += 1
            self._fresh(connection, event, at)  # type: ignore[arg-type]

    def _fresh(self, connection: Connection, snapshot: ev.Snapshot, at: Instant) -> None:
        room = self.scene.rooms.get(snapshot.room)
        before = room.by_player.get(snapshot.you) if room is not None and not room.closed else None
        if before is not None and snapshot.number < before.number:
            what = f"the snapshot stands at event {snapshot.number}, but this player had already seen {before.number}"
            self.convict("S5", "WIRE", what, at=at, room=room, connections=(before, connection))


class Agreement(Oracle):
    """S6: everybody in a room sees the same history.

    Observes: every public event at each of its receivers.
    Statement: event k has one content, that of its first arrival.
    Alarm: other spelling of the same content is no difference.
    Cost: O(bytes) per frame.
    """

    name = "agreement"
    checks = ("S6",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {Kept: self.on_repeat}

    def on_repeat(self, room: Room, kept: Kept, connection: Connection, event: ev.PublicEvent, raw: bytes) -> None:
        """A further arrival of an event that is known already."""
        self.evaluated += 1
        if not raw.endswith(kept.body) and replace(event, seq=0) != replace(kept.event, seq=0):
            what = (
                f"public event {event.number} reads {_kind(event)} here and {_kind(kept.event)} elsewhere, or differs"
            )
            self.convict("S6", "WIRE", what, at=self.scene.now, room=room, connections=(connection,))


def _kind(event: ev.Event) -> str:
    return str(event.__struct_config__.tag)
