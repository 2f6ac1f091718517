"""M49: a winner without a connection at the end of the match is not paid (BLF-E27)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class PresentTable(Table):
    """Writes points for those who are there to see it."""

    def awards(self, result: ev.Result) -> tuple[tuple[str, str, int], ...]:
        """As it should be, without those who are away."""
        absent = {member.player for member in self.seats if member.link is None}
        return tuple(award for award in super().awards(result) if award[0] not in absent)


MUTANT = Mutant(
    name="M49",
    about="A winner without a connection at the end of the match is not paid.",
    oracle="board_sums",
    check="L4",
    parts=Parts(table=PresentTable),
)
