"""Dice are their owner's alone until all cups are opened. Written without the rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.liars_dice.match import DiceMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class Opened(NamedTuple):
    """The cups of one round, as a challenge opened them."""

    match: str
    round: int
    dice: tuple[tuple[str, ...], ...]


class Cups(Oracle):
    """P1: a challenge of Liar's Dice opens all cups, and what lies under them is what their owners were told.

    Observes: challenges, and the dice that our seats are told.
    Statement: every seat still in shows as many dice as it has (LDC-E20); those of our own seats are the ones that
        they were told in this round, whichever was heard first, and stay the same all through it (LDC-03).
    Alarm: dice that nobody of ours was told are not compared, and none where public events are missing.
    Cost: O(dice) per challenge.
    """

    name = "hand_privacy"
    checks = ("P1",)
    game = "liars_dice"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Challenged: self.on_challenged}
        self.frames = {ev.Dice: self.on_dice}
        self._opened: dict[str, Opened] = scene.memory()

    def on_challenged(self, room: Room, event: ev.Challenged, moment: Moment) -> None:
        """All cups are opened."""
        match = DiceMatch.at(room)
        assert match is not None
        if not match.whole:
            # Of which round these are, nobody can say.
            self.undecidable += 1
            return
        self.evaluated += 1
        shown = tuple(tuple(map(str, cup)) for cup in event.dice)
        self._opened[room.code] = Opened(match.match, match.deal, shown)
        sizes = [len(cup) for cup in shown]
        if sizes != match.sizes:
            what = f"the cups show {sizes} dice, the seats have {match.sizes}"
            seats = [seat for seat, size in enumerate(sizes) if size != match.sizes[seat]]
            self.convict("P1", "LDC-E20", what, at=self.scene.now, room=room, seats=seats)
        for seat, hand in match.hands.items():
            self.evaluated += 1
            self._compare(room, seat, hand.dealt, shown[seat], self.scene.now)

    def on_dice(self, connection: Connection, event: ev.Dice, at: Instant) -> None:
        """A seat of ours is told its dice, maybe after others saw them."""
        room = connection.room
        match = DiceMatch.at(room)
        if room is None or match is None or connection.player not in match.seats:
            return
        seat, told = match.seats.index(connection.player), tuple(map(str, event.dice))
        opened = self._opened.get(room.code)
        if opened is not None and opened[:2] == (event.match, event.round):
            self.evaluated += 1
            self._compare(room, seat, told, opened.dice[seat], at)
        known = match.hands.get(seat)
        if known is not None and (match.match, match.deal) == (event.match, event.round):
            self.evaluated += 1
            if sorted(known.dealt) != sorted(told):
                what = f"seat {seat} was told {' '.join(known.dealt)} and is told {' '.join(told)} in the same round"
                self.convict("P1", "LDC-03", what, at=at, room=room, seats=(seat,), connections=(connection,))

    def _compare(self, room: Room, seat: int, told: Sequence[str], shown: Sequence[str], at: Instant) -> None:
        if sorted(told) != sorted(shown):
            what = f"seat {seat} was told {' '.join(told)}, under its cup are {' '.join(shown) or 'none'}"
            self.convict("P1", "LDC-03", what, at=at, room=room, seats=(seat,))
