"""Behaviour of `harness.report.documents`."""

import json

from harness.report.documents import RUN_SCHEMA, RunDocument, metrics_json, run_json, verdict_json
from harness.verdict import Verdict
from tests.report.outcomes import case, outcome, report, scenario


def test_the_verdict_is_on_top() -> None:
    """The first key of `verdict.json` is the verdict, the second its versioned schema."""
    text = verdict_json(outcome(verdict=Verdict.INVALID, oracles=(report(findings=2),)))
    document = json.loads(text)
    assert list(document)[:2] == ["verdict", "schema"]
    assert document["verdict"] == "invalid"
    assert document["schema"] == "bluff-harness/verdict/1"


def test_each_oracle_says_what_its_verdict_rests_on() -> None:
    """Standing, evaluated, undecidable, findings with their evidence."""
    silent = report("season", Verdict.UNKNOWN, evaluated=0)
    document = json.loads(verdict_json(outcome(oracles=(report(findings=2, undecidable=1), silent))))
    first, second = document["oracles"]
    assert (first["standing"], first["evaluated"], first["undecidable"], first["findings_total"]) == (
        "invalid",
        10,
        1,
        2,
    )
    assert first["findings"][0]["evidence"][0]["who"] == "t/ana"
    assert first["checks"] == ["P1", "P4"]
    assert second["standing"] == "not evaluated"


def test_each_scenario_says_what_happened_in_it() -> None:
    """Cases, steps, limits, missing oracles and the hash of its histories."""
    played = scenario(case("how=rst", Verdict.UNKNOWN, "step 2 never fired"), limits=(("ack", False),), missing=("x",))
    entry = json.loads(verdict_json(outcome(played)))["scenarios"][0]
    assert entry["cases"][0]["reasons"] == ["step 2 never fired"]
    assert entry["steps"][1] == {"index": 1, "what": "ben: reconnect", "fired": 3, "missed": 1}
    assert (entry["limits"], entry["missing"], entry["history"]) == ([["ack", False]], ["x"], "ab" * 32)


def test_rules_are_counted() -> None:
    """Each rule id with how often it was seen at work."""
    reports = (report("rules_coverage", counts=(("BLF-01", 3), ("BLF-02", 0))), report())
    assert json.loads(verdict_json(outcome(oracles=reports)))["rules"] == {"BLF-01": 3, "BLF-02": 0}


def test_metrics_have_units_and_figures() -> None:
    """Times are in microseconds."""
    document = json.loads(metrics_json(outcome()))
    assert document["units"] == {"ack": "us", "moves": "moves", "refused": "refusals"}
    assert document["trends"]["ack"]["count"] == 2
    assert abs(document["trends"]["ack"]["max"] - 3000) < 5
    assert document["trends"]["ack"]["min"] == 1000
    assert document["counters"]["refused"] == {"rate": 1}


def test_the_run_can_be_done_again_from_its_document() -> None:
    """Seed, arguments, versions and host are there."""
    document = RunDocument(
        schema=RUN_SCHEMA, verb="sim", world="virtual", target="", mutant="", seed="3", arguments=("seeds=2",),
        started="2026-01-01T00:00:00.000+00:00", seconds=1.0, versions={"python": "3"}, host={"cores": "2"},
    )  # fmt: skip
    assert json.loads(run_json(document))["arguments"] == ["seeds=2"]
