"""Moves in any game: only who is asked moves, once a turn, and what was acknowledged is what happened."""

from __future__ import annotations

from typing import NamedTuple

from harness.clock import Instant
from harness.referee.connection import Connection
from harness.referee.match import ASKS, MOVE_COMMANDS, MOVES, AskEvent, MoveEvent
from harness.referee.moment import Moment
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.wire import events as ev


class Promise(NamedTuple):
    """An acknowledged move of ours: as which public event, in which match, of which seat (-1 for none), which turn."""

    number: int
    match: str
    seat: int
    turn: int
    connection: Connection


class TurnOrder(Oracle):
    """R1: only a seat that is asked has effect, in the turn in which it is asked.

    Observes: turns and moves, and the answers to our own moves.
    Statement: turns are counted one by one; a move names the running turn and a seat that is asked in it; an
        acknowledged command is the event it says it is (BLF-13).
    Alarm: none known.
    Cost: O(1) per event.
    """

    name = "turn_order"
    checks = ("R1",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.public = {
            **dict.fromkeys(ASKS, self.on_turn),
            **dict.fromkeys(MOVES, self.on_move),
            ev.MatchOver: self.on_over,
        }
        self.frames = {ev.Ok: self.on_ok}
        self._promised: dict[str, list[Promise]] = scene.memory()

    def on_turn(self, room: Room, event: AskEvent, moment: Moment) -> None:
        """A turn begins: the next number."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        if event.turn != match.turn + 1:
            self._no(room, "BLF-E28", f"turn {event.turn} follows turn {match.turn}")
        self._keep_promises(room)

    def on_move(self, room: Room, event: MoveEvent, moment: Moment) -> None:
        """Somebody moved: was he asked?"""
        match = room.match
        assert match is not None
        self.evaluated += 1
        if event.seat not in match.asked or event.turn != match.turn:
            asked = " and ".join(map(str, match.asked)) or "nobody"
            what = f"seat {event.seat} moved in turn {event.turn}; it is turn {match.turn} of seat {asked}"
            self._no(room, "BLF-13", what, event.seat)

    def on_over(self, room: Room, event: ev.MatchOver, moment: Moment) -> None:
        """The last move of a match keeps its promise, too."""
        self._keep_promises(room)

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """An acknowledged move must turn out to be the public event that it says; that is seen at the next turn."""
        sent = connection.sent.get(event.id)
        room = connection.room
        match = room.match if room is not None else None
        if room is None or match is None or sent is None or sent.answered is not None:
            return
        command = sent.command
        if type(command) in MOVE_COMMANDS:
            seat = match.seats.index(connection.player) if connection.player in match.seats else -1
            turn = command.turn  # type: ignore[union-attr]
            promise = Promise(event.number, match.match, seat, turn, connection)
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
        moved = event if isinstance(event, MOVES) else None
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
        self.public = {**dict.fromkeys(MOVES, self.on_move), ev.MatchStarted: self.on_match}
        self.frames = {ev.Ok: self.on_ok}
        self._answered: dict[str, dict[int, tuple[str, str]]] = scene.memory()

    def on_match(self, room: Room, event: ev.MatchStarted, moment: Moment) -> None:
        """Answers about the match before are forgotten."""
        self._answered.pop(room.code, None)

    def on_move(self, room: Room, event: MoveEvent, moment: Moment) -> None:
        """A move took effect."""
        match = room.match
        assert match is not None
        self.evaluated += 1
        if match.has_moved(event.turn, event.seat):
            how = f"automatically ({event.auto})" if event.auto else "by a player"
            what = f"turn {event.turn} had its move, and seat {event.seat} moves again, {how}"
            self.convict("R8", "BLF-E28", what, at=self.scene.now, room=room, seats=(event.seat,))

    def on_ok(self, connection: Connection, event: ev.Ok, at: Instant) -> None:
        """A command of ours was acknowledged."""
        sent = connection.sent.get(event.id)
        room = connection.room
        if sent is None or room is None or type(sent.command) not in MOVE_COMMANDS:
            return
        self.evaluated += 1
        command = (connection.player, event.id)
        first = self._answered.setdefault(room.code, {}).setdefault(event.number, command)
        if first != command:
            what = f"event {event.number} is the answer to {first[1]} of {first[0]} and to {event.id} of {command[0]}"
            self.convict("R8", "BLF-E28", what, at=at, room=room, connections=(connection,))
