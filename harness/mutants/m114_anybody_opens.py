"""M114: anybody opens the first round, and not the host (LDC-E12)."""

from __future__ import annotations

from harness.backend.house_dice import DiceChance
from harness.backend.parts import Parts
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class DrawnOpener(DiceChance):
    """Draws the opener."""

    def opener(self, host: int | None, seats: int) -> rules.Opener:
        """As if there were no host."""
        return super().opener(None, seats)


MUTANT = Mutant(
    name="M114",
    about="The first round is opened by anybody, and not by the host.",
    oracle="turn_order",
    check="R1",
    parts=Parts(dice_chance=DrawnOpener),
)
