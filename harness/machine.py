"""The one shape of every core: a value that is told things and says what follows.

Tables, rooms, players, parties and oracles all have these three methods. None of them sleeps,
sends, or asks what time it is; a runtime does that for them, and so the same code runs in
virtual time, on real sockets and under load.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from harness.clock import Instant

MessageT_contra = TypeVar("MessageT_contra", contravariant=True)
EffectT_co = TypeVar("EffectT_co", covariant=True)


class Machine(Protocol[MessageT_contra, EffectT_co]):
    """A core without input or output of its own."""

    def receive(self, message: MessageT_contra, *, now: Instant) -> Sequence[EffectT_co]:
        """Take one message and return what must be done because of it, in order."""

    def wake(self, *, now: Instant) -> Sequence[EffectT_co]:
        """Do what is due at `now`; harmless when nothing is."""

    def deadline(self) -> Instant | None:
        """Say when `wake` wants to be called next; None means never, until something is received."""
