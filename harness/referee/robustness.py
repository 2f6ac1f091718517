"""What hostile input may do: cost its sender something, and nobody else anything."""

from __future__ import annotations

from typing import Final

from harness.clock import SECOND, Instant
from harness.history.observation import Closed, Exchange, Received, Sent
from harness.referee.connection import Connection
from harness.referee.oracle import Oracle
from harness.referee.salvage import Salvaged
from harness.referee.scene import Scene
from harness.wire import events as ev
from harness.wire.refusals import CloseCode

_PROTOCOL_CODES: Final = frozenset({1002, 1003, 1007, 1008, 1009, CloseCode.PROTOCOL, CloseCode.BAD_SECRET})
_OTHER_CODES: Final = frozenset(set(CloseCode) - _PROTOCOL_CODES)
"""The connection ended for another declared reason, which nonsense under way may have crossed."""
_ANSWER_WITHIN: Final = 5 * SECOND
_NEARLY_IDLE: Final = 900_000
"""Nanoseconds per millisecond of `idle_ms`; a tenth is for what was still under way."""

_TRACES: Final = (b"Traceback (most recent call last)", b'File \\"', b"    at Object.", b"goroutine ")


class Containment(Oracle):
    """B1: malformed input is answered by a declared refusal or close code; never by silence, a crash or a traceback.

    Observes: frames of ours that are no commands, with what follows on the same connection; all HTTP answers.
    Statement: a `refused` without id or a protocol close code comes within five seconds; no status is 5xx; every
        frame is JSON, and no frame or body holds a traceback.
    Alarm: a connection that we cut or do not read ourselves, or that ends for another declared reason meanwhile,
        says nothing.
    Cost: O(1) per frame, O(bytes) per HTTP answer.
    """

    name = "containment"
    checks = ("B1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.commands = {None: self.on_malformed}
        self.frames = {ev.Refused: self.on_refused, Salvaged: self.on_undecodable}
        self.observations = {Closed: self.on_closed, Exchange: self.on_exchange}
        self._open: dict[str, list[Instant]] = scene.memory()

    def on_malformed(self, connection: Connection, sent: Sent, at: Instant) -> None:
        """We sent nonsense: an answer is due."""
        if connection.live:
            self._open.setdefault(connection.name, []).append(at)

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal answers the oldest nonsense on its connection."""
        due = self._open.get(connection.name)
        if due and (event.id is None or event.id not in connection.sent):
            self._answered(connection, due.pop(0), at)

    def on_closed(self, closed: Closed) -> None:
        """A protocol close code answers all of it."""
        due = self._open.pop(closed.connection, None)
        if not due:
            return
        connection = self.scene.connections[closed.connection]
        if closed.by != "them" or closed.code in _OTHER_CODES:
            self.undecidable += len(due)
            return
        self.evaluated += 1
        if closed.code not in _PROTOCOL_CODES:
            what = f"nonsense was answered by closing with {closed.code}, which is no protocol code"
            self.convict("B1", "WIRE", what, at=closed.at, room=connection.room, connections=(connection,))

    def on_undecodable(self, connection: Connection, saved: Salvaged, seen: Received, error: str) -> None:
        """Not even JSON, or a traceback."""
        self.evaluated += 1
        if saved.event is None and (not saved.kind or any(trace in seen.raw for trace in _TRACES)):
            what = f"a frame that is no frame: {error}"
            self.convict("B1", "WIRE", what, at=seen.at, room=connection.room, connections=(connection,))

    def on_exchange(self, exchange: Exchange) -> None:
        """HTTP answers are never the server's own failure."""
        if not exchange.status:
            return
        self.evaluated += 1
        if exchange.status >= 500 or any(trace in exchange.answer for trace in _TRACES):
            what = f"{exchange.method} {exchange.path} was answered {exchange.status}: {exchange.answer[:120]!r}"
            self.convict("B1", "WIRE", what, at=exchange.at, evidence=self.scene.call_evidence(exchange.who))

    def finish(self, at: Instant) -> None:
        """Nonsense that was never answered."""
        for name, due in self._open.items():
            connection = self.scene.connections[name]
            for since in due:
                if at - since < _ANSWER_WITHIN or connection.faults:
                    self.undecidable += 1
                    continue
                self.evaluated += 1
                what = "a frame that is no command was answered by silence"
                self.convict("B1", "WIRE", what, at=since, room=connection.room, connections=(connection,))

    def _answered(self, connection: Connection, since: Instant, at: Instant) -> None:
        self.evaluated += 1
        if at - since > _ANSWER_WITHIN and not connection.faults:
            what = f"a frame that is no command was answered only after {(at - since) / SECOND:.1f} s"
            self.convict("B1", "WIRE", what, at=at, room=connection.room, connections=(connection,))


class Bystander(Oracle):
    """B3: nobody loses his connection for what somebody else did.

    Observes: every closing of a connection.
    Statement: the server closes a connection only for a reason of that connection's own: taken over, left,
        lobby seat expired, room closed, silent, its own nonsense, its own wrong secret, or the server's
        announced end.
    Alarm: stalls and holes of our own making explain silence.
    Cost: O(1) per connection.
    """

    name = "bystander"
    checks = ("B3",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.observations = {Closed: self.on_closed}

    def on_closed(self, closed: Closed) -> None:
        """Somebody closed: was it explained?"""
        connection = self.scene.connections[closed.connection]
        if closed.by == "us":
            return
        self.evaluated += 1
        if not self._explained(connection, closed):
            what = (
                f"the connection of {connection.who} was closed ({closed.code} by {closed.by}) for no reason of its own"
            )
            self.convict("B3", "WIRE", what, at=closed.at, room=connection.room, connections=(connection,))

    def _explained(self, connection: Connection, closed: Closed) -> bool:
        room = connection.room
        if closed.code in (CloseCode.REPLACED, CloseCode.GOING_DOWN, CloseCode.SEAT_EXPIRED):
            # Whether there was a newer socket is judged by C2, whether the seat was kept long enough by N3.
            return True
        if room is None or connection.faults:
            return True
        if closed.code == CloseCode.ROOM_CLOSED:
            return room.closed
        if closed.code == CloseCode.LEFT:
            return room.closed or connection.player in room.left
        if closed.code == CloseCode.IDLE:
            return room.policy is not None and closed.at - connection.heard >= room.policy.idle_ms * _NEARLY_IDLE
        return bool(connection.malformed)
