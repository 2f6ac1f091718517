"""M143: a bid that was missed costs nothing (WIZ-20)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import Step, WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class MildTable(WizardTable):
    """Takes nobody any points."""

    def step_of(self, seat: int, move: rules.SeatMove) -> Step:
        """As it should be, with a line without minus."""
        after, outcomes = super().step_of(seat, move)
        mild = tuple(
            replace(outcome, points=tuple(max(0, points) for points in outcome.points))
            if isinstance(outcome, rules.Scored)
            else outcome
            for outcome in outcomes
        )
        lines = tuple(outcome for outcome in mild if isinstance(outcome, rules.Scored))
        return (replace(after, sheet=(*after.sheet[:-1], *lines)) if lines else after), mild


MUTANT = Mutant(
    name="M143",
    about="A missed bid costs nothing.",
    oracle="points",
    check="L1",
    parts=Parts(wizard_table=MildTable),
)
