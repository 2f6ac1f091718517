"""A world of one gate and hand-driven players: back to back, virtual time, every frame checked.

Each frame that a player gets is decoded strictly and must fit the session table; `seq` and `number`
must have no gaps. So every test of this folder also tests the order of events.
"""

from __future__ import annotations

import itertools
from typing import get_args

import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Close, Closed, Frame, HttpCall, HttpReply, Keep, Opened, Send, Settled, WallClock
from harness.backend.parts import CLEAN
from harness.clock import MILLISECOND
from harness.dialects.dialect import RoomOptions
from harness.dialects.http import HttpRequest
from harness.dialects.native import NativeDialect
from harness.runtimes.virtual.store import DURABLE, MemoryStore
from harness.seed import root_of
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire import session

DIALECT = NativeDialect()
PRIVATE = get_args(ev.PrivateEvent)


class World:
    """One gate, its clock, and what came out of it."""

    def __init__(self, *, seed=1, parts=CLEAN, settled=(), kept=(), utc_ms=1_767_225_600_000, **config):
        self._made = (BackendConfig(**config), root_of(seed), parts)
        self.gate = self.make(settled=settled, kept=kept)
        self.utc_ms = utc_ms
        self.store = MemoryStore()
        self.now = 0
        self.settled = []
        self.kept = {}
        self.sockets = {}
        self.acknowledged = set()
        self.log = []
        self._calls = itertools.count(1)
        self._names = itertools.count(1)
        self.send(WallClock(utc_ms))

    def make(self, **stored):
        """A gate under the same root."""
        config, root, parts = self._made
        return Gate(config, root, parts=parts, **stored)

    def crash(self, *, down_ms=0, journals=None):
        """The gate dies between two steps, and another one goes on from the store (or from these journals)."""
        store = self.store
        journals = store.journals() if journals is None else journals
        self.gate = self.make(settled=store.settled(), kept=store.kept(), journals=journals)
        for socket in self.sockets.values():
            socket.close_code = socket.close_code or 1006
        self.now += down_ms * MILLISECOND
        return self.send(WallClock(self.utc_ms + self.now // MILLISECOND))

    def send(self, message):
        """Hand the gate one message and deliver what follows."""
        effects = self.gate.receive(message, now=self.now)
        self._deliver(effects)
        return effects

    def wake(self):
        """Let the gate do what is due right now."""
        effects = self.gate.wake(now=self.now)
        self._deliver(effects)
        return effects

    def move_to(self, instant):
        """Go to an instant; what is due before it happens on the way, what is due at it does not yet."""
        while (due := self.gate.deadline()) is not None and due < instant:
            self.now = max(self.now, due)
            self.wake()
        self.now = instant

    def pass_ms(self, ms):
        """Let milliseconds pass, and let everything happen that is due by then."""
        self.move_to(self.now + ms * MILLISECOND)
        self.wake()

    def http(self, request):
        """Make an HTTP call."""
        call = next(self._calls)
        effects = self.send(HttpCall(call, request))
        (reply,) = [effect for effect in effects if isinstance(effect, HttpReply)]
        assert reply.call == call
        return reply.response

    def raw_http(self, method, path, token=None, body=b""):
        return self.http(HttpRequest(method=method, path=path, token=token, body=body))

    def player(self, name="ana"):
        """A player with a session, in no room."""
        return Player(self, DIALECT.read_session(self.http(DIALECT.open_session(name))), name)

    def room(self, humans, bots=0, *, connected=True, **options):
        """A room with so many players (and bots), all connected."""
        players = [self.player(f"h{i}") for i in range(humans)]
        players[0].create(**options)
        for player in players[1:]:
            player.join(players[0].code)
        for _ in range(bots):
            assert players[0].call("add_bot").status == 201
        if connected:
            for player in players:
                player.connect()
        return players

    def match(self, humans, bots=0, **options):
        """A room in which a match has just been started."""
        players = self.room(humans, bots, **options)
        assert players[0].call("start").status == 200
        return players

    def turn_of(self, players):
        """The player whose turn it is, as the players themselves know it; None when it is a bot's."""
        now = next(p for p in players if p.socket.close_code is None).last(ev.TurnStarted | ev.Snapshot)
        seat = now.table.seat if isinstance(now, ev.Snapshot) else now.seat
        return next((p for p in players if p.seat == seat), None)

    def move(self, players):
        """Whoever is on turn makes a plain move: one card, or the call that is forced."""
        player = self.turn_of(players)
        return player.doubt() if self.must_call(player) else player.play()

    def must_call(self, player):
        for event in reversed(player.socket.events):
            if isinstance(event, ev.TurnStarted | ev.LegalChanged):
                return event.legal == ("call",)
            if isinstance(event, ev.Snapshot):
                return event.table.legal == ("call",)
        return False

    def play_out(self, players):
        """Play the match to its end; returns the result."""
        while not any(isinstance(event, ev.MatchOver) for event in players[0].socket.events[-8:]):
            self.move_to(self.now + 100 * MILLISECOND)
            assert isinstance(self.move(players), ev.Ok)
        return players[0].last(ev.MatchOver).result

    def _deliver(self, effects):
        self.store.commit([effect for effect in effects if type(effect) in DURABLE])
        for effect in effects:
            self.log.append((self.now, effect))
            if isinstance(effect, Send):
                self.sockets[effect.connection].got(effect.raw)
            elif isinstance(effect, Close):
                self.sockets[effect.connection].close_code = int(effect.code)
            elif isinstance(effect, Settled):
                self.settled.append(effect)
            elif isinstance(effect, Keep):
                # As a store does: a record that is written again moves to the end.
                self.kept.pop((effect.kind, effect.key), None)
                if effect.body is not None:
                    self.kept[effect.kind, effect.key] = effect


class Socket:
    """One connection from the client's side."""

    def __init__(self, world):
        self.world = world
        self.name = f"c{next(world._names)}"
        self.events = []
        self.raws = []
        self.state = session.State.NEW
        self.number = 0
        self.close_code = None
        self.seq = 0
        self.answers_pings = True
        self.hand = []
        self.pending = {}
        self._read = 0
        world.sockets[self.name] = self
        world.send(Opened(self.name))

    def got(self, raw):
        assert self.close_code is None, "a frame to a closed connection"
        event = DIALECT.decode(raw)
        self.seq += 1
        assert event.seq == self.seq
        state = session.step(self.state, event)
        assert state is not None, f"{event} in state {self.state}"
        self.state = state
        if isinstance(event, ev.Snapshot):
            self.number = event.number
        elif not isinstance(event, PRIVATE):
            assert event.number == self.number + 1
            assert event.group <= event.number
            self.number = event.number
        if isinstance(event, ev.Ping) and self.answers_pings:
            self.say(cm.PongServer(id=event.id))
            return
        if isinstance(event, ev.Cards):
            self.hand = list(event.cards)
        elif isinstance(event, ev.Snapshot) and event.bluffers is not None:
            self.hand = list(event.table.cards)
        elif isinstance(event, ev.Ok):
            for card in () if event.id in self.world.acknowledged else self.pending.pop(event.id, ()):
                self.hand.remove(card)
            self.world.acknowledged.add(event.id)
        self.events.append(event)
        self.raws.append(raw)

    def take(self):
        """The events since the last look."""
        new, self._read = self.events[self._read :], len(self.events)
        return new

    def say(self, command):
        if isinstance(command, cm.Play):
            self.pending[command.id] = command.cards
        self.raw(DIALECT.encode(command))

    def raw(self, raw, text=True):
        self.world.send(Frame(self.name, raw, text))

    def drop(self):
        """The socket breaks."""
        self.world.send(Closed(self.name))


class Player:
    """A person at the keyboard: a session, perhaps a seat, perhaps a socket."""

    def __init__(self, world, account, name):
        self.world = world
        self.account = account
        self.name = name
        self.seating = None
        self.socket = None
        self._ids = itertools.count(1)

    # lobby
    def create(self, **options):
        response = self.world.http(DIALECT.create_room(self.account, RoomOptions(**options)))
        self.seating = DIALECT.read_seating(response)
        return response

    def join(self, code):
        response = self.world.http(DIALECT.join_room(self.account, code))
        if response.status == 201:
            self.seating = DIALECT.read_seating(response)
        return response

    def call(self, verb, *args):
        return self.world.http(getattr(DIALECT, verb)(self.account, self.code, *args))

    @property
    def code(self):
        return self.seating.room

    @property
    def id(self):
        return self.account.player

    # socket
    def connect(self):
        self.socket = Socket(self.world)
        self.socket.say(cm.Hello(secret=self.seating.secret))
        return self.socket

    def drop(self):
        self.socket.drop()

    def take(self):
        return self.socket.take()

    def kinds(self):
        return [type(event) for event in self.take()]

    def play(self, cards=None, *, turn=None, id=None):
        cards = self.cards[:1] if cards is None else cards
        return self._move(cm.Play(id=id or self.new_id(), turn=self._turn(turn), cards=tuple(cards)))

    def doubt(self, *, turn=None, id=None):
        return self._move(cm.Call(id=id or self.new_id(), turn=self._turn(turn)))

    def act(self, kind, *, turn=None, id=None, **fields):
        """Make a move of any game, in the present turn unless told otherwise."""
        return self._move(kind(id=id or self.new_id(), turn=self._turn(turn), **fields))

    def leave(self, id=None):
        return self._move(cm.Leave(id=id or self.new_id()))

    def new_id(self):
        return f"{self.name}-{next(self._ids)}"

    def _turn(self, turn):
        if turn is not None:
            return turn
        now = self.last(ev.TurnStarted | ev.BiddingOpened | ev.Snapshot)
        return now.turn if not isinstance(now, ev.Snapshot) else now.table.turn if now.table else 0

    def _move(self, command):
        """Say it, and return the answer."""
        before = len(self.socket.events)
        self.socket.say(command)
        (answer,) = [event for event in self.socket.events[before:] if isinstance(event, (ev.Ok, ev.Refused))]
        return answer

    # what it knows
    def last(self, kind):
        return next(event for event in reversed(self.socket.events) if isinstance(event, kind))

    @property
    def cards(self):
        """The own cards: those of the last deal or snapshot, less what was played since."""
        return tuple(self.socket.hand)

    @property
    def seat(self):
        for event in reversed(self.socket.events if self.socket else ()):
            if isinstance(event, ev.MatchStarted):
                return event.seats.index(self.id)
            if isinstance(event, ev.Snapshot):
                return event.seat
        return None


@pytest.fixture
def world():
    """A fresh world with the default limits."""
    return World()


@pytest.fixture(scope="session")
def make_world():
    """Makes worlds with limits of their own."""
    return World
