"""Boards: their sums, months, ranks and pages, and that a player finds the result he has seen.

Plain arithmetic on what was told at the tables, without the rules engine.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime
from itertools import pairwise
from typing import Final

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.dialects.standings import TIERS, Profile, Standing, Tier
from harness.errors import RemoteError
from harness.history.observation import Exchange
from harness.referee.accounts import WORLD, Accounts, Award, Reading, read_board
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev

VERSIONS_KEPT: Final = 4
"""States of one board that pages are compared with."""

CLOCK_SET: Final = SECOND
"""A server may set its clock by this much between two results."""


class BoardSums(Accounts):
    """L4: a board is the sum of what was awarded, and grows only.

    Observes: results, rosters, and every reading of a board.
    Statement: on a season board nobody has less than he earned in that month (BLF-33); on a board that shows only
        players of this run the total is what they earned; nobody's points sink from one reading to the next; no
        bot stands on a board (BLF-32).
    Alarm: readings that overlap in time are not compared; players from before the run are left out.
    Cost: O(rows) per reading.
    """

    name = "board_sums"
    checks = ("L4",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {**self.public, ev.Roster: self.on_roster}
        self._bots: dict[str, set[str]] = scene.memory()
        self._seen: dict[str, dict[str, tuple[Instant, int]]] = scene.memory()

    def on_roster(self, room: Room, event: ev.Roster, moment: Moment) -> None:
        """Who is a bot."""
        bots = {member.player for member in event.members if member.kind == "bot"}
        if bots:
            self._bots.setdefault(room.code, set()).update(bots)

    def take(self, reading: Reading) -> None:
        """Nobody may have less than an earlier reading showed."""
        exchange = reading.exchange
        shown = {row.player: row.points for row in reading.page.rows}
        for player in shown if not reading.whole else {**self._seen, **shown}:
            if player not in self.scene.book.secrets:
                continue
            boards = self._seen.setdefault(player, {})
            at, before = boards.get(reading.board, (exchange.sent, 0))
            points = shown.get(player, 0)
            if at <= exchange.sent:
                self.evaluated += 1
                if points < before:
                    what = f"{player} had {before} points on the board {reading.board}, and now {points}"
                    self.convict("L4", "BLF-33", what, at=exchange.at)
            if points > before:
                boards[reading.board] = exchange.at, points

    def judge(self, reading: Reading) -> None:
        """The points of the party's own players, and the total."""
        rows, at = reading.page.rows, reading.exchange.at
        for code, bots in self._bots.items():
            for row in rows:
                if row.player in bots:
                    what = f"bot {row.player} of room {code} stands on the board {reading.board}"
                    self.convict("L4", "BLF-32", what, at=at)
        shown = {row.player: row.points for row in rows}
        for player in self.scene.players(reading.exchange.who) if reading.board != WORLD else ():
            if player in shown or reading.whole:
                self.evaluated += 1
                surely, _ = self.bounds(reading, player)
                if shown.get(player, 0) < surely:
                    what = f"{player} earned {surely} points in {reading.board}, the board shows {shown.get(player, 0)}"
                    self.convict("L4", "BLF-33", what, at=at)
        if not reading.whole or any(row.player not in self.scene.book.secrets for row in rows):
            self.undecidable += 1
            return
        self.evaluated += 1
        bounds = [self.bounds(reading, player) for player in self._earned]
        surely, possibly = sum(low for low, _ in bounds), sum(high for _, high in bounds)
        total = sum(shown.values())
        if not surely <= total <= possibly:
            expected = str(surely) if surely == possibly else f"{surely} to {possibly}"
            what = f"the board {reading.board} holds {total} points in all, awarded were {expected}"
            self.convict("L4", "BLF-33", what, at=at)


class Month(Accounts):
    """L5: a match counts in the month of its end, and in no other.

    Observes: results with the moments at which they came, and every reading of a season board.
    Statement: the ends of two matches are as far apart by their stamps as by our clock (BLF-E32); nobody has more
        on a season board than he earned in matches that ended in that month.
    Alarm: a server that sets its clock by more than a second during the run.
    Cost: O(rows) per reading.
    """

    name = "month"
    checks = ("L5",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._offset: tuple[Instant, Instant, Instant] | None = None

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The stamp of the end, against the last one."""
        super().on_over(room, event, moment)
        try:
            stamp = round(datetime.fromisoformat(event.result.ended).timestamp() * 1000) * MILLISECOND
        except (ValueError, OverflowError):
            self.convict("L5", "BLF-E32", f"{event.result.ended!r} is no moment", at=self.scene.now, room=room)
            return
        low, high, last = stamp - moment.hi, stamp + MILLISECOND - moment.lo, self._offset
        if last is not None:
            self.evaluated += 1
            allowed = CLOCK_SET + self.scene.sandwich.drift(self.scene.now - last[2])
            apart = max(low - last[1], last[0] - high)
            if apart > allowed:
                what = f"the end of match {event.result.match} is stamped {apart / SECOND:.1f} s off the one before"
                self.convict("L5", "BLF-E32", what, at=self.scene.now, room=room)
                return
        self._offset = low, high, self.scene.now

    def judge(self, reading: Reading) -> None:
        """Nothing of another month is on this board."""
        if reading.board == WORLD:
            return
        shown = {row.player: row.points for row in reading.page.rows}
        for player in self.scene.players(reading.exchange.who):
            self.evaluated += 1
            _, possibly = self.bounds(reading, player)
            if shown.get(player, 0) > possibly:
                what = f"{player} has {shown[player]} points in {reading.board}, earned in it are {possibly}"
                self.convict("L5", "BLF-E32", what, at=reading.exchange.at)


class Ranking(Accounts):
    """L6: rows are in order, ranks and tiers follow from the points, ties are stable, pages fit together.

    Observes: every reading of a board, profiles, results.
    Statement: rank = 1 + number strictly ahead; of two with equal points the one who reached them first stands
        first (BLF-E30); pages of one version hold the same row at the same position, nobody twice, and as many rows
        as were asked for and are there; the tier never sinks as season points rise (BLF-E34), and is the same in
        the profile and on the world board (FEAT-26).
    Alarm: pages of boards without versions are judged each for itself.
    Cost: O(rows) per reading.
    """

    name = "ranking"
    checks = ("L6",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.calls = {**self.calls, "profile": self.on_profile}
        self._states: dict[str, dict[int, dict[int, Standing]]] = {}
        self._tiers: dict[Tier, tuple[int, int]] = {}
        self._profiles: dict[str, tuple[Exchange, Profile]] = scene.memory()
        self._worlds: deque[Reading] = deque(maxlen=64)

    def on_board(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A reading: its rows, its place among the other pages, and as many rows as were asked for."""
        try:
            reading = read_board(self.scene, call, exchange)
        except RemoteError as error:
            self.convict("L6", "BLF-33", f"the board cannot be read: {error}", at=exchange.at)
            return
        if reading is None:
            return
        page = reading.page
        there = max(0, page.total - page.start)
        if call.size is not None and len(page.rows) != min(call.size, there):
            what = f"{call.size} rows were asked for, {there} are there, and {len(page.rows)} came"
            self.convict("L6", "BLF-E30", what, at=exchange.at)
        super().on_board(call, exchange, player)

    def take(self, reading: Reading) -> None:
        """What a page says by itself, and beside the others of its version."""
        page = reading.page
        self.evaluated += 1
        above: Standing | None = None
        for place, row in enumerate(page.rows, start=page.start + 1):
            tied = above is not None and above.points == row.points
            first = above is None and page.start > 0
            expected = above.rank if tied and above is not None else place
            if (above is not None and above.points < row.points) or (
                row.rank > place if first else row.rank != expected
            ):
                what = f"row {place} of {reading.board} has rank {row.rank} with {row.points} points"
                self.convict("L6", "BLF-E30", what, at=reading.exchange.at)
                break
            above = row
        if page.version is not None:
            self._join(reading, page.version)
        if reading.board == WORLD:
            self._worlds.append(reading)
        else:
            for row in page.rows:
                self._tier(row.points, row.tier, reading.exchange)

    def _join(self, reading: Reading, version: int) -> None:
        """Put a page beside the other pages of the same state of the board."""
        states = self._states.setdefault(reading.board, {})
        state = states.setdefault(version, {})
        if len(states) > VERSIONS_KEPT:
            del states[next(iter(states))]
        positions = {row.player: place for place, row in state.items()}
        for place, row in enumerate(reading.page.rows, start=reading.page.start):
            known = state.setdefault(place, row)
            elsewhere = positions.setdefault(row.player, place)
            if (known.player, known.points, known.rank) != (row.player, row.points, row.rank) or elsewhere != place:
                what = f"in version {version} of {reading.board}, row {place + 1} is {row.player} with {row.points}, "
                what += f"and another page has {known.player} there, or him in row {elsewhere + 1}"
                self.convict("L6", "BLF-E30", what, at=reading.exchange.at)
                return

    def judge(self, reading: Reading) -> None:
        """Equal points stand in the order in which they were reached."""
        ours = set(self.scene.players(reading.exchange.who))
        tied: list[tuple[Standing, Award]] = []
        for row in reading.page.rows:
            if tied and tied[0][0].points != row.points:
                tied = []
            until = reading.exchange.at
            awards = [a for a in self.awards(reading.board, row.player) if a.points and a.moment.lo <= until]
            if row.player not in ours or not awards or self.bounds(reading, row.player) != (row.points, row.points):
                continue
            last = awards[-1]
            for above, reached in tied:
                self.evaluated += 1
                if last.moment.hi < reached.moment.lo:
                    what = f"{row.player} reached {row.points} points before {above.player}, and stands behind him"
                    self.convict("L6", "BLF-E30", what, at=reading.exchange.at)
            tied.append((row, last))

    def on_profile(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A player's tier, by his points and beside that of the world board between two looks at it."""
        profile = _profile(self.scene, exchange)
        if profile is None:
            return
        self.evaluated += 1
        self._tier(profile.season_points, profile.tier, exchange)
        before = self._profiles.get(profile.player)
        self._profiles[profile.player] = exchange, profile
        if before is None or (before[1].season, before[1].points) != (profile.season, profile.points):
            return
        for reading in self._worlds:
            if before[0].at <= reading.exchange.sent and reading.exchange.at <= exchange.sent:
                for row in reading.page.rows:
                    if row.player == profile.player and row.tier not in (None, profile.tier):
                        what = f"{row.player} is {row.tier} on the world board and {profile.tier} in the profile"
                        self.convict("L6", "FEAT-26", what, at=exchange.at)

    def _tier(self, points: int, tier: Tier | None, exchange: Exchange) -> None:
        """Season points and their tier, against all that were seen."""
        if tier is None:
            return
        low, high = self._tiers.get(tier, (points, points))
        seen = {**self._tiers, tier: (min(low, points), max(high, points))}
        if all(below[1] < above[0] for below, above in pairwise(seen[name] for name in TIERS if name in seen)):
            self._tiers = seen
        else:
            what = f"{points} points of a season are {tier}, which other players contradict"
            self.convict("L6", "BLF-E34", what, at=exchange.at)


class ReadYourResult(Oracle):
    """L8: whoever has seen the result of a match finds it wherever he looks.

    Observes: results as they arrive at each player, and what he reads afterwards: boards, profile, match result.
    Statement: a reading sent after the result arrived includes it (BLF-34), at once.
    Alarm: pages on which the reader does not stand say nothing.
    Cost: O(results of the player) per reading.
    """

    name = "read_your_result"
    checks = ("L8",)
    needs = ("boards",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.frames = {ev.MatchOver: self.on_over}
        self.calls = {
            **dict.fromkeys(("world_board", "season_board"), self.on_board),
            "profile": self.on_profile,
            "match_result": self.on_result,
        }
        self._arrived: dict[str, list[tuple[Instant, ev.Result]]] = scene.memory()

    def on_over(self, connection: Connection, event: ev.MatchOver, at: Instant) -> None:
        """A player knows this result now."""
        self._arrived.setdefault(connection.player, []).append((at, event.result))

    def on_board(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """He is on the board with at least what he has seen himself win."""
        reader = player or self.scene.book.player_of_who.get(exchange.who, "")
        try:
            reading = read_board(self.scene, call, exchange)
        except RemoteError:
            return
        if reading is None or reader not in self._arrived:
            return
        shown = {row.player: row.points for row in reading.page.rows}
        if reader not in shown and not reading.whole:
            self.undecidable += 1
            return
        season = None if reading.board == WORLD else reading.board
        self._compare(reader, shown.get(reader, 0), season, f"the board {reading.board}", exchange)

    def on_profile(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """His profile counts what he has seen."""
        profile = _profile(self.scene, exchange)
        if profile is not None and player in self._arrived:
            self._compare(player, profile.points, None, "the profile", exchange)
            self._compare(player, profile.season_points, profile.season, "the season of the profile", exchange)

    def on_result(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """The result of a match that he has seen end."""
        reader = player or self.scene.book.player_of_who.get(exchange.who, "")
        for at, result in self._arrived.get(reader, ()):
            if result.match != call.what or at > exchange.sent or not exchange.status:
                continue
            self.evaluated += 1
            try:
                shown = self.scene.dialect.read_result(HttpResponse(status=exchange.status, body=exchange.answer))
            except RemoteError as error:
                what = f"the result of match {result.match}, which {exchange.who} has seen, cannot be read: {error}"
                self.convict("L8", "FEAT-27", what, at=exchange.at)
                return
            if shown != result:
                what = f"the result of match {result.match} is not the one that {exchange.who} has seen"
                self.convict("L8", "FEAT-27", what, at=exchange.at)

    def _compare(self, player: str, shown: int, season: str | None, where: str, exchange: Exchange) -> None:
        seen = sum(
            result.points[result.seats.index(player)]
            for at, result in self._arrived[player]
            if result.ranked and at <= exchange.sent and season in (None, result.season) and player in result.seats
        )
        self.evaluated += 1
        if shown < seen:
            what = f"{player} has seen himself win {seen} points, {where} shows {shown}"
            self.convict("L8", "BLF-34", what, at=exchange.at)


def _profile(scene: Scene, exchange: Exchange) -> Profile | None:
    """A profile as it was shown; None when it was not, or is none."""
    try:
        return scene.dialect.read_profile(HttpResponse(status=exchange.status, body=exchange.answer))
    except RemoteError:
        return None
