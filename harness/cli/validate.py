"""`harness validate`: checks scenario files and prints every problem of all of them."""

from __future__ import annotations

import argparse
from typing import Final

from harness.cli.exit_code import ExitCode
from harness.cli.names import add_files, scenarios

ABOUT: Final = "check scenario files; all problems, each with its line"


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    add_files(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Load them; problems are raised as one error, which ends in exit 2."""
    for path, scenario in scenarios(arguments.files):
        cases = len(scenario.cases)
        print(f"{path}: {scenario.name}, {cases} case{'s' * (cases != 1)}, {len(scenario.cases[0].script)} steps: fine")
    return ExitCode.VALID
