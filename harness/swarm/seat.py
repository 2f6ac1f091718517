"""One actor: its session, its connections, and the player who sits behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.dialect import Dialect, Seating, Session
from harness.dialects.http import HttpRequest
from harness.errors import RemoteError
from harness.players.acts import Act, Ask, GoAway, Knock, Say, SayRaw
from harness.players.mischief import MISCHIEF
from harness.players.personas import PERSONAS, Decision
from harness.players.player import Player
from harness.scenario.plan import ActorPlan
from harness.swarm.desk import Desk
from harness.swarm.effects import Answered, Connect, Drop, Heal, Transmit
from harness.wire.commands import Hello, Move
from harness.wire.events import Event
from harness.wire.refusals import CloseCode

BACK_MIN: Final = 250 * MILLISECOND
"""A lost connection is opened again this long after it broke; twice as long after each failure in a row."""

FAILURES_MAX: Final = 6
"""So many failures in a row, and it is not tried again."""

STEADY: Final = 2 * SECOND
"""A connection that lasted this long ends a row of failures."""

KNOCK_MAX: Final = 2 * SECOND
"""An extra socket is closed after its first answer, or after this long."""

TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
"""HTTP answers from here on, and the one above, pass."""

_UNSEATED: Final = frozenset({CloseCode.SEAT_EXPIRED, CloseCode.ROOM_CLOSED, CloseCode.BAD_SECRET, CloseCode.LEFT})
"""Closed with one of these codes, the actor is no member of the room any more."""


class Seat:
    """One actor of a party.

    Args:
        party: Name of the party.
        plan: Who the actor is.
        dialect: How its backend speaks.
        root: The run's root of chance.
        desk: Takes the effects.
        links: Whose connection is whose, shared by the party; the seat enters its own.
        failed: Told why, when the backend cannot be reached any more.

    Attributes:
        actor: Name in the script.
        who: `party/actor`, the name in the history.
        player: The brain.
        session: The account, None before it is open.
        seating: Room and resume secret; None while the actor is no member, or does not remember (after a kill).
        old_secrets: Secrets that were valid once.
        member: Whether the actor is a member of the room, as far as it knows.
        asked: Whether it has asked for the rematch that comes next.
        connection: Its own open connection, None when there is none.
        live: The first snapshot on that connection is there; only then the player moves.
        stalled: The connection that reads nothing, None otherwise.
        leaving: The script has made it leave over the socket, and nothing has come of it yet.
        stays: It wants to be connected: a lost connection is opened again.
        returning: It went away by its own will and comes back by itself.
        due: When the player wants to wake up, None for never.
        last_move: The last move that the script made it send, None before.
    """

    __slots__ = (
        "_count", "_desk", "_dialect", "_dialing", "_encode", "_extras", "_failed", "_failures", "_foreign", "_greeted",
        "_hellos", "_links", "actor", "asked", "connection", "due", "last_move", "leaving", "live", "member",
        "old_secrets", "plan", "player", "returning", "room", "seating", "session", "stalled", "stays", "who",
    )  # fmt: skip

    def __init__(
        self,
        party: str,
        plan: ActorPlan,
        dialect: Dialect,
        *,
        root: bytes,
        desk: Desk,
        links: dict[str, Seat],
        failed: Callable[[str, Instant], None],
    ) -> None:
        self.plan = plan
        self.actor = plan.actor
        self.who = f"{party}/{plan.actor}"
        self.player = Player(
            self.who, PERSONAS[plan.persona], root, plan.think, tuple(MISCHIEF[name] for name in plan.mischief)
        )
        self.session: Session | None = None
        self.seating: Seating | None = None
        self.room = ""
        self.old_secrets: list[str] = []
        self.member = False
        self.asked = False
        self.connection: str | None = None
        self.live = False
        self.leaving = False
        self.stalled: str | None = None
        self.stays = False
        self.returning = False
        self.due: Instant | None = None
        self.last_move: Move | None = None
        self._desk = desk
        self._dialect = dialect
        self._encode = dialect.encode
        self._links = links
        self._failed = failed
        self._count = 0
        self._dialing: str | None = None
        self._foreign: str | None = None
        self._hellos: dict[str, bytes] = {}
        self._extras: set[str] = set()
        self._failures = 0
        self._greeted: Instant = 0

    @property
    def player_id(self) -> str:
        """Public id, "" before there is a session."""
        return self.session.player if self.session is not None else ""

    @property
    def gone(self) -> bool:
        """Whether it has no connection, and will have none unless somebody else cares for it."""
        return self.connection is None and not (self.dialing or self.stays or self.returning)

    @property
    def dialing(self) -> bool:
        """Whether a new connection is on its way."""
        return self._dialing is not None

    def new_id(self) -> str:
        """A command id that was never used before."""
        return self.player.memory.new_id()

    # -- membership --------------------------------------------------------------------------

    def seated(self, seating: Seating) -> None:
        """Become, or stay, a member with this secret."""
        if self.seating is not None and self.seating.secret != seating.secret:
            self.old_secrets.append(self.seating.secret)
        self.seating = seating
        self.room = seating.room
        self.member = True
        self.player.memory.secret = seating.secret

    def unseated(self) -> None:
        """Be no member any more."""
        if self.seating is not None:
            self.old_secrets.append(self.seating.secret)
        self.seating = None
        self.member = False
        self.stays = False

    # -- connections -------------------------------------------------------------------------

    def dial(self, *, secret: str | None = None) -> str:
        """Open a connection that becomes the actor's own.

        Args:
            secret: What to say in hello; None for the own secret, which is asked for by joining again when
                it was forgotten.

        Returns:
            The name of the connection.
        """
        name = self._name()
        self._dialing = name
        self.stays = True
        if secret is None and self.seating is None:
            assert self.session is not None
            self._desk.call(self.who, self._dialect.join_room(self.session, self.room), partial(self._remembered, name))
            return name
        if secret is None:
            secret = self._secret()
        else:
            self._foreign = name
        self._connect(name, self._encode(Hello(secret=secret)))
        return name

    def knock(self, hello: bytes) -> str:
        """Open an extra connection that says this and is closed after its first answer; its name."""
        name = self._name()
        self._extras.add(name)
        self._connect(name, hello)
        return name

    def drop(self, how: str) -> str:
        """End or break the own connection, and stay away.

        Returns:
            Its name; the actor must have one.
        """
        name = self.connection
        assert name is not None
        self._desk.out.append(Drop(name, how))
        if how == "stall":
            self.stalled = name
            return name
        self._offline(forget=how == "kill")
        self._dialing = None
        self.stays = False
        if how == "kill":
            self.seating = None
        return name

    def heal(self) -> str:
        """End the stall; the name of the connection."""
        name = self.stalled
        assert name is not None
        self._desk.out.append(Heal(name))
        self.stalled = None
        return name

    def walk_away(self) -> None:
        """Close the own connection, or the one that is being opened, for good."""
        self.stays = self.returning = False
        if self._dialing in self._hellos:
            self._desk.out.append(Drop(self._dialing, "close"))
        self._dialing = None
        if self.connection is not None:
            self._desk.out.append(Drop(self.connection, "close"))
            self._offline()

    def hang_up(self) -> None:
        """Close whatever is open, for good."""
        for name in sorted(self._extras):
            self._desk.out.append(Drop(name, "close"))
        self._extras.clear()
        self.walk_away()

    def connected(self, name: str, *, now: Instant) -> None:
        """A connection is open: say hello."""
        hello = self._hellos.pop(name, None)
        if hello is None or not (name == self._dialing or name in self._extras):
            # Given up while it was being opened.
            self._desk.out.append(Drop(name, "close"))
            return
        self._desk.out.append(Transmit(name, hello))
        if name in self._extras:
            self._desk.alarm(now + KNOCK_MAX, partial(self._close_extra, name))
            return
        self._offline()
        self._dialing = None
        self.connection = name

    def unopened(self, name: str, reason: str, *, now: Instant) -> None:
        """A connection could not be opened."""
        self._hellos.pop(name, None)
        self._extras.discard(name)
        if name == self._dialing:
            self._dialing = None
            self._try_again(now, f"{self.actor} cannot connect: {reason}")

    def closed(self, name: str, code: int, *, now: Instant) -> None:
        """A connection is gone. What we ended ourselves is forgotten already."""
        self._extras.discard(name)
        if name != self.connection:
            return
        steady = self.live and now - self._greeted >= STEADY
        self._offline()
        if code == CloseCode.BAD_SECRET and name == self._foreign:
            # Nobody's seat depends on a secret that was not the own one.
            self.stays = False
        elif code in _UNSEATED:
            self.unseated()
        elif code == CloseCode.REPLACED:
            self.stays = False
        elif self.stays and not self.dialing:
            if steady:
                self._failures = 0
            fatal = f"{self.actor} was told that the server goes down" if code == CloseCode.GOING_DOWN else ""
            self._try_again(now, fatal)

    def _try_again(self, now: Instant, fatal: str) -> None:
        """Dial later; after too many failures give up, which is the party's end when `fatal` says why."""
        if self._failures >= FAILURES_MAX:
            self.stays = False
            if fatal:
                self._failed(fatal, now)
            return
        self._desk.alarm(now + (BACK_MIN << self._failures), self._back)
        self._failures += 1

    def _back(self, now: Instant) -> None:
        if self.stays and self.connection is None and not self.dialing:
            self.dial()

    def _come_back(self, now: Instant) -> None:
        if not self.returning:
            return
        self.returning = False
        if self.member and self.connection is None and not self.dialing:
            self.dial()

    def _remembered(self, name: str, message: Answered, now: Instant) -> None:
        """The answer to joining again after a kill: the seat is the same, and so is the secret."""
        if name != self._dialing:
            return
        response = message.response
        if response is None or response.status == TOO_MANY or response.status >= SERVER_ERROR:
            self._dialing = None
            self._try_again(now, "")
            return
        try:
            self.seated(self._dialect.read_seating(response))
        except RemoteError:
            self._dialing = None
            self.unseated()
            return
        self._connect(name, self._encode(Hello(secret=self._secret())))

    def _secret(self) -> str:
        assert self.seating is not None
        return self.seating.secret

    def _name(self) -> str:
        self._count += 1
        return f"{self.who}#{self._count}"

    def _connect(self, name: str, hello: bytes) -> None:
        self._hellos[name] = hello
        self._links[name] = self
        self._desk.out.append(Connect(self.who, name))

    def _offline(self, *, forget: bool = False) -> None:
        self.player.lost(forget=forget)
        self.connection = None
        self.live = self.leaving = False
        self.stalled = None
        self.due = None

    def _close_extra(self, name: str, now: Instant) -> None:
        if name in self._extras:
            self._extras.discard(name)
            self._desk.out.append(Drop(name, "close"))

    # -- frames ------------------------------------------------------------------------------

    def answered_extra(self, name: str, *, now: Instant) -> None:
        """Something came in on a connection that is not the own one: an answered knock is over."""
        self._close_extra(name, now)

    def greet(self, *, now: Instant) -> None:
        """The first snapshot of the own connection is there."""
        self.live = True
        self._greeted = now

    def hear(self, event: Event, *, now: Instant) -> None:
        """Let the player take one event of the own connection, and do what it wants."""
        player = self.player
        acts = player.receive(event, now=now)
        if acts:
            self._act(acts, now)
        self.due = player.deadline() if self.live else None

    def wake(self, *, now: Instant) -> None:
        """Let the player do what is due."""
        acts = self.player.wake(now=now)
        if acts:
            self._act(acts, now)
        self.due = self.player.deadline() if self.live else None

    def hold(self, held: bool) -> None:
        """Stop the persona, or let it go on."""
        self.player.held = held
        self.due = self.player.deadline() if self.live else None

    def send(self, raw: bytes, *, text: bool = True) -> None:
        """Send a frame on the own connection, which must be there."""
        assert self.connection is not None
        self._desk.out.append(Transmit(self.connection, raw, text))

    def order(self, decision: Decision, *, now: Instant) -> str:
        """Make the player send this move in the running turn; the id of the command."""
        acts = self.player.order(decision, now=now)
        said = acts[0]
        assert isinstance(said, Say) and isinstance(said.command, Move)
        self.last_move = said.command
        self._act(acts, now)
        self.due = self.player.deadline()
        return said.command.id

    def _act(self, acts: Sequence[Act], now: Instant) -> None:
        for act in acts:
            kind = type(act)
            if kind is Say:
                if self.live and self.connection is not None:
                    command = act.command  # type: ignore[union-attr]
                    self._desk.out.append(Transmit(self.connection, self._encode(command)))
            else:
                self._odd_act(act, now)

    def _odd_act(self, act: Act, now: Instant) -> None:
        if isinstance(act, Ask):
            self.ask(act.request, signed=act.signed)
        elif isinstance(act, Knock):
            self.knock(self._encode(act.hello))
        elif isinstance(act, SayRaw) and self.live:
            self.send(act.raw, text=act.text)
        elif isinstance(act, GoAway) and self.live:
            self.drop(act.how)
            if act.back_after is not None:
                self.returning = True
                self._desk.alarm(now + act.back_after, self._come_back)

    def ask(self, request: HttpRequest, *, signed: bool) -> int:
        """Make a call whose answer changes nothing here; its number."""
        if signed and self.session is not None:
            request = replace(request, token=self.session.token)
        return self._desk.call(self.who, request, _nothing)


def _nothing(answer: Answered, now: Instant) -> None:
    """The answer is the referee's business alone."""
