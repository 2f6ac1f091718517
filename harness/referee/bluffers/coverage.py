"""Which rules of Bluffers this run exercised."""

from __future__ import annotations

from typing import Final

from harness.clock import Instant
from harness.history.observation import Sent
from harness.referee.bluffers.match import BluffersMatch
from harness.referee.connection import Connection
from harness.referee.coverage import Coverage, HouseCoverage
from harness.referee.coverage_lobby import LobbyCoverage
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.referee.rulebook.bluffers import DECISIONS, RULES
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev

ELSEWHERE: Final = frozenset((*HouseCoverage.ids, *LobbyCoverage.ids))
"""Rules and decisions of Bluffers that show in every room, or in none."""


class BluffersCoverage(Coverage):
    """COVER: which rules and decisions were seen at work.

    Observes: everything in rooms of Bluffers.
    Statement: none; it convicts nobody, it counts.
    Alarm: none.
    Cost: O(1) per event.
    """

    game = "bluffers"
    ids = tuple(rule for rule in (*RULES, *DECISIONS) if rule not in ELSEWHERE)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
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
            ev.RoomClosed: self.on_closed,
        }
        self.frames = {ev.Snapshot: self.on_snapshot, ev.Cards: self.on_cards, ev.Refused: self.on_refused}
        self.commands = {None: self.on_junk}
        self._disturbed: dict[str, int] = scene.memory()
        self._seasons: set[str] = set()

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Seats, and whether it counts."""
        self.mark("BLF-01", "BLF-30", "BLF-E31", "BLF-32" if event.ranked else "BLF-31")
        if tuple(member.player for member in room.members) == event.seats:
            self.mark("BLF-E06")

    def on_hand(self, room: Room, event: ev.HandStarted, moment: Moment) -> None:
        """A deal."""
        self.mark("BLF-05", "BLF-09", "BLF-E16")
        dealt = sum(1 for size in event.sizes if size)
        if dealt < 4:
            self.mark("BLF-07", "BLF-E19")
        match = BluffersMatch.at(room)
        if event.hand > 1:
            self.mark("BLF-06", "BLF-21", "BLF-22")
            if match is not None and match.table == event.table:
                self.mark("BLF-E17")
        elif event.opener:
            self.mark("BLF-E18")

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
        if event.left:
            self.mark("BLF-E43")
        if event.auto == "clock":
            self.mark("BLF-15")
            if self._disturbed.get(room.code) == event.turn:
                self.mark("BLF-E29")
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
        self.mark("BLF-18", "BLF-20", "BLF-36", "BLF-E20")
        if event.group < event.number:
            self.mark("BLF-E12")
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
        match, season = BluffersMatch.at(room), event.result.season
        if season is not None:
            self.mark("BLF-33")
            if self._seasons and season not in self._seasons:
                self.mark("BLF-E32")
            self._seasons.add(season)
        if match is not None and match.departed and any(event.result.points):
            self.mark("BLF-E23")

    def on_closed(self, room: Room, event: ev.RoomClosed, moment: Moment) -> None:
        """A match that nobody human is left to play."""
        if room.phase == "playing":
            self.mark("BLF-E26")

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Somebody comes back to a table of absent humans."""
        others = [member for member in event.members if member.kind == "human" and member.player != event.you]
        if event.phase == "playing" and others and not any(member.present for member in others):
            self.mark("BLF-E27")

    def on_cards(self, connection: Connection, event: ev.Cards, at: Instant) -> None:
        """Own cards, and a deck that is counted."""
        self.mark("BLF-08")
        match = BluffersMatch.at(connection.room)
        if match is not None and sum(len(hand.dealt) for hand in match.hands.values()) >= 15:
            self.mark("BLF-03")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal names the rule behind it."""
        super().on_refused(connection, event, at)
        self._disturb(connection)
        sent = connection.sent.get(event.id) if event.id is not None else None
        if sent is not None and isinstance(sent.command, cmd.Call) and event.code == "not_your_turn":
            self.mark("BLF-E15")

    def on_junk(self, connection: Connection, sent: Sent, at: Instant) -> None:
        """A frame that is no command."""
        self._disturb(connection)

    def _disturb(self, connection: Connection) -> None:
        """Something without effect happened in the turn under way."""
        room = connection.room
        match = BluffersMatch.at(room)
        if room is not None and match is not None:
            self._disturbed[room.code] = match.turn
