"""Behaviour of `harness serve`, and of the embedded backend that other verbs start."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from harness.cli.live import allowed_turn, backend
from harness.cli.main import main
from harness.cli.serve import LISTENING
from harness.clock import SECOND
from harness.mutants.catalogue import MUTANTS


def start(*arguments: str) -> subprocess.Popen[str]:
    """A server process, with its output."""
    command = [sys.executable, "-m", "harness.cli", "serve", "--port", "0", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def listening(server: subprocess.Popen[str]) -> str:
    """Its URL, once it is there."""
    assert server.stdout is not None
    return server.stdout.readline().removeprefix(LISTENING).strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    """Health, metrics and interface are there; a signal ends it in good order, and the store is a file."""
    with start("--store", str(tmp_path / "results.sqlite")) as server:
        url = listening(server)
        for path in ("/healthz", "/metrics", "/openapi.json", "/asyncapi.json"):
            assert httpx.get(url + path, trust_env=False).status_code == 200
        server.send_signal(number)
        assert server.wait(15) == 0
    assert (tmp_path / "results.sqlite").exists()


def test_short_clocks_are_refused_unless_allowed() -> None:
    """And `allowed_turn` finds out; the embedded backend of other verbs allows them."""
    with start() as server:
        assert allowed_turn(listening(server), 3 * SECOND) is None
        server.terminate()
    with backend(None, "") as url:
        assert allowed_turn(url, 3 * SECOND) == 3 * SECOND


def test_a_given_target_is_taken_as_it_is() -> None:
    """No server is started for it."""
    with backend("http://x:1", "") as url:
        assert url == "http://x:1"


def test_a_planted_bug_is_announced() -> None:
    """So that nobody plays on such a server by mistake."""
    name = next(iter(MUTANTS))
    with start("--mutant", name) as server:
        listening(server)
        server.terminate()
        _, told = server.communicate(timeout=15)
    assert f"planted bug: {name}" in told


def test_a_port_that_is_taken_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and what is wrong."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen on 127.0.0.1 port" in capsys.readouterr().err
