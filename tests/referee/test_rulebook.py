"""The rulebook: every id once, with a sentence and with somebody who judges it."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.referee.catalogue import ORACLES
from harness.referee.rulebook.catalogue import CHAPTERS, MARKS, RULEBOOK
from harness.referee.rulebook.entry import entry, marks_of, off_the_wire

ROOT = Path(__file__).parents[2]
ON_A_SCREEN = {"21", "28", "30", "33", "35", "36", "37", "38", "39", "40", "47"}


@pytest.mark.parametrize(("family", "last"), [("BLF", 36), ("CHT", 22), ("LDC", 17), ("WIZ", 26), ("FEAT", 55)])
def test_no_number_is_missing(family: str, last: int) -> None:
    """Rules and features are numbered without gaps."""
    numbers = [id_ for id_ in RULEBOOK if id_.startswith(f"{family}-") and id_.removeprefix(f"{family}-").isdigit()]
    assert numbers == [f"{family}-{number:02}" for number in range(1, last + 1)]


def test_an_id_stands_in_one_chapter() -> None:
    """Nothing is lost when chapters are put together."""
    assert sum(len(chapter) for chapter in CHAPTERS.values()) == len(RULEBOOK)


@pytest.mark.parametrize("id_", RULEBOOK)
def test_judges_exist(id_: str) -> None:
    """Oracles of the catalogue, and tests of the suite; somebody for all that a run can show."""
    line = RULEBOOK[id_]
    assert line.says.endswith(".")
    assert "|" not in line.says
    assert bool(line.judges) != bool(line.exempt)
    for judge in line.judges:
        assert judge in ORACLES or (judge.startswith("tests/") and (ROOT / judge).is_file()), judge


def test_exempt_is_only_what_lives_on_a_screen() -> None:
    """Eleven features, and nothing else."""
    assert {id_ for id_, line in RULEBOOK.items() if line.exempt} == {f"FEAT-{number}" for number in ON_A_SCREEN}


def test_what_is_counted() -> None:
    """An id, or each of its parts, or nothing when no run can show it."""
    assert marks_of("A-1", entry("One.", "fold")) == ("A-1",)
    assert marks_of("A-1", entry("Two.", "fold", parts=("x", "y"))) == ("A-1/x", "A-1/y")
    assert marks_of("A-1", off_the_wire("Three.")) == ()
    assert len(set(MARKS)) == len(MARKS) > len(RULEBOOK)
