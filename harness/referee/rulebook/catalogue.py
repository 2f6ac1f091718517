"""All ids, in the order in which they are shown."""

from __future__ import annotations

from typing import Final

from harness.referee.rulebook import bluff, bluffers, features, liars_dice, wizard
from harness.referee.rulebook.entry import Entry, marks_of

CHAPTERS: Final[dict[str, dict[str, Entry]]] = {
    "Bluffers": bluffers.RULES | bluffers.DECISIONS,
    "Bluff": bluff.RULES | bluff.DECISIONS,
    "Liar's Dice": liars_dice.RULES | liars_dice.DECISIONS,
    "Wizard": wizard.RULES | wizard.DECISIONS,
    "Platform": features.FEATURES,
}
"""Title -> id -> what it says."""

RULEBOOK: Final[dict[str, Entry]] = {id_: line for chapter in CHAPTERS.values() for id_, line in chapter.items()}
"""Every id that this project knows."""

MARKS: Final = tuple(mark for id_, line in RULEBOOK.items() for mark in marks_of(id_, line))
"""Everything that is counted, in order."""
