"""Who dies when, and who ends where, in Bluffers. Plain counting, without the rules engine."""

from __future__ import annotations

from typing import Final

from harness.referee.bluffers.match import BluffersMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev

CHAMBERS: Final = 6


class Elimination(Oracle):
    """R4: each pull moves the drum by one, the sixth fires, and the dead stay dead.

    Observes: pulls, eliminations, and every event that names a seat.
    Statement: a seat's pulls are counted one by one and never above six (BLF-18, BLF-19); who is shot is
        eliminated by the very next event (BLF-20), and only he; a seat with a place is never to move, never
        dealt, never pulls.
    Alarm: none known.
    Cost: O(1) per event.
    """

    name = "elimination"
    checks = ("R4",)
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.Pulled: self.on_pulled,
            ev.Eliminated: self.on_eliminated,
            ev.TurnStarted: self.on_seat,
            ev.Played: self.on_seat,
            ev.Called: self.on_seat,
            ev.HandStarted: self.on_hand,
            ev.MatchOver: self.on_over,
        }
        self._shot: dict[str, tuple[int, int]] = scene.memory()

    def on_pulled(self, room: Room, event: ev.Pulled, moment: Moment) -> None:
        """A trigger was pulled."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if event.pulls != match.pulls[event.seat] + 1 or event.pulls > CHAMBERS:
            what = f"seat {event.seat} had pulled {match.pulls[event.seat]} times and now counts {event.pulls}"
            self._no(room, "BLF-18", what, event.seat)
        if event.pulls == CHAMBERS and not event.fired:
            self._no(room, "BLF-19", f"the sixth pull of seat {event.seat} did not fire", event.seat)
        if match.places[event.seat]:
            self._no(room, "BLF-20", f"seat {event.seat} is out and pulls", event.seat)
        if event.fired:
            self._shot[room.code] = (event.number, event.seat)

    def on_eliminated(self, room: Room, event: ev.Eliminated, moment: Moment) -> None:
        """Who is eliminated was shot, just now."""
        shot = self._shot.pop(room.code, None)
        match = BluffersMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if shot != (event.number - 1, event.seat):
            self._no(room, "BLF-20", f"seat {event.seat} is eliminated without having been shot", event.seat)

    def on_seat(self, room: Room, event: ev.TurnStarted | ev.Played | ev.Called, moment: Moment) -> None:
        """Whoever moves, or is to move, is alive; whoever was shot is out before that."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.places[event.seat]:
            self._no(room, "BLF-20", f"seat {event.seat} is out and is to move, or moves", event.seat)
        self._nobody_survives(room)

    def on_hand(self, room: Room, event: ev.HandStarted, moment: Moment) -> None:
        """The dead are dealt nothing."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        for seat, place in enumerate(match.places):
            if place and event.sizes[seat]:
                self._no(room, "BLF-05", f"seat {seat} is out and is dealt {event.sizes[seat]} cards", seat)
        self._nobody_survives(room)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The last shot counts, too."""
        self._nobody_survives(room)

    def _nobody_survives(self, room: Room) -> None:
        shot = self._shot.pop(room.code, None)
        if shot is not None:
            self._no(room, "BLF-20", f"seat {shot[1]} was shot and is not eliminated", shot[1])

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R4", rule, what, at=self.scene.now, room=room, seats=seats)


class Placement(Oracle):
    """R5: the place is fixed at the moment of elimination, and the result repeats it.

    Observes: eliminations, leaves and results of Bluffers.
    Statement: whoever goes gets the lowest open place (BLF-28, BLF-E22); the last one left is first.
    Alarm: none known.
    Cost: O(seats) per result.
    """

    name = "placement"
    checks = ("R5",)
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Eliminated: self.on_gone, ev.LeftTable: self.on_gone, ev.MatchOver: self.on_over}

    def on_gone(self, room: Room, event: ev.Eliminated | ev.LeftTable, moment: Moment) -> None:
        """Somebody has a place."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        expected = match.places[event.seat] or len(match.living())
        if event.place != expected:
            self._no(room, f"seat {event.seat} got place {event.place}, it should be place {expected}", event.seat)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The result repeats the places that were given."""
        match = BluffersMatch.at(room)
        result = event.result
        assert match is not None
        self.evaluated += 1
        living = match.living()
        expected = [place or 1 for place in match.places]
        if sorted(result.places) != list(range(1, len(match.seats) + 1)):
            self._no(room, f"the places {result.places} are no permutation of 1 to {len(match.seats)}")
        elif len(living) != 1:
            self._no(room, f"the match is over with {len(living)} seats alive", *living)
        elif list(result.places) != expected:
            what = f"the result says {list(result.places)}, in order of going it is {expected}"
            self._no(room, what, *(s for s, place in enumerate(result.places) if place != expected[s]))

    def _no(self, room: Room, what: str, *seats: int) -> None:
        self.convict("R5", "BLF-28", what, at=self.scene.now, room=room, seats=seats)
