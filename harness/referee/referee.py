"""The referee: one observation in, every oracle that cares is told, verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from harness.clock import Instant
from harness.dialects.dialect import Dialect
from harness.errors import RemoteError
from harness.history import observation as obs
from harness.history.recorder import Recorder
from harness.referee.calls import Calls
from harness.referee.catalogue import ORACLES
from harness.referee.connection import Connection
from harness.referee.dispatch import broke, game_of, table, tables, tell
from harness.referee.expectations import Expectation, Expectations
from harness.referee.fit import Misfit, misfit, misfit_view
from harness.referee.games import MATCHES
from harness.referee.match import MOVE_COMMANDS
from harness.referee.moment import Moment, Sandwich
from harness.referee.oracle import FirstFrame, Missed, Oracle, merged
from harness.referee.outage import ALL, Outage
from harness.referee.own import OWN, Own, own_deal
from harness.referee.room import RING, Kept, Room
from harness.referee.salvage import Salvaged, salvage
from harness.referee.scene import Scene
from harness.verdict import OracleReport, Verdict, merge
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.session import State, step

PUBLIC: Final = frozenset(ev.PublicEvent.__args__)


class Referee:
    """Judges one run, observation by observation.

    An oracle that needs more than the dialect's backend can do is told nothing, and so stays unknown.

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
        self.oracles: dict[str, tuple[Oracle, ...]] = {}
        for name, kinds in ORACLES.items():
            if oracles is None or name in oracles:
                self.oracles[name] = tuple(kind(self.scene) for kind in kinds)
        if Expectations.name in self.oracles:
            self.oracles[Expectations.name] = (Expectations(self.scene, expectations),)
        self.ended: obs.RunEnded | None = None
        self._calls = Calls(self.scene)
        self._note = self.scene.recorder.note
        self._connections = self.scene.connections
        self._decode = dialect.decode
        self._body = dialect.body
        self._able = [
            oracle
            for oracles_of_name in self.oracles.values()
            for oracle in oracles_of_name
            if all(getattr(dialect.caps, need) for need in oracle.needs)
        ]
        self._frames = tables(self._able, "frames")
        self._public = tables(self._able, "public")
        self._commands = tables(self._able, "commands")
        self._calls_table = table(self._able, "calls", None)
        self._observations = table(self._able, "observations", None)
        self._takers: dict[type[obs.Observation], Callable[[Any], None]] = {
            obs.Opened: self._opened,
            obs.Unopened: self._pass_on,
            obs.Sent: self._sent,
            obs.Received: self._received,
            obs.Closed: self._closed,
            obs.Exchange: self._exchange,
            obs.FaultBegun: self._fault_begun,
            obs.FaultEnded: self._fault_ended,
            obs.StepFired: self._pass_on,
            obs.PartyEnded: self._party_ended,
            obs.RunEnded: self._run_ended,
        }
        self._takers_of_frames: dict[type[ev.Event], Callable[[Connection, Any, obs.Received], None]] = {
            **dict.fromkeys(PUBLIC, self._take_public),
            ev.Snapshot: self._take_snapshot,
            ev.Ok: self._take_answer,
            ev.Refused: self._take_answer,
            ev.Pong: self._take_answer,
            **dict.fromkeys(OWN, self._take_own),
        }

    def observe(self, observation: obs.Observation) -> None:
        """Take the next observation; observations come in the order of their time.

        What is observed of a connection that was never opened, or was forgotten with its party, is told nobody.
        """
        self.scene.now = observation.at
        self._note(observation)
        self._takers[type(observation)](observation)

    def reports(self) -> tuple[OracleReport, ...]:
        """What each oracle has to say, in the order of the catalogue."""
        return tuple(merged([oracle.report() for oracle in oracles]) for oracles in self.oracles.values())

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

    def _pass_on(self, observation: obs.Observation) -> None:
        told = self._observations.get(type(observation))
        if told:
            tell(told, observation)

    # -- connections -------------------------------------------------------------------------

    def _opened(self, observation: obs.Opened) -> None:
        self.scene.open(observation.connection, observation.who, observation.at)
        self._pass_on(observation)

    def _closed(self, observation: obs.Closed) -> None:
        connection = self.scene.connections.get(observation.connection)
        if connection is None:
            return
        connection.live = False
        connection.closed = observation.at
        self._detach(connection)
        self._pass_on(observation)
        self.scene.forget_if_over(observation.who)

    def _fault_begun(self, observation: obs.FaultBegun) -> None:
        if observation.connection == ALL:
            self.scene.outage = Outage(observation.at)
            return
        connection = self.scene.connections.get(observation.connection)
        if connection is None:
            return
        connection.faults.append(observation.fault)
        if observation.fault == "stall":
            connection.stalled = True
        else:
            connection.live = False
            self._detach(connection)
        self._pass_on(observation)

    def _fault_ended(self, observation: obs.FaultEnded) -> None:
        if observation.connection == ALL and self.scene.outage is not None:
            self.scene.outage.ended = observation.at
            self._pass_on(observation)
            return
        connection = self.scene.connections.get(observation.connection)
        if connection is not None:
            connection.stalled = False
            self._pass_on(observation)

    def _detach(self, connection: Connection) -> None:
        room = connection.room
        if room is not None and connection in room.connections:
            room.connections.remove(connection)
            if room.pending:
                self._settle(room)

    def _party_ended(self, observation: obs.PartyEnded) -> None:
        self._pass_on(observation)
        party = self.scene.parties.get(observation.party)
        if party is not None:
            party.ended = True
            self.scene.forget_if_over(observation.party)

    def _run_ended(self, observation: obs.RunEnded) -> None:
        self.ended = observation
        for room in self.scene.rooms.values():
            room.connections.clear()
            self._settle(room)
        self._pass_on(observation)
        for oracle in self._able:
            tell((oracle.finish,), observation.at)

    # -- what we sent ------------------------------------------------------------------------

    def _sent(self, observation: obs.Sent) -> None:
        connection = self.scene.connections.get(observation.connection)
        if connection is None:
            return
        connection.heard = observation.at
        command = self.scene.dialect.read(observation.raw) if observation.text else None
        if command is None:
            connection.malformed += 1
            tell(self._commands[game_of(connection.room)].get(None, ()), connection, observation, observation.at)
            return
        kind = type(command)
        if kind is cmd.Hello:
            connection.secret = connection.secret or command.secret  # type: ignore[union-attr]
            # No event comes before the server has taken the hello.
            connection.acked = observation.at
        elif kind is not cmd.PongServer:
            connection.remember(command.id, command, observation.at)  # type: ignore[union-attr]
        told = self._commands[game_of(connection.room)].get(kind)
        if told:
            tell(told, connection, command, observation.at)

    def _exchange(self, observation: obs.Exchange) -> None:
        call, player = self._calls.take(observation)
        told = self._calls_table.get(call.kind)
        if told:
            tell(told, call, observation, player)
        self._pass_on(observation)

    # -- what we received --------------------------------------------------------------------

    def _received(self, observation: obs.Received) -> None:
        connection = self._connections.get(observation.connection)
        if connection is None:
            return
        at = observation.at
        event: ev.Event | None
        try:
            event = self._decode(observation.raw)
        except RemoteError as error:
            event = self._salvaged(connection, observation, error)
            if event is None:
                return
        kind = type(event)
        room = connection.room
        if kind is ev.Snapshot:
            event = self._fitting(connection, event, at)  # type: ignore[arg-type]
            frames = self._frames[event.game if event.game in MATCHES else ""]
        else:
            frames = self._frames[game_of(room)]
        connection.after = step(connection.state, event)
        if not connection.seq:
            tell(frames.get(FirstFrame, ()), connection, event, at)
        for handler in frames.get(kind, ()):
            try:
                handler(connection, event, at)
            except Exception as error:
                broke(handler, error)
        taker = self._takers_of_frames.get(kind)
        if taker is not None:
            taker(connection, event, observation)
        connection.state = connection.after or connection.state
        seq = event.seq
        connection.seq = seq if seq > connection.seq else connection.seq

    def _salvaged(self, connection: Connection, observation: obs.Received, error: RemoteError) -> ev.Event | None:
        saved = salvage(observation.raw)
        told = self._frames[game_of(connection.room)].get(Salvaged, ())
        tell(told, connection, saved, observation, str(error))
        return saved.event

    def _fitting(self, connection: Connection, event: ev.Snapshot, at: Instant) -> ev.Snapshot:
        """The snapshot, without its table when that contradicts itself."""
        why = misfit_view(event)
        if not why:
            return event
        tell(self._frames[game_of(connection.room)].get(Misfit, ()), connection, event, why)
        return replace(event, table=None, seat=None)

    def _take_answer(
        self, connection: Connection, event: ev.Ok | ev.Refused | ev.Pong, observation: obs.Received
    ) -> None:
        sent = connection.sent.get(event.id) if event.id is not None else None
        if sent is None:
            return
        connection.acked = max(connection.acked, sent.at)
        if sent.answered is None:
            sent.answered = observation.at
            if type(event) is ev.Ok and type(sent.command) in MOVE_COMMANDS:
                self._take_own_move(connection, sent.command, event.number)  # type: ignore[arg-type]

    def _take_own_move(self, connection: Connection, command: cmd.Move, number: int) -> None:
        """The server took this move; the answer may come before or after the public event."""
        room = connection.room
        match = room.match if room is not None else None
        if room is not None and match is not None and connection.player in match.seats:
            reached = number <= room.number + 1
            match.own_move(match.seats.index(connection.player), number, command, reached=reached)

    def _take_own(self, connection: Connection, event: Own, observation: obs.Received) -> None:
        room = connection.room
        match = room.match if room is not None else None
        if room is not None and match is not None and match.match == event.match and connection.player in match.seats:
            current = connection.number == room.number
            deal, cards = own_deal(event)
            seat = match.seats.index(connection.player)
            match.learn(seat, deal, cards, number=connection.number, current=current)

    def _take_snapshot(self, connection: Connection, event: ev.Snapshot, observation: obs.Received) -> None:
        if connection.state is not State.NEW:
            return
        at = observation.at
        connection.snapshot = event
        connection.player = event.you
        connection.number = event.number
        rooms = self.scene.rooms
        room = rooms.get(event.room)
        moment = Moment(*self.scene.arrival(connection, at), at)
        if room is None or room.closed or not room.number:
            asked = room
            room = rooms[event.room] = self.scene.party(connection.who).rooms[event.room] = Room(event.room)
            if asked is not None and not asked.closed:
                room.seats, room.turn_ms = asked.seats, asked.turn_ms
            room.adopt(event, moment)
        connection.room = room
        room.game = event.game
        room.policy = event.policy
        if event.restarted:
            room.restarted(self.scene.back_since(at), moment)
        room.connections.append(connection)
        room.by_player[event.you] = connection
        if event.number > room.number:
            self._settle(room)
            if event.number > room.number and not self._awaited(room):
                missed = room.missed(event, moment)
                tell(self._public[game_of(room)].get(Missed, ()) if missed else (), room, *missed)
                room.adopt(event, moment)
        table, match = event.table, room.match
        if table is not None and event.seat is not None and match is not None and match.match == table.match:
            current = event.number == room.number
            deal, cards = match.deal_of(table), match.own_of(table)
            match.learn(event.seat, deal, cards, number=event.number, current=current)

    def _take_public(self, connection: Connection, event: ev.PublicEvent, observation: obs.Received) -> None:
        room = connection.room
        if room is None:
            return
        number = event.number
        gap = number > connection.number + 1
        connection.number = number if number > connection.number else connection.number
        lo, hi = self.scene.arrival(connection, observation.at)
        kept = room.kept(number)
        if kept is not None:
            moment = kept.moment
            moment.lo = lo if lo > moment.lo else moment.lo
            moment.hi = hi if hi < moment.hi else moment.hi
            tell(self._public[game_of(room)].get(Kept, ()), room, kept, connection, event, observation.raw)
            if room.pending:
                self._settle(room)
            return
        if number <= room.number:
            return
        kept = Kept(self._body(observation.raw), event, Moment(lo, hi, observation.at))
        if number == room.number + 1:
            self._judge(room, kept)
            if not room.pending and not gap:
                return
        else:
            room.pending[number] = kept
        self._settle(room)

    def _judge(self, room: Room, kept: Kept) -> None:
        event = kept.event
        public = self._public[game_of(room)]
        why = misfit(room, event)
        if why:
            tell(public.get(Misfit, ()), room, event, why)
            room.skip(kept)
            return
        moment = kept.moment
        for handler in public.get(type(event), ()):
            try:
                handler(room, event, moment)
            except Exception as error:
                broke(handler, error)
        room.take(kept)
        room.clock.take(room, event, moment)

    def _awaited(self, room: Room) -> bool:
        """Whether some live connection may still bring the next public event of this room."""
        return any(connection.number <= room.number for connection in room.connections)

    def _settle(self, room: Room) -> None:
        """Take in what is in order; jump over what nobody can bring any more."""
        while room.pending:
            kept = room.pending.pop(room.number + 1, None)
            if kept is not None:
                self._judge(room, kept)
            elif len(room.pending) < RING and self._awaited(room):
                return
            else:
                self._jump(room)

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
            room.match.missed()
