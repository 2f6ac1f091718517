"""Behaviour of `harness run`: the same files on real sockets."""

import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.cli.main import main
from harness.cli.stages import Stage, batches, shortened
from harness.clock import SECOND
from harness.history.journal import read_history
from harness.history.observation import FaultBegun, RunEnded
from harness.runtimes.server.embedded import EmbeddedServer
from harness.scenario.load import load

QUICK = str(Path(__file__).parent / "files" / "quick.yaml")
OUTAGE = str(Path(__file__).parent / "files" / "outage.yaml")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_all_cases_are_played_against_the_embedded_backend(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without a target one is started; oracles, times, verdict and folder are printed."""
    assert main(["run", QUICK]) == 0
    text = capsys.readouterr().out
    assert text.startswith("valid     quick  (2 runs, 2 cases)")
    assert "From sending a move to its `ok`." in text
    assert "\nverdict: valid\n" in text
    latest = tmp_path / "runs" / "latest"
    assert json.loads((latest / "run.json").read_bytes())["world"] == "live"
    with (latest / "history.jsonl.zst").open("rb") as file:
        history = read_history(file)
    assert not history.truncated
    assert isinstance(history.observations[-1], RunEnded)


def test_an_unreachable_target_ends_in_4_within_five_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """The message says what to do."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
    begun = time.monotonic()
    assert main(["run", QUICK, "-H", url]) == 4
    assert time.monotonic() - begun < 5
    told = capsys.readouterr().err
    assert told.startswith(f"{url} cannot be reached: ")
    assert "`harness serve` starts the embedded one" in told


def test_a_target_that_never_answers_ends_in_4_within_five_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """It takes the connection, and then says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begun = time.monotonic()
        assert main(["run", QUICK, "-H", url]) == 4
        assert time.monotonic() - begun < 5
    assert "cannot be reached" in capsys.readouterr().err


class _Website(BaseHTTPRequestHandler):
    """Answers everything, and is no game backend."""

    def _answer(self) -> None:
        """A page for everybody."""
        self.send_response(200)
        self.send_header("content-length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    do_GET = do_POST = _answer  # noqa: N815 (the names that http.server looks for)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_a_target_that_is_no_game_backend_is_unknown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What was seen is kept; the exit is 3."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Website) as website:
        threading.Thread(target=website.serve_forever, daemon=True).start()
        try:
            code = main(["run", QUICK, "-H", f"http://127.0.0.1:{website.server_port}"])
        finally:
            website.shutdown()
    assert code in (1, 3)
    assert "\nverdict: " in capsys.readouterr().out
    with (tmp_path / "runs" / "latest" / "history.jsonl.zst").open("rb") as file:
        assert read_history(file).observations


def test_scenarios_share_a_run_until_it_is_full() -> None:
    """In order; one that is larger than the limit has a run of its own."""
    scenario = load(Path(QUICK))
    stages = [Stage(scenario, f"s{index}", None, "1") for index in range(4)]
    assert [len(batch) for batch, _ in batches(stages, 4)] == [2, 2]
    assert [len(batch) for batch, _ in batches(stages, 1)] == [1, 1, 1, 1]
    assert [stage for batch, _ in batches(stages, 7) for stage in batch] == stages
    parts = [part for _, parts in batches(stages, 7) for part in parts]
    assert [len(part.parties) for part in parts] == [6, 2]
    assert [party for part in parts for party in part.parties] == [
        p for s in stages for case in s.parties for p in case
    ]


def test_cases_that_end_their_backend_are_parts_of_their_own() -> None:
    """Between the scenarios before and after them; against a backend that is not ours they are no part of the run."""
    quick, outage = load(Path(QUICK)), load(Path(OUTAGE))
    stages = [Stage(scenario, f"s{index}", None, "1") for index, scenario in enumerate((quick, outage, quick, quick))]
    found = batches(stages, 4)
    assert [list(batch) for batch, _ in found] == [stages[:1], stages[1:2], stages[2:]]
    assert [[(len(part.parties), part.alone) for part in parts] for _, parts in found] == [
        [(2, False)],
        [(1, True), (1, True)],
        [(4, False)],
    ]
    assert batches([Stage(outage, "s0", None, "1", ours=False)], 4)[0][1] == []


def test_clocks_are_only_ever_shortened() -> None:
    """A case with a faster clock keeps it, one with a slower clock or none gets the limit."""
    case = load(Path(QUICK)).cases[0]
    assert case.turn == 2 * SECOND
    assert shortened(case, SECOND) == SECOND
    assert shortened(case, 3 * SECOND) is None
    assert shortened(case, None) is None
    assert shortened(replace(case, turn=None), 3 * SECOND) == 3 * SECOND


def test_several_scenarios_are_played_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each with its own verdict and figures; seconds are those of the run, however many cases there were."""
    text = Path(QUICK).read_text(encoding="utf-8")
    Path("other.yaml").write_text(text.replace("scenario: quick", "scenario: other"), encoding="utf-8")
    assert main(["run", QUICK, "other.yaml"]) == 0
    text = capsys.readouterr().out
    assert "valid     quick  (2 runs, 2 cases)" in text
    assert "valid     other  (2 runs, 2 cases)" in text
    latest = tmp_path / "runs" / "latest"
    verdict = json.loads((latest / "verdict.json").read_bytes())
    longest = max(case["seconds"] for scenario in verdict["scenarios"] for case in scenario["cases"])
    assert json.loads((latest / "metrics.json").read_bytes())["seconds"] <= 2 * longest + 0.1
    assert (latest / "history.jsonl.zst").exists()


def test_a_script_that_ends_the_backend(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each of its cases has a backend of its own, one after the other, and a history of its own; nobody is blamed."""
    assert main(["run", OUTAGE]) == 0
    assert "valid     outage  (2 runs, 2 cases)" in capsys.readouterr().out
    latest = tmp_path / "runs" / "latest"
    begun = []
    for path in sorted(latest.glob("history-*.jsonl.zst")):
        with path.open("rb") as file:
            history = read_history(file).observations
        begun.append([seen.connection for seen in history if isinstance(seen, FaultBegun) and "server" in seen.fault])
    assert [len(connections) for connections in begun] == [3, 3]
    assert all(connections[0] == "" for connections in begun)


def test_a_backend_that_is_not_ours_cannot_be_ended(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Such a scenario is unknown, and why; the target is not asked for it, and others are played as ever."""
    with EmbeddedServer(BackendConfig(allow_short_clocks=True)) as server:
        assert main(["run", OUTAGE, QUICK, "-H", server.url]) == 3
    text = capsys.readouterr().out
    assert "unknown   outage  (2 runs, 2 cases)" in text
    assert "step 1 (server: kill, line 10) ends the backend, which is done only to one that is started for it" in text
    assert "valid     quick  (2 runs, 2 cases)" in text
    verdict = json.loads((tmp_path / "runs" / "latest" / "verdict.json").read_bytes())
    assert [scenario["verdict"] for scenario in verdict["scenarios"]] == ["unknown", "valid"]
