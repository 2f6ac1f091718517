"""Who is out of Bluff for good, and who ends where. Plain counting, without the rules engine."""

from __future__ import annotations

from harness.referee.bluff.match import BluffMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class OutForGood(Oracle):
    """R4: a seat without cards is out when its last claim can no longer be called, then at once, and for ever.

    Observes: finishes, and every event that names a seat.
    Statement: a finish comes for the seat that has no cards and no standing claim, as soon as somebody has laid on
        top, all others have passed, or a call has proved it true, and before anybody else is asked (CHT-20, CHT-E09);
        a seat with a place is never asked and never moves (CHT-20, CHT-E22).
    Alarm: where public events are missing, finishes are not judged.
    Cost: O(seats) per event.
    """

    name = "elimination"
    checks = ("R4",)
    game = "bluff"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        moves = (ev.TurnStarted, ev.Laid, ev.Passed, ev.TurnedUp)
        self.public = {**dict.fromkeys(moves, self.on_seat), ev.Finished: self.on_finished, ev.MatchOver: self.on_over}

    def on_seat(self, room: Room, event: ev.TurnStarted | ev.Laid | ev.Passed | ev.TurnedUp, moment: Moment) -> None:
        """Whoever is asked or moves is in the match; whoever is out was told so before."""
        match = BluffMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.places[event.seat]:
            self._no(room, "CHT-20", f"seat {event.seat} is out and is asked, or moves", event.seat)
        elif isinstance(event, ev.TurnStarted) and not match.sizes[event.seat] and match.whole:
            self._no(room, "CHT-20", f"seat {event.seat} has no cards and is asked", event.seat)
        self._nobody_waits(room, match)

    def on_finished(self, room: Room, event: ev.Finished, moment: Moment) -> None:
        """Who is out had no cards, and his last claim stands."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        due = match.finish_due()
        if event.seat == due:
            return
        if match.places[event.seat]:
            why = "has its place already"
        elif match.sizes[event.seat]:
            why = f"still holds {match.sizes[event.seat]} cards"
        else:
            why = "can still be called"
        self._no(room, "CHT-E09", f"seat {event.seat} is out, but it {why}", event.seat)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The last finish counts, too."""
        match = BluffMatch.at(room)
        assert match is not None
        self._nobody_waits(room, match)

    def _nobody_waits(self, room: Room, match: BluffMatch) -> None:
        due = match.finish_due() if match.whole else -1
        if due >= 0:
            self._no(room, "CHT-E09", f"seat {due} has no cards, cannot be called any more and is not out", due)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R4", rule, what, at=self.scene.now, room=room, seats=seats)


class FinishOrder(Oracle):
    """R5: places go by the order of going out, leavers from below, and the result repeats them.

    Observes: finishes, leavers and results of Bluff.
    Statement: who finishes has the best open place (CHT-20, CHT-21), who leaves the lowest (CHT-E22); the match is
        over when the first one is out, or when one is left, as agreed (CHT-E12), and not before, unless it is said
        to have found no end (CHT-E23); then the others follow by cards left, the fewest first, equal is equal.
    Alarm: where public events are missing, nothing that builds on them is judged. After how many turns a match
        without an end is halted is the server's own choice.
    Cost: O(seats) per event.
    """

    name = "placement"
    checks = ("R5",)
    game = "bluff"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Finished: self.on_finished, ev.LeftTable: self.on_left, ev.MatchOver: self.on_over}

    def on_finished(self, room: Room, event: ev.Finished, moment: Moment) -> None:
        """The best open place."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        expected = _open_places(match)[:1]
        if [event.place] != expected:
            what = f"seat {event.seat} got place {event.place}, the best open one is {expected}"
            self._no(room, "CHT-21", what, event.seat)

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """The lowest open place, or the one that it had."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        expected = match.places[event.seat] or max(_open_places(match), default=0)
        if event.place != expected:
            what = f"seat {event.seat} left and got place {event.place}, it should be place {expected}"
            self._no(room, "CHT-E22", what, event.seat)
        own = match.claim is not None and match.claim.seat == event.seat and not match.places[event.seat]
        if event.withdrawn != own:
            what = f"seat {event.seat} left; withdrawn is {event.withdrawn}, its own claim lay there: {own}"
            self._no(room, "CHT-E22", what, event.seat)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The result repeats the places, and ranks the others by what they hold."""
        match = BluffMatch.at(room)
        result = event.result
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        living = match.living()
        if match.decided() == result.halted:
            how = "is said to have found no end, and it has" if result.halted else "is over"
            self._no(room, "CHT-21", f"the match {how} with {len(living)} seats in play", *living)
            return
        expected = [place or _place_by_cards(match, seat) for seat, place in enumerate(match.places)]
        if list(result.places) != expected:
            wrong = [seat for seat, place in enumerate(result.places) if place != expected[seat]]
            what = f"the result says {list(result.places)}, it should be {expected}"
            self._no(room, "CHT-E12", what, *wrong)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R5", rule, what, at=self.scene.now, room=room, seats=seats)


def _open_places(match: BluffMatch) -> list[int]:
    return [place for place in range(1, len(match.seats) + 1) if place not in match.places]


def _place_by_cards(match: BluffMatch, seat: int) -> int:
    """The place of a seat that is still in when the match ends: behind those who are out by cards left (CHT-E12)."""
    return _open_places(match)[0] + sum(match.sizes[other] < match.sizes[seat] for other in match.living())
