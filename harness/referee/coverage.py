"""Which rules this run exercised: a mark per rule id whenever the events show the rule at work."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from harness.clock import Instant
from harness.history.observation import Exchange
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.verdict import OracleReport
from harness.wire import commands as cmd
from harness.wire import events as ev


class Coverage(Oracle):
    """Counts ids; base of the classes that report as `rules_coverage`, one per game and one for what all share."""

    name = "rules_coverage"
    checks = ("COVER",)
    ids: ClassVar[tuple[str, ...]] = ()
    """Ids of the rulebook, or their parts, that can be marked; each is in the report, also when it was never seen."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.counts: Counter[str] = Counter(dict.fromkeys(self.ids, 0))

    def report(self) -> OracleReport:
        """As every oracle, with the counts by rule id."""
        base = super().report()
        return OracleReport(
            oracle=base.oracle,
            checks=base.checks,
            verdict=base.verdict,
            evaluated=base.evaluated,
            undecidable=base.undecidable,
            findings=base.findings,
            findings_total=base.findings_total,
            error=base.error,
            counts=tuple(self.counts.items()),
        )

    def mark(self, *ids: str) -> None:
        """These rules were seen at work."""
        self.evaluated += 1
        self.counts.update(ids)

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal names the rule behind it."""
        if event.rule in self.ids:
            self.mark(event.rule)


class HouseCoverage(Coverage):
    """COVER: which rules and decisions were seen at work.

    Observes: everything.
    Statement: none; it convicts nobody, it counts, so that a campaign can say what it has not tried. What holds in
        rooms of every game is counted here: who comes back, owners, bots, names, rematches.
    Alarm: none.
    Cost: O(1) per event.
    """

    ids = ("BLF-25", "BLF-34", "BLF-E05", "BLF-E36", "BLF-E37", "BLF-E38", "BLF-E39", "BLF-E40")

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Roster: self.on_roster, ev.Back: self.on_back}
        self.frames = {ev.Refused: self.on_refused}
        self.commands = {cmd.Hello: self.on_hello}
        self.observations = {Exchange: self.on_exchange}

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """Bots, owners, names and rematches."""
        if event.cause in ("bot_added", "bot_removed"):
            self.mark("BLF-E37")
        if event.cause == "rematch":
            self.mark("BLF-E40")
        if room.owner and event.owner != room.owner:
            self.mark("BLF-E36")
        names = [member.name for member in event.members]
        if len(set(names)) < len(names):
            self.mark("BLF-E39")

    def on_back(self, room: Room, event: ev.Back, moment: Moment) -> None:
        """A return."""
        self.mark("BLF-25", "BLF-E05")

    def on_hello(self, connection: Connection, command: cmd.Hello, at: Instant) -> None:
        """A return to the seat."""
        if any(c.secret == command.secret and c is not connection for c in self.scene.companions(connection)):
            self.mark("BLF-25")

    def on_exchange(self, exchange: Exchange) -> None:
        """Lobby calls that show a rule."""
        call = self.scene.dialect.read_call(exchange.method, exchange.path)
        if call.kind == "other" and exchange.status >= 400:
            self.mark("BLF-34")
        elif call.kind in ("add_bot", "remove_bot") and exchange.status < 300:
            self.mark("BLF-E37")
        elif exchange.status == 409 and b"already_started" in exchange.answer:
            self.mark("BLF-E38")
