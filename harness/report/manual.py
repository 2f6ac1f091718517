"""The parts of the documentation that are written from the code: oracles, refusals, order of events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from inspect import cleandoc
from typing import Final

from harness.wire.refusals import REFUSALS
from harness.wire.session import TRANSITIONS, State

_MARKED: Final = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def fill(page: str) -> str:
    """A page with its generated parts written anew; what stands between them stays.

    Raises:
        KeyError: The page marks a part that nobody generates.
    """
    return _MARKED.sub(lambda found: f"{found[1]}{_PARTS[found[2]]()}\n{found[3]}", page)


def oracle_pages(oracles: Mapping[str, tuple[type, ...]]) -> str:
    """`docs/oracles.md`: each oracle's docstring is its manual page."""
    pages = [
        "# Oracles",
        "What the referee watches. This page is written from the docstrings by `make docs`; "
        "`harness list oracles` prints the short form.",
    ]
    for name, kinds in oracles.items():
        checks = ", ".join(dict.fromkeys(check for kind in kinds for check in getattr(kind, "checks", ())))
        pages.append(f"## {name}\n\nChecks: {checks}")
        for kind in kinds:
            game = getattr(kind, "game", "")
            judges = f"In {game} only:\n\n" if game else ""
            pages.append(f"{judges}{cleandoc(kind.__doc__ or '')}")
    return "\n\n".join(pages) + "\n"


def _refusals() -> str:
    rows = ["| code | HTTP | rule | meaning |", "|---|---|---|---|"]
    rows += [f"| `{row.code}` | {row.status} | {row.rule} | {row.meaning} |" for row in REFUSALS.values()]
    return "\n".join(rows)


def _states() -> str:
    rows = ["| state | events that may come, and the state after them when it is another |", "|---|---|"]
    for state in State:
        shown = []
        for event, after in TRANSITIONS[state].items():
            tag = str(event.__struct_config__.tag)
            shown.append(f"`{tag}`" + (f" → {after.value}" if after is not None else ""))
        first = ["`snapshot` → what it shows"] if state is State.NEW else []
        rows.append(f"| {state.value} | {', '.join(first + shown) or 'none'} |")
    return "\n".join(rows)


_PARTS: Final = {"refusals": _refusals, "states": _states}
