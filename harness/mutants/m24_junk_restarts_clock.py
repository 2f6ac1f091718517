"""M24: any message restarts the turn clock, also a refused one (BLF-E29)."""

from __future__ import annotations

from harness.backend.link import Link
from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.sockets import Sockets
from harness.backend.table import Table
from harness.clock import Instant
from harness.mutants.mutant import Mutant


class PatientTable(Table):
    """Goes by the clock that was started last."""

    def _clock_rang(self, turn: int, now: Instant, out: list[Effect]) -> None:
        if now >= self.deadline():
            super()._clock_rang(turn, now, out)


class RestlessSockets(Sockets):
    """Starts the clock again for whatever comes in."""

    def text(self, link: Link, raw: bytes, now: Instant, out: list[Effect]) -> None:
        """As it should be, and a fresh clock."""
        super().text(link, raw, now, out)
        table = link.member.room.table if link.member is not None else None
        if table is not None and b'"ping"' not in raw:
            table.start_clock(0, now=now)


MUTANT = Mutant(
    name="M24",
    about="Junk restarts the turn clock.",
    oracle="timer_junk",
    check="T8",
    parts=Parts(table=PatientTable, sockets=RestlessSockets),
)
