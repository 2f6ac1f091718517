"""Three verdicts form a lattice; findings read well."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.verdict import Evidence, Finding, OracleReport, Verdict, merge

VALID, UNKNOWN, INVALID = Verdict.VALID, Verdict.UNKNOWN, Verdict.INVALID


def test_nothing_to_merge_is_valid() -> None:
    """The empty join is the bottom of the lattice."""
    assert merge([]) is VALID


@pytest.mark.parametrize(("one", "other"), list(product(Verdict, repeat=2)))
def test_the_worst_wins(one: Verdict, other: Verdict) -> None:
    """Invalid beats unknown beats valid, in either order, and merging twice changes nothing."""
    worst = INVALID if INVALID in (one, other) else UNKNOWN if UNKNOWN in (one, other) else VALID
    assert merge([one, other]) is worst is merge([other, one])
    assert merge([worst, one, other]) is worst
    assert merge(iter([one])) is one


def test_merging_is_associative() -> None:
    """It does not matter how oracles are grouped."""
    for a, b, c in permutations(Verdict):
        assert merge([merge([a, b]), c]) is merge([a, merge([b, c])]) is merge([a, b, c])


def test_verdicts_are_their_words() -> None:
    """The words go into `verdict.json` as they are."""
    assert [str(verdict) for verdict in Verdict] == ["valid", "unknown", "invalid"]


def finding(**changes: object) -> Finding:
    """A finding with one frame of evidence."""
    evidence = Evidence(at=1500 * MILLISECOND, connection="t1/ana#1", who="ana", way="in", text='{"type":"played"}')
    fields: dict[str, object] = {
        "oracle": "hand_privacy", "check": "P1", "rule": "BLF-08", "room": "BCDF", "match": "m1", "seats": (0, 2),
        "at": 2 * SECOND, "what": "a face-down card was shown", "evidence": (evidence,),
    } | changes  # fmt: skip
    return Finding(**fields)  # type: ignore[arg-type]


def test_a_finding_names_rule_place_time_and_proof() -> None:
    """Head line, then one line of evidence a frame, oldest first."""
    assert str(finding()).splitlines() == [
        "hand_privacy P1 (BLF-08) in room BCDF, seats 0, 2 at 2s: a face-down card was shown",
        '            1.5s in  ana@t1/ana#1: {"type":"played"}',
    ]


def test_a_finding_without_room_and_seats() -> None:
    """What happened outside every room says so."""
    assert str(finding(room="", seats=(), evidence=())) == (
        "hand_privacy P1 (BLF-08) in no room at 2s: a face-down card was shown"
    )


def test_reports_and_findings_are_values() -> None:
    """They compare by content and cannot be changed."""
    assert finding() == finding() != finding(seats=(1,))
    with pytest.raises(AttributeError):
        finding().room = "XXXX"  # type: ignore[misc]
    report = OracleReport(
        oracle="hand_privacy", checks=("P1",), verdict=INVALID, evaluated=3, undecidable=0, findings=(finding(),),
        findings_total=1,
    )  # fmt: skip
    assert report.error == ""
