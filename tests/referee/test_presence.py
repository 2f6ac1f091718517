"""Who is there and who is away: what is acquitted, and every way to be convicted."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from harness.clock import HOUR, MILLISECOND, SECOND, Duration, Instant
from harness.history.observation import Closed, FaultBegun, Observation, Opened, Sent
from harness.referee.moment import Sandwich
from harness.scenario.model import When
from harness.wire import events as ev
from tests.referee.findings import after
from tests.referee.histories import (
    LATENCY,
    OPEN,
    PARTY,
    History,
    absent,
    acquitted,
    add,
    alter,
    convicted,
    event_at,
    events,
    find,
    honest,
    insert,
    kind,
    plan,
    record,
    remove,
    report,
    staged,
    step,
    with_bots,
)


def test_clean_presence_is_acquitted(clean: History) -> None:
    """Nobody is wrongly called away or back in a clean history, whether delays are known or not."""
    acquitted(clean, "presence")
    acquitted(clean, "presence", sandwich=OPEN)


@pytest.mark.parametrize(
    "scenario",
    [
        "all-away",
        "lobby-expiry",
        "reconnect-after-hole",
        "s02-half-open-socket-is-replaced",
        "s03-overlapping-blips",
        "s06-owner-leaves-the-lobby",
        "s06-owner-leaves-the-match",
        "s15-slow-reader",
        "s15-storm",
    ],
)
def test_lost_connections_of_all_kinds_are_acquitted(scenario: str) -> None:
    """Holes, blips, storms and stalls: all as it should be."""
    for case in range(2):
        acquitted(staged(scenario, case)[0], "presence")


def test_presence_judges_something() -> None:
    """One call away and one back make two."""
    assert acquitted(absent(), "presence").evaluated == 2


def bens(history: History) -> str:
    """Ben's public id."""
    return event_at(history, find(history, kind(ev.Snapshot, "ben")), ev.Snapshot).you


def away(history: History, player: str) -> Callable[[Any], ev.Event]:
    """Makes an event that calls this player away."""
    return lambda event: ev.Away(number=0, group=0, player=player)


@pytest.mark.parametrize(("late", "early"), [(4 * SECOND, "3.979"), (30 * MILLISECOND, "0.009")])
def test_away_before_its_time(late: Duration, early: str) -> None:
    """Ten seconds without a connection, and not less; our own end of it is known to the nanosecond."""
    lost = lost_at(absent())

    def delayed(observation: Observation) -> Observation:
        ends = isinstance(observation, FaultBegun | Closed) and observation.at == lost
        return replace(observation, at=lost + late) if ends else observation

    spoilt = tuple(sorted(map(delayed, absent()), key=lambda o: o.at))
    finding = convicted(spoilt, "presence", "N3", "BLF-E04", says=f"is called away {early} s too early")
    assert finding.evidence


def lost_at(history: History) -> Instant:
    """When the first connection was cut."""
    return history[find(history, lambda o, e: isinstance(o, FaultBegun))].at


def test_away_while_connected() -> None:
    """Who has a connection is there."""
    spoilt = add(honest(), kind(ev.TurnStarted, turn=3), away(honest(), bens(honest())))
    convicted(spoilt, "presence", "N3", "BLF-E04", says="is called away while connected")


def test_away_while_we_do_not_read_is_not_judged() -> None:
    """A stall of our own making may look like a lost connection."""
    spoilt = add(honest(), kind(ev.TurnStarted, turn=3), away(honest(), bens(honest())))
    index = find(spoilt, kind(ev.TurnStarted, turn=2))
    stall = FaultBegun(at=spoilt[index].at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#1", fault="stall")
    assert acquitted(insert(spoilt, index, stall), "presence").undecidable == 1


def test_away_a_second_time_is_not_judged() -> None:
    """It changes nothing."""
    spoilt = add(absent(), kind(ev.Away), lambda e: e)
    assert acquitted(spoilt, "presence").undecidable == 1


def test_away_of_a_stranger_is_not_judged() -> None:
    """We know only when our own players are connected."""
    seats = event_at(with_bots(), find(with_bots(), kind(ev.MatchStarted)), ev.MatchStarted).seats
    clean = acquitted(with_bots(), "presence").evaluated
    for player in ("p_stranger", *(seat for seat in seats if seat.startswith("b"))):
        for made in (ev.Away(number=0, group=0, player=player), ev.Back(number=0, group=0, player=player)):
            spoilt = add(with_bots(), kind(ev.TurnStarted, turn=3), lambda e, made=made: made)  # type: ignore[misc]
            assert acquitted(spoilt, "presence").evaluated == clean


def test_return_of_a_leaver_is_not_judged() -> None:
    """Who is no member any more cannot be called back; that nobody is told of him is judged elsewhere."""
    history = staged("e07-leaver-on-his-turn")[0]
    left = event_at(history, find(history, kind(ev.LeftTable)), ev.LeftTable)
    player = event_at(history, find(history, kind(ev.MatchStarted)), ev.MatchStarted).seats[left.seat]
    spoilt = add(history, kind(ev.Roster, phase="playing"), lambda e: ev.Back(number=0, group=0, player=player))
    assert not acquitted(spoilt, "presence").evaluated


def test_back_without_having_been_away() -> None:
    """Who was never called away is not called back."""
    player = bens(honest())
    spoilt = add(honest(), kind(ev.TurnStarted, turn=3), lambda e: ev.Back(number=0, group=0, player=player))
    convicted(spoilt, "presence", "N3", "BLF-E05", says="is called back and was never away")


def test_back_without_a_connection() -> None:
    """Nobody is back who has not said hello."""
    number = event_at(absent(), find(absent(), kind(ev.Away)), ev.Away).number
    player = bens(absent())
    spoilt = add(absent(), after(ev.TurnStarted, number), lambda e: ev.Back(number=0, group=0, player=player))
    convicted(spoilt, "presence", "N3", "BLF-E05", says="is called back without a connection")


@lru_cache
def untold() -> History:
    """Ben stays away for a minute, and nobody is told."""
    return remove(remove(absent(), kind(ev.Away)), kind(ev.Back))


def heard_after(history: History, due: Instant) -> Instant:
    """When the first public event came that was surely sent after this."""
    return min(o.at for _, o, e in events(history) if isinstance(e, ev.PublicEvent) and o.at - LATENCY > due)


AWAY: Duration = 10 * SECOND + LATENCY + MILLISECOND
"""The server may take so long to call somebody away, counted from our end of his connection."""

SILENCE: Duration = 41 * SECOND
"""It may take so much longer when his connection ended in a hole."""


def test_absence_that_nobody_is_told_of() -> None:
    """Who has no connection for ten seconds is called away, and that is noticed with the next public event."""
    lost = lost_at(untold())
    finding = convicted(untold(), "presence", "N3", "BLF-E04", says="and is not called away")
    assert finding.at == heard_after(untold(), lost + AWAY)
    assert f"for {(finding.at - LATENCY - lost) / SECOND:.1f} s" in finding.what
    acquitted(untold(), "presence", sandwich=Sandwich(delay_min=LATENCY, delay_max=LATENCY, lateness=HOUR))
    assert len(report(untold(), "presence").findings) == 1


def test_silence_is_found_out_later_than_an_end() -> None:
    """Of a hole the server learns only by the silence."""
    holed = alter(untold(), lambda o, e: isinstance(o, FaultBegun), lambda o: replace(o, fault="hole"))
    finding = convicted(holed, "presence", "N3", "BLF-E04", says="and is not called away")
    assert finding.at == heard_after(untold(), lost_at(untold()) + AWAY + SILENCE)


@lru_cache
def both_lost() -> History:
    """Ben and cho are lost; ben comes back before he is called away, cho stays away for a while."""
    script = (
        step("ben", "drop", When(hand=1, turn="ana"), how="close"),
        step("cho", "drop", how="close"),
        step("ben", "reconnect", after=3 * SECOND),
        step("cho", "reconnect", after=40 * SECOND),
    )
    return record(plan("honest", "honest", "honest", "honest", script=script), seed=9)


def test_return_of_one_is_no_return_of_another() -> None:
    """A snapshot shows who is away; who is lost and still shown as present is waited for."""
    assert acquitted(both_lost(), "presence").evaluated > 0
    spoilt = remove(remove(both_lost(), kind(ev.Away)), kind(ev.Back))
    finding = convicted(spoilt, "presence", "N3", "BLF-E04", says="and is not called away")
    cho = event_at(spoilt, find(spoilt, kind(ev.Snapshot, "cho")), ev.Snapshot).you
    assert cho in finding.what
    assert finding.at == heard_after(spoilt, lost_at(spoilt) + AWAY)


def knocking(fault: str = "") -> History:
    """Ben, who is lost, says hello a second before he is due to be called away, and is not answered.

    That connection stays, or it is cut by a fault at once.
    """
    at = lost_at(untold()) + 9 * SECOND
    hello = next(o.raw for o in untold() if isinstance(o, Sent) and o.who == f"{PARTY}/ben" and b'"hello"' in o.raw)
    who, connection = f"{PARTY}/ben", f"{PARTY}/ben#9"
    knock: list[Observation] = [
        Opened(at=at, who=who, connection=connection),
        Sent(at=at, who=who, connection=connection, raw=hello),
    ]
    if fault:
        knock.append(FaultBegun(at=at + LATENCY, who=who, connection=connection, fault=fault))
    return tuple(sorted((*untold(), *knock), key=lambda o: o.at))


def test_knock_may_have_been_heard() -> None:
    """Who said hello may be there as far as the server knows, until that connection is lost as well."""
    acquitted(knocking(), "presence")
    again = lost_at(untold()) + 9 * SECOND + LATENCY
    cut_off = convicted(knocking("rst"), "presence", "N3", "BLF-E04", says="and is not called away")
    assert cut_off.at == heard_after(untold(), again + AWAY)
    unheard = acquitted(knocking("hole"), "presence")
    assert heard_after(untold(), again + AWAY) < back_at(untold())
    assert unheard.evaluated == 0, "he is back before the silence would have been found out"


def back_at(history: History) -> Instant:
    """When ben's second snapshot came."""
    return history[find(history, kind(ev.Snapshot, "ben"), skip=1)].at


def test_lost_sockets_without_a_seat_are_nobodys_absence() -> None:
    """Somebody who never said hello, or is not lost, is not waited for."""
    index = find(honest(), kind(ev.TurnStarted, turn=2))
    at = honest()[index].at
    opened = Opened(at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#9")
    gone = Closed(at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#9", code=1006, by="network")
    acquitted(insert(honest(), index, opened, gone), "presence")


def test_who_expired_in_the_lobby_is_not_waited_for() -> None:
    """A lobby seat is given up after a minute; its player is no member any more."""
    for case in (2, 3):
        assert acquitted(staged("lobby-expiry", case)[0], "presence").evaluated > 0


def test_leaver_is_not_called_away() -> None:
    """Who was lost and then leaves over HTTP is no member any more."""
    for case in range(3):
        told = acquitted(staged("s03-leave-while-disconnected", case)[0], "presence")
        assert not told.undecidable
