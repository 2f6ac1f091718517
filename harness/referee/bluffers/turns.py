"""Whose turn it is in Bluffers, and what he may do."""

from __future__ import annotations

from harness.referee.bluffers.match import BluffersMatch
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class SeatOrder(Oracle):
    """R1 and R10: play passes in seat order, and an automatic move is a legal one.

    Observes: turns, moves and hands of Bluffers.
    Statement: a turn goes to the next seat with cards (BLF-23, BLF-35), a hand is opened by the puller or the
        next living seat (BLF-22); what a seat may do follows from the claim and from who holds cards (BLF-12,
        BLF-24); an automatic move is the forced call or one card (BLF-E01..E03).
    Alarm: where public events are missing, the next opener is not judged.
    Cost: O(seats) per event.
    """

    name = "turn_order"
    checks = ("R1", "R10")
    game = "bluffers"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            ev.HandStarted: self.on_hand,
            ev.TurnStarted: self.on_turn,
            ev.LegalChanged: self.on_legal,
            ev.Played: self.on_played,
            ev.Called: self.on_called,
            ev.Pulled: self.on_pulled,
            ev.Eliminated: self.on_eliminated,
            ev.HandVoid: self.on_void,
            ev.LeftTable: self.on_left,
        }
        self._opener: dict[str, int] = scene.memory()

    def on_hand(self, room: Room, event: ev.HandStarted, moment: Moment) -> None:
        """A hand begins: the right number, the right opener, nobody dealt in who is out."""
        match = BluffersMatch.at(room)
        assert match is not None
        opener = self._opener.pop(room.code, None)
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if event.hand != match.deal + 1:
            self._no(room, "BLF-05", f"hand {event.hand} follows hand {match.deal}")
        living = match.living()
        if event.opener not in living:
            self._no(room, "BLF-22", f"seat {event.opener} is out and opens hand {event.hand}", event.opener)
        elif opener is not None and match.deal and event.opener != opener:
            self._no(
                room, "BLF-22", f"seat {event.opener} opens hand {event.hand}, it should be seat {opener}", event.opener
            )

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """A turn begins: the next number, the next seat with cards, and what it may do."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        expected = match.opener if match.opening else match.next_of(match.seat, match.holders())
        if event.seat != expected:
            rule = "BLF-22" if match.opening else "BLF-35"
            self._no(
                room, rule, f"it is the turn of seat {event.seat}, it should be that of seat {expected}", event.seat
            )
        self._legal(room, match, event.seat, event.legal)

    def on_legal(self, room: Room, event: ev.LegalChanged, moment: Moment) -> None:
        """What the seat to move may do has changed; the turn has not."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if (event.turn, event.seat) != (match.turn, match.seat):
            self._no(room, "BLF-E11", f"turn {event.turn} of seat {event.seat} is not the running one", event.seat)
        self._legal(room, match, event.seat, event.legal)

    def on_played(self, room: Room, event: ev.Played, moment: Moment) -> None:
        """Somebody played."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if "play" not in match.legal:
            self._no(room, "BLF-24", f"seat {event.seat} played and may only call", event.seat)
        if event.rank != match.table:
            self._no(room, "BLF-11", f"the claim names {event.rank}, the table card is {match.table}", event.seat)
        if event.auto is not None and event.count != 1:
            self._no(room, "BLF-15", f"the automatic move played {event.count} cards", event.seat)

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """Somebody called."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        if "call" not in match.legal:
            self._no(room, "BLF-12", f"seat {event.seat} called and may only play", event.seat)
        if event.auto is not None and "play" in match.legal:
            self._no(
                room, "BLF-E02", f"the automatic move called for seat {event.seat}, which was not forced to", event.seat
            )
        if match.claim is not None and match.claim[0] != event.claimant:
            self._no(
                room, "BLF-13", f"the claim of seat {event.claimant} was called, the last is seat {match.claim[0]}'s"
            )

    def on_pulled(self, room: Room, event: ev.Pulled, moment: Moment) -> None:
        """The puller opens the next hand (BLF-22)."""
        self._opener[room.code] = event.seat

    def on_eliminated(self, room: Room, event: ev.Eliminated, moment: Moment) -> None:
        """If shot, the next living seat opens (BLF-22)."""
        match = BluffersMatch.at(room)
        assert match is not None
        living = [seat for seat in match.living() if seat != event.seat]
        self._opener[room.code] = match.next_of(event.seat, living)

    def on_void(self, room: Room, event: ev.HandVoid, moment: Moment) -> None:
        """A void hand is opened by the seat to move, or by the next living one (BLF-E09, BLF-E10)."""
        match = BluffersMatch.at(room)
        assert match is not None
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        leaver = match.departed[-1] if match.departed else -1
        holders = match.holders()
        if not holders:
            expected = match.next_of(leaver, match.living())
        else:
            expected = match.next_of(match.seat, holders) if match.seat == leaver else match.seat
        if event.opener != expected:
            self._no(room, "BLF-E09", f"seat {event.opener} opens after a void hand, it should be seat {expected}")
        claim = match.claim
        if holders and not (len(holders) == 1 and (claim is None or claim[0] == holders[0])):
            self._no(room, "BLF-E09", "a hand was voided that could go on")
        self._opener[room.code] = event.opener

    def on_left(self, room: Room, event: ev.LeftTable, moment: Moment) -> None:
        """A leaver keeps the claims of others and loses his own (BLF-E07, BLF-E08)."""
        match = BluffersMatch.at(room)
        assert match is not None
        self.evaluated += 1
        own = match.claim is not None and match.claim[0] == event.seat
        if event.withdrawn != own:
            self._no(
                room,
                "BLF-E08",
                f"seat {event.seat} left; withdrawn is {event.withdrawn}, its own claim lay there: {own}",
            )

    def _legal(self, room: Room, match: BluffersMatch, seat: int, legal: tuple[str, ...]) -> None:
        callable_ = match.claim is not None and match.claim[0] != seat
        alone = match.holders() == [seat]
        expected = ("call",) if alone else ("play", "call") if callable_ else ("play",)
        if tuple(legal) != expected:
            rule = "BLF-24" if alone else "BLF-12"
            self._no(room, rule, f"seat {seat} may {' or '.join(legal)}, it should be {' or '.join(expected)}", seat)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R1", rule, what, at=self.scene.now, room=room, seats=seats)
