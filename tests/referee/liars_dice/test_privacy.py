"""Dice that are seen by their owner alone until all cups are opened."""

from __future__ import annotations

from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    History,
    acquitted,
    alone,
    convicted,
    drop,
    edit,
    find,
    kind,
    report,
    shift,
)
from tests.referee.liars_dice.histories import filled, first, fixed, honest, ordered, reconnected


def test_clean_cups_are_acquitted(clean: History) -> None:
    """Every clean history passes."""
    assert acquitted(clean, "hand_privacy").evaluated > 0
    acquitted(clean, "resume_privacy")
    acquitted(clean, "audience")


def settled(history: History, **fields: object) -> History:
    """The history with these fields in its first challenge."""
    return edit(history, kind(ev.Challenged), lambda e: replace(e, **fields), everywhere=True)


def told(history: History, who: str, *dice: int) -> History:
    """The history in which this actor is first told these dice."""
    return edit(history, kind(ev.Dice, who, round=1), lambda e: replace(e, dice=dice))


def test_cups_that_stay_closed() -> None:
    """All cups are opened, whole."""
    spoilt = settled(fixed(), dice=((2, 2, 3, 3, 4), (2, 2, 3, 3, 4), ()))
    finding = convicted(spoilt, "hand_privacy", "P1", "LDC-E20", says="show [5, 5, 0] dice, the seats have [5, 5, 5]")
    assert finding.seats == (2,)
    accused(spoilt, "hand_privacy", "P1", "LDC-03", "seat 2 was told 2 2 3 3 4, under its cup are none")


def test_cup_of_somebody_who_is_out() -> None:
    """Who has no dice shows none."""
    spoilt = edit(
        ordered(), kind(ev.Challenged, bidder=1), lambda e: replace(e, dice=((1,), *e.dice[1:])), everywhere=True
    )
    convicted(spoilt, "hand_privacy", "P1", "LDC-E20", says="dice, the seats have [0, 5, 5]")


def test_cup_with_other_dice_than_its_owner_was_told() -> None:
    """What is shown is what was under the cup all the time."""
    spoilt = settled(fixed(), dice=((2, 2, 3, 3, 4), (2, 2, 3, 3, 5), (2, 2, 3, 3, 4)))
    finding = convicted(
        spoilt, "hand_privacy", "P1", "LDC-03", says="seat 1 was told 2 2 3 3 4, under its cup are 2 2 3 3 5"
    )
    assert finding.seats == (1,)


def test_dice_of_somebody_else() -> None:
    """Who is told the dice under another cup is found out when the cups are opened."""
    convicted(told(fixed(), "cho", 1, 1, 1, 1, 1), "hand_privacy", "P1", "LDC-03", says="seat 2 was told 1 1 1 1 1")


def test_order_of_the_dice_means_nothing() -> None:
    """Dice are no row."""
    assert acquitted(told(fixed(), "cho", 4, 3, 3, 2, 2), "hand_privacy").evaluated > 0


def test_dice_that_come_after_the_reveal_are_compared_as_well() -> None:
    """A slow connection hears of its dice when others have seen them already."""
    index = find(fixed(), kind(ev.Dice, "cho"))
    target = fixed()[index]
    opened = fixed()[find(fixed(), kind(ev.Challenged))]
    late = shift(fixed(), lambda o, e: o is target, opened.at - target.at + 1, only=True)
    clean = acquitted(fixed(), "hand_privacy").evaluated
    assert acquitted(late, "hand_privacy").evaluated == clean
    spoilt = told(late, "cho", 1, 1, 1, 1, 1)
    convicted(spoilt, "hand_privacy", "P1", "LDC-03", says="seat 2 was told 1 1 1 1 1, under its cup are 2 2 3 3 4")


def test_dice_that_change_within_a_round() -> None:
    """Nobody shakes twice."""
    again = first(fixed(), ev.Dice, "cho")
    changed = replace(again, dice=(1, 2, 3, 3, 4))
    second = kind(ev.TurnStarted, "cho", turn=1)
    spoilt = edit(fixed(), second, lambda e: replace(changed, seq=e.seq))
    accused(spoilt, "hand_privacy", "P1", "LDC-03", "is told 1 2 3 3 4 in the same round")
    same = edit(fixed(), second, lambda e: replace(again, seq=e.seq))
    assert not [f for f in report(same, "hand_privacy").findings if "same round" in f.what]


def test_dice_that_nobody_of_ours_was_told_are_not_compared() -> None:
    """AI players keep theirs to themselves, and so do players that nobody listens to."""
    assert acquitted(filled(), "hand_privacy").evaluated > 0
    one = alone(fixed(), "ana#1")
    spoilt = settled(one, dice=((2, 2, 3, 3, 4), (2, 2, 3, 3, 5), (2, 2, 3, 3, 4)))
    assert acquitted(spoilt, "hand_privacy").evaluated > 0


def test_cups_after_missing_events_are_not_compared() -> None:
    """Of which round they are, and how many dice each has, is not known."""
    lost = first(honest(), ev.BidMade).number
    hole = drop(honest(), kind(ev.BidMade, number=lost))
    told = acquitted(settled(hole, dice=((1, 1, 1, 1, 1),) * 3), "hand_privacy")
    assert told.undecidable > 0
    assert told.evaluated > 0


def test_dice_of_somebody_without_a_seat_are_none() -> None:
    """Who does not sit here has no cup that could be compared."""
    seats = first(fixed(), ev.MatchStarted).seats
    strangers = edit(
        fixed(), kind(ev.MatchStarted), lambda e: replace(e, seats=(*seats[:2], "p_nobody")), everywhere=True
    )
    accused(strangers, "hand_privacy", "P1", "LDC-03", "without a seat in this match gets dice")


def test_more_dice_than_were_shaken() -> None:
    """A cup holds what its seat has."""
    accused(told(fixed(), "ben", 1, 2, 3, 4, 5, 6), "hand_privacy", "P1", "LDC-03", "is shown 6 dice, it was dealt 5")


def test_snapshot_with_other_dice() -> None:
    """Coming back shows the same dice."""
    other = edit(
        reconnected(), kind(ev.Snapshot, "ben", seat=1), lambda e: replace(e, table=replace(e.table, dice=(6,) * 5)),
        every=True,
    )  # fmt: skip
    accused(other, "resume_privacy", "P7", "LDC-03", "the snapshot shows seat 1 6 6 6 6 6, it was dealt")
