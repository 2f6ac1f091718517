"""Behaviour of `harness.cli.folder`."""

import json
from pathlib import Path

import pytest

from harness.cli.folder import CrashError, RunFolder, keep_crash
from harness.errors import TargetError
from tests.report.outcomes import outcome, scenario


def test_a_folder_has_time_and_name_and_is_the_latest(tmp_path: Path) -> None:
    """Names are made harmless; `latest` points at the newest."""
    first = RunFolder(tmp_path / "runs", "a b/../c")
    assert first.path.name.endswith("Z-a-b-..-c")
    second = RunFolder(tmp_path / "runs", "other")
    assert (tmp_path / "runs" / "latest").resolve() == second.path


def test_two_runs_in_one_second_do_not_share_a_folder(tmp_path: Path) -> None:
    """Nothing is ever overwritten."""
    folders = {RunFolder(tmp_path, "same").path for _ in range(3)}
    assert len(folders) == 3


def test_every_report_is_written(tmp_path: Path) -> None:
    """And no draft is left behind."""
    folder = RunFolder(tmp_path, "x")
    folder.write(outcome(scenario()), seed="3", arguments={"seeds": 2, "files": ["x"]})
    names = sorted(path.name for path in folder.path.iterdir())
    assert names == ["junit.xml", "metrics.json", "report.html", "run.json", "summary.md", "verdict.json"]
    run = json.loads((folder.path / "run.json").read_bytes())
    assert (run["seed"], run["arguments"]) == ("3", ["files=['x']", "seeds=2"])
    assert run["versions"]["bluff-harness"]


def test_a_crash_leaves_its_traceback_in_the_folder(tmp_path: Path) -> None:
    """And is told with the place."""
    folder = RunFolder(tmp_path, "x")
    with (
        pytest.raises(CrashError, match=r"ValueError: a bug\nThe traceback is in .*traceback\.txt"),
        folder.keeping_crashes(),
    ):
        raise ValueError("a bug")
    assert "ValueError: a bug" in (folder.path / "traceback.txt").read_text(encoding="utf-8")


def test_what_is_no_bug_passes_through(tmp_path: Path) -> None:
    """A target that is away is not our crash."""
    folder = RunFolder(tmp_path, "x")
    with pytest.raises(TargetError), folder.keeping_crashes():
        raise TargetError("away")
    assert not (folder.path / "traceback.txt").exists()


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The traceback of a crash then goes to stderr instead."""
    (tmp_path / "runs").write_text("a file", encoding="utf-8")
    with pytest.raises(OSError, match="runs"):
        RunFolder(tmp_path / "runs", "x")
    monkeypatch.chdir(tmp_path)
    assert "This is a bug in the harness: ValueError: a bug" in str(keep_crash(ValueError("a bug")))
    assert "ValueError: a bug" in capsys.readouterr().err


def test_a_latest_that_is_no_link_is_left_alone(tmp_path: Path) -> None:
    """Somebody's own folder of that name stays, and the run goes on."""
    (tmp_path / "latest").mkdir()
    RunFolder(tmp_path, "x")
    assert not (tmp_path / "latest").is_symlink()
    assert not list(tmp_path.glob(".latest-*"))
