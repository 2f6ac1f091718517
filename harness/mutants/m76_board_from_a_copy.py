"""M76: the world board is read from a copy that is always one change behind (L8)."""

from __future__ import annotations

from harness.backend.config import BackendConfig
from harness.backend.ledger import Ledger
from harness.backend.paging import Page
from harness.backend.parts import Parts
from harness.dialects.native import Board
from harness.mutants.mutant import Mutant
from harness.wire.events import Result


class CopyingLedger(Ledger):
    """Answers from the copy that it made before the last match was settled."""

    def __init__(self, config: BackendConfig) -> None:
        super().__init__(config)
        self._last = ""
        self._copy = super().world()

    def credit(self, result: Result, player: str, name: str, points: int) -> None:
        """As it should be, after a copy."""
        if result.match != self._last:
            self._last = result.match
            self._copy = super().world()
        super().credit(result, player, name, points)

    def world(self, page: Page | None = None, *, season: str = "") -> Board:
        """The copy."""
        return self._copy


MUTANT = Mutant(
    name="M76",
    about="The world board is read from a copy that is always one match behind.",
    oracle="read_your_result",
    check="L8",
    parts=Parts(ledger=CopyingLedger),
)
