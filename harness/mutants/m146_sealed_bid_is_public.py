"""M146: a hidden bid is told to all as it is made (WIZ-E11)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.mutants.mutant import Mutant
from harness.rules import wizard as rules
from harness.wire import events as ev


class TalkingTable(WizardTable):
    """Tells every bid."""

    def public_move(self, outcome: rules.Outcome, auto: ev.Auto | None) -> ev.PublicEvent:
        """As it should be, with the number."""
        event = super().public_move(outcome, auto)
        if not isinstance(event, ev.BidSealed):
            return event
        return ev.TricksBid(
            number=event.number,
            group=event.group,
            match=event.match,
            turn=event.turn,
            seat=event.seat,
            tricks=self.state.bids[event.seat] or 0,
            auto=auto,
        )


MUTANT = Mutant(
    name="M146",
    about="A hidden or secret bid is shown to everybody at once.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(wizard_table=TalkingTable),
)
