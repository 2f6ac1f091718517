"""How a party comes together: sessions, the room, joining by code, bots, the start, and the same again by rematch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial

from harness.clock import Instant
from harness.dialects.dialect import Dialect, Session
from harness.dialects.http import HttpRequest, HttpResponse
from harness.scenario.plan import PartyPlan
from harness.swarm.desk import Desk
from harness.swarm.errand import Errand
from harness.swarm.scene import Scene
from harness.swarm.seat import Seat


class Stand(Enum):
    """Where one actor stands on its way to the table. The value says what it waits for."""

    OUT = "to open a session"
    READY = "to be let in"
    ASKING = "for an answer of the lobby"
    IN = "to be seated"


class Lobby:
    """Brings the actors of a party to one table, as often as a match is wanted.

    The first actor that joins creates the room; the others join by its code, all at once, or one
    after the other when the room has scripted chance, because chance is scripted by seat.

    Args:
        plan: The party.
        seats: Its actors in order of joining.
        dialect: How the backend speaks.
        desk: Makes the calls.
        scene: The room as its events tell it.
        failed: Told why, when the backend refuses what a party needs.

    Attributes:
        code: The room's code, "" before it is open.
        started: Somebody has been allowed to start the match.
    """

    __slots__ = (
        "_bots", "_desk", "_dialect", "_failed", "_ordered", "_plan", "_scene", "_seats", "_steps", "code", "started",
    )  # fmt: skip

    def __init__(
        self,
        plan: PartyPlan,
        seats: Sequence[Seat],
        dialect: Dialect,
        desk: Desk,
        *,
        scene: Scene,
        failed: Callable[[str, Instant], None],
    ) -> None:
        self.code = ""
        self.started = False
        self._plan = plan
        self._seats = tuple(seats)
        self._dialect = dialect
        self._desk = desk
        self._scene = scene
        self._failed = failed
        self._ordered = plan.room.chance is not None
        self._steps: dict[str, Stand] = {}
        self._bots = plan.bots

    # -- coming together ---------------------------------------------------------------------

    def open(self) -> None:
        """Open every actor's session; all that follows, follows from the answers."""
        for seat in self._seats:
            if seat.plan.joins:
                self._steps[seat.actor] = Stand.OUT
            request = self._dialect.open_session(seat.plan.name)
            self._errand(seat, request, "open a session", partial(self._session_open, seat))

    def gather(self) -> None:
        """Come together for another match: members ask for the rematch, those who left join again.

        When nobody is a member any more, the room is gone and a new one is opened.
        """
        self.started = False
        if not any(seat.member for seat in self._seats):
            self.code = ""
            self._bots = self._plan.bots
            self._scene.clear()
        self._steps = {seat.actor: Stand.READY for seat in self._seats if seat.plan.joins or seat.member}
        self._pump()

    def gathered(self) -> bool:
        """Whether everybody is seated and connected, and knows of everybody else."""
        if any(step is not Stand.IN for step in self._steps.values()) or self._bots or not self._desk.idle:
            return False
        return self.ready() and len(self._scene.bots()) >= self._plan.bots

    def ready(self) -> bool:
        """Whether nothing stands against the start.

        Every member is on the list, connected if it wants to be, and not about to leave; one of them owns the room.
        """
        members = [seat for seat in self._seats if seat.member]
        listed = {member.player for member in self._scene.members}
        owned = any(seat.player_id == self._scene.owner for seat in members)
        return (
            owned
            and self._desk.idle
            and all(
                seat.player_id in listed and not seat.leaving and (seat.live or not (seat.stays or seat.dialing))
                for seat in members
            )
        )

    def start(self) -> None:
        """Have the owner start the match."""
        owner = self.owner()
        self.started = True
        self._errand(owner, self._dialect.start(self._session(owner), self.code), "start", _done, self._not_started)

    def owner(self) -> Seat:
        """The actor who owns the room; the first member while that is not known."""
        owner = self._scene.owner
        members = [seat for seat in self._seats if seat.member]
        return next((seat for seat in members if seat.player_id == owner), (members or self._seats)[0])

    def waiting(self) -> str:
        """What keeps the party from coming together, for people."""
        for seat in self._seats:
            step = self._steps.get(seat.actor, Stand.IN)
            if step is not Stand.IN:
                return f"{seat.actor} {step.value}"
            if seat.member and seat.stays and not seat.live:
                return f"{seat.actor} to be greeted on a socket"
        listed = {member.player for member in self._scene.members}
        missing = [seat.actor for seat in self._seats if seat.member and seat.player_id not in listed]
        if missing:
            return f"{missing[0]} to be listed as a member of room {self.code}"
        return f"bots or other calls in room {self.code}"

    # -- one after the other -----------------------------------------------------------------

    def _pump(self) -> None:
        """Let everybody go on who can."""
        for seat in self._seats:
            step = self._steps.get(seat.actor, Stand.IN)
            if step is Stand.READY:
                self._let_in(seat)
                step = self._steps[seat.actor]
            if self._ordered and step is not Stand.IN:
                return
        if self.code:
            self._add_bots()

    def _let_in(self, seat: Seat) -> None:
        if seat.asked:
            self._inside(seat)
            return
        session = self._session(seat)
        if seat.member:
            request = self._dialect.rematch(session, self.code)
            self._ask(seat, request, "ask for a rematch", self._asked, self._not_asked)
        elif self.code:
            self._join(seat)
        elif self._first() is seat:
            request = self._dialect.create_room(session, self._plan.room)
            self._ask(seat, request, "create a room", self._seated)

    def _first(self) -> Seat:
        return next(seat for seat in self._seats if seat.actor in self._steps)

    def _join(self, seat: Seat) -> None:
        request = self._dialect.join_room(self._session(seat), self.code)
        self._ask(seat, request, f"join room {self.code}", self._seated)

    def _add_bots(self) -> None:
        owner = self.owner()
        bots, self._bots = self._bots, 0
        for _ in range(bots):
            self._errand(owner, self._dialect.add_bot(self._session(owner), self.code), "add a bot", _done)

    # -- answers -----------------------------------------------------------------------------

    def _session_open(self, seat: Seat, response: HttpResponse, now: Instant) -> None:
        seat.session = self._dialect.read_session(response)
        if seat.actor in self._steps:
            self._steps[seat.actor] = Stand.READY
            self._pump()

    def _seated(self, seat: Seat, response: HttpResponse, now: Instant) -> None:
        seating = self._dialect.read_seating(response)
        self.code = seating.room
        seat.seated(seating)
        self._inside(seat)
        self._pump()

    def _asked(self, seat: Seat, response: HttpResponse, now: Instant) -> None:
        seat.asked = True
        self._inside(seat)
        self._pump()

    def _inside(self, seat: Seat) -> None:
        self._steps[seat.actor] = Stand.IN
        if seat.connection is None and not seat.dialing:
            seat.dial()

    def _not_asked(self, seat: Seat, code: str, now: Instant) -> None:
        """A member who stayed away too long has lost the place and joins again."""
        if code == "not_member":
            seat.unseated()
            self._join(seat)
        else:
            self._failed(f"{seat.actor} could not ask for a rematch: {code}", now)

    def _not_started(self, code: str, now: Instant) -> None:
        if code != "already_started":
            self._failed(f"the match could not be started: {code}", now)

    # -- calls -------------------------------------------------------------------------------

    def _ask(
        self,
        seat: Seat,
        request: HttpRequest,
        what: str,
        done: Callable[[Seat, HttpResponse, Instant], None],
        refused: Callable[[Seat, str, Instant], None] | None = None,
    ) -> None:
        self._steps[seat.actor] = Stand.ASKING
        no = partial(refused, seat) if refused is not None else None
        self._errand(seat, request, what, partial(done, seat), no)

    def _errand(
        self,
        seat: Seat,
        request: HttpRequest,
        what: str,
        done: Callable[[HttpResponse, Instant], None],
        refused: Callable[[str, Instant], None] | None = None,
    ) -> None:
        no = refused if refused is not None else partial(self._refused, seat, what)
        Errand(self._desk, self._dialect, seat.who, request, done=done, refused=no)

    def _refused(self, seat: Seat, what: str, code: str, now: Instant) -> None:
        self._failed(f"{seat.actor} could not {what}: {code}", now)

    def _session(self, seat: Seat) -> Session:
        assert seat.session is not None
        return seat.session


def _done(response: HttpResponse, now: Instant) -> None:
    """The events tell the rest."""
