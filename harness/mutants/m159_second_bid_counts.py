"""M159: a second unseen bid takes the place of the first (WIZ-E12)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import Step, WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class FickleTable(WizardTable):
    """Lets players think again."""

    def step_of(self, seat: int, move: rules.SeatMove) -> Step:
        """As it should be, and without the bid that was made."""
        state = self.state
        if self.is_sealed() and isinstance(move, rules.Bid) and state.bids[seat] is not None:
            bids = (*state.bids[:seat], None, *state.bids[seat + 1 :])
            return rules.apply(replace(state, bids=bids), seat, move)
        return super().step_of(seat, move)


MUTANT = Mutant(
    name="M159",
    about="An unseen bid can be changed while others still think.",
    oracle="turn_order",
    check="R1",
    parts=Parts(wizard_table=FickleTable),
)
