"""Cards of the Bluffers deck."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Rank: TypeAlias = Literal["K", "Q", "A"]
"""King, Queen, Ace: what the table card can be."""

Face: TypeAlias = Literal["K", "Q", "A", "*"]
"""A card's face; `*` is the joker."""

JOKER: Final[Face] = "*"
RANKS: Final[tuple[Rank, ...]] = ("K", "Q", "A")
DECK: Final[tuple[Face, ...]] = ("K",) * 6 + ("Q",) * 6 + ("A",) * 6 + ("*",) * 2
"""The 20 cards of BLF-03, in a fixed order."""
