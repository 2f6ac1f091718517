"""Where a search takes its choices from: a short script first, then a temper."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from harness.seed import root_of, stream

Pick: TypeAlias = Callable[[int], int]
"""Choose one of `n` possibilities: a number in range(n)."""


class Temper(StrEnum):
    """How somebody chooses once the script is used up.

    The two stubborn ones are the adversaries: a chance that always takes the last possibility
    shoots at every pull, one that always takes the first never does before it must.
    """

    FIRST = "first"
    LAST = "last"
    RANDOM = "random"


class Conduct(Struct, frozen=True, kw_only=True):
    """All that decides one match of a search; equal conducts give equal matches.

    Attributes:
        script: The first choices, each taken modulo the number of possibilities.
        seed: Of the streams behind `Temper.RANDOM`.
        chance: The temper of CHANCE.
        seats: The temper of the seats.
        aside_every: At one step in so many, at random, a seat makes a move out of turn (leaves); 0 for never.
    """

    script: tuple[int, ...] = ()
    seed: int = 0
    chance: Temper = Temper.RANDOM
    seats: Temper = Temper.RANDOM
    aside_every: int = 0


def picker(conduct: Conduct, who: str) -> Pick:
    """The choices of "chance", "seats" or "asides" under this conduct; "seats" alone follow the script."""
    temper = {"chance": conduct.chance, "seats": conduct.seats}.get(who, Temper.RANDOM)
    script = iter(conduct.script if who == "seats" else ())
    below = stream(root_of(conduct.seed), who).below

    def pick(count: int) -> int:
        scripted = next(script, None)
        if scripted is not None:
            return scripted % count
        if temper is Temper.RANDOM:
            return below(count)
        return 0 if temper is Temper.FIRST else count - 1

    return pick
