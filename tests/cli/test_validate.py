"""Behaviour of `harness validate`."""

from pathlib import Path

import pytest

from harness.cli.main import main

FILES = Path(__file__).parent / "files"


def test_good_files_are_fine(capsys: pytest.CaptureFixture[str]) -> None:
    """By path and by name."""
    assert main(["validate", str(FILES / "quick.yaml"), "honest-match"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("quick.yaml: quick, 2 cases, 2 steps: fine")
    assert "honest-match" in lines[1]


def test_problems_of_all_files_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Not only of the first."""
    assert main(["validate", str(FILES / "broken.yaml"), "nowhere.yaml", "no-such-name"]) == 2
    told = capsys.readouterr().err
    assert told.count("broken.yaml:") >= 5
    assert "nowhere.yaml:1:" in told
    assert "no-such-name" in told
