"""A backend that dies at any step goes on from its store as if it had not died, but for the clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Effect, Frame, HttpCall, HttpReply, Message, Opened, Send, Settled
from harness.clock import HOUR, MILLISECOND, SECOND, Instant
from harness.dialects.dialect import RoomOptions
from harness.dialects.native import NativeDialect
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.runtimes.virtual.store import DURABLE, MemoryStore
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import derive, root_of
from harness.swarm.party import Party
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions, WizardOptions

DIALECT = NativeDialect()
CONFIG = BackendConfig()
ROOMS = {
    "bluffers": RoomOptions(),
    "liars_dice": RoomOptions(game="liars_dice", seats=4),
    "bluff": RoomOptions(game="bluff", seats=4, bluff=BluffOptions(end="play_on", seat_change=True)),
    "wizard": RoomOptions(game="wizard", seats=4, wizard=WizardOptions(length="five", bids="hidden")),
}
LAST = 1 << 40


class Step:
    """One step of a gate: what it was told, when, and what followed."""

    def __init__(self, message: Message | None, now: Instant, effects: Sequence[Effect]) -> None:
        self.message = message
        self.now = now
        self.effects = effects

    @property
    def durable(self) -> list[Effect]:
        return [effect for effect in self.effects if type(effect) in DURABLE]


class Recorded:
    """A gate whose every step is written down."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.steps: list[Step] = []

    def receive(self, message: Message, *, now: Instant) -> Sequence[Effect]:
        effects = self.gate.receive(message, now=now)
        self.steps.append(Step(message, now, effects))
        return effects

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        effects = self.gate.wake(now=now)
        self.steps.append(Step(None, now, effects))
        return effects

    def deadline(self) -> Instant | None:
        return self.gate.deadline()


class Life:
    """One match that was played without a crash, by three humans and a bot, and what can be read off it."""

    def __init__(self, game: str, seed: int) -> None:
        self.root = root_of(f"{game} {seed}")
        actors = tuple(
            ActorPlan(actor=f"a{i}", name=f"a{i}", persona=persona, think=(SECOND, 3 * SECOND))
            for i, persona in enumerate(("honest", "random", "caller"))
        )
        plan = PartyPlan(party="t1", room=ROOMS[game], actors=actors, bots=1)
        gate = Recorded(Gate(CONFIG, derive(self.root, "gate")))
        party = Party(plan, DIALECT, derive(self.root, "party"))
        run([party], gate, link=Link(latency=20 * MILLISECOND), root=self.root, tap=None, until=24 * HOUR)
        self.steps = gate.steps
        self.public = {event.number: event for event in publics(gate.steps)}
        numbers = {type(event): event.number for event in self.public.values()}
        self.over = numbers[ev.MatchOver]
        self.begun = next(n for n, event in self.public.items() if isinstance(event, ev.MatchStarted))
        self.secrets: dict[str, str] = {}
        players: dict[str, str] = {}
        self.moves: dict[tuple[str, int], cm.Move] = {}
        for step in gate.steps:
            if not isinstance(step.message, Frame):
                continue
            command = DIALECT.read(step.message.raw)
            if isinstance(command, cm.Hello):
                players[step.message.connection] = self.you(step)
                self.secrets[self.you(step)] = command.secret
            elif isinstance(command, cm.Move):
                self.moves[players[step.message.connection], command.turn] = command

    @staticmethod
    def you(step: Step) -> str:
        (snapshot,) = [event for event in events(step.effects) if isinstance(event, ev.Snapshot)]
        return snapshot.you

    def during(self) -> Iterator[int]:
        """How many steps had been done, at each moment of the match."""
        number = 0
        for index, step in enumerate(self.steps):
            if self.begun <= number < self.over:
                yield index
            for event in events(step.effects):
                number = max(number, getattr(event, "number", 0)) if isinstance(event, ev.PublicEvent) else number

    def store(self, steps: int) -> MemoryStore:
        """What was stored by the first steps."""
        store = MemoryStore()
        for step in self.steps[:steps]:
            store.commit(step.durable)
        return store


def events(effects: Sequence[Effect]) -> list[ev.Event]:
    return [DIALECT.decode(effect.raw) for effect in effects if isinstance(effect, Send)]


def publics(steps: Sequence[Step]) -> Iterator[ev.PublicEvent]:
    for step in steps:
        for event in events(step.effects):
            if isinstance(event, ev.PublicEvent):
                yield event


@lru_cache(maxsize=64)
def life(game: str, seed: int) -> Life:
    return Life(game, seed)


class Later:
    """The life after a crash: the same players come back and say what they said before."""

    def __init__(self, before: Life, steps: int, *, down: Instant = 2 * SECOND) -> None:
        self.before = before
        self.store = before.store(steps)
        self.gate = reborn(before, self.store)
        self.now = max(self.gate.now, before.steps[steps - 1].now) + down
        self.public: dict[int, ev.PublicEvent] = {}
        self.snapshots: dict[str, ev.Snapshot] = {}
        self.cards: list[ev.Event] = []
        self.settled: list[Settled] = []
        self.said: set[tuple[str, int]] = set()
        self.come_back()

    def come_back(self) -> None:
        """Everybody connects, by the secret he has."""
        for player, secret in self.before.secrets.items():
            self.tell(Opened(player))
            self.tell(Frame(player, DIALECT.encode(cm.Hello(secret=secret))))

    def crash(self, *, down: Instant = 2 * SECOND) -> None:
        """It dies once more, between two steps."""
        self.gate = reborn(self.before, self.store)
        self.now += down
        self.come_back()

    def tell(self, message: Message) -> None:
        self.take(self.gate.receive(message, now=self.now))

    def take(self, effects: Sequence[Effect]) -> None:
        self.store.commit([effect for effect in effects if type(effect) in DURABLE])
        self.settled += [effect for effect in effects if isinstance(effect, Settled)]
        pinged = []
        for effect in effects:
            if not isinstance(effect, Send):
                continue
            event = DIALECT.decode(effect.raw)
            if isinstance(event, ev.Snapshot):
                self.snapshots[effect.connection] = event
            elif isinstance(event, ev.PublicEvent):
                self.public[event.number] = event
                assert not isinstance(event, ev.Away), "nobody is away for so short a time"
            elif isinstance(event, ev.Ping):
                pinged.append(Frame(effect.connection, DIALECT.encode(cm.PongServer(id=event.id))))
        for pong in pinged:
            self.tell(pong)

    def play_out(self) -> None:
        """Go on until the match is over."""
        while self.before.over not in self.public:
            self.once()

    def once(self) -> None:
        """Say what was said before in this turn, or wait for what is due."""
        turn = self.turn()
        mine = [key for key in self.before.moves if key[1] == turn and key not in self.said]
        if mine:
            self.said.add(mine[0])
            self.now += 500 * MILLISECOND
            self.tell(Frame(mine[0][0], DIALECT.encode(self.before.moves[mine[0]])))
            return
        due = self.gate.deadline()
        assert due is not None
        self.now = max(self.now, due)
        self.take(self.gate.wake(now=self.now))

    def turn(self) -> int:
        numbered = [e.turn for e in self.public.values() if isinstance(e, ev.TurnStarted | ev.BiddingOpened)]
        tables = [snapshot.table for snapshot in self.snapshots.values()]
        return max(numbered + [table.turn for table in tables if table is not None], default=0)


def reborn(before: Life, store: MemoryStore) -> Gate:
    return Gate(
        CONFIG, derive(before.root, "gate"), settled=store.settled(), kept=store.kept(), journals=store.journals()
    )


def told(event: ev.PublicEvent) -> ev.PublicEvent:
    """An event but for what depends on the moment."""
    if isinstance(event, ev.MatchOver):
        event = replace(event, result=replace(event.result, ended="", season=None))
    if hasattr(event, "remaining_ms"):
        event = replace(event, remaining_ms=0)  # type: ignore[type-var]
    if isinstance(event, ev.BidSealed):
        event = replace(event, seat=0)
    return replace(event, seq=0)


@pytest.mark.parametrize("game", ROOMS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_after_a_crash_at_any_step_the_match_is_the_same(game: str, data: st.DataObject) -> None:
    """Same numbers, deals, bots' moves, draws and result as without the crash; settled exactly once."""
    before = life(game, data.draw(st.integers(0, 3), label="seed"))
    steps = data.draw(st.sampled_from(list(before.during())), label="steps")
    later = Later(before, steps)
    assert not later.gate.void
    assert all(snapshot.restarted for snapshot in later.snapshots.values())
    later.play_out()
    assert {number: told(event) for number, event in later.public.items()} == {
        number: told(event) for number, event in before.public.items() if number in later.public
    }
    assert set(range(min(later.public), before.over + 1)) <= set(later.public)
    assert len(later.store.settled()) == 1
    assert sum(1 for effect in later.settled) == 1


@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_crashes_may_follow_each_other(data: st.DataObject) -> None:
    """Three in one match, each at any step of the life before; the pending pause and thought are given again."""
    before = life("bluffers", data.draw(st.integers(0, 3), label="seed"))
    steps = data.draw(st.sampled_from(list(before.during())), label="steps")
    later = Later(before, steps)
    for wait in data.draw(st.lists(st.integers(0, 20), max_size=2), label="waits"):
        for _ in range(wait):
            later.once()
        later.crash()
    later.play_out()
    assert {number: told(event) for number, event in later.public.items()} == {
        number: told(event) for number, event in before.public.items() if number in later.public
    }
    assert len(later.store.settled()) == 1


@pytest.mark.parametrize("game", ROOMS)
def test_points_are_never_lost_or_doubled_wherever_it_dies(game: str) -> None:
    """Boards, result and roster at every step of a whole life: as stored, or as they were when the step was not."""
    before = life(game, 0)
    for steps in range(len(before.steps) + 1):
        store = before.store(steps)
        gate = reborn(before, store)
        assert not gate.void
        assert len(store.settled()) <= 1
        world = gate.receive(HttpCall(1, DIALECT.world_board()), now=gate.now)
        (reply,) = [effect for effect in world if isinstance(effect, HttpReply)]
        points = dict(DIALECT.read_board(reply.response))
        assert points == {player: won for settled in store.settled() for player, _, won in settled.awards}
