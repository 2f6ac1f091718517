"""Golden playthroughs: what every seat sees at each step of three matches.

After a change that is meant, write them anew and read the difference:

    .venv/bin/python tests/rules/test_bluffers_golden.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.rules.bluffers import Options
from harness.testing.choices import Conduct, Temper
from harness.testing.playthrough import playthrough

FOLDER = Path(__file__).with_name("golden")
MATCHES = {
    "two": (Options(seats=2), Conduct(seed=567)),
    "three_with_leaver": (Options(seats=3), Conduct(seed=577, aside_every=12)),
    "four_shot_at_every_pull": (Options(seats=4), Conduct(seed=22, chance=Temper.LAST)),
}


@pytest.mark.parametrize("name", MATCHES)
def test_playthrough(name: str) -> None:
    """The match runs and is seen as it was when somebody last read it."""
    assert playthrough(*MATCHES[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_golden_files_are_all_compared() -> None:
    """No file lies in the folder that no test reads."""
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(MATCHES)


if __name__ == "__main__":
    for title, (options, conduct) in MATCHES.items():
        (FOLDER / f"{title}.txt").write_text(playthrough(options, conduct), encoding="utf-8")
