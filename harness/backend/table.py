"""A match of Bluffers: its hands, its events, and how it looks from a seat."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias, cast

from harness.backend.bots import Bot
from harness.backend.house import House
from harness.backend.match import Finish, Match, Thinker
from harness.backend.messages import Effect
from harness.clock import Instant
from harness.dialects.dialect import ChanceScript
from harness.errors import CommandError
from harness.rules import bluffers as rules
from harness.wire import commands as cm
from harness.wire import events as ev

Step: TypeAlias = tuple[rules.State, tuple[rules.Outcome, ...]]
"""A move that the rules allowed and that nobody was told of yet."""


class Table(Match):
    """A match of Bluffers in progress.

    Attributes:
        state: The rules' state.
    """

    __slots__ = ("_bot_type", "_chance", "state")

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        paid = tuple(self._host.policy.points[str(count)] for count in (2, 3, 4))
        self.state = rules.initial(rules.Options(seats=len(self.seats), points=paid))
        self._chance = house.parts.chance(self._root, self._host.code, self.match, len(self.seats), script)
        self._bot_type = house.parts.bot

    def new_bot(self, seat: int) -> Thinker:
        """A bot that knows Bluffers."""
        return self._bot_type(self.bot_stream(seat), self._think)

    # -- what holds now --------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        """The seat on turn."""
        return (self.state.turn,)

    def is_ranked(self) -> bool:
        """At least two different people sit here at the start (BLF-E31)."""
        return len({member.player for member in self.seats if member.human}) >= 2

    def is_over(self) -> bool:
        """The match is decided."""
        return self.state.phase is rules.Phase.OVER

    def is_out(self, seat: int) -> bool:
        """This seat has its place."""
        return self.state.places[seat] > 0

    def places(self) -> tuple[int, ...]:
        """Place by seat, 0 while open (BLF-28)."""
        return self.state.places

    def points(self) -> tuple[int | None, ...]:
        """Points by seat, None while the place is open (BLF-29)."""
        return rules.points(self.state)

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

    # -- moves -----------------------------------------------------------------------------------

    def _open(self, now: Instant) -> None:
        self._draw(self._chance.opener())
        self._begin_hand(now)

    def attempt(self, seat: int, command: cm.Move) -> Finish:
        """See what a player's move would lead to; nothing has changed yet. Raises CommandError."""
        move: rules.Play | rules.Call
        if isinstance(command, cm.Play):
            move = rules.Play(command.cards)
        elif isinstance(command, cm.Call):
            move = rules.Call()
        else:
            raise CommandError("wrong_game")
        try:
            step = self.try_move(seat, command.turn, move)
        except rules.Illegal as refused:
            raise CommandError(refused.code) from None
        return partial(self._finish, step)

    def _finish(self, step: Step, now: Instant, out: list[Effect]) -> None:
        self.carry_out(step, None, now=now, out=out)

    def try_move(self, seat: int, turn: int, move: rules.Play | rules.Call) -> Step:
        """What a player's move would lead to; nothing has changed yet.

        Raises:
            CommandError, rules.Illegal: The move is refused; `code` says why.
        """
        self.admit(seat, turn)
        return rules.apply(self.state, seat, move)

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

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """Call when nothing else is allowed, else play a random card (BLF-E01..E03)."""
        state = self.state
        pick = self._chance.pick(len(state.hands[seat])) if "play" in rules.legal(state) else 0
        self.carry_out(rules.apply(state, seat, rules.auto_move(state, pick)), cause, now=now, out=out)

    def play_bot(self, seat: int, bot: Thinker, *, now: Instant, out: list[Effect]) -> None:
        """What the bot on this seat chooses."""
        move = cast(Bot, bot).choose(rules.view(self.state, seat))
        self.carry_out(rules.apply(self.state, seat, move), None, now=now, out=out)

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
        self._broadcast.publish(self.public_left(departed.seat, withdrawn=departed.withdrawn))
        if self.is_over():
            self._host.match_decided(now=now, out=out)
        elif stop:
            self.stop()
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

    # -- hands -----------------------------------------------------------------------------------

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
        if self.seats[seat].link is not None:
            self.tell(seat, self.private_cards(seat))

    def private_cards(self, seat: int) -> ev.Cards:
        """The cards that a seat holds now, for itself (BLF-05, BLF-08)."""
        view = rules.view(self.state, seat)
        return ev.Cards(match=self.match, hand=view.hand, cards=view.cards)

    def _announce_turn(self, now: Instant) -> None:
        self.publish_turn(self.state.turn, rules.legal(self.state), now=now)
