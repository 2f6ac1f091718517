"""The turn clock, judged by sandwiches: a verdict only where it is certain.

Every turn gets a `Span` with the intervals of its start and of its end; it is judged when the turn after it begins, as
by then all arrivals that could narrow the intervals have come.
"""

from __future__ import annotations

from typing import Final

from harness.clock import MILLISECOND, SECOND, Duration, Instant
from harness.referee.moment import NEVER, Moment
from harness.referee.oracle import Oracle
from harness.referee.scene import Connection, Room, Scene, SentCommand
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.policy import Policy

ROUNDING: Final = 1 * MILLISECOND
"""`remaining_ms` is a whole number of milliseconds."""


class Span:
    """One turn from its announcement to its move.

    Attributes:
        turn, seat, player: Whose it is.
        started: When it was announced.
        fresh: It opens a hand, so the deal pause is added.
        policy: The promises in force.
        away: When the seat was called away, None if present.
        ended: When its move (or its seat's leaving) was announced.
        auto: Why it was moved automatically, None if not.
        junk: Refused or unreadable messages, reconnects of its seat, and other things that must not move the clock.
    """

    __slots__ = (
        "auto",
        "away",
        "ended",
        "fresh",
        "junk",
        "match",
        "player",
        "policy",
        "reconnects",
        "seat",
        "started",
        "turn",
    )

    def __init__(self, room: Room, event: ev.TurnStarted, moment: Moment, policy: Policy, away: Moment | None) -> None:
        assert room.match is not None
        self.match = event.match
        self.turn = event.turn
        self.seat = event.seat
        self.player = room.match.seats[event.seat]
        self.started = moment
        self.fresh = room.match.opening
        self.policy = policy
        self.away = away
        self.ended: Moment | None = None
        self.auto: ev.Auto | None = None
        self.junk = 0
        self.reconnects = 0

    @property
    def pause(self) -> Duration:
        """The deal pause, where it applies."""
        return self.policy.deal_pause_ms * MILLISECOND if self.fresh else 0

    @property
    def clock(self) -> Duration:
        """From the announcement to the deadline."""
        return self.pause + self.policy.turn_ms * MILLISECOND

    def due(self) -> tuple[Instant, Instant]:
        """The interval that holds the instant at which the automatic move is due (BLF-14, BLF-E04, BLF-E05)."""
        lo, hi = self.started.lo + self.clock, self.started.hi + self.clock
        if self.away is not None:
            delay = self.pause + self.policy.auto_delay_ms * MILLISECOND
            lo = min(lo, max(self.started.lo + delay, self.away.lo))
            hi = min(hi, max(self.started.hi + delay, self.away.hi))
        return lo, hi


class Timer(Oracle):
    """Keeps the spans; its subclasses judge them."""

    needs = ("timers",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.spans: dict[str, Span] = {}
        self._away: dict[str, Moment] = {}
        self.public = {
            ev.TurnStarted: self.on_turn,
            ev.Played: self.on_move,
            ev.Called: self.on_move,
            ev.Away: self.on_away,
            ev.Back: self.on_back,
            ev.LeftTable: self.on_left,
            ev.MatchOver: self.on_over,
            ev.MatchStarted: self.on_match,
        }

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Nothing of an earlier match matters any more."""
        self.spans.pop(room.code, None)

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """The turn before is judged, and a new span begins."""
        self._close(room)
        if room.match is not None and room.policy is not None:
            player = room.match.seats[event.seat]
            away = self._away.get(player)
            member = room.member(player)
            if away is None and member is not None and not member.present:
                # Called away before any of ours was there to hear it.
                away = Moment(NEVER, moment.hi, moment.first)
            self.spans[room.code] = Span(room, event, moment, room.policy, away)

    def on_move(self, room: Room, event: ev.Played | ev.Called, moment: Moment) -> None:
        """The move that ends the running turn."""
        span = self.spans.get(room.code)
        if span is not None and span.ended is None and event.turn == span.turn:
            span.ended = moment
            span.auto = event.auto

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """A turn whose seat leaves has no move to be judged."""
        span = self.spans.get(room.code)
        if span is not None and span.ended is None and event.seat == span.seat:
            del self.spans[room.code]

    def on_away(self, room: Room, event: ev.Away, moment: Moment) -> None:
        """From now on the seat is moved early."""
        self._away[event.player] = moment
        span = self.spans.get(room.code)
        if span is not None and span.player == event.player and span.ended is None:
            span.away = moment

    def on_back(self, room: Room, event: ev.Back, moment: Moment) -> None:
        """The seat has what is left of its clock (BLF-E05)."""
        self._away.pop(event.player, None)
        span = self.spans.get(room.code)
        if span is not None and span.player == event.player and span.ended is None:
            span.away = None

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The last turn of a match is judged, too."""
        self._close(room)

    def finish(self, at: Instant) -> None:
        """Turns under way when the run ends are not judged."""
        self.spans.clear()

    def _close(self, room: Room) -> None:
        span = self.spans.pop(room.code, None)
        if span is not None and span.ended is not None:
            self.judge(room, span)

    def judge(self, room: Room, span: Span) -> None:
        """Judge one finished turn."""

    def late_by(self, span: Span) -> Duration | None:
        """How much later than allowed the automatic move surely came; None when it cannot be told."""
        assert span.ended is not None
        if span.ended.lo == NEVER or span.ended.lo < span.started.hi:
            return None
        policy = span.policy
        allowed = (policy.grace_ms + policy.tick_ms) * MILLISECOND + self.scene.sandwich.lateness
        hi = span.due()[1]
        return span.ended.lo - (hi + allowed + self.scene.sandwich.drift(span.clock))


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

    def judge(self, room: Room, span: Span) -> None:
        """Was an automatic move certainly early?"""
        if span.auto is None or span.ended is None:
            return
        lo = span.started.lo + span.clock if span.auto == "clock" else span.due()[0]
        if lo < 0:
            self.undecidable += 1
            return
        self.evaluated += 1
        early = lo - self.scene.sandwich.drift(span.clock) - span.ended.hi
        if early > 0:
            what = (
                f"turn {span.turn} of seat {span.seat} was moved ({span.auto}) {early / SECOND:.3f} s before it was due"
            )
            self.convict("T1", "BLF-14", what, at=self.scene.now, room=room, seats=(span.seat,))
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

    def judge(self, room: Room, span: Span) -> None:
        """Was an automatic move certainly late?"""
        if span.auto is None:
            return
        late = self.late_by(span)
        if late is None:
            self.undecidable += 1
            return
        self.evaluated += 1
        if late > 0:
            what = f"turn {span.turn} of seat {span.seat} was moved ({span.auto}) {late / SECOND:.3f} s too late"
            self.convict("T2", "BLF-14", what, at=self.scene.now, room=room, seats=(span.seat,))


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
        self.frames = {ev.Refused: self.on_refused}
        self.commands = {None: self.on_nonsense}

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refused command while a turn runs."""
        self._junk(connection)

    def on_nonsense(self, connection: Connection, sent: object, at: Instant) -> None:
        """A frame that is no command, while a turn runs."""
        self._junk(connection)

    def judge(self, room: Room, span: Span) -> None:
        """Did junk put the deadline off?"""
        if span.auto is None or not span.junk:
            return
        late = self.late_by(span)
        if late is None:
            self.undecidable += 1
            return
        self.evaluated += 1
        if late > 0:
            what = (
                f"turn {span.turn} of seat {span.seat} ran out {late / SECOND:.3f} s too late, "
                f"after {span.junk} messages without effect"
            )
            self.convict("T8", "BLF-E29", what, at=self.scene.now, room=room, seats=(span.seat,))

    def _junk(self, connection: Connection) -> None:
        room = connection.room
        span = self.spans.get(room.code) if room is not None else None
        if span is not None and span.ended is None:
            span.junk += 1


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
        span = self.spans.get(event.room)
        if table is None or span is None or (table.match, table.turn) != (span.match, span.turn) or event.restarted:
            return
        if table.seats[table.seat] == event.you:
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
        if not least <= left <= most and not (left == 0 and least <= 0):
            what = (
                f"the snapshot leaves turn {span.turn} {left / SECOND:.3f} s, "
                f"it should be {least / SECOND:.3f} to {most / SECOND:.3f} s"
            )
            self.convict(
                "T6",
                "BLF-E05",
                what,
                at=at,
                room=connection.room or self.scene.rooms.get(event.room),
                seats=(span.seat,),
                connections=(connection,),
            )

    def judge(self, room: Room, span: Span) -> None:
        """Did a reconnect put the deadline off?"""
        if span.auto is None or not span.reconnects:
            return
        late = self.late_by(span)
        if late is None:
            self.undecidable += 1
            return
        self.evaluated += 1
        if late > 0:
            what = f"turn {span.turn} of seat {span.seat} ran out {late / SECOND:.3f} s too late after a reconnect"
            self.convict("T6", "BLF-E05", what, at=self.scene.now, room=room, seats=(span.seat,))


class LateAccept(Timer):
    """T3: a move that came after the deadline has no effect.

    Observes: our own acknowledged moves.
    Statement: sent + delay <= hi(start) + clock + grace.
    Alarm: drift.
    Cost: O(1) per move.
    """

    name = "late_accept"
    checks = ("T3",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.Ok: self.on_ok}
        self._accepted: dict[tuple[str, str, int], SentCommand] = {}

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """A move of ours was accepted; it is judged with its turn."""
        sent = connection.sent.get(event.id)
        room = connection.room
        if sent is None or room is None or room.match is None or type(sent.command) not in (cmd.Play, cmd.Call):
            return
        turn: int = sent.command.turn  # type: ignore[union-attr]
        self._accepted.setdefault((room.code, room.match.match, turn), sent)

    def judge(self, room: Room, span: Span) -> None:
        """Was the move of this turn certainly sent too late?"""
        sent = self._accepted.pop((room.code, span.match, span.turn), None)
        if sent is None:
            return
        self.evaluated += 1
        sandwich = self.scene.sandwich
        limit = span.started.hi + span.clock + span.policy.grace_ms * MILLISECOND + sandwich.drift(span.clock)
        late = sent.at + sandwich.delay_min - limit
        if late > 0:
            what = f"a move for turn {span.turn} sent {late / SECOND:.3f} s after its deadline was accepted"
            self.convict("T3", "BLF-E28", what, at=self.scene.now, room=room, seats=(span.seat,))


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
        self._refused: dict[tuple[str, int], list[tuple[Instant, Connection]]] = {}

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A move of ours was refused as stale; it is judged with its turn."""
        sent = connection.sent.get(event.id) if event.id is not None else None
        room = connection.room
        if event.code != "stale_turn" or sent is None or room is None or type(sent.command) not in (cmd.Play, cmd.Call):
            return
        turn: int = sent.command.turn  # type: ignore[union-attr]
        span = self.spans.get(room.code)
        self.evaluated += 1
        if span is not None and turn == span.turn and span.player == connection.player:
            hi = self.scene.arrival(connection, at)[1]
            self._refused.setdefault((room.code, turn), []).append((hi, connection))

    def judge(self, room: Room, span: Span) -> None:
        """Was the turn still open when the refusal was sent?"""
        for hi, connection in self._refused.pop((room.code, span.turn), ()):
            assert span.ended is not None
            if hi < span.ended.lo:
                what = f"a move for turn {span.turn} was refused as stale while that turn was open"
                self.convict("T4", "BLF-E28", what, at=hi, room=room, seats=(span.seat,), connections=(connection,))
