"""Whose turn it is, and that a turn is used once."""

from __future__ import annotations

from typing import NamedTuple

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.match import Match
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import commands as cmd
from harness.wire import events as ev


class Promise(NamedTuple):
    """An acknowledged move of ours: as which public event, in which match, of which seat (-1 for none), which turn."""

    number: int
    match: str
    seat: int
    turn: int
    connection: Connection


class TurnOrder(Oracle):
    """R1 and R10: only the seat to move has effect, play passes in seat order, and an automatic move is a legal one.

    Observes: turns, moves, hands, and the answers to our own moves.
    Statement: a turn goes to the next seat with cards (BLF-23, BLF-35), a hand is opened by the puller or the
        next living seat (BLF-22); what a seat may do follows from the claim and from who holds cards (BLF-12,
        BLF-24); a move names the running turn and its seat; an acknowledged command is the event it says it is;
        an automatic move is the forced call or one card (BLF-E01..E03).
    Alarm: where public events are missing, the next opener is not judged.
    Cost: O(seats) per event.
    """

    name = "turn_order"
    checks = ("R1", "R10")

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
            ev.MatchOver: self.on_over,
        }
        self.frames = {ev.Ok: self.on_ok}
        self._opener: dict[str, int] = scene.memory()
        self._promised: dict[str, list[Promise]] = scene.memory()

    def on_hand(self, room: Room, event: ev.HandStarted, moment: Moment) -> None:
        """A hand begins: the right number, the right opener, nobody dealt in who is out."""
        match = room.match
        assert match is not None
        opener = self._opener.pop(room.code, None)
        if not match.whole:
            self.undecidable += 1
            return
        self.evaluated += 1
        if event.hand != match.hand + 1:
            self._no(room, "BLF-05", f"hand {event.hand} follows hand {match.hand}")
        living = match.living()
        if event.opener not in living:
            self._no(room, "BLF-22", f"seat {event.opener} is out and opens hand {event.hand}", event.opener)
        elif opener is not None and match.hand and event.opener != opener:
            self._no(
                room, "BLF-22", f"seat {event.opener} opens hand {event.hand}, it should be seat {opener}", event.opener
            )

    def on_turn(self, room: Room, event: ev.TurnStarted, moment: Moment) -> None:
        """A turn begins: the next number, the next seat with cards, and what it may do."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        if event.turn != match.turn + 1:
            self._no(room, "BLF-E28", f"turn {event.turn} follows turn {match.turn}")
        expected = match.opener if match.opening else match.next_of(match.seat, match.holders())
        if event.seat != expected:
            rule = "BLF-22" if match.opening else "BLF-35"
            self._no(
                room, rule, f"it is the turn of seat {event.seat}, it should be that of seat {expected}", event.seat
            )
        self._legal(room, match, event.seat, event.legal)
        self._keep_promises(room)

    def on_legal(self, room: Room, event: ev.LegalChanged, moment: Moment) -> None:
        """What the seat to move may do has changed; the turn has not."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        if (event.turn, event.seat) != (match.turn, match.seat):
            self._no(room, "BLF-E11", f"turn {event.turn} of seat {event.seat} is not the running one", event.seat)
        self._legal(room, match, event.seat, event.legal)

    def on_played(self, room: Room, event: ev.Played, moment: Moment) -> None:
        """Somebody played."""
        match = room.match
        assert match is not None
        self._moved(room, match, event)
        if "play" not in match.legal:
            self._no(room, "BLF-24", f"seat {event.seat} played and may only call", event.seat)
        if event.rank != match.table:
            self._no(room, "BLF-11", f"the claim names {event.rank}, the table card is {match.table}", event.seat)
        if event.auto is not None and event.count != 1:
            self._no(room, "BLF-15", f"the automatic move played {event.count} cards", event.seat)

    def on_called(self, room: Room, event: ev.Called, moment: Moment) -> None:
        """Somebody called."""
        match = room.match
        assert match is not None
        self._moved(room, match, event)
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
        match = room.match
        assert match is not None
        living = [seat for seat in match.living() if seat != event.seat]
        self._opener[room.code] = match.next_of(event.seat, living)

    def on_void(self, room: Room, event: ev.HandVoid, moment: Moment) -> None:
        """A void hand is opened by the seat to move, or by the next living one (BLF-E09, BLF-E10)."""
        match = room.match
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
        match = room.match
        assert match is not None
        self.evaluated += 1
        own = match.claim is not None and match.claim[0] == event.seat
        if event.withdrawn != own:
            self._no(
                room,
                "BLF-E08",
                f"seat {event.seat} left; withdrawn is {event.withdrawn}, its own claim lay there: {own}",
            )

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The last call of a match keeps its promise, too."""
        self._keep_promises(room)

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """An acknowledged move must turn out to be the public event that it says; that is seen at the next turn."""
        sent = connection.sent.get(event.id)
        room = connection.room
        match = room.match if room is not None else None
        if room is None or match is None or sent is None or sent.answered is not None:
            return
        command = sent.command
        if type(command) is cmd.Play or type(command) is cmd.Call:
            seat = match.seats.index(connection.player) if connection.player in match.seats else -1
            promise = Promise(event.number, match.match, seat, command.turn, connection)
            self._promised.setdefault(room.code, []).append(promise)

    def finish(self, at: Instant) -> None:
        """Moves whose event never came to us."""
        self.undecidable += sum(map(len, self._promised.values()))

    def _keep_promises(self, room: Room) -> None:
        promised = self._promised.get(room.code)
        if not promised:
            return
        self._promised[room.code] = [promise for promise in promised if promise.number > room.number]
        for promise in promised:
            if promise.number <= room.number:
                self._keep_promise(room, promise)

    def _keep_promise(self, room: Room, promise: Promise) -> None:
        kept = room.kept(promise.number)
        event = kept.event if kept is not None else None
        moved = event if isinstance(event, ev.Played | ev.Called) else None
        if event is None or (moved is not None and moved.match != promise.match):
            # Too long ago, or from an earlier match.
            self.undecidable += 1
            return
        self.evaluated += 1
        if moved is None or (moved.seat, moved.turn) != (promise.seat, promise.turn):
            who, seats = promise.connection.who, (promise.seat,) if promise.seat >= 0 else ()
            what = (
                f"a move of {who} for turn {promise.turn} was accepted as event {promise.number}, "
                "which is something else"
            )
            self.convict(
                "R1", "BLF-13", what, at=self.scene.now, room=room, seats=seats, connections=(promise.connection,)
            )

    def _moved(self, room: Room, match: Match, event: ev.Played | ev.Called) -> None:
        self.evaluated += 1
        if event.seat != match.seat or event.turn != match.turn:
            what = f"seat {event.seat} moved in turn {event.turn}; it is turn {match.turn} of seat {match.seat}"
            self._no(room, "BLF-13", what, event.seat)

    def _legal(self, room: Room, match: Match, seat: int, legal: tuple[str, ...]) -> None:
        callable_ = match.claim is not None and match.claim[0] != seat
        alone = match.holders() == [seat]
        expected = ("call",) if alone else ("play", "call") if callable_ else ("play",)
        if tuple(legal) != expected:
            rule = "BLF-24" if alone else "BLF-12"
            self._no(room, rule, f"seat {seat} may {' or '.join(legal)}, it should be {' or '.join(expected)}", seat)

    def _no(self, room: Room, rule: str, what: str, *seats: int) -> None:
        self.convict("R1", rule, what, at=self.scene.now, room=room, seats=seats)


class SingleMove(Oracle):
    """R8: at most one effective move per turn, the automatic one counted.

    Observes: moves and the answers to our own.
    Statement: no turn number has two public moves, and no public event is the answer to two different commands.
    Alarm: resends share their id.
    Cost: O(1) per move.
    """

    name = "single_move"
    checks = ("R8",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {ev.Played: self.on_move, ev.Called: self.on_move, ev.MatchStarted: self.on_match}
        self.frames = {ev.Ok: self.on_ok}
        self._answered: dict[str, dict[int, tuple[str, str]]] = scene.memory()

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Answers about the match before are forgotten."""
        self._answered.pop(room.code, None)

    def on_move(self, room: Room, event: ev.Played | ev.Called, moment: Moment) -> None:
        """A move took effect."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        if event.turn <= match.acted:
            how = f"automatically ({event.auto})" if event.auto else "by a player"
            what = f"turn {event.turn} had its move, and seat {event.seat} moves again, {how}"
            self.convict("R8", "BLF-E28", what, at=self.scene.now, room=room, seats=(event.seat,))

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """A command of ours was acknowledged."""
        sent = connection.sent.get(event.id)
        room = connection.room
        if sent is None or room is None or type(sent.command) not in (cmd.Play, cmd.Call):
            return
        self.evaluated += 1
        command = (connection.player, event.id)
        first = self._answered.setdefault(room.code, {}).setdefault(event.number, command)
        if first != command:
            what = f"event {event.number} is the answer to {first[1]} of {first[0]} and to {event.id} of {command[0]}"
            self.convict("R8", "BLF-E28", what, at=at, room=room, connections=(connection,))
