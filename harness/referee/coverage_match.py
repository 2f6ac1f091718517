"""Which features of the platform a run exercised at the table: what all games have in common, the choices of each."""

from __future__ import annotations

from typing import Final

from harness.clock import SECOND, Instant
from harness.dialects.dialect import LobbyCall
from harness.history.observation import Exchange
from harness.referee.connection import Connection
from harness.referee.coverage import Coverage
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.referee.rulebook.entry import marks_of
from harness.referee.rulebook.features import FEATURES
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import BluffOptions, WizardOptions

SOON: Final = 30 * SECOND
"""From opening the page to the first turn (FEAT-55)."""

_MOVES: Final = (
    ev.Played, ev.Called, ev.BidMade, ev.Challenged, ev.Laid, ev.Passed, ev.TurnedUp, ev.TrumpChosen, ev.TricksBid,
    ev.BidSealed, ev.CardPlayed,
)  # fmt: skip
_DEALS: Final = (ev.HandStarted, ev.RoundStarted, ev.Dealt, ev.RoundDealt)
_OWN: Final = {ev.Cards: "bluffers", ev.Dice: "liars_dice", ev.BluffHand: "bluff", ev.WizardHand: "wizard"}
_FEATURES: Final = (
    *(
        mark
        for number in (10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 22, 24, 27, 34, *range(41, 53), 55)
        for mark in marks_of(f"FEAT-{number}", FEATURES[f"FEAT-{number}"])
        if mark != "FEAT-11/refused"
    ),
    "FEAT-17/socket",
)
_SETTLING: Final = (cmd.Call, cmd.Challenge)


class MatchCoverage(Coverage):
    """COVER: which features were seen at work while a match was played.

    Observes: everything in rooms of all games.
    Statement: none; it convicts nobody, it counts.
    Alarm: none.
    Cost: O(seats) per turn, O(1) per other event.
    """

    ids = _FEATURES

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._filled: dict[str, int] = scene.memory()
        self._options: dict[str, object] = scene.memory()
        self._rings: dict[str, tuple[int, ...]] = scene.memory()
        self._settling: dict[str, str] = scene.memory()
        self._arrived: dict[str, Instant] = scene.memory()
        self._seasons: set[str] = set()
        self.public = {
            **dict.fromkeys(_MOVES, self.on_move),
            **dict.fromkeys(_DEALS, self.on_deal),
            ev.Roster: self.on_roster,
            ev.MatchStarted: self.on_match,
            ev.TurnStarted: self.on_turn,
            ev.BiddingOpened: self.on_turn,
            ev.LeftTable: self.on_left,
            ev.TakenOver: self.on_left,
            ev.RoundScored: self.on_scored,
            ev.MatchOver: self.on_over,
        }
        self.frames = {
            **dict.fromkeys(_OWN, self.on_own),
            ev.Snapshot: self.on_snapshot,
            ev.Refused: self.on_refused,
        }
        self.commands = dict.fromkeys(_SETTLING, self.on_settling)
        self.calls = {"session": self.on_session}

    # -- the room ----------------------------------------------------------------------------

    def on_session(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """Somebody opened the page."""
        self._arrived.setdefault(player, exchange.sent)

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """Bots that fill the table, and owners that go."""
        if event.cause == "bot_added":
            self._filled[room.code] = event.group
        if room.owner and event.owner != room.owner:
            self.mark("FEAT-52/playing" if event.phase == "playing" else "FEAT-52/lobby")

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Who plays, and what was chosen."""
        self.mark(f"FEAT-11/{event.game}")
        if self._filled.get(room.code) == event.group:
            self.mark("FEAT-10")
        if room.code in self._options:
            self.mark("FEAT-27")
        chosen = self._options[room.code] = event.options
        if isinstance(chosen, WizardOptions):
            self.mark(f"FEAT-45/{chosen.length}", f"FEAT-46/{chosen.bids}")
        elif isinstance(chosen, BluffOptions):
            self.mark(f"FEAT-50/{chosen.end}")
            if chosen.decks is not None:
                self.mark("FEAT-49/decks")
            if chosen.jokers != BluffOptions().jokers:
                self.mark("FEAT-49/jokers")

    def on_turn(self, room: Room, event: ev.TurnStarted | ev.BiddingOpened, moment: Moment) -> None:
        """The first turn after somebody came."""
        for connection in room.connections:
            came = self._arrived.pop(connection.player, None)
            if came is not None and moment.hi - came <= SOON:
                self.mark("FEAT-55")

    # -- the match ---------------------------------------------------------------------------

    def on_deal(self, room: Room, event: ev.PublicEvent, moment: Moment) -> None:
        """The server dealt, rolled or drew."""
        self.mark("FEAT-12")
        if isinstance(event, ev.Dealt):
            chosen, before = self._options.get(room.code), self._rings.get(room.code)
            if isinstance(chosen, BluffOptions) and chosen.seat_change and before not in (None, event.ring):
                self.mark("FEAT-51")
            self._rings[room.code] = event.ring

    def on_move(self, room: Room, event: ev.Played, moment: Moment) -> None:
        """A move of any game."""
        if event.auto == "clock":
            self.mark("FEAT-14")
        elif event.auto == "away":
            self.mark("FEAT-16")
        if isinstance(event, ev.Challenged):
            self.mark("FEAT-42")
        elif isinstance(event, ev.BidMade) and event.locked:
            self.mark("FEAT-43/bid")
        elif isinstance(event, ev.TrumpChosen):
            self.mark("FEAT-48")

    def on_left(self, room: Room, event: ev.LeftTable | ev.TakenOver, moment: Moment) -> None:
        """Somebody left the table."""
        self.mark("FEAT-19")

    def on_scored(self, room: Room, event: ev.RoundScored, moment: Moment) -> None:
        """A line of the score sheet."""
        self.mark("FEAT-44")

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A result."""
        result = event.result
        if any(result.points):
            self.mark(f"FEAT-20/{len(result.seats)}", "FEAT-22/counted" if result.ranked else "FEAT-22/left-out")
        if result.season is not None:
            if self._seasons and result.season not in self._seasons:
                self.mark("FEAT-24")
            self._seasons.add(result.season)

    # -- one connection ----------------------------------------------------------------------

    def on_own(self, connection: Connection, event: ev.PrivateEvent, at: Instant) -> None:
        """What only its owner may see."""
        self.mark(f"FEAT-13/{_OWN[type(event)]}")

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Somebody comes back to his seat in a running match."""
        earlier = [c for c in self.scene.companions(connection) if c.who == connection.who and c is not connection]
        if event.seat is None or not earlier:
            return
        self.mark("FEAT-17/socket")
        if any(c.faults and c.secret == connection.secret for c in earlier):
            self.mark("FEAT-18")
        if isinstance(event.table, ev.TableView):
            self.mark("FEAT-34")
        elif isinstance(event.table, ev.DiceView) and event.table.bid is not None:
            self.mark("FEAT-43/snapshot")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A forced call."""
        if event.code == "must_call":
            self.mark("FEAT-15")

    def on_settling(self, connection: Connection, command: cmd.Call | cmd.Challenge, at: Instant) -> None:
        """A call or challenge that was sent before."""
        if self._settling.get(connection.player) == command.id:
            self.mark("FEAT-41")
        self._settling[connection.player] = command.id
