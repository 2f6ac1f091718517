"""Behaviour of `harness.report.union`."""

import pytest

from harness.report.union import FINDINGS_KEPT, exercised, standing, union
from harness.verdict import OracleReport, Verdict
from tests.report.outcomes import report

SILENT = report(verdict=Verdict.UNKNOWN, evaluated=0)
RAISED = report(verdict=Verdict.UNKNOWN, evaluated=3, error="KeyError: 1")


@pytest.mark.parametrize(
    ("runs", "verdict"),
    [
        ([report(), report()], Verdict.VALID),
        ([SILENT, report()], Verdict.VALID),
        ([SILENT, SILENT], Verdict.UNKNOWN),
        ([report(), RAISED], Verdict.UNKNOWN),
        ([RAISED, report(findings=1)], Verdict.INVALID),
        ([report(), report(findings=1), report()], Verdict.INVALID),
        ([report(), report(verdict=Verdict.UNKNOWN)], Verdict.UNKNOWN),
    ],
)
def test_runs_of_one_oracle_merge(runs: list[OracleReport], verdict: Verdict) -> None:
    """Convicted once is convicted; raised once is never valid; one run with something to judge is enough."""
    (merged,) = union([run] for run in runs)
    assert merged.verdict is verdict


def test_counts_add_up_and_the_first_findings_are_kept() -> None:
    """Evaluated, undecidable and findings are sums; the first error is the one that is shown."""
    first = report(evaluated=3, undecidable=1, findings=8)
    second = report(evaluated=4, undecidable=2, findings=8)
    (merged,) = union([[first], [second], [RAISED]])
    assert (merged.evaluated, merged.undecidable, merged.findings_total) == (10, 3, 16)
    assert len(merged.findings) == FINDINGS_KEPT
    assert merged.error == "KeyError: 1"


def test_counts_by_rule_add_up() -> None:
    """A rule that only one run knows is kept."""
    first = report(counts=(("BLF-01", 1), ("BLF-02", 0)))
    second = report(counts=(("BLF-02", 2), ("BLF-03", 1)))
    (merged,) = union([[first], [second]])
    assert exercised((merged,)) == (("BLF-01", 1), ("BLF-02", 2), ("BLF-03", 1))


def test_oracles_stay_in_the_order_in_which_they_appear() -> None:
    """An oracle that only a later run has comes last."""
    merged = union([[report("b"), report("a")], [report("c"), report("a")]])
    assert [entry.oracle for entry in merged] == ["b", "a", "c"]


def test_merging_twice_is_merging_once() -> None:
    """Rows of runs may be merged first, and then with each other: nothing changes."""
    runs = [[report(findings=n), report("x", evaluated=n)] for n in (0, 3, 9, 1)]
    assert union([union(runs[:2]), union(runs[2:])]) == union(runs)


def test_standing_tells_nothing_to_judge_from_doubt() -> None:
    """`not evaluated` is for an oracle that had nothing to judge; one that raised is unknown."""
    assert standing(SILENT) == "not evaluated"
    assert standing(RAISED) == "unknown"
    assert standing(report(verdict=Verdict.UNKNOWN, evaluated=0, error="boom")) == "unknown"
    assert standing(report(findings=1)) == "invalid"
    assert standing(report()) == "valid"
