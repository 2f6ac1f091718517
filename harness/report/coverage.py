"""`docs/coverage.md`: every rule, decision and feature, with what shows it at work and who judges it there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from harness.referee.rulebook.entry import Entry, marks_of

SCENARIOS_SHOWN: Final = 3
"""Scenarios named per id: those that say that they are about it, then those that show the fewest others."""


_ABOUT: Final = """\
What the harness exercises of the rules, the decisions that show on the wire, and the features, and who judges it.
This page is measured: `make docs` plays the scenarios in the virtual world and notes what events and answers show at
work (the oracle `rules_coverage`). A scenario is named where it showed the id. An oracle is named where it judged
something in a run that showed it. `make proof` measures again and compares."""


class Shown(Struct, frozen=True, kw_only=True):
    """What one scenario showed.

    Attributes:
        scenario: Its name.
        about: What it says of itself.
        marks: Marks that were seen, each with the oracles that judged something in a run in which it was.
    """

    scenario: str
    about: str
    marks: Mapping[str, frozenset[str]]


class Row(Struct, frozen=True, kw_only=True):
    """One id.

    Attributes:
        id: The id.
        says: What it says.
        scenarios: Names of the scenarios that showed it or parts of it, the most special ones first.
        missing: Its marks that no scenario showed.
        judges: Oracles that judged something while it was at work, and tests.
        exempt: Why nothing can show it, or "".
    """

    id: str
    says: str
    scenarios: tuple[str, ...]
    missing: tuple[str, ...]
    judges: tuple[str, ...]
    exempt: str


def rows(chapter: Mapping[str, Entry], shown: Sequence[Shown]) -> Sequence[Row]:
    """One row per id of a chapter."""
    by_rarity = sorted(shown, key=lambda one: (len(one.marks), one.scenario))
    found = []
    for id_, line in chapter.items():
        marks = marks_of(id_, line)
        showing = [one for one in by_rarity if any(mark in one.marks for mark in marks)]
        showing.sort(key=lambda one: id_ not in one.about)
        judged = {oracle for one in showing for mark in marks for oracle in one.marks.get(mark, ())}
        found.append(
            Row(
                id=id_,
                says=line.says,
                scenarios=_chosen(marks, showing),
                missing=tuple(mark for mark in marks if not any(mark in one.marks for one in showing)),
                judges=tuple(judge for judge in line.judges if judge in judged or judge.startswith("tests/")),
                exempt=line.exempt,
            )
        )
    return found


def _chosen(marks: Sequence[str], showing: Sequence[Shown]) -> tuple[str, ...]:
    """The most special scenarios: one for each mark that is not shown yet, then more up to the number shown."""
    chosen: list[Shown] = []
    for mark in marks:
        if not any(mark in one.marks for one in chosen):
            chosen += [one for one in showing if mark in one.marks][:1]
    rest = [one for one in showing if one not in chosen]
    return tuple(one.scenario for one in [*chosen, *rest[: max(0, SCENARIOS_SHOWN - len(chosen))]])


def coverage_page(chapters: Mapping[str, Mapping[str, Entry]], shown: Sequence[Shown]) -> str:
    """The whole page."""
    tables = {title: rows(chapter, shown) for title, chapter in chapters.items()}
    everything = [row for table in tables.values() for row in table]
    exempt = [row for row in everything if row.exempt]
    gaps = [row for row in everything if row.missing]
    unjudged = [row for row in everything if row.scenarios and not row.judges]
    parts = [
        "# Coverage",
        _ABOUT,
        f"{len(everything)} ids: {len(everything) - len(exempt) - len(gaps)} are exercised, {len(gaps)} are not or "
        f"not whole, {len(exempt)} cannot be.",
    ]
    if gaps:
        parts.append("Not exercised: " + ", ".join(row.id for row in gaps) + ".")
    if unjudged:
        parts.append("Judged by nobody: " + ", ".join(row.id for row in unjudged) + ".")
    for title, table in tables.items():
        lines = [f"## {title}", "", "| id | says | exercised by | judged by |", "| --- | --- | --- | --- |"]
        lines += [f"| {row.id} | {row.says} | {_exercised(row)} | {_judged(row)} |" for row in table]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _exercised(row: Row) -> str:
    if row.exempt:
        return f"exempt: {row.exempt}"
    if not row.scenarios:
        return "**not exercised**"
    names = ", ".join(f"`{name}`" for name in row.scenarios)
    missing = ", ".join(mark.partition("/")[2] for mark in row.missing)
    return f"{names}; **not: {missing}**" if missing else names


def _judged(row: Row) -> str:
    if row.exempt:
        return ""
    return ", ".join(f"`{judge}`" for judge in row.judges) or "**nobody**"
