"""A match of Wizard as the public events tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from harness.referee.match import COMMON, Hand, Match
from harness.referee.moment import Moment
from harness.referee.wizard.deck import WIZARD, rounds_of
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import WizardOptions

SEALED: Final = ("hidden", "secret")
"""Ways in which all bid at once and unseen (WIZ-E11)."""


class WizardMatch(Match):
    """A match of Wizard in progress.

    Attributes:
        ways, length, first_lead: As chosen.
        rounds: Cards that are to be dealt to each seat, round by round.
        phase: `trump`, `bid` or `play`; `scored` between two rounds, "" before the first.
        each: Cards dealt to each seat in the running round.
        dealer: The First Player of the round.
        leader: Who has led the trick, or is going to lead the next one.
        turned, trump: Of the running round.
        bids: By seat, as far as everybody knows them.
        placed: By seat, whether it has bid.
        sealed: By seat, the public event by which it bid unseen; 0 when there is none that we saw.
        automatic: Seats whose unseen bid the clock or their absence made.
        said: Acknowledged bids of our own players, by public event.
        revealed: Unseen bids of our own players that a snapshot told us, by seat.
        trick: The cards of this trick in the order of play.
        won: Tricks taken in this round, by seat.
        sheet: The lines that were scored.
        totals: Points so far, by seat.
    """

    __slots__ = (
        "automatic", "bids", "dealer", "each", "first_lead", "leader", "length", "phase", "placed", "revealed",
        "rounds", "said", "sealed", "sheet", "totals", "trick", "trump", "turned", "ways", "won",
    )  # fmt: skip

    game = "wizard"
    clock_rule = "WIZ-E19"
    hidden_rule = "WIZ-05"
    folds: ClassVar[Mapping[type[ev.Event], Callable[..., None]]] = {}

    def choose(self, options: object) -> None:
        """How bids are made, which rounds are played, who leads first."""
        chosen = options if isinstance(options, WizardOptions) else WizardOptions()
        count = len(self.seats)
        self.ways: str = chosen.bids
        self.length: str = chosen.length
        self.first_lead: str = chosen.first_lead
        self.rounds = rounds_of(count, chosen.length)
        self.phase = ""
        self.each = 0
        self.dealer = self.leader = -1
        self.turned: str | None = None
        self.trump: str | None = None
        self.said: dict[int, int] = {}
        self.trick: list[str] = []
        self.sheet: list[ev.Line] = []
        self.totals = [0] * count
        self.bids: list[int | None] = []
        self.automatic: set[int] = set()
        self.revealed: dict[int, int] = {}
        self._clear()

    def adopt(self, view: ev.WizardView) -> None:
        """Take what belongs to Wizard from a view."""
        self.deal = view.round
        self.phase = view.phase
        # Whoever has not played in this trick holds what is left of the deal.
        self.each = sum(view.won) + max(view.sizes, default=0)
        self.dealer, self.leader = view.dealer, view.leader
        self.turned, self.trump = view.turned, view.trump
        self.placed = list(view.placed)
        self.trick = list(view.trick)
        self.won = list(view.won)
        self.sheet = list(view.sheet)
        self.totals = list(view.totals)
        self.ai = list(view.ai)
        self.departed = list(view.ai)
        if self.is_sealed():
            self.revealed = {seat: bid for seat, bid in enumerate(view.bids) if bid is not None}
        else:
            self.bids = list(view.bids)

    def full(self, seat: int) -> int:
        """As many to each seat as the round says."""
        return self.each

    def is_sealed(self) -> bool:
        """Numbers that were bid are nobody else's business now (WIZ-21, WIZ-23)."""
        return self.ways == "secret" or (self.ways == "hidden" and self.phase in ("trump", "bid"))

    def bid_of(self, seat: int) -> int | None:
        """What a seat has bid in this round as far as we can tell; an automatic unseen bid is 0 (WIZ-E19)."""
        if self.bids[seat] is not None:
            return self.bids[seat]
        if seat in self.automatic:
            return 0
        return self.said.get(self.sealed[seat], self.revealed.get(seat))

    def exact(self, seat: int) -> Hand | None:
        """The hand of a seat if it is known to the card, None if not."""
        hand = self.hands.get(seat)
        known = hand is not None and self.whole and hand.cards.total() == self.sizes[seat]
        return hand if known else None

    def shown(self, view: ev.WizardView) -> dict[str, object]:
        """The public part of a view; bids only where they are public."""
        open_ = view.ways not in SEALED or (view.ways == "hidden" and view.phase == "play")
        return {
            "match": view.match,
            "seats": view.seats,
            "ranked": view.ranked,
            "ways": view.ways,
            "round": view.round,
            "phase": view.phase,
            "dealer": view.dealer,
            "leader": view.leader,
            "sizes": list(view.sizes),
            "turned": view.turned,
            "trump": view.trump,
            "bids": list(view.bids) if open_ else None,
            "placed": list(view.placed),
            "trick": list(view.trick),
            "won": list(view.won),
            "sheet": list(view.sheet),
            "totals": list(view.totals),
            "ai": sorted(view.ai),
            "turn": view.turn,
            "waiting": sorted(view.waiting),
            "legal": tuple(view.legal),
        }

    def told(self) -> dict[str, object]:
        """The same as the events have told it."""
        return {
            "match": self.match,
            "seats": self.seats,
            "ranked": self.ranked,
            "ways": self.ways,
            "round": self.deal,
            "phase": self.phase,
            "dealer": self.dealer,
            "leader": self.leader,
            "sizes": self.sizes,
            "turned": self.turned,
            "trump": self.trump,
            "bids": None if self.is_sealed() else self.bids,
            "placed": self.placed,
            "trick": self.trick,
            "won": self.won,
            "sheet": self.sheet,
            "totals": self.totals,
            "ai": sorted(self.ai),
            "turn": self.turn,
            "waiting": sorted(seat for seat in self.asked if seat not in self.moved),
            "legal": tuple(self.legal),
        }

    @classmethod
    def own_of(cls, view: ev.WizardView) -> tuple[str, ...]:
        """The viewer's cards."""
        return view.cards

    @classmethod
    def deal_of(cls, view: ev.WizardView) -> int:
        """The number of the round."""
        return view.round

    @classmethod
    def asked_of(cls, view: ev.WizardView) -> tuple[int, ...]:
        """All who may still move."""
        return view.waiting

    def own_move(self, seat: int, number: int, command: cmd.Move, *, reached: bool) -> None:
        """An acknowledged bid of ours; cards are seen by everybody as they are played."""
        if isinstance(command, cmd.BidTricks):
            self.said[number] = command.tricks

    # -- folds -------------------------------------------------------------------------------

    def _clear(self) -> None:
        """Nobody has bid in this round, and nobody has taken a trick."""
        count = len(self.seats)
        self.bids = [None] * count
        self.placed = [False] * count
        self.sealed = [0] * count
        self.automatic = set()
        self.revealed = {}
        self.won = [0] * count

    def _round_dealt(self, event: ev.RoundDealt, moment: Moment) -> None:
        self.each = event.each
        self.begin_deal(event.round, (event.each,) * len(self.seats), moment)
        self.dealer, self.leader = event.dealer, event.leader
        self.turned, self.trump = event.turned, event.trump
        self.phase = "trump" if event.turned == WIZARD else "bid"
        self.trick = []
        self.said = {number: tricks for number, tricks in self.said.items() if number > event.number}
        self._clear()

    def _trump_chosen(self, event: ev.TrumpChosen, moment: Moment) -> None:
        self.move(event)
        self.trump = event.suit
        self.phase = "bid"

    def _tricks_bid(self, event: ev.TricksBid, moment: Moment) -> None:
        self.bids[event.seat] = event.tricks
        self._placed(event)

    def _bid_sealed(self, event: ev.BidSealed, moment: Moment) -> None:
        self.sealed[event.seat] = event.number
        if event.auto in ("clock", "away"):
            self.automatic.add(event.seat)
        self._placed(event)

    def _placed(self, event: ev.TricksBid | ev.BidSealed) -> None:
        self.move(event)
        self.placed[event.seat] = True
        if all(self.placed):
            self.phase = "play"

    def _bids_revealed(self, event: ev.BidsRevealed, moment: Moment) -> None:
        self.bids = list(event.bids)

    def _card_played(self, event: ev.CardPlayed, moment: Moment) -> None:
        self.move(event)
        self.sizes[event.seat] -= 1
        self.trick.append(event.card)
        self.spend(event.seat, event.number, (event.card,))

    def _trick_taken(self, event: ev.TrickTaken, moment: Moment) -> None:
        self.won[event.seat] += 1
        self.leader = event.seat
        self.trick = []

    def _round_scored(self, event: ev.RoundScored, moment: Moment) -> None:
        self.sheet.append(event.line)
        self.totals = list(event.totals)
        self.phase = "scored"


WizardMatch.folds = {
    **COMMON,
    ev.TakenOver: WizardMatch._taken_over,
    ev.RoundDealt: WizardMatch._round_dealt,
    ev.BiddingOpened: WizardMatch._bidding,
    ev.TrumpChosen: WizardMatch._trump_chosen,
    ev.TricksBid: WizardMatch._tricks_bid,
    ev.BidSealed: WizardMatch._bid_sealed,
    ev.BidsRevealed: WizardMatch._bids_revealed,
    ev.CardPlayed: WizardMatch._card_played,
    ev.TrickTaken: WizardMatch._trick_taken,
    ev.RoundScored: WizardMatch._round_scored,
}
