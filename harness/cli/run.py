"""`harness run`: scenarios on real sockets, all cases of a scenario at the same time.

Cases that end their backend are played one after the other, each against a backend of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from harness.cli.assemble import exit_of
from harness.cli.exit_code import ExitCode
from harness.cli.folder import RunFolder
from harness.cli.live import Fork, Tap, allowed_turn, backend, embedded, play
from harness.cli.names import add_files, add_mutant, scenarios
from harness.cli.options import add_runs, add_seed, add_target, count, duration
from harness.cli.screen import show_outcome, show_scenario
from harness.cli.stages import Part, Stage, batches
from harness.clock import SECOND, Duration
from harness.history.journal import Journal
from harness.history.observation import Observation
from harness.metrics.meter import Meter
from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.union import union
from harness.runtimes.server.embedded import EmbeddedServer
from harness.scenario.model import Scenario
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
    ours = arguments.target is None
    stages = [Stage(scenario, f"s{index:02d}", turn, arguments.seed, ours=ours) for index, scenario in enumerate(found)]
    outcomes: list[ScenarioOutcome] = []
    meter = Meter()
    rounds = batches(stages, arguments.at_once)
    parts = sum(len(parts) for _, parts in rounds)
    number = 0
    for batch, its_parts in rounds:
        listeners = {party: told for stage in batch for party, told in stage.listeners.items()}
        for part in its_parts:
            number += 1
            history = folder.history if parts == 1 else folder.path / f"history-{number:02d}.jsonl.zst"
            with history.open("wb") as file, Journal(file) as journal:
                _play(part, listeners, url, journal.note, arguments)
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


def _play(
    part: Part, listeners: Mapping[str, Sequence[Tap]], url: str, note: Tap, arguments: argparse.Namespace
) -> None:
    fork = Fork({party.party: listeners[party.party] for party in part.parties})

    def tap(observation: Observation) -> None:
        note(observation)
        fork.observe(observation)

    with ExitStack() as opened:
        own: EmbeddedServer | None = None
        if part.alone:
            store = Path(opened.enter_context(TemporaryDirectory(prefix="harness-store-"))) / "store.sqlite"
            own = opened.enter_context(embedded(arguments.mutant, str(store)))
        play(
            "run",
            part.parties,
            own.url if own is not None else url,
            arguments.seed,
            tap,
            seconds=arguments.run_time / SECOND,
            by_time=False,
            stop_after=LAST_WORDS_S,
            ramp=RAMP_S,
            own=own,
        )
