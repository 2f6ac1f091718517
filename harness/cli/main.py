"""`harness`: finds the verb, runs it, and owns the one exit."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final, Protocol, cast

from harness.cli.exit_code import ExitCode
from harness.cli.folder import CrashError, keep_crash
from harness.cli.options import Parser, UsageError, from_environment
from harness.errors import ScenarioError, TargetError
from harness.scenario.suggest import unknown

VERBS: Final = {
    "run": "harness.cli.run",
    "sim": "harness.cli.sim",
    "swarm": "harness.cli.swarm",
    "serve": "harness.cli.serve",
    "list": "harness.cli.listing",
    "validate": "harness.cli.validate",
    "bench": "harness.cli.bench",
}
"""verb -> its module, imported when it is used: each verb starts as fast as it can."""


class Verb(Protocol):
    """What the module of a verb has."""

    ABOUT: str
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], ExitCode]


def verb(name: str) -> Verb:
    """The module of a verb."""
    return cast(Verb, import_module(VERBS[name]))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and say how it ended; errors are told on stderr in one paragraph.

    Args:
        argv: Without the program's name; None takes the process's own.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = int(_dispatch(arguments))
        # Now, and not when the interpreter ends: only here a reader that is gone can be borne.
        sys.stdout.flush()
        return code
    except (UsageError, ScenarioError) as error:
        return _say(ExitCode.USAGE, str(error))
    except TargetError as error:
        return _say(ExitCode.UNREACHABLE, str(error))
    except KeyboardInterrupt:
        return _say(ExitCode.UNKNOWN, "interrupted")
    except BrokenPipeError:
        # Whoever read us has seen enough; what is left in the buffer must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(ExitCode.VALID)
    except CrashError as error:
        return _say(ExitCode.CRASH, str(error))
    except Exception as error:
        return _say(ExitCode.CRASH, str(keep_crash(error)))


def _dispatch(arguments: Sequence[str]) -> ExitCode:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_overview())
        return ExitCode.VALID
    if arguments[0] in ("-V", "--version"):
        print(f"harness {version('bluff-harness')}")
        return ExitCode.VALID
    name, rest = arguments[0], arguments[1:]
    if name not in VERBS:
        raise UsageError(f"{unknown('verb', name, list(VERBS))}\n`harness --help` lists them all.")
    module = verb(name)
    parser = Parser(prog=f"harness {name}", description=module.ABOUT, allow_abbrev=False)
    module.options(parser)
    from_environment(parser, os.environ)
    try:
        parsed = parser.parse_args(rest)
    except SystemExit:
        return ExitCode.VALID  # argparse has printed the help; errors raise UsageError instead.
    return module.run(parsed)


def _overview() -> str:
    lines = ["harness: plays turn-based, hidden-information games against a backend and judges what it saw.", ""]
    lines += [f"  harness {name:<9} {verb(name).ABOUT}" for name in VERBS]
    lines += ["", "`harness VERB --help` explains a verb; every flag is also an environment variable HARNESS_<FLAG>."]
    lines += ["Exit: " + ", ".join(f"{code.value} {code.name.lower()}" for code in ExitCode)]
    return "\n".join(lines)


def _say(code: ExitCode, message: str) -> int:
    print(message, file=sys.stderr)
    return int(code)
