"""What each verb of a script does: the deeds of every kind under the names that files use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from harness.clock import Instant
from harness.scenario.model import Step
from harness.swarm.calls import CALLS
from harness.swarm.cast import Args, Cast, Deed, Done, Not
from harness.swarm.forging import FORGING
from harness.swarm.moves import MOVES
from harness.swarm.seat import Seat
from harness.swarm.sockets import SOCKETS


def perform(cast: Cast, step: Step, *, now: Instant) -> Done:
    """Do what a step says.

    Returns:
        The mark: the id of the command, the name of the connection, `call:N` of the HTTP call, or "". When
        the step could not be done, a `Not`, and nothing has happened.
    """
    seat = cast.seats.get(step.actor)
    if seat is None or seat.session is None:
        return Not.NOW
    return VERBS_DONE[step.verb](cast, seat, dict(step.args), now)


def _hold(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    seat.hold(True)
    return ""


def _release(cast: Cast, seat: Seat, args: Args, now: Instant) -> Done:
    seat.hold(False)
    return ""


VERBS_DONE: Final[Mapping[str, Deed]] = MappingProxyType(
    {"hold": _hold, "release": _release, **MOVES, **SOCKETS, **FORGING, **CALLS}
)
"""How each verb of `harness.scenario.verbs` is done."""
