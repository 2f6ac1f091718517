"""`harness run`: scenarios on real sockets, all cases of a scenario at the same time."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.cli.assemble import exit_of, scenario_outcome
from harness.cli.exit_code import ExitCode
from harness.cli.folder import RunFolder
from harness.cli.judging import Judge
from harness.cli.live import Fork, Tap, allowed_turn, backend, play
from harness.cli.names import add_files, add_mutant, scenarios
from harness.cli.options import add_runs, add_seed, add_target, count, duration
from harness.cli.screen import show_outcome, show_scenario
from harness.clock import SECOND, Duration
from harness.dialects.native import NativeDialect
from harness.history.journal import Journal
from harness.history.observation import Observation
from harness.metrics.meter import Meter
from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.union import union
from harness.scenario.model import Case, Scenario
from harness.scenario.plan import unroll
from harness.verdict import merge

ABOUT: Final = "play scenarios on real sockets"
LIMIT: Final = 600 * SECOND
TURN: Final = 3 * SECOND
LAST_WORDS_S: Final = 15.0
RAMP_S: Final = 1.0
ROOMS: Final = 80
"""As many rooms at once as an ordinary machine plays without being late itself."""


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    add_files(parser)
    add_target(parser)
    parser.add_argument(
        "--turn", metavar="DURATION", type=duration, default=None,
        help="longest turn clock; slower rooms shrink to it (default: 3s where the backend allows it)",
    )  # fmt: skip
    parser.add_argument(
        "-t", "--run-time", metavar="DURATION", type=duration, default=LIMIT,
        help="longest time for one scenario (default: 10m)",
    )  # fmt: skip
    parser.add_argument(
        "--at-once", metavar="N", type=count, default=ROOMS, help=f"rooms played at the same time (default: {ROOMS})"
    )
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
    stages = [Stage(scenario, f"s{index:02d}", turn, arguments.seed) for index, scenario in enumerate(found)]
    outcomes: list[ScenarioOutcome] = []
    meter = Meter()
    rounds = batches(stages, arguments.at_once)
    for number, batch in enumerate(rounds, start=1):
        history = folder.history if len(rounds) == 1 else folder.path / f"history-{number:02d}.jsonl.zst"
        with history.open("wb") as file, Journal(file) as journal:
            _play(batch, url, journal.note, arguments)
        for stage in batch:
            outcomes.append(stage.outcome())
            meter.add(stage.meter.measured())
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


class Stage:
    """All cases of one scenario at the same time, each judged by itself.

    One case's expectations say nothing about another's, so each has a referee of its own; figures are kept per
    scenario.

    Args:
        scenario: What is played.
        name: Beginning of the names of its parties; no other stage has it.
        turn: Longest turn clock, None for what the cases say.
        seed: The run's seed; case i plays `seed-i`.
    """

    def __init__(self, scenario: Scenario, name: str, turn: Duration | None, seed: str) -> None:
        self.meter = Meter()
        self._scenario = scenario
        plans = [
            unroll(scenario, case, f"{seed}-{index}", turn=shortened(case, turn), prefix=f"{name}c{index:02d}t")
            for index, case in enumerate(scenario.cases)
        ]
        self._judges = [Judge(plan, NativeDialect(), sandwich=None, meter=None) for plan in plans]
        self.parties = [party for plan in plans for party in plan.parties]
        self.listeners: Mapping[str, Sequence[Tap]] = {
            party.party: (self.meter.observe, judge.observe)
            for plan, judge in zip(plans, self._judges, strict=True)
            for party in plan.parties
        }

    def outcome(self) -> ScenarioOutcome:
        """What came of it; asked once, after the run."""
        return scenario_outcome(self._scenario, [judge.judged() for judge in self._judges], self.meter.measured())


def shortened(case: Case, turn: Duration | None) -> Duration | None:
    """The turn clock to play a case with; None for its own, which is never made longer."""
    return None if turn is None or (case.turn is not None and case.turn <= turn) else turn


def batches(stages: Sequence[Stage], rooms: int) -> Sequence[Sequence[Stage]]:
    """Stages that are played at the same time, in order; a batch has no more than so many rooms if it can."""
    found: list[list[Stage]] = []
    open_rooms = 0
    for stage in stages:
        if not found or open_rooms + len(stage.parties) > rooms:
            found.append([])
            open_rooms = 0
        found[-1].append(stage)
        open_rooms += len(stage.parties)
    return found


def _play(batch: Sequence[Stage], url: str, note: Tap, arguments: argparse.Namespace) -> None:
    fork = Fork({party: listeners for stage in batch for party, listeners in stage.listeners.items()})

    def tap(observation: Observation) -> None:
        note(observation)
        fork.observe(observation)

    play(
        "run",
        [party for stage in batch for party in stage.parties],
        url,
        arguments.seed,
        tap,
        seconds=arguments.run_time / SECOND,
        by_time=False,
        stop_after=LAST_WORDS_S,
        ramp=RAMP_S,
    )
