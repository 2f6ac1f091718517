"""What `harness run` plays, and what of it at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from harness.cli.assemble import scenario_outcome
from harness.cli.judging import Judge, Judged, step_text
from harness.cli.live import Tap
from harness.clock import Duration
from harness.dialects.native import NativeDialect
from harness.metrics.meter import Meter
from harness.report.outcome import ScenarioOutcome
from harness.scenario.model import Case, Scenario
from harness.scenario.plan import PartyPlan, unroll
from harness.scenario.verbs import SERVER
from harness.verdict import Verdict

NOT_OURS: Final = "ends the backend, which is done only to one that is started for it: leave --target away"


class Part(Struct, frozen=True, kw_only=True):
    """Parties that are played at the same time, against one backend.

    Attributes:
        parties: Their plans.
        alone: They end their backend, and so have one of their own.
    """

    parties: Sequence[PartyPlan]
    alone: bool = False


class Stage:
    """All cases of one scenario, each judged by itself.

    One case's expectations say nothing about another's, so each has a referee of its own; figures are kept per
    scenario.

    Args:
        scenario: What is played.
        name: Beginning of the names of its parties; no other stage has it.
        turn: Longest turn clock, None for what the cases say.
        seed: The run's seed; case i plays `seed-i`.
        ours: The backend is started by us, so that a script can end it.

    Attributes:
        listeners: Who judges and measures which party.
        ends_backend: Its script ends the backend.
        parties: The plans of its parties, case by case; empty when its script cannot be carried out.
    """

    def __init__(self, scenario: Scenario, name: str, turn: Duration | None, seed: str, *, ours: bool = True) -> None:
        self.meter = Meter()
        self._scenario = scenario
        plans = [
            unroll(scenario, case, f"{seed}-{index}", turn=shortened(case, turn), prefix=f"{name}c{index:02d}t")
            for index, case in enumerate(scenario.cases)
        ]
        script = scenario.cases[0].script
        ending = [step_text(step, index) for index, step in enumerate(script) if step.actor == SERVER]
        self.ends_backend = bool(ending)
        self._obstacle = f"{ending[0]} {NOT_OURS}" if ending and not ours else ""
        self._judges = [Judge(plan, NativeDialect(), sandwich=None, meter=None) for plan in plans]
        self.parties = [] if self._obstacle else [plan.parties for plan in plans]
        self.listeners: Mapping[str, Sequence[Tap]] = {
            party.party: (self.meter.observe, judge.observe)
            for plan, judge in zip(plans, self._judges, strict=True)
            for party in plan.parties
        }

    def outcome(self) -> ScenarioOutcome:
        """What came of it; asked once, after the run."""
        judged = [self._judged(judge) for judge in self._judges]
        return scenario_outcome(self._scenario, judged, self.meter.measured())

    def _judged(self, judge: Judge) -> Judged:
        judged = judge.judged()
        return replace(judged, verdict=Verdict.UNKNOWN, reasons=(self._obstacle,)) if self._obstacle else judged


def shortened(case: Case, turn: Duration | None) -> Duration | None:
    """The turn clock to play a case with; None for its own, which is never made longer."""
    return None if turn is None or (case.turn is not None and case.turn <= turn) else turn


def batches(stages: Sequence[Stage], rooms: int) -> Sequence[tuple[Sequence[Stage], Sequence[Part]]]:
    """Stages whose outcome is known at the same time, in order, with the parts that are played one after the other.

    A part has no more than so many rooms if it can; each case that ends its backend is a part of its own.
    """
    found: list[tuple[list[Stage], list[Part]]] = []
    shared: tuple[list[Stage], list[PartyPlan]] | None = None
    for stage in stages:
        plans = [plan for case in stage.parties for plan in case]
        if stage.ends_backend:
            found.append(([stage], [Part(parties=case, alone=True) for case in stage.parties]))
            shared = None
        elif shared is None or len(shared[1]) + len(plans) > rooms:
            shared = [stage], plans
            found.append((shared[0], [Part(parties=plans)]))
        else:
            shared[0].append(stage)
            shared[1].extend(plans)
    return found
