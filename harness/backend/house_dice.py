"""What the house adds to Liar's Dice: the chance seat, and bots that count."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from harness.clock import Duration
from harness.dialects.dialect import ChanceScript
from harness.dialects.scripted import faces
from harness.rules import liars_dice as rules
from harness.seed import Stream, stream

_DOUBT = 0.3
"""A bot challenges a bid that is less likely than about this."""


class DiceChance:
    """Draws for one match of Liar's Dice.

    Args:
        root: Root of the backend's chance.
        code: Room code.
        match: Match id.
        script: What a test fixed, None for real chance.
    """

    __slots__ = ("_opener", "_rolls", "_script")

    def __init__(self, root: bytes, code: str, match: str, script: ChanceScript | None) -> None:
        self._script = script or ChanceScript()
        self._rolls = stream(root, "room", code, match, "roll")
        self._opener = stream(root, "room", code, match, "opener")

    def opener(self, host: int | None, seats: int) -> rules.Opener:
        """The host, or without one any seat (LDC-04, LDC-E12)."""
        return rules.Opener(self._opener.below(seats) if host is None else host)

    def roll(self, sizes: tuple[int, ...]) -> rules.Roll:
        """All cups at once (LDC-03). Of fixed dice a cup takes as many as it has left."""
        drawn = tuple(tuple(self._rolls.between(1, 6) for _ in range(size)) for size in sizes)
        # Every round but the first has cost one die (LDC-12).
        over = len(sizes) * rules.DICE - sum(sizes)
        cups = self._script.dice[over] if over < len(self._script.dice) else ()
        fixed = [tuple(map(int, faces(cup))) for cup in cups[: len(sizes)]]
        fixed += [()] * (len(sizes) - len(fixed))
        return rules.Roll(
            tuple((*dice, *random[len(dice) :])[: len(random)] for dice, random in zip(fixed, drawn, strict=True))
        )


class DiceBot:
    """One bot in one match: it bids what its own dice make likely under every reading of ones (LDC-E01).

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

    def choose(self, view: rules.View) -> rules.Bid | rules.Challenge:
        """A legal move: challenge what is unlikely, else the likeliest of the next bids."""
        bid = view.bid
        if bid is None:
            return self._opening(view)
        offers = self.offers(view)
        if not offers:
            return rules.Challenge()
        if self.likelihood(view, bid.quantity, bid.face, view.locked) < _DOUBT and self._stream.chance(0.9):
            return rules.Challenge()
        odds = {offer: self.likelihood(view, offer.quantity, offer.face, _locks(view, offer)) for offer in offers}
        best = max(offers, key=odds.__getitem__)
        return rules.Challenge() if odds[best] < self._stream.unit() * _DOUBT else best

    def _opening(self, view: rules.View) -> rules.Bid:
        """The face it has most of, at a number that leaves room."""
        own = {face: sum(rules.counts(die, face, False) for die in view.dice) for face in rules.FACES[1:]}
        face = max(own, key=lambda one: (own[one], self._stream.below(8)))
        return rules.Bid(self._stream.between(1, max(1, own[face])), face)

    def offers(self, view: rules.View) -> tuple[rules.Bid, ...]:
        """The next bids that beat the last one whether ones are high or low."""
        bid = view.bid
        assert bid is not None
        more = tuple(rules.Bid(bid.quantity + 1, face) for face in rules.FACES if bid.quantity < sum(view.sizes))
        if bid.face == rules.ONE:
            return more
        return tuple(rules.Bid(bid.quantity, face) for face in range(bid.face + 1, 7)) + more

    def likelihood(self, view: rules.View, quantity: int, face: int, locked: bool) -> float:
        """How likely a bid is true, for one who sees only his own dice."""
        own = sum(rules.counts(die, face, locked) for die in view.dice)
        unseen = sum(view.sizes) - len(view.dice)
        return at_least(quantity - own, unseen, 1 if locked or face == rules.ONE else 2)


def _locks(view: rules.View, offer: rules.Bid) -> bool:
    return view.locked or offer.face == rules.ONE


@lru_cache(maxsize=4096)
def at_least(wanted: int, dice: int, faces: int) -> float:
    """P(at least `wanted` of so many unseen dice show one of `faces` faces)."""
    if wanted <= 0:
        return 1.0
    ways = sum(comb(dice, k) * faces**k * (6 - faces) ** (dice - k) for k in range(wanted, dice + 1))
    return float(ways / 6**dice)
