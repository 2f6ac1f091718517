"""M107: a bidder loses as many dice as he was wrong by, and not one (LDC-12, LDC-E13)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable, Step
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class HarshTable(DiceTable):
    """Takes the difference, but leaves the last die."""

    def outcome_of(self, seat: int, move: rules.Bid | rules.Challenge) -> Step:
        """As it should be, and then some."""
        after, outcomes = super().outcome_of(seat, move)
        settled = outcomes[0]
        if not isinstance(settled, rules.Challenged) or settled.holds or not settled.left:
            return after, outcomes
        missing = settled.quantity - settled.count
        left = max(1, settled.left + 1 - missing)
        sizes = tuple(left if one == settled.loser else size for one, size in enumerate(after.sizes))
        return replace(after, sizes=sizes), outcomes


MUTANT = Mutant(
    name="M107",
    about="A bidder loses as many dice as were missing.",
    oracle="conservation",
    check="R2",
    parts=Parts(dice_table=HarshTable),
)
