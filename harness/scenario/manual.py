"""The tables of `docs/scenarios.md`, from the tables that files are checked against.

`python -m harness.scenario.manual docs/scenarios.md` writes them anew between their marks; a test
fails when they are out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.players.mischief import MISCHIEF
from harness.scenario.arguments import Argument
from harness.scenario.expectations import EXPECTABLE, ROOM
from harness.scenario.table import CHOICES, GAMES, Choice
from harness.scenario.verbs import SERVER_VERBS
from harness.scenario.vocabulary import EVENTS, Vocabulary, default_vocabulary
from harness.wire.options import SEATS

_BLOCK: Final = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)
_WORDS_SHOWN: Final = 16


def renewed(text: str, vocabulary: Vocabulary) -> str:
    """The manual with every table written anew; a mark that names no table raises KeyError."""
    tables = {
        "verbs": _rows(
            ("verb", "does", "arguments"),
            [(f"`{name}`", verb.about, _arguments(verb.arguments)) for name, verb in vocabulary.verbs.items()],
        ),
        "server": _rows(
            ("verb", "does", "arguments"),
            [(f"`{name}`", verb.about, _arguments(verb.arguments)) for name, verb in SERVER_VERBS.items()],
        ),
        "expectations": _rows(
            ("expectation", "of", "holds when", "arguments"),
            [
                (f"`{name}`", f"`{ROOM}`" if row.of_room else "an actor", row.about, _arguments(row.arguments))
                for name, row in EXPECTABLE.items()
            ],
        ),
        "events": _rows(
            ("event", "fields for `where`"),
            [(f"`{name}`", ", ".join(f"`{field}`" for field in fields)) for name, fields in EVENTS.items()],
        ),
        "choices": _rows(
            ("game", "seats", "choices"),
            [(f"`{game}`", "{} to {}".format(*SEATS[game]), _choices(CHOICES[game])) for game in GAMES],
        ),
        "mischief": _rows(
            ("mischief", "does", "games"),
            [(f"`{name}`", one.about, _games(one.games)) for name, one in MISCHIEF.items()],
        ),
        "words": _rows(("key", "words"), _words(vocabulary)),
    }
    return _BLOCK.sub(lambda found: found[1] + tables[found[2]] + found[3], text)


def _games(games: Sequence[str]) -> str:
    return "all" if set(games) == set(GAMES) else ", ".join(f"`{game}`" for game in games)


def _choices(choices: Sequence[Choice]) -> str:
    return "<br>".join(
        f"`{choice.name}`: {', '.join(f'`{str(value).lower()}`' for value in choice.values)}" for choice in choices
    )


def _words(vocabulary: Vocabulary) -> Sequence[Sequence[str]]:
    named: Mapping[str, Sequence[str]] = {
        "`persona`": vocabulary.personas,
        "`mischief`": vocabulary.mischief,
        "`requires`": vocabulary.oracles,
    }
    return [(key, ", ".join(f"`{word}`" for word in words)) for key, words in named.items()]


def _arguments(arguments: Sequence[Argument]) -> str:
    return "<br>".join(_argument(argument) for argument in arguments)


def _argument(argument: Argument) -> str:
    kinds = " or ".join(argument.kinds)
    words = ", ".join(f"`{word}`" for word in argument.words[:_WORDS_SHOWN])
    more = ", …" if len(argument.words) > _WORDS_SHOWN else ""
    shape = f"{kinds}: {words}{more}" if words else kinds
    needed = "" if argument.needed else ", optional"
    return f"`{argument.name}` ({shape}{needed}): {argument.about}"


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


if __name__ == "__main__":
    manual = Path(sys.argv[1])
    manual.write_text(renewed(manual.read_text(), default_vocabulary()))
