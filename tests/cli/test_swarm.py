"""Behaviour of `harness swarm`."""

import json
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.cli.swarm import REQUIRED, with_script
from harness.clock import SECOND
from harness.dialects.dialect import RoomOptions
from harness.referee.catalogue import ORACLES
from harness.scenario.plan import ActorPlan, PartyPlan


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_small_swarm_is_played_and_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Too short to see everything, so that it is unknown at worst; never invalid."""
    assert main(["swarm", "-u", "9", "-t", "4s", "--turn", "1s"]) in (0, 3)
    text = capsys.readouterr().out
    assert "hand_privacy *" in text
    assert "From sending a move to its `ok`." in text
    verdict = json.loads((tmp_path / "runs" / "latest" / "verdict.json").read_bytes())
    assert verdict["verdict"] in ("valid", "unknown")
    assert (tmp_path / "runs" / "latest" / "history.jsonl.zst").stat().st_size > 1000


def test_the_default_plan_requires_every_oracle_that_needs_no_script() -> None:
    """A swarm has no script that could expect anything."""
    assert set(REQUIRED) == set(ORACLES) - {"expectations", "restart"}


def test_the_last_player_lets_the_clock_run_out() -> None:
    """With nonsense and a second socket meanwhile; the rest of the plan stays as it is."""
    actors = tuple(ActorPlan(actor=name, name=name, persona="honest") for name in ("ana", "ben"))
    plan = PartyPlan(party="t", room=RoomOptions(), actors=actors)
    scripted = with_script(plan, 3 * SECOND)
    assert [(step.actor, step.verb) for step in scripted.script] == [
        ("ben", "hold"),
        ("ben", "raw"),
        ("ben", "takeover"),
        ("ben", "release"),
    ]
    assert scripted.script[-1].after > 3 * SECOND
    assert scripted.actors == plan.actors
