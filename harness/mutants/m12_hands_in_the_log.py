"""M12: the log of a match shows the hands that were dealt (P10)."""

from __future__ import annotations

from typing import Any

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class LoggingTable(Table):
    """Writes everything that it sends into the log, what is private as well."""

    def private_cards(self, seat: int) -> ev.Cards:
        """As it should be, and into the log."""
        cards = super().private_cards(seat)
        log: list[Any] | None = self._broadcast.log
        if log is not None:
            log.append(cards)
        return cards


MUTANT = Mutant(
    name="M12",
    about="The log of a match shows the hands that were dealt.",
    oracle="public_log",
    check="P10",
    parts=Parts(table=LoggingTable),
)
