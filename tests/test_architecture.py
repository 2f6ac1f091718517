"""The shape of the code: small modules and functions, no junk drawers, imports without effects."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "harness").rglob("*.py"))
MODULE_LINES_MAX = 450
FUNCTION_LINES_MAX = 70
JUNK = {"utils", "util", "helpers", "common", "core", "misc", "shared", "tools"}
HEAVY = ("asyncio", "gevent", "httpx", "locust", "logging", "picows", "random", "socket", "ssl", "threading", "uvloop")


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions of a module, methods and nested ones included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_functions_are_small(path: Path) -> None:
    """450 lines a module, 70 a function."""
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MODULE_LINES_MAX
    for function in functions(ast.parse(text)):
        assert function.end_lineno is not None
        assert function.end_lineno - function.lineno + 1 <= FUNCTION_LINES_MAX, function.name


def test_there_is_no_junk_drawer() -> None:
    """No folder and no module is named after nothing."""
    named = {path.stem for path in MODULES} | {path.parent.name for path in MODULES}
    assert named & JUNK == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_everything_public_has_a_docstring(path: Path) -> None:
    """Modules, classes and functions; methods of protocols count, overrides of private classes do not."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not tree.body:
        return
    assert ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name


def test_unfinished_work_is_not_committed() -> None:
    """No notes to do it later, and nothing that only says that it is not there."""
    marks = ("TO" + "DO", "FIX" + "ME", "NotImplemented" + "Error")
    for path in (*MODULES, *(ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not [mark for mark in marks if mark in text], path


def test_importing_the_package_imports_nothing_heavy() -> None:
    """No sockets, no tasks, no clocks, no system chance, nothing that patches."""
    code = f"import harness, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_command_line_has_one_exit() -> None:
    """`sys.exit` stands in `__main__` alone, and `main` is short."""
    for path in MODULES:
        calls = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute) and node.attr in ("exit", "_exit") and isinstance(node.value, ast.Name)
            and node.value.id in ("sys", "os")
        ]  # fmt: skip
        assert not calls or path.name == "__main__.py", path
    assert (ROOT / "harness" / "cli" / "main.py").read_text(encoding="utf-8").count("\n") <= 150


def test_tests_do_not_sleep() -> None:
    """Outside the real sockets of `tests/runtimes` and `tests/cli`."""
    for path in (ROOT / "tests").rglob("*.py"):
        place = path.relative_to(ROOT / "tests").parts[0]
        if place not in ("runtimes", "cli") and path != Path(__file__):
            assert "sleep(" not in path.read_text(encoding="utf-8"), path


def test_every_package_is_on_a_floor() -> None:
    """The contract about floors knows each of them."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors = next(c for c in config["tool"]["importlinter"]["contracts"] if c["id"] == "floors")["layers"]
    known = {name.strip() for floor in floors for name in floor.split("|")}
    found = {path.name for path in (ROOT / "harness").iterdir() if (path / "__init__.py").exists()}
    found |= {path.stem for path in (ROOT / "harness").glob("*.py")} - {"__init__"}
    assert known == found


def test_the_project_names_nobodys_machine() -> None:
    """No path of the machine it was written on."""
    for folder in ("harness", "tests", "docs", "scenarios", "benchmarks", "dashboards"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in (".py", ".md", ".yaml", ".yml", ".toml", ".json"):
                assert "/wo" + "rk/" not in path.read_text(encoding="utf-8"), path
