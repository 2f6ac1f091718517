"""Calls, alarms and effects of a party."""

from __future__ import annotations

from harness.dialects.http import HttpRequest
from harness.swarm.desk import Desk
from harness.swarm.effects import Answered, Call

REQUEST = HttpRequest(method="GET", path="/")


def test_an_answer_goes_to_who_asked() -> None:
    """Each call has a number of its own, and its answer comes back once."""
    desk = Desk()
    heard: list[tuple[str, int]] = []
    out = desk.open()
    first = desk.call("t1/ana", REQUEST, lambda answer, now: heard.append(("first", now)))
    second = desk.call("t1/ana", REQUEST, lambda answer, now: heard.append(("second", now)))
    assert out == [Call("t1/ana", first, REQUEST), Call("t1/ana", second, REQUEST)] and not desk.idle

    for call, now in ((second, 5), (first, 6), (first, 7), (99, 8)):
        desk.answered(Answered(call, None), now=now)

    assert heard == [("second", 5), ("first", 6)] and desk.idle


def test_a_reserved_number_is_used_later() -> None:
    """A number can be known before its call is made."""
    desk = Desk()
    number = desk.reserve()
    assert desk.call("t1/ana", REQUEST, lambda answer, now: None) == number + 1
    assert desk.call("t1/ana", REQUEST, lambda answer, now: None, number=number) == number


def test_alarms_ring_in_order() -> None:
    """Alarms ring by time, then in the order in which they were set, and not before."""
    desk = Desk()
    rung: list[str] = []
    for at, name in ((5, "a"), (3, "b"), (5, "c"), (9, "d")):
        desk.alarm(at, lambda now, name=name: rung.append(name))  # type: ignore[misc]
    assert desk.next() == 3
    desk.ring(now=5)
    assert rung == ["b", "a", "c"] and desk.next() == 9
    desk.ring(now=9)
    assert desk.next() is None


def test_every_step_has_effects_of_its_own() -> None:
    """What was returned from one step is not touched by the next."""
    desk = Desk()
    first = desk.open()
    desk.call("t1/ana", REQUEST, lambda answer, now: None)
    assert desk.open() == [] and len(first) == 1
