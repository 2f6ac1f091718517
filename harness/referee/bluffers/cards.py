"""Cards are neither made nor lost, and a call tells the truth. Plain counting, without the rules engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from harness.clock import Instant
from harness.referee.bluffers.match import HAND, BluffersMatch
from harness.referee.connection import Connection
from harness.referee.holding import Holding
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev

DECK: Final = Counter({"K": 6, "Q": 6, "A": 6, "*": 2})
"""The 20 cards of BLF-03, written down again on purpose."""


class Conservation(Holding):
    """R2: the 20 cards stay 20; nobody plays a card he does not hold.

    Observes: private cards of our seats, sizes, plays, what a call turns up.
    Statement: all faces seen in one hand fit into the deck together, with what is unseen as one multiset; five
        cards to each living seat (BLF-05); a play takes one to three cards off a hand (BLF-10), and an
        acknowledged one only faces that the hand can hold.
    Alarm: cards that left unseen may have been any of the hand.
    Cost: O(seats) per event.
    """

    name = "conservation"
    checks = ("R2",)
    plays = cmd.Play
    held_rule = "BLF-10"
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.HandStarted: self.on_hand, ev.Played: self.on_played, ev.Called: self.on_called}
        self.frames = {ev.Cards: self.on_cards, ev.Ok: self.on_ok}

    def on_hand(self, room: Room, event: ev.HandStarted, moment: Moment) -> None:
        """Five cards to each living seat."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        expected = tuple(0 if place else HAND for place in match.places)
        if event.sizes != expected:
            self._no(room, "BLF-05", f"dealt are {event.sizes}, it should be {expected}")

    def on_cards(self, connection: Connection, event: ev.Cards, at: Instant) -> None:
        """All hands known in this deal fit into one deck."""
        room = connection.room
        match = BluffersMatch.at(room)
        if room is None or match is None or match.match != event.match or match.deal != event.hand:
            self.undecidable += 1
            return
        if connection.player in match.seats:
            self._fits(room, match, match.seats.index(connection.player), event.cards)

    def on_played(self, room: Room, event: ev.Played, moment: Moment) -> None:
        """One to three cards leave a hand."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if not 1 <= event.count <= 3:
            self._no(room, "BLF-10", f"{event.count} cards were played", event.seat)
        if event.left != match.sizes[event.seat] - event.count:
            held = match.sizes[event.seat]
            what = f"seat {event.seat} held {held} cards, played {event.count} and holds {event.left}"
            self._no(room, "BLF-10", what, event.seat)

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """The faces turned up fit into the deck with all others seen in this hand."""
        match = BluffersMatch.at(room)
        assert match is not None
        hand = match.hands.get(event.claimant)
        if hand is None or not hand.whole:
            self._fits(room, match, event.claimant, event.cards)
            return
        self.evaluated += 1
        if Counter[str](event.cards) - Counter(hand.dealt):
            what = f"{' '.join(event.cards)} were turned up, seat {event.claimant} was dealt {' '.join(hand.dealt)}"
            self._no(room, "BLF-06", what, event.claimant)

    def _fits(self, room: Room, match: BluffersMatch, seat: int, cards: Sequence[str]) -> None:
        self.evaluated += 1
        seen = Counter(cards)
        for other, hand in match.hands.items():
            if other != seat:
                seen.update(hand.dealt)
        surplus = seen - DECK
        if surplus:
            what = f"hand {match.deal} has more cards than the deck: {' '.join(surplus.elements())} too many"
            self._no(room, "BLF-06", what, *match.hands, seat)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R2", rule, what, at=self.scene.now, room=room, seats=sorted(set(seats)))


class CallVerdict(Oracle):
    """R3: a call turns up the cards that were played, and the verdict follows from the table card.

    Observes: calls, the plays of our own seats, pulls.
    Statement: the faces are those of the acknowledged play that is called; `truth` is that all of them are the
        table card or jokers (BLF-04, BLF-16); the caller pulls when it is true, else the claimant (BLF-17), and
        nothing comes between the call and that pull.
    Alarm: automatic plays and those of bots are seen only when turned up.
    Cost: O(1) per call.
    """

    name = "call_verdict"
    checks = ("R3",)
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Called: self.on_called, ev.Pulled: self.on_pulled}
        self._shooter: dict[str, tuple[int, int]] = scene.memory()

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """Judge the reveal."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        self._shooter[room.code] = (event.number, event.shooter)
        truth = all(card in (match.table, "*") for card in event.cards)
        if event.truth != truth:
            what = (
                f"{' '.join(event.cards)} on table card {match.table} was judged {'true' if event.truth else 'a lie'}"
            )
            self._no(room, "BLF-17", what, event.claimant)
        shooter = event.seat if event.truth else event.claimant
        if event.shooter != shooter:
            self._no(room, "BLF-17", f"seat {event.shooter} has to pull, it should be seat {shooter}", event.shooter)
        played = match.plays.get(match.claimed)
        if played is None:
            self.undecidable += 1
        elif Counter(played) != Counter[str](event.cards):
            what = f"seat {event.claimant} played {' '.join(played)}, turned up were {' '.join(event.cards)}"
            self._no(room, "BLF-16", what, event.claimant)

    def on_pulled(self, room: Room, event: ev.Pulled, moment: Moment) -> None:
        """The pull follows its call at once, by the one who has to."""
        called = self._shooter.pop(room.code, None)
        match = BluffersMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if called != (event.number - 1, event.seat):
            self._no(room, "BLF-17", f"seat {event.seat} pulls without a call that says so", event.seat)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R3", rule, what, at=self.scene.now, room=room, seats=seats)
