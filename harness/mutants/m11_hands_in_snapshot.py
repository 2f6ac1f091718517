"""M11: the snapshot after a reconnect holds the hands of all seats (BLF-08)."""

from __future__ import annotations

from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.rules.cards import Face
from harness.wire import events as ev


class OpenView(ev.TableView, frozen=True, kw_only=True):
    """A table view with a field that no schema knows."""

    hands: tuple[tuple[Face, ...], ...]


class OpenTable(Table):
    """Shows whoever comes back everything."""

    def view_for(self, seat: int, *, now: Instant) -> ev.TableView:
        """As it should be, and all hands."""
        view = super().view_for(seat, now=now)
        fields = {name: getattr(view, name) for name in ev.TableView.__struct_fields__}
        return OpenView(**fields, hands=self.state.hands)


MUTANT = Mutant(
    name="M11",
    about="All hands are in the snapshot after a reconnect.",
    oracle="resume_privacy",
    check="P7",
    parts=Parts(table=OpenTable),
)
