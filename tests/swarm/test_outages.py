"""Steps of a script that are done to the backend."""

from __future__ import annotations

import pytest

from harness.clock import SECOND
from harness.scenario.model import Step, Value
from harness.swarm.effects import Outage
from harness.swarm.outages import DOWN, outage_of


@pytest.mark.parametrize(
    ("verb", "args", "outage"),
    [
        ("kill", (), Outage("t1", "kill", "idle", DOWN)),
        ("kill", (("at", "before-write"), ("down", SECOND)), Outage("t1", "kill", "before-write", SECOND)),
        ("kill", (("at", "after-write"), ("down", 0)), Outage("t1", "kill", "after-write", 0)),
        ("restart", (("down", SECOND),), Outage("t1", "stop", "idle", SECOND)),
    ],
)
def test_a_step_becomes_an_outage(verb: str, args: tuple[tuple[str, Value], ...], outage: Outage) -> None:
    """Killed at a point, or stopped in good order; down for two seconds unless told otherwise."""
    assert outage_of("t1", Step(line=1, actor="server", verb=verb, args=args)) == outage
