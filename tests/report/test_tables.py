"""Behaviour of `harness.report.tables`."""

from harness.metrics.meter import Measured
from harness.report.tables import (
    columns,
    counter_line,
    findings_text,
    latency_table,
    oracle_table,
    rules_line,
    scenario_line,
    step_table,
)
from harness.verdict import Verdict
from tests.report.outcomes import case, measured, report, scenario

NOTHING = Measured(seconds=0.0, trends={}, counters={})


def test_columns_line_up() -> None:
    """Left by default, right where told, no trailing spaces; no rows are no text."""
    assert columns([("a", "1", "x"), ("bbb", "22", "")], right=(1,)) == "a     1  x\nbbb  22"
    assert columns([]) == ""


def test_the_oracle_table_marks_required_oracles() -> None:
    """Verdict and counts in one line each."""
    text = oracle_table((report(evaluated=1234), report("silent", Verdict.UNKNOWN, evaluated=0)), ("silent",))
    lines = text.splitlines()
    assert lines[1].split() == ["hand_privacy", "valid", "1,234", "0", "0", "P1", "P4"]
    assert lines[2].split()[:5] == ["silent", "*", "not", "evaluated", "0"]


def test_the_latency_table_shows_three_digits() -> None:
    """Times with units; nothing measured is no table."""
    lines = latency_table(measured()).splitlines()
    assert lines[1].split()[:6] == ["ack", "2", "1ms", "3ms", "3ms", "3ms"]
    assert latency_table(NOTHING) == ""


def test_counters_are_one_line() -> None:
    """Only what was counted."""
    assert counter_line(measured()) == "2 moves, 1 refused"
    assert counter_line(NOTHING) == ""


def test_rules_that_nobody_tried_are_named() -> None:
    """Nothing to name, nothing counted: no more words than needed; games that were not played are left out."""
    assert rules_line((report(counts=(("BLF-01", 1), ("BLF-02", 0))),)).endswith("; not BLF-02")
    assert rules_line((report(counts=(("BLF-01", 1),)),)) == "1 of 1 rules and decisions were seen at work"
    assert rules_line((report(counts=(("BLF-01", 1), ("WIZ-01", 0))),)).startswith("1 of 1 ")
    many = tuple((f"BLF-{n:02}", 0) for n in range(2, 30))
    assert rules_line((report(counts=(("BLF-01", 1), *many)),)).endswith(", BLF-21 and 8 more")
    assert rules_line((report(),)) == ""


def test_steps_are_counted_from_one() -> None:
    """As people count; a scenario without script has no table."""
    lines = step_table(scenario()).splitlines()
    assert lines[1].split() == ["1", "4", "0", "ben:", "drop"]
    assert lines[2].split() == ["2", "3", "1", "ben:", "reconnect"]


def test_a_scenario_is_one_line() -> None:
    """With the number of its runs and cases."""
    assert scenario_line(scenario(case("a"), case("b"))) == "valid     reconnect  (4 runs, 2 cases)"


def test_findings_are_the_first_few() -> None:
    """What is not shown is counted; a breakdown is told."""
    text = findings_text((report(findings=5), report("broken", Verdict.UNKNOWN, error="KeyError: 1"), report("good")))
    assert text.count("A card of seat 1") == 3
    assert "... and 2 more of hand_privacy" in text
    assert text.endswith("broken broke down: KeyError: 1")
    assert findings_text((report(findings=1),)).count("\n") == 1
