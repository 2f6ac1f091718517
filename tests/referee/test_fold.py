"""Snapshots against the events, and seats before and after a reconnect."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND
from harness.history.observation import Closed, Received
from harness.wire import events as ev
from tests.referee.histories import (
    PARTY,
    History,
    Pick,
    absent,
    acquitted,
    alone,
    convicted,
    drop,
    dropped,
    edit,
    event_at,
    events,
    find,
    insert,
    kind,
    remove,
    report,
    rough,
    shift,
    staged,
)

COMING_BACK = kind(ev.Snapshot, "ben", phase="playing")


def snapshot(history: History) -> ev.Snapshot:
    """What ben is shown when he comes back."""
    return event_at(history, find(history, COMING_BACK), ev.Snapshot)


def spoil(change: Any, history: History | None = None) -> History:
    """What ben is shown, changed."""
    return edit(dropped() if history is None else history, COMING_BACK, change)


def table(**fields: Any) -> Any:
    """Changes the table in a snapshot."""
    return lambda event: replace(event, table=replace(event.table, **fields))


def ahead(history: History, by: int = 1) -> History:
    """Ben's snapshot comes before the others hear of the event that it ends with (and of those just before it)."""
    index = find(history, COMING_BACK)
    at, number = history[index].at, snapshot(history).number
    for last in range(number - by + 1, number + 1):
        first = history[find(history, numbered(last))].at
        history = shift(history, numbered(last), at - first + MILLISECOND + last - number, only=True)
    return history


def numbered(number: int) -> Pick:
    """Picks the public event with this number."""
    return lambda observation, event: isinstance(event, ev.PublicEvent) and event.number == number


# -- S8 ---------------------------------------------------------------------------------------


def test_clean_snapshots_are_what_the_events_say(clean: History) -> None:
    """Nothing in a clean snapshot differs from the fold of the events."""
    acquitted(clean, "fold")


def test_snapshots_are_compared() -> None:
    """In the lobby and in the middle of a match."""
    assert acquitted(dropped(), "fold").evaluated == 4
    assert acquitted(rough(), "fold").evaluated >= 6


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda e: replace(e, owner=e.you), "owner is"),
        (lambda e: replace(e, phase="lobby"), "phase is 'lobby', the events say 'playing'"),
        (lambda e: replace(e, members=e.members[:-1]), "members is"),
        (lambda e: replace(e, table=None, seat=None), "there is no table in it"),
        (table(match="other"), "match is 'other'"),
        (table(seats=("a", "b", "c", "d")), "seats is"),
        (table(ranked=False), "ranked is False, the events say True"),
        (table(hand=9), "hand is 9, the events say 2"),
        (lambda e: table(table="Q" if e.table.table != "Q" else "A")(e), "table is "),
        (table(sizes=(5, 5, 5, 5)), "sizes is [5, 5, 5, 5]"),
        (table(pulls=(5, 5, 5, 5)), "pulls is [5, 5, 5, 5]"),
        (table(places=(None, None, None, 4)), "places is [0, 0, 0, 4]"),
        (table(points=(None, None, None, 1)), "points is [None, None, None, 1]"),
        (table(departed=(3,)), "departed is [3], the events say []"),
        (table(claim=None), "claim is None"),
        (table(turn=99), "turn is 99"),
        (table(seat=0), "seat is 0"),
        (table(legal=("call",)), "legal is ('call',)"),
    ],
)
def test_snapshot_that_differs_is_named(change: Any, says: str) -> None:
    """Every field of the public picture is compared, and the finding says which one differs and how."""
    finding = convicted(spoil(change), "fold", "S8", "BLF-25", says=says)
    assert finding.room
    assert finding.evidence


def test_result_in_a_snapshot_is_compared() -> None:
    """The last result belongs to the picture, too."""
    history, _ = staged("s12-all-close-on-the-result")
    index = next(i for i, _, e in events(history) if type(e) is ev.Snapshot and e.result is not None)
    shown = event_at(history, index, ev.Snapshot)

    def other(event: ev.Snapshot) -> ev.Snapshot:
        assert event.result is not None
        return replace(event, result=replace(event.result, points=(0,) * len(event.result.points)))

    acquitted(history, "fold")
    convicted(edit(history, lambda o, e: e == shown, other), "fold", "S8", says="result is Result(")


def test_match_that_nobody_saw_begin_differs() -> None:
    """A table in a snapshot of a match that no event announced is a difference."""
    spoilt = remove(dropped(), kind(ev.MatchStarted))
    convicted(spoilt, "fold", "S8", says="nobody saw this match begin")


def test_snapshot_ahead_of_the_events_waits_for_them() -> None:
    """It is compared when the others have heard of the event that it ends with, and convicted then, too."""
    early = ahead(dropped())
    told = acquitted(early, "fold")
    assert (told.evaluated, told.undecidable) == (4, 0)
    convicted(spoil(lambda e: replace(e, owner=e.you), early), "fold", "S8", says="owner is")


def test_snapshot_that_the_events_jump_over_is_undecidable() -> None:
    """Nobody saw the room as it was at that event."""
    number = snapshot(dropped()).number
    early = ahead(dropped(), 2)
    index = find(early, COMING_BACK)
    closed = Closed(at=early[index].at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#2", code=1006, by="us")
    gone = insert(early, index + 1, closed)

    def hole(observation: object, event: ev.Event | None) -> bool:
        return isinstance(event, ev.PublicEvent) and number <= event.number <= number + 1

    told = acquitted(drop(gone, hole), "fold")
    assert (told.evaluated, told.undecidable) == (3, 1)


def test_snapshot_ahead_with_nobody_to_catch_up_is_undecidable() -> None:
    """With no other connection in the room, or with a number that never comes, there is nothing to compare with."""
    assert acquitted(alone(dropped(), "ben#1", "ben#2"), "fold").undecidable == 1
    never = spoil(lambda e: replace(e, number=10**6))
    assert acquitted(never, "fold").undecidable == 1


def test_snapshot_after_a_restart_is_undecidable() -> None:
    """Clocks are fresh then and numbers continue; whether it comes at once or waits makes no difference."""
    for history in (dropped(), ahead(dropped())):
        told = acquitted(spoil(lambda e: replace(e, restarted=True, owner="nobody"), history), "fold")
        assert told.undecidable == 1


def test_snapshot_from_before_our_memory_is_undecidable() -> None:
    """State that is too old to be rebuilt is not compared, nor is state with a hole before it."""
    long = absent()
    assert acquitted(spoil(lambda e: replace(e, number=2), long), "fold").undecidable == 1
    number = snapshot(dropped()).number
    holed = spoil(lambda e: replace(e, number=number - 1), drop(dropped(), numbered(number - 1)))
    assert acquitted(holed, "fold").undecidable == 1


def test_old_snapshot_is_compared_with_the_state_of_its_time() -> None:
    """What others have heard since is taken back for the comparison."""
    for history in (dropped(), absent()):  # It stands at a turn, and behind an event that is none.
        index = find(history, COMING_BACK)
        after = snapshot(history).number + 1
        late = max(i for i, _, e in events(history) if isinstance(e, ev.PublicEvent) and e.number == after)
        behind = (*history[:index], *history[index + 1 : late + 1], history[index], *history[late + 1 :])
        assert acquitted(behind, "fold").evaluated == 4
        convicted(spoil(lambda e: replace(e, owner=e.you), behind), "fold", "S8", says="owner is")


# -- C1 ---------------------------------------------------------------------------------------


def test_clean_returns_go_on_where_they_were(clean: History) -> None:
    """Same seat, same cards."""
    acquitted(clean, "continuity")


def test_returns_are_compared() -> None:
    """After a short gap, and after automatic moves while away."""
    for history in (dropped(), dropped(gap=12 * SECOND)):
        told = acquitted(history, "continuity")
        assert (told.evaluated, told.undecidable) == (1, 0)


def test_other_seat_after_the_return_is_named() -> None:
    """A player's seat is his for the match."""
    history = rough()
    seen: set[tuple[str, str]] = set()
    again: list[Received] = []
    for _, observation, event in events(history):
        if type(event) is ev.Snapshot and event.table is not None:
            key = (event.you, event.table.match)
            again += [observation] * (key in seen)
            seen.add(key)
    spoilt = edit(history, lambda o, e: o is again[0], lambda e: replace(e, seat=(e.seat + 1) % 4))
    convicted(spoilt, "continuity", "C1", "BLF-25", says="and comes back to seat")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda e: replace(e, seat=(e.seat + 1) % 4), "belongs to"),
        (lambda e: table(cards=e.table.cards[1:])(e), "cards and is shown"),
        (lambda e: table(cards=("*",) * len(e.table.cards))(e), "which is not what was left of its hand"),
    ],
)
def test_return_to_something_else_is_named(change: Any, says: str) -> None:
    """Another's seat, fewer cards than counted, other cards than were dealt."""
    finding = convicted(spoil(change), "continuity", "C1", "BLF-25", says=says)
    assert len(finding.seats) == 1


def test_cards_that_nobody_knows_are_undecidable() -> None:
    """Without a known hand, or with the events not yet as far: only seat and number of cards are judged."""
    undealt = edit(dropped(), kind(ev.Cards, "ben"), lambda e: None, every=True)
    assert acquitted(undealt, "continuity").undecidable == 1
    assert acquitted(ahead(dropped()), "continuity").undecidable == 1


def test_return_into_an_unknown_match_is_not_judged() -> None:
    """The match in the snapshot is not the one that is known."""
    assert report(spoil(table(match="other")), "continuity").evaluated == 0
    assert report(spoil(lambda e: replace(e, seat=None)), "continuity").evaluated == 0
