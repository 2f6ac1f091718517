"""The numbers of Wizard: cards by round, bids, points, ranks. Plain integers; a match is unknown here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from harness.rules.wizard_cards import DECK

__all__ = ["SEATS_MAX", "SEATS_MIN", "Length", "allowed_bids", "ranks_of", "round_points", "rounds_of"]

SEATS_MIN: Final = 3
SEATS_MAX: Final = 6
"""WIZ-04, WIZ-E17."""

Length: TypeAlias = Literal["standard", "five", "five_full", "amigo"]
"""How long a match is (WIZ-05, WIZ-24, WIZ-25, WIZ-E08)."""

_AMIGO: Final[dict[int, tuple[int, ...]]] = {
    3: (2, 4, 6, 8, 10, 12, 14, 16, 18, 20),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}


@cache
def rounds_of(seats: int, length: Length) -> tuple[int, ...]:
    """Cards dealt to each seat, round by round.

    Six seats play Amigo as they play standard (WIZ-E14).

    Raises:
        ValueError: Wizard is not played by so many (WIZ-04).
    """
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise ValueError(f"Wizard is played by {SEATS_MIN} to {SEATS_MAX}, not {seats} (WIZ-04)")
    most = len(DECK) // seats
    if length == "five":
        return (1, 2, 3, 4, 5)
    if length == "five_full":
        return (most,) * 5
    if length == "amigo" and seats in _AMIGO:
        return _AMIGO[seats]
    return tuple(range(1, most + 1))


def allowed_bids(cards: int, others: int | None) -> tuple[int, ...]:
    """The bids that a seat may make.

    Args:
        cards: Dealt to each seat in this round; a bid is 0 to as many (WIZ-12).
        others: For who is bound by plus/minus 1 the total of all other bids, which his own may not
            complete to `cards` (WIZ-22, WIZ-E09); None for who is free.
    """
    return tuple(bid for bid in range(cards + 1) if others is None or others + bid != cards)


def round_points(bid: int, won: int) -> int:
    """Points of one round: 20 and 10 a trick for a bid that was made, else -10 for each trick off (WIZ-20)."""
    return 20 + 10 * won if bid == won else -10 * abs(bid - won)


def ranks_of(totals: Sequence[int]) -> tuple[int, ...]:
    """Rank by seat, from 1; equal totals share one, and the ranks after it are left out (WIZ-E16)."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
