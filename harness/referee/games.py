"""The matches that the referee can follow, by game."""

from __future__ import annotations

from typing import Final

from harness.referee.bluff.match import BluffMatch
from harness.referee.bluffers.match import BluffersMatch
from harness.referee.liars_dice.match import DiceMatch
from harness.referee.match import Match
from harness.referee.wizard.match import WizardMatch

MATCHES: Final[dict[str, type[Match]]] = {
    kind.game: kind for kind in (BluffersMatch, DiceMatch, BluffMatch, WizardMatch)
}
"""Name of the game -> how a match of it is followed."""
