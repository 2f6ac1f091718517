"""Points: computed by the server, once, for those who earned them. Plain arithmetic, without the rules engine."""

from __future__ import annotations

from typing import Final

import msgspec

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange, PartyEnded, Sent
from harness.referee.connection import Connection
from harness.referee.games import MATCHES
from harness.referee.moment import Moment
from harness.referee.oracle import Missed, Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev

RANKED_GAME: Final = "bluffers"
"""The one game that has points (BLF-29)."""

POISON: Final = frozenset(
    {
        "score",
        "scores",
        "points",
        "place",
        "places",
        "placement",
        "winner",
        "rank",
        "isAdmin",
        "is_admin",
        "admin",
        "result",
        "season",
        "ranked",
        "total",
        "awards",
        "claimed_rank",
        "timed_out",
        "seed",
        "face",
    }
)
"""Field names that no client may use to any effect (BLF-34)."""


class Points(Oracle):
    """L1: points follow from the place and the number of seats at the start, and leavers get none.

    Observes: eliminations, leaves, results, the points table of the policy.
    Statement: points = table[n][place - 1] with n the seats when the match began (BLF-29, BLF-30); 0 for who
        left before he had a place (BLF-26), and what was decided stays decided (BLF-E25). Games without points
        give none.
    Alarm: none known.
    Cost: O(seats) per result.
    """

    name = "points"
    checks = ("L1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Eliminated: self.on_eliminated, ev.LeftTable: self.on_left, ev.MatchOver: self.on_over}

    def on_eliminated(self, room: Room, event: ev.Eliminated, moment: Moment) -> None:
        """A place earns its points at once."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        expected = self._table(room, event.place)
        if event.points != expected:
            what = f"place {event.place} of {len(match.seats)} earned {event.points}, it should be {expected}"
            self.convict("L1", "BLF-29", what, at=self.scene.now, room=room, seats=(event.seat,))

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """A leaver gets nothing, unless his place was decided before."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        expected = match.points[event.seat] or 0
        if event.points != expected:
            what = f"seat {event.seat} left and got {event.points} points, it should be {expected}"
            self.convict("L1", "BLF-26", what, at=self.scene.now, room=room, seats=(event.seat,))

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The result's points are those of its places, and those told before."""
        match = room.match
        if match is None:
            return  # Of a game that nobody here can follow.
        self.evaluated += 1
        for seat, (place, points) in enumerate(zip(event.result.places, event.result.points, strict=False)):
            told = match.points[seat]
            expected = told if told is not None else self._table(room, place)
            if points != expected:
                rule = "BLF-26" if seat in match.departed else "BLF-29"
                what = f"seat {seat}, place {place}, got {points} points, it should be {expected}"
                self.convict("L1", rule, what, at=self.scene.now, room=room, seats=(seat,))

    def _table(self, room: Room, place: int) -> int | None:
        assert room.match is not None
        assert room.policy is not None
        return room.match.points_of(room.policy.points, place)


class SettledOnce(Oracle):
    """L2: the points of a match reach the board once.

    Observes: results, and every reading of the world board.
    Statement: no match is over twice; a player who began in this run stands on the board with the sum of his
        points from ranked matches that were over when it was read; a match whose result was still under way to
        us may be in it.
    Alarm: players from before the run, and pages on which a player does not stand, are left out.
    Cost: O(rows) per reading.
    """

    name = "settled_once"
    checks = ("L2",)
    needs = ("boards",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchOver: self.on_over, Missed: self.on_over}
        self.calls = {"world_board": self.on_board}
        self.observations = {PartyEnded: self.on_party}
        self._over: dict[str, Moment] = scene.memory()
        self._earned: dict[str, list[tuple[Moment, int]]] = scene.memory()
        self._readings: list[Exchange] = []

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A match is settled now."""
        result = event.result
        self.evaluated += 1
        if result.match in self._over:
            what = f"match {result.match} is over for the second time"
            self.convict("L2", "BLF-E45", what, at=self.scene.now, room=room)
            return
        self._over[result.match] = moment
        if result.ranked:
            for player, points in zip(result.seats, result.points, strict=False):
                if player in self.scene.book.secrets:
                    self._earned.setdefault(player, []).append((moment, points))

    def on_board(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A reading; judged when no result from before it can be under way any more."""
        if exchange.status == 200:
            self._readings.append(exchange)

    def on_party(self, ended: PartyEnded) -> None:
        """A party is done, so its results are all known."""
        readings = [r for r in self._readings if r.who.partition("/")[0] == ended.party]
        self._readings = [r for r in self._readings if r.who.partition("/")[0] != ended.party]
        for reading in readings:
            self._judge(reading)

    def finish(self, at: Instant) -> None:
        """Readings of parties that never ended: results from before them may be under way."""
        self.undecidable += len(self._readings)

    def _judge(self, reading: Exchange) -> None:
        try:
            response = HttpResponse(status=reading.status, body=reading.answer)
            page = self.scene.dialect.read_page(response)
        except RemoteError as error:
            self.convict("L2", "BLF-33", f"the board cannot be read: {error}", at=reading.at)
            return
        board = {row.player: row.points for row in page.rows}
        whole = not page.start and len(page.rows) == page.total
        for _, player in self.scene.party(reading.who).sessions:
            if player not in board and not whole:
                self.undecidable += 1
                continue
            self.evaluated += 1
            earned = self._earned.get(player, ())
            surely = sum(points for moment, points in earned if moment.hi < reading.sent)
            possibly = sum(points for moment, points in earned if moment.lo <= reading.at)
            shown = board.get(player, 0)
            if not surely <= shown <= possibly:
                expected = str(surely) if surely == possibly else f"{surely} to {possibly}"
                what = f"{player} stands on the board with {shown} points, earned are {expected}"
                self.convict("L2", "BLF-33", what, at=reading.at)


class ClientValues(Oracle):
    """L3: nothing that a client submits becomes a score, a place or a right.

    Observes: our own commands and calls that carry fields of that kind, with their answers.
    Statement: a command with such a field is refused and never acknowledged; a call with one, or to an address
        for writing points, has no success. That the results stay those of the table is judged by L1, L2 and R5.
    Alarm: none known.
    Cost: O(bytes) per forgery.
    """

    name = "client_values"
    checks = ("L3",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.commands = {None: self.on_malformed}
        self.frames = {ev.Ok: self.on_ok, ev.Refused: self.on_refused}
        self.observations = {Exchange: self.on_exchange}
        self._forged: dict[str, dict[str, str]] = scene.memory()
        self._open: dict[str, int] = scene.memory()

    def on_malformed(self, connection: Connection, sent: Sent, at: Instant) -> None:
        """A frame of ours that is no command: is it a command with a forged field?"""
        fields, key = _poison(sent.raw)
        if fields and key:
            self._forged.setdefault(connection.name, {})[key] = fields
            self._open[connection.name] = self._open.get(connection.name, 0) + 1

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """An acknowledgement must not be that of a forged command."""
        forged = self._forged.get(connection.name)
        fields = forged.get(event.id) if forged is not None else None
        if fields is not None and event.id not in connection.sent:
            self.evaluated += 1
            what = f"command {event.id} of {connection.who} carried {fields} and was accepted"
            self.convict("L3", "BLF-34", what, at=at, room=connection.room, connections=(connection,))

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal that names no command of ours answers nonsense, and so at most one forged command."""
        if self._open.get(connection.name) and (event.id is None or event.id not in connection.sent):
            self.evaluated += 1
            self._open[connection.name] -= 1

    def on_exchange(self, exchange: Exchange) -> None:
        """Forged calls have no success."""
        if exchange.method == "GET" or not exchange.status:
            return
        call = self.scene.dialect.read_call(exchange.method, exchange.path)
        fields, _ = _poison(exchange.body)
        if not fields and call.kind != "other":
            return
        self.evaluated += 1
        if exchange.status < 300:
            why = f"carried {fields}" if fields else "goes to no known address"
            what = f"{exchange.method} {exchange.path} {why} and was answered {exchange.status}"
            self.convict("L3", "BLF-34", what, at=exchange.at)


def _poison(raw: bytes) -> tuple[str, str]:
    """Names of poisoned fields in a JSON object, and its `id`; both "" when there are none."""
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return "", ""
    if not isinstance(data, dict):
        return "", ""
    key = data.get("id")
    return ", ".join(sorted(POISON & set(data))), key if isinstance(key, str) else ""


class Eligibility(Oracle):
    """L7: points count for the boards only from matches of at least two real players.

    Observes: starts, results, rosters.
    Statement: `ranked` is whether two different human members sit at the table when the match starts (BLF-32,
        BLF-E31), the result repeats it, and a season is named exactly then, that of the UTC month of its end
        (BLF-33, BLF-E32).
    Alarm: none known.
    Cost: O(seats) per match.
    """

    name = "eligibility"
    checks = ("L7",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchStarted: self.on_started, ev.MatchOver: self.on_over}

    def on_started(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Who sits down decides whether it counts."""
        if room.game not in MATCHES:
            return
        self.evaluated += 1
        if room.game != RANKED_GAME:
            if event.ranked:
                what = f"a match of {event.game}, which has no points, is ranked"
                self.convict("L7", "BLF-32", what, at=self.scene.now, room=room)
            return
        kinds = {member.player: member.kind for member in room.members}
        humans = {player for player in event.seats if kinds.get(player) == "human"}
        if event.ranked != (len(humans) >= 2):
            what = f"ranked is {event.ranked} for a match of {len(humans)} real players"
            self.convict("L7", "BLF-32", what, at=self.scene.now, room=room)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The result counts if the match did, in the month of its end."""
        match = room.match
        if match is None:
            return  # Of a game that nobody here can follow.
        self.evaluated += 1
        result = event.result
        season = result.ended[:7] if match.ranked else None
        if (result.ranked, result.season) != (match.ranked, season):
            what = (
                f"ranked is {result.ranked} and the season {result.season}; "
                f"it should be {match.ranked} and {season} for an end at {result.ended}"
            )
            self.convict("L7", "BLF-33", what, at=self.scene.now, room=room)
