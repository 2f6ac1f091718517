"""M148: the private frame after an automatic move shows the bid of the next seat (WIZ-E11)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class NeighbourTable(WizardTable):
    """Looks up bids one seat too far."""

    def private_hand(self, seat: int) -> ev.WizardHand:
        """As it should be, with another bid."""
        return replace(super().private_hand(seat), bid=self.state.bids[(seat + 1) % len(self.seats)])


MUTANT = Mutant(
    name="M148",
    about="A player is told the bid of his neighbour as his own.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(wizard_table=NeighbourTable),
)
