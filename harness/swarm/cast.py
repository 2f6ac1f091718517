"""What every deed of a script needs: the actors, the room they are in, and how to reach the backend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeAlias

from msgspec import Struct

from harness.clock import Instant
from harness.dialects.dialect import Dialect, Session
from harness.scenario.model import Value
from harness.swarm.desk import Desk
from harness.swarm.lobby import Lobby
from harness.swarm.scene import Scene
from harness.swarm.seat import Seat


class Not(Enum):
    """Why a step was not done."""

    NOW = "now"
    """The actor cannot do it in this moment: the step waits for its next one."""
    YET = "yet"
    """It will be possible by itself before long: the actor is on its way, or its own connection is behind what the
    party knows. It is tried again with whatever happens next, as long as the moment lasts."""


Done: TypeAlias = str | Not
"""The mark of what was done (`StepFired.mark`), or why it was not."""

Args: TypeAlias = Mapping[str, Value]
"""The arguments of a step by name."""


class Cast(Struct, frozen=True):
    """The actors and their surroundings.

    Attributes:
        seats: The actors by name.
        dialect: How the backend speaks.
        desk: Takes the effects and makes the calls.
        scene: The room.
        lobby: Knows the room's code.
    """

    seats: Mapping[str, Seat]
    dialect: Dialect
    desk: Desk
    scene: Scene
    lobby: Lobby


Deed: TypeAlias = Callable[[Cast, Seat, Args, Instant], Done]
"""How a verb is done; when it cannot be, a `Not`, and nothing has happened."""


def absent(seat: Seat) -> Not | None:
    """Whether the actor can say nothing, because it is not connected, or not greeted yet."""
    if seat.live:
        return None
    return Not.NOW if seat.gone else Not.YET


def late(cast: Cast, seat: Seat) -> Not | None:
    """Whether the actor cannot move because it is absent, or has not heard yet what the party has."""
    if not seat.live:
        return absent(seat)
    return Not.YET if seat.player.view.number < cast.scene.number else None


def session_of(seat: Seat) -> Session:
    """The actor's session, which a step is not done without."""
    assert seat.session is not None
    return seat.session


def mark_of(call: int) -> str:
    """The mark of a step that made an HTTP call."""
    return f"call:{call}"
