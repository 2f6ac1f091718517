"""Which rules of Liar's Dice this run exercised."""

from __future__ import annotations

from typing import Final

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.history.observation import Exchange
from harness.referee.connection import Connection
from harness.referee.coverage import Coverage
from harness.referee.liars_dice.match import ONE, DiceMatch
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev

RULES: Final = tuple(f"LDC-{number:02}" for number in range(1, 18))
"""Every rule of Liar's Dice."""

DECISIONS: Final = (
    *(f"LDC-E{number:02}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12)),
    *(f"LDC-E{number:02}" for number in range(14, 24)),
)
"""Decisions that show on the wire."""


class DiceCoverage(Coverage):
    """COVER: which rules and decisions of Liar's Dice were seen at work.

    Observes: everything in rooms of Liar's Dice.
    Statement: none; it convicts nobody, it counts.
    Alarm: none.
    Cost: O(dice) per event.
    """

    game = "liars_dice"
    ids = (*RULES, *DECISIONS)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._filled: dict[str, int] = scene.memory()
        """By room, the group in which a bot came last."""
        self.public = {
            ev.Roster: self.on_roster,
            ev.MatchStarted: self.on_match,
            ev.RoundStarted: self.on_round,
            ev.TurnStarted: self.on_turn,
            ev.BidMade: self.on_bid,
            ev.Challenged: self.on_challenged,
            ev.Eliminated: self.on_eliminated,
            ev.TakenOver: self.on_taken_over,
            ev.MatchOver: self.on_over,
        }
        self.frames = {
            ev.Dice: self.on_dice,
            ev.Ok: self.on_ok,
            ev.Refused: self.on_refused,
            ev.Snapshot: self.on_snapshot,
        }
        self.calls = {"join": self.on_join}

    # -- the room ----------------------------------------------------------------------------

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """A bot took a seat."""
        if event.cause == "bot_added":
            self._filled[room.code] = event.group

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Who sits there."""
        self.mark("LDC-01")
        if any(member.kind == "bot" for member in room.members):
            self.mark("LDC-16")
        if self._filled.get(room.code) == event.group:
            self.mark("LDC-E21")

    def on_join(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A code, in whatever case."""
        room = self.scene.rooms.get(call.room.upper())
        if room is not None and room.game == self.game and exchange.status < 300:
            self.mark("LDC-E22")

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """Somebody comes back to his seat."""
        others = (c for c in self.scene.companions(connection) if c is not connection)
        earlier = any(c.secret == connection.secret for c in others)
        if event.table is not None and earlier:
            self.mark("LDC-16")

    # -- the match ---------------------------------------------------------------------------

    def on_round(self, room: Room, event: ev.RoundStarted, moment: Moment) -> None:
        """Who opens, and with how many dice."""
        match = DiceMatch.at(room)
        assert match is not None
        self.mark("LDC-03")
        if not match.deal:
            self.mark("LDC-E12", "LDC-04")
        else:
            self.mark("LDC-13", "LDC-04" if match.loser < 0 or match.sizes[match.loser] else "LDC-E11")
        if sorted(size for size in event.sizes if size) == [1, 1]:
            self.mark("LDC-E17")

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """What may be done."""
        self.mark("LDC-15")
        if event.legal == ("challenge",):
            self.mark("LDC-E07")

    def on_bid(self, room: Room, event: ev.BidMade, moment: Moment) -> None:
        """A bid, and how it beats the last one."""
        match = DiceMatch.at(room)
        assert match is not None
        self.mark("LDC-05")
        self._auto(event.auto)
        last = match.bid
        if event.face == ONE:
            self.mark("LDC-10")
        if last is None:
            if event.face == ONE:
                self.mark("LDC-E03")
            if event.quantity == 1:
                self.mark("LDC-E06")
            return
        self.mark("LDC-06")
        if match.locked and event.face != ONE:
            self.mark("LDC-E02")
        if event.quantity > last.quantity and event.face < last.face:
            self.mark("LDC-E08")
        if event.quantity == last.quantity and ONE in (event.face, last.face):
            self.mark("LDC-E01")
            if event.face == ONE:
                self.mark("LDC-17")

    def on_challenged(self, room: Room, event: ev.Challenged, moment: Moment) -> None:
        """All cups are open."""
        self.mark("LDC-11", "LDC-12", "LDC-E20")
        self._auto(event.auto)
        if event.face != ONE and any(ONE in cup for cup in event.dice):
            self.mark("LDC-08", "LDC-10" if event.locked else "LDC-09")

    def on_eliminated(self, room: Room, event: ev.Eliminated, moment: Moment) -> None:
        """A place."""
        self.mark("LDC-14", "LDC-E23")

    def on_taken_over(self, room: Room, event: ev.TakenOver, moment: Moment) -> None:
        """A leaver."""
        self.mark("LDC-E15")

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A result."""
        self.mark("LDC-02")

    def _auto(self, auto: ev.Auto | None) -> None:
        if auto == "clock":
            self.mark("LDC-E14")
        elif auto == "away":
            self.mark("LDC-E16")

    # -- one connection ----------------------------------------------------------------------

    def on_dice(self, connection: Connection, event: ev.Dice, at: Instant) -> None:
        """The own dice, and no others."""
        self.mark("LDC-03")

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """A challenge that was sent again is answered again, and costs no second die."""
        sent = connection.sent.get(event.id)
        if sent is not None and sent.answered is not None and isinstance(sent.command, cmd.Challenge):
            self.mark("LDC-E18")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal names the rule behind it; what was asked says more."""
        sent = connection.sent.get(event.id) if event.id is not None else None
        command = sent.command if sent is not None else None
        if event.code in ("not_higher", "nothing_to_challenge"):
            self.mark(event.rule)
        if isinstance(command, cmd.Challenge):
            if event.code == "not_your_turn":
                self.mark("LDC-E09")
            elif event.code == "stale_turn":
                self.mark("LDC-E18")
        elif isinstance(command, cmd.Bid):
            if event.code == "not_higher" and command.face == ONE:
                self.mark("LDC-E04")
            elif event.code == "face" or (event.code == "quantity" and command.quantity < 1):
                self.mark("LDC-E19")
            elif event.code == "quantity":
                self.mark("LDC-07")
