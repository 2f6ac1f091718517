"""Steps of a script that are done to the backend itself."""

from __future__ import annotations

from typing import Final

from harness.clock import SECOND, Duration
from harness.scenario.model import Step
from harness.swarm.effects import Outage, OutagePoint

DOWN: Final[Duration] = 2 * SECOND
"""How long the backend is down unless told otherwise."""

_POINTS: Final[dict[str, OutagePoint]] = {"idle": "idle", "before-write": "before-write", "after-write": "after-write"}


def outage_of(party: str, step: Step) -> Outage:
    """What the runtime must do because of a step `{server: kill}` or `{server: restart}` of this party."""
    args = dict(step.args)
    down = args.get("down", DOWN)
    assert isinstance(down, int)
    return Outage(
        who=party,
        how="stop" if step.verb == "restart" else "kill",
        point=_POINTS[str(args.get("at", "idle"))],
        down=down,
    )
