"""Words on the command line that stand for something registered, with a "did you mean" for the others."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness.backend.parts import CLEAN, Parts
from harness.errors import ScenarioError
from harness.mutants.catalogue import MUTANTS
from harness.scenario.find import find
from harness.scenario.load import load
from harness.scenario.model import Scenario
from harness.scenario.suggest import unknown

NO_MUTANT: Final = ""


def parts_of(mutant: str) -> Parts:
    """The parts of the backend with this planted bug; "" is the clean one."""
    return MUTANTS[mutant].parts if mutant else CLEAN


def mutant(text: str) -> str:
    """The name of a mutant, as a flag."""
    if text and text not in MUTANTS:
        raise argparse.ArgumentTypeError(unknown("mutant", text, tuple(MUTANTS)))
    return text


def add_mutant(parser: argparse.ArgumentParser) -> None:
    """The bug to plant into the embedded backend."""
    parser.add_argument(
        "--mutant", metavar="NAME", type=mutant, default=NO_MUTANT, help="plant this bug (harness list mutants)"
    )


def add_files(parser: argparse.ArgumentParser) -> None:
    """The scenarios to play."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="scenario files, or names of those that are shipped")


def scenarios(files: Sequence[str]) -> Sequence[tuple[Path, Scenario]]:
    """Every scenario that is meant, in the order given.

    Raises:
        ScenarioError: With all problems of all files.
    """
    found: list[tuple[Path, Scenario]] = []
    problems: list[str] = []
    for file in files:
        try:
            path = find(file)
            found.append((path, load(path)))
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(problems)
    return found
