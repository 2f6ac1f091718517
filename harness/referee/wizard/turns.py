"""Rounds, turns and moves of Wizard: who is asked for what, and which bids, suits and automatic moves are legal."""

from __future__ import annotations

from collections import Counter

from harness.referee.match import MoveEvent
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.deck import SUITS, suit_of
from harness.referee.wizard.match import SEALED, WizardMatch
from harness.wire import events as ev

LEGAL = {"trump": ("choose_trump",), "bid": ("bid",), "play": ("play",)}
"""What is asked for in each phase."""


class RoundOrder(Oracle):
    """R1: rounds follow each other, the dealer goes round the table, and every seat is asked in its turn.

    Observes: rounds and turns of Wizard, seats that are taken over.
    Statement: rounds are counted one by one, each after the one before is scored, none after the last; the dealer
        moves one seat to the left (WIZ-E02); the first trick is led by whom the options say (WIZ-E01); the dealer
        picks trump (WIZ-08); bids begin left of the dealer (WIZ-11) or are asked of all at once (WIZ-E11); cards
        are played clockwise from the leader (WIZ-13), who took the last trick (WIZ-16).
    Alarm: after a hole in the public events nothing is judged until a snapshot closes it.
    Cost: O(seats) per event.
    """

    name = "turn_order"
    checks = ("R1",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.RoundDealt: self.on_round,
            ev.TurnStarted: self.on_turn,
            ev.BiddingOpened: self.on_bidding,
            ev.TakenOver: self.on_taken_over,
        }

    def on_round(self, room: Room, event: ev.RoundDealt, moment: Moment) -> None:
        """A round begins: at the right time, with the right dealer and leader."""
        match = self._judged(room)
        if match is None:
            return
        count = len(match.seats)
        if event.round != match.deal + 1:
            self._no(room, "WIZ-05", f"round {event.round} follows round {match.deal}")
        elif match.phase not in ("", "scored"):
            self._no(room, "WIZ-05", f"round {event.round} is dealt before round {match.deal} is scored")
        if event.round > len(match.rounds):
            self._no(room, "WIZ-05", f"round {event.round} is dealt in a match of {len(match.rounds)}")
        dealer = (match.dealer + 1) % count
        if match.deal and event.dealer != dealer:
            self._no(room, "WIZ-E02", f"seat {event.dealer} deals, it should be seat {dealer}", event.dealer)
        leader = event.dealer if match.first_lead == "first_player" else (event.dealer + 1) % count
        if event.leader != leader:
            self._no(room, "WIZ-E01", f"seat {event.leader} leads first, it should be seat {leader}", event.leader)

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """One seat is asked: for what the round needs next, and the seat whose turn it is."""
        match = self._judged(room)
        if match is None:
            return
        if match.phase not in LEGAL:
            self._no(room, "WIZ-05", f"seat {event.seat} is asked, and no round is under way", event.seat)
            return
        if match.phase == "bid" and match.ways in SEALED:
            self._no(room, "WIZ-E11", f"seat {event.seat} is asked alone, and all bid at once", event.seat)
            return
        seat, rule = self._expected(match)
        if event.seat != seat:
            self._no(room, rule, f"it is the turn of seat {event.seat}, it should be that of seat {seat}", event.seat)
        if tuple(event.legal) != LEGAL[match.phase]:
            what = f"seat {event.seat} may {' or '.join(event.legal)}, it should be {LEGAL[match.phase][0]}"
            self._no(room, rule, what, event.seat)

    def on_bidding(self, room: Room, event: ev.BiddingOpened, moment: Moment) -> None:
        """All seats are asked to bid, at once, if that was chosen."""
        match = self._judged(room)
        if match is None:
            return
        if match.phase != "bid" or match.ways not in SEALED or any(match.placed):
            self._no(
                room, "WIZ-E11", f"all are asked to bid unseen in phase {match.phase} of bids that are {match.ways}"
            )
        elif sorted(event.seats) != list(range(len(match.seats))):
            asked = " ".join(map(str, event.seats))
            self._no(room, "WIZ-E11", f"asked to bid are {asked} of {len(match.seats)} seats", *event.seats)

    def on_taken_over(self, room: Room, event: ev.TakenOver, moment: Moment) -> None:
        """A player leaves once."""
        match = self._judged(room)
        if match is not None and event.seat in match.ai:
            self._no(room, "WIZ-E20", f"seat {event.seat} is taken over again", event.seat)

    def _expected(self, match: WizardMatch) -> tuple[int, str]:
        """Who is to be asked now, and by which rule."""
        count = len(match.seats)
        if match.phase == "trump":
            return match.dealer, "WIZ-08"
        if match.phase == "bid":
            return (match.dealer + 1 + sum(match.placed)) % count, "WIZ-11"
        led = "WIZ-16" if any(match.won) else "WIZ-E01"
        return (match.leader + len(match.trick)) % count, "WIZ-13" if match.trick else led

    def _judged(self, room: Room) -> WizardMatch | None:
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return None
        self.evaluated += 1
        return match

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R1", rule, what, at=self.scene.now, room=room, seats=seats)


class BidsAndSuits(Oracle):
    """R1 and R10: trump, bids and cards come in their phase, bids are in range, automatic moves are the declared ones.

    Observes: moves of Wizard.
    Statement: a bid is 0 to the cards dealt (WIZ-12), with plus/minus 1 the last one does not complete the total
        (WIZ-22); nobody bids twice (WIZ-E12); an automatic bid is the lowest that is allowed (WIZ-E19), an
        automatic trump is a suit of which the dealer holds most (WIZ-E03); an AI moves for those and only those
        who left (WIZ-E20).
    Alarm: hands of others are not known, so that their automatic trump cannot be told.
    Cost: O(hand) per move.
    """

    name = "turn_order"
    checks = ("R1", "R10")
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.TrumpChosen: self.on_trump,
            ev.TricksBid: self.on_bid,
            ev.BidSealed: self.on_sealed,
            ev.CardPlayed: self.on_card,
        }

    def on_trump(self, room: Room, event: ev.TrumpChosen, moment: Moment) -> None:
        """Trump is picked."""
        match = self._judged(room, event, "trump", "WIZ-08")
        if match is None or event.auto not in ("clock", "away"):
            return
        hand = match.exact(event.seat)
        if hand is None:
            self.undecidable += 1
            return
        held = Counter(suit_of(card) for card in hand.cards.elements())
        most = max(held[suit] for suit in SUITS)
        if held[event.suit] != most:
            what = (
                f"the automatic move picked {event.suit} for seat {event.seat}, "
                f"which holds {held[event.suit]} of it and {most} of another suit"
            )
            self._no(room, "R10", "WIZ-E03", what, event.seat)

    def on_bid(self, room: Room, event: ev.TricksBid, moment: Moment) -> None:
        """A bid for all to see."""
        match = self._judged(room, event, "bid", "WIZ-11")
        if match is None:
            return
        if not 0 <= event.tricks <= match.each:
            what = f"seat {event.seat} bid {event.tricks}, dealt are {match.each} cards"
            self._no(room, "R1", "WIZ-12", what, event.seat)
        others = sum(bid or 0 for bid in match.bids)
        last = match.placed.count(False) == 1
        bound = match.ways == "plusminus" and last
        if bound and others + event.tricks == match.each:
            what = f"seat {event.seat} bid {event.tricks} as the last one, which makes the total {match.each}"
            self._no(room, "R1", "WIZ-22", what, event.seat)
        lowest = 1 if bound and others == match.each else 0
        if event.auto in ("clock", "away") and event.tricks != lowest:
            what = f"the automatic bid for seat {event.seat} is {event.tricks}, it should be {lowest}"
            self._no(room, "R10", "WIZ-E19", what, event.seat)

    def on_sealed(self, room: Room, event: ev.BidSealed, moment: Moment) -> None:
        """A bid that nobody else sees."""
        match = self._judged(room, event, "bid", "WIZ-11")
        if match is None:
            return
        if match.ways not in SEALED:
            self._no(room, "R1", "WIZ-11", f"seat {event.seat} bid unseen, and bids are {match.ways}", event.seat)
        if match.placed[event.seat]:
            self._no(room, "R1", "WIZ-E12", f"seat {event.seat} bids a second time", event.seat)

    def on_card(self, room: Room, event: ev.CardPlayed, moment: Moment) -> None:
        """A card comes after all bids."""
        self._judged(room, event, "play", "WIZ-13")

    def _judged(self, room: Room, event: MoveEvent, phase: str, rule: str) -> WizardMatch | None:
        """The match in which this move is judged; it is judged here what holds for all moves."""
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return None
        self.evaluated += 1
        if match.phase != phase:
            now = match.phase or "nothing"
            self._no(room, "R1", rule, f"seat {event.seat} makes a move of {phase}, due is {now}", event.seat)
        gone = event.seat in match.ai
        if (event.auto == "left") != gone and not (gone and event.auto == "clock"):
            how = f"automatically ({event.auto})" if event.auto else "by itself"
            what = f"seat {event.seat} moved {how}; its player {'has left' if gone else 'is there'}"
            self._no(room, "R10", "WIZ-E20", what, event.seat)
        return match

    def _no(self, room: Room, check: str, rule: str, what: str, *seats: int) -> None:
        self.convict(check, rule, what, at=self.scene.now, room=room, seats=seats)
