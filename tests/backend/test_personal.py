"""Calls about the caller alone: they need a session, and tell its own affairs only."""

from __future__ import annotations

import pytest

from harness.dialects.native import NativeDialect
from harness.dialects.standings import Profile

DIALECT = NativeDialect()
CALLS = [
    ("GET", "/v1/players/me"), ("GET", "/v1/blocks"), ("POST", "/v1/blocks"), ("DELETE", "/v1/blocks/p1"),
    ("POST", "/v1/reports"), ("GET", "/v1/matches/m1/log"), ("POST", "/v1/tutorial"), ("DELETE", "/v1/tutorial"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_calls_need_a_session_and_take_no_extra_fields(world, method, path):
    """No token: 401; a score in the body: 400 (L3)."""
    ana = world.player()
    assert DIALECT.read_problem(world.raw_http(method, path)) == "bad_token"
    for body in (b'{"score":1}', b'{"player":"p1","reason":"x","room":"BCDF","points":1}', b"[]", b"\xff"):
        assert DIALECT.read_problem(world.raw_http(method, path, ana.account.token, body)) == "malformed"


def profile(player):
    return DIALECT.read_profile(player.world.http(DIALECT.profile(player.account)))


def test_a_profile_is_ones_own_standing(make_world):
    """Points of the month and of all time, the tier as on the boards, the tutorial (FEAT-25, FEAT-26)."""
    world = make_world(tier_limits=(0, 5, 10, 15), utc_ms=1_769_903_000_000)
    ana, ben = world.match(2)
    fresh = Profile(player=ana.id, name="h0", season="2026-01", season_points=0, points=0, tier="bronze", tutorial=True)
    assert profile(ana) == fresh
    ben.leave()
    won = profile(ana)
    assert (won.season_points, won.points, won.tier) == (5, 5, "silver")
    for call in (DIALECT.world_board(), DIALECT.season_board("2026-01")):
        (row,) = DIALECT.read_page(world.http(call)).rows
        assert (row.player, row.points, row.tier) == (ana.id, 5, "silver")
    world.pass_ms(1_000_000)
    later = profile(ana)
    assert (later.season, later.season_points, later.points, later.tier) == ("2026-02", 0, 5, "bronze")
    assert DIALECT.read_page(world.http(DIALECT.world_board())).rows[0].tier == "bronze"
    assert DIALECT.read_page(world.http(DIALECT.season_board("2026-01"))).rows[0].tier == "silver"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/v1/players/me", "/v1/players/me/points", "/v1/device", "/v1/device/total"])
def test_nothing_takes_a_total_of_a_device(world, method, path):
    """Totals of a device are never sent: there is no such call (FEAT-21, FEAT-23, BLF-E33)."""
    ana = world.player()
    response = world.raw_http(method, path, ana.account.token, b'{"points":100}')
    assert DIALECT.read_problem(response) == "no_route"
