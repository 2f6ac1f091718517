"""How personas play Liar's Dice: they count dice."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from harness.players.known_dice import DiceKnown
from harness.players.temper import Temper
from harness.players.view import PlayerView
from harness.rules.liars_dice import FACES, ONE, Bid, Challenge, counts
from harness.seed import Stream

_SOON: Final = 8
"""A liar picks among so many of the next bids."""


def decide(view: PlayerView, temper: Temper, stream: Stream) -> Bid | Challenge | None:
    """The move for the present turn."""
    known = view.known
    assert isinstance(known, DiceKnown)
    if "bid" not in view.legal:
        return fallback(view)
    bid = known.bid
    if bid is None:
        return _open(view, known, temper, stream)
    if stream.chance(temper.coin) or odds(view, bid.quantity, bid.face, known.locked) < temper.doubt:
        return Challenge()
    offers = next_bids(view, known)
    if not offers:
        return Challenge()
    if stream.chance(temper.lies):
        return stream.choice(offers[:_SOON])
    likely = {offer: odds(view, offer.quantity, offer.face, known.locked or offer.face == ONE) for offer in offers}
    best = max(offers, key=likely.__getitem__)
    return Challenge() if likely[best] < temper.doubt else best


def fallback(view: PlayerView) -> Challenge | None:
    """What is always allowed once somebody has bid."""
    return Challenge() if "challenge" in view.legal else None


def next_bids(view: PlayerView, known: DiceKnown) -> tuple[Bid, ...]:
    """The next bids that beat the last one whether ones are high or low (LDC-E01)."""
    bid = known.bid
    assert bid is not None
    same = () if bid.face == ONE else tuple(Bid(bid.quantity, face) for face in range(bid.face + 1, 7))
    more = tuple(Bid(bid.quantity + 1, face) for face in FACES) if bid.quantity < sum(view.sizes) else ()
    return same + more


def odds(view: PlayerView, quantity: int, face: int, locked: bool) -> float:
    """How likely a bid is true, for one who sees only his own dice."""
    known = view.known
    assert isinstance(known, DiceKnown)
    own = sum(counts(die, face, locked) for die in known.dice)
    unseen = max(0, sum(view.sizes) - len(known.dice))
    return _at_least(quantity - own, unseen, 1 if locked or face == ONE else 2)


def _open(view: PlayerView, known: DiceKnown, temper: Temper, stream: Stream) -> Bid:
    if stream.chance(temper.lies) or not known.dice:
        return Bid(stream.between(1, max(1, sum(view.sizes) // 3)), stream.choice(FACES))
    held = {face: sum(counts(die, face, False) for die in known.dice) for face in FACES[1:]}
    face = max(held, key=held.__getitem__)
    return Bid(max(1, held[face]), face)


@lru_cache(maxsize=4096)
def _at_least(wanted: int, dice: int, faces: int) -> float:
    """P(at least `wanted` of so many unseen dice show one of `faces` faces)."""
    if wanted <= 0:
        return 1.0
    ways = sum(comb(dice, k) * faces**k * (6 - faces) ** (dice - k) for k in range(wanted, dice + 1))
    return float(ways / 6**dice)
