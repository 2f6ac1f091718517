"""How likely a claim is true, for one who sees only his own cards."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from harness.players.view import PlayerView
from harness.rules.cards import DECK, JOKER

TRUE_CARDS: Final = 8
"""Six cards of the table card's rank and two jokers (BLF-03, BLF-04)."""


def true_cards(view: PlayerView) -> list[str]:
    """The playable cards that are true now: the table card, then jokers."""
    table = view.table
    cards = view.playable()
    return [card for card in cards if card == table] + [card for card in cards if card == JOKER]


def claim_odds(view: PlayerView, *, trusting: bool = False) -> float:
    """The probability that the claimant held enough true cards to make the claim honestly.

    Counted from the own cards, in hand and laid, and from how many cards the claimant held when he
    claimed: 0.0 means that the claim is impossible. 1.0 when there is nothing to call.

    Args:
        view: What the player knows.
        trusting: Take every earlier claim of the others at its word, so that their cards are known, too.
    """
    if view.claim_seat is None:
        return 1.0
    table = view.table
    known = view.cards + view.laid
    known_true = sum(card in (table, JOKER) for card in known)
    held = view.sizes[view.claim_seat] + view.claim_count
    believed = view.buried if trusting else 0
    true = max(0, TRUE_CARDS - known_true - believed)
    unseen = max(true, len(DECK) - len(known) - believed)
    return _at_least(view.claim_count, true, unseen, min(max(held, 0), unseen))


@lru_cache(maxsize=4096)
def _at_least(wanted: int, true: int, unseen: int, held: int) -> float:
    """P(at least `wanted` true cards among `held` drawn from `unseen`, of which `true` are true)."""
    ways = sum(comb(true, k) * comb(unseen - true, held - k) for k in range(wanted, min(true, held) + 1))
    return ways / comb(unseen, held)
