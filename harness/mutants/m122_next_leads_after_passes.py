"""M122: after a round of passes the next seat leads, not the last claimant (CHT-09)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable, Step
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.wire import events as ev


class HastyTable(BluffTable):
    """Gives the lead away."""

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, one seat further."""
        state, outcomes = step
        if isinstance(outcomes[-1], rules.Swept):
            after = state.ring.index(state.turn) + 1
            around = state.ring[after:] + state.ring[:after]
            state = replace(state, turn=next(seat for seat in around if state.hands[seat]))
        super().carry_out((state, outcomes), auto, now=now, out=out)


MUTANT = Mutant(
    name="M122",
    about="After a round of passes the wrong seat leads.",
    oracle="turn_order",
    check="R1",
    parts=Parts(bluff_table=HastyTable),
)
