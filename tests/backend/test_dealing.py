"""A deal out of a deck: all cards once, with those in it that a test has fixed."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from harness.backend.dealing import deal
from harness.rules.wizard_cards import DECK, FACES
from harness.seed import root_of, stream

FACE = st.sampled_from((*FACES, "none"))


def chance(seed=1):
    return stream(root_of(seed), "deal")


@given(st.lists(st.lists(FACE, max_size=7).map(" ".join), max_size=5), st.integers(0, 99))
def test_whatever_is_wanted_a_deal_is_one_of_the_deck(wanted, seed):
    """Everybody gets his number of cards, none more often than it is there, and the wanted ones if there are any."""
    hands = deal(DECK, (5, 4, 3), wanted, chance(seed))
    assert tuple(map(len, hands)) == (5, 4, 3)
    assert not Counter(card for hand in hands for card in hand) - Counter(DECK)
    first = Counter(wanted[0].split()[:5]) if wanted else Counter()
    if not first - Counter(DECK):
        assert not first - Counter(hands[0])


def test_what_is_not_wanted_is_drawn():
    """Without wishes it is the stream alone; other streams deal other hands."""
    assert deal(DECK, (9, 9), (), chance()) == deal(DECK, (9, 9), ("", ""), chance())
    assert deal(DECK, (9, 9), (), chance()) != deal(DECK, (9, 9), (), chance(2))


def test_a_face_that_is_gone_is_left_out():
    """There is one ace of spades."""
    first, second = deal(DECK, (2, 2), ("SA W", "SA E"), chance())
    assert first == ("SA", "W") and second[0] == "E" and "SA" not in second
