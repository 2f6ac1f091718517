"""Written positions become whole states, or are refused with a reason."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.errors import LocalError
from harness.rules.bluffers import Options
from harness.rules.cards import DECK
from harness.testing.bluffers import cards_of
from harness.testing.position import Position, complete


def test_the_unseen_cards_are_somewhere() -> None:
    """Ten dealt to two of four: four in the pile, ten undealt, the deck complete."""
    position = Position(hands=("", "QA", "", "KQA"), table="K", turn=3, claim=(1, "Q"), out=(2,), left=(0,))
    state = complete(position, Options(seats=4))
    assert (len(state.pile), len(state.undealt)) == (4, 10)
    assert Counter(cards_of(state)) == Counter(DECK)
    assert (state.places, state.pulls) == ((3, 0, 4, 0), (0, 0, 1, 0))
    assert (state.departed, state.gone) == (frozenset({0}), frozenset({0}))


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position(hands=("K", "Q"), table="K", turn=0), "2 hands for 3 seats"),
        (Position(hands=("***", "Q", "K"), table="K", turn=0), "no deck holds"),
        (Position(hands=("KQ", "J", "K"), table="K", turn=0), "no deck holds"),
        (Position(hands=("KKKQQQ", "QQA", "AAAKK"), table="K", turn=0, claim=(1, "AA")), "16 cards are more than 3"),
        (Position(hands=("", "Q", "K"), table="K", turn=0), "without cards"),
        (Position(hands=("K", "Q", "K"), table="K", turn=0, out=(2,)), "out and holds cards"),
        (Position(hands=("K", "", ""), table="K", turn=0), "without a legal move"),
    ],
)
def test_an_impossible_position_is_refused(position: Position, reason: str) -> None:
    """No position is bent until it fits."""
    with pytest.raises(LocalError, match=reason):
        complete(position, Options(seats=3))
