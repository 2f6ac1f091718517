"""Rooms: codes, owners and occupancy; what is acquitted, and every way to be convicted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from harness.clock import MILLISECOND, Duration
from harness.history.observation import Exchange, Observation
from harness.wire import events as ev
from tests.referee.histories import (
    LATENCY,
    OPEN,
    History,
    acquitted,
    again,
    alter,
    convicted,
    cut,
    edit,
    event_at,
    find,
    honest,
    insert,
    kind,
    plan,
    record,
    staged,
)

ORACLES = ("room_codes", "owner", "occupancy")
SCRIPTED = [
    "lobby-bots",
    "lobby-expiry",
    "rematch",
    "s06-owner-leaves-the-lobby",
    "s06-owner-leaves-the-match",
    "s14-barriers",
]


@pytest.mark.parametrize("oracle", ORACLES)
def test_clean_rooms_are_acquitted(clean: History, oracle: str) -> None:
    """No clean history breaks the lobby, whether delays are known or not."""
    acquitted(clean, oracle)
    acquitted(clean, oracle, sandwich=OPEN)


@pytest.mark.parametrize("scenario", SCRIPTED)
def test_special_lobbies_are_acquitted(scenario: str) -> None:
    """Bots, leaving owners, lobbies that change: all as it should be."""
    for case in range(2):
        for oracle in ORACLES:
            acquitted(staged(scenario, case)[0], oracle)


def test_every_oracle_of_rooms_judges_something() -> None:
    """Codes, owners and full tables are all seen."""
    lobby = staged("lobby-bots")[0]
    assert acquitted(lobby, "room_codes").evaluated > 2
    assert acquitted(lobby, "owner").evaluated > 5
    assert not acquitted(lobby, "owner").undecidable
    assert acquitted(lobby, "occupancy").evaluated > 5


Change = Callable[[Any], Observation]


def call(method: str, path: str, *, status: int | None = None) -> Callable[[Observation, ev.Event | None], bool]:
    """Picks HTTP calls to a path that ends like this."""
    return lambda o, e: (
        isinstance(o, Exchange) and o.method == method and o.path.endswith(path) and status in (None, o.status)
    )


def exchange_at(history: History, index: int) -> Exchange:
    """The exchange at this index."""
    found = history[index]
    assert isinstance(found, Exchange)
    return found


def problem(code: str, status: int) -> bytes:
    """The body of a refusal."""
    shape = '{"type":"/problems/%s","title":"No.","status":%d,"code":"%s","rule":"WIRE"}'
    return (shape % (code, status, code)).encode()


# -- codes -----------------------------------------------------------------------------------


def test_code_that_is_given_out_twice() -> None:
    """A new room gets no code of a room in which somebody sits."""
    created = exchange_at(lobby(), find(lobby(), call("POST", "/v1/rooms")))
    index = find(lobby(), kind(ev.MatchStarted))
    second = replace(created, at=lobby()[index].at, sent=lobby()[index].at - 2 * LATENCY, call=900)
    finding = convicted(insert(lobby(), index, second), "room_codes", "N1", "FEAT-02", says="was given to a new room")
    assert finding.room
    for answer in (b"", b"[]"):
        unread = insert(lobby(), index, replace(second, answer=answer))
        assert acquitted(unread, "room_codes").evaluated == acquitted(lobby(), "room_codes").evaluated


def lobby() -> History:
    """A lobby in which much happens."""
    return staged("lobby-bots")[0]


def test_code_of_a_closed_room_may_be_given_out_again() -> None:
    """When a room is gone its code is free."""
    told = acquitted(again(honest()), "room_codes")
    assert told.evaluated == 2 * acquitted(honest(), "room_codes").evaluated


def late_join(*, sent_after: Duration) -> History:
    """Somebody joins a room whose end we have heard of; he asked so long after we did."""
    joined = exchange_at(lobby(), find(lobby(), call("POST", "/members", status=201)))
    index = find(lobby(), kind(ev.RoomClosed))
    at = lobby()[index].at
    late = replace(joined, at=at + 2 * LATENCY, sent=at + sent_after, call=900, path=joined.path.lower())
    return insert(lobby(), index + 1, late)


def test_code_of_a_closed_room_opens_nothing() -> None:
    """A dead code is dead; who asked before it died may well have been let in."""
    finding = convicted(
        late_join(sent_after=0), "room_codes", "N1", "BLF-E38", says="was closed and can still be joined"
    )
    assert not finding.room
    assert acquitted(late_join(sent_after=-2 * LATENCY), "room_codes").evaluated > 0


def test_join_without_an_answer_says_nothing() -> None:
    """A call that failed decides nothing."""
    lost = alter(lobby(), call("POST", "/members"), lambda o: replace(o, status=0, answer=b""))
    assert acquitted(lost, "room_codes").evaluated == acquitted(lobby(), "room_codes").evaluated - 1


# -- owners ----------------------------------------------------------------------------------


def test_owner_who_is_nobody() -> None:
    """The owner is a member."""
    spoilt = edit(lobby(), kind(ev.Roster), lambda e: replace(e, owner="p_nobody"), everywhere=True)
    convicted(spoilt, "owner", "N2", "BLF-E36", says="the owner is p_nobody, nobody of the room")


def test_owner_who_is_a_bot() -> None:
    """The owner is human."""

    def bot(event: ev.Roster) -> ev.Roster:
        return replace(event, owner=next(m.player for m in event.members if m.kind == "bot"))

    convicted(edit(lobby(), kind(ev.Roster), bot, everywhere=True), "owner", "N2", "BLF-E36", says=", a bot")


def test_owners_power_in_other_hands() -> None:
    """Only the owner starts the match."""
    ben = exchange_at(lobby(), find(lobby(), call("POST", "/members", status=201)))
    spoilt = alter(lobby(), call("POST", "/start"), lambda o: replace(o, token=ben.token, who=ben.who))
    finding = convicted(spoilt, "owner", "N2", "FEAT-09", says="is not the owner and could start all the same")
    assert finding.room


def test_owner_without_power() -> None:
    """The owner is not told that he is none; other refusals may be right."""
    answer = problem("not_owner", 403)
    spoilt = alter(lobby(), call("POST", "/start"), lambda o: replace(o, status=403, answer=answer))
    convicted(spoilt, "owner", "N2", "FEAT-09", says="is the owner and was refused to start")
    unreadable = alter(lobby(), call("POST", "/start"), lambda o: replace(o, status=403, answer=b"no"))
    acquitted(unreadable, "owner")


def test_call_across_a_change_of_owner_is_not_judged() -> None:
    """Who owned the room when the call was handled, nobody knows."""
    assert acquitted(staged("s06-owner-leaves-the-lobby")[0], "owner").undecidable > 0


def test_change_of_owner_may_be_heard_of_after_the_answer_to_the_new_owner() -> None:
    """An answer from after the change proves nothing, even if the change is heard of later; one from before does."""
    history = staged("s06-owner-leaves-the-lobby")[0]
    start = exchange_at(history, find(history, call("POST", "/start", status=200)))
    first = event_at(history, find(history, kind(ev.Snapshot)), ev.Snapshot)
    change = find(history, lambda o, e: isinstance(e, ev.Roster) and (e.cause, e.player) == ("left", first.owner))
    heard = history[change].at
    crossed = insert(history, change, replace(start, at=heard, sent=heard - 1, call=901))
    assert acquitted(crossed, "owner").undecidable > acquitted(history, "owner").undecidable
    before = heard - 2 * LATENCY
    place = find(history, lambda o, e: o.at > before)
    proof = insert(history, place, replace(start, at=before, sent=before - 1, call=901))
    convicted(proof, "owner", "N2", "FEAT-09", says="is not the owner and could start all the same")
    convicted(cut(proof, place + 1), "owner", "N2", "FEAT-09", says="is not the owner and could start all the same")


def test_call_about_a_room_that_is_none_of_ours_is_not_judged() -> None:
    """Unknown rooms, failed calls and rooms that are closed say nothing."""
    clean = acquitted(lobby(), "owner").evaluated
    elsewhere = alter(lobby(), call("POST", "/start"), lambda o: replace(o, path="/v1/rooms/QQQQ/start"))
    assert acquitted(elsewhere, "owner").evaluated == clean - 1


# -- occupancy -------------------------------------------------------------------------------


def test_member_who_sits_twice() -> None:
    """Each player has one seat."""
    spoilt = edit(lobby(), kind(ev.Roster), lambda e: replace(e, members=(*e.members, e.members[0])), everywhere=True)
    convicted(spoilt, "occupancy", "N4", "PLT-T24", says="somebody sits here twice")


def test_more_members_than_seats() -> None:
    """A room of four holds four."""

    def more(event: ev.Roster) -> ev.Roster:
        extra = tuple(replace(event.members[0], player=f"p{i}") for i in range(3))
        return replace(event, members=(*event.members, *extra))

    spoilt = edit(lobby(), kind(ev.Roster), more, everywhere=True)
    convicted(spoilt, "occupancy", "N4", "BLF-01", says="members on 4 seats")


def turned_away(pick: Callable[[Observation, ev.Event | None], bool], *, ahead: Duration = 0) -> History:
    """A guest is turned away as one too many, right after what is picked, having asked so long before that."""
    refused = exchange_at(lobby(), find(lobby(), call("POST", "/members", status=409)))
    index = find(lobby(), pick)
    at = lobby()[index].at
    return insert(lobby(), index + 1, replace(refused, at=at, sent=at - ahead, call=900))


def test_guest_who_is_turned_away_from_a_free_seat() -> None:
    """`full` is only said when it is so; it is judged when nothing is under way to us any more."""
    removed = kind(ev.Roster, cause="bot_removed")
    spoilt = turned_away(removed)
    index = find(spoilt, removed)
    at = spoilt[index].at + 100 * MILLISECOND
    waited = alter(spoilt, lambda o, e: isinstance(o, Exchange) and o.call == 900, lambda o: replace(o, at=at, sent=at))
    waited = tuple(sorted(waited, key=lambda o: o.at))
    convicted(waited, "occupancy", "N4", "BLF-E37", says="with 3 of 4 seats taken")
    asked = find(waited, lambda o, e: isinstance(o, Exchange) and o.call == 900)
    ended = cut(waited, asked + 1)
    finding = convicted(ended, "occupancy", "N4", "BLF-E37", says="with 3 of 4 seats taken")
    assert finding.room


def test_guest_who_is_turned_away_while_the_roster_changes_is_not_judged() -> None:
    """The last seat may have been taken in between."""
    clean = acquitted(lobby(), "occupancy").undecidable
    before = acquitted(turned_away(kind(ev.Roster, cause="bot_removed"), ahead=2 * LATENCY), "occupancy")
    assert before.undecidable == clean + 1
    joined = find(lobby(), kind(ev.Roster, cause="joined"))
    at = lobby()[joined].at
    refused = exchange_at(lobby(), find(lobby(), call("POST", "/members", status=409)))
    crossing = insert(lobby(), joined, replace(refused, at=at, sent=at - 2 * LATENCY, call=900))
    assert acquitted(crossing, "occupancy").undecidable == clean + 1


def test_start_decides_who_was_turned_away_before() -> None:
    """A match that starts shows who sat there."""
    history = record(plan("honest", "honest", seats=4))
    start = history[find(history, kind(ev.MatchStarted))].at
    joined = exchange_at(history, find(history, call("POST", "/members")))
    at = start - 2 * LATENCY
    asked = replace(joined, at=at, sent=at, status=409, answer=problem("full", 409))
    spoilt = tuple(sorted((*history, asked), key=lambda o: o.at))
    convicted(spoilt, "occupancy", "N4", "BLF-E37", says="with 2 of 4 seats taken")


def test_other_refusals_to_join_are_not_judged() -> None:
    """A match that has started, or an answer that is none, is not about seats."""
    clean = acquitted(lobby(), "occupancy").evaluated
    for answer in (problem("already_started", 409), b"no"):
        other = alter(lobby(), call("POST", "/members", status=409), lambda o, a=answer: replace(o, answer=a))  # type: ignore[misc]
        assert acquitted(other, "occupancy").evaluated == clean - 1
    elsewhere = alter(lobby(), call("POST", "/members", status=409), lambda o: replace(o, path="/v1/rooms/QQ/members"))
    assert acquitted(elsewhere, "occupancy").evaluated == clean - 1
