"""M154: a suit that is played after a leading Wizard must be followed (WIZ-17)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_wizard import Step, WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules
from harness.rules.wizard_cards import SUIT_OF, WIZARD
from harness.rules.wizard_tricks import playable


class BindingTable(WizardTable):
    """Treats a leading Wizard like a leading Jester."""

    def try_move(self, seat: int, turn: int, move: rules.SeatMove) -> Step:
        """As it should be, and refuses more."""
        step = super().try_move(seat, turn, move)
        trick = self.state.trick
        if isinstance(move, rules.Play) and trick[:1] == (WIZARD,):
            rest = tuple(card for card in trick if card in SUIT_OF)
            if all(move.card != card for card in playable(self.state.hands[seat], rest)):
                raise rules.Illegal("must_follow")
        return step


MUTANT = Mutant(
    name="M154",
    about="After a leading Wizard the next card sets the suit.",
    oracle="turn_order",
    check="R1",
    parts=Parts(wizard_table=BindingTable),
)
