"""What a backend owes after it was ended: acquitted as it is, convicted of each thing that it may get wrong."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.clock import SECOND
from harness.dialects.dialect import Session
from harness.dialects.http import HttpResponse
from harness.history.observation import (
    Closed,
    Exchange,
    FaultBegun,
    FaultEnded,
    Observation,
    Opened,
    PartyEnded,
    Received,
    Sent,
)
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.histories import (
    DIALECT,
    History,
    acquitted,
    convicted,
    drop,
    edit,
    event_of,
    find,
    frame,
    insert,
    judge,
    of,
    report,
    shift,
    staged,
)

IN_PLAY = "f32-killed-in-play"
THINKER = "f32-the-pending-turn-has-a-fresh-clock"


def clean(scenario: str = IN_PLAY) -> History:
    """The backend is killed once, and comes back."""
    return staged(scenario)[0]


def is_back(observation: Observation, event: ev.Event | None) -> bool:
    """The first snapshot that says so."""
    return isinstance(event, ev.Snapshot) and event.restarted


def first_back(history: History) -> int:
    """Where somebody is told of the restart for the first time."""
    return find(history, is_back)


def hello_of(history: History, index: int) -> tuple[int, int]:
    """Where the connection of this frame was opened, and where it said hello."""
    received = history[index]
    assert isinstance(received, Received)
    opened = find(history, of(Opened, connection=received.connection))
    return opened, find(history, of(Sent, connection=received.connection))


def once_more(history: History, *, before: bool, answer: bool | None) -> History:
    """The one who is told first says hello on another connection, too.

    Args:
        history: Any with a restart.
        before: He does so before he is told, not after.
        answer: The snapshot that he gets there says `restarted`, or not; None for no answer.
    """
    index = first_back(history)
    told = history[index]
    opened, hello = (history[place] for place in hello_of(history, index))
    assert isinstance(told, Received)
    assert isinstance(opened, Opened)
    assert isinstance(hello, Sent)
    name = f"{told.connection}-more"
    at = hello.at if before else told.at
    more: list[Observation] = [replace(opened, at=at, connection=name), replace(hello, at=at, connection=name)]
    if answer is not None:
        shown = event_of(told)
        assert isinstance(shown, ev.Snapshot)
        more.append(replace(told, at=at, connection=name, raw=frame(replace(shown, restarted=answer))))
    return insert(history, hello_of(history, index)[1] if before else index + 1, *more)


def leaving(history: History, *, by_socket: bool) -> History:
    """The one who is told first had asked to leave when the backend was ended, and nobody knows what came of it."""
    told = history[first_back(history)]
    assert isinstance(told, Received)
    index = find(history, of(FaultEnded)) - 1
    at = history[index].at
    if by_socket:
        first = next(o for o in history if isinstance(o, Opened) and o.who == told.who)
        raw = DIALECT.encode(cmd.Leave(id="bye"))
        return insert(history, index, Sent(at=at, who=told.who, connection=first.connection, raw=raw))
    session = next(o for o in history if isinstance(o, Exchange) and o.who == told.who and o.path == "/v1/sessions")
    token = DIALECT.read_session(HttpResponse(status=session.status, body=session.answer)).token
    shown = event_of(told)
    assert isinstance(shown, ev.Snapshot)
    request = DIALECT.leave_room(Session(player=shown.you, token=token), shown.room)
    call = Exchange(
        at=at, sent=at, who=told.who, method=request.method, path=request.path, token=token, body=b"", status=0,
        answer=b"", error="cut", call=99,
    )  # fmt: skip
    return insert(history, index, call)


def test_a_backend_that_keeps_its_word_is_acquitted() -> None:
    """Whatever it was doing when it was ended."""
    for scenario in (IN_PLAY, THINKER, "f32-restart-while-a-seat-is-away", "f32-restarted-in-good-order"):
        told = acquitted(clean(scenario), "restart")
        assert told.evaluated, scenario


def test_nothing_is_owed_without_a_restart() -> None:
    """Nobody ended it."""
    assert not acquitted(staged("honest-match")[0], "restart").evaluated


def test_a_restart_is_told_once() -> None:
    """The first snapshot says it, the next one does not."""
    convicted(once_more(clean(), before=False, answer=True), "restart", "S10", says="a second time")
    told = acquitted(once_more(clean(), before=False, answer=False), "restart")
    assert told.evaluated > acquitted(clean(), "restart").evaluated


def test_a_restart_is_told() -> None:
    """A snapshot that is silent about it convicts, unless another one may have been lost, or its player was leaving."""
    silent = edit(clean(), is_back, lambda e: replace(e, restarted=False))
    convicted(silent, "restart", "S10", says="says nothing of the restart")
    again = once_more(clean(), before=True, answer=None)
    doubtful = edit(again, is_back, lambda e: replace(e, restarted=False))
    assert acquitted(doubtful, "restart").undecidable == 1


@pytest.mark.parametrize("by_socket", [True, False])
def test_whoever_was_leaving_is_owed_nothing(by_socket: bool) -> None:
    """He may have left: neither his snapshot nor a refusal says anything."""
    history = leaving(clean(), by_socket=by_socket)
    silent = edit(history, is_back, lambda e: replace(e, restarted=False))
    acquitted(silent, "restart")
    refused = edit(history, is_back, refusal)
    acquitted(refused, "restart")


def refusal(snapshot: ev.Snapshot) -> ev.Refused:
    """In place of a snapshot."""
    return ev.Refused(seq=1, id=None, code="bad_secret", rule="BLF-E39")


def test_secrets_stay_valid() -> None:
    """That of a seat in a running match opens it; an older one of the same player need not."""
    refused = edit(clean(), is_back, refusal)
    convicted(refused, "restart", "S10", says="opens nothing")
    other = edit(clean(), is_back, lambda e: replace(refusal(e), code="rate"))
    acquitted(other, "restart")
    told = clean()[first_back(clean())]
    seated = find(clean(), lambda o, e: isinstance(o, Exchange) and o.who == told.who and b'"secret"' in o.answer)  # type: ignore[union-attr]
    call = clean()[seated]
    assert isinstance(call, Exchange)
    newer = replace(call, answer=call.answer.replace(b'"secret":"', b'"secret":"newer'))
    acquitted(edit(insert(clean(), seated + 1, newer), is_back, refusal), "restart")


def test_the_fresh_clock_is_a_full_one() -> None:
    """Neither what was left before, nor more than one clock."""
    for left in (1000, 90_000):
        spoilt = edit(
            clean(THINKER), is_back, lambda e, left=left: replace(e, table=replace(e.table, remaining_ms=left))
        )  # fmt: skip
        convicted(spoilt, "restart", "S10", says="a fresh clock would have")


def moves_after(history: History) -> int:
    """How many events of the room come before the pending turn is moved."""
    index = first_back(history)
    shown = event_of(history[index])
    assert isinstance(shown, ev.Snapshot)
    return shown.number


def test_the_pending_turn_is_moved_in_time() -> None:
    """Not long after its fresh clock, and not before."""
    number = moves_after(clean(THINKER))

    def later(observation: Observation, event: ev.Event | None) -> bool:
        return isinstance(event, ev.Played) and event.number > number

    convicted(shift(clean(THINKER), later, 10 * SECOND), "restart", "S10", says="was still open")
    early = shift(clean(THINKER), later, -25 * SECOND)
    convicted(early, "restart", "S10", says="before its fresh clock was over")


def test_the_pending_turn_is_moved_at_all() -> None:
    """When the party ends long after, and nothing was ever heard of it."""
    number = moves_after(clean(THINKER))

    def after(observation: Observation, event: ev.Event | None) -> bool:
        return isinstance(event, ev.PublicEvent) and event.number > number

    hung = shift(drop(clean(THINKER), after), of(PartyEnded), 600 * SECOND)
    known = clean(THINKER)[first_back(clean(THINKER))].at
    quiet = tuple(o for o in hung if not isinstance(o, Closed) or o.at < known)
    convicted(quiet, "restart", "S10", says="was never moved after the restart")


def test_comings_and_goings_move_no_turn() -> None:
    """Somebody is called away while the turn is pending; it stays so."""
    number = moves_after(clean(THINKER))

    def move(observation: Observation, event: ev.Event | None) -> bool:
        return isinstance(event, ev.Played) and event.number > number

    gone = edit(clean(THINKER), move, lambda e: ev.Away(number=e.number, group=e.group, player="p0"), everywhere=True)
    acquitted(gone, "restart")


def test_a_connection_that_heals_is_no_restart() -> None:
    """Stalls of our own end, too."""
    assert not acquitted(staged("s15-slow-reader")[0], "restart").evaluated


def test_only_what_was_opened_afterwards_is_judged() -> None:
    """Connections of before say nothing about what the backend owes now."""
    index = find(clean(), of(FaultEnded, connection=""))
    assert not report(clean()[: index + 1], "restart").evaluated


def test_results_that_nobody_heard_are_on_the_boards() -> None:
    """The snapshot shows how the match ended; the points are looked for as if it had been heard."""
    history = staged("f32-killed-while-points-are-written", 2)[0]
    for oracle in ("settled_once", "board_sums", "month"):
        assert acquitted(history, oracle).evaluated
    blind = edit(history, is_back, lambda e: replace(e, result=None), every=True)
    assert report(blind, "settled_once").findings


def test_a_restart_of_others_is_no_outage_of_ours() -> None:
    """Snapshots may say it without our doing: then the clock of the turn is not known."""
    own = drop(clean(), lambda o, e: isinstance(o, FaultBegun | FaultEnded) and not o.connection)
    referee = judge(own)
    assert referee.scene.outage is None
    assert not [found for told in referee.reports() for found in told.findings if told.oracle.startswith("timer")]
