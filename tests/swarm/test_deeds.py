"""The persona held and released, and the table of all deeds."""

from __future__ import annotations

from harness.clock import SECOND
from harness.history.observation import StepFired
from harness.scenario.model import When
from harness.wire import events
from tests.swarm.stage import ANA, mark, scripted
from tests.swarm.world import plan, play, step


def test_hold_and_release() -> None:
    """A held persona lets the clock run out; released, it moves again in the very same turn."""
    world = scripted(step("ana", "release", ANA, after=5 * SECOND))
    first = next(e for e in world.heard("t1/ana") if isinstance(e, events.Played))
    later = [e for e in world.heard("t1/ana") if isinstance(e, events.Played) and e.seat == 1]
    assert first.seat == 0 and first.auto is None
    assert later[0].auto == "clock"
    assert mark(world) == ""


def test_a_new_attempt_releases_everybody() -> None:
    """What one attempt held is free in the next."""
    script = (step("ana", "hold", When(hand=1)), step("ana", "ping", When(hand=99)))
    world = play(plan("ana", bots=1, seats=2, script=script, tries=2))
    autos = [e.auto for e in world.events("t1/ana#1") if isinstance(e, events.Played | events.Called) and e.auto]
    assert "clock" in autos


def test_every_verb_left_a_note() -> None:
    """The note says who did what in which attempt."""
    world = scripted(step("ana", "play", ANA))
    assert all(isinstance(note, StepFired) and note.party == "t1" and note.attempt == 1 for note in world.fired())
