"""Settled once, ranks with ties, seasons apart, bounded."""

from __future__ import annotations

from harness.backend.config import BackendConfig
from harness.backend.ledger import Ledger, Tally
from harness.wire.events import Result


def result(match, season="2026-01"):
    return Result(
        match=match, seats=("a", "b"), places=(1, 2), points=(5, 1), ranked=season is not None, season=season,
        ended="2026-01-01T00:00:00.000Z",
    )  # fmt: skip


def test_a_match_is_settled_once():
    """The second time nothing is added and nothing is to be stored (PLT-T08, L2)."""
    ledger = Ledger(BackendConfig())
    awards = [("a", "Ana", 5), ("b", "Ben", 1)]
    settled = ledger.settle(result("m1"), awards)
    assert settled is not None
    assert settled.awards == tuple(awards)
    assert ledger.settle(result("m1"), awards) is None
    assert [(row.player, row.points) for row in ledger.world().rows] == [("a", 5), ("b", 1)]
    assert ledger.result("m1") == result("m1")
    assert ledger.result("m2") is None


def test_equal_totals_share_a_rank():
    """1, 2, 2, 4; within a rank whoever reached the total first stands first (BLF-E30)."""
    tally = Tally(5)
    for player, points in (("a", 1), ("b", 5), ("c", 3), ("d", 4), ("a", 3), ("e", 4)):
        tally.credit(player, player.upper(), points)
    assert [(row.rank, row.player, row.points) for row in tally.rows()] == [
        (1, "b", 5), (2, "d", 4), (2, "a", 4), (2, "e", 4), (5, "c", 3),
    ]  # fmt: skip
    assert tally.rows() is tally.rows()
    tally.credit("d", "Dee", 1)
    assert [(row.rank, row.player, row.name) for row in tally.rows()[:3]] == [
        (1, "b", "B"),
        (1, "d", "Dee"),
        (3, "a", "A"),
    ]


def test_seasons_start_empty():
    """World adds up for ever, a season only its own month; unranked results are on no board (BLF-33, BLF-31)."""
    ledger = Ledger(BackendConfig())
    ledger.settle(result("m1", "2026-01"), [("a", "Ana", 5)])
    ledger.settle(result("m2", "2026-02"), [("a", "Ana", 10)])
    ledger.settle(result("m3", None), [])
    assert ledger.world().rows[0].points == 15
    assert ledger.season("2026-01").rows[0].points == 5
    assert ledger.season("2026-02").rows[0].points == 10
    assert ledger.season("2026-03").rows == ()
    assert ledger.season("2026-03").board == "2026-03"


def test_records_are_bounded():
    """The oldest results and seasons go; world totals stay."""
    ledger = Ledger(BackendConfig(results_max=2, seasons_max=2))
    for month in (1, 2, 3):
        ledger.settle(result(f"m{month}", f"2026-0{month}"), [("a", "Ana", 5)])
    assert [ledger.is_settled(f"m{month}") for month in (1, 2, 3)] == [False, True, True]
    assert [len(ledger.season(f"2026-0{month}").rows) for month in (1, 2, 3)] == [0, 1, 1]
    assert ledger.world().rows[0].points == 15


def test_boards_show_so_many_rows():
    """The best ones."""
    tally = Tally(2)
    for player, points in (("a", 1), ("b", 5), ("c", 3)):
        tally.credit(player, player, points)
    assert [row.player for row in tally.rows()] == ["b", "c"]
