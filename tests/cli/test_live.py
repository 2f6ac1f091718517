"""Behaviour of `harness.cli.live`."""

import socket

import pytest

from harness.cli.live import Fork, allowed_turn, play
from harness.clock import SECOND
from harness.dialects.dialect import RoomOptions
from harness.errors import TargetError
from harness.history.observation import Observation, Opened, PartyEnded, RunEnded, StepFired
from harness.scenario.plan import ActorPlan, PartyPlan


@pytest.fixture
def nobody() -> str:
    """A URL at which nobody listens."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{closed.getsockname()[1]}"


def test_a_backend_that_is_away_is_told_with_what_to_do(nobody: str) -> None:
    """When it is asked for its clocks, and also when it goes away right after."""
    with pytest.raises(TargetError, match="Is the backend running"):
        allowed_turn(nobody, SECOND)
    plan = PartyPlan(party="t", room=RoomOptions(), actors=(ActorPlan(actor="ana", name="Ana", persona="honest"),))
    seen: list[Observation] = []
    with pytest.raises(TargetError, match="Is the backend running"):
        play("nothing", [plan], nobody, "1", seen.append, seconds=1.0, stop_after=1.0, by_time=True)
    assert seen == []


def test_a_fork_shows_each_listener_its_own_parties() -> None:
    """And the end of the run to all, once each."""
    both: list[Observation] = []
    ben: list[Observation] = []
    fork = Fork({"t1": (both.append,), "t2": (both.append, ben.append)})
    story = (
        Opened(at=1, who="t1/ana", connection="t1/ana#1"),
        StepFired(at=2, party="t2", attempt=1, index=0, who="t2/ben", verb="drop"),
        PartyEnded(at=3, party="t1", outcome="done"),
        RunEnded(at=4, complete=True),
    )
    for observation in story:
        fork.observe(observation)
    assert both == list(story)
    assert ben == [story[1], story[3]]
