"""What every oracle has in common.

An oracle is told things by the referee and counts what it compared. It declares what it wants to hear in tables
from message type to method, so that nothing is called that has nothing to say:

- `frames`: (connection, event, at) for every decoded frame on every connection, under `FirstFrame` for the first one;
- `public`: (room, event, moment) once per public event, in the room's order, before the scene takes it in;
- `commands`: (connection, command, at) for every command that one of ours sent;
- `calls`: (call, exchange, player) by kind of lobby call, with the calling player's public id or "";
- `observations`: (observation) by type, after the scene took it in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.verdict import Evidence, Finding, OracleReport, Verdict

FINDINGS_KEPT: Final = 20


class FirstFrame:
    """The key under which oracles are told of the first frame of each connection, whatever it is."""


class Missed:
    """The key among `public` of (room, match_over, moment) for an end of a match that nobody of ours was there to hear.

    It is read off the snapshot that shows the result, and came some time between what was heard last and that.
    """


Handlers = Mapping[Any, Callable[..., None]]


class Oracle:
    """Base of all oracles. Subclasses have a docstring with observes, statement, alarm and cost.

    Args:
        scene: What the referee knows; read only.
    """

    name: ClassVar[str]
    checks: ClassVar[tuple[str, ...]]
    game: ClassVar[str] = ""
    """The one game that it judges; "" for all. Several classes of one name judge a game each, and report as one."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Names of `harness.wire.policy.Caps` without which this oracle cannot judge."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.evaluated = 0
        self.undecidable = 0
        self.findings: list[Finding] = []
        self.findings_total = 0
        self.error = ""
        self.frames: Handlers = {}
        self.public: Handlers = {}
        self.commands: Handlers = {}
        self.calls: Handlers = {}
        self.observations: Handlers = {}

    def convict(
        self,
        check: str,
        rule: str,
        what: str,
        *,
        at: Instant,
        room: Room | None = None,
        connections: Sequence[Connection] = (),
        seats: Sequence[int] = (),
        evidence: Sequence[Evidence] = (),
    ) -> None:
        """Record a finding; the evidence is the last frames of these connections unless given."""
        self.findings_total += 1
        if len(self.findings) >= FINDINGS_KEPT:
            return
        proof = list(evidence)
        for connection in connections:
            proof.extend(self.scene.evidence(connection))
        if not proof and room is not None:
            proof.extend(self.scene.room_evidence(room))
        proof.sort(key=lambda item: item.at)
        match = room.match.match if room is not None and room.match is not None else ""
        self.findings.append(
            Finding(
                oracle=self.name,
                check=check,
                rule=rule,
                room=room.code if room is not None else "",
                match=match,
                seats=tuple(seats),
                at=at,
                what=what,
                evidence=tuple(proof[-12:]),
            )
        )

    def finish(self, at: Instant) -> None:
        """The run is over: judge what was left open."""

    def report(self) -> OracleReport:
        """What this oracle has to say."""
        if self.findings_total:
            verdict = Verdict.INVALID
        elif self.error or not self.evaluated:
            verdict = Verdict.UNKNOWN
        else:
            verdict = Verdict.VALID
        return OracleReport(
            oracle=self.name,
            checks=self.checks,
            verdict=verdict,
            evaluated=self.evaluated,
            undecidable=self.undecidable,
            findings=tuple(self.findings),
            findings_total=self.findings_total,
            error=self.error,
        )


def merged(reports: Sequence[OracleReport]) -> OracleReport:
    """One report of several that go by one name."""
    first = reports[0]
    if len(reports) == 1:
        return first
    findings = sorted((finding for report in reports for finding in report.findings), key=lambda finding: finding.at)
    total = sum(report.findings_total for report in reports)
    evaluated = sum(report.evaluated for report in reports)
    error = next((report.error for report in reports if report.error), "")
    counts: Counter[str] = Counter()
    for report in reports:
        for name, count in report.counts:
            counts[name] += count
    unsure = Verdict.UNKNOWN if error or not evaluated else Verdict.VALID
    return OracleReport(
        oracle=first.oracle,
        checks=tuple(dict.fromkeys(check for report in reports for check in report.checks)),
        verdict=Verdict.INVALID if total else unsure,
        evaluated=evaluated,
        undecidable=sum(report.undecidable for report in reports),
        findings=tuple(findings[:FINDINGS_KEPT]),
        findings_total=total,
        error=error,
        counts=tuple(counts.items()),
    )
