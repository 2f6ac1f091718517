"""A match of Bluff: its deal and rounds, its events, and how it looks from a seat."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias, cast

from msgspec.structs import replace

from harness.backend.house import House
from harness.backend.house_bluff import BluffBot
from harness.backend.journal import Legacy
from harness.backend.match import Finish, Match, Thinker
from harness.backend.messages import Effect
from harness.clock import Instant
from harness.dialects.dialect import ChanceScript
from harness.errors import CommandError
from harness.rules import bluff as rules
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions

Step: TypeAlias = tuple[rules.State, tuple[rules.Outcome, ...]]


class BluffTable(Match):
    """A match of Bluff in progress.

    Attributes:
        state: The rules' state.
    """

    __slots__ = ("_chance", "_chosen", "_halted", "_turns_max", "state")

    state: rules.State
    game = "bluff"

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        self._halted = False
        self._turns_max = house.config.bluff_turns_max
        chosen = self._chosen = self._host.options.bluff or BluffOptions()
        self._chance = house.parts.bluff_chance(self._root, self._host.code, self.match, script)
        self.state = rules.initial(
            rules.Options(
                seats=len(self.seats), decks=chosen.decks, jokers=chosen.jokers, end=chosen.end,
                direction=chosen.direction, seat_change=chosen.seat_change,
            )
        )  # fmt: skip
        before = self._host.previous
        if before is not None and before.players == self.players():
            # The same people again: the dealer moves on (CHT-E15), or all are seated anew (CHT-17).
            self.state = rules.again(
                replace(self.state, phase=rules.Phase.OVER, ring=before.ring, dealer=before.dealer)
            )

    def new_bot(self, seat: int) -> BluffBot:
        """A bot that knows Bluff."""
        return BluffBot(self.bot_stream(seat), self._think)

    # -- what holds now ----------------------------------------------------------------------------

    def options(self) -> BluffOptions:
        """What was chosen for this match."""
        return self._chosen

    def legacy(self) -> Legacy:
        """The ring and the dealer, too."""
        return Legacy(players=self.players(), ring=self.state.ring, dealer=self.state.dealer)

    def actors(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.is_over() else (self.state.turn,)

    def is_over(self) -> bool:
        """Somebody has won, or, if that was chosen, all places are decided (CHT-21)."""
        return self.state.phase is rules.Phase.OVER

    def is_out(self, seat: int) -> bool:
        """This seat has its place."""
        return self.state.places[seat] > 0

    def places(self) -> tuple[int, ...]:
        """Place by seat, 0 while open; at the end the losers' by cards left (CHT-E12)."""
        return rules.ranking(self.state) if self.is_over() else self.state.places

    def is_halted(self) -> bool:
        """It was ended at the limit of turns (CHT-E23)."""
        return self._halted

    def view_for(self, seat: int, *, now: Instant) -> ev.BluffView:
        """The match as this seat may see it: every field is named, nothing is stripped (CHT-E24)."""
        view = rules.view(self.state, seat)
        assert view.dealer is not None
        claim = None
        if view.claim_seat is not None and view.rank is not None:
            claim = ev.BluffClaim(seat=view.claim_seat, count=view.claim_count, rank=view.rank)
        return ev.BluffView(
            match=self.match,
            seats=self.players(),
            ranked=self.ranked,
            end=self._chosen.end,
            ring=view.ring,
            dealer=view.dealer,
            round=view.round,
            sizes=view.sizes,
            pile=view.pile,
            discarded=view.discarded,
            places=tuple(place or None for place in self.places()),
            departed=tuple(sorted(self.state.gone)),
            claim=claim,
            passed=tuple(sorted(view.passed)),
            turn=self.turn,
            seat=view.turn,
            legal=rules.legal(self.state),
            remaining_ms=self.remaining_ms(now=now),
            cards=view.cards,
        )

    # -- moves -------------------------------------------------------------------------------------

    def _open(self, now: Instant) -> None:
        if self.state.phase is rules.Phase.DEALER:
            self._draw(self._chance.dealer(len(self.seats)))
        elif self.state.phase is rules.Phase.SEATS:
            self._draw(self._chance.ring(len(self.seats)))
        self._draw(self._chance.deal(self.state))
        state, broadcast = self.state, self._broadcast
        assert state.dealer is not None
        broadcast.publish(
            ev.Dealt(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                dealer=state.dealer,
                ring=state.ring,
                leader=state.turn,
                sizes=tuple(map(len, state.hands)),
            )
        )
        for seat in range(len(self.seats)):
            self.tell(seat, self.private_hand(seat))
        self._begin_turn(now, self._deal_pause)

    def attempt(self, seat: int, command: cm.Move) -> Finish:
        """See what a player's move would lead to; nothing has changed yet. Raises CommandError."""
        move: rules.Play | rules.Pass | rules.Call
        if isinstance(command, cm.Lay):
            move = rules.Play(command.cards, command.named)
        elif isinstance(command, cm.Pass):
            move = rules.Pass()
        elif isinstance(command, cm.Call):
            move = rules.Call()
        else:
            raise CommandError("wrong_game")
        try:
            step = self.try_move(seat, command.turn, move)
        except rules.Illegal as refused:
            raise CommandError(refused.code) from None
        return partial(self._finish, step)

    def try_move(self, seat: int, turn: int, move: rules.Play | rules.Pass | rules.Call) -> Step:
        """What a move would lead to. Raises CommandError or rules.Illegal."""
        self.admit(seat, turn)
        return rules.apply(self.state, seat, move)

    def _finish(self, step: Step, now: Instant, out: list[Effect]) -> None:
        self.carry_out(step, None, now=now, out=out)

    def carry_out(self, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """Make a move and tell everybody, up to the next turn or the end of the match."""
        self.state, outcomes = step
        learns: int | None = None
        for outcome in outcomes:
            if isinstance(outcome, rules.Played):
                self._broadcast.publish(self.public_laid(outcome, auto))
                learns = outcome.seat if auto is not None else None
            elif isinstance(outcome, rules.Passed):
                self._broadcast.publish(self.public_passed(outcome, auto))
            elif isinstance(outcome, rules.Called):
                self._broadcast.publish(self.public_called(outcome, auto))
                learns = outcome.taker
            else:
                self._publish_end(outcome)
        if not self.is_over() and self.turn >= self._turns_max:
            self._draw(rules.Halt())
            self._halted = True
        if self.is_over():
            self._host.match_decided(now=now, out=out)
            return
        if learns is not None:
            self.tell(learns, self.private_hand(learns))
        self._begin_turn(now, 0)

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """Pass, or lead with one random card, named truthfully (CHT-E21)."""
        state = self.state
        lead = state.claim is None
        pick = self._chance.pick(len(state.hands[seat])) if lead else 0
        wild = self._chance.wild() if lead else 0
        self.carry_out(rules.apply(state, seat, rules.auto_move(state, pick, wild)), cause, now=now, out=out)

    def play_bot(self, seat: int, bot: Thinker, *, now: Instant, out: list[Effect]) -> None:
        """What the bot on this seat chooses."""
        move = cast(BluffBot, bot).choose(rules.view(self.state, seat))
        self.carry_out(rules.apply(self.state, seat, move), None, now=now, out=out)

    def leave(self, seat: int, *, stop: bool, now: Instant, out: list[Effect]) -> None:
        """The hand leaves the game unseen; the seat has the lowest open place (CHT-E22)."""
        before = self.state
        self.state, (departed, *others) = rules.apply(before, seat, rules.Leave())
        assert isinstance(departed, rules.Departed)
        withdrawn = not before.places[seat] and before.claim is not None and before.claim.seat == seat
        self._broadcast.publish(self.public_left(departed.seat, withdrawn=withdrawn))
        for outcome in others:
            self._publish_end(outcome)
        after = self.state
        if self.is_over():
            self._host.match_decided(now=now, out=out)
        elif stop:
            self.stop()
        elif (after.turn, after.round) != (before.turn, before.round):
            self._begin_turn(now, 0)

    # -- events: fields are named one by one -------------------------------------------------------

    def public_laid(self, outcome: rules.Played, auto: ev.Auto | None) -> ev.PublicEvent:
        """What everybody may know about cards that were laid (CHT-E24)."""
        return ev.Laid(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            count=outcome.count,
            rank=outcome.rank,
            left=outcome.left,
            auto=auto,
        )

    def public_passed(self, outcome: rules.Passed, auto: ev.Auto | None) -> ev.PublicEvent:
        """A pass."""
        return ev.Passed(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            auto=auto,
        )

    def public_called(self, outcome: rules.Called, auto: ev.Auto | None) -> ev.PublicEvent:
        """The last claim, and no other card (CHT-11)."""
        return ev.TurnedUp(
            number=self._broadcast.next(),
            group=self._broadcast.group,
            match=self.match,
            turn=self.turn,
            seat=outcome.seat,
            claimant=outcome.claimant,
            rank=outcome.rank,
            cards=outcome.cards,
            truth=outcome.truth,
            taker=outcome.taker,
            taken=outcome.taken,
            auto=auto,
        )

    def private_hand(self, seat: int) -> ev.BluffHand:
        """The cards that a seat holds now, for itself."""
        return ev.BluffHand(match=self.match, cards=rules.view(self.state, seat).cards)

    def _publish_end(self, outcome: rules.Outcome) -> None:
        broadcast = self._broadcast
        if isinstance(outcome, rules.Swept):
            broadcast.publish(
                ev.Swept(number=broadcast.next(), group=broadcast.group, match=self.match, count=outcome.count)
            )
        elif isinstance(outcome, rules.Finished):
            broadcast.publish(
                ev.Finished(
                    number=broadcast.next(),
                    group=broadcast.group,
                    match=self.match,
                    seat=outcome.seat,
                    place=outcome.place,
                )
            )

    def _draw(self, move: rules.Dealer | rules.Seats | rules.Deal | rules.Halt) -> None:
        self.state, _ = rules.apply(self.state, rules.CHANCE, move)

    def _announce_turn(self, now: Instant) -> None:
        self.publish_turn(self.state.turn, rules.legal(self.state), now=now)
