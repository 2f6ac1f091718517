"""The lines under `expect:`: what can be expected, of whom, with which arguments.

The oracle `expectations` of the referee judges them. `room` is the subject of what concerns nobody
in particular.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from harness.referee.resumption import WORDS
from harness.scenario.arguments import Argument, Kind
from harness.scenario.vocabulary import EVENTS
from harness.wire.options import SEATS
from harness.wire.refusals import REFUSALS

ROOM: Final = "room"
"""The subject of expectations about nobody in particular."""

_CODES: Final = tuple(REFUSALS)
_STEP: Final = Argument(name="step", kinds=(Kind.LABEL,), needed=True, about="Label of the step that asked.")


SAME: Final = tuple(dict.fromkeys(word for words in WORDS.values() for word in words))
"""What can be the same after a resume, in any game."""


def _counts(of: str) -> tuple[Argument, ...]:
    return (
        Argument(name="count", kinds=(Kind.WHOLE,), about=f"Exactly so many {of}."),
        Argument(name="min", kinds=(Kind.WHOLE,), about=f"At least so many {of}."),
        Argument(name="max", kinds=(Kind.WHOLE,), about=f"At most so many {of}."),
    )


class Expectable(Struct, frozen=True, kw_only=True):
    """One thing that can be expected.

    Attributes:
        name: As the file says it.
        about: One line for people.
        arguments: What it takes.
        of_room: Its subject is `room` instead of an actor.
        any_of: At least one of these arguments must be given; () when there is no such rule.
        games: In which games it means something.
    """

    name: str
    about: str
    arguments: tuple[Argument, ...] = ()
    of_room: bool = False
    any_of: tuple[str, ...] = ()
    games: tuple[str, ...] = tuple(SEATS)


def _table(*rows: Expectable) -> dict[str, Expectable]:
    return {row.name: row for row in rows}


EXPECTABLE: Final = _table(
    Expectable(
        name="resumes",
        about="After coming back, the first snapshot shows these things as they were when the connection was lost.",
        arguments=(
            Argument(
                name="same",
                kinds=(Kind.WORDS,),
                words=SAME,
                needed=True,
                about="What must not have changed: `hand` in Bluffers, `round` in the others, `dice` and the last "
                "`bid` in Liar's Dice, the last `claim` in Bluff, the own `bid` and the `trick` in Wizard.",
            ),
        ),
    ),
    Expectable(
        name="refused",
        about="The command of that step was refused with this code.",
        arguments=(
            _STEP,
            Argument(name="code", kinds=(Kind.WORD,), words=_CODES, needed=True, about="The refusal's code."),
        ),
    ),
    Expectable(name="accepted", about="The command of that step was applied.", arguments=(_STEP,)),
    Expectable(
        name="one_of",
        about="The command of that step was answered in one of these ways.",
        arguments=(
            _STEP,
            Argument(
                name="codes", kinds=(Kind.WORDS,), words=("ok", *_CODES), needed=True, about="`ok` and refusal codes."
            ),
        ),
    ),
    Expectable(
        name="auto_moves",
        about="The server moved for this seat so often.",
        arguments=_counts("automatic moves"),
        any_of=("count", "min", "max"),
    ),
    Expectable(
        name="closed",
        about="A connection of this player was closed by the server with this code.",
        arguments=(Argument(name="code", kinds=(Kind.WHOLE,), needed=True, about="The WebSocket close code."),),
    ),
    Expectable(
        name="answered",
        about="The HTTP call of that step got this answer.",
        arguments=(
            _STEP,
            Argument(name="status", kinds=(Kind.WHOLE,), needed=True, about="The HTTP status."),
            Argument(name="code", kinds=(Kind.WORD,), words=_CODES, about="The refusal's code."),
        ),
    ),
    Expectable(
        name="place",
        about="This seat's place when the match was over.",
        arguments=(Argument(name="is", kinds=(Kind.WHOLE,), needed=True, about="The place, from 1."),),
    ),
    Expectable(
        name="points",
        about="This seat's points when the match was over.",
        arguments=(Argument(name="is", kinds=(Kind.WHOLE,), needed=True, about="The points."),),
    ),
    Expectable(
        name="total",
        about="This seat's points on the score sheet when the match was over.",
        arguments=(Argument(name="is", kinds=(Kind.WHOLE,), needed=True, about="The points of all rounds."),),
        games=("wizard",),
    ),
    Expectable(name="owner", about="This player owns the room in the end."),
    Expectable(
        name="events",
        about="So many public events of this type happened in the room.",
        arguments=(
            Argument(name="event", kinds=(Kind.WORD,), words=tuple(EVENTS), needed=True, about="The event's type."),
            *_counts("events"),
            Argument(name="by", kinds=(Kind.ACTOR,), about="Only events that concern this actor."),
        ),
        of_room=True,
        any_of=("count", "min", "max"),
    ),
)
"""name -> row, in the order in which the docs show them."""
