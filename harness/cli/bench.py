"""`harness bench`: how fast this machine plays and judges in the virtual world."""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable
from statistics import median
from typing import Final

from msgspec import Struct

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.cli.exit_code import ExitCode
from harness.cli.options import count
from harness.clock import HOUR, MILLISECOND, SECOND
from harness.dialects.dialect import RoomOptions
from harness.dialects.native import NativeDialect
from harness.history.observation import Observation
from harness.referee.moment import Sandwich
from harness.referee.referee import Referee
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run as simulate
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import derive, root_of
from harness.swarm.party import Party
from harness.verdict import Verdict

ABOUT: Final = "measure this machine: matches per second, with and without the referee"
ROUNDS: Final = 5
THINK: Final = 2 * SECOND
LATENCY: Final = 20 * MILLISECOND
AIM_PLAYED: Final = 100
AIM_JUDGED: Final = 50
AIM_RATIO: Final = 10_000


class Timed(Struct, frozen=True, kw_only=True):
    """One round: seconds of processor time, seconds of virtual time, observations that were tapped."""

    spent: float
    played: float
    events: int


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    parser.add_argument("--matches", metavar="N", type=count, default=40, help="matches per round (default: 40)")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Measure and print; judges nothing but its own speed."""
    matches: int = arguments.matches
    alone = [_round(matches, index, None) for index in range(ROUNDS)]
    judged = [_round(matches, index, _referee()) for index in range(ROUNDS)]
    print(f"machine    {platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}")
    print(f"python     {platform.python_implementation()} {platform.python_version()}")
    print(
        f"work       {matches} matches a round, four honest seats, think time 2 s, no timeouts, wire codec on; "
        f"processor time of one process, medians of {ROUNDS}"
    )
    played = _rate(alone, lambda timed: matches / timed.spent)
    print(f"played     {played:,.0f} matches/s without the referee (aim {AIM_PLAYED})")
    both = _rate(judged, lambda timed: matches / timed.spent)
    print(f"judged     {both:,.0f} matches/s with all oracles (aim {AIM_JUDGED})")
    print(f"events     {_rate(judged, lambda timed: timed.events / timed.spent):,.0f} judged/s, playing included")
    ratio = _rate(alone, lambda timed: timed.played / timed.spent)
    print(f"time       {ratio:,.0f} times real time (aim {AIM_RATIO:,})")
    return ExitCode.VALID


def _rate(rounds: list[Timed], figure: Callable[[Timed], float]) -> float:
    return median(figure(timed) for timed in rounds)


def _referee() -> Referee:
    return Referee(NativeDialect(), sandwich=Sandwich(delay_min=LATENCY, delay_max=LATENCY))


def _round(matches: int, index: int, referee: Referee | None) -> Timed:
    root = root_of(f"bench/{index}")
    dialect = NativeDialect()
    plan = PartyPlan(
        party="bench",
        room=RoomOptions(),
        actors=tuple(
            ActorPlan(actor=name, name=name.title(), persona="honest", think=(THINK, THINK))
            for name in ("ana", "ben", "cho", "dee")
        ),
        matches=matches,
    )
    seen = _Tap(referee)
    begun = time.process_time()
    ran = simulate(
        [Party(plan, dialect, derive(root, "party"))],
        Gate(BackendConfig(), derive(root, "backend")),
        link=Link(latency=LATENCY),
        root=derive(root, "network"),
        tap=seen.observe,
        until=1000 * HOUR,
    )
    spent = time.process_time() - begun
    assert ran.complete, "the bench's own match did not come to its end"
    if referee is not None:
        assert all(report.verdict is not Verdict.INVALID for report in referee.reports())
    return Timed(spent=spent, played=ran.ended / SECOND, events=seen.count)


class _Tap:
    """Counts, and judges when there is a referee: the tap itself costs the same in both."""

    def __init__(self, referee: Referee | None) -> None:
        self.count = 0
        self._judge = referee.observe if referee is not None else None

    def observe(self, observation: Observation) -> None:
        """Take one observation."""
        self.count += 1
        if self._judge is not None:
            self._judge(observation)
