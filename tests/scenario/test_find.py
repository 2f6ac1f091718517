"""Scenario files are found by path, or by name among those that come with the harness."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.errors import ScenarioError
from harness.scenario.find import find, shipped


def test_the_shipped_files_are_found_by_name() -> None:
    """Every file that comes with the harness can be named without folder and suffix."""
    files = shipped()
    assert len(files) >= 16
    assert [file.stem for file in files] == sorted(file.stem for file in files)
    assert all(find(file.stem) == file for file in files)


@pytest.mark.parametrize("path", ["own.yaml", "own.yml", "some/where", "./honest-match"])
def test_paths_are_taken_as_they_are(path: str) -> None:
    """What ends in .yaml or has a folder is a path, whether it is there or not."""
    assert find(path) == Path(path)


def test_an_unknown_name_gets_a_suggestion() -> None:
    """A name that nothing is called is a scenario error with the closest name."""
    with pytest.raises(ScenarioError) as caught:
        find("honest-mach")
    assert caught.value.problems == ("unknown scenario `honest-mach`; did you mean `honest-match`?",)
