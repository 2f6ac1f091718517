"""How personas play Bluff: they lay what they have, hold back at times, and doubt what cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Final

from harness.players.known_bluff import BluffKnown
from harness.players.temper import Temper
from harness.players.view import PlayerView
from harness.rules.bluff import Call, Pass, Play
from harness.rules.french_deck import JOKER, RANKS
from harness.seed import Stream

_TRUE: Final = 6
"""Cards of a rank and jokers for each deck."""

_HOLD_BACK: Final = 0.25
"""How often a true card is kept, to be the last one who lays (CHT-14)."""

_LAST_CARDS: Final = 0.6
"""How often somebody's last cards are doubted by whoever doubts at all."""


def decide(view: PlayerView, temper: Temper, stream: Stream) -> Play | Pass | Call | None:
    """The move for the present turn."""
    known = view.known
    assert isinstance(known, BluffKnown)
    if not known.cards:
        return fallback(view)
    claim = known.claim
    if claim is None:
        return _lead(known, temper, stream)
    if "call" in view.legal and (stream.chance(temper.coin) or _doubts(view, known, claim.count, temper, stream)):
        return Call()
    true = tuple(card for card in known.cards if card in (claim.rank, JOKER))
    if true and not stream.chance(_HOLD_BACK):
        return Play(true, claim.rank)
    if stream.chance(temper.lies):
        return Play(stream.sample(tuple(known.cards), stream.between(1, min(3, len(known.cards)))), claim.rank)
    return Pass()


def fallback(view: PlayerView) -> Pass | None:
    """What is always allowed once somebody has laid cards."""
    return Pass() if "pass" in view.legal else None


def _lead(known: BluffKnown, temper: Temper, stream: Stream) -> Play:
    if stream.chance(temper.lies):
        return Play(
            stream.sample(tuple(known.cards), stream.between(1, min(3, len(known.cards)))), stream.choice(RANKS)
        )  # fmt: skip
    held = Counter(known.cards)
    rank = max(RANKS, key=lambda one: held[one])
    return Play(tuple(card for card in known.cards if card in (rank, JOKER)), rank)


def _doubts(view: PlayerView, known: BluffKnown, count: int, temper: Temper, stream: Stream) -> bool:
    claim = known.claim
    assert claim is not None
    mine = sum(card in (claim.rank, JOKER) for card in known.cards)
    if mine + count > _TRUE * known.decks:
        return True
    if not view.sizes[claim.seat]:
        return stream.chance(_LAST_CARDS)
    return stream.chance(temper.doubt * min(1.0, (mine + count) / (4 * known.decks)))
