"""M133: a leaver gets the best open place (CHT-E22)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class KindTable(BluffTable):
    """Thinks that who goes first is first."""

    def public_left(self, seat: int, *, withdrawn: bool = False) -> ev.PublicEvent:
        """As it should be, but above all who are still in."""
        event = super().public_left(seat, withdrawn=withdrawn)
        assert isinstance(event, ev.LeftTable)
        return replace(event, place=1)


MUTANT = Mutant(
    name="M133",
    about="A leaver gets the first place.",
    oracle="placement",
    check="R5",
    parts=Parts(bluff_table=KindTable),
)
