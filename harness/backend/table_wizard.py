"""A match of Wizard: its rounds and tricks, its events, and how it looks from a seat."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias, cast

from harness.backend.house import House
from harness.backend.house_wizard import WizardBot
from harness.backend.match import Finish, Match, Thinker
from harness.backend.messages import Effect
from harness.clock import Instant
from harness.dialects.dialect import ChanceScript
from harness.errors import CommandError
from harness.rules import wizard as rules
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.events_wizard import WizardPhase
from harness.wire.options import WizardOptions

Step: TypeAlias = tuple[rules.State, tuple[rules.Outcome, ...]]

_PHASES: Final[dict[rules.Phase, WizardPhase]] = {
    rules.Phase.TRUMP: "trump", rules.Phase.BID: "bid", rules.Phase.PLAY: "play",
}  # fmt: skip
_LEGAL: Final[dict[rules.Phase, tuple[ev.Legal, ...]]] = {
    rules.Phase.TRUMP: ("choose_trump",), rules.Phase.BID: ("bid",), rules.Phase.PLAY: ("play",),
}  # fmt: skip


class WizardTable(Match):
    """A match of Wizard in progress. Sealed bids are one turn with one deadline for all (WIZ-E11).

    Attributes:
        state: The rules' state.
    """

    __slots__ = ("_chance", "_chosen", "state")

    state: rules.State
    game = "wizard"

    def _draw_chance(self, house: House, script: ChanceScript | None) -> None:
        chosen = self._chosen = self._host.options.wizard or WizardOptions()
        self._chance = house.parts.wizard_chance(self._root, self._host.code, self.match, script)
        self.state = rules.initial(
            rules.Options(
                seats=len(self.seats), bids=chosen.bids, length=chosen.length, first_lead=chosen.first_lead
            )
        )  # fmt: skip

    def new_bot(self, seat: int) -> WizardBot:
        """A bot that knows Wizard."""
        return WizardBot(self.bot_stream(seat), self._think)

    # -- what holds now ----------------------------------------------------------------------------

    def options(self) -> WizardOptions:
        """What was chosen for this match."""
        return self._chosen

    def actors(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return rules.actors(self.state)

    def is_over(self) -> bool:
        """The last round is scored."""
        return self.state.phase is rules.Phase.OVER

    def is_out(self, seat: int) -> bool:
        """Nobody is ever out."""
        return False

    def is_sealed(self) -> bool:
        """Bids are being made at the same time, unseen."""
        return self.state.phase is rules.Phase.BID and self._chosen.bids in ("hidden", "secret")

    def places(self) -> tuple[int, ...]:
        """Place by seat, 0 until the match is over (WIZ-E16, WIZ-E20)."""
        return rules.places(self.state)

    def totals(self) -> tuple[int, ...]:
        """Points of the score sheet by seat."""
        return rules.totals(self.state)

    def view_for(self, seat: int, *, now: Instant) -> ev.WizardView:
        """The match as this seat may see it: every field is named, nothing is stripped (WIZ-E11)."""
        view = rules.view(self.state, seat)
        return ev.WizardView(
            match=self.match,
            seats=self.players(),
            ranked=self.ranked,
            ways=self._chosen.bids,
            round=view.round,
            phase=_PHASES[view.phase],
            dealer=view.dealer,
            leader=view.leader,
            sizes=view.sizes,
            turned=view.turned,
            trump=view.trump,
            bids=view.bids,
            placed=view.placed,
            trick=view.trick,
            won=view.won,
            sheet=tuple(map(_line, view.sheet)),
            totals=view.totals,
            ai=tuple(sorted(self.taken)),
            turn=self.turn,
            waiting=view.actors,
            legal=_LEGAL[view.phase],
            remaining_ms=self.remaining_ms(now=now),
            cards=view.cards,
        )

    # -- moves -------------------------------------------------------------------------------------

    def _open(self, now: Instant) -> None:
        self._draw(self._chance.dealer(len(self.seats)))
        self._begin_round(now)

    def attempt(self, seat: int, command: cm.Move) -> Finish:
        """See what a player's move would lead to; nothing has changed yet. Raises CommandError."""
        move: rules.SeatMove
        if isinstance(command, cm.PlayCard):
            move = rules.Play(command.card)
        elif isinstance(command, cm.BidTricks):
            move = rules.Bid(command.tricks)
        elif isinstance(command, cm.ChooseTrump):
            move = rules.Choose(command.suit)
        else:
            raise CommandError("wrong_game")
        try:
            step = self.try_move(seat, command.turn, move)
        except rules.Illegal as refused:
            raise CommandError(refused.code) from None
        return partial(self._finish, seat, step)

    def try_move(self, seat: int, turn: int, move: rules.SeatMove) -> Step:
        """What a move would lead to. Raises CommandError or rules.Illegal."""
        self.admit(seat, turn)
        return self.step_of(seat, move)

    def step_of(self, seat: int, move: rules.SeatMove) -> Step:
        """What a move leads to, whoever makes it. Raises rules.Illegal."""
        return rules.apply(self.state, seat, move)

    def _finish(self, seat: int, step: Step, now: Instant, out: list[Effect]) -> None:
        self.carry_out(seat, step, None, now=now, out=out)

    def carry_out(self, seat: int, step: Step, auto: ev.Auto | None, *, now: Instant, out: list[Effect]) -> None:
        """Make a move and tell everybody, up to the next turn or the end of the match."""
        self.state, (outcome, *others) = step
        self._broadcast.publish(self.public_move(outcome, auto))
        for other in others:
            self.publish_after(other)
        if self.is_over():
            self._host.match_decided(now=now, out=out)
            return
        if auto is not None:
            self.tell(seat, self.private_hand(seat))
        if self.state.phase is rules.Phase.DEAL:
            self._begin_round(now)
        elif not (isinstance(outcome, rules.Sealed) and self.is_sealed()):
            # After a sealed bid the others are still asked, in the same turn.
            self._begin_turn(now, 0)

    def play_for(self, seat: int, cause: ev.Auto, *, now: Instant, out: list[Effect]) -> None:
        """The lowest bid that is allowed, a random card, the suit held most (WIZ-E03, WIZ-E19)."""
        moves = rules.auto_moves(self.state, seat)
        move = moves[self._chance.pick(len(moves))]
        self.carry_out(seat, self.step_of(seat, move), cause, now=now, out=out)

    def play_bot(self, seat: int, bot: Thinker, *, now: Instant, out: list[Effect]) -> None:
        """What the bot on this seat chooses; for a leaver's seat it is an automatic move."""
        move = cast(WizardBot, bot).choose(rules.view(self.state, seat))
        self.carry_out(seat, self.step_of(seat, move), self.cause_of(seat), now=now, out=out)

    def leave(self, seat: int, *, stop: bool, now: Instant, out: list[Effect]) -> None:
        """A bot takes the seat to the end; the leaver is last (WIZ-E20)."""
        self.state, _ = rules.apply(self.state, seat, rules.Leave())
        if stop:
            self.stop()
        else:
            self.take_over(seat, now=now)

    # -- events: fields are named one by one -------------------------------------------------------

    def public_move(self, outcome: rules.Outcome, auto: ev.Auto | None) -> ev.PublicEvent:
        """What a seat did, as far as it is everybody's business."""
        broadcast = self._broadcast
        number, group, match, turn = broadcast.next(), broadcast.group, self.match, self.turn
        if isinstance(outcome, rules.Played):
            return ev.CardPlayed(
                number=number, group=group, match=match, turn=turn, seat=outcome.seat, card=outcome.card, auto=auto
            )
        if isinstance(outcome, rules.Placed):
            return ev.TricksBid(
                number=number, group=group, match=match, turn=turn, seat=outcome.seat, tricks=outcome.tricks, auto=auto
            )
        if isinstance(outcome, rules.Sealed):
            return ev.BidSealed(number=number, group=group, match=match, turn=turn, seat=outcome.seat, auto=auto)
        assert isinstance(outcome, rules.Chosen)
        return ev.TrumpChosen(
            number=number, group=group, match=match, turn=turn, seat=outcome.seat, suit=outcome.suit, auto=auto
        )

    def publish_after(self, outcome: rules.Outcome) -> None:
        """What follows from a move, for everybody."""
        broadcast = self._broadcast
        if isinstance(outcome, rules.Revealed):
            broadcast.publish(
                ev.BidsRevealed(number=broadcast.next(), group=broadcast.group, match=self.match, bids=outcome.bids)
            )
        elif isinstance(outcome, rules.Taken):
            broadcast.publish(
                ev.TrickTaken(number=broadcast.next(), group=broadcast.group, match=self.match, seat=outcome.seat)
            )
        elif isinstance(outcome, rules.Scored):
            broadcast.publish(
                ev.RoundScored(
                    number=broadcast.next(),
                    group=broadcast.group,
                    match=self.match,
                    line=_line(outcome),
                    totals=self.totals(),
                )
            )

    def private_hand(self, seat: int) -> ev.WizardHand:
        """The cards and the bid of a seat, for itself."""
        view = rules.view(self.state, seat)
        return ev.WizardHand(match=self.match, round=view.round, cards=view.cards, bid=view.bids[seat])

    # -- rounds ------------------------------------------------------------------------------------

    def _draw(self, move: rules.Dealer | rules.Deal | rules.TurnUp) -> None:
        self.state, _ = rules.apply(self.state, rules.CHANCE, move)

    def _begin_round(self, now: Instant) -> None:
        seats = len(self.seats)
        number = self.state.round + 1
        each = self.state.options.rounds[number - 1]
        self._chance.begin_round(number)
        self._draw(self._chance.deal(each, seats))
        if self.state.phase is rules.Phase.TURN_UP:
            self._draw(self._chance.turn_up(self.state.undealt))
        state, broadcast = self.state, self._broadcast
        broadcast.publish(
            ev.RoundDealt(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                round=state.round,
                each=each,
                dealer=state.dealer,
                leader=state.leader,
                turned=state.turned,
                trump=state.trump,
            )
        )
        for seat in range(seats):
            self.tell(seat, self.private_hand(seat))
        self._begin_turn(now, self._deal_pause)

    def _announce_turn(self, now: Instant) -> None:
        if not self.is_sealed():
            self.publish_turn(self.actors()[0], _LEGAL[self.state.phase], now=now)
            return
        broadcast = self._broadcast
        broadcast.publish(
            ev.BiddingOpened(
                number=broadcast.next(),
                group=broadcast.group,
                match=self.match,
                turn=self.turn,
                seats=self.actors(),
                remaining_ms=self.remaining_ms(now=now),
            )
        )


def _line(scored: rules.Scored) -> ev.Line:
    return ev.Line(round=scored.round, bids=scored.bids, won=scored.won, points=scored.points)
