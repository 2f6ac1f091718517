"""M132: the public event shows the cards that were laid face down (CHT-E24)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.rules.french_deck import Face
from harness.wire import events as ev


class LaidOpen(ev.Laid, frozen=True, kw_only=True, tag="laid"):
    """`laid` with a field that no schema knows."""

    cards: tuple[Face, ...]


class OpenTable(BluffTable):
    """Tells everybody what lies on the table."""

    def public_laid(self, outcome: rules.Played, auto: ev.Auto | None) -> ev.PublicEvent:
        """As it should be, and the faces."""
        event = super().public_laid(outcome, auto)
        assert isinstance(event, ev.Laid)
        claim = self.state.claim
        fields = {name: getattr(event, name) for name in ev.Laid.__struct_fields__}
        return LaidOpen(**fields, cards=claim.cards if claim is not None else ())


MUTANT = Mutant(
    name="M132",
    about="Face-down cards are in the public event.",
    oracle="hand_privacy",
    check="P1",
    parts=Parts(bluff_table=OpenTable),
)
