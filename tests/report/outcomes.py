"""Outcomes to write reports from."""

from __future__ import annotations

from harness.clock import MILLISECOND, SECOND
from harness.metrics.histogram import Histogram
from harness.metrics.meter import Measured
from harness.report.outcome import CaseOutcome, Outcome, ScenarioOutcome, StepCount
from harness.verdict import Evidence, Finding, OracleReport, Verdict


def finding(oracle: str = "hand_privacy", text: str = '{"type":"played"}') -> Finding:
    """A conviction with one frame as evidence."""
    frame = Evidence(at=SECOND, connection="t/ana#1", who="t/ana", way="in", text=text)
    return Finding(
        oracle=oracle, check="P1", rule="BLF-08", room="BKQZ", match="m_1", seats=(1,), at=SECOND,
        what="A card of seat 1 was shown to seat 0.", evidence=(frame,),
    )  # fmt: skip


def report(
    oracle: str = "hand_privacy",
    verdict: Verdict = Verdict.VALID,
    *,
    evaluated: int = 10,
    undecidable: int = 0,
    findings: int = 0,
    error: str = "",
    counts: tuple[tuple[str, int], ...] = (),
) -> OracleReport:
    """What an oracle says; it convicts as soon as there are findings."""
    return OracleReport(
        oracle=oracle,
        checks=("P1", "P4"),
        verdict=Verdict.INVALID if findings else verdict,
        evaluated=evaluated,
        undecidable=undecidable,
        findings=tuple(finding(oracle) for _ in range(min(findings, 20))),
        findings_total=findings,
        error=error,
        counts=counts,
    )


def measured() -> Measured:
    """A second with two acks of 1 and 3 ms."""
    times = Histogram()
    times.record(MILLISECOND)
    times.record(3 * MILLISECOND)
    return Measured(seconds=1.0, trends={"ack": times.counts()}, counters={"moves": {"": 2}, "refused": {"rate": 1}})


def case(text: str = "how=rst", verdict: Verdict = Verdict.VALID, *reasons: str) -> CaseOutcome:
    """One case with two runs."""
    return CaseOutcome(case=text, runs=2, verdict=verdict, reasons=reasons, seed="7", seconds=1.5)


def scenario(*cases: CaseOutcome, oracles: tuple[OracleReport, ...] = (), **more: object) -> ScenarioOutcome:
    """One scenario with two steps."""
    return ScenarioOutcome(
        name="reconnect",
        about="A socket dies.",
        verdict=max((entry.verdict for entry in cases), key=list(Verdict).index, default=Verdict.VALID),
        cases=cases or (case(),),
        oracles=oracles,
        steps=(
            StepCount(index=0, what="ben: drop", fired=4, missed=0),
            StepCount(index=1, what="ben: reconnect", fired=3, missed=1),
        ),
        history="ab" * 32,
        **more,  # type: ignore[arg-type]
    )


def outcome(*scenarios: ScenarioOutcome, oracles: tuple[OracleReport, ...] = (), **more: object) -> Outcome:
    """The outcome of one command."""
    fields: dict[str, object] = {
        "verb": "sim",
        "world": "virtual",
        "target": "",
        "mutant": "",
        "verdict": Verdict.VALID,
        "measured": measured(),
        **more,
    }
    return Outcome(scenarios=scenarios, oracles=oracles, **fields)  # type: ignore[arg-type]
