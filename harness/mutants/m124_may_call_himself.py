"""M124: the last claimant is offered to call himself (CHT-08, CHT-E07)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class GenerousTable(BluffTable):
    """Offers everything to everybody."""

    def _announce_turn(self, now: Instant) -> None:
        legal: tuple[ev.Legal, ...] = ("play",) if self.state.claim is None else ("play", "pass", "call")
        self.publish_turn(self.state.turn, legal, now=now)


MUTANT = Mutant(
    name="M124",
    about="The last claimant may call.",
    oracle="turn_order",
    check="R1",
    parts=Parts(bluff_table=GenerousTable),
)
