"""M150: whoever took the last trick deals the next round (WIZ-E02)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import Step, WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class WinnerDealsTable(WizardTable):
    """Reads the rule about the First Player to the letter."""

    def step_of(self, seat: int, move: rules.SeatMove) -> Step:
        """As it should be, with another dealer of the next round."""
        after, outcomes = super().step_of(seat, move)
        winner = next((outcome.seat for outcome in outcomes if isinstance(outcome, rules.Taken)), None)
        if winner is None or after.phase is not rules.Phase.DEAL:
            return after, outcomes
        return replace(after, dealer=winner, leader=(winner + 1) % len(self.seats)), outcomes


MUTANT = Mutant(
    name="M150",
    about="The winner of the last trick becomes First Player of the next round.",
    oracle="turn_order",
    check="R1",
    parts=Parts(wizard_table=WinnerDealsTable),
)
