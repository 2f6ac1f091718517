"""No point is lost and none doubled, whenever a real server process is killed.

The long runs are a part of `make proof`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.dialects.dialect import RoomOptions
from tests.runtimes.server.crashes import FEW, MANY, CrashRun


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
