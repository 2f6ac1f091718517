"""The oracles by name, and the manual page that each of them is."""

from __future__ import annotations

import re

import pytest

from harness.referee.catalogue import ORACLES
from harness.referee.oracle import Oracle
from harness.wire.policy import Caps


@pytest.mark.parametrize("kind", ORACLES.values(), ids=lambda kind: kind.name)
def test_docstring_is_a_manual_page(kind: type[Oracle]) -> None:
    """It begins with the checks and what has to hold, and says what is observed, stated, at what risk and cost."""
    assert kind.__doc__ is not None
    first, *rest = kind.__doc__.splitlines()
    assert re.match(rf"{' and '.join(kind.checks)}(, [^:]+)?: \S", first), first
    body = "\n".join(rest)
    places = [body.find(f"    {heading}: ") for heading in ("Observes", "Statement", "Alarm", "Cost")]
    assert -1 not in places
    assert places == sorted(places)


def test_names_and_checks_are_unique() -> None:
    """Every finding leads back to one oracle, by name and by check."""
    checks = [check for kind in ORACLES.values() for check in kind.checks]
    assert len(checks) == len(set(checks))
    assert all(name == kind.name and re.fullmatch(r"[a-z_]+", name) for name, kind in ORACLES.items())


def test_checks_of_this_release_are_there() -> None:
    """Privacy, order, rules, time, ledger, sessions, robustness and rooms."""
    wanted = "P1 P4 P6 P7 C1 C2 C3 C4 S1 S2 S3 S5 S6 S8 R1 R2 R3 R4 R5 R6 R8 "
    wanted += "T1 T2 T3 T4 T6 T8 L1 L2 L3 L4 L5 L6 L7 L8 B1 B3 N1 N2 N3 N4"
    checks = {check for kind in ORACLES.values() for check in kind.checks}
    assert set(wanted.split()) <= checks


def test_needs_are_caps() -> None:
    """An oracle can only need what a dialect can state."""
    for kind in ORACLES.values():
        assert set(kind.needs) <= set(Caps.__struct_fields__)
