"""Seats and their sockets: who gets a seat, and what becomes of the older socket."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND
from harness.history.observation import Closed, FaultBegun, Opened, Sent
from harness.wire import events as ev
from harness.wire.commands import Hello
from tests.referee.histories import (
    DIALECT,
    PARTY,
    History,
    acquitted,
    alter,
    both,
    convicted,
    cut,
    drop,
    edit,
    event_at,
    events,
    find,
    honest,
    insert,
    kind,
    of,
    report,
    shift,
    staged,
    taken_over,
)

OLD = of(Closed, connection=f"{PARTY}/ben#1")
NEW = kind(ev.Snapshot, "ben", phase="playing")


def hello(history: History, who: str) -> Sent:
    """The first hello of a player."""
    found = history[find(history, of(Sent, who=f"{PARTY}/{who}"))]
    assert type(found) is Sent
    return found


def says(who: str, secret: str) -> History:
    """The honest match, in which this player says another secret and gets his seat all the same."""
    raw = DIALECT.encode(Hello(secret=secret))
    return alter(honest(), of(Sent, who=f"{PARTY}/{who}"), lambda o: replace(o, raw=raw))


def closed(history: History, **fields: Any) -> History:
    """The end of ben's older socket, changed."""
    return alter(history, OLD, lambda o: replace(o, **fields))


# -- C4 ---------------------------------------------------------------------------------------


def test_clean_seats_are_given_for_their_secret(clean: History) -> None:
    """Whoever is let in had been given that secret for that seat."""
    assert acquitted(clean, "seat_binding").evaluated > 0


def test_wrong_secrets_that_are_refused_are_judged() -> None:
    """A backend that refuses thieves is seen to do so."""
    history, _ = staged("s10-stolen-chair")
    assert [e for _, _, e in events(history) if type(e) is ev.Refused and e.code == "bad_secret"]
    answers = [e for _, _, e in events(history) if type(e) is ev.Snapshot or getattr(e, "code", "") == "bad_secret"]
    assert acquitted(history, "seat_binding").evaluated == len(answers)


def test_seat_for_no_secret_at_all_is_stolen() -> None:
    """A public id, or anything else that nobody was given, opens no seat."""
    player = event_at(honest(), find(honest(), kind(ev.Snapshot, "cho")), ev.Snapshot).you
    finding = convicted(says("cho", player), "seat_binding", "C4", "BLF-E39", says="that is no resume secret")
    assert "t0/cho got the seat of" in finding.what
    assert finding.evidence


def test_seat_for_the_secret_of_another_is_stolen() -> None:
    """A secret opens the seat it was given for, and no other."""
    raw = hello(honest(), "ana").raw
    spoilt = alter(honest(), of(Sent, who=f"{PARTY}/cho"), lambda o: replace(o, raw=raw))
    convicted(spoilt, "seat_binding", "C4", "BLF-E39", says="opened the seat of")


def test_other_refusals_say_nothing_about_seats() -> None:
    """Only a refused secret is a refused seat."""
    refused = ev.Refused(id="x", code="rate", rule="WIRE")
    spoilt = edit(honest(), kind(ev.Pong), lambda e: replace(refused, seq=e.seq))
    assert report(spoilt, "seat_binding").evaluated == report(honest(), "seat_binding").evaluated


# -- C2 ---------------------------------------------------------------------------------------


def test_clean_takeovers_end_the_older_socket(clean: History) -> None:
    """Nowhere are two sockets served, and nobody is replaced by nobody."""
    acquitted(clean, "takeover")


def test_takeover_is_judged() -> None:
    """The older socket is closed with 4000, once."""
    assert acquitted(taken_over(), "takeover").evaluated == 1


def test_older_socket_closed_with_another_code_is_named() -> None:
    """Its player could not know why."""
    convicted(closed(taken_over(), code=1000), "takeover", "C2", "BLF-25", says="closed with 1000, not with 4000")


def test_older_socket_closed_by_ourselves_says_nothing() -> None:
    """Then it is not known whether the server would have done it."""
    told = acquitted(closed(taken_over(), by="us", code=1000), "takeover")
    assert (told.evaluated, told.undecidable) == (0, 1)


def test_older_socket_that_is_closed_late_is_named() -> None:
    """Two seconds are enough; a stall of our own is an excuse."""
    at = taken_over()[find(taken_over(), OLD)].at
    late = shift(taken_over(), OLD, 3 * SECOND, only=True)
    convicted(late, "takeover", "C2", "BLF-25", says="closed only 3.0 s after it was replaced")
    stall = FaultBegun(at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#1", fault="stall")
    told = acquitted(insert(late, find(late, NEW), stall), "takeover")
    assert (told.evaluated, told.undecidable) == (0, 1)


def test_older_socket_that_stays_open_is_named() -> None:
    """At the end of the run it is still there; shortly after the takeover, or cut off by ourselves, it may be."""
    open_still = drop(taken_over(), OLD)
    finding = convicted(open_still, "takeover", "C2", "BLF-25", says="was never closed")
    assert {evidence.connection for evidence in finding.evidence} >= {f"{PARTY}/ben#2"}
    told = report(open_still, "takeover")
    assert (told.evaluated, told.undecidable) == (1, 0)
    soon = cut(open_still, find(open_still, NEW) + 2)
    assert acquitted(soon, "takeover").undecidable == 1
    hole = FaultBegun(at=soon[-1].at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#1", fault="hole")
    assert acquitted(insert(open_still, find(open_still, NEW) + 1, hole), "takeover").undecidable == 1


def test_older_socket_that_is_still_served_is_named() -> None:
    """One public event after the newer one's snapshot is one too many."""
    new = taken_over()[find(taken_over(), NEW)].at
    index = find(taken_over(), both(kind(ev.TurnStarted, "ana"), lambda o, e: o.at > new))
    event = event_at(taken_over(), index, ev.TurnStarted)
    heard = replace(taken_over()[index], who=f"{PARTY}/ben", connection=f"{PARTY}/ben#1")
    spoilt = insert(drop(taken_over(), OLD), index, heard)
    finding = convicted(spoilt, "takeover", "C2", "BLF-25", says="both sockets of")
    assert f"event {event.number} still comes" in finding.what


def test_older_socket_may_hear_what_its_successor_was_told() -> None:
    """What is part of the newer one's snapshot may still be under way to the older one."""
    index = find(taken_over(), NEW)
    shown = event_at(taken_over(), index, ev.Snapshot)
    last = find(taken_over(), lambda o, e: isinstance(e, ev.PublicEvent) and e.number == shown.number)
    late = replace(taken_over()[last], at=taken_over()[index].at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#1")
    acquitted(insert(taken_over(), index + 1, late), "takeover")


def test_replaced_by_nobody_is_named() -> None:
    """4000 without a newer socket is a lie; with one whose snapshot comes later it is none."""
    spoilt = alter(honest(), of(Closed), lambda o: replace(o, code=4000))
    convicted(spoilt, "takeover", "C2", "BLF-25", says="there is no newer one")
    new = taken_over()[find(taken_over(), NEW)].at
    early = closed(taken_over(), at=new - MILLISECOND)
    assert acquitted(tuple(sorted(early, key=lambda o: o.at)), "takeover").evaluated == 1


# -- C3 ---------------------------------------------------------------------------------------


def test_clean_goodbyes_harm_nobody(clean: History) -> None:
    """Old sockets may end as they like."""
    acquitted(clean, "stale_goodbye")


def test_newer_socket_that_goes_on_is_judged() -> None:
    """Its next frame shows that it is still served."""
    told = acquitted(taken_over(), "stale_goodbye")
    assert (told.evaluated, told.undecidable) == (1, 0)


def ends(history: History, code: int, by: str, *before: Any) -> History:
    """Ben's newer socket ends right after the older one."""
    index = find(history, OLD)
    at = history[index].at
    end = Closed(at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#2", code=code, by=by)
    return insert(cut(history, index + 1), index + 1, *(change(at) for change in before), end)


def test_newer_socket_that_ends_with_the_older_one_is_named() -> None:
    """Whoever takes the older socket's end for the newer one's is convicted."""
    spoilt = ends(taken_over(), 1011, "them")
    convicted(spoilt, "stale_goodbye", "C3", "BLF-25", says="was closed (1011) when the older one ended")
    told = report(spoilt, "stale_goodbye")
    assert (told.evaluated, told.undecidable) == (1, 0)


@pytest.mark.parametrize(("code", "by"), [(1000, "us"), (4006, "them"), (4002, "them"), (1006, "network")])
def test_newer_socket_that_ends_for_its_own_reason_says_nothing(code: int, by: str) -> None:
    """We closed it, it was left or its room closed, or the network broke."""
    told = acquitted(ends(taken_over(), code, by), "stale_goodbye")
    assert (told.evaluated, told.undecidable) == (0, 1)


def test_newer_socket_that_ends_after_nonsense_or_a_fault_says_nothing() -> None:
    """What we did to it ourselves may be why."""

    def nonsense(at: int) -> Sent:
        return Sent(at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#2", raw=b"nonsense")

    def stall(at: int) -> FaultBegun:
        return FaultBegun(at=at, who=f"{PARTY}/ben", connection=f"{PARTY}/ben#2", fault="stall")

    for change in (nonsense, stall):
        assert acquitted(ends(taken_over(), 4003, "them", change), "stale_goodbye").undecidable == 1


def test_newer_socket_that_hears_nothing_any_more_is_undecidable() -> None:
    """The run is over before its next frame."""
    told = acquitted(cut(taken_over(), find(taken_over(), OLD) + 1), "stale_goodbye")
    assert (told.evaluated, told.undecidable) == (0, 1)


def test_player_called_away_while_his_newer_socket_lives_is_named() -> None:
    """However long after the older one's end: he is there and hears it himself."""
    you = event_at(taken_over(), find(taken_over(), NEW), ev.Snapshot).you
    later = both(kind(ev.Pong), of(type(taken_over()[find(taken_over(), NEW)]), connection=f"{PARTY}/ben#2"))

    def away(event: ev.Pong) -> ev.Away:
        return ev.Away(seq=event.seq, number=1, group=1, player=you)

    convicted(
        edit(taken_over(), later, away, skip=2), "stale_goodbye", "C3", "BLF-25", says="is called away while connected"
    )
    others = edit(taken_over(), later, lambda e: replace(away(e), player="other"))
    acquitted(others, "stale_goodbye")


def test_second_older_socket_is_no_second_case() -> None:
    """Two older sockets that end before the newer one hears anything are judged once, by its next frame."""
    index = find(taken_over(), OLD)
    at = taken_over()[index].at
    third = f"{PARTY}/ben#1b"
    snapshot = replace(taken_over()[find(taken_over(), kind(ev.Snapshot, "ben"))], at=at - 3, connection=third)
    opened = Opened(at=at - 4, who=f"{PARTY}/ben", connection=third)
    gone = Closed(at=at, who=f"{PARTY}/ben", connection=third, code=4000, by="them")
    start = find(taken_over(), lambda o, e: o.at >= at - 4)
    spoilt = insert(insert(taken_over(), index + 1, gone), start, opened, snapshot)
    told = report(spoilt, "stale_goodbye")
    assert (told.evaluated, told.undecidable) == (1, 0)
