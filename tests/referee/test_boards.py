"""Sums, months, ranks, pages and own results: acquitted on a clean backend, convicted when a board lies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from harness.backend.ledger import Ledger
from harness.backend.parts import Parts
from harness.dialects.http import HttpResponse
from harness.dialects.native import NativeDialect
from harness.dialects.standings import BoardPage
from harness.history.observation import Exchange, Observation, PartyEnded
from harness.referee.referee import Referee
from harness.scenario.model import When
from harness.verdict import Verdict
from harness.wire import events as ev
from harness.wire.events import Result
from tests.referee.findings import accused
from tests.referee.histories import (
    EXACT,
    OPEN,
    History,
    acquitted,
    alter,
    boards,
    convicted,
    drop,
    edit,
    event_of,
    find,
    honest,
    insert,
    of,
    plan,
    record,
    report,
    staged,
    step,
    two_rooms,
)

ORACLES = ("board_sums", "month", "ranking", "read_your_result")
SEASON = "2026-01"
Rows = list[dict[str, Any]]


def calls(path: str) -> Callable[[Observation, ev.Event | None], bool]:
    """Picks calls whose path begins like this, but for logs of matches."""
    return lambda o, e: (
        isinstance(o, Exchange) and o.method == "GET" and o.path.startswith(path) and not o.path.endswith("/log")
    )


def answering(
    history: History, path: str, change: Callable[[Any], Any], *, skip: int = 0, every: bool = True
) -> History:
    """The history in which these calls were answered otherwise, from the `skip`-th on."""
    first = find(history, calls(path), skip=skip)

    def answer(exchange: Any) -> Any:
        return replace(exchange, answer=msgspec.json.encode(change(msgspec.json.decode(exchange.answer))))

    target = history[first]
    later = set(map(id, history[first:]))
    pick = calls(path)
    return alter(history, lambda o, e: o is target if not every else pick(o, e) and id(o) in later, answer, every=every)


def rows(change: Callable[[Rows], Rows]) -> Callable[[Any], Any]:
    """A change of the rows of a board, which stays whole."""

    def changed(shown: Any) -> Any:
        made = change(shown["rows"])
        return {**shown, "rows": made, "total": shown["total"] + len(made) - len(shown["rows"])}

    return changed


def ranked(shown: Rows) -> Rows:
    """Rows put in order again, with the ranks that follow."""
    ordered = sorted(shown, key=lambda row: -row["points"])
    return [{**row, "rank": 1 + sum(o["points"] > row["points"] for o in ordered)} for row in ordered]


def points(delta: int, player: int = 0) -> Callable[[Any], Any]:
    """One row has so many points more."""
    return rows(
        lambda shown: ranked([{**r, "points": r["points"] + delta} if i == player else r for i, r in enumerate(shown)])
    )


WORLD = "/v1/boards/world"
MONTH = f"/v1/boards/season/{SEASON}"
ME = "/v1/players/me"
MATCH = "/v1/matches/"


@lru_cache
def again() -> History:
    """Two matches of two rooms, and boards and profiles read three times after each, one after the other."""
    read = [step("ana", "boards", When(phase="results"))]
    read += [step("ana", "boards", after=10**9) for _ in range(2)]
    read += [step("ana", "http", path=f"{WORLD}?from={start}&size=2") for start in (0, 2, 3)]
    script = tuple(read)
    return record(plan("honest", "bluffer", "caller", script=script, matches=2), seed=7)


@lru_cache
def unshared() -> History:
    """Three parties whose boards overlap."""
    return record(
        plan("honest", "bluffer"), plan("caller", "honest", "quitter", party="t1", matches=2),
        plan("honest", "caller", party="t2"), seed=9,
    )  # fmt: skip


@pytest.mark.parametrize("oracle", ORACLES)
def test_clean_boards_are_acquitted(clean: History, oracle: str) -> None:
    """Every clean history shows what was earned."""
    assert acquitted(clean, oracle).evaluated > 0


@pytest.mark.parametrize("oracle", ORACLES)
def test_shared_and_paged_boards_are_acquitted(oracle: str) -> None:
    """Parties beside each other, pages, and readings again; also when nothing is known about delays."""
    for history in (again(), unshared(), two_rooms()):
        acquitted(history, oracle)
        acquitted(history, oracle, sandwich=OPEN)


@pytest.mark.parametrize("name", ["month-boundary", "month-to-the-millisecond", "boards-in-pages"])
def test_scenarios_of_boards_are_acquitted(name: str) -> None:
    """As they are recorded here, in the first days of a year."""
    for oracle in ORACLES:
        acquitted(staged(name)[0], oracle)


@pytest.mark.parametrize("oracle", ORACLES)
def test_boards_that_are_not_shown_say_nothing(oracle: str) -> None:
    """A server that is down convicts nobody here."""
    down = alter(boards(), calls("/v1/"), lambda o: replace(o, status=503), every=True)
    findings = report(down, oracle).findings
    assert all(finding.rule == "FEAT-27" for finding in findings)


def test_boards_that_cannot_be_read() -> None:
    """One oracle says so, and the others leave them alone."""
    spoilt = alter(boards(), calls(WORLD), lambda o: replace(o, answer=b"[]"))
    convicted(spoilt, "ranking", "L6", "BLF-33", says="cannot be read")
    for oracle in ("board_sums", "month", "read_your_result"):
        acquitted(spoilt, oracle)


# -- sums ------------------------------------------------------------------------------------


def test_points_that_a_season_lost() -> None:
    """Whoever earned points in a month has them on its board."""
    spoilt = answering(boards(), MONTH, rows(lambda shown: shown[1:]))
    accused(spoilt, "board_sums", "L4", "BLF-33", f"points in {SEASON}, the board shows 0")
    accused(answering(boards(), MONTH, points(-1)), "board_sums", "L4", "BLF-33", f"points in {SEASON}, the board")


def test_total_that_is_not_what_was_awarded() -> None:
    """All rows together are all awards."""
    spoilt = answering(boards(), WORLD, points(3))
    convicted(spoilt, "board_sums", "L4", "BLF-33", says="points in all, awarded were")
    assert report(spoilt, "board_sums").findings[0].what.endswith(("13", "26"))


def test_total_of_results_under_way() -> None:
    """A result that is under way to us may be in it or not."""
    reading = history_at(boards(), WORLD)
    early = alter(boards(), lambda o, e: o is reading, lambda o: replace(o, sent=0))
    acquitted(early, "board_sums")
    spoilt = answering(early, WORLD, points(300), every=False)
    accused(spoilt, "board_sums", "L4", "BLF-33", "awarded were 0 to")


def history_at(history: History, path: str, skip: int = 0) -> Observation:
    """The n-th call to this path."""
    return history[find(history, calls(path), skip=skip)]


def test_points_that_sink() -> None:
    """A later reading shows no less than an earlier one, on either board; a row does not vanish."""
    for path in (WORLD, MONTH):
        spoilt = answering(again(), path, points(-1), skip=2)
        accused(spoilt, "board_sums", "L4", "BLF-33", "and now")
    gone = answering(again(), WORLD, rows(lambda shown: shown[1:]), skip=2)
    accused(gone, "board_sums", "L4", "BLF-33", "and now 0")


def test_readings_that_overlap_are_not_compared() -> None:
    """The later answer may be the older one."""
    overlapping = alter(again(), calls(WORLD), lambda o: replace(o, sent=0), every=True)
    spoilt = answering(overlapping, WORLD, points(-1), skip=2)
    assert not [f for f in report(spoilt, "board_sums").findings if "and now" in f.what]


def test_bot_on_a_board() -> None:
    """Bots are on no board."""
    script = (step("ana", "boards", When(phase="results")),)
    history = record(plan("honest", "bluffer", bots=1, script=script), seed=2)
    started = next(e for e in map(event_of, history) if isinstance(e, ev.MatchStarted))
    row = {"rank": 1, "player": started.seats[2], "name": "Ada", "points": 99, "tier": "bronze"}
    spoilt = answering(history, WORLD, rows(lambda shown: ranked([row, *shown])))
    convicted(spoilt, "board_sums", "L4", "BLF-32", says=f"bot {started.seats[2]}")


def test_strangers_leave_the_total_open() -> None:
    """Somebody from before the run stands there as well."""
    row = {"rank": 1, "player": "p_old", "name": "Old", "points": 900, "tier": "diamond"}
    spoilt = answering(boards(), WORLD, rows(lambda shown: ranked([row, *shown])))
    told = acquitted(spoilt, "board_sums")
    assert told.undecidable >= 1


@pytest.mark.parametrize("oracle", ["board_sums", "month", "ranking"])
def test_readings_of_a_party_that_never_ended(oracle: str) -> None:
    """Results from before them may be under way."""
    told = acquitted(drop(boards(), of(PartyEnded)), oracle)
    assert told.undecidable == sum(calls("/v1/boards/")(o, None) for o in boards())


# -- months ----------------------------------------------------------------------------------


def test_points_in_a_month_in_which_no_match_ended() -> None:
    """The board of another month holds nothing of this one."""
    spoilt = answering(boards(), MONTH, points(2))
    convicted(spoilt, "month", "L5", "BLF-E32", says=f"points in {SEASON}, earned in it are")


class StartMonth(Ledger):
    """Counts a match in the month before that of its end."""

    def credit(self, result: Result, player: str, name: str, points: int) -> None:
        """As it should be, elsewhere."""
        super().credit(replace(result, season="2025-12"), player, name, points)


def test_backend_that_counts_in_another_month() -> None:
    """The points are missing where they belong, and stand where they do not (M52)."""
    script = (step("ana", "boards", When(phase="results")), step("ana", "http", path="/v1/boards/season/2025-12"))
    history = record(plan("honest", "caller", script=script), seed=7, parts=Parts(ledger=StartMonth))
    accused(history, "board_sums", "L4", "BLF-33", f"points in {SEASON}, the board shows 0")
    accused(history, "month", "L5", "BLF-E32", "points in 2025-12, earned in it are 0")
    accused(history, "read_your_result", "L8", "BLF-34", "the season of the profile shows 0")


def stamped(history: History, ended: str) -> History:
    """The history in which the second match has this stamp."""
    first = next(e for e in map(event_of, history) if isinstance(e, ev.MatchOver)).result.match

    def second(observation: Observation, event: ev.Event | None) -> bool:
        return isinstance(event, ev.MatchOver) and event.result.match != first

    return edit(
        history, second, lambda e: replace(e, result=replace(e.result, ended=ended or e.result.ended)), everywhere=True
    )


def test_stamp_that_does_not_fit_our_clock() -> None:
    """The ends of two matches are as far apart as their stamps."""
    acquitted(stamped(boards(), ""), "month")
    convicted(stamped(boards(), "2026-01-01T05:00:00.000Z"), "month", "L5", "BLF-E32", says="s off the one before")
    convicted(stamped(boards(), "2026-01-01T00:00:01.000Z"), "month", "L5", "BLF-E32", says="s off the one before")
    convicted(stamped(boards(), "yesterday"), "month", "L5", "BLF-E32", says="'yesterday' is no moment")


# -- ranks, ties, pages ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda shown: shown[::-1],
        lambda shown: [{**row, "rank": row["rank"] + 1} for row in shown],
        lambda shown: [{**row, "rank": 1} for row in shown],
        lambda shown: [shown[0], {**shown[1], "points": shown[0]["points"]}, *shown[2:]],
    ],
)
def test_ranks_that_do_not_follow_from_the_points(change: Callable[[Rows], Rows]) -> None:
    """Out of order, shifted, all first, and a tie that does not share its rank."""
    convicted(answering(boards(), WORLD, rows(change), every=False), "ranking", "L6", "BLF-E30", says="has rank")


def test_ranks_on_a_later_page() -> None:
    """The first row may share its rank with the page before, and cannot have one behind its place."""
    page = f"{WORLD}?from=2"
    tied = answering(again(), page, lambda b: {**b, "version": 99, "rows": [{**r, "rank": 1} for r in b["rows"]]})
    acquitted(tied, "ranking")
    spoilt = answering(again(), page, lambda b: {**b, "version": 99, "rows": [{**r, "rank": 9} for r in b["rows"]]})
    convicted(spoilt, "ranking", "L6", "BLF-E30", says="row 3 of world has rank 9")


def test_pages_that_do_not_fit_together() -> None:
    """In one version a row has one place, and a player one row."""
    page = f"{WORLD}?from=2"

    def first_again(board: Any) -> Any:
        top = msgspec.json.decode(history_at(again(), f"{WORLD}?from=0").answer)["rows"][0]  # type: ignore[attr-defined]
        return {**board, "rows": [{**row, "player": top["player"]} for row in board["rows"]]}

    convicted(answering(again(), page, first_again), "ranking", "L6", "BLF-E30", says="or him in row 1")
    loose = answering(again(), page, lambda b: {**first_again(b), "version": b["version"] + 50})
    acquitted(loose, "ranking")


def test_page_that_is_short() -> None:
    """As many rows as were asked for, if there are so many."""
    spoilt = answering(again(), f"{WORLD}?from=0", lambda b: {**b, "rows": b["rows"][:1]})
    convicted(spoilt, "ranking", "L6", "BLF-E30", says="2 rows were asked for, 3 are there, and 1 came")


def test_ties_stand_in_the_order_in_which_they_were_reached() -> None:
    """Whoever got there first stands first; only what is surely known is compared."""
    first, second = two_winners()
    swapped = answering(
        ties(), WORLD, lambda b: {**b, "version": b["version"] + 50, "rows": swap(b["rows"], first, second)}, every=True
    )
    accused(swapped, "ranking", "L6", "BLF-E30", f"before {second}, and stands behind him")
    assert acquitted(ties(), "ranking").evaluated > 0


def swap(shown: Rows, first: str, second: str) -> Rows:
    """The rows with these two in each other's place."""
    places = {row["player"]: i for i, row in enumerate(shown)}
    if first not in places or second not in places:
        return shown
    made = list(shown)
    made[places[first]], made[places[second]] = shown[places[second]], shown[places[first]]
    return made


@lru_cache
def ties() -> History:
    """Ana and Ben win a match of two each, one after the other, and lose the other one."""
    script = (
        step("ben", "leave", When(phase="playing", match=1, event="turn")),
        step("ben", "join", When(phase="results")),
        step("ana", "leave", When(phase="playing", match=2, event="turn")),
        step("ben", "boards", When(phase="results")),
    )
    return record(plan("honest", "honest", script=script, matches=2), seed=3)


def two_winners() -> tuple[str, str]:
    """Who won the first and the second match."""
    overs: dict[str, Result] = {}
    for event in map(event_of, ties()):
        if isinstance(event, ev.MatchOver):
            overs[event.result.match] = event.result
    first, second = (result.seats[result.places.index(1)] for result in overs.values())
    assert first != second
    return first, second


def test_tiers_that_do_not_follow_from_the_points() -> None:
    """More points of a season never have a lower tier, on boards and in profiles alike."""
    for path, change in (
        (MONTH, rows(lambda shown: [{**shown[0], "tier": "bronze"}, *({**r, "tier": "gold"} for r in shown[1:])])),
        (ME, lambda shown: {**shown, "tier": "diamond", "season_points": 0}),
    ):
        convicted(answering(boards(), path, change), "ranking", "L6", "BLF-E34", says="which other players contradict")


def test_tier_that_differs_between_profile_and_board() -> None:
    """Between two equal profiles the world board shows the same tier (FEAT-26)."""
    spoilt = answering(again(), WORLD, rows(lambda shown: [{**row, "tier": "gold"} for row in shown]))
    convicted(spoilt, "ranking", "L6", "FEAT-26", says="is gold on the world board and bronze in the profile")


# -- own results -----------------------------------------------------------------------------


def test_result_that_is_missing_where_it_was_seen() -> None:
    """On the world board, on the season board, in the profile."""
    for path, change, where in (
        (WORLD, rows(lambda shown: []), "the board world shows 0"),
        (MONTH, rows(lambda shown: []), f"the board {SEASON} shows 0"),
        (ME, lambda shown: {**shown, "points": 0}, "the profile shows 0"),
        (ME, lambda shown: {**shown, "season_points": 0}, "the season of the profile shows 0"),
    ):
        convicted(answering(again(), path, change), "read_your_result", "L8", "BLF-34", says=where)


def test_page_without_the_reader_says_nothing() -> None:
    """He may stand on another."""
    spoilt = answering(again(), WORLD, lambda b: {**b, "rows": []})
    assert acquitted(spoilt, "read_your_result").undecidable > 0


def test_reading_from_before_the_result_arrived() -> None:
    """What was asked before need not know it."""
    early = alter(again(), calls("/v1/"), lambda o: replace(o, sent=0), every=True)
    acquitted(answering(early, ME, lambda shown: {**shown, "points": 0, "season_points": 0}), "read_your_result")
    acquitted(alter(early, calls(MATCH), lambda o: replace(o, status=404), every=True), "read_your_result")


def test_match_result_that_is_not_the_one_that_was_seen() -> None:
    """Under its id everybody who saw it end finds it as it was."""
    other = answering(boards(), MATCH, lambda shown: {**shown, "points": [0] * len(shown["points"])})
    convicted(other, "read_your_result", "L8", "FEAT-27", says="is not the one that")
    gone = alter(boards(), calls(MATCH), lambda o: replace(o, status=404, answer=b"{}"))
    convicted(gone, "read_your_result", "L8", "FEAT-27", says="cannot be read")
    lost = alter(boards(), calls(MATCH), lambda o: replace(o, status=0, answer=b""), every=True)
    acquitted(lost, "read_your_result")


def test_readings_of_somebody_unknown() -> None:
    """A call before any session says nothing to this oracle."""
    reading = history_at(honest(), WORLD)
    assert isinstance(reading, Exchange)
    stranger = replace(reading, who="t7/zoe", at=0, sent=0)
    clean = acquitted(honest(), "read_your_result")
    assert acquitted(insert(honest(), 0, stranger), "read_your_result").evaluated == clean.evaluated


# -- other backends --------------------------------------------------------------------------


class Plain(NativeDialect):
    """A backend without versions and tiers."""

    def read_page(self, response: HttpResponse) -> BoardPage:
        """As it is, less what it does not have."""
        page = super().read_page(response)
        return replace(page, version=None, rows=tuple(replace(row, tier=None) for row in page.rows))


def test_backend_without_versions_and_tiers() -> None:
    """Each page is judged for itself."""
    referee = Referee(Plain(), sandwich=EXACT, oracles=("ranking",))
    for observation in again():
        referee.observe(observation)
    (told,) = referee.reports()
    assert told.verdict is Verdict.VALID
    assert told.evaluated > 0


def test_unranked_matches_are_on_no_board() -> None:
    """One player against a bot earns nothing there, and that is right."""
    script = (step("ana", "boards", When(phase="results")),)
    history = record(plan("honest", bots=1, script=script), seed=3)
    for oracle in ORACLES:
        assert acquitted(history, oracle).evaluated + (oracle == "month") > 0
