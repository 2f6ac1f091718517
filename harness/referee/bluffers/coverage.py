"""Which rules this run exercised: a mark per rule id whenever the events show the rule at work."""

from __future__ import annotations

from collections import Counter
from typing import Final

from harness.clock import Instant
from harness.history.observation import Exchange
from harness.referee.bluffers.match import BluffersMatch
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.verdict import OracleReport
from harness.wire import commands as cmd
from harness.wire import events as ev

RULES: Final = tuple(f"BLF-{number:02}" for number in range(1, 37))
"""Every rule of Bluffers."""

DECISIONS: Final = (
    "BLF-E01",
    "BLF-E02",
    "BLF-E03",
    "BLF-E04",
    "BLF-E05",
    "BLF-E07",
    "BLF-E08",
    "BLF-E09",
    "BLF-E10",
    "BLF-E11",
    "BLF-E13",
    "BLF-E16",
    "BLF-E19",
    "BLF-E22",
    "BLF-E24",
    "BLF-E25",
    "BLF-E28",
    "BLF-E31",
    "BLF-E36",
    "BLF-E37",
    "BLF-E38",
    "BLF-E39",
    "BLF-E40",
)
"""Decisions that show on the wire."""


class RulesCoverage(Oracle):
    """COVER: which rules and decisions were seen at work.

    Observes: everything.
    Statement: none; it convicts nobody, it counts, so that a campaign can say what it has not tried.
    Alarm: none.
    Cost: O(1) per event.
    """

    name = "rules_coverage"
    checks = ("COVER",)
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.counts: Counter[str] = Counter()
        self.public = {
            ev.Roster: self.on_roster,
            ev.MatchStarted: self.on_match,
            ev.HandStarted: self.on_hand,
            ev.TurnStarted: self.on_turn,
            ev.LegalChanged: self.on_legal,
            ev.Played: self.on_played,
            ev.Called: self.on_called,
            ev.Pulled: self.on_pulled,
            ev.Eliminated: self.on_eliminated,
            ev.HandVoid: self.on_void,
            ev.LeftTable: self.on_left,
            ev.MatchOver: self.on_over,
            ev.Back: self.on_back,
        }
        self.frames = {ev.Cards: self.on_cards, ev.Refused: self.on_refused}
        self.commands = {cmd.Hello: self.on_hello}
        self.observations = {Exchange: self.on_exchange}

    def report(self) -> OracleReport:
        """As every oracle, with the counts by rule id."""
        base = super().report()
        counts = tuple((rule, self.counts[rule]) for rule in (*RULES, *DECISIONS))
        return OracleReport(
            oracle=base.oracle,
            checks=base.checks,
            verdict=base.verdict,
            evaluated=base.evaluated,
            undecidable=base.undecidable,
            findings=base.findings,
            findings_total=base.findings_total,
            error=base.error,
            counts=counts,
        )

    def mark(self, *rules: str) -> None:
        """These rules were seen at work."""
        self.evaluated += 1
        self.counts.update(rules)

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

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Seats, and whether it counts."""
        self.mark("BLF-01", "BLF-30", "BLF-E31", "BLF-32" if event.ranked else "BLF-31")

    def on_hand(self, room: Room, event: ev.HandStarted, moment: Moment) -> None:
        """A deal."""
        self.mark("BLF-05", "BLF-09", "BLF-E16")
        dealt = sum(1 for size in event.sizes if size)
        if dealt < 4:
            self.mark("BLF-07", "BLF-E19")
        if event.hand > 1:
            self.mark("BLF-06", "BLF-21", "BLF-22")

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """A turn."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.mark("BLF-14", "BLF-35")
        if event.legal == ("call",):
            self.mark("BLF-24")
        else:
            self.mark("BLF-12")
        living, holders = match.living(), match.holders()
        if not match.opening and len(holders) < len(living):
            self.mark("BLF-23")

    def on_legal(self, room: Room, event: ev.LegalChanged, moment: Moment) -> None:
        """A leaver changed what may be done."""
        self.mark("BLF-E11" if event.legal == ("call",) else "BLF-E08")

    def on_played(self, room: Room, event: ev.Played, moment: Moment) -> None:
        """A claim."""
        self.mark("BLF-10", "BLF-11")
        if event.auto == "clock":
            self.mark("BLF-15")
        elif event.auto == "away":
            self.mark("BLF-25", "BLF-E03", "BLF-E04")

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """A call."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.mark("BLF-13", "BLF-16", "BLF-17")
        if "*" in event.cards:
            self.mark("BLF-04")
        if event.auto is not None:
            self.mark("BLF-E01" if event.auto == "clock" else "BLF-E02")
        if not match.sizes[event.claimant]:
            self.mark("BLF-E13")

    def on_pulled(self, room: Room, event: ev.Pulled, moment: Moment) -> None:
        """A pull."""
        self.mark("BLF-18", "BLF-20", "BLF-36")
        if event.pulls == 6 or (event.pulls == 1 and room.result is not None):
            self.mark("BLF-19")

    def on_eliminated(self, room: Room, event: ev.Eliminated, moment: Moment) -> None:
        """A place."""
        self.mark("BLF-28", "BLF-29")

    def on_void(self, room: Room, event: ev.HandVoid, moment: Moment) -> None:
        """A hand that could not go on."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.mark("BLF-E09" if match.holders() else "BLF-E10")

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """A leaver."""
        match = BluffersMatch.at(room)
        assert match is not None
        if match.places[event.seat]:
            self.mark("BLF-E25")
            return
        self.mark("BLF-26", "BLF-E22")
        if event.withdrawn:
            self.mark("BLF-E08")
        if match.seat == event.seat:
            self.mark("BLF-E07")
        if len(match.living()) == 2:
            self.mark("BLF-E24")

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A result."""
        self.mark("BLF-02", "BLF-27", "BLF-28", "BLF-29")
        if event.result.season is not None:
            self.mark("BLF-33")

    def on_back(self, room: Room, event: ev.Back, moment: Moment) -> None:
        """A return."""
        self.mark("BLF-25", "BLF-E05")

    def on_cards(self, connection: Connection, event: ev.Cards, at: Instant) -> None:
        """Own cards, and a deck that is counted."""
        self.mark("BLF-08")
        match = BluffersMatch.at(connection.room)
        if match is not None and sum(len(hand.dealt) for hand in match.hands.values()) >= 15:
            self.mark("BLF-03")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal names the rule behind it."""
        if event.rule in RULES or event.rule in DECISIONS:
            self.mark(event.rule)

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
