"""M127: whoever lays his last card is out at once, before anybody could call (CHT-20, CHT-E09)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.messages import Effect
from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable, Step
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules
from harness.wire import events as ev


class HastyTable(BluffTable):
    """Does not wait whether the last claim stands."""

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """As it should be, but the last card is the end."""
        state, outcomes = step
        first = outcomes[0]
        if isinstance(first, rules.Played) and not first.left and len(outcomes) == 1:
            place = next(place for place in range(1, len(state.places) + 1) if place not in state.places)
            places = tuple(place if seat == first.seat else old for seat, old in enumerate(state.places))
            state = replace(state, places=places, phase=rules.Phase.OVER)
            outcomes = (*outcomes, rules.Finished(first.seat, place))
        super().carry_out((state, outcomes), auto, now=now, out=out)


MUTANT = Mutant(
    name="M127",
    about="The last card wins before anybody could call.",
    oracle="elimination",
    check="R4",
    parts=Parts(bluff_table=HastyTable),
)
