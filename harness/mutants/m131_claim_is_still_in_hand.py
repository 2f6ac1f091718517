"""M131: a snapshot shows a claimant the cards that he has laid as if he held them (CHT-E24)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class SlowTable(BluffTable):
    """Forgets in pictures what lies on the table."""

    def view_for(self, seat: int, *, now: Instant) -> ev.BluffView:
        """As it should be, with the cards of the last claim in the hand."""
        view, claim = super().view_for(seat, now=now), self.state.claim
        if claim is None or claim.seat != seat:
            return view
        return replace(view, cards=(*view.cards, *claim.cards))


MUTANT = Mutant(
    name="M131",
    about="Cards that were laid are still in the hand of the snapshot.",
    oracle="continuity",
    check="C1",
    parts=Parts(bluff_table=SlowTable),
)
