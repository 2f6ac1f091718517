"""The JSON Schema of scenario files, for editors: `python -m harness.scenario.schema > docs/scenario.schema.json`.

It is generated from the same tables that `load` checks files against. A schema sees one place at
a time; what hangs together (actors, labels, `$names`, seats) only `harness validate` checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from harness.rules.bluffers import CHAMBERS
from harness.rules.cards import RANKS
from harness.scenario.arguments import Argument, Kind
from harness.scenario.civil import PATTERN
from harness.scenario.expectations import EXPECTABLE, ROOM
from harness.scenario.script import MAY, PHASES
from harness.scenario.seating import EVERYTHING
from harness.scenario.table import CHOICES, GAMES
from harness.scenario.verbs import SERVER, SERVER_VERBS
from harness.scenario.vocabulary import EVENTS, Vocabulary, default_vocabulary
from harness.wire.options import SEATS

Json: TypeAlias = str | int | bool | Sequence["Json"] | Mapping[str, "Json"]

_NAME: Final[Json] = {"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,23}$"}
_PARAMETER: Final[Json] = {"type": "string", "pattern": "^\\$[a-z][a-z0-9_-]{0,23}$", "description": "From the matrix."}
_TEXT: Final[Json] = {"type": "string"}
_SCALAR: Final[Json] = {"type": ["string", "number", "boolean", "null"]}
_SEAT: Final[Json] = {"type": ["string", "integer"]}
_FACES: Final[Json] = {
    "anyOf": [{"type": ["string", "integer", "null"]}, {"type": "array", "items": {"type": ["string", "integer"]}}],
    "description": "In Bluffers five, such as KQA**; else as many as shall be fixed, such as SA H10 W, or a list.",
}
_DURATION: Final[Json] = {
    "type": "string",
    "pattern": "^[+-]?([0-9]+(\\.[0-9]+)?(us|ms|s|m|h))+$",
    "description": "Such as 300ms, 2.5s or 1h30m.",
}


def schema(vocabulary: Vocabulary) -> Json:
    """The schema for files that use these words."""
    fields = {**_head(vocabulary), **_case(vocabulary)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bluff-harness scenario",
        **_closed(fields, ("scenario", "about", "players")),
    }


def _head(vocabulary: Vocabulary) -> Mapping[str, Json]:
    values: Json = {"type": "array", "minItems": 1, "items": {"anyOf": [_SCALAR, {"type": "array", "items": _SCALAR}]}}
    return {
        "scenario": {"type": "string", "description": "The file's name without .yaml."},
        "about": {"type": "string", "description": "One sentence."},
        "game": {"enum": GAMES},
        "matrix": {
            "type": "object",
            "propertyNames": _NAME,
            "additionalProperties": values,
            "description": "Every combination of these values is one case; $name stands for the value.",
        },
        "requires": {**_of(_words(vocabulary.oracles)), "description": "Oracles that must have judged something."},
        "thresholds": {"type": "object", "additionalProperties": _TEXT, "description": "Such as resume: p(95) < 1s."},
    }


def _case(vocabulary: Vocabulary) -> Mapping[str, Json]:
    number: Json = {"type": "integer", "minimum": 1}
    shot: Json = {"type": "integer", "minimum": 0, "maximum": CHAMBERS}
    seats: Json = {
        "type": "integer",
        "minimum": min(SEATS.values())[0],
        "maximum": max(most for _, most in SEATS.values()),
    }
    choices = {choice.name: _or({"enum": choice.values}) for game in GAMES for choice in CHOICES[game]}
    return {
        "table": _closed({"seats": _or(seats), "turn": _or(_DURATION), "ai_fill": _or({"type": "boolean"}), **choices}),
        "players": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": _NAME,
            "additionalProperties": _player(vocabulary),
            "description": "In order of joining; the first one owns the room.",
        },
        "script": _list(_step(vocabulary)),
        "expect": _list(_expectation()),
        "chance": _closed(
            {
                "opener": _or(_SEAT),
                "dealer": _or(_SEAT),
                "ring": _or(_list(_SEAT)),
                "tables": _or(_words(RANKS, unique=False)),
                "hands": _list(_by_seat(_FACES)),
                "dice": _list(_by_seat(_FACES)),
                "turned": _or(_list({"type": ["string", "null"]})),
                "shots": {"anyOf": [_list(shot), {"type": "object", "additionalProperties": _or(shot)}]},
            }
        ),
        "network": _closed({"latency": _or(_DURATION), "jitter": _or(_DURATION)}),
        "think": _or({"type": "array", "minItems": 2, "maxItems": 2, "items": _or(_DURATION)}),
        "tries": _or(number),
        "matches": _or(number),
        "tables": _or(number),
        "witness": _or({"type": "boolean"}),
        "civil": _or({"type": "string", "pattern": PATTERN, "description": "Such as 2026-01-31T23:59:58.500Z."}),
    }


def _player(vocabulary: Vocabulary) -> Json:
    fields: Mapping[str, Json] = {
        "persona": _or(_words(vocabulary.personas, several=False)),
        "mischief": _or({"anyOf": [{"const": EVERYTHING}, _words(vocabulary.mischief)]}),
        "joins": _or({"type": "boolean"}),
        "bot": _or({"type": "boolean"}),
    }
    return {"anyOf": [{"type": "null"}, _closed(fields)]}


def _step(vocabulary: Vocabulary) -> Json:
    when = _closed(
        {
            "phase": _or({"enum": PHASES}),
            "match": _or({"type": "integer", "minimum": 1}),
            "hand": _or({"type": "integer", "minimum": 1}),
            "round": _or({"type": "integer", "minimum": 1}),
            "trick": _or({"type": "integer", "minimum": 1}),
            "played": _or({"type": "integer", "minimum": 0}),
            "bids": _or({"type": "integer", "minimum": 0}),
            "passes": _or({"type": "integer", "minimum": 0}),
            "turn": _or(_NAME),
            "may": _or({"enum": MAY}),
            "forced": _or({"type": "boolean"}),
            "event": _or(_words(tuple(EVENTS), several=False)),
            "by": _or(_NAME),
            "where": {"type": "object", "additionalProperties": _SCALAR},
            "deadline": _or(_DURATION),
        }
    )
    verbs = (*vocabulary.verbs.values(), *SERVER_VERBS.values())
    rows = {verb.name: (verb.about, verb.arguments) for verb in verbs}
    return _closed({"label": _NAME, "when": when, "after": _or(_DURATION), "do": _subject(rows)}, ("do",))


def _expectation() -> Json:
    return _subject({name: (row.about, row.arguments) for name, row in EXPECTABLE.items()})


def _subject(rows: Mapping[str, tuple[str, Sequence[Argument]]]) -> Json:
    """`{ana: verb, argument: value}`: one key is an actor, or the room, and the others are arguments."""
    known: dict[str, list[Json]] = {}
    for _, arguments in rows.values():
        for argument in arguments:
            shapes = known.setdefault(argument.name, [])
            shapes += [
                shape
                for shape in map(_kind, argument.kinds, [argument.words] * len(argument.kinds))
                if shape not in shapes
            ]
    verbs: Json = {"anyOf": [{"const": name, "description": about} for name, (about, _) in rows.items()]}
    return {
        "type": "object",
        "minProperties": 1,
        "properties": {name: {"anyOf": [*shapes, _PARAMETER]} for name, shapes in known.items()},
        "additionalProperties": _or(verbs),
        "description": f"An actor, `{SERVER}` or `{ROOM}`, and what it is about; then the arguments.",
    }


def _kind(kind: Kind, words: Sequence[str]) -> Json:
    return {
        Kind.TEXT: _TEXT,
        Kind.WHOLE: {"type": "integer"},
        Kind.FLAG: {"type": "boolean"},
        Kind.DURATION: _DURATION,
        Kind.WORD: _words(words, several=False),
        Kind.WORDS: _words(words),
        Kind.TEXTS: _list({"type": ["string", "integer"]}),
        Kind.ACTOR: _NAME,
        Kind.LABEL: _NAME,
        Kind.ANY: _SCALAR,
    }[kind]


def _words(words: Sequence[str], *, several: bool = True, unique: bool = True) -> Json:
    if not several:
        return {"enum": words}
    return {"type": "array", "uniqueItems": unique, "items": {"enum": words}}


def _by_seat(shape: Json) -> Json:
    return {"anyOf": [_list(shape), {"type": "object", "additionalProperties": shape}]}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _or(shape: Json) -> Json:
    """This, or a parameter of the matrix."""
    return {"anyOf": [shape, _PARAMETER]}


def _closed(fields: Mapping[str, Json], needed: Sequence[str] = ()) -> Mapping[str, Json]:
    shape: dict[str, Json] = {"type": "object", "properties": fields, "additionalProperties": False}
    return {**shape, "required": needed} if needed else shape


def _of(shape: Json) -> Mapping[str, Json]:
    assert isinstance(shape, Mapping)
    return shape


def text(vocabulary: Vocabulary) -> str:
    """The schema as it is written to its file."""
    return msgspec.json.format(msgspec.json.encode(schema(vocabulary)), indent=2).decode() + "\n"


if __name__ == "__main__":
    print(text(default_vocabulary()), end="")
