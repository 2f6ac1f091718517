"""Points and boards: what is acquitted, and every way to be convicted."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec
import pytest
from msgspec.structs import replace

from harness.history.observation import Exchange, PartyEnded, Received, Sent
from harness.scenario.model import When
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.findings import accused
from tests.referee.histories import (
    DIALECT,
    PARTY,
    History,
    acquitted,
    add,
    alter,
    boards,
    cheats,
    convicted,
    drop,
    edit,
    event_at,
    find,
    frame,
    honest,
    insert,
    kind,
    leavers,
    of,
    plan,
    record,
    report,
    staged,
    step,
    two_rooms,
)


@pytest.mark.parametrize("oracle", ["points", "settled_once", "eligibility"])
def test_clean_points_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history gives the points that were earned."""
    assert acquitted(clean, oracle).evaluated > 0


def test_clean_values_are_acquitted(clean: History) -> None:
    """No clean history takes a forged value, and some have seen them tried."""
    acquitted(clean, "client_values")
    assert acquitted(cheats(), "client_values").evaluated > 5
    assert acquitted(staged("forged-scores")[0], "client_values").evaluated > 0


# -- points ----------------------------------------------------------------------------------


def test_points_of_another_place() -> None:
    """Points go by the place."""
    spoilt = edit(honest(), kind(ev.Eliminated, place=3), lambda e: replace(e, points=6), everywhere=True)
    finding = convicted(spoilt, "points", "L1", "BLF-29", says="place 3 of 4 earned 6, it should be 3")
    assert len(finding.seats) == 1


def test_place_that_is_no_place() -> None:
    """A place that no table knows earns nothing at all."""
    spoilt = edit(honest(), kind(ev.Eliminated), lambda e: replace(e, place=9), everywhere=True)
    convicted(spoilt, "points", "L1", "BLF-29", says="place 9 of 4 earned 1, it should be None")


def test_leaver_with_points() -> None:
    """A leaver gets nothing."""
    spoilt = edit(leavers(), kind(ev.LeftTable, points=0), lambda e: replace(e, points=3), everywhere=True)
    convicted(spoilt, "points", "L1", "BLF-26", says="left and got 3 points, it should be 0")


def test_result_with_other_points() -> None:
    """The result repeats what was decided, and gives the winner his points."""

    def more(event: ev.MatchOver) -> ev.MatchOver:
        return replace(event, result=replace(event.result, points=tuple(p + 1 for p in event.result.points)))

    spoilt = edit(honest(), kind(ev.MatchOver), more, everywhere=True)
    assert len(report(spoilt, "points").findings) == 4
    convicted(spoilt, "points", "L1", "BLF-29", says="points, it should be")
    left = edit(staged("e07-leaver-on-his-turn")[0], kind(ev.MatchOver), more, everywhere=True)
    accused(left, "points", "L1", "BLF-26", "got 1 points, it should be 0")


# -- boards ----------------------------------------------------------------------------------


def is_board(observation: object) -> bool:
    """A reading of the world board."""
    return isinstance(observation, Exchange) and observation.path == "/v1/boards/world"


def board(change: Callable[[list[dict[str, object]]], list[dict[str, object]]]) -> History:
    """The history with boards, in which the world board showed other rows."""

    def answer(exchange: Exchange) -> Exchange:
        shown = msgspec.json.decode(exchange.answer)
        shown["rows"] = change(shown["rows"])
        shown["total"] = len(shown["rows"])
        return replace(exchange, answer=msgspec.json.encode(shown))

    return alter(boards(), lambda o, e: is_board(o), answer)


def test_match_that_ends_twice() -> None:
    """A match is settled once."""
    convicted(
        add(honest(), kind(ev.MatchOver), lambda e: e),
        "settled_once",
        "L2",
        "BLF-E45",
        says="is over for the second time",
    )


def test_points_that_are_written_twice() -> None:
    """The board shows what was earned, not twice as much and not nothing."""
    twice = board(lambda rows: [{**row, "points": 2 * int(str(row["points"]))} for row in rows])
    convicted(twice, "settled_once", "L2", "BLF-33", says="points, earned are")
    convicted(board(lambda rows: []), "settled_once", "L2", "BLF-33", says="stands on the board with 0 points")


def test_board_that_cannot_be_read() -> None:
    """A board that is none is a finding."""
    spoilt = alter(boards(), lambda o, e: is_board(o), lambda o: replace(o, answer=b"[]"))
    convicted(spoilt, "settled_once", "L2", "BLF-33", says="the board cannot be read")
    refused = alter(boards(), lambda o, e: is_board(o), lambda o: replace(o, status=503))
    acquitted(refused, "settled_once")


@pytest.mark.parametrize("field", ["from", "total"])
def test_page_of_a_board_says_nothing_about_those_not_on_it(field: str) -> None:
    """They may stand before it or behind it."""

    def answer(exchange: Exchange) -> Exchange:
        shown = msgspec.json.decode(exchange.answer)
        return replace(exchange, answer=msgspec.json.encode({**shown, "rows": [], field: 3}))

    assert acquitted(alter(boards(), lambda o, e: is_board(o), answer), "settled_once").undecidable == 3


def test_result_under_way_may_be_on_the_board_or_not() -> None:
    """A board read while the match ended may show either."""
    reading = next(o for o in boards() if is_board(o))
    assert isinstance(reading, Exchange)
    early = alter(boards(), lambda o, e: o is reading, lambda o: replace(o, sent=o.sent - 1000 * 10**9))
    acquitted(early, "settled_once")
    before = board(lambda rows: [])
    empty = next(o for o in before if is_board(o))
    unseen = alter(before, lambda o, e: o is empty, lambda o: replace(o, sent=0))
    acquitted(unseen, "settled_once")
    wrong = board(lambda rows: [{**row, "points": 1000} for row in rows])
    read = next(o for o in wrong if is_board(o))
    spoilt = alter(wrong, lambda o, e: o is read, lambda o: replace(o, sent=0))
    convicted(spoilt, "settled_once", "L2", "BLF-33", says="earned are 0 to")


def test_board_of_a_party_that_never_ended_is_not_judged() -> None:
    """Results from before it may be under way."""
    told = acquitted(drop(boards(), of(PartyEnded)), "settled_once")
    assert told.undecidable == sum(map(is_board, boards()))


@lru_cache
def unranked() -> History:
    """One player against a bot, who looks at the boards."""
    return record(plan("honest", bots=1, script=(step("ana", "boards", When(phase="results")),)), seed=3)


def test_unranked_matches_earn_nothing() -> None:
    """Points of a match against bots alone are on no board."""
    assert not event_at(unranked(), find(unranked(), kind(ev.MatchStarted)), ev.MatchStarted).ranked
    for oracle in ("settled_once", "points", "eligibility"):
        assert acquitted(unranked(), oracle).evaluated > 0


# -- client values ---------------------------------------------------------------------------


def is_forged(observation: object) -> bool:
    """A frame of ours that carries a score."""
    return isinstance(observation, Sent) and b'"score"' in observation.raw and b'"id"' in observation.raw


def accepting(history: History) -> History:
    """The history in which the first forged command is acknowledged."""
    index = find(history, lambda o, e: is_forged(o))
    sent = history[index]
    assert isinstance(sent, Sent)
    key = msgspec.json.decode(sent.raw)["id"]
    answer = find(history[index:], lambda o, e: isinstance(e, ev.Refused) and o.connection == sent.connection) + index  # type: ignore[union-attr]
    seq = event_at(history, answer, ev.Refused).seq
    target = history[answer]
    return alter(history, lambda o, e: o is target, lambda o: replace(o, raw=frame(ev.Ok(seq=seq, id=key, number=1))))


def test_forged_command_that_is_accepted() -> None:
    """A command with a score in it is never acknowledged."""
    finding = convicted(accepting(cheats()), "client_values", "L3", "BLF-34", says="score and was accepted")
    assert finding.evidence


def test_command_that_shares_the_id_of_a_forged_one_may_be_accepted() -> None:
    """A good command under the same id is another matter."""
    history = accepting(cheats())
    index = find(history, lambda o, e: is_forged(o))
    forged = history[index]
    assert isinstance(forged, Sent)
    good = DIALECT.encode(cmd.Leave(id=msgspec.json.decode(forged.raw)["id"]))
    acquitted(insert(history, index, replace(forged, raw=good)), "client_values")


def refusal_of(index: int) -> int:
    """How far behind the frame at this index its refusal is."""
    sent = cheats()[index]
    assert isinstance(sent, Sent)
    pick = kind(ev.Refused, id=None)
    return find(cheats()[index + 1 :], lambda o, e: pick(o, e) and getattr(o, "connection", "") == sent.connection)


def by_name(received: Received, forged: Sent) -> bytes:
    """The same refusal, naming the forged command."""
    refused = DIALECT.decode(received.raw)
    assert isinstance(refused, ev.Refused)
    return frame(replace(refused, id=msgspec.json.decode(forged.raw)["id"]))


def test_every_forged_command_is_counted_once() -> None:
    """A refusal answers one forged command; further ones answer other nonsense."""
    index = find(cheats(), lambda o, e: is_forged(o))
    forged = cheats()[index]
    assert isinstance(forged, Sent)
    refusal = frame(ev.Refused(seq=9999, id=None, code="malformed", rule="WIRE"))
    extra = Received(at=forged.at, who=forged.who, connection=forged.connection, raw=refusal)
    clean = acquitted(cheats(), "client_values").evaluated
    assert acquitted(insert(cheats(), index, extra), "client_values").evaluated == clean
    named = alter(
        cheats(),
        lambda o, e: o is cheats()[index + 1 + refusal_of(index)],
        lambda o: replace(o, raw=by_name(o, forged)),
    )
    assert acquitted(named, "client_values").evaluated == clean
    harmless = replace(forged, raw=b'{"type":"play","id":"harmless"}')
    assert acquitted(insert(cheats(), index, harmless, extra), "client_values").evaluated == clean
    connection = f"{PARTY}/ben#1"
    junk = Sent(at=forged.at, who=f"{PARTY}/ben", connection=connection, raw=b'{"type":"play","id":7,"score":1}')
    listed = replace(junk, raw=b'["score"]')
    assert acquitted(insert(cheats(), index, junk, listed), "client_values").evaluated == clean


def is_call(method: str, path: str) -> Callable[[object, ev.Event | None], bool]:
    """Picks an HTTP call to this path."""
    return lambda o, e: isinstance(o, Exchange) and (o.method, o.path) == (method, path)


def test_forged_call_that_has_success() -> None:
    """A call with a score in its body, or to an address for writing points, has no success."""
    body = b'{"name":"Ana","points":40}'
    spoilt = alter(honest(), is_call("POST", "/v1/sessions"), lambda o: replace(o, body=body))
    convicted(spoilt, "client_values", "L3", "BLF-34", says="POST /v1/sessions carried points and was answered 201")
    written = alter(honest(), is_call("POST", "/v1/sessions"), lambda o: replace(o, path="/v1/boards/world"))
    convicted(written, "client_values", "L3", "BLF-34", says="goes to no known address and was answered 201")
    refused = alter(spoilt, is_call("POST", "/v1/sessions"), lambda o: replace(o, body=body, status=400))
    assert acquitted(refused, "client_values").evaluated == acquitted(honest(), "client_values").evaluated + 1
    lost = alter(spoilt, is_call("POST", "/v1/sessions"), lambda o: replace(o, body=body, status=0))
    assert acquitted(lost, "client_values").evaluated == acquitted(honest(), "client_values").evaluated


# -- eligibility -----------------------------------------------------------------------------


def test_match_that_counts_or_not_against_the_rule() -> None:
    """Two real players make a ranked match."""
    spoilt = edit(honest(), kind(ev.MatchStarted), lambda e: replace(e, ranked=False), everywhere=True)
    convicted(spoilt, "eligibility", "L7", "BLF-32", says="ranked is False for a match of 4 real players")
    spoilt = edit(unranked(), kind(ev.MatchStarted), lambda e: replace(e, ranked=True), everywhere=True)
    convicted(spoilt, "eligibility", "L7", "BLF-32", says="ranked is True for a match of 1 real players")


@pytest.mark.parametrize(("field", "value"), [("ranked", False), ("season", "2031-05"), ("season", None)])
def test_result_of_another_season(field: str, value: object) -> None:
    """The result counts if the match did, in the month of its end."""
    spoilt = edit(
        two_rooms(),
        kind(ev.MatchOver),
        lambda e: replace(e, result=replace(e.result, **{field: value})),
        everywhere=True,
    )
    convicted(spoilt, "eligibility", "L7", "BLF-33", says="for an end at 2026-01")


def test_match_of_a_game_without_points_that_is_ranked() -> None:
    """Only Bluffers has points, so nothing else counts for the boards."""
    dice = staged("dice-settled-once")[0]
    assert acquitted(dice, "eligibility").evaluated
    ranked = edit(dice, kind(ev.MatchStarted), lambda e: replace(e, ranked=True), everywhere=True)
    convicted(ranked, "eligibility", "L7", "BLF-32", says="which has no points, is ranked")
