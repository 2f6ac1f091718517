"""Fires the steps of a script when they are due, and says how long the script keeps a party where it is."""

from __future__ import annotations

from typing import Final

from harness.clock import MILLISECOND, SECOND, Instant
from harness.history.observation import StepFired
from harness.scenario.model import Step
from harness.scenario.verbs import SERVER
from harness.swarm.cast import Cast, Done, Not
from harness.swarm.deeds import perform
from harness.swarm.desk import Due
from harness.swarm.effects import Note
from harness.swarm.outages import outage_of
from harness.swarm.script import Script
from harness.wire import events as ev

PATIENCE: Final = 10 * SECOND
"""Beyond twice the time after which a lobby seat expires, a party waits no longer for a step that just waits."""


class Prompter:
    """Drives a script.

    Args:
        party: Name of the party, for the history.
        script: Which step comes next, and when.
        cast: The actors who do it, and the room.

    Attributes:
        active: The script is listening: it is not finished, and the party is together.
        behind: The due step could not be done yet: call `again` with whatever happens next.
        moved: When the last step fired.
    """

    __slots__ = ("_cast", "_desk", "_party", "_scene", "_until", "active", "behind", "moved", "script")

    def __init__(self, party: str, script: Script, cast: Cast) -> None:
        self._party = party
        self._cast = cast
        self._desk = cast.desk
        self._scene = cast.scene
        self._until: Instant = -1
        self.script = script
        self.active = False
        self.behind = False
        self.moved: Instant = 0

    def go(self, *, now: Instant) -> None:
        """Listen from now on: the party is together."""
        self.active = not self.script.finished
        self.moved = now

    def rest(self) -> None:
        """Listen to nothing until the next `go`."""
        self.active = self.behind = False

    def follow(self, event: ev.Event | None, hearer: str, *, now: Instant) -> None:
        """Let the script see an event, or None when only the state of things changed, and do what is due."""
        if self.script.look(event, hearer, now=now):
            self._aim(now)
            self.run(now)

    def run(self, now: Instant) -> None:
        """Do every step that is due."""
        script = self.script
        self.behind = False
        while self.active and script.ready(now=now):
            step = script.step
            place = len(self._desk.out)
            mark = self._do(step, now)
            if isinstance(mark, Not):
                self.behind = mark is Not.YET
                if not self.behind:
                    script.wait()
                return
            # The step goes before what it causes, so that a reader of the history knows why.
            fired = StepFired(
                at=now,
                party=self._party,
                attempt=script.begun,
                index=script.index,
                who=f"{self._party}/{step.actor}",
                verb=step.verb,
                mark=mark,
            )
            self._desk.out.insert(place, Note(fired))
            self.moved = now
            script.fired()
            self.active = not script.finished
            if script.look(None, "", now=now):
                self._aim(now)

    def _do(self, step: Step, now: Instant) -> Done:
        """Do a step; those done to the backend leave no mark."""
        if step.actor != SERVER:
            return perform(self._cast, step, now=now)
        self._desk.out.append(outage_of(self._party, step))
        return ""

    def again(self, *, now: Instant) -> None:
        """Try the step that could not be done yet; when its moment is over it waits for the next one."""
        if not self.script.lasts():
            self.behind = False
            self.script.wait()
            self.follow(None, "", now=now)
            return
        self.run(now)

    def keeps(self, phase: ev.Phase, again: Due, *, now: Instant) -> bool:
        """Whether the party must stay in this phase because a step of the script belongs there.

        A step that has its moment is waited for however long its pause is; one that just waits is not
        waited for longer than anything in a lobby can last.

        Args:
            phase: Where the party is.
            again: Called when that time is over.
            now: The present.
        """
        if not self.active or not self.script.wants(phase):
            return False
        if self.script.due is not None and not self.behind:
            return True
        policy = self._scene.policy
        drop_ms = policy.lobby_drop_ms if policy is not None else 0
        until = self.moved + 2 * drop_ms * MILLISECOND + PATIENCE
        if until != self._until:
            self._until = until
            self._desk.alarm(until, again)
        return now < until

    def _aim(self, now: Instant) -> None:
        due = self.script.due
        if due is not None and due > now:
            self._desk.alarm(due, self.run)
