"""Alarms: in order, on ticks, also those set while ringing."""

from __future__ import annotations

from harness.backend.alarms import Alarms
from harness.clock import MILLISECOND


def recorder():
    rung = []
    return rung, lambda mark, now, out: rung.append((mark, now))


def test_they_ring_in_order_of_time_and_then_of_setting():
    """Equal times ring first come, first served; `until` is included."""
    alarms = Alarms(0)
    rung, ring = recorder()
    for at, mark in ((5, 1), (3, 2), (5, 3), (6, 4)):
        alarms.set(at, ring, mark)
    assert alarms.deadline() == 3
    alarms.ring(5, now=5, out=[])
    assert rung == [(2, 5), (1, 5), (3, 5)]
    assert (alarms.deadline(), len(alarms)) == (6, 1)


def test_alarms_set_while_ringing_ring_too():
    """When they are due by then."""
    alarms = Alarms(0)
    rung, ring = recorder()
    alarms.set(1, lambda mark, now, out: alarms.set(now, ring, 9))
    alarms.ring(2, now=2, out=[])
    assert rung == [(9, 2)]
    assert alarms.deadline() is None


def test_ticks_round_up():
    """An alarm on a tick rings there, one between two rings at the later."""
    alarms = Alarms(10)
    _, ring = recorder()
    alarms.set(10 * MILLISECOND, ring)
    assert alarms.deadline() == 10 * MILLISECOND
    alarms.ring(10 * MILLISECOND, now=10 * MILLISECOND, out=[])
    alarms.set(10 * MILLISECOND + 1, ring)
    assert alarms.deadline() == 20 * MILLISECOND
