"""The matches that the referee can follow, by game."""

from __future__ import annotations

from typing import Final

from harness.referee.bluff.match import BluffMatch
from harness.referee.bluffers.match import BluffersMatch
from harness.referee.liars_dice.match import DiceMatch
from harness.referee.match import Match

<<<<<<< HEAD
MATCHES: Final[dict[str, type[Match]]] = {kind.game: kind for kind in (BluffersMatch, BluffMatch)}
=======
MATCHES: Final[dict[str, type[Match]]] = {kind.game: kind for kind in (BluffersMatch, DiceMatch)}
>>>>>>> dice
"""Name of the game -> how a match of it is followed."""
