"""What survives the death of the backend in the virtual world: a store in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from harness.backend.messages import Effect, JournalDropped, Journaled, Keep, Message, Settled
from harness.machine import Machine

Durable: TypeAlias = Settled | Keep | Journaled | JournalDropped

DURABLE: Final = frozenset({Settled, Keep, Journaled, JournalDropped})

Rebuild: TypeAlias = Callable[[Sequence[Settled], Sequence[Keep], Sequence[Journaled]], Machine[Message, Effect]]
"""Makes a gate that goes on from what was stored."""


class MemoryStore:
    """Takes all that one step of the gate wants kept at once, or nothing of it."""

    __slots__ = ("_journals", "_kept", "_settled")

    def __init__(self) -> None:
        self._settled: list[Settled] = []
        self._kept: dict[tuple[str, str], Keep] = {}
        self._journals: dict[str, list[Journaled]] = {}

    def commit(self, step: Sequence[Durable]) -> None:
        """Keep what one step wants kept, in its order."""
        for effect in step:
            if isinstance(effect, Journaled):
                self._journals.setdefault(effect.room, []).append(effect)
            elif isinstance(effect, Settled):
                self._settled.append(effect)
            elif isinstance(effect, JournalDropped):
                self._journals.pop(effect.room, None)
            else:
                # A record that is written again moves to the end.
                self._kept.pop((effect.kind, effect.key), None)
                if effect.body is not None:
                    self._kept[effect.kind, effect.key] = effect

    def settled(self) -> tuple[Settled, ...]:
        """All settled matches, oldest first."""
        return tuple(self._settled)

    def kept(self) -> tuple[Keep, ...]:
        """The last record of each kind and key, in the order in which they were written."""
        return tuple(self._kept.values())

    def journals(self) -> tuple[Journaled, ...]:
        """The entries of all journals that were not dropped, each journal in order."""
        return tuple(entry for entries in self._journals.values() for entry in entries)
