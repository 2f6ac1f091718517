"""What came of a run, as one plain value that every report is written from."""

from __future__ import annotations

from msgspec import Struct

from harness.metrics.meter import Measured
from harness.metrics.timeline import Curves
from harness.verdict import OracleReport, Verdict


class StepCount(Struct, frozen=True, kw_only=True):
    """How often one step of a script fired, over all runs of its scenario.

    Attributes:
        index: Position in the script, from 0.
        what: Actor and verb, for people.
        fired: How often it fired.
        missed: In how many runs it never fired.
    """

    index: int
    what: str
    fired: int
    missed: int


class CaseOutcome(Struct, frozen=True, kw_only=True):
    """All runs of one case of a scenario's matrix.

    Attributes:
        case: The matrix values, such as `how=rst gap=1s`; "" where there is no matrix.
        runs: How many runs it had.
        verdict: The worst of them.
        reasons: Why it is not valid, one sentence each; the first few.
        seed: Seed of the first run that was not valid, or of the first run.
        seconds: Time played in it, of the world's own clock.
    """

    case: str
    runs: int
    verdict: Verdict
    reasons: tuple[str, ...]
    seed: str
    seconds: float


class ScenarioOutcome(Struct, frozen=True, kw_only=True):
    """One scenario in all its runs.

    Attributes:
        name: Name of the scenario.
        about: What it is about.
        verdict: The worst of its cases.
        cases: Its cases, in order of the matrix.
        oracles: What each oracle has to say over all runs.
        steps: How often each step fired.
        history: SHA-256 over the histories of all runs, in order.
        limits: Its thresholds as sentences, each with whether it was kept.
        missing: Oracles that it requires and that had nothing to judge, or broke down.
    """

    name: str
    about: str
    verdict: Verdict
    cases: tuple[CaseOutcome, ...]
    oracles: tuple[OracleReport, ...]
    steps: tuple[StepCount, ...]
    history: str
    limits: tuple[tuple[str, bool], ...] = ()
    missing: tuple[str, ...] = ()


class Outcome(Struct, frozen=True, kw_only=True):
    """Everything that one command found out.

    Attributes:
        verb: `sim`, `run` or `swarm`.
        world: `virtual` or `live`.
        target: URL of the backend; "" for the embedded one of the virtual world.
        mutant: Name of the planted bug, "" for none.
        verdict: The verdict on top.
        scenarios: Each scenario in order.
        oracles: What each oracle has to say over the union of all runs.
        measured: All figures.
        curves: The figures over time, None where nobody looked at them.
    """

    verb: str
    world: str
    target: str
    mutant: str
    verdict: Verdict
    scenarios: tuple[ScenarioOutcome, ...]
    oracles: tuple[OracleReport, ...]
    measured: Measured
    curves: Curves | None = None
