"""Every scenario that comes with the harness, played in all its cases in the virtual world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Journaled, Keep, Settled
from harness.clock import HOUR
from harness.dialects.native import NativeDialect
from harness.history.observation import Observation, PartyEnded, RunEnded, StepFired
from harness.referee.moment import Sandwich
from harness.referee.referee import Referee
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.scenario.find import shipped
from harness.scenario.load import load
from harness.scenario.plan import RunPlan, expectations, unroll
from harness.seed import derive, root_of
from harness.swarm.party import Party
from harness.verdict import Verdict

FILES = [pytest.param(path, id=path.stem) for path in shipped()]

OPEN_ROOM_SCENARIOS = tuple(f"s{number:02d}" for number in range(1, 16))
SEED = "1"


def play(plan: RunPlan) -> tuple[list[Observation], Referee]:
    """Play a plan to its end; what was seen, and the referee who saw it."""
    dialect = NativeDialect()
    network = plan.network
    root = root_of(plan.seed)
    referee = Referee(
        dialect,
        sandwich=Sandwich(delay_min=network.latency, delay_max=network.latency + network.jitter),
        expectations=expectations(plan),
    )
    seen: list[Observation] = []

    def tap(observation: Observation) -> None:
        seen.append(observation)
        referee.observe(observation)

    def gate(settled: Sequence[Settled] = (), kept: Sequence[Keep] = (), journals: Sequence[Journaled] = ()) -> Gate:
        config = BackendConfig(allow_short_clocks=True, test_chance=True)
        return Gate(config, derive(root, "backend"), settled=settled, kept=kept, journals=journals)

    run(
        [Party(party, dialect, derive(root, "parties")) for party in plan.parties],
        gate(),
        link=Link(latency=network.latency, jitter=network.jitter),
        root=derive(root, "network"),
        tap=tap,
        until=4 * HOUR,
        rebuild=gate,
    )
    return seen, referee


@pytest.mark.parametrize("path", FILES)
def test_every_step_of_every_case_fires(path: Path) -> None:
    """One seed for each case: the parties come to their end, no step is missed, nobody is convicted.

    Over the cases of a file every oracle that it requires has judged something.
    """
    scenario = load(path)
    judged: Counter[str] = Counter()
    for case in scenario.cases:
        plan = unroll(scenario, case, SEED)
        seen, referee = play(plan)
        fired = Counter((step.party, step.index) for step in seen if isinstance(step, StepFired))
        counts = [fired["t000", index] for index in range(len(case.script))]
        print(f"{scenario.name} [{case}]: steps fired {counts}")
        for party in (ended for ended in seen if isinstance(ended, PartyEnded)):
            assert (party.outcome, party.unfired, party.waiting) == ("done", (), ""), f"{case}: {party}"
        assert isinstance(seen[-1], RunEnded)
        assert seen[-1].complete, case
        assert all(counts), case
        for report in referee.reports():
            assert report.verdict is not Verdict.INVALID, f"{case}:\n" + "\n".join(map(str, report.findings))
            assert not report.error, f"{case}: {report.oracle}: {report.error}"
            judged[report.oracle] += report.evaluated
    assert [oracle for oracle in scenario.requires if not judged[oracle]] == []


def test_there_are_enough_files() -> None:
    """The open room scenarios are all there, besides those for the edge cases of the rules."""
    names = [path.stem for path in shipped()]
    for number in OPEN_ROOM_SCENARIOS:
        assert any(name.startswith(f"{number}-") for name in names), number
    assert len(names) >= 16


@pytest.mark.parametrize("path", FILES)
def test_names_and_requirements(path: Path) -> None:
    """Each file says in one sentence what it is about and names oracles that it is for."""
    scenario = load(path)
    assert scenario.name == path.stem
    assert scenario.about.count(". ") == 0
    assert scenario.requires
