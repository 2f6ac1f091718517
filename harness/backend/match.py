"""One match of any game: the turn clock, automatic moves, absence, leavers, AI on leavers' seats.

What belongs to one game (its rules, its chance, its events and views) is in a subclass: `table`,
`table_dice`, `table_bluff`, `table_wizard`. All public events go through the room's broadcast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

from harness.backend.broadcast import Broadcast
from harness.backend.house import House
from harness.backend.journal import Act, Legacy
from harness.backend.member import Member
from harness.backend.messages import Effect
from harness.clock import MILLISECOND, Duration, Instant
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.errors import CommandError
from harness.seed import Stream, stream
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import GameOptions
from harness.wire.policy import Policy

Finish: TypeAlias = Callable[[Instant, list[Effect]], None]
"""Carries out a move that was admitted, once its sender has been answered."""

SEATS_MAX: Final = 8
"""The most seats of any game. The mark of an alarm holds turn and seat together."""


class Host(Protocol):
    """The room around the table."""

    code: str
    broadcast: Broadcast
    policy: Policy
    owner: str
    options: RoomOptions
    previous: Legacy | None
    root: bytes

    def write(self, act: Act, *, now: Instant, out: list[Effect], mark: int) -> None:
        """An alarm of the match has had its effect: into the journal with it."""

    def match_decided(self, *, now: Instant, out: list[Effect]) -> None:
        """The match at the table is over."""


class Thinker(Protocol):
    """Whoever plays a seat from inside the house."""

    def think(self) -> Duration:
        """How long it thinks about the next move."""


class Match(ABC):
    """A match in progress.

    Args:
        house: What rooms share.
        host: The room.
        match: Match id.
        seats: Members in playing order (BLF-E06).
        script: What a test fixed about chance.

    Attributes:
        turn: Number of the turn, from 1; several seats may be asked in one turn.
        taken: Seats that an AI plays because their players left, in the order of leaving.
    """

    __slots__ = (
        "_alarms", "_auto_delay", "_bots", "_broadcast", "_clock_from", "_deadline", "_deal_pause", "_grace", "_host",
        "_root", "_stopped", "_think", "_thinks", "_turn_time", "match", "ranked", "seats", "taken", "turn",
    )  # fmt: skip

    game = "bluffers"

    def __init__(
        self, house: House, host: Host, match: str, seats: Sequence[Member], script: ChanceScript | None
    ) -> None:
        policy = host.policy
        self.match = match
        self.seats = tuple(seats)
        self.turn = 0
        self.taken: tuple[int, ...] = ()
        self.ranked = self.is_ranked()
        self._stopped = False
        self._host = host
        self._broadcast = host.broadcast
        self._alarms = house.alarms
        self._root = host.root
        self._turn_time: Duration = policy.turn_ms * MILLISECOND
        self._deal_pause: Duration = policy.deal_pause_ms * MILLISECOND
        self._auto_delay: Duration = policy.auto_delay_ms * MILLISECOND
        self._grace: Duration = policy.grace_ms * MILLISECOND
        self._clock_from: Instant = 0
        self._deadline: Instant = 0
        self._think = house.config.think(policy.turn_ms)
        self._thinks: dict[int, Duration] = {}
        self._draw_chance(house, script)
        self._bots: list[Thinker | None] = [
            None if member.human else self.new_bot(seat) for seat, member in enumerate(self.seats)
        ]

    # -- the game ----------------------------------------------------------------------------------

    @abstractmethod
    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        """Make the first state and the chance seat."""

    @abstractmethod
    def new_bot(self, seat: int) -> Thinker:
        """A bot for this seat, with a stream of its own."""

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that may move now; () when the match is over."""

    @abstractmethod
    def is_over(self) -> bool:
        """The match is decided."""

    @abstractmethod
    def is_out(self, seat: int) -> bool:
        """This seat plays no more."""

    @abstractmethod
    def places(self) -> tuple[int, ...]:
        """Place by seat, 0 while open."""

    @abstractmethod
    def view_for(self, seat: int, *, now: Instant) -> ev.TableView | ev.DiceView | ev.BluffView | ev.WizardView:
        """The match as this seat may see it: every field is named, nothing is stripped (BLF-08)."""

    @abstractmethod
    def attempt(self, seat: int, command: cm.Move) -> Finish:
        """See what a player's move would lead to; nothing has changed yet.

        Raises:
            CommandError: The move is refused; `code` says why.
        """

    @abstractmethod
    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """Make the automatic move of a seat that is to act."""

    @abstractmethod
    def play_bot(self, seat: int, bot: Thinker, *, now: Instant, out: list[Effect]) -> None:
        """Make the move that the bot on this seat chooses from the seat's own view."""

    @abstractmethod
    def leave(self, seat: int, *, stop: bool, now: Instant, out: list[Effect]) -> None:
        """A seat taps Leave Table.

        Args:
            seat: Who leaves.
            stop: Nobody is left to play for: nothing goes on (BLF-E26).
            now: The present instant.
            out: Where effects go.
        """

    @abstractmethod
    def _open(self, now: Instant) -> None:
        """Draw what comes first, deal, and ask the first seat."""

    @abstractmethod
    def _announce_turn(self, now: Instant) -> None:
        """Tell everybody who is asked, and for what."""

    def options(self) -> GameOptions | None:
        """What was chosen for this match; None in a game without choices."""
        return None

    def legacy(self) -> Legacy:
        """What it leaves to the next match."""
        return Legacy(players=self.players())

    def totals(self) -> tuple[int, ...]:
        """Points of the score sheet, in games that have one."""
        return ()

    def is_halted(self) -> bool:
        """The match found no end by itself."""
        return False

    # -- what holds now ----------------------------------------------------------------------------

    def is_ranked(self) -> bool:
        """Points of this match go to the boards. Only Bluffers has points."""
        return False

    def is_stale(self, turn: int) -> bool:
        """A timer or a command that was meant for this turn comes too late (BLF-E28)."""
        return turn != self.turn or self.is_over() or self._stopped

    def points(self) -> tuple[int | None, ...]:
        """Points by seat, None while the place is open; 0 in games without points."""
        return tuple(0 if place else None for place in self.places())

    def deadline(self) -> Instant:
        """When the present move must be made."""
        return self._deadline

    def remaining_ms(self, *, now: Instant) -> int:
        """Whole milliseconds left for the present move."""
        return max(0, self.deadline() - now) // MILLISECOND

    def players(self) -> tuple[str, ...]:
        """Public ids by seat."""
        return tuple(member.player for member in self.seats)

    def result(self, *, season: str, ended: str) -> ev.Result:
        """How the match ended; only when it is over."""
        assert self.is_over()
        return ev.Result(
            match=self.match,
            seats=self.players(),
            places=self.places(),
            points=tuple(points or 0 for points in self.points()),
            ranked=self.ranked,
            season=season if self.ranked else None,
            ended=ended,
            ai=tuple(sorted(self.taken)),
            totals=self.totals(),
            halted=self.is_halted(),
        )

    def awards(self, result: ev.Result) -> tuple[tuple[str, str, int], ...]:
        """(player, name, points) for the boards: humans of ranked matches who got any (BLF-31, BLF-32)."""
        if not result.ranked:
            return ()
        return tuple(
            (member.player, member.name, points)
            for member, points in zip(self.seats, result.points, strict=True)
            if member.human and points
        )

    # -- moves -------------------------------------------------------------------------------------

    def start(self, *, now: Instant) -> None:
        """Announce the match, deal, and ask the first seat."""
        self._broadcast.publish(
            ev.MatchStarted(
                number=self._broadcast.next(),
                group=self._broadcast.group,
                match=self.match,
                game=self.game,
                seats=self.players(),
                ranked=self.ranked,
                options=self.options(),
            )
        )
        self._open(now)

    def admit(self, seat: int, turn: int) -> None:
        """Refuse moves that were meant for another turn, before the rules are asked (BLF-E28)."""
        if self.is_out(seat):
            raise CommandError("out")
        if self.is_stale(turn):
            raise CommandError("stale_turn")

    def auto_move(self, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """Move for whoever is asked and late, or away; each move is an action of its own (BLF-E01..E03)."""
        for seat in self.actors():
            if cause != "away" or self.is_moved_when_away(seat):
                self._broadcast.begin(out)
                self.play_for(seat, cause, now=now, out=out)

    def is_moved_when_away(self, seat: int) -> bool:
        """Nobody is there to play this seat, and no bot does."""
        return self.seats[seat].away and self._bots[seat] is None

    def became_away(self, seat: int, *, now: Instant, out: list[Effect]) -> None:
        """A seat is away now: it is moved at once when it is to act and its delay is over (BLF-E05)."""
        if seat not in self.actors():
            return
        if now >= self.auto_from():
            self.auto_move("away", now=now, out=out)
        else:
            self._alarms.set(self.auto_from(), self._auto_rang, self._mark(seat))

    def auto_from(self) -> Instant:
        """From when on an away seat is moved in this turn (BLF-E04)."""
        return min(self._clock_from + self._auto_delay, self._deadline)

    def take_over(self, seat: int, *, now: Instant) -> None:
        """An AI plays this seat from now on (LDC-E15, WIZ-E20)."""
        self.taken = (*self.taken, seat)
        bot = self._bots[seat] = self.new_bot(seat)
        self._broadcast.publish(
            ev.TakenOver(
                number=self._broadcast.next(), group=self._broadcast.group, match=self.match, seat=seat
            )
        )  # fmt: skip
        if seat in self.actors():
            think = self._thinks[seat] = bot.think()
            self._alarms.set(min(now + think, self._deadline), self._bot_rang, self._mark(seat))

    def cause_of(self, seat: int) -> ev.Auto | None:
        """What a bot's move on this seat says: nothing for a bot's own seat, `left` for that of a player who left."""
        return "left" if seat in self.taken else None

    def public_left(self, seat: int, *, withdrawn: bool = False) -> ev.PublicEvent:
        """A seat left, with the place that it had already or gets by leaving (BLF-E22, BLF-E25, CHT-E22).

        Args:
            seat: Who left.
            withdrawn: Its last claim goes with it.
        """
        return ev.LeftTable(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            seat=seat,
            place=self.places()[seat],
            points=self.points()[seat] or 0,
            withdrawn=withdrawn,
        )

    def tell(self, seat: int, event: ev.PrivateEvent) -> None:
        """Tell a seat something of its own, if it is connected."""
        link = self.seats[seat].link
        if link is not None:
            self._broadcast.tell(link, event)

    def publish_turn(self, seat: int, legal: tuple[ev.Legal, ...], *, now: Instant) -> None:
        """Ask one seat."""
        broadcast = self._broadcast
        broadcast.publish(
            ev.TurnStarted(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                turn=self.turn,
                seat=seat,
                legal=legal,
                remaining_ms=self.remaining_ms(now=now),
            )
        )

    def stop(self) -> None:
        """Nobody is left to play for (BLF-E26)."""
        self._stopped = True

    # -- turns and their clock ---------------------------------------------------------------------

    def _begin_turn(self, now: Instant, pause: Duration) -> None:
        self.turn += 1
        self.start_clock(pause, now=now)
        self._announce_turn(now)

    def start_clock(self, pause: Duration, *, now: Instant) -> None:
        """Give whoever is asked the full time, once; nothing but the next turn does so again (BLF-E29)."""
        bots = ((seat, self._bots[seat]) for seat in self.actors())
        self._thinks = {seat: bot.think() for seat, bot in bots if bot is not None}
        self.set_clock(pause, now=now)

    def pending_pause(self, *, last: Instant) -> Duration:
        """The pause before a fresh clock, if that of this turn was not over at `last`."""
        return self._deal_pause if last < self._clock_from else 0

    def set_clock(self, pause: Duration, *, now: Instant) -> None:
        """The full time for the present turn, from now on: when it begins, and after a restart."""
        self._clock_from = now + pause
        self._deadline = self._clock_from + self._turn_time
        alarms = self._alarms
        for seat in self.actors():
            if seat in self._thinks:
                alarms.set(self._clock_from + self._thinks[seat], self._bot_rang, self._mark(seat))
            elif self.seats[seat].away:
                alarms.set(self.auto_from(), self._auto_rang, self._mark(seat))
        alarms.set(self._deadline + self._grace, self._clock_rang, self.turn)

    def _mark(self, seat: int) -> int:
        return self.turn * SEATS_MAX + seat

    def _clock_rang(self, turn: int, now: Instant, out: list[Effect]) -> None:
        if not self.is_stale(turn):
            self.auto_move("clock", now=now, out=out)
            self._host.write("clock", now=now, out=out, mark=turn)

    def _auto_rang(self, mark: int, now: Instant, out: list[Effect]) -> None:
        turn, seat = divmod(mark, SEATS_MAX)
        if not self.is_stale(turn) and seat in self.actors() and self.is_moved_when_away(seat):
            self.auto_move("away", now=now, out=out)
            self._host.write("auto", now=now, out=out, mark=mark)

    def _bot_rang(self, mark: int, now: Instant, out: list[Effect]) -> None:
        turn, seat = divmod(mark, SEATS_MAX)
        if not self.is_stale(turn) and seat in self.actors():
            bot = self._bots[seat]
            assert bot is not None
            self._broadcast.begin(out)
            self.play_bot(seat, bot, now=now, out=out)
            self._host.write("bot", now=now, out=out, mark=mark)

    def rang(self, act: Act, mark: int, *, now: Instant, out: list[Effect]) -> None:
        """An alarm that rang in an earlier life of the backend rings again."""
        rings = {"clock": self._clock_rang, "auto": self._auto_rang, "bot": self._bot_rang}
        rings[act](mark, now, out)

    def bot_stream(self, seat: int) -> Stream:
        """The stream of the bot on this seat."""
        return stream(self._root, "room", self._host.code, self.match, "bot", seat)
