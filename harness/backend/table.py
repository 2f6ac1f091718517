"""One match at one table: the rules' state, the turn clock, automatic moves and leavers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from harness.backend.bots import Bot
from harness.backend.broadcast import Broadcast
from harness.backend.house import House
from harness.backend.member import Member
from harness.backend.messages import Effect
from harness.clock import MILLISECOND, Duration, Instant
from harness.dialects.dialect import ChanceScript
from harness.errors import CommandError
from harness.rules import bluffers as rules
from harness.seed import stream
from harness.wire import events as ev
from harness.wire.policy import Policy

Step: TypeAlias = tuple[rules.State, tuple[rules.Outcome, ...]]
"""A move that the rules allowed and that nobody was told of yet."""


class Host(Protocol):
    """The room around the table."""

    code: str
    broadcast: Broadcast
    policy: Policy

    def match_decided(self, *, now: Instant, out: list[Effect]) -> None:
        """The match at the table is over."""


class Table:
    """A match in progress. All its public events go through the room's broadcast.

    Args:
        house: What rooms share.
        host: The room.
        match: Match id.
        seats: Members in playing order (BLF-E06).
        script: What a test fixed about chance.
    """

    __slots__ = (
        "_alarms", "_auto_delay", "_bots", "_broadcast", "_chance", "_clock_from", "_deadline", "_deal_pause", "_grace",
        "_host", "_stopped", "_turn_time", "match", "ranked", "seats", "state", "turn",
    )  # fmt: skip

    def __init__(
        self, house: House, host: Host, match: str, seats: Sequence[Member], script: ChanceScript | None
    ) -> None:
        policy = host.policy
        self.match = match
        self.seats = tuple(seats)
        paid = tuple(policy.points[str(count)] for count in (2, 3, 4))
        self.state = rules.initial(rules.Options(seats=len(self.seats), points=paid))
        self.turn = 0
        self.ranked = self.is_ranked()
        self._stopped = False
        self._host = host
        self._broadcast = host.broadcast
        self._alarms = house.alarms
        self._chance = house.parts.chance(house.root, host.code, match, len(self.seats), script)
        self._turn_time: Duration = policy.turn_ms * MILLISECOND
        self._deal_pause: Duration = policy.deal_pause_ms * MILLISECOND
        self._auto_delay: Duration = policy.auto_delay_ms * MILLISECOND
        self._grace: Duration = policy.grace_ms * MILLISECOND
        self._clock_from: Instant = 0
        self._deadline: Instant = 0
        think = house.config.think(policy.turn_ms)
        self._bots: tuple[Bot | None, ...] = tuple(
            None if member.human else house.parts.bot(stream(house.root, "room", host.code, match, "bot", seat), think)
            for seat, member in enumerate(self.seats)
        )

    # -- what holds now --------------------------------------------------------------------------

    def is_ranked(self) -> bool:
        """At least two different people sit here at the start (BLF-E31)."""
        return len({member.player for member in self.seats if member.human}) >= 2

    def is_over(self) -> bool:
        """The match is decided."""
        return self.state.phase is rules.Phase.OVER

    def is_stale(self, turn: int) -> bool:
        """A timer or a command that was meant for this turn comes too late (BLF-E28)."""
        return turn != self.turn or self.is_over() or self._stopped

    def places(self) -> tuple[int, ...]:
        """Place by seat, 0 while open (BLF-28)."""
        return self.state.places

    def points(self) -> tuple[int | None, ...]:
        """Points by seat, None while the place is open (BLF-29)."""
        return rules.points(self.state)

    def deadline(self) -> Instant:
        """When the present move must be made."""
        return self._deadline

    def remaining_ms(self, *, now: Instant) -> int:
        """Whole milliseconds left for the present move."""
        return max(0, self.deadline() - now) // MILLISECOND

    def view_for(self, seat: int, *, now: Instant) -> ev.TableView:
        """The match as this seat may see it: every field is named, nothing is stripped (BLF-08)."""
        view = rules.view(self.state, seat)
        assert view.table is not None
        return ev.TableView(
            match=self.match,
            seats=tuple(member.player for member in self.seats),
            ranked=self.ranked,
            hand=view.hand,
            table=view.table,
            sizes=view.sizes,
            pulls=view.pulls,
            places=tuple(place or None for place in self.places()),
            points=self.points(),
            departed=tuple(sorted(self.state.gone)),
            claim=None if view.claim_seat is None else ev.Claim(seat=view.claim_seat, count=view.claim_count),
            turn=self.turn,
            seat=view.turn,
            legal=rules.legal(self.state),
            remaining_ms=self.remaining_ms(now=now),
            cards=view.cards,
        )

    def result(self, *, season: str, ended: str) -> ev.Result:
        """How the match ended; only when it is over."""
        assert self.is_over()
        return ev.Result(
            match=self.match,
            seats=tuple(member.player for member in self.seats),
            places=self.places(),
            points=tuple(points or 0 for points in self.points()),
            ranked=self.ranked,
            season=season if self.ranked else None,
            ended=ended,
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

    # -- moves -----------------------------------------------------------------------------------

    def start(self, *, now: Instant) -> None:
        """Announce the match, deal, and ask the first opener."""
        self._broadcast.publish(
            ev.MatchStarted(
                number=self._broadcast.next(),
                group=self._broadcast.group,
                match=self.match,
                game="bluffers",
                seats=tuple(member.player for member in self.seats),
                ranked=self.ranked,
            )
        )
        self._draw(self._chance.opener())
        self._begin_hand(now)

    def try_move(self, seat: int, turn: int, move: rules.Play | rules.Call) -> Step:
        """What a player's move would lead to; nothing has changed yet.

        Raises:
            CommandError, rules.Illegal: The move is refused; `code` says why.
        """
        self.admit(seat, turn)
        return rules.apply(self.state, seat, move)

    def admit(self, seat: int, turn: int) -> None:
        """Refuse moves that were meant for another turn, before the rules are asked (BLF-E28)."""
        if self.state.places[seat]:
            raise CommandError("out")
        if self.is_stale(turn):
            raise CommandError("stale_turn")

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """Make a move and tell everybody, up to the next turn or the end of the match (BLF-E12)."""
        self.state, (outcome,) = step
        if isinstance(outcome, rules.Played):
            self._broadcast.publish(self.public_played(outcome, auto))
            if auto is not None:
                self._tell_cards(outcome.seat)
            self._begin_turn(now, 0)
            return
        assert isinstance(outcome, rules.Called)
        self._broadcast.publish(self.public_called(outcome, auto))
        shooter = self.state.shooter
        for pulled in self._draw(self._chance.pull(shooter, self.state.pulls[shooter])):
            self._publish_pull(pulled)
        if self.is_over():
            self._host.match_decided(now=now, out=out)
        else:
            self._begin_hand(now)

    def auto_move(self, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """Move for the seat on turn (BLF-E01..E03)."""
        state = self.state
        pick = self._chance.pick(len(state.hands[state.turn])) if "play" in rules.legal(state) else 0
        step = rules.apply(state, state.turn, rules.auto_move(state, pick))
        self._broadcast.begin(out)
        self.carry_out(step, cause, now=now, out=out)

    def became_away(self, seat: int, *, now: Instant, out: list[Effect]) -> None:
        """A seat is away now: it is moved at once when it is on turn and its delay is over (BLF-E05)."""
        if seat != self.state.turn:
            return
        if now >= self.auto_from():
            self.auto_move("away", now=now, out=out)
        else:
            self._alarms.set(self.auto_from(), self._auto_rang, self.turn)

    def auto_from(self) -> Instant:
        """From when on an away seat is moved in this turn (BLF-E04)."""
        return min(self._clock_from + self._auto_delay, self._deadline)

    def leave(self, seat: int, *, stop: bool, now: Instant, out: list[Effect]) -> None:
        """A seat taps Leave Table (BLF-E07..E11).

        Args:
            seat: Who leaves.
            stop: Nobody is left to play for: nothing goes on (BLF-E26).
            now: The present instant.
            out: Where effects go.
        """
        before = self.state
        legal_before = rules.legal(before)
        self.state, outcomes = rules.apply(before, seat, rules.Leave())
        departed = outcomes[0]
        assert isinstance(departed, rules.Departed)
        self._broadcast.publish(self.public_left(departed))
        if self.is_over():
            self._host.match_decided(now=now, out=out)
        elif stop:
            self._stopped = True
        elif before.places[seat]:
            return
        elif len(outcomes) > 1:
            self._publish_void(before.hand)
            self._begin_hand(now)
        elif before.turn == seat:
            self._begin_turn(now, 0)
        elif rules.legal(self.state) != legal_before:
            self._publish_legal(now)

    # -- public events: fields are named one by one ----------------------------------------------

    def public_played(self, outcome: rules.Played, auto: ev.Auto | None) -> ev.PublicEvent:
        """What everybody may know about cards that were played (BLF-10)."""
        assert self.state.table is not None
        return ev.Played(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            count=outcome.count,
            rank=self.state.table,
            left=outcome.left,
            auto=auto,
        )

    def public_called(self, outcome: rules.Called, auto: ev.Auto | None) -> ev.PublicEvent:
        """The last played cards, and no others (BLF-16)."""
        return ev.Called(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            claimant=outcome.claimant,
            cards=outcome.cards,
            truth=outcome.truth,
            shooter=outcome.shooter,
            auto=auto,
        )

    def public_left(self, outcome: rules.Departed) -> ev.PublicEvent:
        """A seat left, with its place (BLF-E22, BLF-E25)."""
        return ev.LeftTable(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            seat=outcome.seat,
            place=self.places()[outcome.seat],
            points=self.points()[outcome.seat] or 0,
            withdrawn=outcome.withdrawn,
        )

    def _publish_pull(self, outcome: rules.Outcome) -> None:
        broadcast = self._broadcast
        if isinstance(outcome, rules.Pulled):
            broadcast.publish(
                ev.Pulled(
                    number=broadcast.next(),
                    group=broadcast.group,
                    match=self.match,
                    seat=outcome.seat,
                    pulls=outcome.pulls,
                    fired=outcome.fired,
                )
            )
        elif isinstance(outcome, rules.Eliminated):
            broadcast.publish(
                ev.Eliminated(
                    number=broadcast.next(),
                    group=broadcast.group,
                    match=self.match,
                    seat=outcome.seat,
                    place=self.places()[outcome.seat],
                    points=self.points()[outcome.seat] or 0,
                )
            )

    def _publish_void(self, hand: int) -> None:
        broadcast = self._broadcast
        broadcast.publish(
            ev.HandVoid(
                number=broadcast.next(), group=broadcast.group, match=self.match, hand=hand, opener=self.state.turn
            )
        )

    def _publish_legal(self, now: Instant) -> None:
        broadcast = self._broadcast
        broadcast.publish(
            ev.LegalChanged(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                turn=self.turn,
                seat=self.state.turn,
                legal=rules.legal(self.state),
                remaining_ms=self.remaining_ms(now=now),
            )
        )

    # -- hands, turns and their clock --------------------------------------------------------------

    def _draw(self, move: rules.Opener | rules.Deal | rules.Table | rules.Pull) -> tuple[rules.Outcome, ...]:
        self.state, outcomes = rules.apply(self.state, rules.CHANCE, move)
        return outcomes

    def _begin_hand(self, now: Instant) -> None:
        hand = self.state.hand + 1
        self._draw(self._chance.deal(hand, self.state.places))
        drawn = self._chance.table(hand)
        self._draw(drawn)
        broadcast = self._broadcast
        broadcast.publish(
            ev.HandStarted(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                hand=hand,
                opener=self.state.turn,
                table=drawn.rank,
                sizes=tuple(map(len, self.state.hands)),
            )
        )
        for seat, place in enumerate(self.state.places):
            if not place:
                self._tell_cards(seat)
        self._begin_turn(now, self._deal_pause)

    def _tell_cards(self, seat: int) -> None:
        link = self.seats[seat].link
        if link is not None:
            self._broadcast.tell(link, self.private_cards(seat))

    def private_cards(self, seat: int) -> ev.Cards:
        """The cards that a seat holds now, for itself (BLF-05, BLF-08)."""
        view = rules.view(self.state, seat)
        return ev.Cards(match=self.match, hand=view.hand, cards=view.cards)

    def _begin_turn(self, now: Instant, pause: Duration) -> None:
        self.turn += 1
        self.start_clock(pause, now=now)
        broadcast = self._broadcast
        state = self.state
        broadcast.publish(
            ev.TurnStarted(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                turn=self.turn,
                seat=state.turn,
                legal=rules.legal(state),
                remaining_ms=self.remaining_ms(now=now),
            )
        )

    def start_clock(self, pause: Duration, *, now: Instant) -> None:
        """Give the seat on turn its full time, once; nothing but the next turn does so again (BLF-E29)."""
        self._clock_from = now + pause
        self._deadline = self._clock_from + self._turn_time
        seat = self.state.turn
        bot = self._bots[seat]
        alarms = self._alarms
        if bot is not None:
            alarms.set(self._clock_from + bot.think(), self._bot_rang, self.turn)
        elif self.seats[seat].away:
            alarms.set(self.auto_from(), self._auto_rang, self.turn)
        alarms.set(self._deadline + self._grace, self._clock_rang, self.turn)

    def _clock_rang(self, turn: int, now: Instant, out: list[Effect]) -> None:
        if not self.is_stale(turn):
            self.auto_move("clock", now=now, out=out)

    def _auto_rang(self, turn: int, now: Instant, out: list[Effect]) -> None:
        if not self.is_stale(turn) and self.seats[self.state.turn].away:
            self.auto_move("away", now=now, out=out)

    def _bot_rang(self, turn: int, now: Instant, out: list[Effect]) -> None:
        if not self.is_stale(turn):
            seat = self.state.turn
            bot = self._bots[seat]
            assert bot is not None
            step = rules.apply(self.state, seat, bot.choose(rules.view(self.state, seat)))
            self._broadcast.begin(out)
            self.carry_out(step, None, now=now, out=out)
