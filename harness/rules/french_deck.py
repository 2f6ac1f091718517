"""Decks of 52 cards with jokers, without suits: in the games played with them here suits do not matter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, TypeAlias

Rank: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
"""Ace to King: what can be named."""

Face: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "*"]
"""A card's face; `*` is the joker."""

JOKER: Final[Face] = "*"
RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = 4

_ORDER: Final[dict[str, int]] = {face: place for place, face in enumerate((*RANKS, JOKER))}


@cache
def deck(decks: int, jokers: int) -> tuple[Face, ...]:
    """So many decks of 52 in one, with so many jokers in all, in order."""
    cards: list[Face] = []
    for rank in RANKS:
        cards += (rank,) * (SUITS * decks)
    return (*cards, *(JOKER,) * jokers)


def in_order(cards: Iterable[Face]) -> tuple[Face, ...]:
    """The same cards from Ace to King, jokers last: the order in which they came tells nothing."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))
