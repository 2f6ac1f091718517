"""The turn clock: what is acquitted, and every way to be convicted."""

from __future__ import annotations

from functools import lru_cache

import pytest
from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND
from harness.history.observation import FaultBegun, Received, Sent
from harness.referee.moment import Sandwich
from harness.scenario.model import When
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.findings import after
from tests.referee.histories import (
    CONFIG,
    DIALECT,
    LATENCY,
    OPEN,
    PARTY,
    History,
    absent,
    acquitted,
    alter,
    convicted,
    dropped,
    edit,
    event_at,
    events,
    find,
    frame,
    honest,
    insert,
    kind,
    plan,
    record,
    shift,
    staged,
    step,
    timed_out,
)

TIMERS = ("timer_early", "timer_late", "timer_junk", "timer_reconnect", "late_accept", "early_refusal")


@pytest.mark.parametrize("oracle", TIMERS)
def test_clean_clocks_are_acquitted(clean: History, oracle: str) -> None:
    """No clean history breaks the turn clock, whether delays are known to the nanosecond or not at all."""
    acquitted(clean, oracle)
    acquitted(clean, oracle, sandwich=OPEN)


def test_every_oracle_of_the_clock_judges_something() -> None:
    """Timeouts, absences, junk and reconnects are all seen."""
    assert acquitted(timed_out(), "timer_early").evaluated == 1
    assert acquitted(timed_out(), "timer_late").evaluated == 1
    assert acquitted(absent(), "timer_early").evaluated > 1
    assert acquitted(junk(), "timer_junk").evaluated > 0
    assert acquitted(absent(), "timer_reconnect").evaluated > 0
    assert acquitted(timed_out(), "late_accept").evaluated > 10
    assert acquitted(stale(), "early_refusal").evaluated > 0


def junk() -> History:
    """Somebody sends junk while a clock runs out."""
    return staged("junk-cannot-stop-the-clock")[0]


def stale() -> History:
    """Somebody tries the moves that are forbidden at that moment."""
    return staged("s11-forbidden-moments")[0]


def ran_out() -> ev.Played:
    """The automatic move of the history in which a clock runs out."""
    return event_at(timed_out(), find(timed_out(), kind(ev.Played, auto="clock")), ev.Played)


# -- too early -------------------------------------------------------------------------------


def test_automatic_move_before_the_deadline() -> None:
    """A move within seconds is none of the clock's."""
    spoilt = edit(honest(), kind(ev.Played, turn=2), lambda e: replace(e, auto="clock"), everywhere=True)
    finding = convicted(spoilt, "timer_early", "T1", "BLF-14", says="was moved (clock)")
    assert len(finding.seats) == 1
    assert finding.evidence


def test_automatic_move_before_the_auto_delay() -> None:
    """A seat that is away is moved after the auto delay, not at once."""
    moved = [e.turn for _, _, e in events(absent()) if isinstance(e, ev.Played) and e.auto == "away"]
    spoilt = shift(absent(), kind(ev.TurnStarted, turn=moved[-1]), SECOND, only=True)
    convicted(spoilt, "timer_early", "T1", "BLF-14", says="was moved (away)")


def test_automatic_move_of_a_seat_that_was_never_called_away() -> None:
    """Who is not away is moved by the clock alone."""
    spoilt = edit(timed_out(), kind(ev.Played, auto="clock"), lambda e: replace(e, auto="away"), everywhere=True)
    convicted(spoilt, "timer_early", "T1", "BLF-E04", says="and it was never called away")


def quiet(history: History) -> History:
    """The history without anything that our players sent: nothing bounds the server's instants from below."""
    return tuple(o for o in history if not isinstance(o, Sent))


def test_early_is_not_told_without_a_lower_bound() -> None:
    """When we sent nothing, a turn may have begun at any time before we heard of it."""
    told = acquitted(quiet(timed_out()), "timer_early", sandwich=OPEN)
    assert (told.evaluated, told.undecidable) == (0, 1)


# -- too late --------------------------------------------------------------------------------


def test_automatic_move_long_after_the_deadline() -> None:
    """A turn that ran out is moved at once."""
    spoilt = shift(timed_out(), kind(ev.Played, auto="clock"), 3 * SECOND)
    finding = convicted(spoilt, "timer_late", "T2", "BLF-14", says="was moved (clock) 3.000 s too late")
    assert len(finding.seats) == 1
    acquitted(spoilt, "timer_late", sandwich=Sandwich(delay_min=LATENCY, delay_max=LATENCY, lateness=4 * SECOND))


def test_seat_that_is_away_is_not_left_the_whole_clock() -> None:
    """The auto delay binds the server, too."""
    away = next(e for _, _, e in events(absent()) if isinstance(e, ev.Played) and e.auto == "away")
    spoilt = shift(absent(), after(ev.Played, away.number - 1), 4 * SECOND)
    convicted(spoilt, "timer_late", "T2", "BLF-14", says="was moved (away) 4.000 s too late")


def test_late_is_not_told_without_a_lower_bound() -> None:
    """A late arrival may be a slow network."""
    told = acquitted(quiet(shift(timed_out(), kind(ev.Played, auto="clock"), SECOND)), "timer_late", sandwich=OPEN)
    assert (told.evaluated, told.undecidable) == (0, 1)


def test_turn_that_its_seat_left_is_not_judged() -> None:
    """A leaver's turn ends without a move."""
    for scenario in ("e07-leaver-on-his-turn", "e10-forced-caller-leaves"):
        for oracle in TIMERS:
            acquitted(staged(scenario)[0], oracle)


@lru_cache
def gracious(after: int) -> History:
    """A backend that takes moves up to two seconds late; ben moves so many milliseconds after his deadline."""
    script = (
        step("ben", "hold", When(turn="ben")),
        step("ben", "play", When(turn="ben", deadline=after * MILLISECOND), cards=1),
        step("ben", "release"),
    )
    config = replace(CONFIG, grace_ms=2_000)
    return record(plan("honest", "honest", "honest", script=script), seed=6, config=config)


@pytest.mark.parametrize("after", [500, 1_900, 2_500])
def test_grace_is_granted(after: int) -> None:
    """A promised grace makes neither a late move nor a late clock a fault."""
    for oracle in TIMERS:
        acquitted(gracious(after), oracle)
    moved = any(isinstance(e, ev.Played) and e.auto == "clock" for _, _, e in events(gracious(after)))
    assert moved == (after > 2_000)


def test_clocks_may_go_at_different_rates() -> None:
    """What the clocks may differ by in that time convicts nobody."""
    loose = Sandwich(delay_min=LATENCY, delay_max=LATENCY, drift_ppm=100_000)
    late = shift(timed_out(), kind(ev.Played, auto="clock"), 2 * SECOND)
    acquitted(late, "timer_late", sandwich=loose)
    early = shift(timed_out(), kind(ev.TurnStarted, turn=ran_out().turn), 2 * SECOND, only=True)
    convicted(early, "timer_early", "T1", "BLF-14", says="2.000 s before it was due")
    acquitted(early, "timer_early", sandwich=loose)
    play = next(o for o in honest() if isinstance(o, Sent) and isinstance(DIALECT.read(o.raw), cmd.Play))
    begun = honest()[find(honest(), kind(ev.TurnStarted, turn=1))].at
    over = shift(honest(), lambda o, e: o is play, begun + 33 * SECOND - play.at)
    convicted(over, "late_accept", "T3")
    acquitted(over, "late_accept", sandwich=loose)


# -- junk and reconnects ---------------------------------------------------------------------


def test_junk_that_puts_the_deadline_off() -> None:
    """A turn with messages without effect runs out like any other."""
    spoilt = shift(junk(), kind(ev.Played, auto="clock"), SECOND)
    convicted(spoilt, "timer_junk", "T8", "BLF-E29", says="s too late, after")
    late = shift(timed_out(), kind(ev.Played, auto="clock"), SECOND)
    assert not acquitted(late, "timer_junk").evaluated, "there was no junk in that turn"
    assert acquitted(quiet(spoilt), "timer_junk", sandwich=OPEN).undecidable > 0


def test_junk_without_a_turn_counts_for_none() -> None:
    """Nonsense in the lobby, and on a socket that has no seat, moves no clock."""
    sent = Sent(at=0, who=f"{PARTY}/ana", connection="", raw=b"junk")
    history = timed_out()
    for pick, behind in ((kind(ev.Snapshot), 0), (kind(ev.MatchStarted), 1), (kind(ev.Played, auto="clock"), 1)):
        index = find(history, pick)
        seen = history[index]
        assert isinstance(seen, Received)
        history = insert(history, index + behind, replace(sent, at=seen.at, connection=seen.connection))
    assert not acquitted(history, "timer_junk").evaluated


def test_snapshot_with_a_fresh_clock() -> None:
    """Coming back gives nobody new time."""

    def fresh(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, remaining_ms=30_000))

    back = kind(ev.Snapshot, "ben")
    spoilt = edit(dropped(), back, fresh, skip=1)
    finding = convicted(spoilt, "timer_reconnect", "T6", "BLF-E05", says="the snapshot leaves turn")
    assert finding.seats
    restarted = edit(spoilt, back, lambda e: replace(e, restarted=True), skip=1)
    assert not acquitted(restarted, "timer_reconnect").evaluated, "a restart announces fresh clocks"
    assert acquitted(quiet(spoilt), "timer_reconnect", sandwich=OPEN).undecidable == 1


def test_snapshot_with_less_than_is_left() -> None:
    """Coming back takes nobody's time either, and the time is never less than nothing."""

    def nothing(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, remaining_ms=0))

    spoilt = edit(dropped(), kind(ev.Snapshot, "ben"), nothing, skip=1)
    convicted(spoilt, "timer_reconnect", "T6", "BLF-E05", says="leaves turn")


def test_reconnect_that_puts_the_deadline_off() -> None:
    """Who comes back and does nothing is moved when he would have been."""
    history, number = returned()
    assert acquitted(history, "timer_reconnect").evaluated > 1
    spoilt = shift(history, after(ev.Played, number - 1), SECOND)
    convicted(spoilt, "timer_reconnect", "T6", "BLF-E05", says="too late after a reconnect")


def returned() -> tuple[History, int]:
    """Ben comes back on his own turn, and the clock moves him."""
    played = event_at(dropped(), find(dropped(), kind(ev.Snapshot, "ben"), skip=1), ev.Snapshot)
    move = event_at(dropped(), find(dropped(), after(ev.Played, played.number)), ev.Played)
    marked = edit(dropped(), kind(ev.Played, number=move.number), lambda e: replace(e, auto="clock"), everywhere=True)
    start = event_at(dropped(), find(dropped(), kind(ev.TurnStarted, turn=move.turn)), ev.TurnStarted)
    begun = dropped()[find(dropped(), kind(ev.TurnStarted, turn=move.turn))].at
    moved = marked[find(marked, kind(ev.Played, number=move.number))].at
    wait = begun + start.remaining_ms * MILLISECOND - moved
    return shift(marked, after(ev.Played, move.number - 1), wait), move.number


# -- moves and refusals at the edge ----------------------------------------------------------


def test_move_after_the_deadline_that_is_accepted() -> None:
    """Who is too late is too late."""
    play = next(o for o in honest() if isinstance(o, Sent) and isinstance(DIALECT.read(o.raw), cmd.Play))
    spoilt = shift(honest(), lambda o, e: o is play, 40 * SECOND)
    finding = convicted(spoilt, "late_accept", "T3", "BLF-E28", says="after its deadline was accepted")
    assert finding.evidence


def first_accepted(who: str) -> tuple[int, cmd.Play]:
    """Where the first play of this actor is answered in the honest history, and the play."""
    for index, observation, event in events(honest()):
        if isinstance(event, ev.Ok) and observation.who == f"{PARTY}/{who}":
            for sent in honest()[:index]:
                command = DIALECT.read(sent.raw) if isinstance(sent, Sent) else None
                if isinstance(command, cmd.Play) and command.id == event.id:
                    return index, command
    raise LookupError("this actor never plays")


def sending(play: cmd.Play, command: cmd.Command) -> History:
    """The honest history in which this command was sent instead of that play."""
    sent, made = DIALECT.encode(play), DIALECT.encode(command)
    return alter(honest(), lambda o, e: isinstance(o, Sent) and o.raw == sent, lambda o: replace(o, raw=made))


def test_answers_to_other_things_are_no_moves() -> None:
    """The answer to a leave, a second answer to the same command, or one to nothing that we sent: none is judged."""
    clean = acquitted(honest(), "late_accept")
    index, play = first_accepted("ben")
    again = insert(honest(), index + 1, honest()[index])
    assert acquitted(again, "late_accept").evaluated == clean.evaluated
    ok = honest()[index]
    unknown = alter(honest(), lambda o, e: o is ok, lambda o: replace(o, raw=frame(ev.Ok(seq=1, id="other", number=1))))
    assert acquitted(unknown, "late_accept").evaluated == clean.evaluated - 1
    left = sending(play, cmd.Leave(id=play.id))
    assert acquitted(left, "late_accept").evaluated == clean.evaluated - 1


def test_answer_to_a_move_for_another_turn_is_not_judged() -> None:
    """Whether it may be accepted at all is another oracle's business."""
    _, play = first_accepted("ben")
    spoilt = sending(play, replace(play, turn=play.turn + 40))
    assert acquitted(spoilt, "late_accept").undecidable == acquitted(honest(), "late_accept").undecidable + 1


def test_answer_that_comes_after_its_event_is_judged_all_the_same() -> None:
    """Others may hear of a move, and of the next turn, before its player is answered."""
    index, _ = first_accepted("ben")
    turn = find(honest()[index:], kind(ev.TurnStarted)) + index
    answer = replace(honest()[index], at=honest()[turn].at)
    late = (*honest()[:index], *honest()[index + 1 : turn + 1], answer, *honest()[turn + 1 :])
    assert acquitted(late, "late_accept") == acquitted(honest(), "late_accept")


def refused(seconds: int, *, before: int = 0) -> History:
    """Ben's move for his turn is refused as stale so long after the turn began.

    With `before`, he had sent it so long before his turn began.
    """
    turn = event_at(timed_out(), find(timed_out(), kind(ev.TurnStarted, turn=ran_out().turn)), ev.TurnStarted)
    begun = timed_out()[find(timed_out(), kind(ev.TurnStarted, number=turn.number))].at
    refused_at = begun + seconds * SECOND
    sent_at = begun - before if before else refused_at - 2 * LATENCY
    connection, who = f"{PARTY}/ben#1", f"{PARTY}/ben"
    raw = DIALECT.encode(cmd.Play(id="edge", turn=turn.turn, cards=("K",)))
    refusal = frame(ev.Refused(seq=1, id="edge", code="stale_turn", rule="BLF-E28"))
    sent = Sent(at=sent_at, who=who, connection=connection, raw=raw)
    answer = Received(at=refused_at, who=who, connection=connection, raw=refusal)
    return tuple(sorted((sent, answer, *timed_out()), key=lambda o: o.at))


def test_move_in_time_that_is_refused_as_late() -> None:
    """The turn was open, and went on to be."""
    finding = convicted(
        refused(5), "early_refusal", "T4", "BLF-E28", says="was refused as stale while that turn was open"
    )
    assert len(finding.seats) == 1
    assert finding.evidence


def test_stale_moves_are_rightly_refused() -> None:
    """A move that was sent before the turn began, at its end, or after it, is not in time."""
    for history in (refused(1, before=2 * SECOND), refused(30), refused(31), refused(45)):
        assert acquitted(history, "early_refusal").evaluated == 1


def test_refusals_of_other_things_are_no_stale_moves() -> None:
    """Other codes, and refusals that name no command, are not judged."""
    code = edit(refused(5), kind(ev.Refused, id="edge"), lambda e: replace(e, code="not_in_hand"))
    assert not acquitted(code, "early_refusal").evaluated
    nameless = edit(refused(5), kind(ev.Refused, id="edge"), lambda e: replace(e, id=None))
    assert not acquitted(nameless, "early_refusal").evaluated


def test_fault_says_nothing_about_the_clock() -> None:
    """A connection that is stalled hears late by our own fault."""
    index = find(timed_out(), kind(ev.TurnStarted, "ana"))
    fault = FaultBegun(at=timed_out()[index].at, who=f"{PARTY}/ana", connection=f"{PARTY}/ana#1", fault="stall")
    for oracle in TIMERS:
        acquitted(insert(timed_out(), index, fault), oracle)
