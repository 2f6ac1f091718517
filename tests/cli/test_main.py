"""Behaviour of `harness.cli.main`: every way out, and what is said on it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.main import VERBS, main

FILES = Path(__file__).parent / "files"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_the_overview_names_every_verb_and_every_exit(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without a verb, too."""
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert all(f"harness {verb} " in text for verb in VERBS)
    assert "70 crash" in text


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With its flags and their variables."""
    assert main([verb, "--help"]) == 0
    assert f"usage: harness {verb}" in capsys.readouterr().out


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the distribution."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("harness 0.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simm"], "did you mean `sim`?"),
        (["sim"], "the following arguments are required: FILE"),
        (["sim", "honest-mach"], "did you mean `honest-match`?"),
        (["sim", "nowhere.yaml"], "nowhere.yaml:1: cannot be read"),
        (["sim", "honest-match", "--mutant", "nonsense"], "unknown mutant `nonsense`"),
        (["sim", "honest-match", "honest-match"], "given twice"),
        (["sim", "honest-match", "--seed", "x"], "'x' is not a whole number"),
        (["list", "oracle"], "did you mean `oracles`?"),
        (["swarm", "-t", "soon"], "is not a duration"),
        (["run", "honest-match", "--seedd", "1"], "unrecognized arguments: --seedd"),
    ],
)
def test_mistakes_end_in_2(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With one clear message on stderr and nothing on stdout."""
    assert main(arguments) == 2
    streams = capsys.readouterr()
    assert said in streams.err
    assert streams.out == ""


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("away", 4, "cannot be reached"),
        ("interrupted", 3, "interrupted"),
        ("bug", 70, "This is a bug in the harness: ZeroDivisionError: a bug"),
        ("kept", 70, "its traceback is kept"),
    ],
)
def test_each_kind_of_wrong_has_its_exit(
    how: str, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a verb raises is told in one paragraph."""
    monkeypatch.setitem(VERBS, "crash", "tests.cli.crashing")
    assert main(["crash", how]) == code
    assert said in capsys.readouterr().err


def test_a_crash_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also outside any run."""
    monkeypatch.setitem(VERBS, "crash", "tests.cli.crashing")
    main(["crash", "bug"])
    (kept,) = (tmp_path / "runs").glob("*-crash/traceback.txt")
    assert "ZeroDivisionError: a bug" in kept.read_text(encoding="utf-8")


def test_a_reader_that_has_seen_enough_is_no_crash() -> None:
    """`harness list oracles | head -1` ends quietly."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "harness.cli", "list", "oracles"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_environment_reaches_a_verb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`HARNESS_SEEDS=x` is the same mistake as `--seeds x`."""
    monkeypatch.setenv("HARNESS_SEEDS", "x")
    assert main(["sim", "honest-match"]) == 2
    assert "is not a whole number" in capsys.readouterr().err
