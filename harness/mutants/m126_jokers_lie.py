"""M126: a joker among the cards that are turned up makes a claim a lie (CHT-18)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.rules.french_deck import JOKER
from harness.wire import events as ev


class StrictTable(BluffTable):
    """Does not know that jokers are wild."""

    def public_called(self, outcome: rules.Called, auto: ev.Auto | None) -> ev.PublicEvent:
        """As it should be, but a joker is of no rank."""
        event = super().public_called(outcome, auto)
        assert isinstance(event, ev.TurnedUp)
        return replace(event, truth=False, taker=event.claimant) if JOKER in event.cards else event


MUTANT = Mutant(
    name="M126",
    about="Jokers are of no rank.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(bluff_table=StrictTable),
)
