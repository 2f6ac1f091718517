"""`harness swarm`: many tables at once on real sockets, with players of every kind."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from harness.cli.assemble import exit_of, lacking
from harness.cli.exit_code import ExitCode
from harness.cli.folder import RunFolder
from harness.cli.judging import Judge, Judged
from harness.cli.live import allowed_turn, backend, play
from harness.cli.names import add_mutant
from harness.cli.options import add_runs, add_seed, add_target, count, duration
from harness.cli.screen import show_outcome, show_scenario
from harness.clock import SECOND, Duration
from harness.dialects.native import NativeDialect
from harness.metrics.meter import Meter
from harness.players.mischief import MISCHIEF
from harness.referee.catalogue import ORACLES
from harness.report.outcome import CaseOutcome, Outcome, ScenarioOutcome
from harness.scenario.model import Step, When
from harness.scenario.plan import TURN as OWN_TURN
from harness.scenario.plan import PartyPlan
from harness.scenario.population import crowd, swarm_plan
from harness.verdict import Verdict, merge

ABOUT: Final = "play many tables at once on real sockets, with players of every kind"
SEATS: Final = 4
TABLES: Final = 25
TURN: Final = 3 * SECOND
RUN_TIME: Final = 30 * SECOND
ENDING: Final = 0.25
"""The last part of the time is there for matches to come to their end."""

SCRIPTED: Final = 4
"""One table in so many has a small script."""

REQUIRED: Final = tuple(name for name in ORACLES if name not in ("expectations", "restart"))
"""The default plan: a swarm without a script has nothing that a file expects, but everything else must be judged."""


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb; the short ones are Locust's where they mean the same."""
    add_target(parser)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--tables", metavar="N", type=count, default=TABLES, help="tables of four (default: 25)")
    size.add_argument("-u", "--users", metavar="N", type=count, default=None, help="players; four make a table")
    parser.add_argument(
        "-r", "--spawn-rate", metavar="N", type=count, default=50, help="players that begin per second (default: 50)"
    )
    parser.add_argument(
        "-t", "--run-time", metavar="DURATION", type=duration, default=RUN_TIME, help="how long to play (default: 30s)"
    )
    parser.add_argument(
        "--turn", metavar="DURATION", type=duration, default=None,
        help="turn clock of the rooms (default: 3s where the backend allows it)",
    )  # fmt: skip
    add_seed(parser)
    add_mutant(parser)
    add_runs(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Play, judge, report."""
    tables = arguments.tables if arguments.users is None else -(-arguments.users // SEATS)
    with backend(arguments.target, arguments.mutant) as url:
        turn = allowed_turn(url, arguments.turn or TURN)
        folder = RunFolder(Path(arguments.runs), "swarm")
        with folder.keeping_crashes():
            crowded = swarm_plan(crowd(tuple(MISCHIEF)), arguments.seed, tables=tables, turn=turn)
            plans = [
                with_script(plan, turn or OWN_TURN) if index % SCRIPTED == 0 else plan
                for index, plan in enumerate(crowded)
            ]
            meter = Meter()
            seconds = arguments.run_time / SECOND
            with folder.history.open("wb") as file:
                judge = Judge(None, NativeDialect(), sandwich=None, meter=meter, history=file, flush_after=SECOND)
                try:
                    play(
                        f"swarm of {tables} tables",
                        plans,
                        url,
                        arguments.seed,
                        judge.observe,
                        seconds=seconds * (1 - ENDING),
                        stop_after=seconds * ENDING,
                        by_time=True,
                        ramp=min(SEATS * tables / arguments.spawn_rate, seconds / 3),
                    )
                finally:
                    judge.close()
            outcome = _outcome(judge.judged(), meter, url, arguments)
            folder.write(outcome, seed=arguments.seed, arguments=vars(arguments))
    for scenario in outcome.scenarios:
        show_scenario(scenario)
    show_outcome(outcome, folder.path, REQUIRED)
    return exit_of(outcome)


def with_script(plan: PartyPlan, turn: Duration) -> PartyPlan:
    """The same table, at which the last player once lets the clock run out in the worst manner.

    He sends nonsense, and comes in with a second socket while the first still lives: neither may move his
    deadline. Chance alone would bring this about too rarely to be judged in every run.
    """
    actor = plan.actors[-1].actor
    script = (
        Step(line=0, when=When(phase="playing", turn=actor), actor=actor, verb="hold"),
        Step(line=0, actor=actor, verb="raw", args=(("kind", "not_json"),)),
        Step(line=0, after=turn // 10, actor=actor, verb="takeover"),
        Step(line=0, after=turn + turn // 5, actor=actor, verb="release"),
    )
    return replace(plan, script=script)


def _outcome(judged: Judged, meter: Meter, url: str, arguments: argparse.Namespace) -> Outcome:
    missing = lacking(judged.reports, REQUIRED)
    verdict = merge([judged.verdict, *(Verdict.UNKNOWN for _ in missing)])
    case = CaseOutcome(
        case="",
        runs=1,
        verdict=judged.verdict,
        reasons=judged.reasons,
        seed=arguments.seed,
        seconds=judged.seconds,
    )
    scenario = ScenarioOutcome(
        name="swarm",
        about="Many tables at once, with players of every kind.",
        verdict=verdict,
        cases=(case,),
        oracles=judged.reports,
        steps=(),
        history=judged.digest,
        missing=missing,
    )
    return Outcome(
        verb="swarm",
        world="live",
        target=url,
        mutant=arguments.mutant,
        verdict=verdict,
        scenarios=(scenario,),
        oracles=judged.reports,
        measured=meter.measured(),
    )
