"""That it goes on: no turn without an end, no party that waits for ever."""

from __future__ import annotations

from typing import Final

from harness.clock import MILLISECOND, SECOND, Instant
from harness.history.observation import PartyEnded
from harness.referee.match import ASKS, AskEvent
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class Progress(Oracle):
    """R6: every match goes on to its end.

    Observes: turns, the ends of matches and of parties.
    Statement: a turn is followed by something within its clock and ten seconds; no party gets stuck; when the
        run ends, no match with somebody listening waits for a deadline that is long past.
    Alarm: nobody of ours listening means nothing can be said.
    Cost: O(1) per turn.
    """

    name = "progress"
    checks = ("R6",)
    SLACK: Final = 10 * SECOND

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {**dict.fromkeys(ASKS, self.on_turn), ev.MatchOver: self.on_over}
        self.observations = {PartyEnded: self.on_party}

    def on_turn(self, room: Room, event: AskEvent, moment: Moment) -> None:
        """The turn before this one has ended in time."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        waited = moment.lo - match.started.hi
        if waited > match.remaining_ms * MILLISECOND + self.SLACK:
            what = f"turn {match.turn} of seat {match.seat} took {waited / SECOND:.1f} s"
            self.convict("R6", "BLF-25", what, at=self.scene.now, room=room, seats=(match.seat,))

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A match has ended."""
        self.evaluated += 1

    def on_party(self, ended: PartyEnded) -> None:
        """A party got stuck: nothing moved for longer than its patience."""
        self.evaluated += 1
        if ended.outcome == "stuck":
            self.convict("R6", "BLF-25", f"party {ended.party} waits for ever: {ended.waiting}", at=ended.at)

    def finish(self, at: Instant) -> None:
        """Matches that hang although somebody listens."""
        listening = {c.room: c for c in self.scene.connections.values() if c.live and not c.stalled}
        for room, connection in listening.items():
            match = room.match if room is not None else None
            if room is None or match is None or room.phase != "playing":
                continue
            self.evaluated += 1
            if at > match.started.hi + match.remaining_ms * MILLISECOND + self.SLACK:
                what, seats = "the match began, and no turn did", []
                if match.turn:
                    what, seats = f"nothing came after turn {match.turn} of seat {match.seat}", [match.seat]
                self.convict("R6", "BLF-25", what, at=at, room=room, seats=seats, connections=(connection,))
