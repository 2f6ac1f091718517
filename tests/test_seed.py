"""Streams: the same for ever, uniform, and independent of each other.

The statistical tests together fail by bad luck, over the choice of the seeds, with a probability of at most
one in a million; each of the `TESTS` bounds takes its share.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from harness.seed import Stream, derive, root_of, stream
from harness.testing.frequencies import surprise, surprise_of_all

TESTS = 7 + 1 + 1 + 1 + 3 + 4
BOUND = 1e-6 / TESTS
ROOT = root_of(1)


def test_golden_values() -> None:
    """A seed means the same for ever: histories are compared across versions by it."""
    assert ROOT.hex() == "e4b0e6eb9a691a8b783b14af7a3bcfd2d636e9cb4a93e401b82d96ba1b8077c1"
    assert (
        derive(ROOT, "room", "BCDF", "deal").hex() == "fe545ba56b07885ebf8e9c50667bab8588371aa620a2edd5a59dccf430055c56"
    )
    drawn = stream(ROOT, "room", "BCDF", "deal")
    assert [drawn.below(20) for _ in range(12)] == [16, 18, 7, 4, 7, 15, 14, 7, 5, 9, 16, 6]
    assert drawn.unit() == 0.43082581061345804
    assert drawn.token(8, "BCDFGHJKLMNPQRSTVWXZ") == "FQWLPFSZ"
    assert drawn.sample("KQA*", 3) == ("A", "*", "K")


def test_seeds_as_people_write_them() -> None:
    """A number and its text are one seed; bytes are another kind of seed, taken as they are."""
    assert root_of(7) == root_of("7") == root_of(b"7") != root_of(8)
    assert len(root_of("")) == 32


def test_names_make_the_stream() -> None:
    """Other names, another order and another root give other keys; a number is as good as its text."""
    keys = [
        derive(ROOT, "room", "AB"), derive(ROOT, "AB", "room"), derive(ROOT, "room"), derive(ROOT, "roomAB"),
        derive(ROOT, "room", "A", "B"), derive(ROOT), derive(root_of(2), "room", "AB"),
    ]  # fmt: skip
    assert len(set(keys)) == len(keys)
    assert derive(ROOT, "seat", 3) == derive(ROOT, "seat", "3")


def test_equal_keys_give_equal_streams() -> None:
    """A stream is all in its key; drawing from one moves no other."""
    one, same, other = stream(ROOT, "a"), Stream(derive(ROOT, "a")), stream(ROOT, "b")
    taken = []
    for _ in range(200):
        taken.append(one.below(1000))
        other.below(7)
    assert taken == [same.below(1000) for _ in range(200)]


def test_a_block_is_used_up_without_repeating() -> None:
    """Bits go on over the end of a block; the widest draw takes a whole one."""
    drawn = stream(ROOT, "bits")
    values = [drawn.bits(512) for _ in range(50)] + [drawn.bits(200) for _ in range(50)]
    assert len(set(values)) == 100
    assert all(value < 1 << 512 for value in values[:50]) and all(value < 1 << 200 for value in values[50:])
    assert max(values[50:]) >> 199 == 1


@pytest.mark.parametrize("bound", [1, 2, 3, 4, 6, 7, 20])
def test_below_is_uniform(bound: int) -> None:
    """Each number below the bound is as likely as every other, also where the bound is no power of two."""
    drawn = stream(ROOT, "below", bound)
    counts = Counter(drawn.below(bound) for _ in range(20_000))
    assert surprise_of_all(counts, dict.fromkeys(range(bound), 1 / bound)) > BOUND


def test_below_needs_a_bound() -> None:
    """Nothing is below zero; that is a mistake of the caller."""
    with pytest.raises(AssertionError):
        stream(ROOT, "x").below(0)


def test_unit_is_uniform() -> None:
    """In [0, 1), a tenth in each tenth."""
    drawn = stream(ROOT, "unit")
    values = [drawn.unit() for _ in range(20_000)]
    assert min(values) >= 0.0 and max(values) < 1.0
    assert surprise_of_all(Counter(int(value * 10) for value in values), dict.fromkeys(range(10), 0.1)) > BOUND


def test_between_takes_both_ends() -> None:
    """Uniform from the lower to the upper end, both included; one number is a range, too."""
    drawn = stream(ROOT, "between")
    counts = Counter(drawn.between(-2, 3) for _ in range(20_000))
    assert surprise_of_all(counts, dict.fromkeys(range(-2, 4), 1 / 6)) > BOUND
    assert drawn.between(5, 5) == 5


def test_shuffles_are_uniform() -> None:
    """All 24 orders of four cards are equally likely."""
    drawn = stream(ROOT, "shuffle")
    counts: Counter[str] = Counter()
    for _ in range(20_000):
        cards = list("KQA*")
        drawn.shuffle(cards)
        counts["".join(cards)] += 1
    assert surprise_of_all(counts, {"".join(p): 1 / 24 for p in permutations("KQA*")}) > BOUND


@pytest.mark.parametrize("probability", [0.0, 0.3, 1.0])
def test_chance_has_its_probability(probability: float) -> None:
    """True with the probability given, never with 0 and always with 1."""
    drawn = stream(ROOT, "chance", str(probability))
    assert surprise(sum(drawn.chance(probability) for _ in range(20_000)), 20_000, probability) > BOUND


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("deal",), ("table",)),
        (("room", 1), ("room", 2)),
        (("room", "A", "deal"), ("room", "A", "bullet")),
        ((1,), (11,)),
    ],
)
def test_streams_with_different_names_are_independent(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    """What one stream draws says nothing about what the other does: all 36 pairs of two dice are equally likely."""
    a, b = stream(ROOT, *one), stream(ROOT, *other)
    counts = Counter((a.below(6), b.below(6)) for _ in range(20_000))
    assert surprise_of_all(counts, {(x, y): 1 / 36 for x in range(6) for y in range(6)}) > BOUND


def test_choice_sample_and_token() -> None:
    """Everything comes from the items; a sample takes none twice and leaves the items as they are."""
    drawn = stream(ROOT, "items")
    items = ["a", "b", "c", "d"]
    assert {drawn.choice(items) for _ in range(100)} == set(items)
    assert all(len(set(drawn.sample(items, 3))) == 3 for _ in range(50))
    assert {drawn.sample(items, 4) for _ in range(2000)} == set(permutations(items))
    assert items == ["a", "b", "c", "d"]
    assert drawn.sample(items, 0) == ()
    word = drawn.token(500, "xyz")
    assert (len(word), set(word)) == (500, set("xyz"))
