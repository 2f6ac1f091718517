"""Behaviour of `harness.cli.options`."""

import argparse
from collections.abc import Callable

import pytest

from harness.cli import options
from harness.cli.options import Parser, UsageError, from_environment
from harness.clock import MILLISECOND, SECOND


def parser() -> Parser:
    """One flag of each kind."""
    found = Parser(prog="harness try")
    found.add_argument("file")
    found.add_argument("--seeds", type=options.count, default=1, help="how many")
    found.add_argument("--no-referee", action="store_true")
    found.add_argument("--shape", choices=("round", "square"), default="round")
    options.add_target(found)
    return found


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (options.duration, "300ms", 300 * MILLISECOND),
        (options.duration, "1m30s", 90 * SECOND),
        (options.duration, "30", 30 * SECOND),
        (options.count, "7", 7),
        (options.jobs, "2", 2),
        (options.port, "0", 0),
        (options.port, "65535", 65535),
        (options.target, "http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        (options.target, "localhost:8000", "http://localhost:8000"),
        (options.target, "https://game.example/api", "https://game.example/api"),
    ],
)
def test_values_are_read(read: Callable[[str], object], text: str, value: object) -> None:
    """Durations are nanoseconds, a bare number is seconds; a target has no slash at the end."""
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (options.duration, "soon"),
        (options.duration, "0s"),
        (options.duration, "-1s"),
        (options.count, "0"),
        (options.count, "two"),
        (options.count, "-1"),
        (options.jobs, "9999"),
        (options.port, "65536"),
        (options.port, "http"),
        (options.target, "ftp://x"),
        (options.target, "http://"),
        (options.target, "http://x:99999"),
        (options.target, "http://[::1"),
    ],
)
def test_nonsense_is_refused(read: Callable[[str], object], text: str) -> None:
    """With the text in the message."""
    with pytest.raises(argparse.ArgumentTypeError, match=r"."):
        read(text)


@pytest.mark.parametrize("flag", ["-H", "--host", "--target"])
def test_the_target_has_three_names(flag: str) -> None:
    """One flag everywhere."""
    assert parser().parse_args(["f", flag, "x:1"]).target == "http://x:1"


def test_the_environment_stands_for_flags() -> None:
    """Typed like flags; a flag on the command line wins; the help names the variable."""
    found = parser()
    from_environment(
        found,
        {"HARNESS_SEEDS": "5", "HARNESS_NO_REFEREE": "yes", "HARNESS_TARGET": "x:1", "HARNESS_SHAPE": "square"},
    )
    assert "[HARNESS_SEEDS]" in found.format_help()
    parsed = found.parse_args(["f"])
    assert (parsed.seeds, parsed.no_referee, parsed.target, parsed.shape) == (5, True, "http://x:1", "square")
    assert found.parse_args(["f", "--seeds", "6"]).seeds == 6


def test_off_is_off() -> None:
    """A variable can also switch off."""
    found = parser()
    from_environment(found, {"HARNESS_NO_REFEREE": "0"})
    assert found.parse_args(["f"]).no_referee is False


@pytest.mark.parametrize("environment", [{"HARNESS_NO_REFEREE": "perhaps"}, {"HARNESS_SHAPE": "oval"}])
def test_a_variable_that_says_nothing_is_refused(environment: dict[str, str]) -> None:
    """On-off flags and choices are checked, too."""
    with pytest.raises(UsageError, match=r"^HARNESS_"):
        from_environment(parser(), environment)


def test_a_variable_with_a_wrong_type_is_refused_like_a_flag() -> None:
    """When the command line is read."""
    found = parser()
    from_environment(found, {"HARNESS_SEEDS": "many"})
    with pytest.raises(UsageError, match="many"):
        found.parse_args(["f"])


def test_mistakes_raise_with_the_usage() -> None:
    """The program does not leave from within."""
    with pytest.raises(UsageError, match="usage: harness try"):
        parser().parse_args(["f", "--nonsense"])
