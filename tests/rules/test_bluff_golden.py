"""Golden playthroughs of Bluff: what every seat sees at each step of three matches.

After a change that is meant, write them anew and read the difference:

    .venv/bin/python tests/rules/test_bluff_golden.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.rules.bluff import Options
from harness.testing.bluff import BluffGame, Position, complete
from harness.testing.bluff_retelling import describe
from harness.testing.choices import Conduct
from harness.testing.walkthrough import walkthrough

FOLDER = Path(__file__).with_name("golden_bluff")
SMALL = Position(hands=("2 2 K", "2 3 4", "9 9 *"), turn=0)
PLAY_ON = Options(seats=3, end="play_on")
MATCHES = {
    "four_from_the_deal": (BluffGame(Options(jokers="none")), Conduct(seed=21)),
    "three_small_hands_play_on": (BluffGame(PLAY_ON, complete(SMALL, PLAY_ON)), Conduct(seed=18)),
    "five_anticlockwise_with_leavers": (
        BluffGame(Options(seats=5, decks=1, direction="anticlockwise", end="play_on")),
        Conduct(seed=11, aside_every=8),
    ),
}


def written(name: str) -> str:
    """The match with this name, written down."""
    game, conduct = MATCHES[name]
    title = f"Bluff, {game.seats} seats, {game.options.end}, {game.options.direction}"
    return walkthrough(title, game, conduct, describe)


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
