"""`harness sim`: scenarios in the virtual world, seeded, thousands of times faster than real time."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from harness.cli.assemble import exit_of, scenario_outcome
from harness.cli.exit_code import ExitCode
from harness.cli.folder import RunFolder
from harness.cli.judging import Judged
from harness.cli.names import add_files, add_mutant, scenarios
from harness.cli.options import UsageError, add_runs, count, jobs
from harness.cli.progress import Bar
from harness.cli.screen import show_outcome, show_scenario
from harness.cli.virtual import Row, play, play_rows
from harness.metrics.meter import Meter
from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.union import union
from harness.scenario.model import Scenario
from harness.verdict import Verdict, merge

ABOUT: Final = "play scenarios in the virtual world: seeded, simulated clock and network"
ROW: Final = 8
"""Runs that are played in one go: few enough to share them out evenly, enough to be worth a message."""

_WORTH: Final = {Verdict.VALID: 0, Verdict.UNKNOWN: 1, Verdict.INVALID: 2}


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    add_files(parser)
    parser.add_argument(
        "--seeds", metavar="N", type=count, default=1, help="runs per scenario; every case is played at least once"
    )
    parser.add_argument("--seed", metavar="S", type=_seed, default=0, help="the first seed (default: 0)")
    parser.add_argument(
        "--only", metavar="S", type=_seed, default=None, help="this one seed and its case, nothing else"
    )
    parser.add_argument(
        "--jobs",
        metavar="K",
        type=jobs,
        default=os.cpu_count() or 1,
        help="processes; results are the same for any number",
    )
    parser.add_argument("--no-referee", action="store_true", help="only play, judge nothing")
    add_mutant(parser)
    add_runs(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play, judge, report."""
    found = scenarios(arguments.files)
    if len({scenario.name for _, scenario in found}) < len(found):
        raise UsageError("a scenario is given twice")
    name = found[0][1].name if len(found) == 1 else f"{len(found)}-scenarios"
    folder = RunFolder(Path(arguments.runs), f"sim-{name}")
    with folder.keeping_crashes():
        outcome = _play(found, folder, arguments)
        folder.write(outcome, seed=str(arguments.seed), arguments=vars(arguments))
    show_outcome(outcome, folder.path)
    return exit_of(outcome)


def seeds_of(scenario: Scenario, arguments: argparse.Namespace) -> Sequence[int]:
    """The seeds of a scenario: as many as asked for, and at least one for each of its cases."""
    if arguments.only is not None:
        return (arguments.only,)
    return range(arguments.seed, arguments.seed + max(arguments.seeds, len(scenario.cases)))


def _play(found: Sequence[tuple[Path, Scenario]], folder: RunFolder, arguments: argparse.Namespace) -> Outcome:
    rows = [row for path, scenario in found for row in _rows(path, scenario, arguments)]
    by_path = {str(path): scenario for path, scenario in found}
    outcomes: list[ScenarioOutcome] = []
    everything = Meter()
    kept: tuple[Scenario, Judged] | None = None
    with Bar("sim", len(rows)) as bar:
        played = zip(rows, play_rows(rows, arguments.jobs), strict=True)
        for path, part in groupby(played, key=lambda pair: pair[0].path):
            scenario, meter, runs = by_path[path], Meter(), list[Judged]()
            for _, result in part:
                runs += result.runs
                meter.add(result.measured)
                everything.add(result.measured)
                bar.advance(scenario.name)
            outcomes.append(scenario_outcome(scenario, runs, meter.measured()))
            show_scenario(outcomes[-1])
            kept = _worth_keeping(kept, scenario, runs)
    assert kept is not None
    _keep(folder, *kept, arguments)
    return Outcome(
        verb="sim",
        world="virtual",
        target="",
        mutant=arguments.mutant,
        verdict=merge(outcome.verdict for outcome in outcomes),
        scenarios=tuple(outcomes),
        oracles=union(outcome.oracles for outcome in outcomes),
        measured=everything.measured(),
    )


def _rows(path: Path, scenario: Scenario, arguments: argparse.Namespace) -> Iterator[Row]:
    seeds = tuple(seeds_of(scenario, arguments))
    for start in range(0, len(seeds), ROW):
        yield Row(
            path=str(path),
            seeds=seeds[start : start + ROW],
            mutant=arguments.mutant,
            referee=not arguments.no_referee,
        )


def _worth_keeping(
    kept: tuple[Scenario, Judged] | None, scenario: Scenario, runs: Sequence[Judged]
) -> tuple[Scenario, Judged] | None:
    """The first run that an oracle convicted, else the first that is unknown, else the last of all."""
    for candidate in runs:
        known = _WORTH[kept[1].verdict] if kept is not None else 0
        if known == 0 or _WORTH[candidate.verdict] > known:
            kept = scenario, candidate
    return kept


def _keep(folder: RunFolder, scenario: Scenario, judged: Judged, arguments: argparse.Namespace) -> None:
    """Play one run again, this time into the run folder; it is the same to the byte."""
    with folder.history.open("wb") as file:
        again = play(scenario, int(judged.seed), arguments.mutant, meter=None, referee=False, history=file)
    assert again.digest == judged.digest, "the same run had another history the second time"


def _seed(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)
