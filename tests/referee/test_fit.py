"""Events that cannot be about their table, whatever they say: each is named, and nothing raises."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.referee.fit import misfit, misfit_view
from harness.referee.match import Match
from harness.referee.moment import Moment
from harness.wire import events as ev

MATCH = Match("m1", ("p0", "p1", "p2"), True, Moment(0, 0, 0))
FRAME: dict[str, Any] = {"number": 7, "group": 7, "match": "m1"}
TURN = ev.TurnStarted(**FRAME, turn=1, seat=2, legal=("play",), remaining_ms=1000)
CALLED = ev.Called(**FRAME, turn=2, seat=0, claimant=2, cards=("K",), truth=True, shooter=0)
DEALT = ev.HandStarted(**FRAME, hand=1, opener=1, table="K", sizes=(5, 5, 5))
VOID = ev.HandVoid(**FRAME, hand=1, opener=1)
RESULT = ev.Result(
    match="m1", seats=MATCH.seats, places=(1, 2, 3), points=(10, 5, 0), ranked=True, season="2026-01", ended="?"
)
OVER = ev.MatchOver(number=7, group=7, result=RESULT)
VIEW = ev.TableView(
    match="m1",
    seats=MATCH.seats,
    ranked=True,
    hand=1,
    table="K",
    sizes=(5, 4, 5),
    pulls=(0, 0, 0),
    places=(None, None, None),
    points=(None, None, None),
    departed=(),
    claim=ev.Claim(seat=1, count=1),
    turn=2,
    seat=2,
    legal=("play", "call"),
    remaining_ms=1000,
    cards=(),
)


@pytest.mark.parametrize("event", [TURN, CALLED, DEALT, VOID, OVER], ids=lambda event: type(event).__name__)
def test_event_of_this_table_fits(event: ev.PublicEvent) -> None:
    """Seats that exist and the running match: nothing to say."""
    assert misfit(MATCH, event) == ""


def test_event_that_is_about_no_match_always_fits() -> None:
    """The room's own events name no seat."""
    assert misfit(MATCH, ev.Away(number=7, group=7, player="p0")) == ""


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (replace(TURN, seat=3), "there is no seat 3 at this table of 3"),
        (replace(TURN, seat=-1), "there is no seat -1 at this table of 3"),
        (replace(TURN, match="m2"), "it is about match m2, running is m1"),
        (replace(CALLED, seat=9), "there is no seat 9 at this table of 3"),
        (replace(CALLED, claimant=4), "there is no seat 4 at this table of 3"),
        (replace(CALLED, shooter=-2), "there is no seat -2 at this table of 3"),
        (replace(DEALT, sizes=(5, 5)), "2 hands are dealt at a table of 3"),
        (replace(DEALT, opener=3), "there is no seat 3 at this table of 3"),
        (replace(VOID, match="m0"), "it is about match m0, running is m1"),
        (
            replace(OVER, result=replace(RESULT, points=(1,))),
            "not every list of the result has 3 entries, one per seat",
        ),
    ],
)
def test_event_of_no_such_table_does_not_fit(event: ev.PublicEvent, why: str) -> None:
    """The reason names what is wrong."""
    assert misfit(MATCH, event) == why


def test_view_without_contradiction_fits() -> None:
    """With and without a claim and a seat of its receiver's own."""
    assert misfit_view(VIEW, 1) == ""
    assert misfit_view(replace(VIEW, claim=None), None) == ""


@pytest.mark.parametrize(
    ("view", "seat", "why"),
    [
        (replace(VIEW, pulls=(0, 0)), 0, "not every list has 3 entries, one per seat"),
        (replace(VIEW, places=(None,) * 4), 0, "not every list has 3 entries, one per seat"),
        (replace(VIEW, seat=5), 0, "there is no seat 5 at this table of 3"),
        (replace(VIEW, departed=(0, 3)), 0, "there is no seat 3 at this table of 3"),
        (replace(VIEW, claim=ev.Claim(seat=4, count=1)), 0, "there is no seat 4 at this table of 3"),
        (VIEW, 6, "there is no seat 6 at this table of 3"),
    ],
)
def test_view_that_contradicts_itself_does_not_fit(view: ev.TableView, seat: int, why: str) -> None:
    """Every list has an entry per seat, and every seat named is one of them."""
    assert misfit_view(view, seat) == why
