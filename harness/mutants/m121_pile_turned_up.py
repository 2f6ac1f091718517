"""M121: a call turns up a card of the pile below the last claim, too (CHT-11, CHT-15)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.wire import events as ev


class OpenTable(BluffTable):
    """Shows more than was called."""

    def public_called(self, outcome: rules.Called, auto: ev.Auto | None) -> ev.PublicEvent:
        """As it should be, and one card of the hand that has the pile now."""
        event = super().public_called(outcome, auto)
        assert isinstance(event, ev.TurnedUp)
        return replace(event, cards=(*event.cards, self.state.hands[event.taker][0]))


MUTANT = Mutant(
    name="M121",
    about="More than the last claim is turned up.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(bluff_table=OpenTable),
)
