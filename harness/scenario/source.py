"""The text of a scenario file as a tree in which every value knows its line.

Only plain YAML gets this far: one document, UTF-8, no anchors, aliases or tags, not large, not
deep. Everything else is refused with the line where it begins, before anything is built from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct
from ruamel.yaml import YAML
from ruamel.yaml import events as yaml_events
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from ruamel.yaml.nodes import Node as YamlNode

from harness.errors import ScenarioError

BYTES_MAX: Final = 256 * 1024
"""Largest scenario file."""

DEPTH_MAX: Final = 16
"""Deepest nesting; the format itself needs six levels."""

DIGITS_MAX: Final = 18
"""Longest whole number."""

Scalar: TypeAlias = str | int | float | bool | None


class Problem(NamedTuple):
    """Something wrong with a file; sorts by line."""

    line: int
    message: str


class Leaf(Struct, frozen=True, kw_only=True):
    """A single value."""

    line: int
    value: Scalar


class Items(Struct, frozen=True, kw_only=True):
    """A list."""

    line: int
    items: tuple[Node, ...]


class Entry(Struct, frozen=True, kw_only=True):
    """One `key: value` of a mapping; `line` is the key's."""

    line: int
    key: str
    node: Node


class Fields(Struct, frozen=True, kw_only=True):
    """A mapping; no key comes twice."""

    line: int
    entries: tuple[Entry, ...]


Node: TypeAlias = Leaf | Items | Fields


class UnreadableError(Exception):
    """The text cannot be read at all; `problems` says where and why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems)
        self.problems = problems


def complaint(file: str, problems: Sequence[Problem]) -> ScenarioError:
    """All problems of a file as one error, in the order of their lines, each once."""
    return ScenarioError([f"{file}:{line}: {message}" for line, message in sorted(set(problems))])


def read(path: Path) -> tuple[Fields, Sequence[Problem]]:
    """Read a file: its tree, and the problems that left something out of it.

    Raises:
        UnreadableError: It is missing, too large, not UTF-8, or not plain YAML.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(BYTES_MAX + 1)
    except OSError as error:
        raise UnreadableError(Problem(1, f"cannot be read: {error.strerror or error}")) from None
    return parse(raw)


def parse(raw: bytes) -> tuple[Fields, Sequence[Problem]]:
    """The tree of a file's bytes, a mapping, and the problems that left something out of it.

    Raises:
        UnreadableError: The bytes are too many, not UTF-8, or not plain YAML.
    """
    if len(raw) > BYTES_MAX:
        raise UnreadableError(Problem(1, f"larger than {BYTES_MAX} bytes"))
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableError(Problem(line, f"not UTF-8: byte {raw[error.start]:#04x}")) from None
    try:
        _refuse_the_clever(text)
        root = _yaml().compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise UnreadableError(Problem(line, f"not YAML: {error.problem or error.context}")) from None
    except (YAMLError, ValueError) as error:
        raise UnreadableError(Problem(1, f"not YAML: {str(error).splitlines()[0]}")) from None
    if root is None:
        raise UnreadableError(Problem(1, "the file is empty"))
    if not isinstance(root, MappingNode):
        raise UnreadableError(Problem(root.start_mark.line + 1, "a scenario is a mapping; begin with `scenario: name`"))
    problems: list[Problem] = []
    return _fields(root, problems), problems


def _yaml() -> YAML:
    return YAML(typ="safe", pure=True)


def _refuse_the_clever(text: str) -> None:
    """Anchors, aliases, tags and deep nesting have no use here and many abuses."""
    depth = 0
    for event in _yaml().parse(text):
        line = event.start_mark.line + 1
        if isinstance(event, yaml_events.AliasEvent):
            raise UnreadableError(
                Problem(line, f"an alias (*{event.anchor}); write it out, or quote a text that begins with *")
            )
        if isinstance(event, yaml_events.NodeEvent) and event.anchor is not None:
            raise UnreadableError(Problem(line, f"an anchor (&{event.anchor}); aliases are not taken"))
        if getattr(event, "tag", None) is not None:
            raise UnreadableError(Problem(line, f"a tag ({event.tag}); quote a text that begins with !"))
        if isinstance(event, yaml_events.CollectionStartEvent):
            depth += 1
            if depth > DEPTH_MAX:
                raise UnreadableError(Problem(line, f"nested deeper than {DEPTH_MAX}"))
        elif isinstance(event, yaml_events.CollectionEndEvent):
            depth -= 1


def _tree(node: YamlNode, problems: list[Problem]) -> Node:
    if isinstance(node, MappingNode):
        return _fields(node, problems)
    line = node.start_mark.line + 1
    if isinstance(node, SequenceNode):
        return Items(line=line, items=tuple(_tree(item, problems) for item in node.value))
    assert isinstance(node, ScalarNode)
    return Leaf(line=line, value=_scalar(node, line, problems))


def _fields(node: MappingNode, problems: list[Problem]) -> Fields:
    seen: dict[str, int] = {}
    entries: list[Entry] = []
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, ScalarNode):
            problems.append(Problem(line, "a key must be a word"))
            continue
        key: str = key_node.value
        if key in seen:
            problems.append(Problem(line, f"`{key}` is given twice; first in line {seen[key]}"))
            continue
        seen[key] = line
        entries.append(Entry(line=line, key=key, node=_tree(value_node, problems)))
    return Fields(line=node.start_mark.line + 1, entries=tuple(entries))


def _scalar(node: ScalarNode, line: int, problems: list[Problem]) -> Scalar:
    text: str = node.value
    kind = str(node.tag).rpartition(":")[2]
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() == "true"
    if kind not in ("int", "float"):
        return text
    try:
        if kind == "int" and len(text) <= DIGITS_MAX:
            return int(text)
        if kind == "float" and math.isfinite(number := float(text)):
            return number
    except ValueError:
        # YAML also counts in base 8 and 16 and has infinities; a scenario needs neither.
        pass
    problems.append(Problem(line, f"`{text[:DIGITS_MAX]}` is not a plain number; quote it if it is a text"))
    return None
