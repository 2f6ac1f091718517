"""Which rules of Bluff this run exercised."""

from __future__ import annotations

from collections import Counter
from typing import Final

from harness.clock import Instant
from harness.referee.bluff.match import BluffMatch
from harness.referee.connection import Connection
from harness.referee.coverage import Coverage
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev

RULES: Final = tuple(f"CHT-{number:02}" for number in range(1, 23))
"""Every rule of Bluff."""

DECISIONS: Final = tuple(f"CHT-E{number:02}" for number in range(1, 26) if number not in {18, 23})
"""Decisions that show on the wire: nobody is told which ranks have left the game (E18), and no
match gets to the limit of turns (E23)."""


class BluffCoverage(Coverage):
    """COVER: which rules and decisions of Bluff were seen at work.

    Observes: everything in rooms of Bluff.
    Statement: none; it convicts nobody, it counts.
    Alarm: none.
    Cost: O(seats) per event.
    """

    game = "bluff"
    ids = (*RULES, *DECISIONS)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._sat_out: dict[str, set[int]] = scene.memory()
        """By room, who has passed in the running round."""
        self.public = {
            ev.Dealt: self.on_dealt,
            ev.TurnStarted: self.on_turn,
            ev.Laid: self.on_laid,
            ev.Passed: self.on_passed,
            ev.TurnedUp: self.on_turned_up,
            ev.Swept: self.on_swept,
            ev.Finished: self.on_finished,
            ev.LeftTable: self.on_left,
            ev.MatchOver: self.on_over,
        }
        self.frames = {ev.BluffHand: self.on_hand, ev.Snapshot: self.on_snapshot, ev.Refused: self.on_refused}

    def on_dealt(self, room: Room, event: ev.Dealt, moment: Moment) -> None:
        """All cards are dealt."""
        match = BluffMatch.at(room)
        assert match is not None
        self._sat_out[room.code] = set()
        self.mark("CHT-01", "CHT-03", "CHT-E15")
        if match.chosen.decks is None:
            self.mark("CHT-E02")
        if len(set(event.sizes)) > 1:
            self.mark("CHT-E01")
        if match.chosen.direction == "anticlockwise":
            self.mark("CHT-E16")
        if event.ring != match.usual_ring():
            self.mark("CHT-17")

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """The last claimant has a turn of his own."""
        match = BluffMatch.at(room)
        if match is not None and match.claim is not None and match.claim.seat == event.seat:
            self.mark("CHT-08")

    def on_laid(self, room: Room, event: ev.Laid, moment: Moment) -> None:
        """A claim."""
        match = BluffMatch.at(room)
        assert match is not None
        claim = match.claim
        self.mark("CHT-05", "CHT-04" if claim is None else "CHT-06")
        if event.seat in self._sat_out.get(room.code, ()):
            self.mark("CHT-14")
        if event.count > match.all_cards()[event.rank] + match.all_cards()["*"]:
            self.mark("CHT-E03")
        if claim is not None and claim.seat == event.seat:
            self.mark("CHT-E06")
        if claim is not None and claim.seat != event.seat and not match.sizes[claim.seat] and not event.left:
            self.mark("CHT-E13")
        if event.auto is not None:
            self.mark("CHT-E21")

    def on_passed(self, room: Room, event: ev.Passed, moment: Moment) -> None:
        """A pass."""
        self._sat_out.setdefault(room.code, set()).add(event.seat)
        self.mark("CHT-06")
        if event.auto is not None:
            self.mark("CHT-E21")

    def on_turned_up(self, room: Room, event: ev.TurnedUp, moment: Moment) -> None:
        """A call."""
        match = BluffMatch.at(room)
        assert match is not None
        self._sat_out[room.code] = set()
        self.mark("CHT-06", "CHT-07", "CHT-11", "CHT-E19", "CHT-12" if event.truth else "CHT-13")
        if event.taken > len(event.cards):
            self.mark("CHT-15")
        if event.truth and "*" in event.cards:
            self.mark("CHT-18")
        if event.truth and set(event.cards) == {"*"}:
            self.mark("CHT-E17")
        if match.sizes[event.claimant]:
            return
        if match.passed:
            self.mark("CHT-E10")
        if event.truth and match.chosen.end == "play_on" and len(match.living()) > 2:
            self.mark("CHT-E08")

    def on_swept(self, room: Room, event: ev.Swept, moment: Moment) -> None:
        """A round without a call."""
        match = BluffMatch.at(room)
        assert match is not None
        self._sat_out[room.code] = set()
        self.mark("CHT-10")
        claim = match.claim
        if claim is not None and not match.places[claim.seat]:
            self.mark("CHT-07", "CHT-09", "CHT-E05" if match.sizes[claim.seat] else "CHT-E11")

    def on_finished(self, room: Room, event: ev.Finished, moment: Moment) -> None:
        """Somebody is out for good."""
        self.mark("CHT-02", "CHT-20", "CHT-E09")

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """A leaver."""
        match = BluffMatch.at(room)
        assert match is not None
        if match.places[event.seat]:
            return
        self.mark("CHT-E22")
        others = [seat for seat in match.living() if seat != event.seat]
        if event.seat in match.passed or (match.passed and set(match.holders()) - {event.seat} <= match.passed):
            self.mark("CHT-E20")
        if len(others) == 1 and not match.sizes[others[0]]:
            self.mark("CHT-E14")

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A result."""
        match = BluffMatch.at(room)
        assert match is not None
        self.mark("CHT-21")
        if len(match.living()) > 1 or match.chosen.end == "play_on":
            self.mark("CHT-E12")

    def on_hand(self, connection: Connection, event: ev.BluffHand, at: Instant) -> None:
        """Own cards have faces, and no suits."""
        self.mark("CHT-22")

    def on_snapshot(self, connection: Connection, event: ev.Snapshot, at: Instant) -> None:
        """What everybody may see."""
        if isinstance(event.table, ev.BluffView):
            self.mark("CHT-E24")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal shows the rule behind it, by what it refused."""
        super().on_refused(connection, event, at)
        sent = connection.sent.get(event.id) if event.id is not None else None
        command = sent.command if sent is not None else None
        if event.code == "own_claim":
            self.mark("CHT-E07")
        elif event.code == "not_your_turn" and isinstance(command, cmd.Call):
            self.mark("CHT-16")
        elif event.code == "bad_rank" and isinstance(command, cmd.Lay) and command.named == "*":
            self.mark("CHT-E17")
        elif event.code == "not_in_hand" and isinstance(command, cmd.Lay) and _repeats(command):
            self.mark("CHT-E25")


def _repeats(command: cmd.Lay) -> bool:
    """Whether some face is laid more than once."""
    return any(number > 1 for number in Counter(command.cards).values())
