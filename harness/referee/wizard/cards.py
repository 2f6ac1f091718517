"""The sixty cards are neither made nor lost. Plain counting, without the rules engine."""

from __future__ import annotations

from collections import Counter

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.deck import CARDS, DECK, LENGTH_RULES
from harness.referee.wizard.match import WizardMatch
from harness.wire import events as ev


class Plays:
    """What was played in one round.

    Attributes:
        match, deal: The round.
        by: Cards by seat.
    """

    __slots__ = ("by", "deal", "match")

    def __init__(self, match: str, deal: int) -> None:
        self.match = match
        self.deal = deal
        self.by: dict[int, Counter[str]] = {}


class CardsConserved(Oracle):
    """R2: each of the sixty cards is in a round once, and every seat is dealt as many as the round says.

    Observes: rounds, cards that are played, the hands of our own seats.
    Statement: as many cards are dealt as the list of the chosen length says (WIZ-05, WIZ-24, WIZ-25); the card
        turned up, those that were played and those that our own seats hold fit into one deck (WIZ-02, WIZ-26),
        and the one turned up is not played (WIZ-10); a card that is played was in the hand; a frame shows its
        receiver as many cards as he has left.
    Alarm: after a hole in the public events nothing is judged until a snapshot closes it.
    Cost: O(cards of the round) per event.
    """

    name = "conservation"
    checks = ("R2",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.RoundDealt: self.on_round, ev.CardPlayed: self.on_card}
        self.frames = {ev.WizardHand: self.on_hand}
        self._played: dict[str, Plays] = scene.memory()

    def on_round(self, room: Room, event: ev.RoundDealt, moment: Moment) -> None:
        """As many cards as the round says."""
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if not 0 < event.round <= len(match.rounds):
            return
        expected = match.rounds[event.round - 1]
        if event.each != expected:
            what = f"{event.each} cards are dealt to each seat in round {event.round}, it should be {expected}"
            self._no(room, LENGTH_RULES[match.length], what)

    def on_card(self, room: Room, event: ev.CardPlayed, moment: Moment) -> None:
        """A card that is there leaves a hand."""
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        seat = event.seat
        if match.sizes[seat] < 1:
            self._no(room, "WIZ-05", f"seat {seat} plays {event.card} and has no card left", seat)
        hand = match.exact(seat)
        if hand is not None and not hand.admits((event.card,)):
            held = " ".join(hand.cards.elements())
            self._no(room, "WIZ-13", f"seat {seat} plays {event.card} and holds {held}", seat)
        self._of_round(room, match).setdefault(seat, Counter())[event.card] += 1
        self._fits(room, match, seat, ())

    def on_hand(self, connection: Connection, event: ev.WizardHand, at: Instant) -> None:
        """What somebody of ours holds."""
        room = connection.room
        match = WizardMatch.at(room)
        current = match is not None and match.match == event.match and match.deal == event.round and match.whole
        if room is None or match is None or not current or connection.player not in match.seats:
            self.undecidable += 1
            return
        seat = match.seats.index(connection.player)
        if connection.number == room.number:
            self.evaluated += 1
            if len(event.cards) != match.sizes[seat]:
                what = f"seat {seat} has {match.sizes[seat]} cards left and is shown {len(event.cards)}"
                self._no(room, "WIZ-05", what, seat)
        self._fits(room, match, seat, event.cards)

    def _fits(self, room: Room, match: WizardMatch, seat: int, cards: tuple[str, ...]) -> None:
        """All that was seen of this round, with these cards in the hand of this seat, fits into one deck."""
        self.evaluated += 1
        played = self._of_round(room, match)
        seen: Counter[str] = Counter() if match.turned is None else Counter([match.turned])
        for who in range(len(match.seats)):
            hand = match.hands.get(who)
            dealt = Counter(hand.dealt) if hand is not None else Counter[str]()
            # What is shown now may have been counted already, as dealt or as played from another hand.
            seen += dealt | played.get(who, Counter()) | Counter(cards if who == seat else ())
        surplus = seen - DECK
        if surplus:
            rule = "WIZ-10" if match.turned in surplus else "WIZ-26"
            twice = " ".join(surplus.elements())
            self._no(room, rule, f"round {match.deal} has more cards than the {CARDS}: {twice} too many", seat)

    def _of_round(self, room: Room, match: WizardMatch) -> dict[int, Counter[str]]:
        row = self._played.get(room.code)
        if row is None or (row.match, row.deal) != (match.match, match.deal):
            row = self._played[room.code] = Plays(match.match, match.deal)
        return row.by

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R2", rule, what, at=self.scene.now, room=room, seats=seats)
