"""M22: the timer of a turn survives it and plays a later turn (BLF-E28)."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class HauntedTable(Table):
    """Takes every ring of the clock for one of the present turn."""

    def _clock_rang(self, turn: int, now: Instant, out: list[Effect]) -> None:
        super()._clock_rang(self.turn, now, out)


MUTANT = Mutant(
    name="M22",
    about="A stale timer survives and plays a later turn.",
    oracle="timer_early",
    check="T1",
    parts=Parts(table=HauntedTable),
)
