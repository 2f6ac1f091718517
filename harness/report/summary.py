"""`summary.md`: the run on one page, for people and for a CI job's summary."""

from __future__ import annotations

from harness.report.outcome import Outcome, ScenarioOutcome
from harness.report.tables import counter_line, findings_text, latency_table, oracle_table, rules_line, step_table
from harness.verdict import Verdict


def summary_md(outcome: Outcome) -> str:
    """The text of `summary.md`."""
    parts = [f"# {outcome.verdict.value}: harness {outcome.verb}", _facts(outcome)]
    findings = findings_text(outcome.oracles)
    if findings:
        parts += ["## Findings", _block(findings)]
    if outcome.oracles:
        parts += ["## Oracles", _block(oracle_table(outcome.oracles))]
    latencies = latency_table(outcome.measured)
    if latencies:
        parts += ["## Times", _block(latencies)]
    parts += [_scenario(scenario) for scenario in outcome.scenarios]
    rules = rules_line(outcome.oracles)
    if rules:
        parts += ["## Rules", rules]
    return "\n\n".join(parts) + "\n"


def _facts(outcome: Outcome) -> str:
    facts = [f"- world: {outcome.world}"]
    if outcome.target:
        facts.append(f"- target: {outcome.target}")
    if outcome.mutant:
        facts.append(f"- planted bug: {outcome.mutant}")
    counts = counter_line(outcome.measured)
    if counts:
        facts.append(f"- {counts}")
    return "\n".join(facts)


def _scenario(scenario: ScenarioOutcome) -> str:
    lines = [f"## {scenario.name}: {scenario.verdict.value}", "", scenario.about, "", f"history `{scenario.history}`"]
    for case in scenario.cases:
        if case.verdict is not Verdict.VALID:
            lines += ["", f"- {case.case or 'its only case'}, seed {case.seed}: {case.verdict.value}"]
            lines += [f"  - {reason}" for reason in case.reasons]
    lines += [line for name in scenario.missing for line in ("", f"- required oracle `{name}` had nothing to judge")]
    if scenario.limits:
        lines += ["", *(f"- {'kept' if kept else '**failed**'}: {limit}" for limit, kept in scenario.limits)]
    steps = step_table(scenario)
    if steps:
        lines += ["", _block(steps)]
    return "\n".join(lines)


def _block(text: str) -> str:
    """Fenced with more backticks than any line of it begins with, since evidence quotes anything."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text}\n{fence}"
