"""What the arguments of verbs and expectations may be: kinds of values, and how a value is checked.

The tables of verbs and expectations are made of these; `load` checks files against them, and the
JSON Schema and `docs/scenarios.md` are generated from them.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """What a value can be; the value's text is how messages and docs call it."""

    TEXT = "a text"
    WHOLE = "a whole number"
    FLAG = "true or false"
    DURATION = "a duration"
    WORD = "one of the words"
    WORDS = "a list of the words"
    TEXTS = "a list of texts"
    ACTOR = "an actor"
    LABEL = "the label of a step"
    ANY = "any single value"


class Argument(Struct, frozen=True, kw_only=True):
    """One argument of a verb or an expectation.

    Attributes:
        name: Its key in the file.
        kinds: What it may be; the first that fits wins.
        words: The words for `Kind.WORD` and `Kind.WORDS`.
        needed: It has no default.
        about: One line for people.
    """

    name: str
    kinds: tuple[Kind, ...]
    words: tuple[str, ...] = ()
    needed: bool = False
    about: str = ""
