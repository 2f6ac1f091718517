"""Dice that are neither made nor lost, and what a challenge counts: what is acquitted, and how to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import History, acquitted, convicted, drop, edit, kind, remove, report, staged
from tests.referee.liars_dice.histories import first, fixed, honest, ordered, reconnected


@pytest.mark.parametrize("oracle", ["conservation", "call_verdict"])
def test_clean_dice_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history passes; not all of them come to a challenge."""
    assert acquitted(clean, oracle).evaluated > 0


def settled(history: History, **fields: object) -> History:
    """The history with these fields in its first challenge."""
    return edit(history, kind(ev.Challenged), lambda e: replace(e, **fields), everywhere=True)


def shaken(history: History, round_: int, *sizes: int) -> History:
    """The history with these dice in this round."""
    return edit(history, kind(ev.RoundStarted, round=round_), lambda e: replace(e, sizes=sizes), everywhere=True)


# -- conservation ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 7])
def test_table_of_another_size(count: int) -> None:
    """Two to six sit down."""
    seats = tuple(f"p{seat}" for seat in range(count))
    spoilt = edit(honest(), kind(ev.MatchStarted), lambda e: replace(e, seats=seats), everywhere=True)
    convicted(spoilt, "conservation", "R2", "LDC-01", says=f"{count} sit down, it should be 2 to 6")


def test_first_round_with_other_dice() -> None:
    """Everybody begins with five; neither more in all, nor in another share."""
    convicted(shaken(honest(), 1, 5, 5, 6), "conservation", "R2", "LDC-13", says="round 1 has 16 dice, it should be 15")
    finding = convicted(shaken(honest(), 1, 4, 5, 6), "conservation", "R2", "LDC-01", says="it should be [5, 5, 5]")
    assert finding.seats == (0, 2)


def test_round_that_costs_more_than_a_die() -> None:
    """Exactly one die goes, and it is the loser's."""
    finding = convicted(shaken(ordered(), 2, 3, 5, 5), "conservation", "R2", "LDC-13", says="round 2 has 13 dice")
    assert finding.seats == ()
    finding = convicted(shaken(ordered(), 2, 5, 4, 5), "conservation", "R2", "LDC-13", says="it should be [4, 5, 5]")
    assert finding.seats == (0, 1)


def test_challenge_that_takes_nothing() -> None:
    """The loser has one die fewer, and not two."""
    for left in (5, 3):
        says = f"seat 0 had 5 dice, lost one and has {left}"
        accused(settled(ordered(), left=left), "conservation", "R2", "LDC-12", says)


def test_only_the_sum_is_judged_after_missing_events() -> None:
    """Where a challenge was lost, whose die went cannot be told; that one went can."""
    lost = first(honest(), ev.Challenged).number
    hole = drop(honest(), kind(ev.Challenged, number=lost))
    assert acquitted(hole, "conservation").undecidable > 2
    convicted(shaken(hole, 2, 5, 5, 5), "conservation", "R2", "LDC-13", says="round 2 has 15 dice, it should be 14")


def test_seat_that_is_told_too_many_dice() -> None:
    """As many as it has, no more and no fewer."""
    for dice in ((1, 2, 3, 4), (1, 2, 3, 4, 5, 6)):
        spoilt = edit(honest(), kind(ev.Dice, "ben"), lambda e, dice=dice: replace(e, dice=dice))
        finding = convicted(spoilt, "conservation", "R2", "LDC-03", says=f"seat 1 is told {len(dice)} dice, it has 5")
        assert finding.seats == (1,)
        assert finding.evidence


def test_dice_of_no_known_round_are_not_counted() -> None:
    """Of another match, of another round, or of somebody without a seat."""
    clean = acquitted(honest(), "conservation")
    for fields in ({"match": "m_other"}, {"round": 9}):
        spoilt = edit(honest(), kind(ev.Dice, "ben"), lambda e, fields=fields: replace(e, **fields))
        told = acquitted(spoilt, "conservation")
        assert (told.evaluated, told.undecidable) == (clean.evaluated - 1, clean.undecidable + 1)
    seats = first(honest(), ev.MatchStarted).seats
    strangers = edit(
        honest(), kind(ev.MatchStarted), lambda e: replace(e, seats=("p_nobody", *seats[1:])), everywhere=True
    )
    told = report(strangers, "conservation")
    assert told.evaluated < clean.evaluated
    assert not told.findings


# -- verdicts --------------------------------------------------------------------------------


def test_count_with_wild_ones() -> None:
    """Twos and ones count for a bid of twos, and nothing else."""
    assert first(fixed(), ev.Challenged).count == 6
    convicted(settled(fixed(), count=5), "call_verdict", "R3", "LDC-09", says="5 dice are said to count for 4 x 2, in")
    cups = ((1, 2, 3, 3, 4), (2, 2, 3, 3, 4), (1, 1, 3, 3, 4))
    assert acquitted(settled(fixed(), dice=cups), "call_verdict").evaluated > 0
    convicted(settled(fixed(), dice=((),) * 3), "call_verdict", "R3", "LDC-09", says="in - - - it is 0")


def test_count_under_the_lock() -> None:
    """Ones that were bid are ones only, for every face."""
    history = staged("dice-ones-lock")[0]
    clean = first(history, ev.Challenged)
    assert (clean.locked, clean.face, clean.count) == (True, 6, 3)
    convicted(settled(history, count=6), "call_verdict", "R3", "LDC-10", says="6 dice are said to count for 4 x 6")


def test_wrong_verdict() -> None:
    """As many as were bid are enough, one fewer is not."""
    convicted(
        settled(fixed(), holds=False), "call_verdict", "R3", "LDC-12", says="4 x 2 was judged too high, and 6 dice"
    )
    cups = ((2, 2, 3, 3, 4), (2, 3, 3, 3, 4), (3, 3, 3, 3, 4))
    short = settled(fixed(), dice=cups, count=3)
    convicted(short, "call_verdict", "R3", "LDC-12", says="4 x 2 was judged to hold, and 3 dice count")
    exact = settled(fixed(), dice=((2, 2, 3, 3, 4), (2, 2, 3, 3, 4), (3, 3, 3, 3, 4)), count=4)
    assert acquitted(exact, "call_verdict").evaluated > 0


def test_die_of_the_wrong_one() -> None:
    """Who was right loses nothing, and who did not take part neither."""
    for loser in (0, 1):
        finding = convicted(
            settled(fixed(), loser=loser), "call_verdict", "R3", "LDC-12",
            says=f"seat {loser} loses a die, it should be seat 2",
        )  # fmt: skip
        assert finding.seats == (loser,)


@pytest.mark.parametrize("fields", [{"bidder": 0}, {"quantity": 3}, {"quantity": 5}])
def test_bid_that_is_not_the_last(fields: dict[str, int]) -> None:
    """Only the last bid is settled."""
    convicted(
        settled(fixed(), **fields), "call_verdict", "R3", "LDC-11", says="was settled, the last bid is 4 x 2 of seat 1"
    )


def test_lock_that_is_read_otherwise() -> None:
    """The lock is as the bids of the round made it."""
    convicted(
        settled(fixed(), locked=True), "call_verdict", "R3", "LDC-10", says="said to be locked, and nobody bid ones"
    )
    convicted(
        settled(reconnected(), locked=False), "call_verdict", "R3", "LDC-10", says="said to be wild, and ones were bid"
    )


def test_challenge_of_no_bid_is_no_matter_of_counting() -> None:
    """Whether there is a bid is judged elsewhere; the dice are counted all the same."""
    spoilt = remove(remove(fixed(), kind(ev.BidMade, turn=1)), kind(ev.BidMade, turn=2))
    assert acquitted(spoilt, "call_verdict").evaluated > 0


def test_dice_are_counted_also_after_missing_events() -> None:
    """By the lock as it is told: whose bid it was, nobody can say."""
    lost = first(fixed(), ev.BidMade, turn=2).number
    hole = drop(fixed(), kind(ev.BidMade, number=lost))
    assert acquitted(hole, "call_verdict").undecidable > 0
    convicted(settled(hole, count=9), "call_verdict", "R3", "LDC-09", says="9 dice are said to count")
