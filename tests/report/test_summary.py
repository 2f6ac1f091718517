"""Behaviour of `harness.report.summary`."""

from msgspec.structs import replace

from harness.report.summary import summary_md
from harness.verdict import Verdict
from tests.report.outcomes import case, finding, outcome, report, scenario


def test_a_good_run_is_short() -> None:
    """Verdict, facts, oracles, times; no findings."""
    text = summary_md(outcome(scenario(), oracles=(report(),)))
    assert text.startswith("# valid: harness sim\n\n- world: virtual\n- 2 moves, 1 refused\n")
    assert "## Findings" not in text
    assert "## Oracles" in text
    assert "## reconnect: valid" in text


def test_everything_unusual_is_said() -> None:
    """Target, planted bug, bad cases, missing oracles, failed limits, rules."""
    played = scenario(
        case("how=rst", Verdict.UNKNOWN, "step 2 never fired"),
        case("", Verdict.INVALID, "shown"),
        limits=(("ack max < 1s: 2s", False), ("moves count > 0: 2", True)),
        missing=("timers",),
    )
    guilty = report(findings=1, counts=(("BLF-01", 2), ("BLF-02", 0)))
    text = summary_md(outcome(played, oracles=(guilty,), target="http://x", mutant="leak"))
    for line in (
        "- target: http://x",
        "- planted bug: leak",
        "- how=rst, seed 7: unknown",
        "  - step 2 never fired",
        "- its only case, seed 7: invalid",
        "- required oracle `timers` had nothing to judge",
        "- **failed**: ack max < 1s: 2s",
        "- kept: moves count > 0: 2",
        "1 of 2 rules and decisions were seen at work; not BLF-02",
    ):
        assert f"\n{line}\n" in text


def test_evidence_cannot_break_out_of_its_block() -> None:
    """A frame with backticks gets a longer fence."""
    guilty = replace(report(findings=1), findings=(finding(text="```\n# valid"),))
    text = summary_md(outcome(oracles=(guilty,)))
    assert "````text\n" in text


def test_nothing_measured_is_no_table() -> None:
    """A swarm without a script has no steps, and a run that saw nothing has no times."""
    empty = replace(outcome().measured, trends={}, counters={})
    text = summary_md(outcome(replace(scenario(), steps=()), measured=empty))
    assert "## Times" not in text
    assert "step" not in text
