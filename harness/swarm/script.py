"""The script of a party: which step comes next, and whether its moment is there.

Steps fire strictly in order. A step waits for its moment from the instant at which the step
before it fired; then it lets its pause pass, and is due. What it does is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from harness.clock import Instant
from harness.scenario.model import Step, When
from harness.swarm.scene import PUBLIC, Scene
from harness.swarm.seat import Seat
from harness.wire import events as ev

TAGS: Final[dict[str, type[ev.Event]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(ev.PublicEvent) + get_args(ev.PrivateEvent)
}
"""Event types by the name that files use, which is the name on the wire."""

_ALWAYS: Final = When()

_FORCED: Final = frozenset({"call", "challenge"})
"""A seat that may do nothing else is forced."""


class Script:
    """Where a party stands in its script.

    Args:
        steps: All steps, in order.
        scene: The room.
        seats: The actors by name.

    Attributes:
        steps: All steps.
        index: The step that comes next; `len(steps)` when all have fired.
        furthest: How many steps have fired in the best attempt.
        attempt: Match of the party, from 1: the running one, or in the lobby the next.
        begun: The attempt in which the script began anew.
        due: When the next step fires, None while it waits for its moment.
    """

    __slots__ = (
        "_bound",
        "_kind",
        "_scene",
        "_seats",
        "_when",
        "attempt",
        "begun",
        "due",
        "furthest",
        "index",
        "steps",
    )

    def __init__(self, steps: Sequence[Step], scene: Scene, seats: Mapping[str, Seat]) -> None:
        self.steps = tuple(steps)
        self._scene = scene
        self._seats = seats
        self.furthest = 0
        self.attempt = 1
        self.restart()

    @property
    def finished(self) -> bool:
        """Whether every step has fired."""
        return self.index == len(self.steps)

    @property
    def step(self) -> Step:
        """The step that comes next; there must be one."""
        return self.steps[self.index]

    def restart(self) -> None:
        """Begin anew with the first step, in the running attempt."""
        self.begun = self.attempt
        self.index = 0
        self._arm()

    def fired(self) -> None:
        """The due step has been done; the next one is armed."""
        self.index += 1
        self.furthest = max(self.furthest, self.index)
        self._arm()

    def wait(self) -> None:
        """The due step could not be done: it waits for its next moment."""
        self.due: Instant | None = None
        self._bound: tuple[str, int] | None = None

    def listens(self, kind: type[ev.Event]) -> bool:
        """Whether the next step waits for an event of this type."""
        return kind is self._kind and self.due is None

    def look(self, event: ev.Event | None, hearer: str, *, now: Instant) -> bool:
        """See whether the moment of the next step is there. One aimed at a turn that has moved on waits again.

        Args:
            event: What has just been taken into the scene; None when only time or the script moved on.
            hearer: The actor at whom it arrived.
            now: When it arrived.

        Returns:
            Whether the step has just become due, now or later: see `due`.
        """
        if self._bound is not None and self._bound != self._running():
            self.wait()
        if self.due is not None or self.index == len(self.steps):
            return False
        when = self._when
        if self._kind is not None and (event is None or not self._is_event(when, event, hearer)):
            return False
        if when is not _ALWAYS and not self._holds(when):
            return False
        moment = now
        if when.deadline is not None:
            deadline = self._scene.deadline
            if deadline is None:
                return False
            moment = deadline + when.deadline
            if moment < now and when.deadline < 0:
                return False
            if when.deadline < 0:
                self._bound = self._running()
        self.due = max(moment, now) + self.step.after
        return True

    def ready(self, *, now: Instant) -> bool:
        """Whether the next step is to be done now."""
        return self.due is not None and self.due <= now

    def lasts(self) -> bool:
        """Whether the state of things that the next step wants still holds, whatever event it waited for."""
        return self._when is _ALWAYS or self._holds(self._when)

    def wants(self, phase: ev.Phase) -> bool:
        """Whether the script still has something to do before the party may leave this phase by itself."""
        if self.finished:
            return False
        if self.due is not None:
            return True
        match = self._when.match
        if match is not None and match != self.attempt - self.begun + 1:
            return False
        return self._when is _ALWAYS or self._when.phase == phase

    def goes_on(self) -> bool:
        """Whether the next step waits for what comes after a match that is over: a rematch, or its lobby."""
        if self.finished or self.index == 0:
            return False
        match = self._when.match
        return self._when.phase == "lobby" or (match is not None and match > self.attempt - self.begun + 1)

    def _running(self) -> tuple[str, int] | None:
        """The running turn; None between turns."""
        return (self._scene.match, self._scene.turn) if self._scene.waiting else None

    def _arm(self) -> None:
        self.wait()
        when = None if self.finished else self.step.when
        self._when = when if when is not None and when != _ALWAYS else _ALWAYS
        self._kind = TAGS.get(self._when.event) if self._when.event is not None else None

    def _holds(self, when: When) -> bool:
        """Whether the scene is as the step wants it."""
        scene = self._scene
        if when.event is not None and self._kind is None:
            return False
        if when.phase is not None and when.phase != scene.phase:
            return False
        if when.match is not None and when.match != self.attempt - self.begun + 1:
            return False
        if when.hand is not None and (scene.phase != "playing" or when.hand != scene.hand):
            return False
        if when.turn is not None and (self._player(when.turn) or None) not in scene.asked():
            return False
        if when.may is not None and (not scene.waiting or when.may not in scene.legal):
            return False
        if when.forced is not None and (not scene.waiting or when.forced is not _FORCED.issuperset(scene.legal)):
            return False
        counted = (
            (when.round, scene.round), (when.trick, scene.trick), (when.bids, scene.bids), (when.passes, scene.passes),
            (when.played, scene.played),
        )  # fmt: skip
        return all(wanted is None or (scene.phase == "playing" and wanted == found) for wanted, found in counted)

    def _is_event(self, when: When, event: ev.Event, hearer: str) -> bool:
        """Whether this is the event that the step waits for."""
        if type(event) is not self._kind:
            return False
        if when.by is not None and not self._concerns(event, when.by, hearer):
            return False
        missing = object()
        return all(getattr(event, name, missing) == value for name, value in when.where)

    def _concerns(self, event: ev.Event, actor: str, hearer: str) -> bool:
        if type(event) not in PUBLIC:
            return hearer == actor
        if isinstance(event, ev.BiddingOpened):
            return self._player(actor) in map(self._scene.player, event.seats)
        player = getattr(event, "player", None)
        if player is None:
            player = self._scene.player(getattr(event, "seat", None))
        return player != "" and player == self._player(actor)

    def _player(self, actor: str) -> str:
        seat = self._seats.get(actor)
        return seat.player_id if seat is not None else ""
