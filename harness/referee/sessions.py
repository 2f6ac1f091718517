"""Seats, secrets and sockets: who may sit where, and what a second socket does."""

from __future__ import annotations

from typing import Final

from harness.clock import SECOND, Instant
from harness.history.observation import Closed
from harness.referee.connection import Connection
from harness.referee.oracle import Oracle
from harness.referee.scene import Scene
from harness.referee.streams import EVERY, PUBLIC
from harness.wire import events as ev
from harness.wire.refusals import CloseCode

CLOSED_WITHIN: Final = 2 * SECOND
"""An older socket is closed at the latest this long after the newer one has its snapshot."""

_EXPLAINED: Final = frozenset({CloseCode.LEFT, CloseCode.ROOM_CLOSED, CloseCode.GOING_DOWN, CloseCode.REPLACED})
"""Codes that end a session for a reason of its own."""


class SeatBinding(Oracle):
    """C4: a seat is given for its resume secret and for nothing else.

    Observes: hellos with their first answer, and the lobby answers that gave out secrets.
    Statement: the player in the snapshot is the one to whom this secret was given, in this room.
    Alarm: none known.
    Cost: O(1) per hello.
    """

    name = "seat_binding"
    checks = ("C4",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot, ev.Refused: self.on_refused}

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """A seat was given."""
        self.evaluated += 1
        holder = self.scene.book.owner_of_secret.get(connection.secret)
        if holder == (event.room, event.you):
            return
        room = self.scene.rooms.get(event.room)
        if holder is None:
            what = f"{connection.who} got the seat of {event.you} for something that is no resume secret"
        else:
            what = f"a secret of {holder[1]} in room {holder[0]} opened the seat of {event.you} in {event.room}"
        self.convict("C4", "BLF-E39", what, at=at, room=room, connections=(connection,))

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A seat was refused: that is judged, too, or a backend that refuses nobody would look the same."""
        if event.code == "bad_secret":
            self.evaluated += 1


class Takeover(Oracle):
    """C2: at most one live socket per seat; the newer one gets everything, the older one is told 4000.

    Observes: a hello with a secret that another live socket has used.
    Statement: the older socket is closed by the server with 4000 within two seconds and gets no public event
        after the newer one's snapshot; nobody is closed with 4000 for nothing.
    Alarm: a socket that we cut or did not read ourselves in between says nothing.
    Cost: O(1) per frame of such a socket.
    """

    name = "takeover"
    checks = ("C2",)
    needs = ("resume",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot, **dict.fromkeys(PUBLIC, self.on_public)}
        self.observations = {Closed: self.on_closed}
        self._old: dict[str, tuple[Connection, Connection, int, Instant]] = scene.memory()

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """A newer socket took the seat; the older one is watched from now on."""
        room = self.scene.rooms.get(event.room)
        old = room.by_player.get(event.you) if room is not None else None
        if old is not None and old is not connection and old.live:
            self._old[old.name] = (old, connection, event.number, at)
            self.undecidable += 1  # Until the older one is closed.

    def on_public(self, connection: Connection, event: ev.PublicEvent, at: Instant) -> None:
        """An older socket must not hear anything that happened after the takeover."""
        if not self._old:
            return
        watched = self._old.get(connection.name)
        if watched is not None and event.number > watched[2]:
            del self._old[connection.name]
            self._decide()
            what = f"both sockets of {connection.player} are served: event {event.number} still comes to the older one"
            self.convict("C2", "BLF-25", what, at=at, room=connection.room, connections=watched[:2])

    def on_closed(self, closed: Closed) -> None:
        """The older socket is gone: by whom, and how?"""
        watched = self._old.pop(closed.connection, None)
        if watched is None:
            if closed.by == "them" and closed.code == CloseCode.REPLACED:
                self._replaced(closed)
            return
        old, _, _, since = watched
        if closed.by != "them" or old.faults:
            return
        self._decide()
        if closed.code != CloseCode.REPLACED:
            what = f"the older socket was closed with {closed.code}, not with {int(CloseCode.REPLACED)}"
            self.convict("C2", "BLF-25", what, at=closed.at, room=old.room, connections=watched[:2])
        elif closed.at - since > CLOSED_WITHIN:
            what = f"the older socket was closed only {(closed.at - since) / SECOND:.1f} s after it was replaced"
            self.convict("C2", "BLF-25", what, at=closed.at, room=old.room, connections=watched[:2])

    def finish(self, at: Instant) -> None:
        """Older sockets that were never closed."""
        for old, new, _, since in self._old.values():
            if at - since >= CLOSED_WITHIN and not old.faults:
                self._decide()
                what = f"the older socket of {old.player} was never closed"
                self.convict("C2", "BLF-25", what, at=at, room=old.room, connections=(old, new))

    def _decide(self) -> None:
        self.undecidable -= 1
        self.evaluated += 1

    def _replaced(self, closed: Closed) -> None:
        """Closed as replaced before the newer socket's snapshot arrived here: there must be a newer hello."""
        self.evaluated += 1
        old = self.scene.connections[closed.connection]
        newer = any(
            other.secret == old.secret and other.opened >= old.opened and other is not old
            for other in self.scene.companions(old)
        )
        if not newer:
            what = "a socket was closed as replaced, but there is no newer one"
            self.convict("C2", "BLF-25", what, at=closed.at, room=old.room, connections=(old,))


class StaleGoodbye(Oracle):
    """C3: when an old socket closes or times out, the newer session of the same player is not harmed.

    Observes: closing of a socket whose player has a newer live one.
    Statement: the newer one goes on to be served: its next frame comes, it is not closed first, and as long as it
        is served the player is not called away.
    Alarm: we cut the newer one ourselves, or the run ends first: undecidable.
    Cost: O(1) per frame of such a socket.
    """

    name = "stale_goodbye"
    checks = ("C3",)
    needs = ("resume",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {**dict.fromkeys(EVERY, self.on_frame), ev.Away: self.on_away}
        self.observations = {Closed: self.on_closed}
        self._watched: dict[str, Connection] = scene.memory()
        self._outlived: dict[str, Connection] = scene.memory()

    def on_closed(self, closed: Closed) -> None:
        """Something closed: is there a newer socket to be watched, or is this the one that was watched?"""
        connection = self.scene.connections[closed.connection]
        self._outlived.pop(closed.connection, None)
        if self._watched.pop(closed.connection, None) is not None:
            own = closed.by != "them" or connection.malformed or connection.faults or closed.code in _EXPLAINED
            if not own:
                self.undecidable -= 1
                self.evaluated += 1
                what = f"the newer socket of {connection.player} was closed ({closed.code}) when the older one ended"
                self.convict("C3", "BLF-25", what, at=closed.at, room=connection.room, connections=(connection,))
        room = connection.room
        newer = room.by_player.get(connection.player) if room is not None else None
        if newer is not None and newer is not connection and newer.live:
            self.undecidable += newer.name not in self._watched  # Until it is served again.
            self._watched[newer.name] = self._outlived[newer.name] = newer

    def on_frame(self, connection: Connection, event: ev.Event, at: Instant) -> None:
        """The newer socket is still served."""
        if self._watched and self._watched.pop(connection.name, None) is not None:
            self.undecidable -= 1
            self.evaluated += 1

    def on_away(self, connection: Connection, event: ev.Away, at: Instant) -> None:
        """Somebody is called away, and the newer socket of his is told so."""
        self.on_frame(connection, event, at)
        if event.player == connection.player and connection.name in self._outlived:
            what = f"{event.player} is called away while connected; the older socket's end was taken for his"
            self.convict("C3", "BLF-25", what, at=at, room=connection.room, connections=(connection,))
