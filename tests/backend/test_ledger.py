"""Settled once, ranks with ties, seasons apart, bounded."""

from __future__ import annotations

from harness.backend.config import BackendConfig
from harness.backend.ledger import Ledger, Tally
from harness.backend.paging import Page
from harness.wire.events import Result

WHOLE = Page(start=0, size=100)


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
    tally = Tally((0, 50, 150, 400))

    def rows():
        return tally.board("world", WHOLE, tally).rows

    for player, points in (("a", 1), ("b", 5), ("c", 3), ("d", 4), ("a", 3), ("e", 4)):
        tally.credit(player, player.upper(), points)
    assert [(row.rank, row.player, row.points) for row in rows()] == [
        (1, "b", 5), (2, "d", 4), (2, "a", 4), (2, "e", 4), (5, "c", 3),
    ]  # fmt: skip
    tally.credit("d", "Dee", 1)
    assert [(row.rank, row.player, row.name) for row in rows()[:3]] == [
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
    """The best ones, when no page is asked for; and they say how many there are."""
    ledger = Ledger(BackendConfig(board_rows_max=2))
    ledger.settle(result("m1"), [("a", "Ana", 1), ("b", "Ben", 5), ("c", "Cho", 3)])
    for board in (ledger.world(), ledger.season("2026-01")):
        assert [row.player for row in board.rows] == ["b", "c"]
        assert (board.start, board.total, board.version) == (0, 3, 3)


def test_pages_are_stretches_of_one_order():
    """Disjoint, complete, with the ranks of the whole board; beyond the end there is nothing (BLF-E30)."""
    ledger = Ledger(BackendConfig())
    awards = [(f"p{number}", "P", 10 - number // 3) for number in range(10)]
    ledger.settle(result("m1"), awards)
    whole = ledger.world()
    for size in (1, 2, 3, 4, 10, 11):
        pages = [ledger.world(Page(start=start, size=size)) for start in range(0, 12, size)]
        assert tuple(row for page in pages for row in page.rows) == whole.rows
        assert {(page.total, page.version) for page in pages} == {(10, 10)}
    for row in whole.rows:
        assert row.rank == 1 + sum(other.points > row.points for other in whole.rows)


def test_tiers_follow_the_points_of_the_season():
    """In the profile, on the season board and on the world board the same; a new month begins at Bronze (BLF-E34)."""
    ledger = Ledger(BackendConfig(tier_limits=(0, 5, 10, 20)))
    ledger.settle(result("m1", "2026-01"), [("a", "Ana", 12), ("b", "Ben", 5)])
    ledger.settle(result("m2", "2026-02"), [("b", "Ben", 20)])
    tiers = {row.player: row.tier for row in ledger.world(season="2026-01").rows}
    assert tiers == {"a": "gold", "b": "silver"}
    assert tiers == {row.player: row.tier for row in ledger.season("2026-01").rows}
    assert ledger.profile("a", "2026-01") == (12, 12, "gold")
    assert ledger.profile("a", "2026-02") == (12, 0, "bronze")
    assert ledger.profile("b", "2026-02") == (25, 20, "diamond")
    assert {row.player: row.tier for row in ledger.world(season="2026-02").rows} == {"a": "bronze", "b": "diamond"}
    assert ledger.profile("c", "2026-02") == (0, 0, "bronze")
