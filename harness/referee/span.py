"""One turn as its clock sees it: kept once per room, judged by the oracles of `harness.referee.timers`.

A room's `Clock` takes every public event after the oracles were told of it. So an oracle that hears of the next turn,
or of the end of the match, still finds the turn before as it ended, with all arrivals that could narrow its intervals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from harness.clock import MILLISECOND, Duration, Instant
from harness.referee.connection import Connection
from harness.referee.match import ASKS, MOVES, AskEvent, MoveEvent
from harness.referee.moment import NEVER, Moment
from harness.wire import events as ev
from harness.wire.policy import Policy

if TYPE_CHECKING:
    from harness.referee.room import Room


class Span:
    """One seat's turn from its announcement to its move.

    Attributes:
        match, turn, seat, player: Whose it is.
        number: The public event that announced it.
        started: When it was announced.
        pause: The deal pause, when it opens a hand.
        clock: From the announcement to the deadline, pause included.
        policy: The promises in force.
        away: When the seat was called away, None if present.
        ended: When its move was announced.
        auto: Why it was moved automatically, None if not, or if an AI plays the seat.
        rule: The rule of this game about the end of the clock.
        junk: Messages without effect while it ran; counted by `timer_junk`.
        reconnects: Returns of its player while it ran; counted by `timer_reconnect`.
        refusals: Moves for it that were refused as stale while it ran: not sent later than when, on which connection;
            kept by `early_refusal`.
    """

    __slots__ = (
        "auto",
        "away",
        "clock",
        "ended",
        "junk",
        "match",
        "number",
        "pause",
        "player",
        "policy",
        "reconnects",
        "refusals",
        "rule",
        "seat",
        "started",
        "turn",
    )

    def __init__(
        self, event: AskEvent, seat: int, player: str, moment: Moment, policy: Policy, *, fresh: bool,
        away: Moment | None, rule: str,
    ) -> None:  # fmt: skip
        self.match = event.match
        self.turn = event.turn
        self.seat = seat
        self.player = player
        self.number = event.number
        self.started = moment
        self.policy = policy
        self.pause: Duration = policy.deal_pause_ms * MILLISECOND if fresh else 0
        self.clock: Duration = self.pause + policy.turn_ms * MILLISECOND
        self.away = away
        self.rule = rule
        self.ended: Moment | None = None
        self.auto: ev.Auto | None = None
        self.junk = 0
        self.reconnects = 0
        self.refusals: list[tuple[Instant, Connection]] = []

    def due(self) -> tuple[Instant, Instant]:
        """The interval that holds the instant at which the automatic move is due (BLF-14, BLF-E04, BLF-E05)."""
        lo, hi = self.started.lo + self.clock, self.started.hi + self.clock
        if self.away is not None:
            delay = self.pause + self.policy.auto_delay_ms * MILLISECOND
            lo = min(lo, max(self.started.lo + delay, self.away.lo))
            hi = min(hi, max(self.started.hi + delay, self.away.hi))
        return lo, hi


class Clock:
    """The turn under way in one room.

    Attributes:
        spans: The running turn, one for each seat that is asked, or the last one until the next begins; empty when
            there is none to be judged: before the first, after the match, when its seat has left, and when we came in
            by a snapshot while it ran.
        before: The turn before that one, for answers that come late.
        away: When members were called away, by public id; it may still name some who came back or left since.
    """

    __slots__ = ("away", "before", "spans")

    def __init__(self) -> None:
        self.spans: tuple[Span, ...] = ()
        self.before: tuple[Span, ...] = ()
        self.away: dict[str, Moment] = {}

    def reset(self) -> None:
        """Nothing that was known about the running turn is certain any more."""
        self.spans = self.before = ()
        self.away.clear()

    def open(self) -> tuple[Span, ...]:
        """Those of the running turn that wait for their move."""
        return tuple(span for span in self.spans if span.ended is None)

    def forget(self, restarted: Instant) -> None:
        """The backend was restarted: turns that were announced before have other clocks now."""
        if any(span.started.lo < restarted for span in self.spans):
            self.reset()

    def take(self, room: Room, event: ev.PublicEvent, moment: Moment) -> None:
        """Take one public event in, after the room did."""
        taker = _TAKERS.get(type(event))
        if taker is not None:
            taker(self, room, event, moment)

    def _turn(self, room: Room, event: AskEvent, moment: Moment) -> None:
        match, policy = room.match, room.policy
        if match is None:
            return  # Of a game that nobody here can follow.
        assert policy is not None
        self.before = self.spans
        spans: list[Span] = []
        for seat in match.asked:
            player = match.seats[seat]
            member = room.member(player)
            away = None
            if member is not None and not member.present:
                # He may have been called away before any of ours was there to hear it.
                away = self.away.get(player) or Moment(NEVER, moment.hi, moment.first)
            spans.append(Span(event, seat, player, moment, policy, fresh=match.fresh, away=away, rule=match.clock_rule))
        self.spans = tuple(spans)

    def _moved(self, room: Room, event: MoveEvent, moment: Moment) -> None:
        for span in self.spans:
            if span.ended is None and event.turn == span.turn and event.seat == span.seat:
                span.ended = moment
                span.auto = None if event.auto == "left" else event.auto

    def _left(self, room: Room, event: ev.LeftTable | ev.TakenOver, moment: Moment) -> None:
        """A turn whose seat leaves has no move to be judged."""
        self.spans = tuple(span for span in self.spans if span.ended is not None or span.seat != event.seat)

    def _away(self, room: Room, event: ev.Away, moment: Moment) -> None:
        """From now on the seat is moved early."""
        self.away[event.player] = moment
        for span in self.spans:
            if span.ended is None and span.player == event.player:
                span.away = moment

    def _back(self, room: Room, event: ev.Back, moment: Moment) -> None:
        """The seat has what is left of its clock (BLF-E05)."""
        for span in self.spans:
            if span.ended is None and span.player == event.player:
                span.away = None

    def _match(self, room: Room, event: ev.MatchStarted | ev.MatchOver, moment: Moment) -> None:
        """No turn is under way any more."""
        self.spans = self.before = ()


_TAKERS: Final[dict[type[ev.Event], Callable[..., None]]] = {
    **dict.fromkeys(ASKS, Clock._turn),
    **dict.fromkeys(MOVES, Clock._moved),
    ev.LeftTable: Clock._left,
    ev.TakenOver: Clock._left,
    ev.Away: Clock._away,
    ev.Back: Clock._back,
    ev.MatchStarted: Clock._match,
    ev.MatchOver: Clock._match,
}
