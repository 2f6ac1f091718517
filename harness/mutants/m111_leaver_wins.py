"""M111: the result does not say that an AI played a leaver's seat (LDC-E15)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class FlatteringTable(DiceTable):
    """Credits the leaver with what the AI did."""

    def result(self, *, season: str, ended: str) -> ev.Result:
        """As if nobody had left."""
        return replace(super().result(season=season, ended=ended), ai=())


MUTANT = Mutant(
    name="M111",
    about="The result hides that an AI played a leaver's seat.",
    oracle="placement",
    check="R5",
    parts=Parts(dice_table=FlatteringTable),
)
