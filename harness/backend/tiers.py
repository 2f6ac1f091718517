"""Tiers from season points (BLF-33, BLF-E34)."""

from __future__ import annotations

from harness.dialects.standings import TIERS, Tier


def tier_of(points: int, limits: tuple[int, ...]) -> Tier:
    """The highest tier whose limit these season points reach; the lowest one has no limit.

    Args:
        points: Points of the season.
        limits: Points from which each tier begins, lowest first; ascending.
    """
    reached = sum(points >= limit for limit in limits[1:])
    return TIERS[reached]
