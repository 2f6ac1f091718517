"""M109: a bid that is met exactly is judged too high (LDC-12)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable, Step
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class StrictTable(DiceTable):
    """Wants one die more than was bid."""

    def outcome_of(self, seat: int, move: rules.Bid | rules.Challenge) -> Step:
        """A challenge of a bid for one more."""
        bid = self.state.bid
        if isinstance(move, rules.Bid) or bid is None:
            return super().outcome_of(seat, move)
        higher = rules.Standing(bid.seat, bid.quantity + 1, bid.face)
        after, (settled, *others) = rules.apply(replace(self.state, bid=higher), seat, move)
        assert isinstance(settled, rules.Challenged)
        return after, (replace(settled, quantity=bid.quantity), *others)


MUTANT = Mutant(
    name="M109",
    about="A bid that is met exactly is judged too high.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(dice_table=StrictTable),
)
