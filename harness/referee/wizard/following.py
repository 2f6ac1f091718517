"""Whether the suit that was led is followed, as far as it can be told from outside."""

from __future__ import annotations

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.deck import suit_led, suit_of
from harness.referee.wizard.match import WizardMatch
from harness.wire import commands as cmd
from harness.wire import events as ev


class Denied:
    """What was denied in one round.

    Attributes:
        match, deal: The round.
        by: (seat, suit) -> (turn, card): with this card the seat said that it has none of the suit.
    """

    __slots__ = ("by", "deal", "match")

    def __init__(self, match: str, deal: int) -> None:
        self.match = match
        self.deal = deal
        self.by: dict[tuple[int, str], tuple[int, str]] = {}


class SuitFollowed(Oracle):
    """R1 and R10: whoever holds the suit led plays it, or a Wizard or a Jester.

    Observes: cards of Wizard, the hands of our own seats, refusals of our own cards.
    Statement: the first card that is no Jester sets the suit, a Wizard before it binds nobody (WIZ-17, WIZ-18,
        WIZ-E05, WIZ-E06); a seat that plays another suit has none of it (WIZ-13), neither in its hand where that
        is known, nor in what it plays later in the round; a card that may be played is not refused (WIZ-14).
    Alarm: a hand that nobody knows proves a revoke only when the card shows up.
    Cost: O(hand) per card.
    """

    name = "turn_order"
    checks = ("R1", "R10")
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.CardPlayed: self.on_card}
        self.frames = {ev.Refused: self.on_refused}
        self._denied: dict[str, Denied] = scene.memory()

    def on_card(self, room: Room, event: ev.CardPlayed, moment: Moment) -> None:
        """A card is played to the trick that lies there."""
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        seat, suit, led = event.seat, suit_of(event.card), suit_led(match.trick)
        denied = self._of_round(room, match)
        check = "R10" if event.auto in ("clock", "away") else "R1"
        before = denied.pop((seat, suit), None)
        if before is not None:
            turn, card = before
            what = f"seat {seat} plays {event.card} and did not follow suit in turn {turn}, when it played {card}"
            self._no(room, "R1", what, seat)
        if not led or suit in ("", led):
            return
        hand = match.exact(seat)
        if hand is None:
            denied[seat, led] = (event.turn, event.card)
            self.undecidable += 1
            return
        follow = [card for card in hand.cards.elements() if suit_of(card) == led]
        if follow:
            what = f"seat {seat} plays {event.card} to a trick of {led} and holds {' '.join(follow)}"
            self._no(room, check, what, seat)

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A card of ours was refused: was it really not allowed?"""
        sent = connection.sent.get(event.id) if event.id is not None else None
        room = connection.room
        match = WizardMatch.at(room)
        if match is None or sent is None or event.code not in ("must_follow", "not_in_hand"):
            return
        command = sent.command
        seat = match.seats.index(connection.player) if connection.player in match.seats else -1
        hand = match.exact(seat) if seat in match.asked and seat not in match.moved else None
        if not isinstance(command, cmd.PlayCard) or command.turn != match.turn or hand is None:
            # Nothing else than this turn of this seat is known well enough.
            self.undecidable += 1
            return
        self.evaluated += 1
        led = suit_led(match.trick)
        void = all(suit_of(card) != led for card in hand.cards.elements())
        held = hand.cards[command.card] > 0
        if held and (event.code == "not_in_hand" or not led or void or suit_of(command.card) in ("", led)):
            what = f"seat {seat} may play {command.card} and was refused ({event.code})"
            self.convict("R1", "WIZ-14", what, at=at, room=room, seats=(seat,), connections=(connection,))

    def _of_round(self, room: Room, match: WizardMatch) -> dict[tuple[int, str], tuple[int, str]]:
        row = self._denied.get(room.code)
        if row is None or (row.match, row.deal) != (match.match, match.deal):
            row = self._denied[room.code] = Denied(match.match, match.deal)
        return row.by

    def _no(self, room: Room, check: str, what: str, seat: int) -> None:
        self.convict(check, "WIZ-13", what, at=self.scene.now, room=room, seats=(seat,))
