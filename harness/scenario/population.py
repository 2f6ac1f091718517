"""Who sits at the tables of a swarm: a mix of personas and mischief, spread over tables as plain plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from harness.clock import MILLISECOND, SECOND, Duration
from harness.dialects.dialect import RoomOptions
from harness.scenario.plan import PATIENCE, PATIENCE_MIN, TURN, ActorPlan, PartyPlan, Tempo, named
from harness.seed import Stream, root_of, stream

ACTORS: Final = ("ana", "ben", "cho", "dee")
"""The actors of every table, in order of joining."""


class Population(Struct, frozen=True, kw_only=True):
    """A mix of players.

    Attributes:
        personas: Persona names with their weights.
        mischief: Kinds of mischief, spread evenly over those who are up to any.
        mischievous: Share of players who are up to mischief, 0 to 1.
        kinds: How many kinds each of them tries.
        with_bot: Share of tables with one bot in the last seat, 0 to 1.
        think: Range of think times.
    """

    personas: tuple[tuple[str, int], ...]
    mischief: tuple[str, ...] = ()
    mischievous: float = 0.0
    kinds: int = 2
    with_bot: float = 0.0
    think: tuple[Duration, Duration] = (500 * MILLISECOND, 3 * SECOND)


CROWD: Final = (
    ("honest", 30), ("bluffer", 20), ("caller", 14), ("random", 10), ("hesitant", 8), ("sleepy", 6), ("quitter", 5),
    ("flapper", 7),
)  # fmt: skip
"""Personas of a usual crowd with their weights."""


def crowd(mischief: Sequence[str]) -> Population:
    """The usual crowd of `harness swarm`: every persona, one in eight up to mischief, a bot at one table in five."""
    return Population(personas=CROWD, mischief=tuple(mischief), mischievous=0.125, with_bot=0.2)


def swarm_plan(
    population: Population,
    seed: str,
    *,
    tables: int,
    turn: Duration | None = None,
    matches: int | None = None,
    prefix: str = "t",
) -> tuple[PartyPlan, ...]:
    """The parties of a swarm.

    Args:
        population: The mix. Shares are kept as exactly as whole players allow, so that even a small
            swarm has some of everybody.
        seed: Who sits where, and the names, derive from it.
        tables: Tables of four.
        turn: Turn clock; think times are written for 30 s and shrink with it. None for the server's own.
        matches: Matches per table; None until told to stop.
        prefix: Beginning of every party's name.

    Returns:
        One plan per table; equal arguments give equal plans.
    """
    chance = stream(root_of(seed), "population")
    count = tables * len(ACTORS)
    personas = list(_apportion(population.personas, count))
    chance.shuffle(personas)
    mischief = _mischief(population, count, chance)
    bots = [index < round(tables * population.with_bot) for index in range(tables)]
    chance.shuffle(bots)
    tempo = Tempo(written=TURN, turn=turn)
    think = (tempo.scale(population.think[0]), tempo.scale(population.think[1]))
    digits = max(3, len(str(tables - 1)))
    parties: list[PartyPlan] = []
    for table, bot in enumerate(bots):
        party = f"{prefix}{table:0{digits}d}"
        actors = tuple(
            ActorPlan(
                actor=actor,
                name=named(seed, party, actor),
                persona=personas[table * len(ACTORS) + seat],
                mischief=mischief[table * len(ACTORS) + seat],
                think=think,
            )
            for seat, actor in enumerate(ACTORS[: len(ACTORS) - bot])
        )
        parties.append(
            PartyPlan(
                party=party,
                room=RoomOptions(turn_ms=tempo.turn_ms),
                actors=actors,
                bots=int(bot),
                matches=matches,
                patience=max(PATIENCE_MIN, tempo.scale(PATIENCE)),
            )
        )
    return tuple(parties)


def _apportion(weights: Sequence[tuple[str, int]], count: int) -> Sequence[str]:
    """`count` names in proportion to their weights, by largest remainder; earlier names win ties."""
    total = sum(weight for _, weight in weights)
    whole = [count * weight // total for _, weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(count * weights[index][1] % total))
    for index in by_remainder[: count - sum(whole)]:
        whole[index] += 1
    return [name for (name, _), times in zip(weights, whole, strict=True) for _ in range(times)]


def _mischief(population: Population, count: int, chance: Stream) -> Sequence[tuple[str, ...]]:
    """The mischief of each player; every kind turns up before one turns up again."""
    wicked = round(count * population.mischievous) if population.mischief else 0
    kinds = population.mischief
    tried = [
        tuple(sorted({kinds[(player * population.kinds + nth) % len(kinds)] for nth in range(population.kinds)}))
        for player in range(wicked)
    ]
    spread: list[tuple[str, ...]] = [*tried, *(() for _ in range(count - wicked))]
    chance.shuffle(spread)
    return spread
