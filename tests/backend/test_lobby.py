"""Room codes: unique while open, of any case, free again when the room is gone."""

from __future__ import annotations


def test_codes_of_open_rooms_differ(make_world):
    """Also when the draw repeats one, as it does among so many."""
    world = make_world(rooms_per_player_max=10_000, rate_burst=10_000)
    ana = world.player()
    codes = []
    for _ in range(1_500):
        ana.create()
        codes.append(ana.code)
    assert len(set(codes)) == 1_500
    assert world.gate.rooms == 1_500
