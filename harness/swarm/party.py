"""A party: one room full of fake players, from the first session to the last goodbye.

    GATHERING ─→ LOBBY ─→ STARTING ─→ PLAYING ─→ RESULTS ─→ LEAVING ─→ DONE
        ↑          (the script may act in LOBBY, STARTING, PLAYING, RESULTS)
        └──────────────── rematch ─────────────────┘

The party knows what its players know together (`scene`), and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.dialect import Dialect
from harness.errors import RemoteError
from harness.history.observation import PartyEnded
from harness.scenario.plan import PartyPlan
from harness.seed import stream
from harness.swarm.calls import read_boards
from harness.swarm.cast import Cast
from harness.swarm.desk import Desk
from harness.swarm.effects import Answered, Arrived, Connected, ConnectFailed, Disconnected, Effect, Message, Note, Stop
from harness.swarm.errand import Errand
from harness.swarm.lobby import Lobby
from harness.swarm.prompter import Prompter
from harness.swarm.scene import FLOW, PUBLIC, Scene
from harness.swarm.script import Script
from harness.swarm.seat import Seat
from harness.wire import events as ev
from harness.wire.commands import Leave, PingServer

GOODBYE: Final = 5 * SECOND
"""Sockets that are still open this long after everybody left are closed by us."""

PINGS_PER_TURN: Final = 4
READ_TWICE: Final = 4
"""After one match in so many, boards and result are read twice."""


class Stage(Enum):
    """Where a party stands; the value says so to people."""

    GATHERING = "coming together"
    LOBBY = "in the lobby"
    STARTING = "waiting for the match to start"
    PLAYING = "playing"
    RESULTS = "after the match"
    LEAVING = "leaving"
    DONE = "done"


class Party:
    """Plays a plan. A machine: see `harness.machine`; what it takes and gives is in `harness.swarm.effects`.

    Args:
        plan: Who plays, how often, and by which script.
        dialect: How the backend speaks.
        root: Root of the run's streams; all chance here comes from names under `plan.party`.
        pings: Whether every connection pings the server four times a turn, and once more when a turn begins.

    Attributes:
        plan: What it was made for.
        done: It has ended, and says nothing any more.
        stage: Where it stands.
    """

    __slots__ = (
        "_beats", "_cast", "_cut", "_decode", "_desk", "_dialect", "_links", "_list", "_lobby", "_match", "_moved",
        "_nobody", "_outcome", "_pings", "_policy_known", "_prompter", "_readings", "_root", "_scene", "_script",
        "_stopping", "done", "plan", "stage",
    )  # fmt: skip

    def __init__(self, plan: PartyPlan, dialect: Dialect, root: bytes, *, pings: bool = True) -> None:
        self.plan = plan
        self.done = False
        self.stage = Stage.GATHERING
        self._dialect = dialect
        self._decode = dialect.decode
        self._root = root
        self._pings = pings
        self._desk = Desk()
        self._scene = Scene()
        self._links: dict[str, Seat] = {}
        self._list = tuple(
            Seat(plan.party, actor, dialect, root=root, desk=self._desk, links=self._links, failed=self._fail)
            for actor in plan.actors
        )
        seats = {seat.actor: seat for seat in self._list}
        self._lobby = Lobby(plan, self._list, dialect, self._desk, scene=self._scene, failed=self._fail)
        self._cast = Cast(seats, dialect, self._desk, self._scene, self._lobby)
        self._script = Script(plan.script, self._scene, seats)
        self._prompter = Prompter(plan.party, self._script, self._cast)
        self._match = ""
        self._readings = 0
        self._moved: Instant = 0
        self._stopping = False
        self._outcome = "done"
        self._policy_known = False
        self._beats = 0
        self._nobody = False
        self._cut = 0

    # -- the machine -------------------------------------------------------------------------

    def begin(self, *, now: Instant) -> Sequence[Effect]:
        """Sit down: the first effects."""
        out = self._desk.open()
        self._moved = now
        self._desk.alarm(now + self.plan.patience, self._lose_patience)
        self._lobby.open()
        return out

    def receive(self, message: Message, *, now: Instant) -> Sequence[Effect]:
        """Take what came of an effect, or a frame; nothing follows once the party has ended."""
        if self.done:
            return ()
        out = self._desk.open()
        _TAKE[type(message)](self, message, now)
        if self._prompter.behind:
            self._prompter.again(now=now)
        if self.stage is not Stage.PLAYING:
            self._advance(now)
        if self.done:
            del out[self._cut :]
        return out

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        """Let players move, steps fire, lost connections come back, when it is time for them."""
        if self.done:
            return ()
        out = self._desk.open()
        for seat in self._list:
            due = seat.due
            if due is not None and due <= now:
                seat.wake(now=now)
        self._desk.ring(now=now)
        if self.stage is not Stage.PLAYING:
            self._advance(now)
        if self.done:
            del out[self._cut :]
        return out

    def deadline(self) -> Instant | None:
        """When the first player, step or alarm is due; None once the party has ended."""
        if self.done:
            return None
        earliest = self._desk.next()
        for seat in self._list:
            due = seat.due
            if due is not None and (earliest is None or due < earliest):
                earliest = due
        return earliest

    # -- what happens ------------------------------------------------------------------------

    def _connected(self, message: Connected, now: Instant) -> None:
        seat = self._links.get(message.connection)
        if seat is not None:
            seat.connected(message.connection, now=now)

    def _connect_failed(self, message: ConnectFailed, now: Instant) -> None:
        seat = self._links.pop(message.connection, None)
        if seat is not None:
            seat.unopened(message.connection, message.reason, now=now)

    def _disconnected(self, message: Disconnected, now: Instant) -> None:
        seat = self._links.pop(message.connection, None)
        if seat is not None:
            seat.closed(message.connection, message.code, now=now)
            self._advance(now)

    def _answered(self, message: Answered, now: Instant) -> None:
        self._moved = now
        self._desk.answered(message, now=now)

    def _stop(self, message: Stop, now: Instant) -> None:
        if message.at_once:
            self._end("stopped", now)
        self._stopping = True

    def _arrived(self, message: Arrived, now: Instant) -> None:
        connection = message.connection
        seat = self._links.get(connection)
        if seat is None:
            return
        if connection != seat.connection:
            seat.answered_extra(connection, now=now)
            return
        try:
            event = self._decode(message.raw)
        except RemoteError:
            # Not for a player to judge: the referee has seen the same bytes.
            return
        kind = type(event)
        if kind in PUBLIC:
            if event.number > self._scene.number:  # type: ignore[union-attr]
                self._scene.news(event, now=now)  # type: ignore[arg-type]
                self._moved = now
                seat.hear(event, now=now)
                self._news(seat, event, now)
            else:
                seat.hear(event, now=now)
        else:
            if kind is ev.Refused and seat.leaving:
                seat.leaving = False
            news = kind is ev.Snapshot and self._greeted(seat, event, now)  # type: ignore[arg-type]
            seat.hear(event, now=now)
            if news:
                self._news(seat, event, now)
            elif self._prompter.active and self._script.listens(kind):
                self._prompter.follow(event, seat.actor, now=now)

    def _greeted(self, seat: Seat, event: ev.Snapshot, now: Instant) -> bool:
        seat.greet(now=now)
        if not self._policy_known:
            self._policy_known = True
            turn = event.policy.turn_ms * MILLISECOND
            if self._pings:
                self._beat_every(max(turn // PINGS_PER_TURN, MILLISECOND), now)
            self._watch_every(max(event.policy.away_ms * MILLISECOND + 2 * turn, MILLISECOND), now)
        return self._scene.snapshot(event, now=now)

    def _news(self, seat: Seat, event: ev.Event, now: Instant) -> None:
        """Somebody heard of something first."""
        kind = type(event)
        if kind is ev.TurnStarted and self._pings and seat.live:
            self._ping(seat)
        if self._prompter.active:
            self._prompter.follow(event, seat.actor, now=now)
        if kind in FLOW or kind is ev.Snapshot:
            self._advance(now)

    # -- stages ------------------------------------------------------------------------------

    def _advance(self, now: Instant) -> None:
        """Go on to the next stage as long as there is nothing to wait for."""
        while not self.done:
            stage = self.stage
            _STAGES[stage](self, now)
            if self.stage is stage:
                return

    def _enter(self, stage: Stage, now: Instant) -> None:
        self.stage = stage
        self._moved = self._prompter.moved = now

    def _gathering(self, now: Instant) -> None:
        if self._match_began(now) or not self._lobby.gathered():
            return
        self._enter(Stage.LOBBY, now)
        self._prompter.go(now=now)
        self._prompter.follow(None, "", now=now)

    def _in_lobby(self, now: Instant) -> None:
        if self._match_began(now):
            return
        if not self._members():
            self._enter(Stage.RESULTS, now)
        elif self._stopping:
            self._outcome = "stopped" if not self._match else "done"
            self._leave(now)
        elif self._lobby.started:
            self._enter(Stage.STARTING, now)
        elif not self._prompter.keeps("lobby", self._advance, now=now) and self._lobby.ready():
            self._enter(Stage.STARTING, now)
            self._lobby.start()

    def _starting(self, now: Instant) -> None:
        if not self._match_began(now) and not self._members():
            self._lobby.started = False
            self._enter(Stage.RESULTS, now)

    def _playing(self, now: Instant) -> None:
        if self._match_began(now) or (self._scene.phase == "playing" and self._members()):
            return
        self._enter(Stage.RESULTS, now)
        twice = stream(self._root, self.plan.party, "read twice", self._script.attempt).below(READ_TWICE) == 0
        self._readings = 2 if twice else 1

    def _after_match(self, now: Instant) -> None:
        if self._match_began(now) or not self._desk.idle or self._lobby.started:
            return
        if self._readings:
            self._readings -= 1
            chance = stream(self._root, self.plan.party, "reader", self._script.attempt)
            read_boards(self._cast, chance.choice(self._list))
            return
        phase: ev.Phase = "lobby" if self._scene.phase == "lobby" else "results"
        if self._prompter.keeps(phase, self._advance, now=now):
            return
        script = self._script
        unfinished = not script.finished and script.attempt < self.plan.tries
        wanted = self.plan.matches is None or script.attempt < self.plan.matches
        if self._stopping or not (unfinished or wanted):
            self._leave(now)
            return
        self._prompter.rest()
        going_on = script.finished or script.goes_on()
        script.attempt += 1
        if not going_on:
            script.restart()
            for seat in self._list:
                seat.hold(False)
        self._enter(Stage.GATHERING, now)
        self._lobby.gather()

    def _match_began(self, now: Instant) -> bool:
        """Whether a match runs that is not the one we know of; if so, it is played now."""
        scene = self._scene
        if scene.phase != "playing" or scene.match == self._match:
            return False
        if self.stage in (Stage.PLAYING, Stage.RESULTS):
            self._script.attempt += 1
        self._match = scene.match
        self._prompter.go(now=now)
        self._readings = 0
        for seat in self._list:
            seat.asked = False
        self._lobby.started = False
        self._enter(Stage.PLAYING, now)
        return True

    def _members(self) -> bool:
        return any(seat.member for seat in self._list)

    def _leave(self, now: Instant) -> None:
        """Everybody leaves the room: over the socket, or over HTTP when there is none."""
        self._enter(Stage.LEAVING, now)
        self._prompter.rest()
        for seat in self._list:
            if seat.member and seat.live:
                seat.send(self._dialect.encode(Leave(id=seat.new_id())))
                seat.stays = seat.returning = False
                continue
            seat.hang_up()
            if seat.member and seat.session is not None:
                request = self._dialect.leave_room(seat.session, self._lobby.code)
                Errand(self._desk, self._dialect, seat.who, request, done=_nothing, refused=_nothing)
        self._desk.alarm(now + GOODBYE, self._hang_up)

    def _leaving(self, now: Instant) -> None:
        if self._desk.idle and all(seat.connection is None for seat in self._list):
            self._end(self._outcome, now)

    def _ended(self, now: Instant) -> None:
        """Nothing comes after the end."""

    def _hang_up(self, now: Instant) -> None:
        for seat in self._list:
            seat.hang_up()

    def _end(self, outcome: str, now: Instant, waiting: str = "") -> None:
        for seat in self._list:
            seat.hang_up()
        script = self._script
        unfired = () if script.finished else tuple(range(script.furthest, len(script.steps)))
        ended = PartyEnded(at=now, party=self.plan.party, outcome=outcome, unfired=unfired, waiting=waiting)
        self._desk.out.append(Note(ended))
        self._cut = len(self._desk.out)
        self.stage = Stage.DONE
        self.done = True

    def _fail(self, reason: str, now: Instant) -> None:
        self._end("failed", now, reason)

    # -- alarms ------------------------------------------------------------------------------

    def _ping(self, seat: Seat) -> None:
        self._beats += 1
        seat.send(self._dialect.encode(PingServer(id=f"beat-{self._beats}")))

    def _beat_every(self, interval: Instant, now: Instant) -> None:
        """Ping on every connection, again and again."""

        def beat(now: Instant) -> None:
            for seat in self._list:
                if seat.live:
                    self._ping(seat)
            self._desk.alarm(now + interval, beat)

        self._desk.alarm(now + interval, beat)

    def _watch_every(self, interval: Instant, now: Instant) -> None:
        """Bring members back when nobody was there to watch the match for a whole interval."""

        def watch(now: Instant) -> None:
            playing = self.stage is Stage.PLAYING and self._script.due is None
            nobody = playing and all(seat.gone for seat in self._list)
            if nobody and self._nobody:
                for seat in self._list:
                    if seat.member:
                        seat.dial()
            self._nobody = nobody
            self._desk.alarm(now + interval, watch)

        self._desk.alarm(now + interval, watch)

    def _lose_patience(self, now: Instant) -> None:
        until = self._moved + self.plan.patience
        if now < until:
            self._desk.alarm(until, self._lose_patience)
        else:
            self._end("stuck", now, self._waiting())

    def _waiting(self) -> str:
        """What the party waits for, for people."""
        scene = self._scene
        if self.stage in (Stage.GATHERING, Stage.LOBBY):
            return self._lobby.waiting()
        if self.stage is Stage.PLAYING and scene.waiting:
            known = {seat.player_id: seat.actor for seat in self._list}
            asked = zip(scene.waiting, scene.asked(), strict=True)
            names = " and ".join(known.get(player, player or f"seat {seat}") for seat, player in asked)
            return f"{names} to move in turn {scene.turn} of match {scene.match}"
        if self.stage is Stage.PLAYING:
            return f"the next event of match {scene.match}"
        return f"something to happen while {self.stage.value}"


def _nothing(answer: object, now: Instant) -> None:
    """Whether leaving over HTTP was granted or not, the party is over."""


_TAKE: Final[dict[type[Message], Callable[..., None]]] = {
    Connected: Party._connected,
    ConnectFailed: Party._connect_failed,
    Arrived: Party._arrived,
    Disconnected: Party._disconnected,
    Answered: Party._answered,
    Stop: Party._stop,
}

_STAGES: Final[dict[Stage, Callable[[Party, Instant], None]]] = {
    Stage.GATHERING: Party._gathering,
    Stage.LOBBY: Party._in_lobby,
    Stage.STARTING: Party._starting,
    Stage.PLAYING: Party._playing,
    Stage.RESULTS: Party._after_match,
    Stage.LEAVING: Party._leaving,
    Stage.DONE: Party._ended,
}
