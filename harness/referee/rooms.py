"""Rooms: codes, owners, and no more members than seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange, PartyEnded
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.verdict import Evidence
from harness.wire import events as ev


class RoomCodes(Oracle):
    """N1: a room's code is its own while it lives, and dead afterwards.

    Observes: lobby calls that create and join rooms.
    Statement: a new room gets no code of a room in which one of ours still sits; nobody joins a room that was
        closed.
    Alarm: codes may be given out again later.
    Cost: O(1) per call.
    """

    name = "room_codes"
    checks = ("N1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.calls = {"create": self.on_create, "join": self.on_join}
        self.public = {ev.Roster: self.on_roster, ev.RoomClosed: self.on_closed}
        self._known: dict[str, Room] = scene.memory()
        self._dead: dict[str, Instant] = scene.memory()

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """A room that lives."""
        self._known[room.code] = room

    def on_closed(self, room: Room, event: ev.RoomClosed, moment: Moment) -> None:
        """A room that is gone."""
        self._known.pop(room.code, None)
        self._dead[room.code] = moment.hi

    def on_create(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A new room's code must be free."""
        if not call.room:
            return  # It was refused, or its answer cannot be read.
        self.evaluated += 1
        self._dead.pop(call.room, None)
        old = self._known.get(call.room)
        if old is not None and old.connections:
            what = f"code {call.room} was given to a new room while {len(old.connections)} of ours sit in the old one"
            self.convict("N1", "FEAT-02", what, at=exchange.at, room=old)

    def on_join(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A dead code opens nothing."""
        if not exchange.status:
            return
        code = call.room.upper()
        self.evaluated += 1
        dead = self._dead.get(code)
        if exchange.status < 300 and dead is not None and exchange.sent >= dead:
            self.convict("N1", "BLF-E38", f"room {code} was closed and can still be joined", at=exchange.at)


class Doubt(NamedTuple):
    """A call that was answered as it should not be, as far as is known yet."""

    exchange: Exchange
    room: Room
    what: str
    evidence: tuple[Evidence, ...]


class Owner(Oracle):
    """N2: exactly one owner, a human member, and only he has the owner's powers.

    Observes: rosters, starts and bot calls with their answers.
    Statement: the owner of every roster is a member of it and no bot (BLF-E36); owner's calls by others are
        refused and his own are not refused as `not_owner`.
    Alarm: calls that cross a change of owner say nothing; the change may be heard of after the answer.
    Cost: O(members) per roster.
    """

    name = "owner"
    checks = ("N2",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Roster: self.on_roster}
        self.calls = dict.fromkeys(("start", "add_bot", "remove_bot"), self.on_call)
        self.observations = {PartyEnded: self.on_party}
        self._changed: dict[str, Instant] = scene.memory()
        self._doubtful: list[Doubt] = []

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """The owner sits there and is human."""
        self.evaluated += 1
        if event.owner != room.owner:
            self._changed[room.code] = moment.first
            if self._doubtful:
                self._crossed(room, moment)
        member = next((m for m in event.members if m.player == event.owner), None)
        if member is None or member.kind != "human":
            who = "nobody of the room" if member is None else "a bot"
            self.convict("N2", "BLF-E36", f"the owner is {event.owner}, {who}", at=self.scene.now, room=room)

    def on_call(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A call that only the owner may make."""
        room = self.scene.rooms.get(call.room.upper())
        if room is None or not room.owner or not exchange.status or room.closed:
            return
        if self._changed.get(room.code, -1) >= exchange.sent:
            self.undecidable += 1
            return
        owns = player == room.owner
        if exchange.status < 300 and not owns:
            what = f"{exchange.who} is not the owner and could {call.kind} all the same"
            self._doubt(exchange, room, what)
        elif exchange.status == 403 and owns and self._code(exchange) == "not_owner":
            what = f"{exchange.who} is the owner and was refused to {call.kind}"
            self._doubt(exchange, room, what)
        else:
            self.evaluated += 1

    def on_party(self, ended: PartyEnded) -> None:
        """A party is done: no change of owner that would explain its calls is under way any more."""
        doubtful = [doubt for doubt in self._doubtful if doubt.exchange.who.partition("/")[0] == ended.party]
        self._doubtful = [doubt for doubt in self._doubtful if doubt not in doubtful]
        self._convict(doubtful)

    def finish(self, at: Instant) -> None:
        """Calls of parties that never ended."""
        self._convict(self._doubtful)
        self._doubtful = []

    def _crossed(self, room: Room, moment: Moment) -> None:
        """The owner changed at this moment: calls that were answered after it may have met the new owner."""
        kept = [doubt for doubt in self._doubtful if doubt.room is not room or moment.lo > doubt.exchange.at]
        self.undecidable += len(self._doubtful) - len(kept)
        self._doubtful = kept

    def _doubt(self, exchange: Exchange, room: Room, what: str) -> None:
        """A conviction, unless a change of owner turns out to have crossed the call."""
        self._doubtful.append(Doubt(exchange, room, what, self.scene.call_evidence(exchange.who)))

    def _convict(self, doubtful: Sequence[Doubt]) -> None:
        for doubt in doubtful:
            self.evaluated += 1
            at = doubt.exchange.at
            self.convict("N2", "FEAT-09", doubt.what, at=at, room=doubt.room, evidence=doubt.evidence)

    def _code(self, exchange: Exchange) -> str:
        try:
            return self.scene.dialect.read_problem(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            return ""


class Occupancy(Oracle):
    """N4: never more members than seats, nobody twice; and a free seat is given.

    Observes: rosters, joins with their answers.
    Statement: a roster has at most as many members as the room has seats, each player once; `full` is answered
        only when it is.
    Alarm: joins that cross a change of the roster say nothing.
    Cost: O(members) per roster.
    """

    name = "occupancy"
    checks = ("N4",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Roster: self.on_roster, ev.MatchStarted: self.on_match}
        self.calls = {"join": self.on_join}
        self._changed: dict[str, Instant] = scene.memory()
        self._doubted: dict[str, list[Exchange]] = scene.memory()

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """As many as seats, at most."""
        self._judge(room, moment.lo)
        self._changed[room.code] = moment.first
        players = [member.player for member in event.members]
        self.evaluated += 1
        if len(set(players)) != len(players):
            self.convict("N4", "PLT-T24", "somebody sits here twice", at=self.scene.now, room=room)
        if room.seats and len(players) > room.seats:
            what = f"{len(players)} members on {room.seats} seats"
            self.convict("N4", "BLF-01", what, at=self.scene.now, room=room)

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Nobody sits down any more."""
        self._judge(room, moment.lo)

    def on_join(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """`full` must be true."""
        room = self.scene.rooms.get(call.room.upper())
        if exchange.status != 409 or room is None or not room.seats or not room.connections:
            return
        try:
            code = self.scene.dialect.read_problem(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError:
            return
        if code != "full":
            return
        if self._changed.get(room.code, -1) >= exchange.sent:
            self.undecidable += 1
        elif len(room.members) < room.seats:
            # A roster that fills the last seat may still be under way to us.
            self._doubted.setdefault(room.code, []).append(exchange)
        else:
            self.evaluated += 1

    def finish(self, at: Instant) -> None:
        """Nothing is under way to us any more."""
        for code in list(self._doubted):
            self._judge(self.scene.rooms[code], at)

    def _judge(self, room: Room, until: Instant) -> None:
        """The members have been those that we know from before these calls until this instant."""
        for exchange in self._doubted.pop(room.code, ()):
            if exchange.at > until:
                self.undecidable += 1
                continue
            self.evaluated += 1
            what = f"{exchange.who} was refused as one too many with {len(room.members)} of {room.seats} seats taken"
            self.convict("N4", "BLF-E37", what, at=exchange.at, room=room)
