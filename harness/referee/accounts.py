"""What our players earned for the boards, and what the boards showed: the ground of the oracles in `boards`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.dialects.standings import BoardPage
from harness.errors import RemoteError
from harness.history.observation import Exchange, PartyEnded
from harness.referee.moment import Moment
from harness.referee.oracle import Missed, Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev

WORLD: Final = "world"


class Award(Struct, frozen=True):
    """Points that one of our players earned for the boards."""

    moment: Moment
    season: str | None
    points: int


class Reading(Struct, frozen=True):
    """One answer of a board."""

    board: str
    page: BoardPage
    exchange: Exchange

    @property
    def whole(self) -> bool:
        """It shows every row there is."""
        return not self.page.start and len(self.page.rows) == self.page.total


def read_board(scene: Scene, call: LobbyCall, exchange: Exchange) -> Reading | None:
    """A board as it was shown; None when it was not shown.

    Raises:
        RemoteError: It is none.
    """
    if exchange.status != 200:
        return None
    page = scene.dialect.read_page(HttpResponse(status=exchange.status, body=exchange.answer))
    return Reading(call.what or WORLD, page, exchange)


class Accounts(Oracle):
    """Keeps what our players earned, and judges the readings of a party when all its results are known."""

    needs = ("boards",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchOver: self.on_over, Missed: self.on_missed}
        self.calls = dict.fromkeys(("world_board", "season_board"), self.on_board)
        self.observations = {PartyEnded: self.on_party}
        self._earned: dict[str, list[Award]] = scene.memory()
        self._readings: list[Reading] = []

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """Ranked points go to the boards."""
        result = event.result
        if result.ranked:
            for player, points in zip(result.seats, result.points, strict=False):
                if player in self.scene.book.secrets:
                    self._earned.setdefault(player, []).append(Award(moment, result.season, points))

    def on_missed(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """They do so when nobody listens, too."""
        Accounts.on_over(self, room, event, moment)

    def on_board(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A reading; what cannot be read is the oracle `ranking`'s business."""
        try:
            reading = read_board(self.scene, call, exchange)
        except RemoteError:
            return
        if reading is not None:
            self.take(reading)
            self._readings.append(reading)

    def on_party(self, ended: PartyEnded) -> None:
        """A party is done, so its results are all known."""
        ready = [r for r in self._readings if r.exchange.who.partition("/")[0] == ended.party]
        self._readings = [r for r in self._readings if r not in ready]
        for reading in ready:
            self.judge(reading)

    def finish(self, at: Instant) -> None:
        """Readings of parties that never ended: results from before them may be under way."""
        self.undecidable += len(self._readings)

    def take(self, reading: Reading) -> None:
        """A reading comes in."""

    def judge(self, reading: Reading) -> None:
        """A reading whose party knows all its results."""

    def awards(self, board: str, player: str) -> Iterator[Award]:
        """What this player earned for this board, in order."""
        for award in self._earned.get(player, ()):
            if board in (WORLD, award.season):
                yield award

    def bounds(self, reading: Reading, player: str) -> tuple[int, int]:
        """What he had surely earned when the board was read, and what at most."""
        awards = tuple(self.awards(reading.board, player))
        surely = sum(award.points for award in awards if award.moment.hi < reading.exchange.sent)
        return surely, sum(award.points for award in awards if award.moment.lo <= reading.exchange.at)
