"""Where scenario files are: given as a path, or by name among those that come with the harness."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from harness.errors import ScenarioError
from harness.scenario.suggest import unknown

SUFFIX: Final = ".yaml"


def shipped() -> Sequence[Path]:
    """The files that come with the harness, by name."""
    return sorted(_folder().glob(f"*{SUFFIX}"), key=lambda file: file.stem)


def find(scenario: str) -> Path:
    """The file that is meant.

    Args:
        scenario: A path (it ends in .yaml or has a folder), or the name of a scenario that comes with the harness.

    Returns:
        Where it is. A path is given back as it is, whether there is such a file or not: `load` says so.

    Raises:
        ScenarioError: No scenario has this name.
    """
    path = Path(scenario)
    if path.suffix in (SUFFIX, ".yml") or path.name != scenario:
        return path
    inside = {file.stem: file for file in shipped()}
    if scenario in inside:
        return inside[scenario]
    raise ScenarioError([unknown("scenario", scenario, tuple(inside))])


def _folder() -> Path:
    """Inside the installed package; in a checkout, where the package is the source, beside it."""
    packed = Path(str(files("harness.scenario").joinpath("files")))
    return packed if packed.is_dir() else Path(__file__).parents[2] / "scenarios"
