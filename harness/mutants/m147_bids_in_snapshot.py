"""M147: the snapshot after a reconnect shows the bids of all seats (WIZ-E11)."""

from __future__ import annotations

from msgspec.structs import replace

from harness.backend.parts import Parts
from harness.backend.table_wizard import WizardTable
from harness.clock import Instant
from harness.mutants.mutant import Mutant
from harness.wire import events as ev


class OpenBidsTable(WizardTable):
    """Shows whoever comes back all bids."""

    def view_for(self, seat: int, *, now: Instant) -> ev.WizardView:
        """As it should be, and all bids."""
        return replace(super().view_for(seat, now=now), bids=self.state.bids)


MUTANT = Mutant(
    name="M147",
    about="Hidden and secret bids of all are in the snapshot.",
    oracle="resume_privacy",
    check="P7",
    parts=Parts(wizard_table=OpenBidsTable),
)
