"""What can be chosen for a match of each game, as it is said when a room is opened and when a match begins."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

GameName: TypeAlias = Literal["bluffers", "liars_dice", "bluff", "wizard"]

SEATS: Final[dict[str, tuple[int, int]]] = {
    "bluffers": (2, 4), "liars_dice": (2, 6), "bluff": (2, 8), "wizard": (3, 6),
}  # fmt: skip
"""Fewest and most seats of each game (BLF-01, LDC-01, CHT-E02, WIZ-04)."""


class DiceOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="liars_dice"):
    """Choices of Liar's Dice.

    Attributes:
        ones: Whether ones are the highest face of a bid or the lowest one (LDC-E01).
    """

    ones: Literal["high", "low"] = "high"


class BluffOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="bluff"):
    """Choices of Bluff.

    Attributes:
        decks: 1 to 4; None for one deck up to four seats, two from five on (CHT-01, CHT-E02).
        jokers: None, two in all, or two for each deck (CHT-18).
        end: At the first winner, or when only one has cards left (CHT-21).
        direction: Which way the turns go round the seats (CHT-E16).
        seat_change: Whether all are seated anew after each match (CHT-17).
    """

    decks: Literal[1, 2, 3, 4] | None = None
    jokers: Literal["none", "two", "two_per_deck"] = "two_per_deck"
    end: Literal["first_out", "play_on"] = "first_out"
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    seat_change: bool = False


class WizardOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="wizard"):
    """Choices of Wizard.

    Attributes:
        bids: In turn and open, all at once and shown together, open with a total that the last may not complete,
            or all at once and shown when the round is scored; one of them (WIZ-21..23, WIZ-E10).
        length: Which rounds are played (WIZ-05, WIZ-24, WIZ-25, WIZ-E08).
        first_lead: Who leads the first trick of a round (WIZ-E01).
    """

    bids: Literal["standard", "hidden", "plusminus", "secret"] = "standard"
    length: Literal["standard", "five", "five_full", "amigo"] = "standard"
    first_lead: Literal["left_of_dealer", "first_player"] = "left_of_dealer"


GameOptions: TypeAlias = DiceOptions | BluffOptions | WizardOptions
