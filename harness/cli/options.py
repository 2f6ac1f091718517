"""Flags: every one can also be given as an environment variable `HARNESS_<FLAG>`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Final, NoReturn
from urllib.parse import urlsplit

from harness.clock import Duration, parse_duration
from harness.errors import HarnessError

_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"", "0", "false", "no", "off"})
JOBS_MAX: Final = 256


class UsageError(HarnessError):
    """The command line, or an environment variable that stands for a flag, cannot be understood."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of leaving the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage().strip()}\n`{self.prog} --help` explains every flag.")


def from_environment(parser: argparse.ArgumentParser, environment: Mapping[str, str]) -> None:
    """Let `HARNESS_<FLAG>` stand for each flag of this parser; a flag on the command line wins.

    Raises:
        UsageError: A variable that stands for an on-off flag says neither, or a choice is unknown.
    """
    for action in parser._actions:
        if not action.option_strings or action.dest in ("help", "version"):
            continue
        name = f"HARNESS_{action.dest.upper()}"
        text = environment.get(name)
        action.help = f"{action.help or ''} [{name}]"
        if text is None:
            continue
        if isinstance(action, argparse._StoreTrueAction):
            if text.lower() not in _TRUE | _FALSE:
                raise UsageError(f"{name}={text}: write 1 or 0")
            action.default = text.lower() in _TRUE
        elif action.choices is not None and text not in action.choices:
            raise UsageError(f"{name}={text}: one of {', '.join(action.choices)}")
        else:
            action.default = text  # Strings pass through the flag's own type, like one from the command line.


def duration(text: str) -> Duration:
    """A positive duration such as `300ms`, as nanoseconds; a bare number is seconds, as Locust has it."""
    try:
        found = parse_duration(f"{text}s" if text.isdigit() else text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if found <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not longer than nothing")
    return found


def count(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def jobs(text: str) -> int:
    """A number of processes."""
    found = count(text)
    if found > JOBS_MAX:
        raise argparse.ArgumentTypeError(f"at most {JOBS_MAX} processes")
    return found


def port(text: str) -> int:
    """A TCP port; 0 lets the system choose one."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port between 0 and 65535")
    return int(text)


def target(text: str) -> str:
    """The URL of a backend, without a slash at the end; `host:port` is taken as http."""
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise argparse.ArgumentTypeError(f"{text!r} is not the URL of a backend; write it like http://127.0.0.1:8000")
    return url.rstrip("/")


def add_target(parser: argparse.ArgumentParser) -> None:
    """The backend to play against."""
    parser.add_argument(
        "-H", "--host", "--target", dest="target", metavar="URL", type=target, default=None,
        help="the backend; without it the embedded one is started",
    )  # fmt: skip


def add_runs(parser: argparse.ArgumentParser) -> None:
    """Where the run folder goes."""
    parser.add_argument("--runs", metavar="DIR", default="runs", help="where run folders go (default: runs)")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """The seed that all chance of the harness derives from."""
    parser.add_argument("--seed", metavar="S", default="1", help="root of all chance (default: 1)")
