"""Tiers from season points."""

from __future__ import annotations

import pytest

from harness.backend.config import BackendConfig
from harness.backend.tiers import tier_of

LIMITS = BackendConfig().tier_limits


@pytest.mark.parametrize(
    ("points", "tier"),
    [(0, "bronze"), (49, "bronze"), (50, "silver"), (149, "silver"), (150, "gold"), (399, "gold"), (400, "diamond"),
     (10**9, "diamond")],
)  # fmt: skip
def test_a_tier_begins_at_its_limit(points, tier):
    """0, 50, 150 and 400 points of the season unless configured otherwise (BLF-E34)."""
    assert tier_of(points, LIMITS) == tier


def test_nobody_is_below_bronze():
    """Bronze has no limit, whatever the configuration says."""
    assert tier_of(3, (5, 6, 7, 8)) == "bronze"
