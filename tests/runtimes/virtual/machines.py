"""Small real machines for the loop: an echo gate and a party that plays a timetable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from harness.backend import messages as gated
from harness.clock import MILLISECOND, Instant
from harness.dialects.http import HttpRequest, HttpResponse
from harness.history import observation as seen
from harness.history.observation import Observation
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import Ran, run
from harness.swarm import effects as played

MS = MILLISECOND
ROOT = b"r" * 32
UNTIL = 60_000 * MS

Reaction = Callable[[gated.Message], Sequence[gated.Effect]]


class EchoGate:
    """Sends every frame back, answers every call with its path, and keeps what it heard, with the time.

    Args:
        react: What it does instead, by type of message.
        timetable: Effects at fixed instants.
    """

    def __init__(
        self,
        react: Mapping[type, Reaction] | None = None,
        timetable: Mapping[Instant, Sequence[gated.Effect]] | None = None,
    ) -> None:
        self.heard: list[tuple[Instant, gated.Message]] = []
        self._react = react or {}
        self._timetable = dict(sorted((timetable or {}).items()))

    def receive(self, message: gated.Message, *, now: Instant) -> Sequence[gated.Effect]:
        self.heard.append((now, message))
        if type(message) in self._react:
            return self._react[type(message)](message)
        if isinstance(message, gated.Frame):
            return [gated.Send(message.connection, message.raw)]
        if isinstance(message, gated.HttpCall):
            return [gated.HttpReply(message.call, HttpResponse(status=200, body=message.request.path.encode()))]
        return []

    def wake(self, *, now: Instant) -> Sequence[gated.Effect]:
        due = [at for at in self._timetable if at <= now]
        return [effect for at in due for effect in self._timetable.pop(at)]

    def deadline(self) -> Instant | None:
        return next(iter(self._timetable), None)

    def said(self) -> list[tuple[Instant, gated.Message]]:
        """What was heard but for civil time."""
        return [(at, message) for at, message in self.heard if not isinstance(message, gated.WallClock)]

    def times(self) -> list[tuple[Instant, int]]:
        """When civil time was told, and which."""
        return [(at, message.utc_ms) for at, message in self.heard if isinstance(message, gated.WallClock)]


class Timetable:
    """A party that does what its timetable says, and keeps what it was told, with the time.

    Args:
        name: Of the party; its one player is `name/ana`.
        plan: Effects at fixed instants; at 0 they are what the party begins with.
        ends: When it notes its end; None for only when it is told to stop.
        react: What it does when it is told something, by type of message.
    """

    def __init__(
        self,
        name: str = "t1",
        plan: Mapping[Instant, Sequence[played.Effect]] | None = None,
        ends: Instant | None = None,
        react: Mapping[type, Sequence[played.Effect]] | None = None,
    ) -> None:
        self.name = name
        self.told: list[tuple[Instant, played.Message]] = []
        self._plan = dict(sorted((plan or {}).items()))
        self._react = react or {}
        if ends is not None:
            self._plan[ends] = [*self._plan.get(ends, ()), self.end(ends)]

    def end(self, at: Instant, outcome: str = "done") -> played.Note:
        """The note of this party's end."""
        return played.Note(seen.PartyEnded(at=at, party=self.name, outcome=outcome))

    def begin(self, *, now: Instant) -> Sequence[played.Effect]:
        return self._plan.pop(now, ())

    def receive(self, message: played.Message, *, now: Instant) -> Sequence[played.Effect]:
        self.told.append((now, message))
        if isinstance(message, played.Stop):
            return [self.end(now, "stopped")]
        return self._react.get(type(message), ())

    def wake(self, *, now: Instant) -> Sequence[played.Effect]:
        due = [at for at in self._plan if at <= now]
        return [effect for at in due for effect in self._plan.pop(at)]

    def deadline(self) -> Instant | None:
        return next(iter(self._plan), None)


class Show:
    """One run with all that can be seen of it.

    Attributes:
        seen: Every observation.
        ran: What `run` returned.
    """

    def __init__(
        self,
        *parties: Timetable,
        gate: EchoGate | None = None,
        link: Link | None = None,
        until: Instant = UNTIL,
        stop: Instant | None = None,
    ) -> None:
        self.gate = gate or EchoGate()
        self.seen: list[Observation] = []
        self.ran: Ran = run(
            parties,
            self.gate,
            link=link or Link(latency=10 * MS),
            root=ROOT,
            tap=self.seen.append,
            until=until,
            stop=stop,
        )

    def frames(self) -> list[tuple[Instant, bytes]]:
        """When which frame was received."""
        return [(one.at, one.raw) for one in self.seen if isinstance(one, seen.Received)]


def connect(connection: str = "t1/ana#1") -> played.Connect:
    """Ask for a connection of the player in its name."""
    return played.Connect(connection.partition("#")[0], connection)


def frame(raw: bytes, connection: str = "t1/ana#1") -> played.Transmit:
    """Send one frame."""
    return played.Transmit(connection, raw)


def drop(how: str, connection: str = "t1/ana#1") -> played.Drop:
    """End or break a connection."""
    return played.Drop(connection, how)


def call(number: int, path: str = "/x", token: str | None = None) -> played.Call:
    """Ask something over HTTP."""
    return played.Call("t1/ana", number, HttpRequest(method="GET", path=path, token=token, body=b"?"))
