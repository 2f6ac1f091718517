"""Events that cannot be about their table, whatever they say: each is named, and nothing raises."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.referee.bluffers.match import BluffersMatch
from harness.referee.fit import misfit, misfit_view
from harness.referee.moment import Moment
from harness.referee.room import Room
from harness.wire import events as ev

MATCH = BluffersMatch("m1", ("p0", "p1", "p2"), True, Moment(0, 0, 0))
ROOM = Room("ABCD")
ROOM.game, ROOM.match = "bluffers", MATCH
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


def shown(table: ev.TableView, seat: int | None) -> ev.Snapshot:
    """A snapshot that shows this table."""
    policy = BackendConfig().policy(30_000)
    return ev.Snapshot(
        number=7, room="ABCD", owner="p0", phase="playing", members=(), you="p1", seat=seat, policy=policy,
        table=table, result=None,
    )  # fmt: skip


@pytest.mark.parametrize("event", [TURN, CALLED, DEALT, VOID, OVER], ids=lambda event: type(event).__name__)
def test_event_of_this_table_fits(event: ev.PublicEvent) -> None:
    """Seats that exist and the running match: nothing to say."""
    assert misfit(ROOM, event) == ""


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
        (replace(DEALT, sizes=(5, 5)), "sizes has 2 entries at a table of 3"),
        (replace(DEALT, opener=3), "there is no seat 3 at this table of 3"),
        (replace(VOID, match="m0"), "it is about match m0, running is m1"),
        (
            replace(OVER, result=replace(RESULT, points=(1,))),
            "points has 1 entries at a table of 3",
        ),
    ],
)
def test_event_of_no_such_table_does_not_fit(event: ev.PublicEvent, why: str) -> None:
    """The reason names what is wrong."""
    assert misfit(ROOM, event) == why


def test_view_without_contradiction_fits() -> None:
    """With and without a claim and a seat of its receiver's own."""
    assert misfit_view(shown(VIEW, 1)) == ""
    assert misfit_view(shown(replace(VIEW, claim=None), None)) == ""
    assert misfit_view(replace(shown(VIEW, 1), table=None)) == ""


@pytest.mark.parametrize(
    ("view", "seat", "why"),
    [
        (replace(VIEW, pulls=(0, 0)), 0, "pulls has 2 entries at a table of 3"),
        (replace(VIEW, places=(None,) * 4), 0, "places has 4 entries at a table of 3"),
        (replace(VIEW, seat=5), 0, "there is no seat 5 at this table of 3"),
        (replace(VIEW, departed=(0, 3)), 0, "there is no seat 3 at this table of 3"),
        (replace(VIEW, claim=ev.Claim(seat=4, count=1)), 0, "there is no seat 4 at this table of 3"),
        (VIEW, 6, "there is no seat 6 at this table of 3"),
    ],
)
def test_view_that_contradicts_itself_does_not_fit(view: ev.TableView, seat: int, why: str) -> None:
    """Every list has an entry per seat, and every seat named is one of them."""
    assert misfit_view(shown(view, seat)) == why


def test_events_of_another_game_do_not_fit() -> None:
    """A room has one game; neither a match nor a move of another one belongs there."""
    dice = ev.BidMade(**FRAME, turn=1, seat=0, quantity=1, face=2, locked=False)
    assert misfit(ROOM, dice) == "there is no such event in bluffers"
    begun = ev.MatchStarted(number=7, group=7, match="m2", game="liars_dice", seats=MATCH.seats, ranked=False)
    assert misfit(ROOM, begun) == "a match of liars_dice begins in a room of bluffers"
    assert misfit(ROOM, replace(begun, game="bluffers")) == ""
    why = "it shows a table of bluffers in a room of wizard"
    assert misfit_view(replace(shown(VIEW, 1), game="wizard")) == why


def test_moves_need_a_match() -> None:
    """Before the first match of a room nobody can move; of a game that nobody here can follow nothing is said."""
    empty = Room("ABCD")
    empty.game = "bluffers"
    assert misfit(empty, TURN) == "no match is running"
    empty.game = "poker"
    assert misfit(empty, TURN) == ""
