"""M112: the snapshot after a reconnect shows the dice under all cups (LDC-03)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table_dice import DiceTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class OpenView(ev.DiceView, frozen=True, kw_only=True, tag="liars_dice"):
    """A table view with a field that no schema knows."""

    cups: tuple[tuple[int, ...], ...]


class GlassTable(DiceTable):
    """Shows whoever comes back everything."""

    def view_for(self, seat: int, *, now: Instant) -> ev.DiceView:
        """As it should be, and all cups."""
        view = super().view_for(seat, now=now)
        fields = {name: getattr(view, name) for name in ev.DiceView.__struct_fields__}
        return OpenView(**fields, cups=self.state.dice)


MUTANT = Mutant(
    name="M112",
    about="All dice are in the snapshot after a reconnect.",
    oracle="resume_privacy",
    check="P7",
    parts=Parts(dice_table=GlassTable),
)
