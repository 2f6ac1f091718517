"""The turn clock, judged by sandwiches: a verdict only where it is certain.

A turn is judged when the one after it begins, or the match ends, as by then all arrivals that could narrow the
intervals of its start and its end have come. See `harness.referee.span`.
"""

from __future__ import annotations

from typing import Final

from harness.clock import MILLISECOND, SECOND, Duration, Instant
from harness.referee.connection import Connection
from harness.referee.match import ASKS, MOVE_COMMANDS, AskEvent
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.span import Span
from harness.wire import events as ev

ROUNDING: Final = 1 * MILLISECOND
"""`remaining_ms` is a whole number of milliseconds."""


class Timer(Oracle):
    """Judges turns that have ended; base of the oracles of the turn clock."""

    needs = ("timers",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = dict.fromkeys((*ASKS, ev.MatchOver), self.on_end)

    def on_end(self, room: Room, event: AskEvent | ev.MatchOver, moment: Moment) -> None:
        """The turn before this is judged; turns under way when the run ends never are."""
        for span in room.clock.spans:
            if span.ended is not None:
                self.judge(room, span, span.ended)

    def judge(self, room: Room, span: Span, ended: Moment) -> None:
        """Judge one turn that ended by this move."""

    def late_by(self, span: Span, ended: Moment) -> Duration | None:
        """How much later than allowed the automatic move surely came; None when it cannot be told."""
        if ended.lo < span.started.hi:
            return None
        policy, sandwich = span.policy, self.scene.sandwich
        allowed = (policy.grace_ms + policy.tick_ms) * MILLISECOND + sandwich.lateness + sandwich.drift(span.clock)
        return ended.lo - (span.due()[1] + allowed)

    def judge_late(self, room: Room, span: Span, ended: Moment, rule: str, why: str) -> None:
        """Convict for an automatic move that certainly came late."""
        late = self.late_by(span, ended)
        if late is None:
            self.undecidable += 1
            return
        self.evaluated += 1
        if late > 0:
            what = f"turn {span.turn} of seat {span.seat} was moved ({span.auto}) {late / SECOND:.3f} s too late{why}"
            self.convict(self.checks[0], rule, what, at=self.scene.now, room=room, seats=(span.seat,))


class TimerEarly(Timer):
    """T1: an automatic move never comes before it is due.

    Observes: turns, moves, away and back.
    Statement: hi(move) >= lo(due), where due is the end of the clock or, for an away seat, the later of auto
        delay and the moment of being called away.
    Alarm: drift between clocks is allowed for.
    Cost: O(1) per turn.
    """

    name = "timer_early"
    checks = ("T1",)

    def judge(self, room: Room, span: Span, ended: Moment) -> None:
        """Was an automatic move certainly early?"""
        if span.auto is None:
            return
        lo = span.started.lo + span.clock if span.auto == "clock" else span.due()[0]
        if lo < 0:
            self.undecidable += 1
            return
        self.evaluated += 1
        early = lo - self.scene.sandwich.drift(span.clock) - ended.hi
        if early > 0:
            what = (
                f"turn {span.turn} of seat {span.seat} was moved ({span.auto}) {early / SECOND:.3f} s before it was due"
            )
            self.convict("T1", span.rule, what, at=self.scene.now, room=room, seats=(span.seat,))
        elif span.auto == "away" and span.away is None:
            what = f"turn {span.turn} was moved because seat {span.seat} is away, and it was never called away"
            self.convict("T1", "BLF-E04", what, at=self.scene.now, room=room, seats=(span.seat,))


class TimerLate(Timer):
    """T2: an automatic move comes when it is due, and a turn does not last longer.

    Observes: turns, moves, pings.
    Statement: lo(move) <= hi(due) + grace + tick.
    Alarm: a server that stood still as a whole is late without a broken rule; what a live run allows is
        `lateness`.
    Cost: O(1) per turn.
    """

    name = "timer_late"
    checks = ("T2",)

    def judge(self, room: Room, span: Span, ended: Moment) -> None:
        """Was an automatic move certainly late?"""
        if span.auto is not None:
            self.judge_late(room, span, ended, span.rule, "")


class TimerJunk(Timer):
    """T8: messages that have no effect do not move the deadline.

    Observes: turns in which somebody of this room had a command refused or sent nonsense, and that then ran
        out.
    Statement: as T2 for these turns.
    Alarm: as T2.
    Cost: O(1) per message.
    """

    name = "timer_junk"
    checks = ("T8",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Refused: self.on_junk}
        self.commands = {None: self.on_junk}

    def on_junk(self, connection: Connection, junk: object, at: Instant) -> None:
        """A command was refused, or a frame sent that is none, while a turn runs."""
        for span in connection.room.clock.open() if connection.room is not None else ():
            span.junk += 1

    def judge(self, room: Room, span: Span, ended: Moment) -> None:
        """Did junk put the deadline off?"""
        if span.auto is not None and span.junk:
            self.judge_late(room, span, ended, "BLF-E29", f", after {span.junk} messages without effect")


class TimerReconnect(Timer):
    """T6: a disconnect neither resets nor stops the clock.

    Observes: the time left that snapshots state while a turn runs, and turns with a reconnect that ran out.
    Statement: what is left is the deadline less now, within the sandwich; and as T2 for these turns (BLF-E05).
    Alarm: a snapshot after a restart announces fresh clocks.
    Cost: O(1) per snapshot.
    """

    name = "timer_reconnect"
    checks = ("T6",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Snapshot: self.on_snapshot}

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """What is left of the clock?"""
        table = event.table
        room = self.scene.rooms.get(event.room)
        spans = room.clock.spans if room is not None else ()
        if table is None or not spans or (table.match, table.turn) != (spans[0].match, spans[0].turn):
            return
        if event.restarted:
            return
        span = next((span for span in spans if span.player == event.you), spans[0])
        if span.player == event.you:
            span.reconnects += 1
        lo, hi = self.scene.arrival(connection, at)
        if lo < 0:
            self.undecidable += 1
            return
        self.evaluated += 1
        slack = ROUNDING + self.scene.sandwich.drift(span.clock)
        left = table.remaining_ms * MILLISECOND
        least = span.started.lo + span.clock - hi - slack
        most = span.started.hi + span.clock - lo + slack
        if not least <= left <= max(most, 0):
            what = (
                f"the snapshot leaves turn {span.turn} {left / SECOND:.3f} s, "
                f"it should be {least / SECOND:.3f} to {most / SECOND:.3f} s"
            )
            self.convict("T6", "BLF-E05", what, at=at, room=room, seats=(span.seat,), connections=(connection,))

    def judge(self, room: Room, span: Span, ended: Moment) -> None:
        """Did a reconnect put the deadline off?"""
        if span.auto is not None and span.reconnects:
            self.judge_late(room, span, ended, "BLF-E05", " after a reconnect")


class LateAccept(Oracle):
    """T3: a move that came after the deadline has no effect.

    Observes: our own acknowledged moves.
    Statement: sent + delay <= hi(start) + clock + grace.
    Alarm: drift.
    Cost: O(1) per move.
    """

    name = "late_accept"
    checks = ("T3",)
    needs = ("timers",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Ok: self.on_ok}

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """A move of ours was accepted: was it certainly sent too late?"""
        sent = connection.sent.get(event.id)
        room = connection.room
        if sent is None or sent.answered is not None or room is None:
            return
        command = sent.command
        if type(command) not in MOVE_COMMANDS:
            return
        turn, player = command.turn, connection.player  # type: ignore[union-attr]
        # The public event may have come before its answer, on another connection; a turn or even two may have begun.
        spans = (*room.clock.spans, *room.clock.before)
        span = next((span for span in spans if span.turn == turn and span.player == player), None)
        if span is None or event.number < span.number:
            self.undecidable += 1
            return
        self.evaluated += 1
        sandwich = self.scene.sandwich
        limit = span.started.hi + span.clock + span.policy.grace_ms * MILLISECOND + sandwich.drift(span.clock)
        late = sent.at + sandwich.delay_min - limit
        if late > 0:
            what = f"a move for turn {span.turn} sent {late / SECOND:.3f} s after its deadline was accepted"
            self.convict("T3", "BLF-E28", what, at=at, room=room, seats=(span.seat,), connections=(connection,))


class EarlyRefusal(Timer):
    """T4: a move in time is not refused as late.

    Observes: refusals `stale_turn` of our own moves.
    Statement: the turn was over when the refusal was sent: it had its move, its seat left, or its clock had run
        out.
    Alarm: none known.
    Cost: O(1) per refusal.
    """

    name = "early_refusal"
    checks = ("T4",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Refused: self.on_refused}

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A move of ours was refused as stale; if it was meant for the running turn, it is judged with it."""
        sent = connection.sent.get(event.id) if event.id is not None else None
        if event.code != "stale_turn" or sent is None or connection.room is None:
            return
        self.evaluated += 1
        turn = getattr(sent.command, "turn", None)
        for span in connection.room.clock.open():
            if (turn, connection.player) == (span.turn, span.player) and sent.at >= span.started.first:
                span.refusals.append((self.scene.arrival(connection, at)[1], connection))

    def judge(self, room: Room, span: Span, ended: Moment) -> None:
        """Was the turn still open when the refusal was sent?"""
        for hi, connection in span.refusals:
            if hi < ended.lo:
                what = f"a move for turn {span.turn} was refused as stale while that turn was open"
                self.convict("T4", "BLF-E28", what, at=hi, room=room, seats=(span.seat,), connections=(connection,))
