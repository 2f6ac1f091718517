"""Behaviour of `harness serve`, and of the embedded backend that other verbs start."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from harness.cli import embedded as module
from harness.cli.embedded import embedded
from harness.cli.live import allowed_turn
from harness.cli.main import main
from harness.cli.serve import LISTENING
from harness.clock import SECOND
from harness.errors import TargetError


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
        # Input that is not ours to read does not end it.
        server.send_signal(number)
        assert server.wait(15) == 0
    assert (tmp_path / "results.sqlite").exists()


def test_it_ends_with_its_standard_input_when_told_to() -> None:
    """So that no server outlives the run that started it; other input is ignored."""
    with start("--until-stdin-ends") as server:
        assert listening(server).startswith("http://127.0.0.1:")
        assert server.stdin is not None
        server.stdin.write("hello\n")
        server.stdin.flush()
        server.stdin.close()
        assert server.wait(15) == 0


def test_short_clocks_are_refused_unless_allowed() -> None:
    """And `allowed_turn` finds out."""
    with start("--until-stdin-ends") as server:
        assert allowed_turn(listening(server), 3 * SECOND) is None
        assert server.stdin is not None
        server.stdin.close()
    with embedded() as url:
        assert allowed_turn(url, 3 * SECOND) == 3 * SECOND


def test_a_port_that_is_taken_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and what is wrong."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen on 127.0.0.1 port" in capsys.readouterr().err


def test_an_embedded_backend_that_does_not_come_up_is_told() -> None:
    """Not waited for."""
    with pytest.raises(TargetError, match="did not come up"), embedded("no-such-mutant"):
        pytest.fail("there is no such backend")


def test_an_embedded_backend_that_will_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a patience; no process is left."""
    monkeypatch.setattr(module, "STOP_S", 0.0)
    with embedded() as url:
        assert httpx.get(f"{url}/healthz", trust_env=False).status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/healthz", trust_env=False)
