"""M129: a round is over when all others have passed, without the turn of the last claimant (CHT-08, CHT-E05)."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable, Step
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.wire import events as ev


class HastyTable(BluffTable):
    """Passes for the last claimant."""

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, but the claimant's own pass is taken for granted."""
        state, outcomes = step
        claim = state.claim
        if isinstance(outcomes[-1], rules.Passed) and claim is not None and state.turn == claim.seat:
            state, (_, *swept) = rules.apply(state, claim.seat, rules.Pass())
            outcomes = (*outcomes, *swept)
        super().carry_out((state, outcomes), auto, now=now, out=out)


MUTANT = Mutant(
    name="M129",
    about="The last claimant has no turn of his own.",
    oracle="turn_order",
    check="R1",
    parts=Parts(bluff_table=HastyTable),
)
