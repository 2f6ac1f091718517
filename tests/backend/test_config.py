"""Limits and what they promise."""

from __future__ import annotations

from harness.backend.config import BackendConfig
from harness.clock import MILLISECOND


def test_the_policy_states_the_config():
    """Every promise of the first frame is the config's number."""
    config = BackendConfig(grace_ms=1, tick_ms=2)
    policy = config.policy()
    assert (policy.turn_ms, policy.away_ms, policy.auto_delay_ms, policy.deal_pause_ms) == (
        30_000,
        10_000,
        2_000,
        2_000,
    )
    assert (policy.grace_ms, policy.tick_ms, policy.idle_ms, policy.lobby_drop_ms) == (1, 2, 30_000, 60_000)
    assert policy.points == {"2": (5, 1), "3": (8, 4, 1), "4": (10, 6, 3, 1)}


def test_short_clocks_shrink_the_other_delays():
    """In proportion, to no less than 20 ms; the lobby's own delay stays."""
    policy = BackendConfig().policy(3_000)
    assert (policy.away_ms, policy.auto_delay_ms, policy.deal_pause_ms, policy.idle_ms) == (1_000, 200, 200, 3_000)
    assert policy.lobby_drop_ms == 60_000
    shortest = BackendConfig().policy(200)
    assert (shortest.away_ms, shortest.auto_delay_ms, shortest.deal_pause_ms, shortest.idle_ms) == (66, 20, 20, 200)


def test_zero_stays_zero_and_long_clocks_stretch_nothing():
    """A delay that is off stays off; a longer clock leaves the others alone."""
    assert BackendConfig(deal_pause_ms=0).policy(200).deal_pause_ms == 0
    assert BackendConfig(auto_delay_ms=7).policy(200).auto_delay_ms == 7
    assert BackendConfig().policy(60_000).away_ms == 10_000
    assert BackendConfig().think(60_000) == (600 * MILLISECOND, 1500 * MILLISECOND)
    assert BackendConfig().think(3_000) == (60 * MILLISECOND, 150 * MILLISECOND)
