"""M48: the points of a match are written twice (BLF-E45)."""

from __future__ import annotations

from collections.abc import Sequence

from harness.backend.ledger import Ledger
from harness.backend.messages import Settled
from harness.backend.parts import Parts
from harness.mutants.mutant import Mutant
from harness.wire.events import Result


class DoubleLedger(Ledger):
    """Two handlers see the end of the match, and both write."""

    def settle(self, result: Result, awards: Sequence[tuple[str, str, int]]) -> Settled | None:
        """As it should be, and once more."""
        settled = super().settle(result, awards)
        for player, name, points in awards:
            self.credit(result, player, name, points)
        return settled


MUTANT = Mutant(
    name="M48",
    about="Points are written twice.",
    oracle="settled_once",
    check="L2",
    parts=Parts(ledger=DoubleLedger),
)
