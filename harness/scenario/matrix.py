"""The matrix of a scenario: every combination of its values, put in wherever a `$name` stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from msgspec.structs import replace

from harness.scenario.model import Value
from harness.scenario.reader import Reader, plain
from harness.scenario.source import Fields, Items, Leaf, Node
from harness.scenario.suggest import unknown

CASES_MAX: Final = 1000
"""Most combinations of one scenario."""

NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,23}")
"""What actors, labels and matrix parameters can be called."""


class Matrix:
    """Parameter names with their values, and which of them were used so far."""

    __slots__ = ("_lines", "_reader", "_used", "_values")

    def __init__(self, reader: Reader, node: Node | None) -> None:
        self._reader = reader
        self._values: dict[str, tuple[Node, ...]] = {}
        self._lines: dict[str, int] = {}
        self._used: set[str] = set()
        if node is not None:
            self._read(node)

    def _read(self, node: Node) -> None:
        note = self._reader.note
        found = self._reader.fields(node, None, "`matrix`")
        if isinstance(node, Fields) and not found:
            note(node.line, "`matrix` is empty; leave it out")
        for name, values in found.items():
            if not NAME.fullmatch(name):
                note(values.line, f"`{name}` is no name for a parameter; use small letters, digits, - and _")
            items = self._reader.items(values, f"`{name}` of `matrix`")
            if isinstance(values, Items) and not items:
                note(values.line, f"`{name}` of `matrix` has no values")
            for item in items:
                if isinstance(item, Fields):
                    note(item.line, f"a value of `{name}` must be a single value or a list, not a mapping")
            if items:
                self._values[name] = items
                self._lines[name] = values.line
        count = prod(map(len, self._values.values()))
        if count > CASES_MAX:
            note(node.line, f"`matrix` has {count} combinations; {CASES_MAX} are allowed")
            self._values = {name: values[:1] for name, values in self._values.items()}

    def values(self) -> tuple[tuple[str, tuple[Value, ...]], ...]:
        """Names with their plain values, in the order of the file."""
        return tuple((name, tuple(map(plain, nodes))) for name, nodes in self._values.items())

    def combinations(self) -> Sequence[Mapping[str, Node]]:
        """Every case, the last name varying fastest; one empty case when there is no matrix."""
        return [dict(zip(self._values, nodes, strict=True)) for nodes in product(*self._values.values())]

    def put(self, node: Node, case: Mapping[str, Node]) -> Node:
        """The node with the case's values in place of `$name`; `$$` begins a text with a dollar sign.

        The lines stay those of the place, so that a problem is shown where the value is used.
        """
        if isinstance(node, Items):
            return replace(node, items=tuple(self.put(item, case) for item in node.items))
        if isinstance(node, Fields):
            entries = tuple(replace(entry, node=self.put(entry.node, case)) for entry in node.entries)
            return replace(node, entries=entries)
        if not isinstance(node.value, str) or not node.value.startswith("$"):
            return node
        name = node.value[1:]
        if name.startswith("$"):
            return replace(node, value=name)
        if name not in case:
            self._reader.note(node.line, unknown("parameter", "$" + name, tuple("$" + known for known in self._values)))
            self._reader.unresolved.append((node.line, node.value))
            return node
        self._used.add(name)
        return _moved(case[name], node.line)

    def note_unused(self) -> None:
        """Complain about parameters that stand nowhere."""
        for name, line in self._lines.items():
            if name not in self._used:
                self._reader.note(line, f"`{name}` of `matrix` is used nowhere; write ${name} where it belongs")


def _moved(node: Node, line: int) -> Node:
    if isinstance(node, Items):
        return Items(line=line, items=tuple(_moved(item, line) for item in node.items))
    if isinstance(node, Leaf):
        return Leaf(line=line, value=node.value)
    return node
