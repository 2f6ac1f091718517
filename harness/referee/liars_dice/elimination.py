"""Who is out when, and who ends where, in Liar's Dice. Plain counting, without the rules engine."""

from __future__ import annotations

from harness.referee.liars_dice.match import DiceMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class LastDie(Oracle):
    """R4: who has lost his last die is out at once, he alone, and for good.

    Observes: challenges, eliminations, and every event that names a seat.
    Statement: a challenge that leaves its loser no dice is followed by his elimination (LDC-14), and no elimination
        comes otherwise; a seat with a place never opens, is never to move and never moves.
    Alarm: where public events are missing, neither the cause of an elimination nor its absence is judged.
    Cost: O(1) per event.
    """

    name = "elimination"
    checks = ("R4",)
    game = "liars_dice"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.Challenged: self.on_challenged,
            ev.Eliminated: self.on_eliminated,
            ev.TurnStarted: self.on_seat,
            ev.BidMade: self.on_seat,
            ev.RoundStarted: self.on_round,
            ev.MatchOver: self.on_over,
        }
        self._broke: dict[str, tuple[int, int]] = scene.memory()
        """By room, the challenge that left somebody without dice, and whom."""

    def on_challenged(self, room: Room, event: ev.Challenged, moment: Moment) -> None:
        """Somebody loses a die, maybe his last one."""
        self.on_seat(room, event, moment)
        if not event.left:
            self._broke[room.code] = (event.number, event.loser)

    def on_eliminated(self, room: Room, event: ev.Eliminated, moment: Moment) -> None:
        """Who is eliminated has lost his last die, just now."""
        broke = self._broke.pop(room.code, None)
        match = DiceMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if broke != (event.number - 1, event.seat):
            what = f"seat {event.seat} is eliminated and did not just lose its last die"
            self._no(room, what, event.seat)

    def on_seat(self, room: Room, event: ev.TurnStarted | ev.BidMade | ev.Challenged, moment: Moment) -> None:
        """Whoever moves, or is to move, has dice."""
        match = DiceMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.places[event.seat]:
            self._no(room, f"seat {event.seat} is out and is to move, or moves", event.seat)
        self._nobody_stays(room)

    def on_round(self, room: Room, event: ev.RoundStarted, moment: Moment) -> None:
        """Nobody opens, or shakes, who is out."""
        match = DiceMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if match.places[event.opener]:
            self._no(room, f"seat {event.opener} is out and opens round {event.round}", event.opener)
        for seat, place in enumerate(match.places):
            if place and event.sizes[seat]:
                self._no(room, f"seat {seat} is out and shakes {event.sizes[seat]} dice", seat)
        self._nobody_stays(room)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The last die of all counts, too."""
        self._nobody_stays(room)

    def _nobody_stays(self, room: Room) -> None:
        broke = self._broke.pop(room.code, None)
        if broke is not None and room.match is not None and room.match.whole:
            self._no(room, f"seat {broke[1]} lost its last die and is not eliminated", broke[1])

    def _no(self, room: Room, what: str, *seats: int) -> None:
        self.convict("R4", "LDC-14", what, at=self.scene.now, room=room, seats=seats)


class DicePlacement(Oracle):
    """R5: places follow the order of elimination, and the result repeats them.

    Observes: eliminations, leaves and results of Liar's Dice.
    Statement: whoever goes gets the lowest open place (LDC-E23), the last one with dice is first (LDC-02); who left
        before that keeps the place of his seat, and the result names the seats that an AI played (LDC-E15).
    Alarm: where public events are missing, somebody may have gone unseen: only that places are a permutation is
        judged.
    Cost: O(seats) per result.
    """

    name = "placement"
    checks = ("R5",)
    game = "liars_dice"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Eliminated: self.on_gone, ev.LeftTable: self.on_gone, ev.MatchOver: self.on_over}

    def on_gone(self, room: Room, event: ev.Eliminated | ev.LeftTable, moment: Moment) -> None:
        """Somebody has a place."""
        match = DiceMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        expected = match.places[event.seat] or len(match.living())
        if event.place != expected:
            what = f"seat {event.seat} got place {event.place}, it should be place {expected}"
            self._no(room, "LDC-E23", what, event.seat)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The result repeats the places that were given, and says which seats were an AI's."""
        match = DiceMatch.at(room)
        assert match is not None
        self.evaluated += 1
        places = event.result.places
        if sorted(places) != list(range(1, len(match.seats) + 1)):
            self._no(room, "LDC-E23", f"the places {places} are no permutation of 1 to {len(match.seats)}")
        elif match.whole:
            self._repeats(room, match, event.result)
        else:
            self.undecidable += 1

    def _repeats(self, room: Room, match: DiceMatch, result: ev.Result) -> None:
        """The result against all that went before it."""
        living = match.living()
        expected = [place or 1 for place in match.places]
        if len(living) != 1:
            self._no(room, "LDC-02", f"the match is over with {len(living)} seats in it", *living)
        elif list(result.places) != expected:
            what = f"the result says {list(result.places)}, in order of going it is {expected}"
            self._no(room, "LDC-E23", what, *(s for s, place in enumerate(result.places) if place != expected[s]))
        if sorted(result.ai) != sorted(match.ai):
            what = f"the result says an AI played seats {sorted(result.ai)}, it took over {sorted(match.ai)}"
            self._no(room, "LDC-E15", what, *sorted({*result.ai} ^ {*match.ai}))

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R5", rule, what, at=self.scene.now, room=room, seats=seats)
