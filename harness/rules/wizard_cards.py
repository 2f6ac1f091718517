"""Cards of Wizard: 52 in four suits, four Wizards, four Jesters (WIZ-02)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Suit: TypeAlias = Literal["S", "H", "D", "C"]
"""Spades, hearts, diamonds, clubs: what trump can be."""

Face: TypeAlias = Literal[
    "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "SJ", "SQ", "SK", "SA",
    "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10", "HJ", "HQ", "HK", "HA",
    "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "DJ", "DQ", "DK", "DA",
    "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "CJ", "CQ", "CK", "CA",
    "W", "E",
]  # fmt: skip
"""A card's face: suit and rank, `W` for a Wizard, `E` for a Jester."""

WIZARD: Final[Face] = "W"
JESTER: Final[Face] = "E"
SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")
FACES: Final[tuple[Face, ...]] = get_args(Face)
"""Every face once, suits first, each from low to high."""

COPIES: Final[dict[Face, int]] = {face: 4 if face in (WIZARD, JESTER) else 1 for face in FACES}
"""How often a face is in the deck."""

DECK: Final[tuple[Face, ...]] = tuple(face for face in FACES for _ in range(COPIES[face]))
"""The 60 cards of WIZ-02, in a fixed order."""

SUIT_OF: Final[dict[Face, Suit]] = {face: suit for suit in SUITS for face in FACES if face[0] == suit}
"""The suit of a card. Wizards and Jesters are of no suit and not in here (WIZ-E18): ask with `.get`."""

VALUE_OF: Final[dict[Face, int]] = {
    JESTER: 0, **{face: index % 13 + 1 for index, face in enumerate(FACES[:52])}, WIZARD: 14,
}  # fmt: skip
"""Jester 0, a two 1, … a king 12, an ace 13, a Wizard 14 (WIZ-03, WIZ-E22)."""
