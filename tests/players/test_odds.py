"""How likely claims are."""

from __future__ import annotations

from math import comb

import pytest
from dealer import snapshot_of

from harness.players.odds import claim_odds, true_cards
from harness.players.view import PlayerView
from harness.wire import events as ev


def view_of(**table: object) -> PlayerView:
    view = PlayerView()
    view.fold(snapshot_of(table), now=0)
    return view


def test_true_cards_are_the_table_card_first_and_jokers_last() -> None:
    """Jokers are worth more later, so they come last; other ranks are false."""
    assert true_cards(view_of(cards=("*", "Q", "K", "A", "K"))) == ["K", "K", "*"]


def test_nothing_to_call_is_certainly_true() -> None:
    """Without a claim there is nothing to doubt."""
    assert claim_odds(view_of(claim=None)) == 1.0


def test_one_card_of_an_opener_has_the_exact_odds_of_the_rules() -> None:
    """With t own true cards the claimant has none of them with the tabled probability: 1/143 for t = 0."""
    odds = claim_odds(view_of(cards=("Q", "Q", "Q", "A", "A")))
    assert odds == pytest.approx(1 - 1 / 143)
    assert claim_odds(view_of(cards=("K", "K", "*", "*", "K"))) == pytest.approx(1 - 24 / 91)


def test_a_claim_of_more_true_cards_than_are_left_is_impossible() -> None:
    """Six of eight true cards in the own hands leave two: a claim of three is a lie for sure."""
    view = view_of(cards=("K", "K", "K", "K", "*"), claim=ev.Claim(seat=0, count=3), sizes=(2, 5, 5))
    assert claim_odds(view) == pytest.approx(comb(12, 2) / comb(15, 5))
    view.laid.append("K")
    view.cards.append("Q")
    assert claim_odds(view) == 0.0


def test_trust_in_earlier_claims_makes_the_last_one_less_likely() -> None:
    """Cards that others claimed before are taken for true ones by the trusting."""
    view = view_of(cards=("K", "K", "K", "K", "Q"))
    view.buried = 4
    assert claim_odds(view, trusting=True) == 0.0
    assert claim_odds(view) > 0.5


def test_nonsense_sizes_break_nothing() -> None:
    """A backend may send any numbers."""
    assert claim_odds(view_of(sizes=(-7, 5, 5))) == 0.0
    assert claim_odds(view_of(sizes=(900, 5, 5), cards=("A",) * 30)) == 1.0
