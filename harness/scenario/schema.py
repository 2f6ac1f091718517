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
from harness.scenario.load import GAMES
from harness.scenario.script import PHASES
from harness.scenario.seating import EVERYTHING
from harness.scenario.verbs import SERVER, SERVER_VERBS
from harness.scenario.vocabulary import EVENTS, Vocabulary, default_vocabulary

Json: TypeAlias = str | int | bool | Sequence["Json"] | Mapping[str, "Json"]

_NAME: Final[Json] = {"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,23}$"}
_PARAMETER: Final[Json] = {"type": "string", "pattern": "^\\$[a-z][a-z0-9_-]{0,23}$", "description": "From the matrix."}
_TEXT: Final[Json] = {"type": "string"}
_SCALAR: Final[Json] = {"type": ["string", "number", "boolean", "null"]}
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
    hand: Json = {"type": "string", "pattern": "^([KQA*]{5})?$"}
    by_seat: Json = {"anyOf": [_list(hand), {"type": "object", "additionalProperties": hand}]}
    shot: Json = {"type": "integer", "minimum": 0, "maximum": CHAMBERS}
    return {
        "table": _closed(
            {
                "seats": _or({"type": "integer", "minimum": 2, "maximum": 4}),
                "turn": _or(_DURATION),
                "ai_fill": _or({"type": "boolean"}),
            }
        ),
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
                "opener": _or({"type": ["string", "integer"]}),
                "tables": _or(_words(RANKS, unique=False)),
                "hands": _list(by_seat),
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
            "turn": _or(_NAME),
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
        Kind.TEXTS: _list(_TEXT),
        Kind.ACTOR: _NAME,
        Kind.LABEL: _NAME,
        Kind.ANY: _SCALAR,
    }[kind]


def _words(words: Sequence[str], *, several: bool = True, unique: bool = True) -> Json:
    if not several:
        return {"enum": words}
    return {"type": "array", "uniqueItems": unique, "items": {"enum": words}}


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
