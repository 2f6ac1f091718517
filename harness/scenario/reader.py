"""Typed values out of a tree, with every problem kept instead of raised.

Each method takes a node, or None when the key is absent, and a default; a wrong value is noted
with its line and the default stands in, so that one reading finds all problems of a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from harness.clock import Duration, parse_duration
from harness.scenario.arguments import Argument, Kind
from harness.scenario.model import Value
from harness.scenario.source import Fields, Items, Leaf, Node, Problem
from harness.scenario.suggest import unknown

D = TypeVar("D")


class Reader:
    """Collects the problems of one file.

    Attributes:
        problems: Found so far, in no order; one place may be named more than once.
        actors: Names that `Kind.ACTOR` takes.
        bots: Names of bots: they are no actors, and a message says so.
        labels: Names that `Kind.LABEL` takes.
        unresolved: Texts such as `$gap` that stand for nothing, with their lines.
    """

    __slots__ = ("actors", "bots", "labels", "problems", "unresolved")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.actors: tuple[str, ...] = ()
        self.bots: tuple[str, ...] = ()
        self.labels: tuple[str, ...] = ()
        self.unresolved: list[tuple[int, str]] = []

    def note(self, line: int, message: str) -> None:
        """Keep one problem, unless it is only what an unresolved `$name` looks like from another side."""
        if any(line == at and f"`{text}`" in message for at, text in self.unresolved):
            return
        self.problems.append(Problem(line, message))

    def fields(self, node: Node | None, known: Sequence[str] | None, what: str) -> dict[str, Node]:
        """The entries of a mapping by key; `known` None takes any key. Unknown keys are noted and left out."""
        if node is None:
            return {}
        if not isinstance(node, Fields):
            self.note(node.line, f"{what} must be a mapping, not {described(node)}")
            return {}
        for entry in node.entries:
            if known is not None and entry.key not in known:
                self.note(entry.line, unknown(f"key of {what}", entry.key, known))
        return {entry.key: entry.node for entry in node.entries if known is None or entry.key in known}

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        """The items of a list; () when absent."""
        if node is None:
            return ()
        if not isinstance(node, Items):
            self.note(node.line, f"{what} must be a list, not {described(node)}")
            return ()
        return node.items

    def text(self, node: Node | None, what: str, default: D) -> str | D:
        """A text that is not empty."""
        if node is None:
            return default
        value = node.value if isinstance(node, Leaf) else None
        if not isinstance(value, str) or not value.strip():
            self.note(node.line, f"{what} must be a text, not {described(node)}")
            return default
        return value

    def whole(self, node: Node | None, what: str, default: D, low: int, high: int) -> int | D:
        """A whole number, both limits included."""
        if node is None:
            return default
        value = node.value if isinstance(node, Leaf) else None
        if not isinstance(value, int) or isinstance(value, bool):
            self.note(node.line, f"{what} must be a whole number, not {described(node)}")
            return default
        if not low <= value <= high:
            self.note(node.line, f"{what} must be {low} to {high}, not {value}")
            return default
        return value

    def flag(self, node: Node | None, what: str, default: D) -> bool | D:
        """`true` or `false`."""
        if node is None:
            return default
        value = node.value if isinstance(node, Leaf) else None
        if not isinstance(value, bool):
            self.note(node.line, f"{what} must be true or false, not {described(node)}")
            return default
        return value

    def duration(
        self, node: Node | None, what: str, default: D, low: Duration | None = 0, high: Duration | None = None
    ) -> Duration | D:
        """A duration such as `300ms`; `low` None allows negative ones."""
        if node is None:
            return default
        value = node.value if isinstance(node, Leaf) else None
        try:
            duration = parse_duration(value if isinstance(value, str) else "")
        except ValueError:
            self.note(node.line, f"{what} must be a duration such as 300ms or 1h30m, not {described(node)}")
            return default
        if (low is not None and duration < low) or (high is not None and duration > high):
            self.note(node.line, f"{what} is out of range: {value}")
            return default
        return duration

    def word(self, node: Node | None, what: str, default: D, words: Sequence[str]) -> str | D:
        """One of these words."""
        if node is None:
            return default
        text = self.text(node, what, None)
        if text is None:
            return default
        if text not in words:
            self.note(node.line, unknown(what, text, words))
            return default
        return text

    def actor(self, node: Node | None, what: str) -> str | None:
        """The name of an actor."""
        name = self.text(node, what, None)
        if node is None or name is None:
            return None
        if name not in self.actors:
            self.note(node.line, self.no_actor(name, what))
            return None
        return name

    def no_actor(self, name: str, what: str = "") -> str:
        """What to say about a name that is no actor's."""
        if name in self.bots:
            return f"`{name}` is a bot of the server; no step moves it or waits for it"
        return unknown(f"actor in {what}" if what else "actor", name, self.actors)

    def words(self, node: Node | None, what: str, words: Sequence[str]) -> tuple[str, ...]:
        """A list of these words, none of them twice."""
        found: list[str] = []
        for item in self.items(node, f"{what}s" if not what.endswith("s") else what):
            word = self.word(item, what, None, words)
            if word in found:
                self.note(item.line, f"{what} `{word}` is named twice")
            elif word is not None:
                found.append(word)
        return tuple(found)

    def arguments(
        self, entries: dict[str, Node], known: Sequence[Argument], what: str, line: int
    ) -> tuple[tuple[str, Value], ...]:
        """The arguments of a verb or an expectation, checked against its table row, in the file's order."""
        rows = {argument.name: argument for argument in known}
        found: list[tuple[str, Value]] = []
        for key, node in entries.items():
            if key not in rows:
                self.note(node.line, unknown(f"argument of `{what}`", key, tuple(rows)))
                continue
            value = self._argument(node, rows[key], what)
            if value is not None:
                found.append((key, value))
        for argument in known:
            if argument.needed and argument.name not in entries:
                self.note(line, f"`{what}` needs `{argument.name}`")
        return tuple(found)

    def _argument(self, node: Node, argument: Argument, what: str) -> Value:
        for kind in argument.kinds:
            fits, value = _fits(kind, node, argument.words)
            if fits:
                return self._known(kind, value, node, f"`{argument.name}` of `{what}`")
        name = f"`{argument.name}` of `{what}`"
        only_words = {Kind.WORD, Kind.WORDS}.issuperset(argument.kinds)
        wrong = _wrong_word(node, argument.words)
        if wrong is not None and only_words:
            self.note(node.line, unknown(f"value of {name}", wrong, argument.words))
        else:
            words = f" ({', '.join(argument.words)})" if argument.words else ""
            kinds = " or ".join(argument.kinds)
            self.note(node.line, f"{name} must be {kinds}{words}, not {described(node)}")
        return None

    def _known(self, kind: Kind, value: Value, node: Node, name: str) -> Value:
        if kind is Kind.ACTOR and value not in self.actors:
            self.note(node.line, self.no_actor(str(value), name))
            return None
        if kind is Kind.LABEL and value not in self.labels:
            self.note(node.line, unknown(f"label in {name}", str(value), self.labels))
            return None
        return value


def described(node: Node) -> str:
    """What a node is, for messages: its text, cut, or the kind of thing it is."""
    if isinstance(node, Fields):
        return "a mapping"
    if isinstance(node, Items):
        return "a list"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, bool):
        return str(node.value).lower()
    text = str(node.value)
    return f"`{text if len(text) <= 40 else text[:40] + '…'}`"


def plain(node: Node) -> Value:
    """A node without its lines; mappings are no values and become None."""
    if isinstance(node, Leaf):
        return node.value
    if isinstance(node, Items):
        return tuple(plain(item) for item in node.items)
    return None


def _wrong_word(node: Node, words: Sequence[str]) -> str | None:
    """The first text of a node that is none of these words."""
    leaves = node.items if isinstance(node, Items) else (node,)
    for leaf in leaves:
        if isinstance(leaf, Leaf) and isinstance(leaf.value, str) and leaf.value not in words:
            return leaf.value
    return None


def _fits(kind: Kind, node: Node, words: Sequence[str]) -> tuple[bool, Value]:
    """Whether a node is of this kind, and its value."""
    value = plain(node)
    if kind is Kind.TEXTS:
        # Ranks such as 10 are numbers to YAML.
        return isinstance(value, tuple) and all(isinstance(item, str) or type(item) is int for item in value), value
    if kind is Kind.WORDS:
        texts = isinstance(value, tuple) and all(isinstance(item, str) for item in value)
        return texts and set(words).issuperset(_texts(value)), value
    if not isinstance(node, Leaf) or value is None:
        return kind is Kind.ANY and isinstance(node, Leaf), value
    if kind is Kind.ANY:
        return True, value
    if kind is Kind.WHOLE:
        return isinstance(value, int) and not isinstance(value, bool), value
    if kind is Kind.FLAG:
        return isinstance(value, bool), value
    if kind is Kind.DURATION:
        try:
            return True, parse_duration(value if isinstance(value, str) else "")
        except ValueError:
            return False, None
    return isinstance(value, str) and (kind is not Kind.WORD or value in words), value


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()
