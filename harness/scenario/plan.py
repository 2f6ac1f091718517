"""Plans: what one run does, as plain values that a test can read."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from harness.clock import MILLISECOND, MINUTE, SECOND, Duration
from harness.dialects.dialect import RoomOptions
from harness.players.names import display_name
from harness.referee.expectations import Expectation
from harness.scenario.expectations import ROOM
from harness.scenario.model import Case, Expect, Network, Scenario, Step, Value, room_of
from harness.seed import root_of
from harness.wire.options import GameName

TURN: Final = 30 * SECOND
"""The turn clock that durations of a scenario without a clock of its own are written for (BLF-14)."""

PATIENCE: Final = 5 * MINUTE
PATIENCE_MIN: Final = 10 * SECOND
"""A party waits at least this long before it is stuck, however short the clock."""


WITNESS: Final = "-witness"
"""End of the name of a party that plays no script."""


class ActorPlan(Struct, frozen=True, kw_only=True):
    """One fake player.

    Attributes:
        actor: Its name in the script, such as `ana`.
        name: Display name (from Faker).
        persona: Name in `harness.players.personas`.
        mischief: Names in `harness.players.mischief`.
        joins: False when only the script makes it join.
        think: Shortest and longest think time.
    """

    actor: str
    name: str
    persona: str
    mischief: tuple[str, ...] = ()
    joins: bool = True
    think: tuple[Duration, Duration] = (500_000_000, 3_000_000_000)


class PartyPlan(Struct, frozen=True, kw_only=True):
    """One room full of players.

    Attributes:
        party: Unique name, such as `t003`.
        room: Options of the room.
        actors: In order of joining; the first that joins creates and owns the room.
        bots: How many bots the owner adds.
        script: Steps, matrix values put in, durations scaled.
        tries: Matches in which an unfinished script is tried.
        matches: Matches to play at least; None plays on until told to stop.
        patience: Nothing happened for this long: the party notes `stuck` and ends.
    """

    party: str
    room: RoomOptions
    actors: tuple[ActorPlan, ...]
    bots: int = 0
    script: tuple[Step, ...] = ()
    tries: int = 20
    matches: int | None = 1
    patience: Duration = 300_000_000_000


class RunPlan(Struct, frozen=True, kw_only=True):
    """One case of a scenario with one seed.

    Attributes:
        scenario: Where it comes from.
        case: Values of the matrix in this case.
        seed: The run's seed.
        parties: The script's parties first, then the witness.
        expect: Expectations, matrix values put in.
        network: The simulated network.
        civil: Civil time at the start of the run in the virtual world, milliseconds since 1970; None for any.
    """

    scenario: Scenario
    case: tuple[tuple[str, Value], ...]
    seed: str
    parties: tuple[PartyPlan, ...]
    expect: tuple[Expect, ...]
    network: Network
    civil: int | None = None


def expectations(plan: RunPlan) -> tuple[Expectation, ...]:
    """The lines under `expect:` as the referee takes them: once for each party that plays the script."""
    script = plan.parties[0].script
    labels = tuple((step.label, index) for index, step in enumerate(script) if step.label)
    return tuple(
        Expectation(
            party=party.party,
            line=line.line,
            actor=line.actor or ROOM,
            what=line.what,
            args=line.args,
            labels=labels,
            steps=len(script),
        )
        for party in plan.parties
        if not party.party.endswith(WITNESS)
        for line in plan.expect
    )


class Tempo(Struct, frozen=True, kw_only=True):
    """How fast a case is played: its own turn clock, or a shorter one for runs on real clocks.

    Attributes:
        written: The turn clock that the file's durations are written for.
        turn: The turn clock of the run; None for the server's own.
    """

    written: Duration
    turn: Duration | None

    def scale(self, duration: Duration) -> Duration:
        """A duration of the file at the pace of the run."""
        return duration if self.turn is None else duration * self.turn // self.written

    @property
    def turn_ms(self) -> int | None:
        """The option of the room."""
        return None if self.turn is None else self.turn // MILLISECOND


def unroll(scenario: Scenario, case: Case, seed: str, *, turn: Duration | None = None, prefix: str = "t") -> RunPlan:
    """One case as the plan of one run.

    Args:
        scenario: The file.
        case: One of its cases.
        seed: Names and every choice of the players derive from it.
        turn: The longest turn clock for this run. A case with a longer one gets this one, and its pauses, think
            times and patience shrink in proportion; offsets from a deadline do not. None keeps what the case says.
        prefix: Beginning of every party's name, for several plans in one run.

    Returns:
        The plan; equal arguments give equal plans.
    """
    written = case.turn or TURN
    tempo = Tempo(written=written, turn=case.turn if turn is None else min(turn, written))
    game = scenario.game
    parties = [_party(game, case, seed, tempo, f"{prefix}{index:03d}") for index in range(case.tables)]
    if case.witness:
        parties.append(witness(game, seed, prefix + WITNESS, tempo))
    return RunPlan(
        scenario=scenario,
        case=case.values,
        seed=seed,
        parties=tuple(parties),
        expect=case.expect,
        network=case.network,
        civil=case.civil,
    )


def witness(game: GameName, seed: str, party: str, tempo: Tempo) -> PartyPlan:
    """An honest room of four that plays one match of the game beside the others and must not notice them (B3)."""
    think = (tempo.scale(SECOND), tempo.scale(3 * SECOND))
    return PartyPlan(
        party=party,
        room=RoomOptions(game=game, turn_ms=tempo.turn_ms),
        actors=tuple(
            ActorPlan(actor=actor, name=named(seed, party, actor), persona="honest", think=think)
            for actor in ("wim", "xia", "yan", "zoe")
        ),
        patience=max(PATIENCE_MIN, tempo.scale(PATIENCE)),
    )


def named(seed: str, party: str, actor: str) -> str:
    """The display name of an actor; two actors may well have the same (BLF-E39)."""
    return display_name(root_of(seed), party, actor)


def _party(game: GameName, case: Case, seed: str, tempo: Tempo, party: str) -> PartyPlan:
    think = (tempo.scale(case.think[0]), tempo.scale(case.think[1]))
    return PartyPlan(
        party=party,
        room=room_of(game, case.seats, case.options, turn_ms=tempo.turn_ms, chance=case.chance, ai_fill=case.ai_fill),
        actors=tuple(
            ActorPlan(
                actor=player.actor,
                name=named(seed, party, player.actor),
                persona=player.persona,
                mischief=player.mischief,
                joins=player.joins,
                think=think,
            )
            for player in case.players
            if not player.bot
        ),
        bots=sum(player.bot for player in case.players),
        script=tuple(replace(step, after=tempo.scale(step.after)) for step in case.script),
        tries=case.tries,
        matches=case.matches,
        patience=max(PATIENCE_MIN, tempo.scale(PATIENCE)),
    )
