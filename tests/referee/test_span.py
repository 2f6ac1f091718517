"""One turn as its clock sees it."""

from __future__ import annotations

from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND
from harness.referee.moment import NEVER
from harness.referee.referee import Referee
from harness.referee.room import Room
from harness.referee.span import Span
from harness.wire import events as ev
from tests.referee.histories import (
    DIALECT,
    EXACT,
    LATENCY,
    History,
    absent,
    add,
    dropped,
    edit,
    event_at,
    events,
    find,
    honest,
    kind,
    rough,
    staged,
    timed_out,
)


def room_at(history: History, index: int) -> Room:
    """The room as a referee knows it after the observation at this index."""
    referee = Referee(DIALECT, sandwich=EXACT)
    for observation in history[: index + 1]:
        referee.observe(observation)
    (room,) = referee.scene.rooms.values()
    return room


def span_at(history: History, index: int) -> Span:
    """The running turn at this index."""
    (span,) = room_at(history, index).clock.spans
    return span


def test_span_holds_the_turn_and_its_clock() -> None:
    """The first turn of a hand has the deal pause on top; the others have not."""
    index = find(honest(), kind(ev.TurnStarted, turn=1))
    event = event_at(honest(), index, ev.TurnStarted)
    first = span_at(honest(), index)
    assert (first.turn, first.seat, first.number, first.match) == (1, event.seat, event.number, event.match)
    assert first.clock == 32 * SECOND == event.remaining_ms * MILLISECOND
    second = span_at(honest(), find(honest(), kind(ev.TurnStarted, turn=2)))
    assert second.clock == 30 * SECOND
    assert second.due() == (second.started.lo + 30 * SECOND, second.started.hi + 30 * SECOND)


def test_span_ends_with_its_move_and_stays_until_the_next() -> None:
    """The oracles that hear of the next turn still find the one before."""
    move = find(timed_out(), kind(ev.Played, auto="clock"))
    span = span_at(timed_out(), move)
    assert span.ended is not None
    assert span.ended.hi == timed_out()[move].at - LATENCY
    assert span.auto == "clock"
    clock = room_at(timed_out(), move + 12).clock
    assert [before.turn for before in clock.before] == [span.turn]


def test_move_for_another_turn_does_not_end_it() -> None:
    """A move is that of the running turn, or of none."""
    move = find(honest(), kind(ev.Played, turn=2))
    spoilt = edit(honest(), kind(ev.Played, turn=2), lambda e: replace(e, turn=9), everywhere=True)
    assert span_at(spoilt, move).ended is None


def test_no_turn_before_the_first_and_after_the_last() -> None:
    """Between matches no clock runs."""
    assert room_at(honest(), find(honest(), kind(ev.MatchStarted))).clock.spans == ()
    assert room_at(honest(), find(honest(), kind(ev.MatchOver))).clock.spans == ()


def test_turn_of_a_leaver_is_no_turn() -> None:
    """A turn whose seat left has no end to be judged; that of somebody else goes on."""
    own = staged("e07-leaver-on-his-turn")[0]
    assert room_at(own, find(own, kind(ev.LeftTable))).clock.spans == ()
    other = staged("e08-claimant-leaves")[0]
    assert span_at(other, find(other, kind(ev.LeftTable))).ended is None


def test_away_shortens_the_clock_of_the_running_turn() -> None:
    """Who is called away on his turn is due at that moment, and no longer when he is back."""
    gone = first_away()
    span = span_at(absent(), gone)
    assert span.away is not None
    moment = absent()[gone].at - LATENCY
    assert span.due() == (moment, moment)
    away = next(i for i, _, e in events(absent()) if isinstance(e, ev.TurnStarted) and i > gone and is_bens(e))
    later = span_at(absent(), away)
    assert later.due()[1] == absent()[away].at - LATENCY + later.pause + 2 * SECOND


def test_coming_and_going_of_others_moves_no_clock() -> None:
    """Only the seat on turn is due earlier when it is away."""
    for wanted in (ev.Away, ev.Back):
        other = next(
            (clock.spans[0], event.player)
            for index, _, event in events(rough())
            if isinstance(event, wanted)
            and (clock := room_at(rough(), index).clock).spans
            and clock.spans[0].player != event.player
        )
        span, player = other
        assert span.player != player
        assert span.away is None


def first_away() -> int:
    """Where somebody is called away."""
    return find(absent(), kind(ev.Away))


def is_bens(event: ev.TurnStarted) -> bool:
    """It is the turn of the one who is away."""
    started = event_at(absent(), find(absent(), kind(ev.MatchStarted)), ev.MatchStarted)
    player = event_at(absent(), first_away(), ev.Away).player
    return started.seats[event.seat] == player


def test_back_on_his_own_turn_has_what_is_left_of_it() -> None:
    """Who comes back before he was moved has the rest of his clock."""
    index = next(i for i, _, e in events(absent()) if isinstance(e, ev.TurnStarted) and i > first_away() and is_bens(e))
    number = event_at(absent(), index, ev.TurnStarted).number
    player = event_at(absent(), first_away(), ev.Away).player
    back = add(absent(), kind(ev.TurnStarted, number=number), lambda e: ev.Back(number=0, group=0, player=player))
    span = span_at(back, find(back, kind(ev.Back)))
    assert span.player == player
    assert span.away is None
    assert span.due()[1] == span.started.hi + span.clock


def test_absence_that_nobody_heard_of_is_known_from_the_snapshot() -> None:
    """Who was away when we came in is away, since nobody knows when."""
    history = staged("all-away")[0]
    turns = (i for i, o, e in events(history) if isinstance(e, ev.TurnStarted) and o.connection.endswith("ana#2"))
    span = span_at(history, next(turns))
    assert span.away is not None
    assert span.away.lo == NEVER


def test_snapshot_by_which_we_come_in_leaves_no_turn_to_judge() -> None:
    """What was known of the running turn is not certain any more."""
    history = staged("all-away", 1)[0]
    index = find(history, kind(ev.Snapshot), skip=4)
    clock = room_at(history, index).clock
    assert clock.spans == ()
    assert not clock.away


def test_reconnect_of_one_of_many_changes_nothing() -> None:
    """The others have heard everything."""
    index = find(dropped(), kind(ev.Snapshot, "ben"), skip=1)
    before, after = span_at(dropped(), index - 1), span_at(dropped(), index)
    assert (before.turn, before.started.lo) == (after.turn, after.started.lo)
