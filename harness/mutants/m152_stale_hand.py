"""M152: the hand shown after an automatic move still holds the card that was played (WIZ-02)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class StaleHandTable(WizardTable):
    """Remembers hands a little too long."""

    __slots__ = ("_before",)

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, told the hand of before."""
        self._before: ev.WizardHand | None = super().private_hand(seat)
        super().play_for(seat, cause, now=now, out=out)
        self._before = None

    def private_hand(self, seat: int) -> ev.WizardHand:
        """As it should be, unless it was moved for this seat just now."""
        hand, before = super().private_hand(seat), getattr(self, "_before", None)
        if before is None or before.round != hand.round:
            return hand
        self._before = None
        return replace(hand, cards=before.cards)


MUTANT = Mutant(
    name="M152",
    about="The frame after an automatic move shows the hand before it.",
    oracle="conservation",
    check="R2",
    parts=Parts(wizard_table=StaleHandTable),
)
