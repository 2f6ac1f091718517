"""Cards, rounds and tricks, written down a second time."""

from __future__ import annotations

import pytest

from harness.referee.wizard.deck import CARDS, DECK, best_of, points_of, rounds_of, suit_led, suit_of


def test_sixty_cards() -> None:
    """Four suits of thirteen, four Wizards, four Jesters."""
    assert DECK.total() == CARDS == 60
    assert len(DECK) == 54
    assert DECK["W"] == DECK["E"] == 4


@pytest.mark.parametrize(
    ("seats", "length", "most", "count"),
    [
        (3, "standard", 20, 20), (4, "standard", 15, 15), (5, "standard", 12, 12), (6, "standard", 10, 10),
        (3, "amigo", 20, 10), (4, "amigo", 15, 10), (5, "amigo", 12, 10), (6, "amigo", 10, 10),
        (4, "five", 5, 5), (4, "five_full", 15, 5), (0, "standard", 60, 60),
    ],
)  # fmt: skip
def test_rounds(seats: int, length: str, most: int, count: int) -> None:
    """How many rounds there are, and how many cards the last one deals; whatever a backend says of its seats."""
    rounds = rounds_of(seats, length)
    assert len(rounds) == count
    assert rounds[-1] == most


@pytest.mark.parametrize(
    ("trick", "suit"),
    [("", ""), ("E", ""), ("W S2", ""), ("E W S2", ""), ("E S2 H3", "S"), ("S2 W", "S"), ("H10 SA", "H")],
)
def test_suit_led(trick: str, suit: str) -> None:
    """The first card that is no Jester, if it is of a suit."""
    assert suit_led(trick.split()) == suit


@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        ("S2 W W", "S", 1), ("W SA", "S", 0), ("E E E", "S", 0), ("E S2 SA", None, 2), ("S10 S9 SJ", "H", 2),
        ("SA H2 H3", "H", 2), ("SA H2 D3", "C", 0), ("E D2 E", "D", 1), ("SK SQ SA S10", "S", 2),
    ],
)  # fmt: skip
def test_best_of(trick: str, trump: str | None, best: int) -> None:
    """The first Wizard, the highest trump, the highest of the suit led, of Jesters alone the first."""
    assert best_of(trick.split(), trump) == best


def test_points() -> None:
    """Made, and missed both ways."""
    assert [points_of(2, won) for won in range(4)] == [-20, -10, 40, -10]
    assert points_of(0, 0) == 20
    assert suit_of("W") == suit_of("E") == ""
