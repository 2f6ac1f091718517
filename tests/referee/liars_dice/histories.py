"""Clean histories of Liar's Dice. How they are spoilt and judged is in `tests.referee.histories`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, TypeVar

from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.players.mischief import MISCHIEF
from harness.referee.liars_dice.match import DiceMatch
from harness.referee.referee import Referee
from harness.scenario.model import When
from harness.wire import events as ev
from harness.wire.options import DiceOptions
from tests.referee.histories import DIALECT, EXACT, History, event_at, find, kind, plan, record, staged, step

E = TypeVar("E", bound=ev.Event)

CUPS: Final = ("2 2 3 3 4",) * 3
"""What lies under three cups in the first round of `fixed`."""


def dice(ones: Literal["high", "low"] = "high", *, ai_fill: bool = False) -> RoomOptions:
    """A room of Liar's Dice."""
    return RoomOptions(game="liars_dice", liars_dice=DiceOptions(ones=ones), ai_fill=ai_fill)


@lru_cache
def honest() -> History:
    """Three honest players, one match, nothing out of the ordinary."""
    return record(plan("honest", "honest", "honest", room=dice()))


@lru_cache
def low() -> History:
    """Ones are low, and everybody lies."""
    return record(plan("bluffer", "random", "bluffer", "random", room=dice("low"), matches=2), seed=4)


@lru_cache
def two() -> History:
    """Two players."""
    return record(plan("honest", "caller", room=RoomOptions(game="liars_dice"), matches=2), seed=4)


@lru_cache
def rough() -> History:
    """Players that drop, sleep, hesitate and leave; two matches."""
    return record(plan("flapper", "sleepy", "hesitant", "quitter", room=dice(), matches=2), seed=21)


@lru_cache
def cheats() -> History:
    """One player tries every mischief; two matches."""
    personas = ("honest", "bluffer", "sleepy", "caller")
    return record(plan(*personas, mischief=tuple(MISCHIEF), room=dice("low"), matches=2), seed=1)


@lru_cache
def filled() -> History:
    """Two players and as many AI players as there are seats left."""
    return record(plan("honest", "bluffer", seats=6, room=dice(ai_fill=True), matches=2), seed=2)


@lru_cache
def leavers() -> History:
    """Everybody means to leave some time; three matches."""
    return record(plan("quitter", "quitter", "honest", "caller", room=dice(), matches=3), seed=2)


@lru_cache
def left() -> History:
    """Ana, who opened, leaves, and an AI plays her seat."""
    return staged("dice-leaver")[0]


@lru_cache
def absent() -> History:
    """Ben stays away for a while, an AI moves for him, and he comes back."""
    return staged("dice-away-seat")[0]


@lru_cache
def timed_out() -> History:
    """The time of both players runs out."""
    return staged("dice-out-of-time")[0]


@lru_cache
def reconnected() -> History:
    """Ben comes back in his turn, after ones were bid."""
    script = (
        step("ana", "hold"),
        step("ben", "hold"),
        step("ana", "bid", When(turn="ana"), quantity=2, face=1),
        step("ben", "drop", When(turn="ben"), after=SECOND, how="rst"),
        step("ben", "reconnect", after=SECOND),
        step("ben", "bid", When(event="snapshot", by="ben"), quantity=3, face=2),
        step("ana", "release"),
        step("ben", "release"),
    )
    return record(plan("honest", "honest", "honest", script=script, room=dice()), seed=4)


@lru_cache
def ordered() -> History:
    """Ana and then ben lose all their dice, round by round; cho wins."""
    return staged("dice-order-of-elimination")[0]


@lru_cache
def topped() -> History:
    """The bids go from three sixes to three ones, and nobody may go back."""
    return staged("dice-top-bid", 1)[0]


@lru_cache
def fixed() -> History:
    """Ana bids 3 x 2, ben 4 x 2, and cho challenges; the dice are those of `CUPS`."""
    script = (
        *(step(actor, "hold") for actor in ("ana", "ben", "cho")),
        step("ana", "bid", When(turn="ana"), quantity=3, face=2),
        step("ben", "bid", When(turn="ben"), quantity=4, face=2),
        step("cho", "challenge", When(turn="cho")),
        step("ana", "release", When(round=2)),
        *(step(actor, "release") for actor in ("ben", "cho")),
    )
    chance = ChanceScript(dice=(CUPS,))
    return record(plan("honest", "honest", "honest", script=script, room=dice(), chance=chance), seed=9)


@lru_cache
def gone() -> History:
    """Ana loses all her dice and leaves; the others play on."""
    return staged("dice-out-and-gone")[0]


CLEAN: Final[dict[str, Callable[[], History]]] = {
    "honest": honest,
    "low": low,
    "two": two,
    "rough": rough,
    "cheats": cheats,
    "filled": filled,
    "leavers": leavers,
    "left": left,
    "absent": absent,
    "timed_out": timed_out,
    "reconnected": reconnected,
    "ordered": ordered,
    "topped": topped,
    "fixed": fixed,
    "gone": gone,
}
"""Histories of a backend that did nothing wrong, by name."""


def match_at(history: History, index: int) -> DiceMatch:
    """The match as a referee knows it after the observation at this index."""
    referee = Referee(DIALECT, sandwich=EXACT, oracles=())
    for observation in history[: index + 1]:
        referee.observe(observation)
    (room,) = referee.scene.rooms.values()
    match = DiceMatch.at(room)
    assert match is not None
    return match


def first(history: History, wanted: type[E], who: str = "", **fields: object) -> E:
    """The first event of this type with these values in its fields."""
    return event_at(history, find(history, kind(wanted, who, **fields)), wanted)
