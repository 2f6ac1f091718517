"""Behaviour of `harness.cli.judging` and `harness.cli.assemble`."""

from pathlib import Path

import pytest

from harness.cli.assemble import history_of, lacking, scenario_outcome
from harness.cli.judging import LAG_MAX, Judge, Judged
from harness.dialects.native import NativeDialect
from harness.history.observation import PartyEnded, RunEnded, StepFired
from harness.metrics.meter import Measured
from harness.scenario.load import load
from harness.scenario.plan import unroll
from harness.verdict import Verdict
from tests.report.outcomes import report

SCENARIO = load(Path(__file__).parent / "files" / "quick.yaml")
PLAN = unroll(SCENARIO, SCENARIO.cases[1], "7")
NOTHING = Measured(seconds=0.0, trends={}, counters={})
END = RunEnded(at=9_000_000_000, complete=True)


def judged(*observations: StepFired | PartyEnded | RunEnded) -> Judged:
    """What comes of a run in which nothing but this was seen."""
    judge = Judge(PLAN, NativeDialect(), sandwich=None, meter=None)
    for observation in observations:
        judge.observe(observation)
    return judge.judged()


def fired(index: int) -> StepFired:
    """A step of the script fired."""
    return StepFired(at=1, party="t000", attempt=1, index=index, who="t000/ben", verb="drop")


def test_a_run_with_all_its_steps_and_its_end_is_valid() -> None:
    """Oracles that had nothing to judge are the scenario's business, not the run's."""
    found = judged(fired(0), fired(1), fired(1), PartyEnded(at=2, party="t000", outcome="done"), END)
    assert (found.verdict, found.reasons) == (Verdict.VALID, ())
    assert found.fired == ((0, 1), (1, 2))
    assert (found.case, found.seed, found.seconds) == ("how=rst", "7", 9.0)


DONE = PartyEnded(at=2, party="t000", outcome="done")


@pytest.mark.parametrize(
    ("observations", "reason"),
    [
        ((fired(0), fired(1), DONE), "the run has no end"),
        ((fired(0), fired(1), DONE, RunEnded(at=9, complete=False)), "cut short: no reason given"),
        ((fired(0), fired(1), DONE, RunEnded(at=9, complete=False, reason="target died")), "cut short: target died"),
        ((fired(0), fired(1), DONE, RunEnded(at=9, complete=True, lag_max=LAG_MAX + 1)), "this machine was too busy"),
        ((fired(0), DONE, END), "step 2 (ben: reconnect, line 11) never fired"),
        (
            (fired(0), fired(1), PartyEnded(at=2, party="t000", outcome="failed"), END),
            "party t000 was refused by the lobby",
        ),
    ],
)
def test_a_run_that_shows_less_than_it_should_is_unknown(
    observations: tuple[StepFired | PartyEnded | RunEnded, ...], reason: str
) -> None:
    """With the reason in words."""
    found = judged(*observations)
    assert found.verdict is Verdict.UNKNOWN
    assert reason in found.reasons[0]


def test_what_a_stuck_party_waited_for_is_told() -> None:
    """Whatever the oracles make of it."""
    found = judged(fired(0), fired(1), PartyEnded(at=2, party="t000", outcome="stuck", waiting="a turn"), END)
    assert found.verdict is not Verdict.VALID
    assert any("party t000 got stuck, waiting for a turn" in reason for reason in found.reasons)


def run(case: str, seed: str, verdict: Verdict = Verdict.VALID, *, digest: str = "aa") -> Judged:
    """A judged run."""
    return Judged(
        case=case, seed=seed, verdict=verdict, reasons=() if verdict is Verdict.VALID else (f"reason {seed}",),
        reports=(report("hand_privacy"), report("continuity")), fired=((0, 1),), digest=digest, seconds=1.0,
    )  # fmt: skip


def test_runs_are_grouped_by_case_and_the_worst_is_shown() -> None:
    """A conviction goes before a doubt, whichever came first."""
    runs = [
        run("how=close", "0"),
        run("how=rst", "1", Verdict.UNKNOWN),
        run("how=close", "2"),
        run("how=rst", "3", Verdict.INVALID),
    ]
    found = scenario_outcome(SCENARIO, runs, NOTHING)
    assert [(case.case, case.runs, case.verdict.value, case.seed) for case in found.cases] == [
        ("how=close", 2, "valid", "0"),
        ("how=rst", 2, "invalid", "3"),
    ]
    assert found.cases[1].reasons == ("reason 3",)
    assert found.verdict is Verdict.INVALID
    assert [(step.fired, step.missed) for step in found.steps] == [(4, 0), (0, 4)]
    assert [kept for _, kept in found.limits] == [False, False]


def test_a_required_oracle_has_to_stand() -> None:
    """Valid and invalid both stand; nothing to judge, a breakdown and absence do not."""
    reports = (
        report("good"),
        report("bad", findings=1),
        report("silent", Verdict.UNKNOWN, evaluated=0),
        report("broken", Verdict.UNKNOWN, error="boom"),
    )
    assert lacking(reports, ("good", "bad", "silent", "broken", "absent")) == ("silent", "broken", "absent")


def test_the_history_of_one_run_is_its_own_digest() -> None:
    """Of several it depends on all of them and on their order."""
    assert history_of(["aa"]) == "aa"
    assert len({history_of(["aa", "bb"]), history_of(["bb", "aa"]), history_of(["aa"])}) == 3
