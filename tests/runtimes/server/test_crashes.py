"""No point is lost and none doubled, whenever a real server process is killed.

The long runs are a part of `make proof`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.dialects.dialect import RoomOptions
from harness.dialects.native import encode_event
from harness.wire.events import MatchOver, Result
from tests.runtimes.server.crashes import FEW, MANY, Chronicle, CrashRun, audit
from tests.runtimes.server.served import settled


def chronicle(*results: Result) -> Chronicle:
    """What players saw who were told of these results."""
    told = Chronicle()
    told.points_table = {"2": (10, 1)}
    for result in results:
        told.started[result.match] = "bluffers"
        told.over[result.match] = result
    return told


def test_the_count_acquits_what_adds_up() -> None:
    """Two matches, announced and stored, and boards with their sum."""
    stored = [settled("m1"), settled("m2")]
    points = {"p1": 20, "p2": 2}
    assert audit(stored, chronicle(*(s.result for s in stored)), {"world": points, "2026-01": points}, points) == []


def test_the_count_convicts() -> None:
    """Lost and doubled matches and points, and results that changed on their way."""
    one, two = settled("m1"), settled("m2")
    told = chronicle(one.result, two.result)
    points = {"p1": 20, "p2": 2}
    boards = {"world": points, "2026-01": points}

    def found(*parts: str, **changed: object) -> None:
        given = {"settled": [one, two], "chronicle": told, "boards": boards, "own": points} | changed
        problems = audit(**given)  # type: ignore[arg-type]
        assert problems
        assert all(any(part in problem for problem in problems) for part in parts), problems

    found("m2 began and was never settled", "m2 was announced and is not in the store", settled=[one])
    found("m1 is in the store 2 times", settled=[one, two, one])
    found("m1 was announced as", settled=[settled("m1", points=11), two])
    found("m1 gave (11, 1) for the places (1, 2)", settled=[settled("m1", points=11), two])
    found("board world shows", boards={**boards, "world": {"p1": 30, "p2": 2}})
    found("board 2026-01 shows", boards={"world": points})
    found("p1 is shown 10 points", own={"p1": 10})


def test_the_chronicle_convicts_what_is_told_in_two_ways() -> None:
    """An event that was told is never told otherwise, and a result neither."""
    told = Chronicle()
    for match in ("m1", "m2"):
        event = MatchOver(number=7, group=7, result=settled(match).result)
        told.hear("BKQZ", encode_event(event), event)
    event = MatchOver(number=8, group=8, result=settled("m1", points=11).result)
    told.hear("BKQZ", encode_event(event), event)
    assert told.problems == ["event 7 of room BKQZ was told in two ways", "match m1 was announced with two results"]


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    found: str = request.getfixturevalue("postgres").database()
    return found


def crash(address: str, tables: Sequence[RoomOptions], kills: int, seed: int, log: Path) -> None:
    """One run; prints what it did and saw."""
    report = asyncio.run(CrashRun(address, tables, kills, seed, log).run())
    print(f"\n{address.partition(':')[0]}: {report}")
    assert report.problems == []
    assert report.kills.total() == kills
    assert report.announced > 0
    assert report.points > 0
    assert report.resumed > 0


def test_three_kills(address: str, tmp_path: Path) -> None:
    """The small cut: kills during play, with both kinds of stores."""
    crash(address, FEW, 3, 1, tmp_path / "server.log")


@pytest.mark.proof
@pytest.mark.parametrize("seed", [50])
def test_fifty_kills(address: str, tmp_path: Path, seed: int) -> None:
    """Kills at random instants, in the middle of moves, calls, ends of matches and starts of the server."""
    crash(address, MANY, 50, seed, tmp_path / "server.log")
