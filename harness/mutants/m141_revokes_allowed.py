"""M141: any card of the hand may be played, whatever was led (WIZ-13)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import Step, WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules


class LaxTable(WizardTable):
    """Lets everybody play what he likes."""

    def step_of(self, seat: int, move: rules.SeatMove) -> Step:
        """As if the card were the only one in the hand."""
        state = self.state
        hand = state.hands[seat]
        if not isinstance(move, rules.Play) or move.card not in hand:
            return super().step_of(seat, move)
        at = hand.index(move.card)
        alone = replace(state, hands=(*state.hands[:seat], (hand[at],), *state.hands[seat + 1 :]))
        after, outcomes = rules.apply(alone, seat, move)
        rest = hand[:at] + hand[at + 1 :]
        return replace(after, hands=(*after.hands[:seat], rest, *after.hands[seat + 1 :])), outcomes


MUTANT = Mutant(
    name="M141",
    about="Nobody has to follow suit.",
    oracle="turn_order",
    check="R1",
    parts=Parts(wizard_table=LaxTable),
)
