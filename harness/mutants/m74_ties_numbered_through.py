"""M74: equal totals get different ranks (BLF-E30)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.ledger import Ledger
from harness.backend.paging import Page
from harness.backend.parts import Parts
from harness.dialects.native import Board
from harness.mutants.mutant import Mutant


class NumberedLedger(Ledger):
    """Numbers the rows."""

    def world(self, page: Page | None = None, *, season: str = "") -> Board:
        """As it should be, with the number of the row for a rank."""
        board = super().world(page, season=season)
        rows = enumerate(board.rows, start=board.start + 1)
        return replace(board, rows=tuple(replace(row, rank=number) for number, row in rows))


MUTANT = Mutant(
    name="M74",
    about="Equal totals get different ranks.",
    oracle="ranking",
    check="L6",
    parts=Parts(ledger=NumberedLedger),
)
