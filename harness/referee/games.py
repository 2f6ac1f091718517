"""The matches that the referee can follow, by game."""

from __future__ import annotations

from typing import Final

from harness.referee.bluffers.match import BluffersMatch
from harness.referee.match import Match

MATCHES: Final[dict[str, type[Match]]] = {kind.game: kind for kind in (BluffersMatch,)}
"""Name of the game -> how a match of it is followed."""
