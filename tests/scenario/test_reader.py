"""Arguments of every kind are checked against their table row."""

from __future__ import annotations

import pytest

from harness.clock import MILLISECOND
from harness.scenario.arguments import Argument, Kind
from harness.scenario.reader import Reader, plain
from harness.scenario.source import Fields, Node, Problem, parse


def arguments(text: str, *known: Argument) -> tuple[object, list[str]]:
    """The arguments that are read from these lines, and the problems."""
    tree, _ = parse(text.encode())
    reader = Reader()
    reader.actors = ("ana", "ben")
    reader.labels = ("late",)
    entries: dict[str, Node] = {entry.key: entry.node for entry in tree.entries}
    found = reader.arguments(entries, known, "verb", 1)
    return found, [problem.message for problem in reader.problems]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Kind.TEXT, "x", "x"),
        (Kind.WHOLE, "3", 3),
        (Kind.FLAG, "false", False),
        (Kind.DURATION, "30ms", 30 * MILLISECOND),
        (Kind.WORD, "a", "a"),
        (Kind.WORDS, "[b, a]", ("b", "a")),
        (Kind.TEXTS, "[x, y]", ("x", "y")),
        (Kind.ACTOR, "ben", "ben"),
        (Kind.LABEL, "late", "late"),
        (Kind.ANY, "1.5", 1.5),
        (Kind.ANY, "x", "x"),
    ],
)
def test_values_that_fit(kind: Kind, text: str, value: object) -> None:
    """Each kind takes its own values."""
    argument = Argument(name="it", kinds=(kind,), words=("a", "b"))
    assert arguments(f"it: {text}", argument) == ((("it", value),), [])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.TEXT, "3"),
        (Kind.WHOLE, "true"),
        (Kind.WHOLE, "x"),
        (Kind.FLAG, "1"),
        (Kind.DURATION, "3"),
        (Kind.DURATION, "3 days"),
        (Kind.WORD, "3"),
        (Kind.WORDS, "a"),
        (Kind.WORDS, "[3]"),
        (Kind.TEXTS, "[x, [3]]"),
        (Kind.TEXTS, "{a: x}"),
        (Kind.ANY, "[x]"),
    ],
)
def test_values_that_do_not(kind: Kind, text: str) -> None:
    """Values of another kind are told, with the kind that would be right."""
    argument = Argument(name="it", kinds=(kind,), words=("a", "b"))
    found, (problem,) = arguments(f"it: {text}", argument)
    assert found == ()
    assert problem.startswith(f"`it` of `verb` must be {kind}")


def test_nothing_is_a_single_value_too() -> None:
    """An argument of any kind may be null; it is then as good as left out."""
    assert arguments("it:", Argument(name="it", kinds=(Kind.ANY,))) == ((), [])
    assert arguments("it:", Argument(name="it", kinds=(Kind.TEXT,)))[1] == [
        "`it` of `verb` must be a text, not nothing"
    ]


def test_the_first_kind_that_fits_wins() -> None:
    """An argument of several kinds keeps the type of its value."""
    argument = Argument(name="it", kinds=(Kind.WHOLE, Kind.WORD), words=("all",))
    assert arguments("it: 3", argument)[0] == (("it", 3),)
    assert arguments("it: all", argument)[0] == (("it", "all"),)
    assert arguments("it: al", argument)[1] == [
        "`it` of `verb` must be a whole number or one of the words (all), not `al`"
    ]


def test_a_mapping_has_no_plain_value() -> None:
    """Mappings are no values."""
    assert plain(Fields(line=1, entries=())) is None


def test_long_values_are_cut_in_messages() -> None:
    """A message repeats only the beginning of what was written."""
    _, (problem,) = arguments(f"it: {'x' * 99}", Argument(name="it", kinds=(Kind.WHOLE,)))
    assert problem == f"`it` of `verb` must be a whole number, not `{'x' * 40}…`"
    _, (problem,) = arguments(f"it: {'x' * 99}", Argument(name="it", kinds=(Kind.WORD,), words=("a",)))
    assert problem == f"unknown value of `it` of `verb` `{'x' * 40}…`; there are a"


def test_problems_know_their_line() -> None:
    """A problem is noted with its line, unless it only repeats an unresolved name of that line."""
    reader = Reader()
    reader.unresolved.append((4, "$gap"))
    reader.note(4, "unknown verb `$gap`")
    reader.note(5, "unknown verb `$gap`")
    assert reader.problems == [Problem(5, "unknown verb `$gap`")]
