"""What listens at the tap of one run: the referee, the meter and the journal, and what came of it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO, Final

from msgspec import Struct

from harness.clock import Duration, Instant
from harness.dialects.dialect import Dialect
from harness.history.journal import Journal
from harness.history.observation import Observation, PartyEnded, RunEnded, StepFired
from harness.metrics.meter import Meter
from harness.referee.moment import Sandwich
from harness.referee.referee import Referee
from harness.report.outcome import StepCount
from harness.scenario.model import Step
from harness.scenario.plan import RunPlan, expectations
from harness.verdict import OracleReport, Verdict

LAG_MAX: Final = 500_000_000
"""A loop of ours that was later than this, in nanoseconds, was too slow to judge a backend by (X5)."""

REASONS_KEPT: Final = 5


class Judged(Struct, frozen=True, kw_only=True):
    """What came of one run.

    Attributes:
        case: The matrix values as text; "" without a matrix.
        seed: Its seed.
        verdict: Its verdict; oracles that a scenario requires are looked at over all its runs, not here.
        reasons: Why it is not valid.
        reports: What each oracle has to say.
        fired: Indices of the script's steps that fired, with how often.
        digest: SHA-256 of its history.
        seconds: How long it was, on the world's clock.
    """

    case: str
    seed: str
    verdict: Verdict
    reasons: tuple[str, ...]
    reports: tuple[OracleReport, ...]
    fired: tuple[tuple[int, int], ...]
    digest: str
    seconds: float


class Judge:
    """The tap of one run.

    Args:
        plan: What is played; None for a swarm, which has no script and no expectations.
        dialect: How the target speaks.
        sandwich: Bounds on delays, None where there are none.
        meter: Measures; None measures nothing.
        history: Open file that the journal goes to; None keeps the digest only.
        flush_after: Longest time that a journal on disk may lag behind; None in the virtual world.
        referee: False judges nothing.
    """

    def __init__(
        self,
        plan: RunPlan | None,
        dialect: Dialect,
        *,
        sandwich: Sandwich | None,
        meter: Meter | None,
        history: BinaryIO | None = None,
        flush_after: Duration | None = None,
        referee: bool = True,
    ) -> None:
        self._plan = plan
        self.referee = _referee(plan, dialect, sandwich) if referee else None
        self._journal = Journal(history, flush_after=flush_after)
        self._listeners = [self._journal.note]
        if self.referee is not None:
            self._listeners.append(self.referee.observe)
        if meter is not None:
            self._listeners.append(meter.observe)
        self._fired: dict[int, int] = {}
        self._ended: list[PartyEnded] = []
        self._run: RunEnded | None = None
        self._at: Instant = 0

    def observe(self, observation: Observation) -> None:
        """Take one observation; this is the tap."""
        self._at = observation.at
        for listener in self._listeners:
            listener(observation)
        if type(observation) is StepFired:
            self._fired[observation.index] = self._fired.get(observation.index, 0) + 1
        elif type(observation) is PartyEnded:
            self._ended.append(observation)
        elif type(observation) is RunEnded:
            self._run = observation

    def close(self) -> None:
        """Finish the journal, whatever happened to the run."""
        self._journal.close()

    def judged(self) -> Judged:
        """What came of the run."""
        self.close()
        reports = self.referee.reports() if self.referee is not None else ()
        convictions = [f"{report.oracle}: {report.findings[0].what}" for report in reports if report.findings]
        breakdowns = [f"oracle {report.oracle} broke down: {report.error}" for report in reports if report.error]
        reasons = [*convictions, *self._doubts(), *breakdowns]
        verdict = Verdict.INVALID if convictions else Verdict.UNKNOWN if reasons else Verdict.VALID
        return Judged(
            case=case_text(self._plan),
            seed=self._plan.seed if self._plan is not None else "",
            verdict=verdict,
            reasons=tuple(reasons[:REASONS_KEPT]),
            reports=reports,
            fired=tuple(sorted(self._fired.items())),
            digest=self._journal.digest(),
            seconds=self._at / 1e9,
        )

    def _doubts(self) -> Sequence[str]:
        """Why a run shows less than it was meant to."""
        doubts = []
        if self._run is None:
            doubts.append("the run has no end")
        elif not self._run.complete:
            doubts.append(f"the run was cut short: {self._run.reason or 'no reason given'}")
        elif self._run.lag_max > LAG_MAX:
            doubts.append(f"this machine was too busy: our own loop was {self._run.lag_max / 1e9:.2f} s late")
        for party in self._ended:
            if party.outcome in ("stuck", "failed"):
                waiting = f", waiting for {party.waiting}" if party.waiting else ""
                doubts.append(f"party {party.party} {_OUTCOMES[party.outcome]}{waiting}")
        if self._plan is not None:
            script = self._plan.parties[0].script
            doubts += [
                f"{step_text(step, index)} never fired" for index, step in enumerate(script) if index not in self._fired
            ]
        return doubts


_OUTCOMES: Final = {"stuck": "got stuck", "failed": "was refused by the lobby"}


def case_text(plan: RunPlan | None) -> str:
    """A case as people see it: `how=rst gap=1s`; "" without a matrix."""
    return " ".join(f"{name}={value}" for name, value in plan.case) if plan is not None else ""


def step_text(step: Step, index: int) -> str:
    """A step as people see it."""
    return f"step {index + 1} ({step.actor}: {step.verb}, line {step.line})"


def count_steps(script: Sequence[Step], runs: Sequence[Judged]) -> tuple[StepCount, ...]:
    """How often each step of a script fired over many runs."""
    fired = [dict(run.fired) for run in runs]
    return tuple(
        StepCount(
            index=index,
            what=f"{step.actor}: {step.verb}",
            fired=sum(counts.get(index, 0) for counts in fired),
            missed=sum(index not in counts for counts in fired),
        )
        for index, step in enumerate(script)
    )


def _referee(plan: RunPlan | None, dialect: Dialect, sandwich: Sandwich | None) -> Referee:
    if plan is None:
        return Referee(dialect, sandwich=sandwich)
    return Referee(dialect, sandwich=sandwich, required=plan.scenario.requires, expectations=expectations(plan))
