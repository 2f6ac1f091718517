"""Room codes: unique while open, of any case, free again when the room is gone."""

from __future__ import annotations

from harness.dialects.native import NativeDialect

DIALECT = NativeDialect()


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


def test_wrong_codes_are_limited_per_session(make_world):
    """After so many wrong ones not even a right one is confirmed, for a while; one's own room always is (FEAT-05)."""
    world = make_world(guesses_burst=3, guess_interval_ms=1_000)
    ana, eve = world.player("ana"), world.player("eve")
    ana.create()
    eve.create()
    own = eve.code
    wrong = "ZZZZ" if "ZZZZ" not in (ana.code, own) else "XXXX"
    assert [eve.join(wrong).status for _ in range(4)] == [404, 404, 404, 429]
    assert DIALECT.read_problem(eve.join(ana.code)) == "rate"
    assert world.raw_http("GET", f"/v1/rooms/{ana.code}", eve.account.token).status == 429
    assert eve.join(own).status == 201
    assert ana.join(ana.code).status == 201
    world.pass_ms(1_000)
    assert eve.join(ana.code).status == 201


def test_wrong_codes_without_a_session_are_limited_together(make_world):
    """Only wrong ones count; then nobody without a session is told anything for a while."""
    world = make_world(strays_burst=2, strays_per_s=1)
    ana = world.player()
    ana.create()
    right, wrong = f"/join/{ana.code}", "/join/" + ("ZZZZ" if ana.code != "ZZZZ" else "XXXX")
    assert [world.raw_http("GET", right).status for _ in range(5)] == [200] * 5
    assert [world.raw_http("GET", wrong).status for _ in range(3)] == [404, 404, 429]
    assert world.raw_http("GET", right).status == 429
    assert world.raw_http("GET", right, ana.account.token).status == 200
    world.pass_ms(1_000)
    assert world.raw_http("GET", right).status == 200
