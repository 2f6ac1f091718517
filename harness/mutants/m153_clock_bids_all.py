"""M153: when the time is over the highest bid that is allowed is made (WIZ-E19)."""

from __future__ import annotations

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules
from harness.wire import events as ev


class BoldTable(WizardTable):
    """Bids high for who does not."""

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, but for bids."""
        if self.state.phase is not rules.Phase.BID:
            super().play_for(seat, cause, now=now, out=out)
            return
        move = rules.legal(self.state, seat)[-1]
        self.carry_out(seat, self.step_of(seat, move), cause, now=now, out=out)


MUTANT = Mutant(
    name="M153",
    about="The automatic bid is all tricks.",
    oracle="turn_order",
    check="R10",
    parts=Parts(wizard_table=BoldTable),
)
