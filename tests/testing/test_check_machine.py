"""`check_machine` acquits a machine that keeps its promises, and convicts each that does not."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.clock import SECOND, Instant
from harness.testing.machine import PromiseBrokenError, check_machine
from harness.testing.strategies import scripts

TALK = ((0, "a"), (SECOND, "b"), (5 * SECOND, "c"), (SECOND // 2, "d"))


class Egg:
    """A kitchen timer: rings two seconds after each message, which puts off the last one."""

    def __init__(self) -> None:
        self.due: Instant | None = None
        self.rung = 0

    def receive(self, message: str, *, now: Instant) -> Sequence[str]:
        self.due = now + 2 * SECOND
        return (f"set by {message}",)

    def wake(self, *, now: Instant) -> Sequence[str]:
        if self.due is None or now < self.due:
            return ()
        self.due = None
        self.rung += 1
        return (f"ring {self.rung}",)

    def deadline(self) -> Instant | None:
        return self.due


@settings(database=None, derandomize=True, deadline=None, max_examples=50)
@given(scripts(st.text(max_size=2), gap_max=5 * SECOND))
def test_a_good_machine_is_acquitted(talk: tuple[tuple[int, str], ...]) -> None:
    """Any conversation, also one of messages at the same instant."""
    check_machine(Egg, talk)


def test_the_last_timer_is_waited_for() -> None:
    """What is due after the last message is seen, too."""
    rung = []

    class Proud(Egg):
        """Tells the test of its ringing."""

        def wake(self, *, now: Instant) -> Sequence[str]:
            effects = super().wake(now=now)
            rung.extend(effects)
            return effects

    check_machine(Proud, TALK)
    assert rung == ["ring 1", "ring 2"] * 3


class Eager(Egg):
    """Rings whenever it is woken."""

    def wake(self, *, now: Instant) -> Sequence[str]:
        return super().wake(now=self.due) if self.due is not None else ()


class Drowsy(Egg):
    """Each early wake-up puts the deadline off."""

    def wake(self, *, now: Instant) -> Sequence[str]:
        if self.due is not None and now < self.due:
            self.due += 1
        return super().wake(now=now)


class Counting(Egg):
    """Counts its wake-ups, and tells it later."""

    def wake(self, *, now: Instant) -> Sequence[str]:
        self.rung += 1
        return super().wake(now=now)


class Restless(Egg):
    """Stays due for ever."""

    def wake(self, *, now: Instant) -> Sequence[str]:
        return ()


class Vague(Egg):
    """Answers in fractions."""

    def deadline(self) -> Instant | None:
        return None if self.due is None else self.due / 1  # type: ignore[return-value]


class Shifty(Egg):
    """Every answer is another one."""

    def deadline(self) -> Instant | None:
        if self.due is not None:
            self.due += 1
        return self.due


@pytest.mark.parametrize(
    ("machine", "message"),
    [
        (Eager, "woken at .* did"),
        (Drowsy, "woken at .* did nothing, and is due at"),
        (Counting, "waking early changes what follows"),
        (Restless, "still due at"),
        (Vague, "neither None nor an instant"),
        (Shifty, "changes by being asked for"),
    ],
)
def test_a_broken_promise_is_named(machine: type[Egg], message: str) -> None:
    """Each kind of unreliable timer is convicted of its own fault."""
    with pytest.raises(PromiseBrokenError, match=message):
        check_machine(machine, TALK)


def test_machines_that_differ_are_found() -> None:
    """Whatever is not built from its arguments alone: here a number that goes on counting."""
    numbers = itertools.count()

    class Numbered(Egg):
        """Says how many have been made before it."""

        def __init__(self) -> None:
            super().__init__()
            self.rung = next(numbers)

    with pytest.raises(PromiseBrokenError, match=r"two equal runs differ: .*ring 1.* and .*ring 2"):
        check_machine(Numbered, TALK)


def test_a_run_that_is_shorter_is_found() -> None:
    """One that does not wake at all differs from one that does."""
    first = iter([True])

    class Once(Egg):
        """Only the first one ever made has a deadline."""

        def __init__(self) -> None:
            super().__init__()
            self.mute = not next(first, False)

        def deadline(self) -> Instant | None:
            return None if self.mute else super().deadline()

    with pytest.raises(PromiseBrokenError, match="2 entries and 1"):
        check_machine(Once, TALK[:1])
