"""One run, or a row of runs, in the virtual world; in this process or in another."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Journaled, Keep, Settled
from harness.cli.judging import Judge, Judged
from harness.cli.names import parts_of
from harness.clock import HOUR
from harness.dialects.native import NativeDialect
from harness.metrics.meter import Measured, Meter
from harness.referee.moment import Sandwich
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import EPOCH_MS, run
from harness.scenario.load import load
from harness.scenario.model import Scenario
from harness.scenario.plan import RunPlan, unroll
from harness.seed import derive, root_of, stream
from harness.swarm.party import Party

UNTIL: Final = 24 * HOUR
"""No run is longer; a party that makes no progress gives up long before."""

YEAR_MS: Final = 365 * 86_400_000
CONFIG: Final = BackendConfig(allow_short_clocks=True, test_chance=True)


class Row(Struct, frozen=True, kw_only=True):
    """Runs of one scenario with seeds that follow each other.

    Attributes:
        path: The scenario file.
        seeds: The seeds; seed i plays case i mod n.
        mutant: Planted bug, "" for the clean backend.
        referee: False only plays.
    """

    path: str
    seeds: tuple[int, ...]
    mutant: str
    referee: bool


class Played(Struct, frozen=True, kw_only=True):
    """What came of a row, run by run, and its figures."""

    runs: tuple[Judged, ...]
    measured: Measured


def play_row(row: Row) -> Played:
    """Play a row of runs. A function of its argument alone, so that it can be sent to another process."""
    meter = Meter()
    scenario = _scenario(row.path)
    runs = tuple(play(scenario, seed, row.mutant, meter=meter, referee=row.referee) for seed in row.seeds)
    return Played(runs=runs, measured=meter.measured())


def play_rows(rows: Sequence[Row], jobs: int) -> Iterator[Played]:
    """Play rows, in their order, on so many processes; results are the same for any number."""
    if jobs == 1 or len(rows) == 1:
        yield from map(play_row, rows)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(rows)), mp_context=context, initializer=_settle_down) as pool:
        yield from pool.map(play_row, rows)


def _settle_down() -> None:
    """Let the collector of a process that only plays look rarely: runs leave few cycles, and looking took a tenth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def play(
    scenario: Scenario,
    seed: int,
    mutant: str,
    *,
    meter: Meter | None,
    referee: bool = True,
    history: BinaryIO | None = None,
) -> Judged:
    """Play and judge one run. Equal arguments give equal histories, on any machine and under any hash seed."""
    case = scenario.cases[seed % len(scenario.cases)]
    plan = unroll(scenario, case, str(seed))
    link = Link(latency=plan.network.latency, jitter=plan.network.jitter)
    sandwich = Sandwich(delay_min=link.latency, delay_max=link.latency + link.jitter)
    judge = Judge(plan, NativeDialect(), sandwich=sandwich, meter=meter, history=history, referee=referee)
    try:
        simulate(plan, link, mutant, judge)
    finally:
        judge.close()
    return judge.judged()


def simulate(plan: RunPlan, link: Link, mutant: str, judge: Judge) -> None:
    """Play one plan against a fresh backend of its own, under the seed of the plan."""
    root = root_of(f"{plan.scenario.name}/{plan.seed}")
    dialect = NativeDialect()
    backend, parts = derive(root, "backend"), parts_of(mutant)

    def rebuild(settled: Sequence[Settled], kept: Sequence[Keep], journals: Sequence[Journaled]) -> Gate:
        return Gate(CONFIG, backend, parts=parts, settled=settled, kept=kept, journals=journals)

    run(
        [Party(party, dialect, derive(root, "party", party.party)) for party in plan.parties],
        Gate(CONFIG, backend, parts=parts),
        link=link,
        root=derive(root, "network"),
        tap=judge.observe,
        until=UNTIL,
        # Any moment of a year: months end in some runs, and results then belong to the next season.
        utc_ms=EPOCH_MS + stream(root, "civil").below(YEAR_MS) if plan.civil is None else plan.civil,
        rebuild=rebuild,
    )


@lru_cache(maxsize=64)
def _scenario(path: str) -> Scenario:
    return load(Path(path))
