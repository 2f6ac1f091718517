"""The matches that the referee can follow, by game."""

from __future__ import annotations

from typing import Final

from harness.referee.bluffers.match import BluffersMatch
from harness.referee.match import Match
from harness.referee.wizard.match import WizardMatch

MATCHES: Final[dict[str, type[Match]]] = {kind.game: kind for kind in (BluffersMatch, WizardMatch)}
"""Name of the game -> how a match of it is followed."""
