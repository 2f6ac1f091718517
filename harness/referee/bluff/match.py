"""What is known about one match of Bluff: rounds, pile, passes and places, as the public events tell them.

In Bluff hands grow: who takes a pile gets cards, some of which we know and some not. A known hand counts the latter
as unseen until a frame shows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from harness.referee.match import COMMON, Hand, Match
from harness.referee.moment import Moment
from harness.wire import commands as cmd
from harness.wire import events as ev
from harness.wire.options import BluffOptions

ONE_DECK: Final = 4
"""Up to so many seats play with one deck when nothing was chosen (CHT-E02)."""


class BluffMatch(Match):
    """A match of Bluff in progress.

    Attributes:
        chosen: The options.
        dealer, ring: As dealt.
        round: Number of the round, from 1.
        pile: Cards that lie face down, those of the last claim included.
        discarded: Cards that have left the game.
        claim: The last claim, or None.
        auto: The last claim was an automatic move.
        passed: Seats that have passed since the last claim.
        lays: The public events by which cards came into the pile, in order; not complete if we came in by a snapshot.
        claimed: The public event of the last claim that we saw; 0 before any.
        plays: Acknowledged plays of our own players that lie in the pile, by public event.
        gone: Faces that have surely left the game.
        given: Cards that each seat was given, dealt and taken; 0 when that is not known.
        changed: The last public event that changed what a seat holds.
        folded: The last public event of this match.
        awaited: The seat that must be asked next; -1 when no turn has to begin.
    """

    __slots__ = (
        "auto", "awaited", "changed", "chosen", "claim", "claimed", "dealer", "discarded", "folded", "given", "gone",
        "lays", "passed", "pile", "plays", "ring", "round",
    )  # fmt: skip

    game = "bluff"
    clock_rule = "CHT-E21"
    hidden_rule = "CHT-E24"
    grows = True
    folds: ClassVar[Mapping[type[ev.Event], Callable[..., None]]] = {}

    def choose(self, options: object) -> None:
        """Decks, jokers, end, direction and seats (CHT-E02, CHT-21, CHT-E16, CHT-17)."""
        self.chosen = options if isinstance(options, BluffOptions) else BluffOptions()
        count = len(self.seats)
        self.dealer = -1
        self.ring = self.usual_ring()
        self.round = 0
        self.pile = 0
        self.discarded = 0
        self.claim: ev.BluffClaim | None = None
        self.auto = False
        self.passed: set[int] = set()
        self.lays: list[int] = []
        self.claimed = 0
        self.plays: dict[int, cmd.Lay] = {}
        self.gone: Counter[str] = Counter()
        self.given = [0] * count
        self.changed = [0] * count
        self.folded = 0
        self.awaited = -1

    def adopt(self, view: ev.BluffView) -> None:
        """Take what belongs to Bluff from a view; what lies in the pile, and what has left, is not known."""
        self.deal = 1
        self.dealer = view.dealer
        self.ring = view.ring
        self.round = view.round
        self.pile = view.pile
        self.discarded = view.discarded
        self.places = [place or 0 for place in view.places]
        self.points = [0 if place else None for place in view.places]
        self.departed = list(view.departed)
        self.claim = view.claim
        self.passed = set(view.passed)
        self.order = [seat for seat, place in enumerate(self.places) if place]

    def full(self, seat: int) -> int:
        """Cards dealt and taken."""
        return self.given[seat]

    def stage(self) -> int:
        """There is one deal only; the picture is kept for each round."""
        return self.round

    def shown(self, view: ev.BluffView) -> dict[str, object]:
        """The public part of a view."""
        return {
            "match": view.match,
            "seats": view.seats,
            "ranked": view.ranked,
            "end": view.end,
            "ring": tuple(view.ring),
            "dealer": view.dealer,
            "round": view.round,
            "sizes": list(view.sizes),
            "pile": view.pile,
            "discarded": view.discarded,
            "places": [place or 0 for place in view.places],
            "departed": sorted(view.departed),
            "claim": view.claim,
            "passed": sorted(view.passed),
            "turn": view.turn,
            "seat": view.seat,
            "legal": tuple(view.legal),
        }

    def told(self) -> dict[str, object]:
        """The same as the events have told it."""
        return {
            "match": self.match,
            "seats": self.seats,
            "ranked": self.ranked,
            "end": self.chosen.end,
            "ring": tuple(self.ring),
            "dealer": self.dealer,
            "round": self.round,
            "sizes": self.sizes,
            "pile": self.pile,
            "discarded": self.discarded,
            "places": self.places,
            "departed": sorted(self.departed),
            "claim": self.claim,
            "passed": sorted(self.passed),
            "turn": self.turn,
            "seat": self.seat,
            "legal": tuple(self.legal),
        }

    @classmethod
    def own_of(cls, view: ev.BluffView) -> tuple[str, ...]:
        """The viewer's cards."""
        return view.cards

    @classmethod
    def deal_of(cls, view: ev.BluffView) -> int:
        """A match is one deal."""
        return 1

    def own_move(self, seat: int, number: int, command: cmd.Move, *, reached: bool) -> None:
        """An acknowledged play of ours: these faces lie there, as soon as everybody is told so."""
        if isinstance(command, cmd.Lay):
            self.plays[number] = command
            if number <= self.claimed:
                self.spend(seat, number, command.cards)

    # -- what is in play -------------------------------------------------------------------------

    def decks(self) -> int:
        """How many decks (CHT-01, CHT-E02)."""
        return self.chosen.decks or (1 if len(self.seats) <= ONE_DECK else 2)

    def all_cards(self) -> Counter[str]:
        """The cards of this match: four of each rank a deck, and the jokers agreed upon (CHT-18)."""
        decks = self.decks()
        jokers = {"none": 0, "two": 2, "two_per_deck": 2 * decks}[self.chosen.jokers]
        ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
        cards = Counter(dict.fromkeys(ranks, 4 * decks))
        cards["*"] = jokers
        return cards

    def usual_ring(self) -> tuple[int, ...]:
        """The seats in the order of the turns, as long as nobody was seated anew (CHT-E16)."""
        seats = range(len(self.seats))
        return tuple(seats if self.chosen.direction == "clockwise" else reversed(seats))

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats in the order of the turns, beginning behind this one, which is the last."""
        place = self.ring.index(seat) + 1
        return self.ring[place:] + self.ring[:place]

    def next_holder(self, seat: int) -> int:
        """The next seat with cards in the order of the turns, perhaps itself; -1 when nobody has any."""
        return next((other for other in self.after(seat) if self.sizes[other]), -1)

    def faces_in_pile(self, lays: Sequence[int]) -> list[str]:
        """What our own players laid by these public events, as far as it still lies there."""
        plays = (self.plays.get(number) for number in lays)
        return [card for play in plays if play is not None for card in play.cards]

    # -- what must happen next -------------------------------------------------------------------

    def decided(self) -> bool:
        """Nothing is played any more: one has won, or only one is left (CHT-21, CHT-E12, CHT-E22)."""
        won = any(place and seat not in self.departed for seat, place in enumerate(self.places))
        return len(self.living()) <= 1 or (self.chosen.end == "first_out" and won)

    def sweep_due(self) -> bool:
        """The claimant has left, or all who have cards have passed since he laid (CHT-07, CHT-E20, CHT-E22)."""
        if self.claim is None or self.decided() or self.finish_due() >= 0:
            return False
        return self.places[self.claim.seat] > 0 or all(seat in self.passed for seat in self.holders())

    def finish_due(self) -> int:
        """The seat that is out for good now: it has no cards, and no claim of its own stands (CHT-E09); else -1."""
        if not self.deal or self.decided():
            return -1
        claimant = self.claim.seat if self.claim is not None else -1
        return next((seat for seat in self.living() if not self.sizes[seat] and seat != claimant), -1)

    # -- what our own players hold ---------------------------------------------------------------

    def is_settled(self, seat: int, number: int, standing: int) -> bool:
        """Whether a frame that came after this public event shows what the seat holds by the fold, too."""
        return number == standing or self.changed[seat] <= number <= self.folded

    def exact(self, seat: int) -> Counter[str] | None:
        """All cards of this seat, when they are known for sure."""
        hand = self.hands.get(seat)
        if hand is None or not self.whole or hand.unseen or hand.cards.total() != self.sizes[seat]:
            return None
        return hand.cards

    def learn(self, seat: int, deal: int, cards: Sequence[str], *, number: int, current: bool) -> None:
        """A frame showed this seat's cards; it counts when nothing has changed them since."""
        known = self.hands.get(seat)
        if deal > self.deal:
            super().learn(seat, deal, cards, number=number, current=current)
        elif not self.places[seat] and (current or self.changed[seat] <= number <= self.folded):
            if known is None:
                self.hands[seat] = Hand(cards, number, whole=self.whole and len(cards) == self.full(seat))
            else:
                known.dealt += tuple((Counter(cards) - known.cards).elements())
                known.cards = Counter(cards)
                known.unseen = 0
                known.number = number

    def missed(self) -> None:
        """Public events were missed: hands may have grown, and nobody knows what lies in the pile."""
        super().missed()
        self.hands.clear()
        self.plays.clear()
        self.lays.clear()
        self.given = [0] * len(self.seats)

    # -- folds -----------------------------------------------------------------------------------

    def fold(self, event: ev.Event, moment: Moment) -> None:
        """Take one public event of this match in."""
        super().fold(event, moment)
        self.folded = event.number  # type: ignore[union-attr]

    def _dealt(self, event: ev.Dealt, moment: Moment) -> None:
        self.dealer = event.dealer
        if sorted(event.ring) == list(range(len(self.seats))):
            self.ring = event.ring
        self.given = list(event.sizes)
        self.changed = [event.number] * len(self.seats)
        self.round = 1
        self.awaited = event.leader
        self.begin_deal(1, event.sizes, moment)
        self.hands = {seat: hand for seat, hand in self.hands.items() if hand.number <= event.number}

    def _turn_began(self, event: ev.TurnStarted, moment: Moment) -> None:
        self.awaited = -1
        self._turn(event, moment)

    def _laid(self, event: ev.Laid, moment: Moment) -> None:
        self.move(event)
        self.sizes[event.seat] = event.left
        self.pile += event.count
        self.claim = ev.BluffClaim(seat=event.seat, count=event.count, rank=event.rank)
        self.auto = event.auto is not None
        self.passed = set()
        self.lays.append(event.number)
        self.claimed = event.number
        self.changed[event.seat] = event.number
        play = self.plays.get(event.number)
        if play is not None:
            self.spend(event.seat, event.number, play.cards)
        self.awaited = self.next_holder(event.seat)

    def _passed(self, event: ev.Passed, moment: Moment) -> None:
        self.move(event)
        self.passed.add(event.seat)
        self.awaited = self.next_holder(event.seat)

    def _turned_up(self, event: ev.TurnedUp, moment: Moment) -> None:
        self.move(event)
        taker = event.taker
        self.sizes[taker] += event.taken
        if self.given[taker]:
            self.given[taker] += event.taken
        self.changed[taker] = event.number
        self._take_pile(event)
        leader = event.claimant if taker == event.seat else event.seat
        self._next_round(leader)

    def _take_pile(self, event: ev.TurnedUp) -> None:
        """What was turned up, and what our own players laid, is known to the one who takes it."""
        hand = self.hands.get(event.taker)
        if hand is not None and event.number > hand.number:
            known = [*event.cards, *self.faces_in_pile(self.lays[:-1])]
            hand.cards.update(known)
            hand.dealt += tuple(known)
            hand.unseen += max(0, event.taken - len(known))

    def _swept(self, event: ev.Swept, moment: Moment) -> None:
        self.discarded += event.count
        self.gone.update(self.faces_in_pile(self.lays))
        leader = self.claim.seat if self.claim is not None else self.seat
        self._next_round(leader)

    def _next_round(self, leader: int) -> None:
        """He leads, or, without cards, the seat after him (CHT-E08, CHT-E11)."""
        for number in self.lays:
            self.plays.pop(number, None)
        self.lays = []
        self.pile = 0
        self.claim = None
        self.passed = set()
        self.round += 1
        self.awaited = leader if self.sizes[leader] else self.next_holder(leader)

    def _finished(self, event: ev.Finished, moment: Moment) -> None:
        self.place(event.seat, event.place, 0)

    def _gone_for_good(self, event: ev.LeftTable, moment: Moment) -> None:
        seat = event.seat
        self.discarded += self.sizes[seat]
        self.gone.update(self.exact(seat) or ())
        self.passed.discard(seat)
        self._left(event, moment)
        if seat == self.seat and self.acted < self.turn:
            self.awaited = self.next_holder(seat)


BluffMatch.folds = {
    **COMMON,
    ev.TurnStarted: BluffMatch._turn_began,
    ev.Dealt: BluffMatch._dealt,
    ev.Laid: BluffMatch._laid,
    ev.Passed: BluffMatch._passed,
    ev.TurnedUp: BluffMatch._turned_up,
    ev.Swept: BluffMatch._swept,
    ev.Finished: BluffMatch._finished,
    ev.LeftTable: BluffMatch._gone_for_good,
}
