"""Marks of Bluffers: its rules, and its decisions that show on the wire."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange, Sent
from harness.referee.connection import Connection
from harness.referee.marks import Marks
from harness.referee.match import Match
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.referee.rulebook.bluffers import DECISIONS, RULES
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev


class BluffersMarks(Marks):
    """Rules and decisions of Bluffers."""

    game = "bluffers"

    def __init__(self, scene: Scene, counts: Counter[str]) -> None:
        super().__init__(scene, counts)
        self._disturbed: dict[str, int] = scene.memory()
        self._seasons: set[str] = set()
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
            ev.RoomClosed: self.on_closed,
        }
        self.frames = {ev.Snapshot: self.on_snapshot, ev.Cards: self.on_cards, ev.Refused: self.on_refused}
        self.commands = {cmd.Hello: self.on_hello, None: self.on_junk}
        self.calls = {
            "world_board": self.on_board,
            "season_board": self.on_board,
            "profile": self.on_profile,
            "join": self.on_join,
            "tutorial": self.on_tutorial,
        }
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
        if event.hand > 1:
            self.mark("BLF-06", "BLF-21", "BLF-22")
            if room.match is not None and room.match.table == event.table:
                self.mark("BLF-E17")
        elif event.opener:
            self.mark("BLF-E18")

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """A turn."""
        match = room.match
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
        match = room.match
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
        match = room.match
        assert match is not None
        self.mark("BLF-E09" if match.holders() else "BLF-E10")

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """A leaver."""
        match = room.match
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
        season = event.result.season
        if season is not None:
            self.mark("BLF-33")
            if self._seasons and season not in self._seasons:
                self.mark("BLF-E32")
            self._seasons.add(season)
        if room.match is not None and room.match.departed and any(event.result.points):
            self.mark("BLF-E23")

    def on_back(self, room: Room, event: ev.Back, moment: Moment) -> None:
        """A return."""
        self.mark("BLF-25", "BLF-E05")

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Somebody comes back to a table of absent humans."""
        others = [member for member in event.members if member.kind == "human" and member.player != event.you]
        if event.phase == "playing" and others and not any(member.present for member in others):
            self.mark("BLF-E27")

    def on_closed(self, room: Room, event: ev.RoomClosed, moment: Moment) -> None:
        """A match that nobody human is left to play."""
        if room.phase == "playing":
            self.mark("BLF-E26")

    def on_cards(self, connection: Connection, event: ev.Cards, at: Instant) -> None:
        """Own cards, and a deck that is counted."""
        self.mark("BLF-08")
        match: Match | None = connection.room.match if connection.room is not None else None
        if match is not None and sum(len(hand.dealt) for hand in match.hands.values()) >= 15:
            self.mark("BLF-03")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal names the rule behind it."""
        if event.rule in RULES or event.rule in DECISIONS:
            self.mark(event.rule)
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
        if room is not None and room.match is not None:
            self._disturbed[room.code] = room.match.turn

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

    def on_join(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A right code that leads nowhere: the owner has blocked the caller."""
        room = self.scene.rooms.get(call.room)
        if room is not None and room.connections and exchange.status == 404:
            self.mark("BLF-E35")

    def on_board(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """Rows with equal points."""
        try:
            page = self.scene.dialect.read_page(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            return
        if any(above.points == below.points for above, below in pairwise(page.rows)):
            self.mark("BLF-E30")

    def on_profile(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A tier with the points that it rests on."""
        if exchange.status == 200:
            self.mark("BLF-E34")

    def on_tutorial(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """The tutorial was begun, or is over."""
        if exchange.status in (201, 409):
            self.mark("BLF-E41")
