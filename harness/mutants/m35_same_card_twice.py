"""M35: a face that is laid more often than it is held counts as often as it is named (CHT-E25)."""

from __future__ import annotations

from collections import Counter

from harness.backend.parts import Parts
from harness.backend.table_bluff import BluffTable, Step
from harness.mutants.mutant import Mutant
from harness.rules import bluff as rules


class NaiveTable(BluffTable):
    """Looks whether each card is there, and not how often."""

    def try_move(self, seat: int, turn: int, move: rules.Play | rules.Pass | rules.Call) -> Step:
        """As it should be, but what is held once can be laid twice; only what is there leaves the hand."""
        if isinstance(move, rules.Play) and not self.is_over() and set(move.cards) <= set(self.state.hands[seat]):
            there = Counter(move.cards) & Counter[str](self.state.hands[seat])
            move = rules.Play(tuple(there.elements()), move.rank)
        return super().try_move(seat, turn, move)


MUTANT = Mutant(
    name="M35",
    about="The same card can be laid several times.",
    oracle="conservation",
    check="R2",
    parts=Parts(bluff_table=NaiveTable),
)
