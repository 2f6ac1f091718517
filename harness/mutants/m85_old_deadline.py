"""M85: after a restart the pending turn has its old deadline, as if nothing had happened."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.clock import Duration, Instant
from harness.mutants.mutant import Mutant


class PunctualTable(Table):
    """Sets the clock of each turn once only."""

    clocked = (0, 0)

    def set_clock(self, pause: Duration, *, now: Instant) -> None:
        """As it should be for a new turn; for one that was begun before, from then on."""
        turn, begun = self.clocked
        if turn != self.turn:
            begun = now + pause
            self.clocked = (self.turn, begun)
        super().set_clock(max(0, begun - now), now=min(begun, now))


MUTANT = Mutant(
    name="M85",
    about="After a restart the pending turn goes on to its old deadline.",
    oracle="restart",
    check="S10",
    parts=Parts(table=PunctualTable),
)
