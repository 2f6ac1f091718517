"""Whose turn it is in Liar's Dice, what he may bid, and what is done for him."""

from __future__ import annotations

from harness.referee.liars_dice.match import ONE, DiceMatch, LastBid
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class BiddingOrder(Oracle):
    """R1 and R10: turns go round the seats with dice, each bid beats the last, and an automatic move is a legal one.

    Observes: rounds, turns, bids, challenges and seats that an AI takes over, in Liar's Dice.
    Statement: the host opens, then who lost the last challenge or, if he is out, the next seat with dice (LDC-04,
        LDC-E11, LDC-E12); a turn goes to the next seat with dice (LDC-15); a bid has one die at least and no more
        than are in play (LDC-07, LDC-E19), beats the last one (LDC-06, LDC-E01) and locks the ones when it names
        them (LDC-10); only a bid can be challenged, and the highest of all only be challenged (LDC-E07, LDC-E10);
        out of time means a challenge, or one two (LDC-E14); an AI moves for leavers, and for nobody else as such
        (LDC-E15).
    Alarm: where public events are missing, nothing that builds on them is judged.
    Cost: O(seats) per event.
    """

    name = "turn_order"
    checks = ("R1", "R10")
    game = "liars_dice"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.RoundStarted: self.on_round,
            ev.TurnStarted: self.on_turn,
            ev.BidMade: self.on_bid,
            ev.Challenged: self.on_challenged,
            ev.TakenOver: self.on_taken_over,
            ev.LeftTable: self.on_left,
        }

    def on_round(self, room: Room, event: ev.RoundStarted, moment: Moment) -> None:
        """A round begins: the right number, the right opener."""
        match = self._match(room)
        if match is None:
            return
        if event.round != match.deal + 1:
            self._no(room, "LDC-03", f"round {event.round} follows round {match.deal}")
        if not match.deal:
            rule, expected = "LDC-E12", match.seats.index(room.owner) if room.owner in match.seats else -1
        elif match.loser < 0 or match.sizes[match.loser]:
            rule, expected = "LDC-04", match.loser
        else:
            rule, expected = "LDC-E11", match.next_of(match.loser, match.holders())
        if expected < 0:
            self.undecidable += 1
        elif event.opener != expected:
            what = f"seat {event.opener} opens round {event.round}, it should be seat {expected}"
            self._no(room, rule, what, event.opener)

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """A turn begins: the next seat with dice, and what it may do."""
        match = self._match(room)
        if match is None:
            return
        expected = match.opener if match.opening else match.next_of(match.seat, match.holders())
        if event.seat != expected:
            rule = "LDC-04" if match.opening else "LDC-15"
            what = f"it is the turn of seat {event.seat}, it should be that of seat {expected}"
            self._no(room, rule, what, event.seat)
        rule, legal = _legal(match)
        if tuple(event.legal) != legal:
            what = f"seat {event.seat} may {' or '.join(event.legal)}, it should be {' or '.join(legal)}"
            self._no(room, rule, what, event.seat)

    def on_bid(self, room: Room, event: ev.BidMade, moment: Moment) -> None:
        """Somebody bid."""
        match = self._match(room)
        if match is None:
            return
        told = f"{event.quantity} x {event.face}"
        if event.quantity < 1:
            self._no(room, "LDC-E19", f"seat {event.seat} bid {told}", event.seat)
        if event.quantity > match.in_play():
            self._no(room, "LDC-07", f"seat {event.seat} bid {told}, in play are {match.in_play()} dice", event.seat)
        last = match.bid
        if last is not None and not _beats(event, last, match.ones):
            ones = event.quantity == last.quantity and ONE in (event.face, last.face)
            what = f"seat {event.seat} bid {told} on {last.quantity} x {last.face}, ones are {match.ones}"
            self._no(room, "LDC-E01" if ones else "LDC-06", what, event.seat)
        locked = match.locked or event.face == ONE
        if event.locked != locked:
            what = f"after {told} ones are said to be {_state(event.locked)}, they are {_state(locked)}"
            self._no(room, "LDC-10", what, event.seat)
        if event.auto == "clock" and last is not None:
            what = f"the time of seat {event.seat} was over, and {told} was bid for it instead of a challenge"
            self._not_automatic(room, "LDC-E14", what, event.seat)
        elif event.auto == "clock" and (event.quantity, event.face) != (1, 2):
            what = f"the time of seat {event.seat} was over, and {told} was bid for it instead of 1 x 2"
            self._not_automatic(room, "LDC-E14", what, event.seat)
        self._played_by(room, match, event.seat, event.auto)

    def on_challenged(self, room: Room, event: ev.Challenged, moment: Moment) -> None:
        """Somebody challenged."""
        match = self._match(room)
        if match is None:
            return
        if match.bid is None:
            self._no(room, "LDC-E10", f"seat {event.seat} challenged, and there is no bid", event.seat)
        self._played_by(room, match, event.seat, event.auto)

    def on_taken_over(self, room: Room, event: ev.TakenOver, moment: Moment) -> None:
        """An AI takes the seat of somebody who was still in."""
        match = self._match(room)
        if match is not None and (match.places[event.seat] or event.seat in match.ai):
            what = f"an AI takes seat {event.seat}, which is {'out' if match.places[event.seat] else 'an AI already'}"
            self._no(room, "LDC-E15", what, event.seat)

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """Only a seat that is out is left empty."""
        match = self._match(room)
        if match is not None and not match.places[event.seat]:
            what = f"seat {event.seat} was left with {match.sizes[event.seat]} dice, and no AI takes it"
            self._no(room, "LDC-E15", what, event.seat)

    def _match(self, room: Room) -> DiceMatch | None:
        """The match here, if all that is judged by is known; counts what is judged."""
        match = DiceMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return None
        self.evaluated += 1
        return match

    def _played_by(self, room: Room, match: DiceMatch, seat: int, auto: ev.Auto | None) -> None:
        """What an AI does for a leaver says so, and nothing else does."""
        taken = seat in match.ai
        if auto != "clock" and (auto == "left") != taken:
            left = "left" if taken else "did not leave"
            how = f"automatically ({auto})" if auto else "by a player"
            self._not_automatic(room, "LDC-E15", f"seat {seat} is moved {how}, and its player {left}", seat)

    def _not_automatic(self, room: Room, rule: str, what: str, seat: int) -> None:
        self.convict("R10", rule, what, at=self.scene.now, room=room, seats=(seat,))

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R1", rule, what, at=self.scene.now, room=room, seats=seats)


def _legal(match: DiceMatch) -> tuple[str, tuple[str, ...]]:
    """What the seat to move may do, and by which rule."""
    last = match.bid
    if last is None:
        return "LDC-E10", ("bid",)
    top = ONE if match.ones == "high" else 6
    if (last.quantity, last.face) == (match.in_play(), top):
        return "LDC-E07", ("challenge",)
    return "LDC-15", ("bid", "challenge")


def _beats(event: ev.BidMade, last: LastBid, ones: str) -> bool:
    """More dice of any face, or as many of a higher one (LDC-06)."""
    scale = "234561" if ones == "high" else "123456"
    higher = scale.index(str(event.face)) > scale.index(str(last.face))
    return event.quantity > last.quantity or (event.quantity == last.quantity and higher)


def _state(locked: bool) -> str:
    return "ones only" if locked else "wild"
