"""What boards and profiles say, in terms that are the same for every backend."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Tier: TypeAlias = Literal["bronze", "silver", "gold", "diamond"]

TIERS: Final[tuple[Tier, ...]] = ("bronze", "silver", "gold", "diamond")
"""Lowest first (BLF-33)."""


class Standing(Struct, frozen=True, kw_only=True):
    """One row of a board.

    Attributes:
        rank: One more than the number of players who are strictly ahead (BLF-E30).
        player: Public id.
        points: What the board counts.
        tier: The player's tier (BLF-E34); None where the backend has none.
    """

    rank: int
    player: str
    points: int
    tier: Tier | None = None


class BoardPage(Struct, frozen=True, kw_only=True):
    """A stretch of a board, best first.

    Attributes:
        start: Rows before the first one.
        total: Rows of the whole board.
        version: Equal for pages of the same state of the board; None where the backend does not say.
        rows: In order.
    """

    start: int
    total: int
    version: int | None
    rows: tuple[Standing, ...]


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's own standing.

    Attributes:
        player: Public id.
        name: Display name.
        season: The running season, `YYYY-MM` in UTC.
        season_points: Points in it (BLF-33).
        points: Points of all time (BLF-32).
        tier: From the season points (BLF-E34).
        tutorial: The Tutorial Match is offered: it was neither finished nor skipped (BLF-E41).
    """

    player: str
    name: str
    season: str
    season_points: int
    points: int
    tier: Tier
    tutorial: bool
