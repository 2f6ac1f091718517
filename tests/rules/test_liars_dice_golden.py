"""Golden playthroughs of Liar's Dice: what every seat sees at each step of three matches.

After a change that is meant, write them anew and read the difference:

    .venv/bin/python tests/rules/test_liars_dice_golden.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.rules.liars_dice import Options
from harness.testing.choices import Conduct
from harness.testing.liars_dice import LiarsDiceGame, describe
from harness.testing.walkthrough import walkthrough

FOLDER = Path(__file__).with_name("golden_liars_dice")
MATCHES = {
    "two": (Options(seats=2), Conduct(seed=25)),
    "two_ones_low": (Options(seats=2, ones="low"), Conduct(seed=24)),
    "three_with_leavers": (Options(seats=3), Conduct(seed=28, aside_every=12)),
}


def written(name: str) -> str:
    """The match with this name, written down."""
    options, conduct = MATCHES[name]
    title = f"Liar's Dice, {options.seats} seats, ones {options.ones}"
    return walkthrough(title, LiarsDiceGame(options), conduct, describe)


@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    """The match runs and is seen as it was when somebody last read it."""
    assert written(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_golden_files_are_all_compared() -> None:
    """No file lies in the folder that no test reads."""
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(MATCHES)


if __name__ == "__main__":
    for title in MATCHES:
        (FOLDER / f"{title}.txt").write_text(written(title), encoding="utf-8")
