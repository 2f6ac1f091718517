"""M156: a Jester turned up makes spades trump (WIZ-07)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class JesterTable(WizardTable):
    """Cannot do without trump."""

    def _draw(self, move: rules.Dealer | rules.Deal | rules.TurnUp) -> None:
        super()._draw(move)
        if isinstance(move, rules.TurnUp) and move.card == "E":
            self.state = replace(self.state, trump="S")


MUTANT = Mutant(
    name="M156",
    about="A Jester turned up makes a trump.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(wizard_table=JesterTable),
)
