"""`check_machine`: what every core promises, tried on a conversation.

A runtime relies on three things: that it may call `wake` too early, that `deadline` says truly when to
call it, and that the same conversation has the same effects. Each is tried by playing the conversation
several times against fresh machines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from harness.clock import Duration, Instant
from harness.machine import Machine

M = TypeVar("M")
E = TypeVar("E")

WAKES_MAX: Final = 1000
"""A machine that is due again so often at one and the same instant never comes to rest."""


class PromiseBrokenError(AssertionError):
    """A machine breaks one of its promises; the message says which and when."""


def check_machine(make: Callable[[], Machine[M, E]], messages: Sequence[tuple[Duration, M]]) -> None:
    """Play a conversation against fresh machines and compare.

    Args:
        make: Builds a machine. All it builds must behave alike.
        messages: What the machine is told, each with the time since the one before, in nanoseconds.
            `harness.testing.strategies.scripts` makes such conversations.

    Raises:
        PromiseBrokenError: Two equal runs differ; a wake-up before the deadline does something or changes what
            follows; a deadline is no instant, changes by being asked for, or does not go away by waking.
    """
    once = _play(make(), messages, idle=False)
    again = _play(make(), messages, idle=False)
    if once != again:
        raise PromiseBrokenError(f"two equal runs differ: {_difference(once, again)}")
    disturbed = _play(make(), messages, idle=True)
    if once != disturbed:
        raise PromiseBrokenError(f"waking early changes what follows: {_difference(once, disturbed)}")


def _play(
    machine: Machine[M, E], messages: Sequence[tuple[Duration, M]], *, idle: bool
) -> list[tuple[Instant, tuple[E, ...]]]:
    """All effects with their time. With `idle`, the machine is also woken where nothing is due."""
    seen: list[tuple[Instant, tuple[E, ...]]] = []
    now = 0
    for gap, message in messages:
        seen += _pass_time(machine, now, now + gap, idle=idle)
        now += gap
        seen.append((now, tuple(machine.receive(message, now=now))))
    end = _deadline(machine)
    # One more deadline is waited for, so that a timer left by the last message is seen to fire.
    seen += _pass_time(machine, now, max(now, end if end is not None else now), idle=idle)
    return seen


def _pass_time(
    machine: Machine[M, E], start: Instant, end: Instant, *, idle: bool
) -> list[tuple[Instant, tuple[E, ...]]]:
    """Wake the machine whenever it is due until `end`, included."""
    seen: list[tuple[Instant, tuple[E, ...]]] = []
    now, wakes = start, 0
    while True:
        due = _deadline(machine)
        if idle:
            _wake_early(machine, now, min(end, due - 1) if due is not None else end)
        if due is None or due > end:
            return seen
        wakes = wakes + 1 if due <= now else 0
        if wakes > WAKES_MAX:
            raise PromiseBrokenError(f"still due at {due} after {WAKES_MAX} wake-ups at {now}")
        now = max(now, due)
        seen.append((now, tuple(machine.wake(now=now))))


def _wake_early(machine: Machine[M, E], first: Instant, last: Instant) -> None:
    """Wake at the first, the middle and the last instant of a time in which nothing is due."""
    for now in (first, (first + last) // 2, last) if first <= last else ():
        before = _deadline(machine)
        effects = tuple(machine.wake(now=now))
        after = _deadline(machine)
        if effects or before != after:
            raise PromiseBrokenError(
                f"woken at {now}, due at {before}: did {effects or 'nothing'}, and is due at {after} then"
            )


def _deadline(machine: Machine[M, E]) -> Instant | None:
    due = machine.deadline()
    if due is not None and type(due) is not int:
        raise PromiseBrokenError(f"the deadline {due!r} is neither None nor an instant")
    if machine.deadline() != due:
        raise PromiseBrokenError(f"the deadline {due} changes by being asked for")
    return due


def _difference(one: Sequence[object], other: Sequence[object]) -> str:
    """The first entry in which two runs differ."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            return f"{a} and {b}"
    return f"{len(one)} entries and {len(other)}"
