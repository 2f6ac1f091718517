"""Behaviour of `harness.report.junit`."""

from xml.etree.ElementTree import Element, fromstring

from harness.report.junit import junit_xml
from harness.report.outcome import Outcome
from harness.verdict import Verdict
from tests.report.outcomes import case, outcome, report, scenario


def suites(written: Outcome) -> dict[str, Element]:
    """The test suites of the document, by name."""
    return {suite.get("name", ""): suite for suite in fromstring(junit_xml(written))}


def test_each_case_is_a_test() -> None:
    """Invalid fails, unknown is an error, valid passes; the counts are right."""
    played = scenario(
        case("how=close"),
        case("how=rst", Verdict.INVALID, "hand_privacy: shown"),
        case("how=hole", Verdict.UNKNOWN),
    )
    suite = suites(outcome(played))["scenario reconnect"]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == (
        "3",
        "1",
        "1",
        "0",
    )
    failure = suite.find("testcase[@name='how=rst']/failure")
    assert failure is not None
    assert failure.get("message") == "hand_privacy: shown"
    assert failure.text == "seed 7\nhand_privacy: shown"
    error = suite.find("testcase[@name='how=hole']/error")
    assert error is not None
    assert error.get("message") == "unknown"


def test_a_scenario_without_matrix_is_one_test_of_its_name() -> None:
    """There is no empty test name."""
    suite = suites(outcome(scenario(case(""))))["scenario reconnect"]
    assert [entry.get("name") for entry in suite] == ["reconnect"]


def test_each_threshold_is_a_test() -> None:
    """A failed limit is a failure."""
    suite = suites(outcome(scenario(case(), limits=(("a < 1: 2", False), ("b < 1: 0", True)))))["scenario reconnect"]
    assert suite.find("testcase[@name='a < 1: 2']/failure") is not None
    assert suite.find("testcase[@name='b < 1: 0']/failure") is None


def test_each_oracle_is_a_test() -> None:
    """A conviction shows the finding, a breakdown its error, nothing to judge is skipped."""
    reports = (
        report("good"),
        report("bad", findings=1),
        report("broken", Verdict.UNKNOWN, error="KeyError: 1"),
        report("doubtful", Verdict.UNKNOWN),
        report("silent", Verdict.UNKNOWN, evaluated=0),
    )
    suite = suites(outcome(scenario(case(), oracles=reports)))["oracles of reconnect"]
    marks = {entry.get("name"): [(mark.tag, mark.get("message")) for mark in entry] for entry in suite}
    assert marks == {
        "good": [],
        "bad": [("failure", "A card of seat 1 was shown to seat 0.")],
        "broken": [("error", "KeyError: 1")],
        "doubtful": [("error", "unknown")],
        "silent": [("skipped", "nothing to judge")],
    }


def test_several_scenarios_have_a_suite_for_their_union() -> None:
    """One scenario needs none."""
    assert "oracles over all scenarios" not in suites(outcome(scenario(), oracles=(report(),)))
    assert "oracles over all scenarios" in suites(outcome(scenario(), scenario(), oracles=(report(),)))


def test_evidence_with_control_characters_is_still_xml() -> None:
    """Frames hold anything; what XML cannot hold is replaced."""
    played = scenario(case("x", Verdict.INVALID, "a\x00b\ud800c"))
    suite = suites(outcome(played))["scenario reconnect"]
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "a\ufffdb\ufffdc"
