"""`harness run`: scenarios on real sockets, all cases of a scenario at the same time."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from harness.cli.assemble import exit_of, scenario_outcome
from harness.cli.exit_code import ExitCode
from harness.cli.folder import RunFolder
from harness.cli.judging import Judge, Judged
from harness.cli.live import Fork, allowed_turn, backend, play
from harness.cli.names import add_files, add_mutant, scenarios
from harness.cli.options import add_runs, add_seed, add_target, duration
from harness.cli.screen import show_outcome, show_scenario
from harness.clock import SECOND, Duration
from harness.dialects.native import NativeDialect
from harness.history.journal import Journal
from harness.history.observation import Observation
from harness.metrics.meter import Meter
from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.union import union
from harness.scenario.model import Scenario
from harness.scenario.plan import unroll
from harness.verdict import merge

ABOUT: Final = "play scenarios on real sockets"
LIMIT: Final = 600 * SECOND
TURN: Final = 3 * SECOND
LAST_WORDS_S: Final = 15.0

Tap: TypeAlias = Callable[[Observation], None]


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    add_files(parser)
    add_target(parser)
    parser.add_argument(
        "--turn", metavar="DURATION", type=duration, default=None,
        help="turn clock of the rooms; the rest shrinks with it (default: 3s where the backend allows it)",
    )  # fmt: skip
    parser.add_argument(
        "-t", "--run-time", metavar="DURATION", type=duration, default=LIMIT,
        help="longest time for one scenario (default: 10m)",
    )  # fmt: skip
    add_seed(parser)
    add_mutant(parser)
    add_runs(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play, judge, report."""
    found = [scenario for _, scenario in scenarios(arguments.files)]
    name = found[0].name if len(found) == 1 else f"{len(found)}-scenarios"
    with backend(arguments.target, arguments.mutant) as url:
        turn = allowed_turn(url, arguments.turn or TURN)
        folder = RunFolder(Path(arguments.runs), name)
        with folder.keeping_crashes():
            outcome = _play_all(found, url, turn, folder, arguments)
            folder.write(outcome, seed=arguments.seed, arguments=vars(arguments))
    show_outcome(outcome, folder.path)
    return exit_of(outcome)


def _play_all(
    found: Sequence[Scenario], url: str, turn: Duration | None, folder: RunFolder, arguments: argparse.Namespace
) -> Outcome:
    outcomes: list[ScenarioOutcome] = []
    meter = Meter()
    for scenario in found:
        history = folder.history if len(found) == 1 else folder.path / f"history-{scenario.name}.jsonl.zst"
        own = Meter()
        with history.open("wb") as file, Journal(file) as journal:
            runs = _play(scenario, url, turn, (journal.note, own.observe), arguments)
        outcomes.append(scenario_outcome(scenario, runs, own.measured()))
        meter.add(own.measured())
        show_scenario(outcomes[-1])
    return Outcome(
        verb="run",
        world="live",
        target=url,
        mutant=arguments.mutant,
        verdict=merge(outcome.verdict for outcome in outcomes),
        scenarios=tuple(outcomes),
        oracles=union(outcome.oracles for outcome in outcomes),
        measured=meter.measured(),
    )


def _play(
    scenario: Scenario, url: str, turn: Duration | None, listeners: Sequence[Tap], arguments: argparse.Namespace
) -> Sequence[Judged]:
    """All cases at the same time, each judged by itself: one case's expectations say nothing about another's."""
    plans = [
        unroll(scenario, case, f"{arguments.seed}-{index}", turn=turn, prefix=f"c{index:02d}t")
        for index, case in enumerate(scenario.cases)
    ]
    judges = [Judge(plan, NativeDialect(), sandwich=None, meter=None) for plan in plans]
    fork = Fork({party.party: judge for plan, judge in zip(plans, judges, strict=True) for party in plan.parties})

    def tap(observation: Observation) -> None:
        for listener in listeners:
            listener(observation)
        fork.observe(observation)

    play(
        scenario.name,
        [party for plan in plans for party in plan.parties],
        url,
        arguments.seed,
        tap,
        seconds=arguments.run_time / SECOND,
        by_time=False,
        stop_after=LAST_WORDS_S,
    )
    return [judge.judged() for judge in judges]
