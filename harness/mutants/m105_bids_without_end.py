"""M105: a bid may be for more dice than are in play (LDC-07)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable, Step
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class EndlessTable(DiceTable):
    """Knows no highest bid."""

    def outcome_of(self, seat: int, move: rules.Bid | rules.Challenge) -> Step:
        """A bid as if there were twice as many dice."""
        if isinstance(move, rules.Challenge):
            return super().outcome_of(seat, move)
        plenty = tuple(2 * size for size in self.state.sizes)
        after, outcomes = rules.apply(replace(self.state, sizes=plenty), seat, move)
        return replace(after, sizes=self.state.sizes), outcomes


MUTANT = Mutant(
    name="M105",
    about="A bid may be for more dice than are in play.",
    oracle="turn_order",
    check="R1",
    parts=Parts(dice_table=EndlessTable),
)
