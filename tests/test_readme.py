"""The README tells the truth: its commands run, print what it shows, and its map is the tree."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.cli.exit_code import ExitCode

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
NOT_RUN = "make test"


def commands() -> Sequence[tuple[str, Sequence[str]]]:
    """Every command with the lines that it is said to print."""
    found: list[tuple[str, list[str]]] = []
    for kind, text in BLOCKS:
        if kind != "console":
            continue
        for line in text.splitlines():
            if line.startswith("$ "):
                found.append((line.removeprefix("$ "), []))
            elif line.strip() not in ("", "..."):
                found[-1][1].append(line)
    return found


def plain(line: str) -> str:
    """A line without what differs from run to run: numbers, times, hashes, widths of columns."""
    line = re.sub(r"[0-9a-f]{64}", "HASH", line)
    line = re.sub(r"\S*runs/\S+", "FOLDER", line)
    line = re.sub(r"room [A-Z]{4}\b", "room CODE", line)
    line = re.sub(r"\d[\d,.]*(us|ms|s|m)?\b", "#", line)
    return " ".join(line.split())


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[command for command, _ in commands()])
def test_every_command_works_and_prints_what_is_shown(command: str, shown: Sequence[str], tmp_path: Path) -> None:
    """In a folder with the README's own scenario; a comment says when a command does not end in 0."""
    if command == NOT_RUN:
        pytest.skip("would run itself; another test looks for it in .ci/run")
    for kind, text in BLOCKS:
        if kind == "yaml":
            (tmp_path / f"{text.split()[1]}.yaml").write_text(text, encoding="utf-8")
    expected = int(found[1]) if (found := re.search(r"# exits (\d+)$", command)) else 0
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT if command.startswith("make ") else tmp_path,
        env={**os.environ, "PATH": tools, "HARNESS_RUNS": str(tmp_path / "runs")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == expected, done.stdout + done.stderr
    printed = {plain(line) for line in done.stdout.splitlines()}
    assert [line for line in shown if plain(line) not in printed] == []


def test_the_command_that_is_not_run_here_is_what_ci_runs() -> None:
    """`make test`, after the linters."""
    assert NOT_RUN in [command for command, _ in commands()]
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines.index("make lint") < lines.index(NOT_RUN)


def test_the_map_is_the_tree() -> None:
    """Every folder on the map exists; every folder of the project and of the package is on it."""
    mapped = re.findall(r"^\| `([\w/]+)/` \|", README, re.MULTILINE)
    top = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._" and path.name != "runs"}
    inside = {f"harness/{path.name}" for path in (ROOT / "harness").iterdir() if (path / "__init__.py").exists()}
    ignored = {"dist", "build"}
    assert sorted(mapped) == sorted((top - ignored) | inside)


def test_the_table_of_exits_is_complete() -> None:
    """As the code has them."""
    rows = re.findall(r"^\| (\d+) \|", README, re.MULTILINE)
    assert [int(row) for row in rows] == [int(code) for code in ExitCode]


def test_links_lead_somewhere() -> None:
    """To files that are there."""
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).is_file(), link


def test_the_scenario_has_ten_lines() -> None:
    """As the heading says."""
    assert [text.count("\n") for kind, text in BLOCKS if kind == "yaml"] == [10]
