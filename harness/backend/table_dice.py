"""A match of Liar's Dice: its rounds, its events, and how it looks from a seat."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias, cast

from harness.backend.house import House
from harness.backend.house_dice import DiceBot
from harness.backend.match import Finish, Match, Thinker
from harness.backend.messages import Effect
from harness.clock import Instant
from harness.dialects.dialect import ChanceScript
from harness.errors import CommandError
from harness.rules import liars_dice as rules
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import DiceOptions

Step: TypeAlias = tuple[rules.State, tuple[rules.Outcome, ...]]


class DiceTable(Match):
    """A match of Liar's Dice in progress.

    Attributes:
        state: The rules' state.
    """

    __slots__ = ("_chance", "_chosen", "_stand_ins", "state")

    state: rules.State
    game = "liars_dice"

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        self._chosen = self._host.options.liars_dice or DiceOptions()
        self._stand_ins: dict[int, DiceBot] = {}
        self.state = rules.initial(rules.Options(seats=len(self.seats), ones=self._chosen.ones))
        self._chance = house.parts.dice_chance(self._root, self._host.code, self.match, script)

    def new_bot(self, seat: int) -> DiceBot:
        """A bot that knows Liar's Dice."""
        return DiceBot(self.bot_stream(seat), self._think)

    # -- what holds now ----------------------------------------------------------------------------

    def options(self) -> DiceOptions:
        """What was chosen for this match."""
        return self._chosen

    def actors(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.is_over() else (self.state.turn,)

    def is_over(self) -> bool:
        """One seat alone has dice."""
        return self.state.phase is rules.Phase.OVER

    def is_out(self, seat: int) -> bool:
        """This seat has lost its last die."""
        return self.state.places[seat] > 0

    def places(self) -> tuple[int, ...]:
        """Place by seat, 0 while open (LDC-E23)."""
        return self.state.places

    def view_for(self, seat: int, *, now: Instant) -> ev.DiceView:
        """The match as this seat may see it: every field is named, nothing is stripped (LDC-03)."""
        view = rules.view(self.state, seat)
        bid = view.bid
        return ev.DiceView(
            match=self.match,
            seats=self.players(),
            ranked=self.ranked,
            ones=self._chosen.ones,
            round=view.round,
            sizes=view.sizes,
            places=tuple(place or None for place in self.places()),
            ai=tuple(sorted(self.taken)),
            bid=None if bid is None else ev.Bidding(seat=bid.seat, quantity=bid.quantity, face=bid.face),
            locked=view.locked,
            turn=self.turn,
            seat=view.turn,
            legal=rules.legal(self.state),
            remaining_ms=self.remaining_ms(now=now),
            dice=view.dice,
        )

    # -- moves -------------------------------------------------------------------------------------

    def _open(self, now: Instant) -> None:
        owner = self._host.owner
        host = next((seat for seat, member in enumerate(self.seats) if member.player == owner), None)
        self._draw(self._chance.opener(host, len(self.seats)))
        self._begin_round(now)

    def attempt(self, seat: int, command: cm.Move) -> Finish:
        """See what a player's move would lead to; nothing has changed yet. Raises CommandError."""
        move: rules.Bid | rules.Challenge
        if isinstance(command, cm.Bid):
            move = rules.Bid(command.quantity, command.face)
        elif isinstance(command, cm.Challenge):
            move = rules.Challenge()
        else:
            raise CommandError("wrong_game")
        try:
            step = self.try_move(seat, command.turn, move)
        except rules.Illegal as refused:
            raise CommandError(refused.code) from None
        return partial(self._finish, step)

    def try_move(self, seat: int, turn: int, move: rules.Bid | rules.Challenge) -> Step:
        """What a move would lead to. Raises CommandError or rules.Illegal."""
        self.admit(seat, turn)
        return self.outcome_of(seat, move)

    def outcome_of(self, seat: int, move: rules.Bid | rules.Challenge) -> Step:
        """What this move leads to, whoever makes it. Raises rules.Illegal."""
        return rules.apply(self.state, seat, move)

    def _finish(self, step: Step, now: Instant, out: list[Effect]) -> None:
        self.carry_out(step, None, now=now, out=out)

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """Make a move and tell everybody, up to the next turn or the end of the match."""
        self.state, outcomes = step
        for outcome in outcomes:
            if isinstance(outcome, rules.Raised):
                self._broadcast.publish(self.public_bid(outcome, auto))
            elif isinstance(outcome, rules.Challenged):
                self._broadcast.publish(self.public_challenged(outcome, auto))
            elif isinstance(outcome, rules.Eliminated):
                self._broadcast.publish(self.public_eliminated(outcome))
        if self.is_over():
            self._host.match_decided(now=now, out=out)
        elif self.state.phase is rules.Phase.ROLL:
            self._begin_round(now)
        else:
            self._begin_turn(now, 0)

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """Time over: challenge, or bid one two (LDC-E14). Away: an AI moves (LDC-E16)."""
        move = self.stand_in(seat).choose(rules.view(self.state, seat)) if cause == "away" else self.late_move()
        self.carry_out(self.outcome_of(seat, move), cause, now=now, out=out)

    def late_move(self) -> rules.Bid | rules.Challenge:
        """What is done for a seat whose time is over."""
        return rules.auto_move(self.state)

    def stand_in(self, seat: int) -> DiceBot:
        """The AI that moves for this seat while its player is away."""
        bot = self._stand_ins[seat] = self._stand_ins.get(seat) or self.new_bot(seat)
        return bot

    def play_bot(self, seat: int, bot: Thinker, *, now: Instant, out: list[Effect]) -> None:
        """What the bot on this seat chooses; for a leaver's seat it is an automatic move."""
        move = cast(DiceBot, bot).choose(rules.view(self.state, seat))
        self.carry_out(self.outcome_of(seat, move), self.cause_of(seat), now=now, out=out)

    def leave(self, seat: int, *, stop: bool, now: Instant, out: list[Effect]) -> None:
        """An AI takes the seat and its dice; nothing else changes (LDC-E15)."""
        self.state, _ = rules.apply(self.state, seat, rules.Leave())
        if self.is_out(seat):
            self._broadcast.publish(self.public_left(seat))
        elif not stop:
            self.take_over(seat, now=now)
        if stop:
            self.stop()

    # -- events: fields are named one by one -------------------------------------------------------

    def public_bid(self, outcome: rules.Raised, auto: ev.Auto | None) -> ev.PublicEvent:
        """A bid, for all to see (LDC-05)."""
        return ev.BidMade(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            quantity=outcome.quantity,
            face=outcome.face,
            locked=outcome.locked,
            auto=auto,
        )

    def public_challenged(self, outcome: rules.Challenged, auto: ev.Auto | None) -> ev.PublicEvent:
        """All cups are open (LDC-11, LDC-E20)."""
        return ev.Challenged(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            bidder=outcome.bidder,
            quantity=outcome.quantity,
            face=outcome.face,
            locked=outcome.locked,
            dice=outcome.dice,
            count=outcome.count,
            holds=outcome.holds,
            loser=outcome.loser,
            left=outcome.left,
            auto=auto,
        )

    def public_eliminated(self, outcome: rules.Eliminated) -> ev.PublicEvent:
        """A seat has lost its last die (LDC-14)."""
        return ev.Eliminated(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            seat=outcome.seat,
            place=outcome.place,
            points=0,
        )

    def private_dice(self, seat: int) -> ev.Dice:
        """The dice under this seat's own cup, for itself (LDC-03)."""
        view = rules.view(self.state, seat)
        return ev.Dice(match=self.match, round=view.round, dice=view.dice)

    # -- rounds ------------------------------------------------------------------------------------

    def _draw(self, move: rules.Opener | rules.Roll) -> None:
        self.state, _ = rules.apply(self.state, rules.CHANCE, move)

    def _begin_round(self, now: Instant) -> None:
        self._draw(self._chance.roll(self.state.sizes))
        state, broadcast = self.state, self._broadcast
        broadcast.publish(
            ev.RoundStarted(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                round=state.round,
                opener=state.turn,
                sizes=state.sizes,
            )
        )
        for seat in rules.living(state):
            self.tell(seat, self.private_dice(seat))
        self._begin_turn(now, self._deal_pause)

    def _announce_turn(self, now: Instant) -> None:
        self.publish_turn(self.state.turn, rules.legal(self.state), now=now)
