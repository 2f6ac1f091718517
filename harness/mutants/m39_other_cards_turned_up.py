"""M39: a call turns up other cards than those that were laid (CHT-11)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.rules.french_deck import Face
from harness.wire import events as ev


class SwappingTable(BluffTable):
    """Turns up the cards in somebody else's favour."""

    def public_called(self, outcome: rules.Called, auto: ev.Auto | None) -> ev.PublicEvent:
        """One of the cards is another one, which is of the rank named no more and no less."""
        event = super().public_called(outcome, auto)
        assert isinstance(event, ev.TurnedUp)
        first, *others = event.cards
        other: Face = "*" if first == event.rank else event.rank if first == "*" else "K" if first != "K" else "Q"
        return event if other == event.rank and first != "*" else replace(event, cards=(other, *others))


MUTANT = Mutant(
    name="M39",
    about="Other cards are turned up than were laid.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(bluff_table=SwappingTable),
)
