"""The score sheet, and who ends where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from harness.referee.wizard.sheet import places_of
from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import History, acquitted, add, convicted, drop, edit, kind, remove, report
from tests.referee.wizard.histories import amigo, first, honest, last, left, secret, slept


def line(**change: Any) -> Callable[[Any], ev.Event]:
    """An edit of the line in a `round_scored`."""
    return lambda e: replace(e, line=replace(e.line, **change))


# -- the sheet -------------------------------------------------------------------------------


def test_points_that_do_not_follow() -> None:
    """20 and 10 a trick, or 10 off for each that was missed."""
    scored = first(honest(), ev.RoundScored)
    points = (scored.line.points[0] + 10, *scored.line.points[1:])
    spoilt = edit(honest(), kind(ev.RoundScored), line(points=points), everywhere=True)
    finding = convicted(spoilt, "points", "L1", "WIZ-20", says=f"is given {points[0]}, it should be {points[0] - 10}")
    assert finding.seats == (0,)


def test_points_are_judged_even_after_a_hole() -> None:
    """That is all that can be said then."""
    card = first(honest(), ev.CardPlayed)
    holed = drop(honest(), kind(ev.CardPlayed, number=card.number))
    assert acquitted(holed, "points").undecidable == 5
    points = tuple(p + 1 for p in first(honest(), ev.RoundScored).line.points)
    spoilt = edit(holed, kind(ev.RoundScored), line(points=points), everywhere=True)
    convicted(spoilt, "points", "L1", "WIZ-20")


def test_totals_that_do_not_add_up() -> None:
    """Each line goes into the totals once."""
    spoilt = edit(
        honest(),
        kind(ev.RoundScored),
        lambda e: replace(e, totals=tuple(total + e.line.points[0] for total in e.totals)),
        everywhere=True,
        skip=3,
    )
    convicted(spoilt, "points", "L1", "WIZ-20", says="the totals are")


def test_round_that_is_scored_twice() -> None:
    """Or that is not the running one, or not over."""
    twice = add(honest(), kind(ev.RoundScored), lambda e: e)
    convicted(twice, "points", "L1", "WIZ-E21", says="round 1 is scored a second time")
    other = edit(honest(), kind(ev.RoundScored), line(round=2), everywhere=True)
    convicted(other, "points", "L1", "WIZ-E21", says="round 2 is scored, running is round 1")
    scored = first(honest(), ev.RoundScored)
    early = add(honest(), kind(ev.CardPlayed), lambda e: replace(scored, group=e.group))
    convicted(early, "points", "L1", "WIZ-05", says="round 1 is scored before its last trick is played")


def test_tricks_that_were_not_taken() -> None:
    """The tricks of the line are those that were given."""
    scored = first(honest(), ev.RoundScored)
    won = (*scored.line.won[1:], scored.line.won[0])
    assert won != scored.line.won
    spoilt = edit(honest(), kind(ev.RoundScored), line(won=won), everywhere=True)
    accused(spoilt, "points", "L1", "WIZ-15", "given were")


@pytest.mark.parametrize("history", [honest(), secret(), slept("secret")], ids=["open", "own", "automatic"])
def test_bid_that_was_not_made(history: History) -> None:
    """Open bids, own unseen ones, and those of the clock are known."""
    scored = first(history, ev.RoundScored)
    bids = tuple(1 - bid for bid in scored.line.bids)
    spoilt = edit(history, kind(ev.RoundScored), line(bids=bids), everywhere=True)
    accused(spoilt, "points", "L1", "WIZ-23", f"bid {1 - bids[0]}, and is scored for {bids[0]}")


def test_bid_that_nobody_knows() -> None:
    """What a bot has bid in secret is told by its line alone; it is in range."""
    silent = drop(secret(), kind(ev.Ok))
    assert acquitted(silent, "points").undecidable == 15
    scored = first(silent, ev.RoundScored)
    spoilt = edit(silent, kind(ev.RoundScored), line(bids=(9, *scored.line.bids[1:])), everywhere=True)
    accused(spoilt, "points", "L1", "WIZ-12", "seat 0 is scored for a bid of 9 of 1")


def test_line_that_is_none() -> None:
    """A line with a seat too many is no event of this table, and brings nobody down."""
    spoilt = edit(honest(), kind(ev.RoundScored), line(won=(1,)), everywhere=True)
    finding = convicted(spoilt, "stream_order", "S1", "WIRE", says="won has 1 entries at a table of 3")
    assert finding.room
    assert not report(spoilt, "points").findings_total


# -- places ----------------------------------------------------------------------------------


def result(**change: Any) -> Callable[[Any], ev.Event]:
    """An edit of the result."""
    return lambda e: replace(e, result=replace(e.result, **change))


def test_places_of_equals_and_leavers() -> None:
    """Equals share a place, the places behind them are left out, leavers are last whatever was reached for them."""
    assert places_of([30, 10, 30, -20], []) == [1, 3, 1, 4]
    assert places_of([30, 10, 30, -20], [0]) == [4, 3, 1, 4]
    assert places_of([90, 10], [0]) == [2, 2]


def test_places_that_do_not_follow_from_the_totals() -> None:
    """Who has more points is before the others."""
    told = last(amigo(), ev.MatchOver).result
    places = tuple(5 - place for place in told.places)
    spoilt = edit(amigo(), kind(ev.MatchOver), result(places=places), everywhere=True)
    finding = convicted(spoilt, "placement", "R5", "WIZ-E16", says="places are")
    assert finding.seats


def test_leaver_who_is_not_last() -> None:
    """Nor is a seat an AI's that is none."""
    told = last(left(), ev.MatchOver).result
    places = tuple(1 if seat == told.ai[0] else place for seat, place in enumerate(told.places))
    spoilt = edit(left(), kind(ev.MatchOver), result(places=places), everywhere=True)
    convicted(spoilt, "placement", "R5", "WIZ-E20", says="should be")
    spoilt = edit(left(), kind(ev.MatchOver), result(ai=(1,)), everywhere=True)
    convicted(spoilt, "placement", "R5", "WIZ-E20", says="an AI played seats [1], taken over were [0, 1]")


def test_totals_that_are_not_those_of_the_sheet() -> None:
    """The result repeats the sheet."""
    spoilt = edit(honest(), kind(ev.MatchOver), result(totals=(1, 2, 3)), everywhere=True)
    convicted(spoilt, "placement", "R5", "WIZ-20", says="the result says [1, 2, 3] points")


def test_match_that_ends_too_early() -> None:
    """After the last round, and not before."""
    final = last(honest(), ev.RoundScored)
    spoilt = remove(honest(), kind(ev.RoundScored, number=final.number))
    accused(spoilt, "placement", "R5", "WIZ-05", "the match is over after 4 of 5 rounds")
