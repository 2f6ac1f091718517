"""M75: a page begins with the last row of the page before (BLF-E30)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.ledger import Ledger
from harness.backend.paging import Page
from harness.backend.parts import Parts
from harness.dialects.native import Board
from harness.mutants.mutant import Mutant


class OverlappingLedger(Ledger):
    """Is off by one from the second page on."""

    def world(self, page: Page | None = None, *, season: str = "") -> Board:
        """As it should be for the first page; rows of another one come from one place before."""
        board = super().world(page, season=season)
        if page is None or not page.start:
            return board
        before = super().world(Page(start=page.start - 1, size=page.size), season=season)
        return replace(board, rows=before.rows[: len(board.rows)])


MUTANT = Mutant(
    name="M75",
    about="A page of the world board begins with the last row of the page before.",
    oracle="ranking",
    check="L6",
    parts=Parts(ledger=OverlappingLedger),
)
