"""What a backend owes after we ended it: acquitted when it gives it, convicted for each part that it does not give."""

from __future__ import annotations

from msgspec.structs import replace

from harness.clock import SECOND
from harness.history.observation import Exchange, FaultBegun, FaultEnded, Opened, Received, Sent
from harness.referee.referee import Referee
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.histories import (
    DIALECT,
    EXACT,
    History,
    acquitted,
    alter,
    convicted,
    cut,
    drop,
    edit,
    event_at,
    find,
    frame,
    insert,
    kind,
    of,
    report,
    shift,
    staged,
)

ORACLE = "restart"


def killed() -> History:
    """A backend that is killed in the middle of a hand, and comes back after two seconds."""
    return staged("f32-killed-in-play", 1)[0]


def held() -> History:
    """Ana moves not at all after the restart, and is moved by the clock."""
    return staged("f32-the-pending-turn-has-a-fresh-clock", 0)[0]


def unheard() -> History:
    """The match ends by the step that kills the backend: nobody hears its end."""
    return staged("f32-killed-while-points-are-written", 2)[0]


def back(history: History) -> int:
    """Where the backend comes back."""
    return find(history, of(FaultEnded, connection=""))


def again(history: History) -> int:
    """The first snapshot after that."""
    return find(history, lambda o, e: isinstance(e, ev.Snapshot) and e.restarted)


def first(history: History) -> ev.Snapshot:
    return event_at(history, again(history), ev.Snapshot)


def restarted(history: History, **fields: object) -> History:
    """The first snapshots after the restart with other fields."""
    return edit(history, kind(ev.Snapshot, restarted=True), lambda e: replace(e, **fields))


def test_a_clean_restart_is_acquitted() -> None:
    """Snapshots, clocks and the first move are judged; without an outage nothing is."""
    for history in (killed(), held(), unheard()):
        assert acquitted(history, ORACLE).evaluated > 1
    calm = drop(killed(), lambda o, e: isinstance(o, FaultBegun | FaultEnded) and not o.connection)
    assert report(calm, ORACLE).evaluated == 0


def test_a_first_snapshot_that_says_nothing() -> None:
    """Whoever was there before must be told; who tried twice may have been told the first time."""
    history = killed()
    received = history[again(history)]
    assert isinstance(received, Received)
    whose = received.who

    def of_hers(observation: object, event: ev.Event | None) -> bool:
        return isinstance(event, ev.Snapshot) and event.restarted and getattr(observation, "who", "") == whose

    silent = edit(history, of_hers, lambda e: replace(e, restarted=False))
    convicted(silent, ORACLE, "S10", "WIRE", says="says nothing of the restart")
    index = find(silent, lambda o, e: isinstance(o, Opened) and o.who == whose and o.at > silent[back(silent)].at)
    opened = silent[index]
    hello = next(o for o in silent[index:] if isinstance(o, Sent) and o.who == whose)
    assert isinstance(opened, Opened)
    lost = replace(opened, connection="lost#1")
    twice = insert(silent, index, lost, replace(hello, at=opened.at, connection="lost#1"))
    assert acquitted(twice, ORACLE).undecidable == 1


def test_a_second_snapshot_that_says_it_again() -> None:
    """Once told, no more."""
    history = killed()
    index = again(history)
    received = history[index]
    assert isinstance(received, Received)
    where = next(i for i, o in enumerate(history) if isinstance(o, Opened) and o.connection == received.connection)
    later = replace(history[where], at=received.at, connection="late#1")
    hello = next(o for o in history[where:] if isinstance(o, Sent) and o.connection == received.connection)
    more = insert(
        history, index + 1, later, replace(hello, at=received.at, connection="late#1"),
        replace(received, connection="late#1"),
    )  # fmt: skip
    convicted(more, ORACLE, "S10", "WIRE", says="a second time")


def test_an_old_deadline() -> None:
    """The clock in the snapshot is a full one, not more and not less."""
    table = first(held()).table
    assert table is not None
    for left in (table.remaining_ms - 9_000, table.remaining_ms + 9_000):
        convicted(restarted(held(), table=replace(table, remaining_ms=left)), ORACLE, "S10", "WIRE", says="fresh clock")


def test_a_turn_that_is_moved_too_early_or_too_late() -> None:
    """The automatic move of the pending turn comes when the fresh clock is over."""
    moved = kind(ev.Played, auto="clock")
    early = alter(held(), moved, lambda o: replace(o, at=o.at - 9 * SECOND))
    convicted(sorted(early, key=lambda o: o.at), ORACLE, "S10", "WIRE", says="before its fresh clock was over")
    convicted(shift(held(), moved, 2 * SECOND), ORACLE, "S10", "WIRE", says="was still open")


def test_a_turn_that_is_never_moved() -> None:
    """When the party is over and its turn was open for longer than its clock."""
    number = first(held()).number
    mute = drop(held(), lambda o, e: isinstance(e, ev.PublicEvent) and e.number > number and isinstance(o, Received))
    convicted(mute, ORACLE, "S10", "WIRE", says="was never moved")


def test_a_secret_that_opens_nothing() -> None:
    """Its seat is in a running match; a secret of somebody who left, or no secret at all, may be refused."""
    history = killed()
    index = again(history)
    received = history[index]
    assert isinstance(received, Received)
    refusal = frame(ev.Refused(seq=1, id=None, code="bad_secret", rule="BLF-E39"))
    refused = (*history[:index], replace(received, raw=refusal), *history[index + 1 :])
    refused = drop(
        refused, lambda o, e: getattr(o, "connection", "") == received.connection and o.at > received.at, every=True
    )
    convicted(refused, ORACLE, "S10", "WIRE", says="opens nothing")
    other = (*history[:index], replace(received, raw=frame(ev.Refused(seq=1, id=None, code="rate", rule=""))))
    assert not report(other, ORACLE).findings
    who = received.who
    leave = Sent(at=history[0].at, who=who, connection=received.connection, raw=DIALECT.encode(cmd.Leave(id="x")))
    before = next(o for o in history if isinstance(o, Opened) and o.who == who)
    place = find(history, of(FaultBegun, connection=""))
    gone = insert(refused, place, replace(leave, at=history[place].at, connection=before.connection))
    assert not [f for f in report(gone, ORACLE).findings if "opens nothing" in f.what]


def test_connections_of_before_say_nothing() -> None:
    """Only what was opened after the backend was back is judged by it."""
    history = cut(killed(), back(killed()))
    assert report(history, ORACLE).evaluated == 0


def test_leaving_over_http_is_leaving() -> None:
    """Whoever asked to leave is owed nothing."""
    history = killed()
    join = find(history, lambda o, e: isinstance(o, Exchange) and o.path.endswith("/members"))
    exchange = history[join]
    assert isinstance(exchange, Exchange)
    gone = replace(exchange, method="DELETE", path=f"{exchange.path}/me", status=0, answer=b"")
    place = find(history, of(FaultBegun, connection=""))
    left = insert(history, place, replace(gone, at=history[place].at, sent=history[place].at))
    silent = edit(left, kind(ev.Snapshot, restarted=True), lambda e: replace(e, restarted=False), everywhere=True)
    assert all(exchange.who not in f.what for f in report(silent, ORACLE).findings)


def test_results_that_nobody_heard_are_on_the_boards() -> None:
    """The snapshot shows how the match ended; the points are looked for as if it had been heard."""
    history = unheard()
    for oracle in ("settled_once", "board_sums", "month"):
        assert acquitted(history, oracle).evaluated
    result = first(history).result
    assert result is not None
    blind = restarted(history, result=None)
    assert report(blind, "settled_once").findings


def test_a_restart_of_others_is_no_outage_of_ours() -> None:
    """Snapshots may say it without our doing: the turn's clock is not known then."""
    own = drop(killed(), lambda o, e: isinstance(o, FaultBegun | FaultEnded) and not o.connection)
    referee = Referee(DIALECT, sandwich=EXACT)
    for observation in own:
        referee.observe(observation)
    assert referee.scene.outage is None
    assert not [f for r in referee.reports() for f in r.findings if r.oracle.startswith("timer")]
