"""The public log of a match: who may read it, and that it tells no more than the table was told."""

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


class PublicLog(Oracle):
    """P10: after the match its log holds what everybody saw, for those who sat there.

    Observes: starts and calls at the tables, and every log that one of our players was given.
    Statement: a log consists of public events alone, numbered without gaps, and turns up the cards of calls as the
        table saw them, so none that was not turned up; nobody gets the log of a match at which he did not sit
        (FEAT-54).
    Alarm: matches that began before we watched are judged by their shape only.
    Cost: O(events) per log.
    """

    name = "public_log"
    checks = ("P10",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchStarted: self.on_started, ev.Called: self.on_called}
        self.calls = {"match_log": self.on_log}
        self._seats: dict[str, tuple[str, ...]] = scene.memory()
        self._turned: dict[str, dict[int, tuple[str, ...]]] = scene.memory()

    def on_started(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Who sits there."""
        self._seats[event.match] = event.seats

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """Cards that were turned up."""
        self._turned.setdefault(event.match, {})[event.number] = event.cards

    def on_log(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A log was asked for."""
        if exchange.status != 200:
            return
        self.evaluated += 1
        seats = self._seats.get(call.what)
        if seats is not None and player not in seats:
            what = f"{exchange.who} did not sit at match {call.what} and was given its log"
            self.convict("P10", "FEAT-54", what, at=exchange.at)
        try:
            events = self.scene.dialect.read_log(HttpResponse(status=exchange.status, body=exchange.answer))
        except RemoteError as error:
            what = f"the log of match {call.what} holds what is no public event: {error}"
            self.convict("P10", "BLF-08", what, at=exchange.at)
            return
        numbers = [event.number for event in events]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers)) if numbers else ()):
            self.convict("P10", "FEAT-54", f"the log of match {call.what} has gaps", at=exchange.at)
        if seats is None:
            self.undecidable += 1
            return
        turned = self._turned.get(call.what, {})
        for event in events:
            if isinstance(event, ev.Called) and turned.get(event.number, event.cards) != event.cards:
                what = f"event {event.number} in the log of match {call.what} turns up other cards than at the table"
                self.convict("P10", "BLF-16", what, at=exchange.at)
