"""Behaviour of `harness run`: the same files on real sockets."""

import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from harness.cli.main import main
from harness.history.journal import read_history
from harness.history.observation import RunEnded

QUICK = str(Path(__file__).parent / "files" / "quick.yaml")


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
