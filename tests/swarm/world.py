"""A world without latency: parties and the real gate, joined by one queue."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from harness.backend import messages as gate_side
from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.clock import SECOND, Instant
from harness.dialects.dialect import RoomOptions
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import NativeDialect
from harness.history.observation import PartyEnded, StepFired
from harness.scenario.model import Step, Value, When
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import root_of
from harness.swarm import effects as fx
from harness.swarm.party import Party
from harness.wire.commands import Command
from harness.wire.events import Event

DIALECT = NativeDialect()
UTC_MS = 1_767_225_600_000
CODES = {"close": 1000, "rst": 1006, "kill": 1006, "hole": 1006, "fin-mid-frame": 1006}


def actor(name: str, persona: str = "honest", **more: object) -> ActorPlan:
    """A plain player who thinks for a second or two."""
    return ActorPlan(actor=name, name=name.title(), persona=persona, think=(SECOND, 2 * SECOND), **more)  # type: ignore[arg-type]


def plan(*names: str | ActorPlan, seats: int = 4, room: RoomOptions | None = None, **more: object) -> PartyPlan:
    """A party called `t1`; names without more are honest players."""
    actors = tuple(name if isinstance(name, ActorPlan) else actor(name) for name in names)
    return PartyPlan(party="t1", room=room or RoomOptions(seats=seats), actors=actors, **more)  # type: ignore[arg-type]


def step(who: str, verb: str, when: When | None = None, *, after: int = 0, **args: Value) -> Step:
    """One step of a script; `in_` stands for the argument `in`."""
    return Step(
        line=1, actor=who, verb=verb, when=when, after=after, args=tuple((k.rstrip("_"), v) for k, v in args.items())
    )


class World:
    """Plays parties to their end and keeps everything that went over the table.

    Attributes:
        log: (instant, party side effect or message), in order.
        before: Called with each HTTP request; a response from it answers in the gate's place.
        refuse: Connections for which this says True cannot be opened.
        lost: HTTP calls for which this says True never get an answer.
        swallowed: Frames for which this says True never reach the gate.
        deaf: Connections for which this says True bring nothing.
        fuse: With the first event of this type the gate dies.
        dead: The gate hears nothing, says nothing, and does not tick.
    """

    def __init__(
        self, *parties: Party, config: BackendConfig | None = None, seed: str = "world", gate: Gate | None = None
    ) -> None:
        self.parties = parties
        self.gate = gate or Gate(config or BackendConfig(allow_short_clocks=True, test_chance=True), root_of(seed))
        self.now: Instant = 0
        self.log: list[tuple[Instant, object]] = []
        self.open: dict[str, Party] = {}
        self.stalled: dict[str, list[fx.Message]] = {}
        self.before: Callable[[HttpRequest], HttpResponse | None] = lambda request: None
        self.refuse: Callable[[str], bool] = lambda connection: False
        self.lost: Callable[[HttpRequest], bool] = lambda request: False
        self.swallowed: Callable[[bytes], bool] = lambda raw: False
        self.deaf: Callable[[str], bool] = lambda connection: False
        self.fuse: type | None = None
        self.dead = False
        self._calls: dict[int, tuple[Party, int]] = {}
        self._queue: deque[Callable[[], None]] = deque()
        self._later(lambda: self._gate(gate_side.WallClock(UTC_MS)))
        for party in parties:
            self._later(lambda party=party: self._obey(party, party.begin(now=self.now)))  # type: ignore[misc]

    # -- running -----------------------------------------------------------------------------

    def run(self, until: Instant = 20_000 * SECOND) -> World:
        """Go on until every party has ended, or nothing is left to happen, or the time is over."""
        while True:
            machines = self.parties if self.dead else (self.gate, *self.parties)
            while self._queue:
                self._queue.popleft()()
            dues = [due for due in (machine.deadline() for machine in machines) if due is not None]
            if not dues or min(dues) > until or all(party.done for party in self.parties):
                return self
            self.now = max(self.now, min(dues))
            due_gate = None if self.dead else self.gate.deadline()
            if due_gate is not None and due_gate <= self.now:
                self._effects(self.gate.wake(now=self.now))
            for party in self.parties:
                due = party.deadline()
                if due is not None and due <= self.now:
                    self._obey(party, party.wake(now=self.now))

    def stop(self, at_once: bool = False) -> World:
        """Tell all parties that time is over."""
        for party in self.parties:
            self._tell(party, fx.Stop(at_once))
        return self

    def tell(self, message: fx.Message) -> None:
        """Tell the first party something out of the blue."""
        self._tell(self.parties[0], message)

    # -- reading -----------------------------------------------------------------------------

    @property
    def ended(self) -> PartyEnded:
        """How the first party ended."""
        return next(note for note in self.notes() if isinstance(note, PartyEnded))

    def notes(self) -> list[object]:
        return [item.observation for _, item in self.log if isinstance(item, fx.Note)]

    def fired(self) -> list[StepFired]:
        return [note for note in self.notes() if isinstance(note, StepFired)]

    def sent(self, connection: str = "") -> list[Command | None]:
        """Everything sent, on one connection or on all of them; None for what is no command."""
        return [DIALECT.read(item.raw) for item in self.transmitted(connection)]

    def transmitted(self, connection: str = "") -> list[fx.Transmit]:
        return [item for _, item in self.log if isinstance(item, fx.Transmit) and connection in ("", item.connection)]

    def events(self, connection: str) -> list[Event]:
        return [
            DIALECT.decode(item.raw)
            for _, item in self.log
            if isinstance(item, fx.Arrived) and item.connection == connection
        ]

    def heard(self, who: str) -> list[Event]:
        """Everything decodable that came in on any connection of this player."""
        names = dict.fromkeys(item.connection for _, item in self.log if isinstance(item, fx.Arrived))
        return [event for name in names if name.startswith(f"{who}#") for event in self.events(name)]

    def all(self, kind: type) -> list[object]:
        return [item for _, item in self.log if isinstance(item, kind)]

    def at(self, kind: type, **fields: object) -> list[Instant]:
        """When effects or messages of this kind with these fields happened."""
        return [
            at
            for at, item in self.log
            if isinstance(item, kind) and all(getattr(item, name) == value for name, value in fields.items())
        ]

    def calls(self, method: str, path: str) -> list[fx.Call]:
        """HTTP calls whose path ends so."""
        return [
            item
            for _, item in self.log
            if isinstance(item, fx.Call) and item.request.method == method and item.request.path.endswith(path)
        ]

    def answer(self, mark: str) -> HttpResponse | None:
        """The answer to `call:N`."""
        number = int(mark.removeprefix("call:"))
        return next(item.response for _, item in self.log if isinstance(item, fx.Answered) and item.call == number)

    # -- the world itself --------------------------------------------------------------------

    def _later(self, what: Callable[[], None]) -> None:
        self._queue.append(what)

    def _gate(self, message: gate_side.Message) -> None:
        if not self.dead:
            self._effects(self.gate.receive(message, now=self.now))

    def _tell(self, party: Party, message: fx.Message) -> None:
        def tell() -> None:
            self.log.append((self.now, message))
            self._obey(party, party.receive(message, now=self.now))

        self._later(tell)

    def _effects(self, effects: Sequence[gate_side.Effect]) -> None:
        for effect in effects:
            if isinstance(effect, gate_side.Send):
                self._arrive(effect.connection, fx.Arrived(effect.connection, effect.raw))
            elif isinstance(effect, gate_side.Close):
                self._arrive(effect.connection, fx.Disconnected(effect.connection, effect.code, "them"))
                if effect.connection in self.open:
                    self._later(lambda name=effect.connection: self._gate(gate_side.Closed(name)))  # type: ignore[misc]
            elif isinstance(effect, gate_side.HttpReply):
                party, call = self._calls[effect.call]
                self._tell(party, fx.Answered(call, effect.response))

    def call_gate(self, request: HttpRequest) -> None:
        """A call of somebody else, whose answer nobody sees."""
        for effect in self.gate.receive(gate_side.HttpCall(-1, request), now=self.now):
            if not isinstance(effect, gate_side.HttpReply):
                self._effects((effect,))

    def _arrive(self, connection: str, message: fx.Message) -> None:
        if self.dead or self.deaf(connection):
            return
        if self.fuse is not None and isinstance(message, fx.Arrived):
            self.dead = isinstance(DIALECT.decode(message.raw), self.fuse)
        if connection in self.stalled:
            self.stalled[connection].append(message)
        elif connection in self.open:
            party = self.open[connection]
            if isinstance(message, fx.Disconnected):
                del self.open[connection]
            self._tell(party, message)

    def _obey(self, party: Party, effects: Sequence[fx.Effect]) -> None:
        for effect in effects:
            self.log.append((self.now, effect))
            if isinstance(effect, fx.Connect):
                self._connect(party, effect.connection)
            elif isinstance(effect, fx.Transmit):
                if effect.connection in self.open and not self.swallowed(effect.raw):
                    frame = gate_side.Frame(effect.connection, effect.raw, effect.text)
                    self._later(lambda frame=frame: self._gate(frame))  # type: ignore[misc]
            elif isinstance(effect, fx.Drop):
                self._drop(party, effect)
            elif isinstance(effect, fx.Heal):
                for message in self.stalled.pop(effect.connection, []):
                    self._arrive(effect.connection, message)
            elif isinstance(effect, fx.Call):
                self._call(party, effect)

    def _connect(self, party: Party, name: str) -> None:
        if self.refuse(name):
            self._tell(party, fx.ConnectFailed(name, "refused"))
            return
        self.open[name] = party
        self._later(lambda: self._gate(gate_side.Opened(name)))
        self._tell(party, fx.Connected(name))

    def _drop(self, party: Party, effect: fx.Drop) -> None:
        name = effect.connection
        if name not in self.open:
            return
        if effect.how == "stall":
            self.stalled[name] = []
            return
        del self.open[name]
        self.stalled.pop(name, None)
        if effect.how != "hole":
            self._later(lambda: self._gate(gate_side.Closed(name)))
        self._tell(party, fx.Disconnected(name, CODES[effect.how], "us"))

    def _call(self, party: Party, effect: fx.Call) -> None:
        if self.lost(effect.request):
            return
        answer = self.before(effect.request)
        if answer is not None:
            self._tell(party, fx.Answered(effect.call, answer if answer.status else None, "no answer"))
            return
        number = len(self._calls)
        self._calls[number] = (party, effect.call)
        self._later(lambda: self._gate(gate_side.HttpCall(number, effect.request)))


def play(the_plan: PartyPlan, *, seed: str = "world", pings: bool = False, until: Instant = 20_000 * SECOND) -> World:
    """One party against a fresh gate, to its end."""
    return World(Party(the_plan, DIALECT, root_of(seed), pings=pings), seed=seed).run(until)
