"""Who is out, and who ends where, in Liar's Dice: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from tests.referee.findings import accused, after
from tests.referee.histories import History, acquitted, add, convicted, drop, edit, kind, remove
from tests.referee.liars_dice.histories import first, gone, left, ordered


@pytest.mark.parametrize("oracle", ["elimination", "placement"])
def test_clean_ends_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history ends as it should."""
    assert acquitted(clean, oracle).evaluated > 0


def out() -> ev.Eliminated:
    """The first elimination of the ordered history: ana's."""
    return first(ordered(), ev.Eliminated)


# -- elimination -----------------------------------------------------------------------------


def test_elimination_with_dice() -> None:
    """Who has dice is not out."""
    spoilt = edit(ordered(), kind(ev.Eliminated), lambda e: replace(e, seat=1), everywhere=True)
    finding = convicted(spoilt, "elimination", "R4", "LDC-14", says="seat 1 is eliminated and did not just lose")
    assert finding.seats == (1,)


def test_elimination_that_comes_late() -> None:
    """Nothing comes between the last die and the elimination."""
    player = first(ordered(), ev.MatchStarted).seats[1]
    spoilt = add(
        ordered(), kind(ev.Challenged, left=0), lambda e: ev.Away(number=0, group=e.group, player=player)
    )  # fmt: skip
    convicted(spoilt, "elimination", "R4", "LDC-14", says="seat 0 is eliminated and did not just lose")


def test_elimination_after_missing_events_is_not_judged() -> None:
    """Where the challenge was lost, the elimination says nothing."""
    lost = first(ordered(), ev.Challenged, left=0).number
    assert acquitted(drop(ordered(), kind(ev.Challenged, number=lost)), "elimination").undecidable > 0


def test_survivor_without_dice() -> None:
    """Who has none is out, in the last round, too."""
    spoilt = remove(ordered(), kind(ev.Eliminated))
    convicted(spoilt, "elimination", "R4", "LDC-14", says="seat 0 lost its last die and is not eliminated")
    spoilt = remove(ordered(), kind(ev.Eliminated, place=2))
    convicted(spoilt, "elimination", "R4", "LDC-14", says="seat 1 lost its last die and is not eliminated")


def test_survivor_who_moves_on() -> None:
    """A turn after the last die is noticed even without a new round."""
    spoilt = remove(remove(ordered(), kind(ev.Eliminated)), kind(ev.RoundStarted, round=6))
    convicted(spoilt, "elimination", "R4", "LDC-14", says="seat 0 lost its last die and is not eliminated")


@pytest.mark.parametrize("wanted", [ev.TurnStarted, ev.BidMade, ev.Challenged])
def test_turn_of_somebody_who_is_out(wanted: type[ev.Event]) -> None:
    """Who is out is not to move, and does not."""
    spoilt = edit(ordered(), after(wanted, out().number), lambda e: replace(e, seat=0), everywhere=True)
    accused(spoilt, "elimination", "R4", "LDC-14", "seat 0 is out and is to move, or moves")


def test_round_of_somebody_who_is_out() -> None:
    """Who is out shakes no dice, and opens nothing."""
    pick = after(ev.RoundStarted, out().number)
    spoilt = edit(ordered(), pick, lambda e: replace(e, opener=0), everywhere=True)
    accused(spoilt, "elimination", "R4", "LDC-14", "seat 0 is out and opens round 6")
    spoilt = edit(ordered(), pick, lambda e: replace(e, sizes=(2, 3, 5)), everywhere=True)
    convicted(spoilt, "elimination", "R4", "LDC-14", says="seat 0 is out and shakes 2 dice")


# -- placement -------------------------------------------------------------------------------


def test_place_that_is_not_the_lowest_open_one() -> None:
    """Who is first to go is last."""
    spoilt = edit(ordered(), kind(ev.Eliminated), lambda e: replace(e, place=2), everywhere=True)
    finding = convicted(spoilt, "placement", "R5", "LDC-E23", says="seat 0 got place 2, it should be place 3")
    assert finding.seats == (0,)


def test_place_that_changes_when_its_player_leaves() -> None:
    """Who is out keeps his place."""
    spoilt = edit(gone(), kind(ev.LeftTable), lambda e: replace(e, place=2), everywhere=True)
    convicted(spoilt, "placement", "R5", "LDC-E23", says="seat 0 got place 2, it should be place 3")


def result(history: History, **fields: object) -> History:
    """The history with these fields in the result."""
    change = kind(ev.MatchOver)
    return edit(history, change, lambda e: replace(e, result=replace(e.result, **fields)), everywhere=True)


def test_result_with_two_winners() -> None:
    """Places are a permutation."""
    spoilt = result(ordered(), places=(3, 1, 1))
    convicted(spoilt, "placement", "R5", "LDC-E23", says="(3, 1, 1) are no permutation of 1 to 3")


def test_result_in_another_order() -> None:
    """The result repeats the order of going."""
    finding = convicted(result(ordered(), places=(3, 1, 2)), "placement", "R5", "LDC-E23", says="in order of going")
    assert finding.seats == (1, 2)


def test_end_with_two_in_it() -> None:
    """A match is over when one has dice."""
    spoilt = remove(ordered(), kind(ev.Eliminated, place=2))
    finding = convicted(spoilt, "placement", "R5", "LDC-02", says="the match is over with 2 seats in it")
    assert finding.seats == (1, 2)


def test_result_that_does_not_name_the_ai() -> None:
    """No human has won with an AI's moves, and none has lost to one that was not there."""
    finding = convicted(result(left(), ai=()), "placement", "R5", "LDC-E15", says="played seats [], it took over [0]")
    assert finding.seats == (0,)
    finding = convicted(result(ordered(), ai=(2,)), "placement", "R5", "LDC-E15", says="seats [2], it took over []")
    assert finding.seats == (2,)


def test_leavers_after_missing_events_are_not_judged() -> None:
    """Somebody may have left unseen."""
    lost = first(left(), ev.TakenOver).number
    assert acquitted(drop(left(), kind(ev.TakenOver, number=lost)), "placement").undecidable > 0
