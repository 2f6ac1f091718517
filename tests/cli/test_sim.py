"""Behaviour of `harness sim`."""

import json
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.history.journal import read_history

FILES = Path(__file__).parent / "files"
QUICK = str(FILES / "quick.yaml")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def sim(*arguments: str) -> int:
    """Run it with one process unless told otherwise."""
    return main(["sim", *arguments, *(() if "--jobs" in arguments else ("--jobs", "1"))])


def test_every_case_is_played_and_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One seed is asked for, two cases are played; steps, oracles, history and verdict are printed."""
    assert sim(QUICK, "--seeds", "1") == 0
    text = capsys.readouterr().out
    assert text.startswith("valid     quick  (2 runs, 2 cases)")
    assert "\nhistory " in text
    assert "hand_privacy" in text
    assert "ben: drop" in text
    assert "\nverdict: valid\nrun folder: runs/" in text
    latest = tmp_path / "runs" / "latest"
    verdict = json.loads((latest / "verdict.json").read_bytes())
    assert verdict["verdict"] == "valid"
    assert [case["runs"] for case in verdict["scenarios"][0]["cases"]] == [1, 1]
    assert all(kept for _, kept in verdict["scenarios"][0]["limits"])
    with (latest / "history.jsonl.zst").open("rb") as file:
        assert read_history(file).observations


def test_results_do_not_depend_on_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that is printed but the folder is the same."""
    printed = []
    for number in ("1", "2"):
        assert sim(QUICK, "--seeds", "10", "--jobs", number) == 0
        printed.append(capsys.readouterr().out.rpartition("run folder")[0])
    assert printed[0] == printed[1]


def test_one_seed_can_be_played_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Seed i plays case i mod n, and one run's history is its own digest."""
    assert sim(QUICK, "--only", "3") == 0
    text = capsys.readouterr().out
    assert "(1 run, 1 case)" in text
    verdict = json.loads((tmp_path / "runs" / "latest" / "verdict.json").read_bytes())
    (case,) = verdict["scenarios"][0]["cases"]
    assert (case["case"], case["seed"]) == ("how=rst", "3")
    with (tmp_path / "runs" / "latest" / "history.jsonl.zst").open("rb") as file:
        assert read_history(file).digest == verdict["scenarios"][0]["history"]


def test_without_a_referee_nothing_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    """It only plays; there is no oracle in the output."""
    assert sim(QUICK, "--no-referee") == 0
    assert "hand_privacy" not in capsys.readouterr().out


def test_a_script_that_never_fires_is_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The step is named, with its line; the exit is 3."""
    text = Path(QUICK).read_text(encoding="utf-8").replace("scenario: quick", "scenario: never\ntries: 1")
    Path("never.yaml").write_text(text.replace("hand: 1, turn", "hand: 90, turn"), encoding="utf-8")
    assert sim("never.yaml") == 3
    assert "step 1 (ben: drop, line 11) never fired" in capsys.readouterr().out


def test_a_failed_threshold_ends_in_99(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All oracles are content, but the limit is not kept."""
    text = Path(QUICK).read_text(encoding="utf-8").replace("scenario: quick", "scenario: slow")
    Path("slow.yaml").write_text(text.replace("p(95) < 5s", "p(95) < 1us"), encoding="utf-8")
    assert sim("slow.yaml") == 99
    assert "threshold FAILED: resume p(95) < 1us" in capsys.readouterr().out


def test_a_required_oracle_without_anything_to_judge_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    """It is named; the exit is 3."""
    text = Path(QUICK).read_text(encoding="utf-8").replace("scenario: quick", "scenario: idle")
    Path("idle.yaml").write_text(text.replace("continuity]", "client_values]"), encoding="utf-8")
    assert sim("idle.yaml") == 3
    assert "unknown: the required oracle client_values had nothing to judge" in capsys.readouterr().out


def test_five_mistakes_are_five_messages(capsys: pytest.CaptureFixture[str]) -> None:
    """All at once, each with its line; the exit is 2."""
    assert sim(str(FILES / "broken.yaml")) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) >= 5
    assert {line.split("broken.yaml:")[1].split(":")[0] for line in told} == {"3", "5", "8", "9", "10"}
