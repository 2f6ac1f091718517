"""M142: of several Wizards in a trick the last one takes it (WIZ-15)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import Step, WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules
from harness.rules.wizard_cards import WIZARD


class LastWizardTable(WizardTable):
    """Gives a trick to the latest Wizard."""

    def step_of(self, seat: int, move: rules.SeatMove) -> Step:
        """As it should be, with another winner."""
        after, outcomes = super().step_of(seat, move)
        trick = self.state.trick
        if WIZARD not in trick or move != rules.Play(WIZARD) or after.phase is not rules.Phase.PLAY or after.trick:
            return after, outcomes
        won = list(after.won)
        won[after.leader] -= 1
        won[seat] += 1
        played, _ = outcomes
        return replace(after, leader=seat, won=tuple(won)), (played, rules.Taken(seat))


MUTANT = Mutant(
    name="M142",
    about="The last Wizard takes the trick, not the first.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(wizard_table=LastWizardTable),
)
