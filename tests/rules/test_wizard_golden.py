"""Golden playthroughs of Wizard: what every seat sees at each step of three matches.

After a change that is meant, write them anew and read the difference:

    .venv/bin/python tests/rules/test_wizard_golden.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.rules.wizard import Options
from harness.testing.choices import Conduct
from harness.testing.wizard_playthrough import playthrough

FOLDER = Path(__file__).with_name("golden_wizard")
MATCHES = {
    "three_secret_bids": (Options(seats=3, length="five", bids="secret"), Conduct(seed=836, aside_every=9)),
    "three_hidden_bids": (Options(seats=3, length="five", bids="hidden"), Conduct(seed=291)),
    "four_plusminus_dealer_leads": (
        Options(seats=4, length="five", bids="plusminus", first_lead="first_player"),
        Conduct(seed=87),
    ),
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
