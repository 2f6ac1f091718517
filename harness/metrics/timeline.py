"""What was measured, window by window: the curves of a report.

The number of windows is bounded: when a run outgrows them, each two neighbours become one, and windows are twice as
wide from then on. So a day costs no more memory than a minute, and the timelines of several workers can be added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Final

from msgspec import Struct

from harness.clock import MICROSECOND, SECOND, Duration, Instant

WIDTH: Final = 1 * SECOND
WINDOWS: Final = 240
BANDS: Final = 200

TIMES: Final = frozenset({"ack", "echo", "fanout", "resume", "seat"})
"""Trends that are kept per window."""

COUNTS: Final = frozenset({"applied", "matches", "auto_moves", "refused", "faults", "closed", "connect_failures"})
"""Counters that are kept per window, all labels together."""


class Window(Struct, frozen=True, kw_only=True):
    """One window.

    Attributes:
        times: By trend, microseconds (two digits) -> how often.
        counts: By counter, what was added in it.
        players: Most sockets that were open at once.
        tables: Most matches that were under way at once.
        lag_us: How late our own loop was at worst; 0 where nobody measured it.
    """

    times: dict[str, dict[int, int]] = {}
    counts: dict[str, int] = {}
    players: int = 0
    tables: int = 0
    lag_us: int = 0


class Band(Struct, frozen=True, kw_only=True):
    """A time in which something that we did was in force: a fault, or a phase of the plan. In seconds."""

    kind: str
    begun: float
    ended: float


class Curves(Struct, frozen=True, kw_only=True):
    """A timeline as a value.

    Attributes:
        width_s: Seconds per window, a power of two.
        windows: From the beginning of the run.
        bands: Faults and phases, the first ones.
    """

    width_s: float
    windows: tuple[Window, ...]
    bands: tuple[Band, ...] = ()


class _Open:
    """A window that is being filled."""

    __slots__ = ("counts", "lag_us", "players", "tables", "times")

    def __init__(self) -> None:
        self.times: dict[str, Counter[int]] = {}
        self.counts: Counter[str] = Counter()
        self.players = 0
        self.tables = 0
        self.lag_us = 0

    def add(self, window: Window, *, side_by_side: bool) -> None:
        """Add another one: of another worker at the same time, or the neighbour in time."""
        for name, counts in window.times.items():
            self.times.setdefault(name, Counter()).update(counts)
        self.counts.update(window.counts)
        if side_by_side:
            self.players += window.players
            self.tables += window.tables
        else:
            self.players = max(self.players, window.players)
            self.tables = max(self.tables, window.tables)
        self.lag_us = max(self.lag_us, window.lag_us)

    def closed(self) -> Window:
        """As a value."""
        return Window(
            times={name: dict(sorted(counts.items())) for name, counts in sorted(self.times.items())},
            counts=dict(sorted(self.counts.items())),
            players=self.players,
            tables=self.tables,
            lag_us=self.lag_us,
        )


class Timeline:
    """Fills windows; times must not go back by more than the run has had windows."""

    def __init__(self) -> None:
        self._width: Duration = WIDTH
        self._windows: list[_Open] = []
        self._bands: list[Band] = []
        self._begun: dict[tuple[str, str], Instant] = {}
        self._players = 0
        self._tables = 0

    def time(self, name: str, duration: Duration, at: Instant) -> None:
        """One time of a trend that ended at this instant."""
        if name in TIMES:
            times = self._at(at).times
            known = times.get(name)
            if known is None:
                known = times[name] = Counter()
            known[_two_digits(max(duration // MICROSECOND, 1))] += 1

    def count(self, name: str, at: Instant, count: int = 1) -> None:
        """Something was counted."""
        if name in COUNTS:
            self._at(at).counts[name] += count

    def players(self, change: int, at: Instant) -> None:
        """Sockets were opened or ended."""
        window = self._at(at)
        self._players += change
        window.players = max(window.players, self._players)

    def tables(self, change: int, at: Instant) -> None:
        """A match has begun or is over."""
        window = self._at(at)
        self._tables += change
        window.tables = max(window.tables, self._tables)

    def lag(self, late: Duration, at: Instant) -> None:
        """Our own loop was so late."""
        window = self._at(at)
        window.lag_us = max(window.lag_us, late // MICROSECOND)

    def begin(self, kind: str, key: str, at: Instant) -> None:
        """A fault or a phase begins."""
        self._begun.setdefault((kind, key), at)

    def end(self, kind: str, key: str, at: Instant) -> None:
        """It ends."""
        begun = self._begun.pop((kind, key), None)
        if begun is not None and len(self._bands) < BANDS:
            self._bands.append(Band(kind=kind, begun=begun / SECOND, ended=at / SECOND))

    def curves(self) -> Curves:
        """What was seen so far."""
        windows = tuple(window.closed() for window in self._windows)
        return Curves(width_s=self._width / SECOND, windows=windows, bands=tuple(self._bands))

    def add(self, curves: Curves) -> None:
        """Add the curves of another worker that ran at the same time."""
        theirs = Timeline()
        theirs._width = round(curves.width_s * SECOND)
        for window in curves.windows:
            opened = _Open()
            opened.add(window, side_by_side=False)
            theirs._windows.append(opened)
        while theirs._width < self._width:
            theirs._halve()
        while self._width < theirs._width:
            self._halve()
        for index, opened in enumerate(theirs._windows):
            self._at(index * self._width).add(opened.closed(), side_by_side=True)
        self._bands += curves.bands[: BANDS - len(self._bands)]

    def _at(self, at: Instant) -> _Open:
        index = max(at, 0) // self._width
        while index >= WINDOWS:
            self._halve()
            index = at // self._width
        while len(self._windows) <= index:
            fresh = _Open()
            fresh.players, fresh.tables = self._players, self._tables
            self._windows.append(fresh)
        return self._windows[index]

    def _halve(self) -> None:
        """Half as many windows, twice as wide."""
        self._width *= 2
        halved: list[_Open] = []
        for index, window in enumerate(self._windows):
            if index % 2 == 0:
                halved.append(window)
            else:
                halved[-1].add(window.closed(), side_by_side=False)
        self._windows = halved


def quantile(times: Mapping[int, int] | None, percent: float) -> float | None:
    """The microseconds that `percent` of all stay within; None when there are none."""
    total = sum(times.values()) if times else 0
    if not times or not total:
        return None
    steps = sorted(times)
    reached = accumulate(times[microseconds] for microseconds in steps)
    return float(next(step for step, seen in zip(steps, reached, strict=True) if seen >= total * percent / 100))


def joined(windows: Iterable[Window], name: str) -> Counter[int]:
    """The times of one trend over several windows."""
    total: Counter[int] = Counter()
    for window in windows:
        total.update(window.times.get(name, {}))
    return total


def _two_digits(number: int) -> int:
    unit = 1
    while number >= 100 * unit:
        unit *= 10
    return number // unit * unit
