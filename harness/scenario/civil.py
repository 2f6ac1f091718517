"""The `civil:` key: what the calendar says when a run of the virtual world begins."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from harness.scenario.reader import Reader, described
from harness.scenario.source import Leaf, Node

PATTERN: Final = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$"
"""ISO 8601 in UTC, to the millisecond at most."""


def read_civil(reader: Reader, node: Node | None) -> int | None:
    """Milliseconds since 1970 in UTC; None when the file leaves it open."""
    if node is None:
        return None
    value = node.value if isinstance(node, Leaf) else None
    try:
        if not isinstance(value, str) or not re.match(PATTERN, value, re.ASCII):
            raise ValueError
        moment = datetime.fromisoformat(value)
    except ValueError:
        reader.note(node.line, f"`civil` must be a moment such as 2026-01-31T23:59:58.500Z, not {described(node)}")
        return None
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return since.days * 86_400_000 + since.seconds * 1_000 + since.microseconds // 1_000
