from __future__ import annotations

from collections.abc import Sequence

import pytest

from harness.clock import Instant
from harness.errors import LocalError
from harness.runtimes.virtual.loop import WAKES_MAX, Host, Loop


class Alarm:
    """A machine that says what it was told and woken for; a message is its new deadline."""

    def __init__(self, due: Instant | None = None) -> None:
        self.due = due
        self.asked = 0

    def receive(self, message: Instant | None, *, now: Instant) -> Sequence[str]:
        self.due = message
        return []

    def wake(self, *, now: Instant) -> Sequence[str]:
        self.due = None
        return [f"woken at {now}"]

    def deadline(self) -> Instant | None:
        self.asked += 1
        return self.due


class Insomniac(Alarm):
    """Is still due however often it is woken."""

    def wake(self, *, now: Instant) -> Sequence[str]:
        return []


def _hosted(loop: Loop, machine: Alarm) -> tuple[Host[Instant | None, str], list[tuple[Instant, str]]]:
    obeyed: list[tuple[Instant, str]] = []

    def obey(now: Instant, host: object, effects: Sequence[str]) -> None:
        obeyed.extend((now, effect) for effect in effects)

    return Host(loop, machine, obey), obeyed


def _at(loop: Loop, host: Host[Instant | None, str], plan: dict[Instant, Instant | None]) -> None:
    for at, due in plan.items():
        loop.add(at, _tell, host, due)


def _tell(now: Instant, host: Host[Instant | None, str], due: Instant | None) -> None:
    host.tell(now, due)


def test_events_happen_in_order_of_time_then_of_insertion() -> None:
    """Ties are broken by who was there first, also for what is added at the very instant."""
    loop = Loop()
    happened: list[tuple[Instant, str, int]] = []

    def act(now: Instant, name: str, again: int) -> None:
        happened.append((now, name, again))
        if again:
            loop.add(now, act, name, again - 1)

    loop.add(5, act, "b", 1)
    loop.add(5, act, "a", 0)
    loop.add(3, act, "c", 0)
    loop.play(10)
    assert happened == [(3, "c", 0), (5, "b", 1), (5, "a", 0), (5, "b", 0)]
    assert (loop.now, loop.events) == (5, 4)


def test_the_end_is_hard() -> None:
    """What is due at the end happens, what is due later does not, and the time then is the end."""
    loop = Loop()
    happened: list[Instant] = []
    for at in (1, 7, 8):
        loop.add(at, lambda now, subject, item: happened.append(now), None, None)
    loop.play(7)
    assert (happened, loop.now) == ([1, 7], 7)


def test_whoever_ends_the_run_ends_it_at_once() -> None:
    """Nothing happens after the event that ended the run, not even in the same instant."""
    loop = Loop()
    happened: list[Instant] = []

    def end(now: Instant, subject: None, item: None) -> None:
        happened.append(now)
        loop.running = False

    loop.add(1, end, None, None)
    loop.add(1, end, None, None)
    loop.play(9)
    assert (happened, loop.now) == ([1], 1)


@pytest.mark.parametrize(
    ("plan", "woken"),
    [
        ({0: 10}, [10]),
        ({0: 10, 3: 20}, [20]),
        ({0: 20, 3: 10}, [10]),
        ({0: 10, 3: None}, []),
        ({0: 10, 3: 5, 4: 10}, [10]),
        ({0: 10, 3: 5, 4: 30}, [30]),
        ({0: 10, 10: 12}, [12]),
        ({0: 20, 3: 10, 10: 12}, [12]),
        ({0: 10, 12: 3}, [10, 12]),
        ({0: 30, 3: 10, 11: 30}, [10, 30]),
        ({0: 30, 3: 10, 11: 40}, [10, 40]),
    ],
)
def test_a_machine_is_woken_when_it_asked_and_only_then(
    plan: dict[Instant, Instant | None], woken: list[Instant]
) -> None:
    """A deadline may move both ways or vanish; one in the past is due at once."""
    loop = Loop()
    host, obeyed = _hosted(loop, Alarm())
    _at(loop, host, plan)
    loop.play(1000)
    assert obeyed == [(at, f"woken at {at}") for at in woken]


def test_a_deadline_that_moves_away_costs_nothing() -> None:
    """A machine is asked once for a message, and however often it puts its alarm off, one is in the heap."""
    loop = Loop()
    machine = Alarm()
    host, obeyed = _hosted(loop, machine)
    _at(loop, host, {at: at + 1_000 for at in range(100)})
    loop.play(99)
    assert (machine.asked, loop.events, obeyed) == (100, 101, [])
    loop.play(10_000)
    assert obeyed == [(1_099, "woken at 1099")]


def test_a_forgotten_alarm_is_silent() -> None:
    """An alarm that an earlier one made useless goes off without asking, and sets no other."""
    loop = Loop()
    machine = Alarm()
    host, obeyed = _hosted(loop, machine)
    _at(loop, host, {0: 30, 3: 10, 11: 40})
    loop.play(100)
    told, rung = 3, 2  # Alarms at 10 and 40 went off; the one at 30 was forgotten.
    assert obeyed == [(10, "woken at 10"), (40, "woken at 40")]
    assert (machine.asked, loop.events) == (told + 2 * rung, told + 3)


def test_effects_given_outside_count_as_well() -> None:
    """What a machine wants at first is obeyed, and its alarm is set."""
    loop = Loop()
    host, obeyed = _hosted(loop, Alarm(due=4))
    host.follow(0, ["first"])
    loop.play(10)
    assert obeyed == [(0, "first"), (4, "woken at 4")]


def test_a_machine_that_does_not_move_on_is_a_bug() -> None:
    """A machine that is due for ever at one instant stops the run with an error that names it."""
    loop = Loop()
    host, _ = _hosted(loop, Insomniac(due=4))
    host.follow(0, [])
    with pytest.raises(LocalError, match=f"Insomniac was woken {WAKES_MAX} times at 4"):
        loop.play(10)


def test_waking_often_at_different_instants_is_fine() -> None:
    """The guard counts wakes in one instant only."""

    class Metronome(Alarm):
        def wake(self, *, now: Instant) -> Sequence[str]:
            self.due = now + 1
            return [""]

    loop = Loop()
    host, obeyed = _hosted(loop, Metronome(due=0))
    host.follow(0, [])
    loop.play(2 * WAKES_MAX)
    assert len(obeyed) == 2 * WAKES_MAX + 1
