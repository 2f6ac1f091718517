"""M103: who won the challenge opens the next round, as in other dice games (LDC-04)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable, Step
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class WinnersTable(DiceTable):
    """Lets the winner of a challenge open."""

    def outcome_of(self, seat: int, move: rules.Bid | rules.Challenge) -> Step:
        """As it should be, and the other one opens."""
        after, outcomes = super().outcome_of(seat, move)
        settled = outcomes[0]
        if not isinstance(settled, rules.Challenged) or after.phase is not rules.Phase.ROLL:
            return after, outcomes
        winner = settled.seat if settled.loser == settled.bidder else settled.bidder
        return replace(after, turn=winner), outcomes


MUTANT = Mutant(
    name="M103",
    about="The winner of a challenge opens the next round.",
    oracle="turn_order",
    check="R1",
    parts=Parts(dice_table=WinnersTable),
)
