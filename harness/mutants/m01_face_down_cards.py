"""M01: the public event shows the faces of the cards that were played face down (BLF-08)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.mutants.mutant import Mutant
from harness.rules import bluffers as rules
from harness.rules.cards import Face
from harness.wire import events as ev


class PlayedOpen(ev.Played, frozen=True, kw_only=True, tag="played"):
    """`played` with a field that no schema knows."""

    cards: tuple[Face, ...]


class OpenTable(Table):
    """Tells everybody what lies on the table."""

    def public_played(self, outcome: rules.Played, auto: ev.Auto | None) -> ev.PublicEvent:
        """As it should be, and the faces."""
        event = super().public_played(outcome, auto)
        assert isinstance(event, ev.Played) and self.state.claim is not None
        fields = {name: getattr(event, name) for name in ev.Played.__struct_fields__}
        return PlayedOpen(**fields, cards=self.state.claim.cards)


MUTANT = Mutant(
    name="M01",
    about="Face-down cards are in the public event.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(table=OpenTable),
)
