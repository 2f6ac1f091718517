"""What the cards decide: the trump suit, who takes a trick, and that unseen bids are shown as they were made."""

from __future__ import annotations

from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.referee.wizard.deck import CARDS, JESTER, WIZARD, best_of, suit_of
from harness.referee.wizard.match import WizardMatch
from harness.wire import events as ev


class TrickVerdict(Oracle):
    """R3: trump follows from the card turned up, and each trick goes to whom its cards say.

    Observes: rounds, cards, tricks, bids that are shown, what comes between them.
    Statement: a card is turned up when one is left (WIZ-06, WIZ-09, WIZ-E04); its suit is trump, a Jester makes
        none (WIZ-07), for a Wizard none is told before the dealer has picked it (WIZ-08); a trick of one card
        from each seat goes at once to the first Wizard, else the highest trump, else the highest of the suit
        led, of Jesters alone the first (WIZ-15, WIZ-17..19); hidden bids are shown when the last one is in, as
        our own seats and the clock made them (WIZ-21).
    Alarm: after a hole in the public events nothing is judged until a snapshot closes it; what others bid unseen
        is not known.
    Cost: O(seats) per event.
    """

    name = "call_verdict"
    checks = ("R3",)
    game = "wizard"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.RoundDealt: self.on_round,
            ev.TurnStarted: self.on_turn,
            ev.CardPlayed: self.on_card,
            ev.TrickTaken: self.on_taken,
            ev.BidsRevealed: self.on_revealed,
            ev.RoundScored: self.on_scored,
        }

    def on_round(self, room: Room, event: ev.RoundDealt, moment: Moment) -> None:
        """Trump is read off the card turned up."""
        match = WizardMatch.at(room)
        assert match is not None
        self.evaluated += 1
        left = CARDS - event.each * len(match.seats)
        if (event.turned is None) != (left <= 0):
            shown = "none" if event.turned is None else event.turned
            what = f"{left} cards are left of round {event.round}, turned up is {shown}"
            self._no(room, "WIZ-06" if left else "WIZ-09", what)
        expected = suit_of(event.turned) or None if event.turned is not None else None
        if event.trump != expected:
            rule = {None: "WIZ-09", JESTER: "WIZ-07", WIZARD: "WIZ-08"}.get(event.turned, "WIZ-06")
            trump, told = expected or "none", event.trump or "none"
            self._no(room, rule, f"turned up is {event.turned or 'nothing'}, trump is {told}, it should be {trump}")

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """Nothing is asked before what was decided is told."""
        match = self._judged(room)
        if match is not None and match.ways == "hidden" and match.phase == "play" and None in match.bids:
            self._no(room, "WIZ-21", "all have bid, and the hidden bids are not shown before play")
        self._given(room, match)

    def on_card(self, room: Room, event: ev.CardPlayed, moment: Moment) -> None:
        """No card is played to a trick that is complete."""
        self._given(room, self._judged(room))

    def on_scored(self, room: Room, event: ev.RoundScored, moment: Moment) -> None:
        """The last trick is given before the round is scored."""
        self._given(room, self._judged(room))

    def on_taken(self, room: Room, event: ev.TrickTaken, moment: Moment) -> None:
        """Who has the trick?"""
        match = self._judged(room)
        if match is None:
            return
        count, trick = len(match.seats), match.trick
        if len(trick) != count:
            what = f"seat {event.seat} takes a trick of {len(trick)} cards at a table of {count}"
            self._no(room, "WIZ-15", what, event.seat)
            return
        best = best_of(trick, match.trump)
        winner = (match.leader + best) % count
        if event.seat != winner:
            rule = "WIZ-19" if trick[best] == JESTER else "WIZ-17" if trick[0] == WIZARD else "WIZ-15"
            what = (
                f"{' '.join(trick)}, led by seat {match.leader}, trump {match.trump or 'none'}: "
                f"seat {event.seat} takes it, it should be seat {winner}"
            )
            self._no(room, rule, what, event.seat, winner)

    def on_revealed(self, room: Room, event: ev.BidsRevealed, moment: Moment) -> None:
        """The hidden bids are the ones that were made."""
        match = self._judged(room)
        if match is None:
            return
        for seat, bid in enumerate(event.bids):
            made = match.bid_of(seat)
            if made is not None and bid != made:
                self._no(room, "WIZ-21", f"seat {seat} bid {made}, and {bid} is shown", seat)
            elif not 0 <= bid <= match.each:
                self._no(room, "WIZ-12", f"seat {seat} is said to have bid {bid} of {match.each}", seat)

    def _given(self, room: Room, match: WizardMatch | None) -> None:
        if match is not None and len(match.trick) >= len(match.seats):
            self._no(room, "WIZ-15", f"the trick {' '.join(match.trick)} is complete, and nobody was given it")

    def _judged(self, room: Room) -> WizardMatch | None:
        match = WizardMatch.at(room)
        if match is None or not match.whole:
            self.undecidable += 1
            return None
        self.evaluated += 1
        return match

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R3", rule, what, at=self.scene.now, room=room, seats=seats)
