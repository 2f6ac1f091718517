"""M125: whoever takes a pile gets one card less (CHT-12, CHT-13)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable, Step
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.wire import events as ev


class LosingTable(BluffTable):
    """Loses a card of every pile that is taken."""

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, less one card."""
        state, outcomes = step
        first = outcomes[0]
        if isinstance(first, rules.Called) and len(state.hands[first.taker]) > 1:
            hands = list(state.hands)
            hands[first.taker] = hands[first.taker][1:]
            state = replace(state, hands=tuple(hands))
        super().carry_out((state, outcomes), auto, now=now, out=out)


MUTANT = Mutant(
    name="M125",
    about="A card is lost when a pile is taken.",
    oracle="conservation",
    check="R2",
    parts=Parts(bluff_table=LosingTable),
)
