"""Which rules, decisions and features a run exercised: a mark per id whenever the events show it at work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.history.observation import Exchange, Observation, Sent
from harness.referee.connection import Connection
from harness.referee.marks import Marks
from harness.referee.marks_bluffers import BluffersMarks
from harness.referee.marks_lobby import LobbyMarks
from harness.referee.marks_match import MatchMarks
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.rulebook.catalogue import MARKS
from harness.referee.scene import Scene
from harness.verdict import OracleReport
from harness.wire import events as ev

MARKERS: Final[tuple[type[Marks], ...]] = (BluffersMarks, LobbyMarks, MatchMarks)
"""Who marks what: one class per game, and two for the platform."""

Told = dict[Any, list[tuple[str, Callable[..., None]]]]


class RulesCoverage(Oracle):
    """COVER: which rules, decisions and features were seen at work.

    Observes: everything.
    Statement: none; it convicts nobody, it counts, so that a campaign can say what it has not tried.
    Alarm: none.
    Cost: O(1) per event.
    """

    name = "rules_coverage"
    checks = ("COVER",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.counts: Counter[str] = Counter()
        self._games: dict[str, str] = scene.memory()
        markers = [kind(scene, self.counts) for kind in MARKERS]
        self._told = {name: _table(markers, name) for name in ("public", "frames", "commands", "calls", "observations")}
        self.public = dict.fromkeys(self._told["public"], self.on_public)
        self.frames = {ev.Snapshot: self.on_frame, **dict.fromkeys(self._told["frames"], self.on_frame)}
        self.commands = dict.fromkeys(self._told["commands"], self.on_command)
        self.calls = dict.fromkeys(self._told["calls"], self.on_call)
        self.observations = dict.fromkeys(self._told["observations"], self.on_observation)

    def report(self) -> OracleReport:
        """As every oracle, with the counts by rule id."""
        self.evaluated = self.counts.total()
        base = super().report()
        return OracleReport(
            oracle=base.oracle,
            checks=base.checks,
            verdict=base.verdict,
            evaluated=base.evaluated,
            undecidable=base.undecidable,
            findings=base.findings,
            findings_total=base.findings_total,
            error=base.error,
            counts=tuple((mark, self.counts[mark]) for mark in MARKS),
        )

    def on_public(self, room: Room, event: ev.PublicEvent, moment: Moment) -> None:
        """A public event, for the marks of its game and of the platform."""
        game = self._games.get(room.code, "")
        for wanted, handler in self._told["public"][type(event)]:
            if wanted in ("", game):
                handler(room, event, moment)

    def on_frame(self, connection: Connection, event: ev.Event, at: Instant) -> None:
        """A frame on one connection; a snapshot says which game the room plays."""
        if isinstance(event, ev.Snapshot):
            self._games[event.room] = game = event.game
        else:
            game = self._games.get(connection.room.code, "") if connection.room is not None else ""
        for wanted, handler in self._told["frames"].get(type(event), ()):
            if not game or wanted in ("", game):
                handler(connection, event, at)

    def on_command(self, connection: Connection, command: Any, at: Instant) -> None:
        """A command of ours; under None what is no command, as observed."""
        key = None if isinstance(command, Sent) else type(command)
        for _, handler in self._told["commands"][key]:
            handler(connection, command, at)

    def on_call(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A lobby call of ours."""
        for _, handler in self._told["calls"][call.kind]:
            handler(call, exchange, player)

    def on_observation(self, observation: Observation) -> None:
        """Anything else that was observed."""
        for _, handler in self._told["observations"][type(observation)]:
            handler(observation)


def _table(markers: list[Marks], attribute: str) -> Told:
    """What is listened to -> the game it must be of, and who listens."""
    table: Told = {}
    for marker in markers:
        for key, handler in getattr(marker, attribute).items():
            table.setdefault(key, []).append((marker.game, handler))
    return table
