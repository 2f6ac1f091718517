"""How a match ended, as it is told in any game: at the table, to everybody, and over HTTP."""

from __future__ import annotations

from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class OneResult(Oracle):
    """R5: a match has one result, and everybody is told the same.

    Observes: results on the socket and over HTTP.
    Statement: the result is that of the match that was played, with its seats, and the same in every answer.
    Alarm: none known.
    Cost: O(seats) per result.
    """

    name = "placement"
    checks = ("R5",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchOver: self.on_over}
        self.calls = {"match_result": self.on_result}
        self._results: dict[str, ev.Result] = scene.memory()

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The result of this match."""
        result = event.result
        self._results[result.match] = result
        self.evaluated += 1
        if room.match is not None and result.seats != room.match.seats:
            self.convict("R5", "BLF-28", "the result is that of another match", at=self.scene.now, room=room)

    def on_result(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """The result over HTTP is the one that the table was told."""
        told = self._results.get(call.what)
        if told is None or exchange.status != 200:
            return
        self.evaluated += 1
        try:
            response = HttpResponse(status=exchange.status, body=exchange.answer)
            shown = self.scene.dialect.read_result(response)
        except RemoteError:
            shown = None
        if shown != told:
            what = f"the result of match {call.what} over HTTP is not the one that the table was told"
            self.convict("R5", "BLF-28", what, at=exchange.at)
