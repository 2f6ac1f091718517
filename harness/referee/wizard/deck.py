"""Cards, rounds and tricks of Wizard, written down a second time on purpose: nothing of it is from the rules engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

CARDS: Final = 60
"""WIZ-02."""

WIZARD: Final = "W"
JESTER: Final = "E"
SUITS: Final = ("S", "H", "D", "C")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From low to high (WIZ-03)."""

DECK: Final = Counter({WIZARD: 4, JESTER: 4, **{suit + rank: 1 for suit in SUITS for rank in RANKS}})

AMIGO: Final[dict[int, tuple[int, ...]]] = {
    3: (2, 4, 6, 8, 10, 12, 14, 16, 18, 20),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}
"""Cards by round in the Amigo tournament, by seats (WIZ-25)."""

LENGTH_RULES: Final = {"standard": "WIZ-05", "five": "WIZ-24", "five_full": "WIZ-E08", "amigo": "WIZ-25"}
"""Which rule says how many cards are dealt."""


def rounds_of(seats: int, length: str) -> tuple[int, ...]:
    """Cards dealt to each seat, round by round; whatever the number of seats."""
    most = CARDS // max(1, seats)
    if length == "five":
        return (1, 2, 3, 4, 5)
    if length == "five_full":
        return (most,) * 5
    if length == "amigo" and seats in AMIGO:
        return AMIGO[seats]
    return tuple(range(1, most + 1))


def suit_of(card: str) -> str:
    """The suit of a card, "" for Wizards and Jesters (WIZ-E18)."""
    return "" if card in (WIZARD, JESTER) else card[0]


def suit_led(trick: Sequence[str]) -> str:
    """The suit that binds whoever plays next; "" when none does (WIZ-17, WIZ-18, WIZ-E05)."""
    first = next((card for card in trick if card != JESTER), WIZARD)
    return suit_of(first)


def best_of(trick: Sequence[str], trump: str | None) -> int:
    """Which of these cards takes the trick, in the order of play (WIZ-15, WIZ-19)."""
    if WIZARD in trick:
        return trick.index(WIZARD)
    suits = [suit_of(card) for card in trick]
    ruling = trump if trump in suits else suit_led(trick)
    values = [RANKS.index(card[1:]) if suit and suit == ruling else -1 for card, suit in zip(trick, suits, strict=True)]
    return values.index(max(values))


def points_of(bid: int, won: int) -> int:
    """20 and 10 a trick for a bid that was made, else 10 off for each trick that it missed by (WIZ-20)."""
    return 20 + 10 * won if bid == won else -10 * abs(bid - won)
