"""Findings that are not the first: one spoilt event may break several rules, and each oracle says all of them."""

from __future__ import annotations

from collections.abc import Sequence

from harness.history.observation import Observation
from harness.referee.moment import Sandwich
from harness.verdict import Finding
from harness.wire import events as ev
from tests.referee.histories import EXACT, Pick, report


def accused(
    history: Sequence[Observation],
    oracle: str,
    check: str,
    rule: str,
    says: str = "",
    *,
    sandwich: Sandwich = EXACT,
) -> Finding:
    """The first finding of an oracle for this check and rule that says this."""
    told = report(history, oracle, sandwich=sandwich)
    for finding in told.findings:
        if (finding.check, finding.rule) == (check, rule) and says in finding.what:
            assert finding.oracle == oracle
            return finding
    raise AssertionError(f"{oracle} does not say {says!r} ({check}, {rule}) among {told.findings}")


def after(wanted: type[ev.Event], number: int, **fields: object) -> Pick:
    """Picks events of this type behind this public number, with these values in their fields."""

    def pick(observation: object, event: ev.Event | None) -> bool:
        return (
            type(event) is wanted
            and getattr(event, "number", 0) > number
            and all(getattr(event, name) == value for name, value in fields.items())
        )

    return pick
