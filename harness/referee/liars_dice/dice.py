"""Dice are neither made nor lost, and a challenge counts them. Plain counting, without the rules engine."""

from __future__ import annotations

from typing import Final

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.liars_dice.match import DICE, ONE, DiceMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev

SEATS: Final = (2, 6)
"""Two to six players (LDC-01)."""


class DiceCount(Oracle):
    """R2: five dice a seat, and every round exactly one die fewer.

    Observes: matches, rounds, challenges, and the dice that our seats are told.
    Statement: two to six seats begin with five dice each (LDC-01); every challenge takes one die from its loser and
        none from anybody else (LDC-12, LDC-13), so that round r is played with 5 x seats - (r - 1) dice; each cup
        holds as many as its seat has.
    Alarm: where public events are missing, only the sum of a round is judged.
    Cost: O(seats) per event.
    """

    name = "conservation"
    checks = ("R2",)
    game = "liars_dice"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.MatchStarted: self.on_match,
            ev.RoundStarted: self.on_round,
            ev.Challenged: self.on_challenged,
        }
        self.frames = {ev.Dice: self.on_dice}

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Two to six sit down."""
        self.evaluated += 1
        if not SEATS[0] <= len(event.seats) <= SEATS[1]:
            self._no(room, "LDC-01", f"{len(event.seats)} sit down, it should be {SEATS[0]} to {SEATS[1]}")

    def on_round(self, room: Room, event: ev.RoundStarted, moment: Moment) -> None:
        """All shake what they have left."""
        match = DiceMatch.at(room)
        assert match is not None
        self.evaluated += 1
        total = DICE * len(match.seats) - (event.round - 1)
        if sum(event.sizes) != total:
            self._no(room, "LDC-13", f"round {event.round} has {sum(event.sizes)} dice, it should be {total}")
        expected = match.sizes if match.deal else [DICE] * len(match.seats)
        if not match.whole:
            self.undecidable += 1
        elif list(event.sizes) != expected:
            what = f"round {event.round} is shaken with {list(event.sizes)} dice, it should be {expected}"
            seats = (seat for seat, size in enumerate(event.sizes) if size != expected[seat])
            self._no(room, "LDC-13" if match.deal else "LDC-01", what, *seats)

    def on_challenged(self, room: Room, event: ev.Challenged, moment: Moment) -> None:
        """One die goes."""
        match = DiceMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        held = match.sizes[event.loser]
        if event.left != held - 1:
            what = f"seat {event.loser} had {held} dice, lost one and has {event.left}"
            self._no(room, "LDC-12", what, event.loser)

    def on_dice(self, connection: Connection, event: ev.Dice, at: Instant) -> None:
        """As many under the cup as the seat has."""
        room = connection.room
        match = DiceMatch.at(room)
        if room is None or match is None or (match.match, match.deal) != (event.match, event.round):
            self.undecidable += 1
            return
        if connection.player not in match.seats:
            return
        self.evaluated += 1
        seat = match.seats.index(connection.player)
        if len(event.dice) != match.full(seat):
            what = f"seat {seat} is told {len(event.dice)} dice, it has {match.full(seat)}"
            self.convict("R2", "LDC-03", what, at=at, room=room, seats=(seat,), connections=(connection,))

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R2", rule, what, at=self.scene.now, room=room, seats=seats)


class ChallengeVerdict(Oracle):
    """R3: a challenge settles the last bid, by the dice that are shown.

    Observes: challenges.
    Statement: it is the last bid that is settled, with the lock as it is (LDC-11, LDC-E05); the dice that count are
        those of its face and, unless ones are locked or are what was bid, the ones (LDC-09, LDC-10); the bid holds
        when they are enough; the challenger loses if it holds, else the bidder (LDC-12, LDC-E24).
    Alarm: the last bid and the lock are not judged where public events are missing.
    Cost: O(dice) per challenge.
    """

    name = "call_verdict"
    checks = ("R3",)
    game = "liars_dice"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Challenged: self.on_challenged}

    def on_challenged(self, room: Room, event: ev.Challenged, moment: Moment) -> None:
        """Count once more."""
        match = DiceMatch.at(room)
        assert match is not None
        self.evaluated += 1
        locked = event.locked
        if match.whole:
            locked = match.locked
            self._settles_the_last_bid(room, match, event)
        else:
            self.undecidable += 1
        wanted = {event.face} if locked or event.face == ONE else {event.face, ONE}
        count = sum(1 for cup in event.dice for die in cup if die in wanted)
        bid = f"{event.quantity} x {event.face}"
        if event.count != count:
            cups = " ".join("".join(map(str, cup)) or "-" for cup in event.dice)
            what = f"{event.count} dice are said to count for {bid}, in {cups} it is {count}"
            self._no(room, "LDC-10" if locked else "LDC-09", what)
        if event.holds != (count >= event.quantity):
            what = f"{bid} was judged {'to hold' if event.holds else 'too high'}, and {count} dice count"
            self._no(room, "LDC-12", what, event.bidder)
        loser = event.seat if count >= event.quantity else event.bidder
        if event.loser != loser:
            self._no(room, "LDC-12", f"seat {event.loser} loses a die, it should be seat {loser}", event.loser)

    def _settles_the_last_bid(self, room: Room, match: DiceMatch, event: ev.Challenged) -> None:
        bid = (event.bidder, event.quantity, event.face)
        if match.bid is not None and match.bid != bid:
            settled = f"{event.quantity} x {event.face} of seat {event.bidder}"
            last = f"{match.bid.quantity} x {match.bid.face} of seat {match.bid.seat}"
            self._no(room, "LDC-11", f"{settled} was settled, the last bid is {last}", event.bidder)
        if event.locked != match.locked:
            now = "ones were bid" if match.locked else "nobody bid ones"
            what = f"ones are said to be {'locked' if event.locked else 'wild'}, and {now}"
            self._no(room, "LDC-10", what)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R3", rule, what, at=self.scene.now, room=room, seats=seats)
