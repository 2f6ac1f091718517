"""One line of the rulebook."""

from __future__ import annotations

from msgspec import Struct


class Entry(Struct, frozen=True, kw_only=True):
    """What one id says.

    Attributes:
        says: In a few words.
        judges: Who would notice if it did not hold: names of oracles, `expect:` with an expectation, paths of tests.
        exempt: Why no run can show it at work; "" for all that a run can show.
    """

    says: str
    judges: tuple[str, ...]
    exempt: str = ""


def entry(says: str, *judges: str) -> Entry:
    """A line that runs can show at work."""
    return Entry(says=says, judges=judges)


def off_the_wire(says: str) -> Entry:
    """A line about what a player sees on his screen, which no client of the wire can judge."""
    return Entry(says=says, judges=(), exempt="lives on a player's screen")
