"""M101: a bid shows everybody the dice of the bidder (LDC-03)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules
from harness.wire import events as ev


class OpenBid(ev.BidMade, frozen=True, kw_only=True, tag="bid_made"):
    """`bid_made` with a field that no schema knows."""

    dice: tuple[int, ...]


class OpenTable(DiceTable):
    """Lets everybody look under the bidder's cup."""

    def public_bid(self, outcome: rules.Raised, auto: ev.Auto | None) -> ev.PublicEvent:
        """As it should be, and the dice."""
        event = super().public_bid(outcome, auto)
        fields = {name: getattr(event, name) for name in ev.BidMade.__struct_fields__}
        return OpenBid(**fields, dice=self.state.dice[outcome.seat])


MUTANT = Mutant(
    name="M101",
    about="The dice of a bidder are in the public event.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(dice_table=OpenTable),
)
