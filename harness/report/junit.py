"""`junit.xml`: a test case per oracle, per case of a scenario and per threshold, for whatever shows CI results."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.union import standing
from harness.verdict import OracleReport, Verdict

_SHOWN: Final = 5
_FORBIDDEN: Final = dict.fromkeys(
    (*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), 0xFFFD
)
"""What XML 1.0 cannot hold; evidence quotes frames that hold anything."""


def junit_xml(outcome: Outcome) -> bytes:
    """The text of `junit.xml`. Invalid is a failure, unknown an error, an oracle with nothing to judge is skipped."""
    suites = Element("testsuites", name=f"harness {outcome.verb}")
    for scenario in outcome.scenarios:
        _cases(suites, scenario)
        _oracles(suites, f"oracles of {scenario.name}", scenario.oracles)
    if len(outcome.scenarios) > 1:
        _oracles(suites, "oracles over all scenarios", outcome.oracles)
    for suite in suites:
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
        suite.set("tests", str(len(suite)))
    indent(suites)
    text: str = tostring(suites, encoding="unicode")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + text.encode() + b"\n"


def _cases(suites: Element, scenario: ScenarioOutcome) -> None:
    suite = SubElement(suites, "testsuite", name=_text(f"scenario {scenario.name}"))
    for case in scenario.cases:
        name = case.case or scenario.name
        entry = SubElement(
            suite, "testcase", classname=_text(scenario.name), name=_text(name), time=f"{case.seconds:.3f}"
        )
        if case.verdict is not Verdict.VALID:
            message = case.reasons[0] if case.reasons else case.verdict.value
            _mark(entry, case.verdict, message, "\n".join((f"seed {case.seed}", *case.reasons)))
    for limit, kept in scenario.limits:
        entry = SubElement(suite, "testcase", classname=_text(scenario.name), name=_text(limit))
        if not kept:
            _mark(entry, Verdict.INVALID, limit, limit)


def _oracles(suites: Element, name: str, reports: tuple[OracleReport, ...]) -> None:
    suite = SubElement(suites, "testsuite", name=_text(name))
    for report in reports:
        entry = SubElement(suite, "testcase", classname=_text(name), name=_text(report.oracle))
        if standing(report) == "not evaluated":
            SubElement(entry, "skipped", message="nothing to judge")
        elif report.verdict is not Verdict.VALID:
            message = report.findings[0].what if report.findings else report.error or report.verdict.value
            _mark(entry, report.verdict, message, "\n\n".join(map(str, report.findings[:_SHOWN])) or message)


def _mark(entry: Element, verdict: Verdict, message: str, body: str) -> None:
    tag = "failure" if verdict is Verdict.INVALID else "error"
    SubElement(entry, tag, message=_text(message), type=verdict.value).text = _text(body)


def _text(text: str) -> str:
    return text.translate(_FORBIDDEN)
