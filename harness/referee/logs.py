"""The public log of a match: who may read it, and that it tells no more than the table was told."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec.structs import replace

from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev

Reveal: TypeAlias = ev.Called | ev.Challenged | ev.TurnedUp | ev.BidsRevealed | ev.RoundScored

REVEALS: Final[dict[type[ev.PublicEvent], str]] = {
    ev.Called: "BLF-16",
    ev.Challenged: "LDC-11",
    ev.TurnedUp: "CHT-E19",
    ev.BidsRevealed: "WIZ-21",
    ev.RoundScored: "WIZ-23",
}
"""Events that show what was hidden until then, with the rule by which they do."""


class PublicLog(Oracle):
    """P10: after the match its log holds what everybody saw, for those who sat there.

    Observes: starts and reveals at the tables, and every log that one of our players was given.
    Statement: a log consists of public events alone, numbered without gaps, and shows what was hidden as the
        table saw it, so nothing that was not shown there; nobody gets the log of a match at which he did not sit
        (FEAT-54).
    Alarm: matches that began before we watched are judged by their shape only.
    Cost: O(events) per log.
    """

    name = "public_log"
    checks = ("P10",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.MatchStarted: self.on_started, **dict.fromkeys(REVEALS, self.on_reveal)}
        self.calls = {"match_log": self.on_log}
        self._seats: dict[str, tuple[str, ...]] = scene.memory()
        self._turned: dict[str, dict[int, Reveal]] = scene.memory()

    def on_started(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Who sits there."""
        self._seats[event.match] = event.seats

    def on_reveal(self, room: Room, event: Reveal, moment: Moment) -> None:
        """What was hidden is shown."""
        self._turned.setdefault(event.match, {})[event.number] = event

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
            shown = turned.get(event.number)
            if type(event) in REVEALS and shown is not None and replace(shown, seq=0) != replace(event, seq=0):
                what = f"event {event.number} in the log of match {call.what} shows something else than the table saw"
                self.convict("P10", REVEALS[type(event)], what, at=exchange.at)
