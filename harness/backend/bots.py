"""The house's bots: they play from the view of their own seat, like everybody else."""

from __future__ import annotations

from typing import Final

from harness.clock import Duration
from harness.rules import bluffers as rules
from harness.rules.cards import JOKER
from harness.seed import Stream

NAMES: Final = ("Ada", "Bruno", "Chiara", "Darius")
"""Display names of bots, in the order of adding; equal names are allowed (BLF-E39)."""

_DOUBT: Final = (0.0, 0.12, 0.25, 0.45)
_BLUFF: Final = 0.25


class Bot:
    """One bot in one match.

    Args:
        stream: Its own chance.
        think: Shortest and longest time for a move.
    """

    __slots__ = ("_stream", "_think")

    def __init__(self, stream: Stream, think: tuple[Duration, Duration]) -> None:
        self._stream = stream
        self._think = think

    def think(self) -> Duration:
        """How long it thinks about the next move."""
        return self._stream.between(*self._think)

    def choose(self, view: rules.View) -> rules.Play | rules.Call:
        """A legal move: it doubts big claims more, and mostly plays what is true if it can."""
        if "play" not in view.legal:
            return rules.Call()
        if "call" in view.legal and self._stream.chance(_DOUBT[view.claim_count]):
            return rules.Call()
        true = [card for card in view.cards if card in (view.table, JOKER)]
        false = [card for card in view.cards if card not in (view.table, JOKER)]
        pool = false if not true or (false and self._stream.chance(_BLUFF)) else true
        return rules.Play(tuple(pool[: self._stream.between(1, min(2, len(pool)))]))
