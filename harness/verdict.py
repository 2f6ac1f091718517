"""What a run says in the end: valid, unknown or invalid, and why.

The three verdicts form a lattice: merging takes the worst, and `INVALID` is worst of all. An
oracle that raised or had nothing to judge is never `VALID`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from harness.clock import Instant, format_duration


class Verdict(StrEnum):
    """Three values, ordered from good to bad."""

    VALID = "valid"
    UNKNOWN = "unknown"
    INVALID = "invalid"


_RANK = {Verdict.VALID: 0, Verdict.UNKNOWN: 1, Verdict.INVALID: 2}


def merge(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of these verdicts; `VALID` when there are none."""
    return max(verdicts, key=_RANK.__getitem__, default=Verdict.VALID)


class Evidence(Struct, frozen=True, kw_only=True):
    """One frame or exchange that proves a finding.

    Attributes:
        at: When the tap saw it, nanoseconds of the run.
        connection: The connection it travelled on, or "http".
        who: The player of ours at this end.
        way: "in" for what we received, "out" for what we sent.
        text: The raw text, cut to 400 characters.
    """

    at: Instant
    connection: str
    who: str
    way: str
    text: str


class Finding(Struct, frozen=True, kw_only=True):
    """The backend broke the game, with the shortest proof we have.

    Attributes:
        oracle: The name of the oracle that convicts, such as `hand_privacy`.
        check: Its id in the catalogue, such as `P1`.
        rule: The rule id that was broken, such as `BLF-08`; the check's id where no game rule applies.
        room: The room code, or "" when no room is involved.
        match: The match id, or "".
        seats: The seats involved, by index.
        at: The moment, nanoseconds of the run.
        what: One sentence for people.
        evidence: The frames that show it, oldest first.
    """

    oracle: str
    check: str
    rule: str
    room: str
    match: str
    seats: tuple[int, ...]
    at: Instant
    what: str
    evidence: tuple[Evidence, ...]

    def __str__(self) -> str:
        where = f"room {self.room}" if self.room else "no room"
        seats = f", seats {', '.join(map(str, self.seats))}" if self.seats else ""
        head = f"{self.oracle} {self.check} ({self.rule}) in {where}{seats} at {format_duration(self.at)}: {self.what}"
        lines = [f"    {format_duration(e.at):>12} {e.way:<3} {e.who}@{e.connection}: {e.text}" for e in self.evidence]
        return "\n".join([head, *lines])


class OracleReport(Struct, frozen=True, kw_only=True):
    """What one oracle has to say after a run.

    Attributes:
        oracle: Its name.
        checks: The catalogue ids it stands for.
        verdict: Its own verdict; `UNKNOWN` when it evaluated nothing or raised.
        evaluated: How often it compared something.
        undecidable: How often what was seen allowed both answers.
        findings: The findings that were kept (the first ones).
        findings_total: All of them, also those not kept.
        error: The exception that stopped it, or "".
        counts: What it counted by name, such as rule ids that were exercised.
    """

    oracle: str
    checks: tuple[str, ...]
    verdict: Verdict
    evaluated: int
    undecidable: int
    findings: tuple[Finding, ...]
    findings_total: int
    error: str = ""
    counts: tuple[tuple[str, int], ...] = ()
