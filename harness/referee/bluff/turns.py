"""Whose turn it is in Bluff, and what he may do."""

from __future__ import annotations

from typing import NamedTuple

from harness.referee.bluff.match import BluffMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class Before(NamedTuple):
    """The match before at the same table: who sat there, and who dealt."""

    seats: tuple[str, ...]
    dealer: int


class RingOrder(Oracle):
    """R1 and R10: play passes round the ring, moves follow the claim, and an automatic move is the one agreed upon.

    Observes: deals, turns, moves, swept piles and leavers of Bluff.
    Statement: the seat after the dealer leads, the dealer moves on by one (CHT-E15), the ring is that of the seats
        unless they were changed (CHT-E16, CHT-17); a turn begins when the one before it is used or its seat has left,
        and goes to the next seat with cards, or to who leads after a call or a pass round (CHT-07, CHT-09, CHT-12,
        CHT-13, CHT-E08, CHT-E11, CHT-E22); who leads only lays, the claimant lays or passes, all others may call
        (CHT-06, CHT-08, CHT-E04, CHT-E07); the rank is that of the round (CHT-06) and only the last claim is called
        (CHT-15); a pile is swept when everybody with cards has passed, or the claimant has left, and then at once
        (CHT-E20). The automatic move is a pass, or one card of the leader, truthfully named (CHT-E21).
    Alarm: where public events are missing, nothing that builds on them is judged.
    Cost: O(seats) per event.
    """

    name = "turn_order"
    checks = ("R1", "R10")
    game = "bluff"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.Dealt: self.on_dealt,
            ev.TurnStarted: self.on_turn,
            ev.Laid: self.on_laid,
            ev.Passed: self.on_passed,
            ev.TurnedUp: self.on_turned_up,
            ev.Swept: self.on_swept,
            ev.MatchOver: self.on_over,
        }
        self._before: dict[str, Before] = scene.memory()

    # -- the deal ----------------------------------------------------------------------------

    def on_dealt(self, room: Room, event: ev.Dealt, moment: Moment) -> None:
        """The ring, the dealer, and who leads."""
        match = BluffMatch.at(room)
        before = self._before.pop(room.code, None)
        assert match is not None
        self.evaluated += 1
        count = len(match.seats)
        if sorted(event.ring) != list(range(count)):
            self._no(room, "R1", "CHT-E16", f"the turns go round {_seats(event.ring)}, which are not all seats")
            return
        again = before is not None and before.seats == match.seats
        if event.ring != match.usual_ring() and not (match.chosen.seat_change and again):
            why = f"the turns go round {_seats(event.ring)}, it should be {_seats(match.usual_ring())}"
            self._no(room, "R1", "CHT-E16", why)
        leader = _behind(event.ring, event.dealer)
        if event.leader != leader:
            why = f"seat {event.leader} leads after dealer {event.dealer}, it should be seat {leader}"
            self._no(room, "R1", "CHT-E15", why, event.leader)
        if before is not None and again and event.dealer != _behind(event.ring, before.dealer):
            why = f"seat {event.dealer} deals after seat {before.dealer}, it should be the next one"
            self._no(room, "R1", "CHT-E15", why, event.dealer)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The next deal at this table is told by this one."""
        match = BluffMatch.at(room)
        assert match is not None
        self._before[room.code] = Before(match.seats, match.dealer)

    # -- turns -------------------------------------------------------------------------------

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """A turn begins: whose it is, and what he may do."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        self._legal(room, match, event.seat, event.legal)
        if match.sweep_due():
            self._no(room, "R1", "CHT-07", "the round is over and its pile is not swept away", event.seat)
        elif match.decided():
            self._no(room, "R1", "CHT-21", f"seat {event.seat} is asked in a match that is decided", event.seat)
        elif match.awaited < 0:
            why = f"seat {event.seat} is asked while it is the turn of seat {match.seat}"
            self._no(room, "R1", "CHT-07", why, event.seat)
        elif event.seat != match.awaited:
            rule = "CHT-07" if match.claim is not None else "CHT-12"
            why = f"it is the turn of seat {event.seat}, it should be that of seat {match.awaited}"
            self._no(room, "R1", rule, why, event.seat)

    def _legal(self, room: Room, match: BluffMatch, seat: int, legal: tuple[str, ...]) -> None:
        claim = match.claim
        expected: tuple[str, ...] = ("play", "pass", "call")
        rule = "CHT-06"
        if claim is None:
            expected, rule = ("play",), "CHT-E04"
        elif claim.seat == seat:
            expected, rule = ("play", "pass"), "CHT-08"
        if tuple(legal) != expected:
            why = f"seat {seat} may {' or '.join(legal)}, it should be {' or '.join(expected)}"
            self._no(room, "R1", rule, why, seat)

    # -- moves -------------------------------------------------------------------------------

    def on_laid(self, room: Room, event: ev.Laid, moment: Moment) -> None:
        """Cards are laid as the rank of the round."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        claim, play = match.claim, match.plays.get(event.number)
        if claim is not None and event.rank != claim.rank:
            why = f"seat {event.seat} names {event.rank} in a round of {claim.rank}"
            self._no(room, "R1", "CHT-06", why, event.seat)
        elif claim is None and play is not None and play.named != event.rank:
            why = f"seat {event.seat} led {play.named} and everybody is told {event.rank}"
            self._no(room, "R1", "CHT-04", why, event.seat)
        if event.auto is None:
            return
        cards = match.exact(event.seat)
        if claim is not None:
            self._no(room, "R10", "CHT-E21", f"the automatic move laid for seat {event.seat}, it passes", event.seat)
        elif event.count != 1:
            self._no(room, "R10", "CHT-E21", f"the automatic lead laid {event.count} cards", event.seat)
        elif cards is not None and not cards[event.rank] and not cards["*"]:
            why = f"the automatic lead named {event.rank}, seat {event.seat} holds {' '.join(cards.elements())}"
            self._no(room, "R10", "CHT-E21", why, event.seat)

    def on_passed(self, room: Room, event: ev.Passed, moment: Moment) -> None:
        """Nobody passes who leads."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if match.claim is None:
            self._no(room, "R1", "CHT-E04", f"seat {event.seat} leads and passed", event.seat)

    def on_turned_up(self, room: Room, event: ev.TurnedUp, moment: Moment) -> None:
        """The last claim is called, by somebody else, and never by itself."""
        match = BluffMatch.at(room)
        assert match is not None
        if event.auto is not None:
            self._no(room, "R10", "CHT-E21", f"the automatic move called for seat {event.seat}", event.seat)
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if event.claimant == event.seat:
            self._no(room, "R1", "CHT-E07", f"seat {event.seat} called itself", event.seat)
        elif match.claim is None:
            self._no(room, "R1", "CHT-06", f"seat {event.seat} called and nothing was claimed", event.seat)
        elif match.claim.seat != event.claimant:
            why = f"the claim of seat {event.claimant} was called, the last is that of seat {match.claim.seat}"
            self._no(room, "R1", "CHT-15", why, event.seat)
        elif match.auto and not event.truth:
            why = f"the automatic lead of seat {event.claimant} was not true: {' '.join(event.cards)}"
            self._no(room, "R10", "CHT-E21", why, event.claimant)

    def on_swept(self, room: Room, event: ev.Swept, moment: Moment) -> None:
        """A pile goes when all have passed, and not before."""
        match = BluffMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if not match.sweep_due():
            waiting = [seat for seat in match.holders() if seat not in match.passed]
            self._no(room, "R1", "CHT-E20", f"the pile is swept, and {_seats(waiting)} did not pass", *waiting)

    def _no(self, room: Room, check: str, rule: str, what: str, *seats: int) -> None:
        self.convict(check, rule, what, at=self.scene.now, room=room, seats=seats)


def _behind(ring: tuple[int, ...], seat: int) -> int:
    """The seat after this one."""
    return ring[(ring.index(seat) + 1) % len(ring)]


def _seats(seats: tuple[int, ...] | list[int]) -> str:
    return f"seats {' '.join(map(str, seats))}"
