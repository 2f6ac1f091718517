"""Clean histories out of the virtual world, ways to spoil them, and a judge for them.

A history is recorded once and never changed: every function that edits one gives a new tuple. What is
edited are frames *received*, as the referee judges the backend and nobody else:

    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, truth=not e.truth), everywhere=True)
    finding = convicted(spoilt, "call_verdict", "R3")

A pick is a function of an observation and its decoded event (None for all that is no readable frame).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Journaled, Keep, Settled
from harness.backend.parts import CLEAN, Parts
from harness.clock import HOUR, MILLISECOND, SECOND, Duration, Instant
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.native import NativeDialect, encode_event, number_frame
from harness.errors import RemoteError
from harness.history.observation import Observation, PartyEnded, Received, RunEnded
from harness.players.mischief import MISCHIEF
from harness.referee.expectations import Expectation
from harness.referee.moment import Sandwich
from harness.referee.referee import Referee
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.scenario.load import load
from harness.scenario.model import Step, Value, When
from harness.scenario.plan import ActorPlan, PartyPlan, expectations, unroll
from harness.seed import derive, root_of
from harness.swarm.party import Party
from harness.verdict import Finding, OracleReport
from harness.wire import events as ev

History: TypeAlias = tuple[Observation, ...]
Pick: TypeAlias = Callable[[Observation, ev.Event | None], bool]
E = TypeVar("E", bound=ev.Event)

DIALECT: Final = NativeDialect()
LATENCY: Final = 20 * MILLISECOND
EXACT: Final = Sandwich(delay_min=LATENCY, delay_max=LATENCY)
"""The network of these histories: every instant of the server is known to the nanosecond."""

OPEN: Final = Sandwich(drift_ppm=200, lateness=250 * MILLISECOND)
"""Nothing is known about delays, as on a real network."""

ACTORS: Final = ("ana", "ben", "cho", "dee")
PARTY: Final = "t0"
CONFIG: Final = BackendConfig(allow_short_clocks=True, test_chance=True)
SCENARIOS: Final = Path(__file__).parents[2] / "scenarios"


# -- recording -------------------------------------------------------------------------------


def step(
    actor: str, verb: str, when: When | None = None, *, after: Duration = 0, label: str = "", **args: Value
) -> Step:
    """One step of a script."""
    return Step(line=1, label=label, when=when, after=after, actor=actor, verb=verb, args=tuple(args.items()))


def plan(
    *personas: str,
    party: str = PARTY,
    mischief: tuple[str, ...] = (),
    script: tuple[Step, ...] = (),
    bots: int = 0,
    seats: int | None = None,
    matches: int | None = 1,
    turn_ms: int | None = None,
    chance: ChanceScript | None = None,
    late: int = 0,
) -> PartyPlan:
    """A party with one actor per persona, named as in `ACTORS`; the first owns the room and does the mischief.

    The last `late` of them join only when the script says so.
    """
    joining = len(personas) - late
    return PartyPlan(
        party=party,
        room=RoomOptions(seats=joining + bots if seats is None else seats, turn_ms=turn_ms, chance=chance),
        actors=tuple(
            ActorPlan(
                actor=ACTORS[index],
                name=ACTORS[index].title(),
                persona=persona,
                mischief=() if index else mischief,
                joins=index < joining,
            )
            for index, persona in enumerate(personas)
        ),
        bots=bots,
        script=script,
        matches=matches,
    )


def record(
    *plans: PartyPlan,
    seed: int | str = 0,
    parts: Parts = CLEAN,
    link: Link | None = None,
    until: Instant = 24 * HOUR,
    config: BackendConfig = CONFIG,
) -> History:
    """Play these parties against the embedded backend in virtual time; equal arguments give equal histories."""
    root = root_of(str(seed))
    seen: list[Observation] = []
    parties = [Party(one, DIALECT, derive(root, "party", one.party)) for one in plans]
    gate = Gate(config, derive(root, "backend"), parts=parts)

    def rebuild(settled: Sequence[Settled], kept: Sequence[Keep], journals: Sequence[Journaled]) -> Gate:
        return Gate(config, derive(root, "backend"), parts=parts, settled=settled, kept=kept, journals=journals)

    weather = link or Link(latency=LATENCY)
    run(parties, gate, link=weather, root=root, tap=seen.append, until=until, rebuild=rebuild)
    return tuple(seen)


@lru_cache
def honest() -> History:
    """Four honest players, one match, nothing out of the ordinary."""
    return record(plan("honest", "honest", "honest", "honest"))


@lru_cache
def rough() -> History:
    """Players that drop, sleep, hesitate and leave; two matches."""
    return record(plan("flapper", "sleepy", "hesitant", "quitter", matches=2), seed=2)


@lru_cache
def cheats() -> History:
    """One player tries every mischief; two matches."""
    return record(plan("honest", "bluffer", "sleepy", "caller", mischief=tuple(MISCHIEF), matches=2), seed=2)


@lru_cache
def with_bots() -> History:
    """Two players and two bots."""
    return record(plan("honest", "bluffer", bots=2, matches=2), seed=2)


@lru_cache
def leavers() -> History:
    """Everybody means to leave some time; three matches."""
    return record(plan("quitter", "quitter", "honest", "caller", matches=3), seed=5)


@lru_cache
def dropped(how: str = "close", gap: Duration = 3 * SECOND) -> History:
    """Ben loses his connection in the second hand, on his own turn, and comes back after `gap`."""
    script = (
        step("ben", "drop", When(hand=2, turn="ben"), label="lost", how=how),
        step("ben", "reconnect", after=gap, label="back"),
    )
    return record(plan("honest", "honest", "honest", "honest", script=script), seed=1)


@lru_cache
def absent() -> History:
    """Ben stays away for a minute and is moved automatically, then comes back."""
    return dropped(gap=60 * SECOND)


@lru_cache
def taken_over() -> History:
    """Ben opens a second socket while the first one lives."""
    script = (step("ben", "takeover", When(hand=1, turn="ben"), label="twice"),)
    return record(plan("honest", "honest", "honest", "honest", script=script), seed=4)


@lru_cache
def timed_out() -> History:
    """Ben falls asleep on his turn: his clock runs out while he is connected."""
    script = (
        step("ben", "hold", When(turn="ben")),
        step("ben", "release", When(event="turn", by="cho")),
    )
    return record(plan("honest", "honest", "honest", "honest", script=script), seed=2)


@lru_cache
def boards() -> History:
    """A match, and all boards read after it."""
    script = (step("ana", "boards", When(phase="results")),)
    return record(plan("honest", "bluffer", "caller", script=script, matches=2), seed=7)


@lru_cache
def two_rooms() -> History:
    """Two rooms beside each other."""
    first, second = plan("honest", "bluffer", "caller"), plan("honest", "hesitant", party="t1", bots=1)
    return record(first, second, seed=8)


@lru_cache
def staged(name: str, seed: int = 0) -> tuple[History, tuple[Expectation, ...]]:
    """One case of a scenario file (case `seed` mod n) as it is played, and what it expects."""
    scenario = load(SCENARIOS / f"{name}.yaml")
    case = scenario.cases[seed % len(scenario.cases)]
    unrolled = unroll(scenario, case, str(seed))
    link = Link(latency=case.network.latency, jitter=case.network.jitter)
    return record(*unrolled.parties, seed=seed, link=link), expectations(unrolled)


CLEAN_HISTORIES: Final[dict[str, Callable[[], History]]] = {
    "honest": honest,
    "rough": rough,
    "cheats": cheats,
    "with_bots": with_bots,
    "leavers": leavers,
    "dropped": dropped,
    "absent": absent,
    "taken_over": taken_over,
    "timed_out": timed_out,
    "boards": boards,
    "two_rooms": two_rooms,
}
"""Histories of a backend that did nothing wrong, by name."""


# -- looking ---------------------------------------------------------------------------------


def event_of(observation: Observation) -> ev.Event | None:
    """The event in a received frame; None for everything else and for frames that do not decode."""
    if type(observation) is not Received:
        return None
    try:
        return DIALECT.decode(observation.raw)
    except RemoteError:
        return None


def kind(wanted: type[ev.Event], who: str = "", **fields: object) -> Pick:
    """Picks events of this type, received by this actor if named, with these values in their fields."""

    def pick(observation: Observation, event: ev.Event | None) -> bool:
        return (
            type(event) is wanted
            and (not who or getattr(observation, "who", "") == f"{PARTY}/{who}")
            and all(getattr(event, name) == value for name, value in fields.items())
        )

    return pick


def of(wanted: type[Observation], **fields: object) -> Pick:
    """Picks observations of this type with these values in their fields."""

    def pick(observation: Observation, event: ev.Event | None) -> bool:
        return type(observation) is wanted and all(getattr(observation, n) == v for n, v in fields.items())

    return pick


def both(first: Pick, second: Pick) -> Pick:
    """Picks what two picks agree upon."""
    return lambda observation, event: first(observation, event) and second(observation, event)


def events(history: History) -> Iterator[tuple[int, Received, ev.Event]]:
    """Every readable frame with its index in the history."""
    for index, observation in enumerate(history):
        event = event_of(observation)
        if event is not None:
            assert type(observation) is Received
            yield index, observation, event


def find(history: History, pick: Pick, *, skip: int = 0) -> int:
    """The index of the first observation that is picked, after `skip` others; LookupError when there is none."""
    for index, observation in enumerate(history):
        if pick(observation, event_of(observation)):
            if not skip:
                return index
            skip -= 1
    raise LookupError("nothing in this history is picked")


def event_at(history: History, index: int, wanted: type[E]) -> E:
    """The event at this index, which must be of this type."""
    event = event_of(history[index])
    assert isinstance(event, wanted)
    return event


# -- spoiling --------------------------------------------------------------------------------


def frame(event: ev.Event) -> bytes:
    """An event as the bytes in which the native backend sends it, with its `seq`."""
    return number_frame(encode_event(replace(event, seq=0)), event.seq)


def edit(
    history: History,
    pick: Pick,
    change: Callable[[Any], ev.Event | bytes | None],
    *,
    everywhere: bool = False,
    every: bool = False,
    skip: int = 0,
) -> History:
    """Change received frames: the first that is picked, or that public event for all its receivers, or all picked.

    Args:
        history: What happened.
        pick: Which frames.
        change: The event as it shall have been received; bytes as they are; None when it never came.
        everywhere: Change the public event for all members of its room, not only for the first receiver.
        every: Change all picked frames, not only the first.
        skip: Leave so many picked frames alone before; with `everywhere`, count the receivers, too.
    """
    first = find(history, pick, skip=skip)
    key = _key(history[first]) if everywhere else None
    edited: list[Observation] = []
    for index, observation in enumerate(history):
        event = event_of(observation)
        hit = index == first or (everywhere and _key(observation) == key and key is not None)
        if event is None or not (hit or (every and index > first and pick(observation, event))):
            edited.append(observation)
            continue
        made = change(event)
        if made is not None:
            edited.append(replace(observation, raw=made if isinstance(made, bytes) else frame(made)))
    return tuple(edited)


def remove(history: History, pick: Pick, *, skip: int = 0) -> History:
    """Take the first picked public event out for everybody, as if it had never been: all numbers close up."""
    party, number = _public_key(history, find(history, pick, skip=skip))
    kept = (o for o in history if _key(o) != (party, number))
    return _renumber(kept, party, lambda old: old - 1 if old > number else old)


def add(history: History, pick: Pick, make: Callable[[Any], ev.Event], *, skip: int = 0) -> History:
    """Put a public event behind the first picked one, for everybody; all numbers make room for it.

    `make` gets the picked event, renumbered already, and gives the new one; its number and `seq` are set here.
    """
    party, number = _public_key(history, find(history, pick, skip=skip))
    told = _renumber(history, party, lambda old: old + 1 if old > number else old)
    longer: list[Observation] = []
    for observation in told:
        longer.append(observation)
        if _key(observation) == (party, number):
            event = event_of(observation)
            made = replace(make(event), number=number + 1, seq=1)
            longer.append(replace(observation, raw=frame(made)))
    return _renumber(longer, party, lambda old: old)


def drop(history: History, pick: Pick, *, every: bool = True) -> History:
    """Leave out what is picked; nothing else is touched."""
    first = find(history, pick)
    return tuple(
        observation
        for index, observation in enumerate(history)
        if index < first or (index > first and not (every and pick(observation, event_of(observation))))
    )


def alter(history: History, pick: Pick, change: Callable[[Any], Observation], *, every: bool = False) -> History:
    """Change observations as a whole: what was sent, HTTP exchanges, ends of connections, times."""
    first = find(history, pick)
    return tuple(
        change(o) if index == first or (every and index > first and pick(o, event_of(o))) else o
        for index, o in enumerate(history)
    )


def alone(history: History, *connections: str) -> History:
    """What remains when only these connections (`ben#2`) and no HTTP calls were observed."""
    kept = {f"{PARTY}/{connection}" for connection in connections}
    return tuple(o for o in history if getattr(o, "connection", None) in kept or isinstance(o, PartyEnded | RunEnded))


def again(history: History, party: str = "t9") -> History:
    """A history and then all of it once more: another party plays it again in a room of the same code."""
    length = history[-1].at

    def later(observation: Any) -> Observation:
        moved: dict[str, Any] = {"at": observation.at + length}
        for name in ("who", "connection", "party"):
            if hasattr(observation, name):
                moved[name] = getattr(observation, name).replace(PARTY, party)
        if hasattr(observation, "sent"):
            moved["sent"] = observation.sent + length
        return replace(observation, **moved)  # type: ignore[no-any-return]

    return (*history[:-1], *map(later, history))


def insert(history: History, index: int, *observations: Observation) -> History:
    """Put observations in before this index. They must fit in with the time."""
    return (*history[:index], *observations, *history[index:])


def shift(history: History, pick: Pick, by: Duration, *, only: bool = False, skip: int = 0) -> History:
    """Let the first picked observation and all after it (or, with `only`, it and its copies) happen later by `by`."""
    first = find(history, pick, skip=skip)
    key = _key(history[first])
    moved = [
        replace(o, at=o.at + by) if index == first or (index > first and (not only or _same(o, key))) else o
        for index, o in enumerate(history)
    ]
    return tuple(sorted(moved, key=lambda o: o.at))


def cut(history: History, index: int) -> History:
    """The history up to and without this index, with the end of the run put behind it."""
    at = history[index - 1].at if index else 0
    return (*history[:index], RunEnded(at=at, complete=True))


def _same(observation: Observation, key: tuple[str, int] | None) -> bool:
    return key is not None and _key(observation) == key


def _party(observation: Observation) -> str:
    return str(getattr(observation, "who", "")).partition("/")[0]


def _key(observation: Observation) -> tuple[str, int] | None:
    """Party and number of a public event; None for everything else."""
    event = event_of(observation)
    if event is None or not isinstance(event, ev.PublicEvent):
        return None
    return _party(observation), event.number


def _public_key(history: History, index: int) -> tuple[str, int]:
    key = _key(history[index])
    assert key is not None, "only public events have a number"
    return key


def _renumber(history: Sequence[Observation] | Iterator[Observation], party: str, new: Callable[[int], int]) -> History:
    """Give a party's public events new numbers, wherever they are named, and its frames `seq` without gaps."""
    told: list[Observation] = []
    seqs: Counter[str] = Counter()
    for observation in history:
        event = event_of(observation)
        if event is None or _party(observation) != party:
            told.append(observation)
            continue
        assert type(observation) is Received
        seqs[observation.connection] += 1
        fields: dict[str, int] = {"seq": seqs[observation.connection]}
        if isinstance(event, ev.PublicEvent):
            fields |= {"number": new(event.number), "group": new(event.group)}
        elif isinstance(event, ev.Snapshot | ev.Ok):
            fields["number"] = new(event.number)
        told.append(replace(observation, raw=frame(replace(event, **fields))))
    return tuple(told)


# -- judging ---------------------------------------------------------------------------------


def judge(
    history: Sequence[Observation],
    *oracles: str,
    sandwich: Sandwich = EXACT,
    expectations: Sequence[Expectation] = (),
    required: Sequence[str] = (),
) -> Referee:
    """A referee that has seen all of a history; with these oracles, or with all of them."""
    referee = Referee(DIALECT, sandwich=sandwich, oracles=oracles or None, expectations=expectations, required=required)
    for observation in history:
        referee.observe(observation)
    return referee


def report(history: Sequence[Observation], oracle: str, *, sandwich: Sandwich = EXACT) -> OracleReport:
    """What one oracle says about a history. An oracle that raised fails the test at once."""
    (told,) = judge(history, oracle, sandwich=sandwich).reports()
    assert not told.error, told.error
    return told


def acquitted(history: Sequence[Observation], oracle: str, *, sandwich: Sandwich = EXACT) -> OracleReport:
    """What one oracle says, which must have found nothing; whether it judged anything is in `evaluated`."""
    told = report(history, oracle, sandwich=sandwich)
    assert not told.findings_total, told.findings[0]
    return told


def convicted(
    history: Sequence[Observation],
    oracle: str,
    check: str,
    rule: str = "",
    *,
    says: str = "",
    sandwich: Sandwich = EXACT,
) -> Finding:
    """The first finding of an oracle, which must be for this check and rule and say this."""
    told = report(history, oracle, sandwich=sandwich)
    assert told.findings, f"{oracle} acquits: evaluated {told.evaluated}, undecidable {told.undecidable}"
    finding = told.findings[0]
    assert (finding.oracle, finding.check) == (oracle, check), finding
    assert not rule or finding.rule == rule, finding
    assert says in finding.what, finding
    return finding
