"""M108: at the challenge the ones are wild again (LDC-10)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable, Step
from harness.mutants.mutant import Mutant
from harness.rules import liars_dice as rules


class ForgetfulTable(DiceTable):
    """Counts as if nobody had bid ones."""

    def outcome_of(self, seat: int, move: rules.Bid | rules.Challenge) -> Step:
        """A challenge without the lock."""
        if isinstance(move, rules.Bid):
            return super().outcome_of(seat, move)
        return rules.apply(replace(self.state, locked=False), seat, move)


MUTANT = Mutant(
    name="M108",
    about="Ones are wild at the challenge although somebody bid them.",
    oracle="call_verdict",
    check="R3",
    parts=Parts(dice_table=ForgetfulTable),
)
