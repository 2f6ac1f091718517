"""The tap's consumer that measures: observations in, times and counts out.

A match is paced by its players, so a slow server is asked less often. That is why times are
measured from the moment a frame was sent and stand beside the counts of what was achieved.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from harness.clock import Duration, Instant
from harness.history import observation as ob
from harness.metrics.catalogue import METRICS
from harness.metrics.glimpse import glimpse
from harness.metrics.histogram import Histogram
from harness.metrics.timeline import Timeline
from harness.wire import commands as cmd

_MOVES: Final = frozenset(str(kind.__struct_config__.tag) for kind in cmd.Move.__args__)
_PRIVATE: Final = frozenset({"ping", "cards", "dice", "hand", "wizard_hand"})
_DEALS: Final = frozenset({"hand_started", "round_started", "dealt", "round_dealt"})
_FANOUT_KEPT: Final = 64
"""So many of the newest public events of a room may still be on their way to somebody."""


class Measured(Struct, frozen=True, kw_only=True):
    """Everything a meter knows, as a value that travels between processes.

    Attributes:
        seconds: Time that was observed, of all runs together.
        trends: Counts of each distribution, by metric.
        counters: By metric and label; the label is "" where a metric has none.
    """

    seconds: float
    trends: dict[str, tuple[tuple[int, int], ...]]
    counters: dict[str, dict[str, int]]


class _Line:
    """One connection: what was sent and is not answered yet."""

    __slots__ = ("hello", "moves", "own", "pings", "room", "who")

    def __init__(self, who: str) -> None:
        self.who = who
        self.hello: Instant | None = None
        self.moves: dict[str, Instant] = {}
        self.pings: dict[str, Instant] = {}
        self.own: dict[int, Instant] = {}
        self.room: _Room | None = None


class _Room:
    """One room: how far its public events have come, and where the newest ones were seen."""

    __slots__ = ("arrivals", "high")

    def __init__(self) -> None:
        self.high = 0
        self.arrivals: dict[int, tuple[Instant, Instant, int]] = {}


class Meter:
    """Measures one run after the other; figures add up over runs.

    Observations of one run must come in the order of time. State is kept per open connection and per room
    of the running run only.

    Args:
        timeline: Is told of everything with its time, for curves; None where nobody looks at curves.
    """

    def __init__(self, timeline: Timeline | None = None) -> None:
        self.timeline = timeline
        self.trends: dict[str, Histogram] = {}
        self.counters: dict[str, dict[str, int]] = {}
        self._span: Duration = 0
        self._last: Instant = 0
        self._lines: dict[str, _Line] = {}
        self._rooms: dict[str, _Room] = {}
        self._sessions: dict[str, Instant] = {}
        self._seated: dict[str, None] = {}

    def observe(self, observation: ob.Observation) -> None:
        """Take one observation; `RunEnded` closes the run, and the next one may begin."""
        self._last = observation.at
        if type(observation) is ob.Received:
            self._received(observation)
        elif type(observation) is ob.Sent:
            self._sent(observation)
        elif type(observation) is ob.Exchange:
            self._exchange(observation)
        elif type(observation) is ob.Opened:
            self._lines[observation.connection] = _Line(observation.who)
            self._count("connects")
            if self.timeline is not None:
                self.timeline.players(1, observation.at)
        elif type(observation) is ob.Closed:
            known = self._lines.pop(observation.connection, None)
            self._count("closed", observation.by)
            if self.timeline is not None and known is not None:
                self.timeline.players(-1, observation.at)
        elif type(observation) is ob.Unopened:
            self._count("connect_failures")
        elif type(observation) is ob.FaultBegun:
            self._count("faults", observation.fault)
            if self.timeline is not None:
                self.timeline.begin(observation.fault, observation.connection, observation.at)
        elif type(observation) is ob.FaultEnded:
            if self.timeline is not None:
                self.timeline.end(observation.fault, observation.connection, observation.at)
        elif type(observation) is ob.RunEnded:
            self._end()

    def seconds(self) -> float:
        """Time that was observed, of all runs together."""
        return (self._span + self._last) / 1e9

    def measured(self) -> Measured:
        """What was measured so far."""
        return Measured(
            seconds=self.seconds(),
            trends={name: self.trends[name].counts() for name in METRICS if name in self.trends},
            counters={name: dict(sorted(self.counters[name].items())) for name in METRICS if name in self.counters},
        )

    def add(self, measured: Measured) -> None:
        """Add what another meter measured."""
        self._span += round(measured.seconds * 1e9)
        for name, counts in measured.trends.items():
            self._trend(name).add(counts)
        for name, labels in measured.counters.items():
            for label, count in labels.items():
                self._count(name, label, count)

    # -- what happened ----------------------------------------------------------------------------

    def _exchange(self, seen: ob.Exchange) -> None:
        self._count("http_calls", str(seen.status))
        if seen.status == 0:
            return
        self._time("http", seen.at - seen.sent)
        if seen.status == 201 and seen.path == "/v1/sessions":
            self._sessions.setdefault(seen.who, seen.sent)

    def _sent(self, seen: ob.Sent) -> None:
        self._count("frames_out")
        self._count("bytes_out", "", len(seen.raw))
        line = self._lines.get(seen.connection)
        command = glimpse(seen.raw)
        if line is None or command is None:
            return  # Garbage that a mischief sent is no command; it counts as a frame only.
        kind, name = command.type, command.id
        if kind == "hello":
            line.hello = seen.at
        elif kind in _MOVES and name is not None:
            self._count("moves")
            line.moves.setdefault(name, seen.at)  # A resend is measured from the first time.
        elif kind == "ping" and name is not None:
            line.pings.setdefault(name, seen.at)

    def _received(self, seen: ob.Received) -> None:
        self._count("frames_in")
        self._count("bytes_in", "", len(seen.raw))
        event = glimpse(seen.raw)
        line = self._lines.get(seen.connection)
        if event is None or not event.type:
            self._count("undecodable")
        elif line is not None:
            kind = event.type
            if kind == "snapshot":
                self._snapshot(line, event.room, seen.at)
            elif kind == "ok":
                self._ok(line, event.id, event.number, seen.at)
            elif kind == "refused":
                self._count("refused", event.code)
                line.moves.pop(event.id or "", None)
            elif kind == "pong":
                begun = line.pings.pop(event.id or "", None)
                if begun is not None:
                    self._time("pong", seen.at - begun)
            elif kind not in _PRIVATE:
                self._public(line, kind, event.number, event.auto, seen.at)

    # -- what follows from it ---------------------------------------------------------------------

    def _snapshot(self, line: _Line, room: str, at: Instant) -> None:
        line.room = self._rooms.setdefault(room, _Room())
        if line.hello is None:
            return
        first = line.who not in self._seated
        self._time("join" if first else "resume", at - line.hello)
        line.hello = None
        if first:
            self._seated[line.who] = None
            begun = self._sessions.get(line.who)
            if begun is not None:
                self._time("seat", at - begun)

    def _ok(self, line: _Line, name: str | None, number: int, at: Instant) -> None:
        begun = line.moves.pop(name or "", None)
        if begun is None:
            return  # The answer to a leave, or the second answer to a move that was sent twice.
        self._count("applied")
        self._time("ack", at - begun)
        line.own[number] = begun

    def _public(self, line: _Line, kind: str, number: int, auto: str | None, at: Instant) -> None:
        begun = line.own.pop(number, None)
        if begun is not None:
            self._time("echo", at - begun)
        room = line.room
        if room is None:
            return
        if number > room.high:
            room.high = number
            self._count("events")
            if auto is not None:
                self._count("auto_moves", auto)
            elif kind == "match_over":
                self._count("matches")
                self._tables(-1, at)
            elif kind == "match_started":
                self._tables(1, at)
            elif kind in _DEALS:
                self._count("hands")
            room.arrivals[number] = (at, at, 1)
            self._spread(room.arrivals.pop(number - _FANOUT_KEPT, None))
        else:
            known = room.arrivals.get(number)
            if known is not None:
                room.arrivals[number] = (known[0], at, known[2] + 1)

    def _tables(self, change: int, at: Instant) -> None:
        if self.timeline is not None:
            self.timeline.tables(change, at)

    def _spread(self, arrival: tuple[Instant, Instant, int] | None) -> None:
        if arrival is not None and arrival[2] > 1:
            self._time("fanout", arrival[1] - arrival[0])

    def _end(self) -> None:
        for room in self._rooms.values():
            for arrival in room.arrivals.values():
                self._spread(arrival)
        self._span += self._last
        self._last = 0
        self._lines.clear()
        self._rooms.clear()
        self._sessions.clear()
        self._seated.clear()

    def _time(self, name: str, duration: Duration) -> None:
        self._trend(name).record(duration)
        if self.timeline is not None:
            self.timeline.time(name, duration, self._last)

    def _trend(self, name: str) -> Histogram:
        known = self.trends.get(name)
        if known is None:
            known = self.trends[name] = Histogram()
        return known

    def _count(self, name: str, label: str = "", count: int = 1) -> None:
        labels = self.counters.setdefault(name, {})
        labels[label] = labels.get(label, 0) + count
        if self.timeline is not None:
            self.timeline.count(name, self._last, count)
