"""A verb that ends in whatever way it is told to."""

from __future__ import annotations

import argparse

from harness.cli.exit_code import ExitCode
from harness.cli.folder import CrashError
from harness.errors import TargetError

ABOUT = "end badly"
ERRORS: dict[str, BaseException] = {
    "away": TargetError("http://x cannot be reached"),
    "interrupted": KeyboardInterrupt(),
    "bug": ZeroDivisionError("a bug"),
    "kept": CrashError("This is a bug in the harness, and its traceback is kept."),
}


def options(parser: argparse.ArgumentParser) -> None:
    """How to end."""
    parser.add_argument("how", choices=ERRORS)


def run(arguments: argparse.Namespace) -> ExitCode:
    """End."""
    raise ERRORS[arguments.how]
