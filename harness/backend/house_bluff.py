"""What the house adds to Bluff: the chance seat, and bots that hold back."""

from __future__ import annotations

from collections import Counter

from harness.backend.dealing import deal
from harness.clock import Duration
from harness.dialects.dialect import ChanceScript
from harness.rules import bluff as rules
from harness.rules.french_deck import JOKER, RANKS, Face, Rank
from harness.seed import Stream, stream

_DOUBT = 0.12
_BLUFF = 0.25


class BluffChance:
    """Draws for one match of Bluff.

    Args:
        root: Root of the backend's chance.
        code: Room code.
        match: Match id.
        script: What a test fixed, None for real chance.
    """

    __slots__ = ("_auto", "_dealer", "_deals", "_ring", "_script")

    def __init__(self, root: bytes, code: str, match: str, script: ChanceScript | None) -> None:
        self._script = script or ChanceScript()
        self._dealer = stream(root, "room", code, match, "dealer")
        self._ring = stream(root, "room", code, match, "ring")
        self._deals = stream(root, "room", code, match, "deal")
        self._auto = stream(root, "room", code, match, "auto")

    def dealer(self, seats: int) -> rules.Dealer:
        """Who deals the first match (CHT-E15)."""
        drawn = self._dealer.below(seats)
        fixed = self._script.dealer
        return rules.Dealer(fixed if fixed is not None and fixed < seats else drawn)

    def ring(self, seats: int) -> rules.Seats:
        """The seats anew, in the order of the turns (CHT-17)."""
        order = list(range(seats))
        self._ring.shuffle(order)
        fixed = self._script.ring
        return rules.Seats(fixed if len(fixed) == seats else tuple(order))

    def deal(self, state: rules.State) -> rules.Deal:
        """All cards (CHT-03, CHT-E01)."""
        wanted = self._script.hands[0] if self._script.hands else ()
        return rules.Deal(deal(rules.all_cards(state.options), rules.deal_sizes(state), wanted, self._deals))

    def pick(self, held: int) -> int:
        """Which of `held` cards an automatic move lays."""
        return self._auto.below(held)

    def wild(self) -> int:
        """What a joker is named as in an automatic lead."""
        return self._auto.below(len(RANKS))


class BluffBot:
    """One bot in one match: it lays what is true, passes when it has nothing, and lies at times.

    Args:
        stream: Its own chance.
        think: Shortest and longest time for a move.
    """

    __slots__ = ("_stream", "_think")

    def __init__(self, stream: Stream, think: tuple[Duration, Duration]) -> None:
        self._stream = stream
        self._think = think

    def think(self) -> Duration:
        """How long it thinks about the next move."""
        return self._stream.between(*self._think)

    def choose(self, view: rules.View) -> rules.Play | rules.Pass | rules.Call:
        """A legal move."""
        if view.rank is None:
            return self._lead(view)
        if "call" in view.legal and self._doubts(view):
            return rules.Call()
        true = [card for card in view.cards if card == view.rank]
        if true and self._stream.chance(0.8):
            return rules.Play(tuple(true[:4]), view.rank)
        if self._stream.chance(_BLUFF):
            return rules.Play((self._stream.choice(view.cards),), view.rank)
        return rules.Pass()

    def _lead(self, view: rules.View) -> rules.Play:
        held = Counter(view.cards)
        rank: Rank = max(RANKS, key=lambda one: (held[one], self._stream.below(8)))
        cards: list[Face] = [card for card in view.cards if card in (rank, JOKER)]
        return rules.Play(tuple(cards[:4]), rank)

    def _doubts(self, view: rules.View) -> bool:
        """The cards that are not its own can no longer be so many, or the claimant is about to win, or it just does."""
        assert view.claim_seat is not None
        mine = sum(rules.is_true(card, view.rank) for card in view.cards if view.rank is not None)
        decks = 1 if sum(view.sizes) + view.pile + view.discarded <= 54 else 2
        if mine + view.claim_count > 6 * decks:
            return True
        return self._stream.chance(0.6 if not view.sizes[view.claim_seat] else _DOUBT * min(4, view.claim_count) / 2)
