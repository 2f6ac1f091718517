"""The referee: one observation in, every oracle that cares is told, verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from harness.clock import Instant
from harness.dialects.dialect import Dialect
from harness.errors import RemoteError
from harness.history import observation as obs
from harness.history.recorder import Recorder
from harness.referee.calls import Calls
from harness.referee.catalogue import ORACLES
from harness.referee.expectations import Expectation, Expectations
from harness.referee.moment import Moment, Sandwich
from harness.referee.oracle import Oracle
from harness.referee.salvage import Salvaged, salvage
from harness.referee.scene import Connection, Kept, Room, Scene
from harness.verdict import OracleReport, Verdict, merge
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.session import State, step

PUBLIC: Final = frozenset(ev.PublicEvent.__args__)

Dispatch = dict[Any, tuple[Callable[..., None], ...]]


class Referee:
    """Judges one run, observation by observation.

    Args:
        dialect: How the target speaks.
        sandwich: Bounds on delays; the default knows none, as on a real network.
        oracles: Names of the oracles to run; None for all.
        required: Names of those that must have judged something for the run to be valid.
        expectations: What the scenario expects besides.
    """

    def __init__(
        self,
        dialect: Dialect,
        *,
        sandwich: Sandwich | None = None,
        oracles: Sequence[str] | None = None,
        required: Sequence[str] = (),
        expectations: Sequence[Expectation] = (),
    ) -> None:
        self.scene = Scene(dialect, sandwich or Sandwich(drift_ppm=200, lateness=250_000_000), Recorder())
        self.required = tuple(required)
        self.oracles: dict[str, Oracle] = {}
        for name, kind in ORACLES.items():
            if oracles is None or name in oracles:
                self.oracles[name] = kind(self.scene)
        if Expectations.name in self.oracles:
            self.oracles[Expectations.name] = Expectations(self.scene, expectations)
        self.ended: obs.RunEnded | None = None
        self._calls = Calls(self.scene)
        self._decode = dialect.decode
        self._frames = self._table("frames")
        self._public = self._table("public")
        self._commands = self._table("commands")
        self._calls_table = self._table("calls")
        self._observations = self._table("observations")
        self._undecodable = self._frames.get(Salvaged, ())
        self._repeats = self._public.get(Kept, ())
        self._takers: dict[type[obs.Observation], Callable[..., None]] = {
            obs.Received: self._received,
            obs.Sent: self._sent,
            obs.Opened: self._opened,
            obs.Closed: self._closed,
            obs.Exchange: self._exchange,
            obs.FaultBegun: self._fault_begun,
            obs.FaultEnded: self._fault_ended,
            obs.RunEnded: self._run_ended,
        }

    def observe(self, observation: obs.Observation) -> None:
        """Take the next observation; observations come in the order of their time."""
        self.scene.now = observation.at
        self.scene.recorder.note(observation)
        kind = type(observation)
        taker = self._takers.get(kind)
        if taker is not None:
            taker(observation)
        told = self._observations.get(kind)
        if told:
            self._tell(told, observation)

    def reports(self) -> tuple[OracleReport, ...]:
        """What each oracle has to say, in the order of the catalogue."""
        return tuple(oracle.report() for oracle in self.oracles.values())

    def verdict(self) -> Verdict:
        """Required oracles merged; `INVALID` from any oracle always counts."""
        verdicts = [
            report.verdict
            for report in self.reports()
            if report.verdict is Verdict.INVALID or report.oracle in self.required or report.error
        ]
        missing = any(name not in self.oracles for name in self.required)
        cut = self.ended is None or not self.ended.complete
        return merge([*verdicts, Verdict.UNKNOWN] if missing or cut else verdicts)

    # -- telling -----------------------------------------------------------------------------

    def _table(self, attribute: str) -> Dispatch:
        table: dict[Any, list[Callable[..., None]]] = {}
        for oracle in self.oracles.values():
            handlers: Mapping[Any, Callable[..., None]] = getattr(oracle, attribute)
            for kind, handler in handlers.items():
                table.setdefault(kind, []).append(handler)
        return {kind: tuple(handlers) for kind, handlers in table.items()}

    def _tell(self, handlers: Sequence[Callable[..., None]], *arguments: Any) -> None:
        for handler in handlers:
            try:
                handler(*arguments)
            except Exception as error:
                oracle: Oracle = handler.__self__  # type: ignore[attr-defined]
                oracle.error = oracle.error or f"{type(error).__name__}: {error}"

    # -- connections -------------------------------------------------------------------------

    def _opened(self, observation: obs.Opened) -> None:
        self.scene.connect(observation.connection, observation.who, observation.at)

    def _closed(self, observation: obs.Closed) -> None:
        connection = self.scene.connect(observation.connection, observation.who, observation.at)
        connection.live = False
        connection.closed = observation.at
        connection.code = observation.code
        self._detach(connection)

    def _fault_begun(self, observation: obs.FaultBegun) -> None:
        connection = self.scene.connect(observation.connection, observation.who, observation.at)
        connection.faults.append(observation.fault)
        if observation.fault == "stall":
            connection.stalled = True
        else:
            connection.live = False
            self._detach(connection)

    def _fault_ended(self, observation: obs.FaultEnded) -> None:
        connection = self.scene.connections.get(observation.connection)
        if connection is not None:
            connection.stalled = False

    def _detach(self, connection: Connection) -> None:
        room = connection.room
        if room is not None and connection in room.connections:
            room.connections.remove(connection)
            if room.pending:
                self._settle(room)

    def _run_ended(self, observation: obs.RunEnded) -> None:
        self.ended = observation
        for room in self.scene.rooms.values():
            room.connections.clear()
            self._settle(room)
        for oracle in self.oracles.values():
            self._tell((oracle.finish,), observation.at)

    # -- what we sent ------------------------------------------------------------------------

    def _sent(self, observation: obs.Sent) -> None:
        connection = self.scene.connect(observation.connection, observation.who, observation.at)
        command = self.scene.dialect.read(observation.raw) if observation.text else None
        if command is None:
            connection.malformed += 1
            told = self._commands.get(None)
            if told:
                self._tell(told, connection, observation, observation.at)
            return
        if isinstance(command, cmd.Hello):
            connection.secret = connection.secret or command.secret
        elif type(command) is not cmd.PongServer:
            connection.remember(command.id, command, observation.at)
        told = self._commands.get(type(command))
        if told:
            self._tell(told, connection, command, observation.at)

    def _exchange(self, observation: obs.Exchange) -> None:
        call, player = self._calls.take(observation)
        told = self._calls_table.get(call.kind)
        if told:
            self._tell(told, call, observation, player)

    # -- what we received --------------------------------------------------------------------

    def _received(self, observation: obs.Received) -> None:
        at = observation.at
        connection = self.scene.connections.get(observation.connection)
        if connection is None:
            connection = self.scene.connect(observation.connection, observation.who, at)
        try:
            event = self._decode(observation.raw)
        except RemoteError as error:
            saved = salvage(observation.raw)
            self._tell(self._undecodable, connection, saved, observation, str(error))
            if saved.event is None:
                return
            event = saved.event
        kind = type(event)
        told = self._frames.get(kind)
        if told:
            self._tell(told, connection, event, at)
        if kind in PUBLIC:
            self._take_public(connection, event, observation.raw, at)  # type: ignore[arg-type]
        elif kind is ev.Snapshot:
            self._take_snapshot(connection, event, at)  # type: ignore[arg-type]
        elif kind is ev.Ok or kind is ev.Refused or kind is ev.Pong:
            self._take_answer(connection, event, at)  # type: ignore[arg-type]
        elif kind is ev.Cards:
            self._take_cards(connection, event)  # type: ignore[arg-type]
        connection.seq = event.seq
        connection.state = step(connection.state, event) or connection.state

    def _take_answer(self, connection: Connection, event: ev.Ok | ev.Refused | ev.Pong, at: Instant) -> None:
        sent = connection.sent.get(event.id) if event.id is not None else None
        if sent is None:
            return
        connection.acked = max(connection.acked, sent.at)
        if sent.answered is None:
            sent.answered = at
            sent.ok = type(event) is not ev.Refused
            sent.code = event.code if type(event) is ev.Refused else ""
            if type(event) is ev.Ok and isinstance(sent.command, cmd.Play):
                self._take_own_play(connection, sent.command, event.number)

    def _take_own_play(self, connection: Connection, play: cmd.Play, number: int) -> None:
        """The server took these cards; the answer may come before or after the public event."""
        match = connection.room.match if connection.room is not None else None
        if match is not None and connection.player in match.seats:
            held = connection.caused_here(number)
            match.own_play(match.seats.index(connection.player), play.turn, play.cards, held=held)

    def _take_cards(self, connection: Connection, event: ev.Cards) -> None:
        room = connection.room
        match = room.match if room is not None else None
        if room is not None and match is not None and match.match == event.match and connection.player in match.seats:
            current = connection.number == room.number
            match.learn(match.seats.index(connection.player), event.hand, event.cards, current=current)

    def _take_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        if connection.state is not State.NEW:
            return
        connection.snapshot = event
        connection.player = event.you
        connection.number = event.number
        rooms = self.scene.rooms
        room = rooms.get(event.room)
        moment = Moment(*self.scene.arrival(connection, at), at)
        if room is None or room.closed or not room.number:
            asked = room
            room = rooms[event.room] = Room(event.room)
            if asked is not None and not asked.closed:
                room.seats, room.turn_ms = asked.seats, asked.turn_ms
            room.adopt(event, moment)
        connection.room = room
        room.policy = event.policy
        room.connections.append(connection)
        room.by_player[event.you] = connection
        if event.number > room.number:
            self._settle(room)
            if event.number > room.number and not self._awaited(room):
                room.adopt(event, moment)
        if event.table is not None and event.seat is not None and room.match is not None:
            current = event.number == room.number
            room.match.learn(event.seat, event.table.hand, event.table.cards, current=current)

    def _take_public(self, connection: Connection, event: ev.PublicEvent, raw: bytes, at: Instant) -> None:
        room = connection.room
        if room is None:
            return
        number = event.number
        gap = number > connection.number + 1
        connection.number = number
        lo, hi = self.scene.arrival(connection, at)
        if number <= room.number or number in room.pending:
            kept = room.kept(number)
            if kept is not None:
                moment = kept.moment
                moment.lo = max(moment.lo, lo)
                moment.hi = min(moment.hi, hi)
                self._tell(self._repeats, room, kept, connection, event, raw)
            return
        kept = Kept(self.scene.dialect.body(raw), event, Moment(lo, hi, at))
        if number == room.number + 1:
            self._judge(room, kept)
            if not room.pending and not gap:
                return
        else:
            room.pending[number] = kept
        self._settle(room)

    def _judge(self, room: Room, kept: Kept) -> None:
        event = kept.event
        told = self._public.get(type(event))
        if told:
            self._tell(told, room, event, kept.moment)
        room.take(kept)

    def _awaited(self, room: Room) -> bool:
        """Whether some live connection may still bring the next public event of this room."""
        return any(connection.number <= room.number for connection in room.connections)

    def _settle(self, room: Room) -> None:
        """Take in what is in order; jump over what nobody can bring any more."""
        while room.pending:
            kept = room.pending.pop(room.number + 1, None)
            if kept is None:
                if self._awaited(room):
                    return
                self._jump(room)
                continue
            self._judge(room, kept)

    def _jump(self, room: Room) -> None:
        """Skip public events that nobody of ours saw: onto a snapshot that contains them, or over a hole."""
        first = min(room.pending)
        snapshots = [c.snapshot for c in room.connections if c.snapshot and room.number < c.snapshot.number < first]
        if snapshots:
            latest = max(snapshots, key=lambda snapshot: snapshot.number)
            room.adopt(latest, room.pending[first].moment)
            return
        room.number = first - 1
        if room.match is not None:
            room.match.whole = False
