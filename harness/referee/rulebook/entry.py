"""One line of the rulebook."""

from __future__ import annotations

from msgspec import Struct


class Entry(Struct, frozen=True, kw_only=True):
    """What one id says.

    Attributes:
        says: In a few words.
        judges: Who would notice if it did not hold: names of oracles, and paths of tests.
        parts: What must be seen, each by itself, before the id counts as seen at work; a mark for one of them is
            `ID/part`. Empty when one mark is enough.
        exempt: Why no run can show it at work; "" for all that a run can show.
    """

    says: str
    judges: tuple[str, ...]
    parts: tuple[str, ...] = ()
    exempt: str = ""


def entry(says: str, *judges: str, parts: tuple[str, ...] = ()) -> Entry:
    """A line that runs can show at work."""
    return Entry(says=says, judges=judges, parts=parts)


def off_the_wire(says: str) -> Entry:
    """A line about what a player sees on his screen, which no client of the wire can judge."""
    return Entry(says=says, judges=(), exempt="lives on a player's screen")


def marks_of(id_: str, line: Entry) -> tuple[str, ...]:
    """What is counted for an id: itself, or each of its parts; nothing when it is exempt."""
    if line.exempt:
        return ()
    return tuple(f"{id_}/{part}" for part in line.parts) or (id_,)
