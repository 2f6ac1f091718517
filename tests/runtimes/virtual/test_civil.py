from __future__ import annotations

from harness.backend.messages import Closed, Opened
from harness.clock import SECOND
from harness.runtimes.virtual.civil import CivilGate
from tests.runtimes.virtual.machines import MS, EchoGate


def test_time_is_told_once_a_civil_second() -> None:
    """The first message of each second comes after the time; the others of that second come alone."""
    gate = EchoGate()
    civil = CivilGate(gate, 5_000)
    civil.strike(now=0)
    for at in (0, 999 * MS, SECOND, SECOND + 1, 10 * SECOND + 250 * MS, 11 * SECOND - 1, 11 * SECOND):
        civil.receive(Opened("c"), now=at)
    assert gate.times() == [(0, 5_000), (SECOND, 6_000), (10 * SECOND + 250 * MS, 15_250), (11 * SECOND, 16_000)]
    assert len(gate.said()) == 7
    assert type(gate.heard[0][1]) is not Opened


def test_seconds_are_those_of_civil_time() -> None:
    """A run that begins in the middle of a second hears of the next second when it begins, so seasons are right."""
    gate = EchoGate()
    civil = CivilGate(gate, 1_738_367_999_400)  # 2025-01-31T23:59:59.400Z
    civil.strike(now=0)
    civil.receive(Opened("c"), now=599 * MS)
    civil.receive(Closed("c"), now=600 * MS)
    assert gate.times() == [(0, 1_738_367_999_400), (600 * MS, 1_738_368_000_000)]


def test_a_gate_that_wakes_knows_the_time() -> None:
    """Waking tells the time as well, and all effects come back."""
    gate = EchoGate(timetable={5 * SECOND: (), 5 * SECOND + 1: ()})
    civil = CivilGate(gate, 0)
    civil.strike(now=0)
    assert civil.deadline() == 5 * SECOND
    civil.wake(now=5 * SECOND)
    assert gate.times()[-1] == (5 * SECOND, 5_000)
    assert civil.deadline() == 5 * SECOND + 1
    civil.wake(now=5 * SECOND + 1)
    assert len(gate.times()) == 2
    assert civil.deadline() is None
