"""Three held players at one table, whose deeds a test then asks for."""

from __future__ import annotations

from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.scenario.model import Step, When
from harness.wire import commands, events
from tests.swarm.world import World, plan, play, step

OPENS = RoomOptions(chance=ChanceScript(opener=0, tables=("K",), hands=(("KQQQ*", "KKQAA", "AAA*K", ""),)))
"""Ana opens the first hand; Kings are true; all know what they hold."""

ANA = When(turn="ana")
BEN = When(turn="ben")
LEFT = When(event="left")


def held(*steps: Step) -> tuple[Step, ...]:
    """The script with all three players held, so that nobody moves but by script."""
    return (*(step(name, "hold") for name in ("ana", "ben", "cho")), *steps)


def scripted(*steps: Step, until: int = 20_000 * SECOND, room: RoomOptions = OPENS, **more: object) -> World:
    """Three held players and a bot's seat for somebody else; the script is tried once."""
    world = play(plan("ana", "ben", "cho", room=room, script=held(*steps), tries=1, **more), until=until)
    assert world.ended.unfired == (), "a step of the script did not fire"
    return world


def mark(world: World, index: int = 0) -> str:
    """The mark of the n-th step behind the holds."""
    return next(note.mark for note in world.fired() if note.index == index + 3)


def when(world: World, index: int = 0) -> int:
    return next(note.at for note in world.fired() if note.index == index + 3)


def command(world: World, identity: str) -> list[commands.Command]:
    return [c for c in world.sent() if c is not None and getattr(c, "id", None) == identity]


def verdict(world: World, who: str, identity: str) -> str:
    """`ok` or the refusal's code of a command."""
    for event in world.heard(who):
        if isinstance(event, events.Ok) and event.id == identity:
            return "ok"
        if isinstance(event, events.Refused) and event.id == identity:
            return event.code
    return "unanswered"


def status(world: World, index: int = 0) -> int:
    response = world.answer(mark(world, index))
    assert response is not None
    return response.status
