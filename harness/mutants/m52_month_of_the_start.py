"""M52: points go to the month in which the match began (BLF-E32)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from harness.backend.civil import season_of
from harness.backend.config import BackendConfig
from harness.backend.house import House
from harness.backend.ledger import Ledger
from harness.backend.match import Host
from harness.backend.member import Member
from harness.backend.parts import Parts
from harness.backend.table import Table
from harness.clock import Instant
from harness.dialects.dialect import ChanceScript
from harness.mutants.mutant import Mutant
from harness.wire.events import Result


class StartLedger(Ledger):
    """Knows when each match began, and counts it there."""

    def __init__(self, config: BackendConfig) -> None:
        super().__init__(config)
        self.begun: dict[str, str] = {}

    def credit(self, result: Result, player: str, name: str, points: int) -> None:
        """As it should be, under another month."""
        super().credit(replace(result, season=self.begun.get(result.match, result.season)), player, name, points)


class StartTable(Table):
    """Tells the ledger when it begins."""

    def __init__(
        self, house: House, host: Host, match: str, seats: Sequence[Member], script: ChanceScript | None
    ) -> None:
        super().__init__(house, host, match, seats, script)
        self.house = house

    def start(self, *, now: Instant) -> None:
        """As it should be, after a look at the calendar."""
        ledger = self.house.ledger
        assert isinstance(ledger, StartLedger)
        ledger.begun[self.match] = season_of(self.house.civil.utc_ms(now=now))
        super().start(now=now)


MUTANT = Mutant(
    name="M52",
    about="Points go to the month in which the match began.",
    oracle="month",
    check="L5",
    parts=Parts(ledger=StartLedger, table=StartTable),
)
