"""The oracles by name, and the manual page that each of them is."""

from __future__ import annotations

import re

import pytest

from harness.referee.catalogue import ORACLES
from harness.referee.games import MATCHES
from harness.referee.oracle import Oracle
from harness.wire.policy import Caps

KINDS = tuple(kind for kinds in ORACLES.values() for kind in kinds)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.name}-{kind.__name__}")
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
    """Every finding leads back to one oracle, by name and by check; what judges one game is listed after the rest."""
    checks = [check for kinds in ORACLES.values() for check in {check for kind in kinds for check in kind.checks}]
    assert len(checks) == len(set(checks))
    for name, kinds in ORACLES.items():
        assert re.fullmatch(r"[a-z_]+", name)
        assert {kind.name for kind in kinds} == {name}
        games = [kind.game for kind in kinds]
        assert set(games) <= {"", *MATCHES}
        assert games == sorted(games, key=bool)


def test_checks_of_this_release_are_there() -> None:
    """Privacy, order, rules, time, ledger, sessions, robustness and rooms."""
    wanted = "P1 P4 P6 P7 C1 C2 C3 C4 S1 S2 S3 S5 S6 S8 R1 R2 R3 R4 R5 R6 R8 "
    wanted += "T1 T2 T3 T4 T6 T8 L1 L2 L3 L4 L5 L6 L7 L8 B1 B3 N1 N2 N3 N4"
    checks = {check for kind in KINDS for check in kind.checks}
    assert set(wanted.split()) <= checks


def test_needs_are_caps() -> None:
    """An oracle can only need what a dialect can state."""
    for kind in KINDS:
        assert set(kind.needs) <= set(Caps.__struct_fields__)
