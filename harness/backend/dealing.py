"""A deal out of a shuffled deck, with the cards in it that a test has fixed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from harness.dialects.scripted import faces
from harness.seed import Stream

F = TypeVar("F", bound=str)


def deal(deck: Sequence[F], sizes: Sequence[int], wanted: Sequence[str], stream: Stream) -> tuple[tuple[F, ...], ...]:
    """Deal to every seat.

    Args:
        deck: The cards that can be dealt.
        sizes: How many each seat gets.
        wanted: Cards by seat that are fixed, faces with spaces between them. A face that the deck has no more of,
            and what a seat has no room for, is left out.
        stream: Draws the rest.

    Returns:
        The hands by seat.
    """
    cards = list(deck)
    stream.shuffle(cards)
    hands: list[list[F]] = [[] for _ in sizes]
    for hand, size, text in zip(hands, sizes, wanted, strict=False):
        for face in faces(text)[:size]:
            for place, card in enumerate(cards):
                if card == face:
                    hand.append(cards.pop(place))
                    break
    for hand, size in zip(hands, sizes, strict=True):
        missing = size - len(hand)
        hand.extend(cards[:missing])
        del cards[:missing]
    return tuple(map(tuple, hands))
