"""Which rules of Wizard this run exercised."""

from __future__ import annotations

from typing import Final

from harness.clock import Instant
from harness.dialects.dialect import LobbyCall
from harness.history.observation import Exchange
from harness.referee.connection import Connection
from harness.referee.coverage import Coverage
from harness.referee.match import MoveEvent
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.deck import CARDS, JESTER, LENGTH_RULES, WIZARD, best_of, suit_led, suit_of
from harness.referee.wizard.match import WizardMatch
from harness.wire import events as ev
from harness.wire.options import SEATS

RULES: Final = tuple(f"WIZ-{number:02}" for number in range(1, 27))
"""Every rule of Wizard."""

DECISIONS: Final = tuple(f"WIZ-E{number:02}" for number in range(1, 24) if number != 22)
"""Decisions that show on the wire; E22 is about pictures."""


class WizardCoverage(Coverage):
    """COVER: which rules and decisions of Wizard were seen at work.

    Observes: everything in rooms of Wizard, and calls that would open one.
    Statement: none; it convicts nobody, it counts.
    Alarm: none.
    Cost: O(seats) per event.
    """

    game = "wizard"
    ids = (*RULES, *DECISIONS)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.MatchStarted: self.on_match,
            ev.RoundDealt: self.on_round,
            ev.TurnStarted: self.on_turn,
            ev.BiddingOpened: self.on_bidding,
            ev.TrumpChosen: self.on_trump,
            ev.TricksBid: self.on_bid,
            ev.BidSealed: self.on_sealed,
            ev.BidsRevealed: self.on_revealed,
            ev.CardPlayed: self.on_card,
            ev.TrickTaken: self.on_taken,
            ev.RoundScored: self.on_scored,
            ev.TakenOver: self.on_taken_over,
            ev.MatchOver: self.on_over,
        }
        self.frames = {ev.Refused: self.on_refused}
        self.calls = {"create": self.on_create}

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Seats."""
        self.mark("WIZ-04")

    def on_round(self, room: Room, event: ev.RoundDealt, moment: Moment) -> None:
        """A deal, and what is turned up."""
        match = WizardMatch.at(room)
        assert match is not None
        self.mark("WIZ-E01", *({"WIZ-26", "WIZ-E02"} if event.round > 1 else ()))
        six = match.length == "amigo" and len(match.seats) == SEATS["wizard"][1]
        self.mark("WIZ-E14" if six else LENGTH_RULES[match.length])
        if match.length == "five":
            self.mark("WIZ-E08")
        if event.turned is None:
            self.mark("WIZ-09", "WIZ-E04")
        elif suit_of(event.turned):
            self.mark("WIZ-06")
        if event.turned == JESTER:
            self.mark("WIZ-07")
        if event.round == len(match.rounds) and event.turned is not None:
            self.mark("WIZ-E04")

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """Who took a trick leads."""
        match = WizardMatch.at(room)
        if match is not None and match.phase == "play" and any(match.won) and not match.trick:
            self.mark("WIZ-16")

    def on_bidding(self, room: Room, event: ev.BiddingOpened, moment: Moment) -> None:
        """All bid at once."""
        self.mark("WIZ-E11")

    def on_trump(self, room: Room, event: ev.TrumpChosen, moment: Moment) -> None:
        """Trump is picked."""
        self.mark("WIZ-08", "WIZ-E03")
        self._automatic(event)

    def on_bid(self, room: Room, event: ev.TricksBid, moment: Moment) -> None:
        """A bid for all to see."""
        match = WizardMatch.at(room)
        assert match is not None
        self.mark("WIZ-11", "WIZ-12")
        self._automatic(event)
        if match.ways == "plusminus" and match.placed.count(False) == 1:
            self.mark("WIZ-22")
            if sum(bid or 0 for bid in match.bids) <= match.each:
                self.mark("WIZ-E09")

    def on_sealed(self, room: Room, event: ev.BidSealed, moment: Moment) -> None:
        """A bid that nobody else sees."""
        self._automatic(event)

    def on_revealed(self, room: Room, event: ev.BidsRevealed, moment: Moment) -> None:
        """Hidden bids are shown."""
        self.mark("WIZ-21")

    def on_card(self, room: Room, event: ev.CardPlayed, moment: Moment) -> None:
        """A card, and the trick that it is played to."""
        match = WizardMatch.at(room)
        assert match is not None
        self.mark("WIZ-13")
        self._automatic(event)
        trick, led, suit = match.trick, suit_led(match.trick), suit_of(event.card)
        if led:
            self._bound(match, event, led)
        elif WIZARD in trick:
            self.mark("WIZ-17" if trick[0] == WIZARD else "WIZ-E05")
        elif trick and suit:
            self.mark("WIZ-18", *(("WIZ-E18",) if suit == match.trump else ()))

    def on_taken(self, room: Room, event: ev.TrickTaken, moment: Moment) -> None:
        """A trick is given."""
        match = WizardMatch.at(room)
        if match is None or not match.trick:
            return
        self.mark("WIZ-15")
        best = match.trick[best_of(match.trick, match.trump)]
        if [suit_of(card) for card in match.trick].count(suit_of(best)) > 1 and suit_of(best):
            self.mark("WIZ-03")
        if JESTER in match.trick:
            self.mark("WIZ-19", *(("WIZ-E23",) if best == JESTER else ()))

    def on_scored(self, room: Room, event: ev.RoundScored, moment: Moment) -> None:
        """A line of the sheet."""
        match = WizardMatch.at(room)
        assert match is not None
        self.mark("WIZ-20", "WIZ-E21")
        if match.ways == "secret":
            self.mark("WIZ-23")
        if match.turned is not None:
            self.mark("WIZ-10")
        if match.each * len(match.seats) == CARDS:
            self.mark("WIZ-02")
        if min(event.totals, default=0) < 0:
            self.mark("WIZ-E15")

    def on_taken_over(self, room: Room, event: ev.TakenOver, moment: Moment) -> None:
        """A leaver."""
        self.mark("WIZ-E20")

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """A result."""
        self.mark("WIZ-01")
        kept = [total for seat, total in enumerate(event.result.totals) if seat not in event.result.ai]
        if len(set(kept)) < len(kept):
            self.mark("WIZ-E16")

    def on_refused(self, connection: Connection, event: ev.Refused, at: Instant) -> None:
        """A refusal names the rule behind it."""
        super().on_refused(connection, event, at)
        if event.code == "bid_range":
            self.mark("WIZ-E13")
        elif event.code == "bid_total":
            self.mark("WIZ-E09")

    def on_create(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """A room that could not be opened: for two, or with two ways to bid."""
        if exchange.status < 400 or b'"wizard"' not in exchange.body:
            return
        options = self.scene.dialect.read_options(exchange.body)
        if options is None:
            self.mark("WIZ-E10")
        elif options.seats < SEATS["wizard"][0]:
            self.mark("WIZ-E17")

    def _bound(self, match: WizardMatch, event: ev.CardPlayed, led: str) -> None:
        """A card that is played when a suit was led."""
        suit = suit_of(event.card)
        hand = match.exact(event.seat)
        held = {suit_of(card) for card in hand.cards.elements()} if hand is not None else set()
        if not suit and led in held:
            self.mark("WIZ-14")
        if WIZARD in match.trick and suit == led:
            self.mark("WIZ-E06")
        if suit not in ("", led) and "" in held:
            self.mark("WIZ-E07")

    def _automatic(self, event: MoveEvent) -> None:
        """A move of the server."""
        if event.auto in ("clock", "away"):
            self.mark("WIZ-E19")
        elif event.auto == "left":
            self.mark("WIZ-E20")
