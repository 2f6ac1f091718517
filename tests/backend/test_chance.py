"""The chance seat: streams that do not move each other, scripts, secret bullets."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from harness.backend.chance import Chance
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.scripted import impossible
from harness.rules.cards import DECK
from harness.seed import root_of

ROOT = root_of(1)


def chance(script=None, *, match="m1", seats=4, code="BCDF"):
    return Chance(ROOT, code, match, seats, script)


def pulls(drawn, seats=4):
    """Which pull fires, by seat."""
    return [next(n for n in range(1, 7) if drawn.pull(seat, n - 1).fired) for seat in range(seats)]


def test_a_deal_is_five_cards_of_the_deck_for_each_living_seat():
    """Shuffled anew from all twenty each hand; out seats get none (BLF-05, BLF-06)."""
    drawn = chance()
    first = drawn.deal(1, (0, 0, 0, 0)).hands
    assert Counter(card for hand in first for card in hand) == Counter(DECK)
    second = drawn.deal(2, (0, 4, 0, 3)).hands
    assert [len(hand) for hand in second] == [5, 0, 5, 0]
    assert first[0] != second[0] or first[2] != second[2]


def test_every_seat_has_one_bullet():
    """Exactly one of six pulls fires, and it stays where it is (BLF-18)."""
    drawn = chance()
    for seat in range(4):
        assert [drawn.pull(seat, made).fired for made in range(6)].count(True) == 1
    assert pulls(drawn) == pulls(drawn)


def test_bullets_are_in_no_attribute_of_a_plain_name():
    """Nothing that walks over public attributes comes across the bullets (BLF-E20)."""
    drawn = chance(ChanceScript(shots=(1, 2, 3, 4)))
    public = [getattr(drawn, name) for name in dir(drawn) if not name.startswith("_")]
    assert all(callable(value) for value in public)
    assert "1, 2, 3, 4" not in repr(drawn)


def test_fixing_one_stream_moves_no_other():
    """A scripted deal leaves table cards, bullets, openers and automatic cards as they were (BLF-E21)."""
    free, fixed = chance(), chance(ChanceScript(hands=(("KKKKK", "", "QQQQQ", ""),)))
    free.deal(1, (0,) * 4)
    fixed.deal(1, (0,) * 4)
    assert free.table(1) == fixed.table(1)
    assert free.opener() == fixed.opener()
    assert pulls(free) == pulls(fixed)
    assert [free.pick(5) for _ in range(9)] == [fixed.pick(5) for _ in range(9)]


def test_matches_and_rooms_differ():
    """Another match, another room: other chance (G6)."""
    hands = {chance(match=match, code=code).deal(1, (0,) * 4).hands for match in "ab" for code in "cd"}
    assert len(hands) == 4


def test_a_script_fixes_what_it_names():
    """Opener, table cards, hands, shots; 0 and "" and hands beyond the script stay random."""
    script = ChanceScript(
        opener=2, tables=("A",), hands=(("KKKQQ", "", "*A*AA", ""),), shots=(3, 0, 6)
    )  # fmt: skip
    drawn = chance(script)
    assert drawn.opener().seat == 2
    assert drawn.table(1).rank == "A"
    assert drawn.table(2).rank in "KQA"
    hands = drawn.deal(1, (0,) * 4).hands
    assert hands[0] == tuple("KKKQQ")
    assert hands[2] == tuple("*A*AA")
    assert Counter(card for hand in hands for card in hand) == Counter(DECK)
    assert len(drawn.deal(2, (0,) * 4).hands[3]) == 5
    free = pulls(chance())
    assert pulls(drawn) == [3, free[1], 6, free[3]]


def test_a_script_for_more_seats_than_came():
    """What concerns absent seats is left out."""
    drawn = chance(ChanceScript(opener=3, shots=(1, 1, 1, 1), hands=(("KKKKK", "QQQQQ", "AAAAA"),)), seats=2)
    assert drawn.opener().seat in (0, 1)
    assert drawn.deal(1, (0, 0)).hands == (tuple("KKKKK"), tuple("QQQQQ"))


def test_a_scripted_hand_of_an_out_seat_is_not_dealt():
    """Its cards go back into the deck."""
    drawn = chance(ChanceScript(hands=(("KKKKK", "KQQQQ"),)), seats=2)
    assert drawn.deal(1, (2, 0)).hands == ((), tuple("KQQQQ"))


@given(st.lists(st.text(alphabet="KQA*X", max_size=6), max_size=5))
def test_playable_hands_can_be_dealt(hands):
    """Whatever passes the check is dealt exactly like that."""
    script = ChanceScript(hands=(tuple(hands),))
    if not list(impossible(script, RoomOptions())):
        dealt = chance(script).deal(1, (0,) * 4).hands
        assert all(not text or dealt[seat] == tuple(text) for seat, text in enumerate(hands))
        assert Counter(card for hand in dealt for card in hand) == Counter(DECK)
