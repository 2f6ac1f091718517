"""The backend in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import httpx
import pytest

from harness.backend.config import BackendConfig
from harness.backend.parts import CLEAN
from harness.errors import LocalError
from harness.runtimes.server.embedded import EmbeddedServer, Failed, FatalStore, Ready, Start, run_child
from harness.runtimes.server.store_sqlite import SqliteDatabase
from tests.runtimes.server.served import WAIT_S, ScriptedGate, ThreadedServer, settled


def start(port: int = 0) -> Start:
    return Start(config=BackendConfig(), root=b"\x01" * 32, parts=CLEAN, host="127.0.0.1", port=port, store=":memory:")


def test_it_serves_while_the_block_lasts() -> None:
    """Inside the block clients are served by another process, which ignores Ctrl-C; after it, nothing is left."""
    with EmbeddedServer(BackendConfig()) as server:
        assert server.pid != os.getpid()
        assert server.pid is not None
        os.kill(server.pid, signal.SIGINT)
        created = httpx.post(server.url + "/v1/sessions", json={"name": "Ana"})
        assert created.status_code == 201
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url + "/healthz")
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


def test_a_child_that_cannot_serve_says_why() -> None:
    """A taken port is reported by the parent, with the reason of the child."""
    with ThreadedServer(lambda url, results: ScriptedGate()) as other:
        port = int(other.url.rpartition(":")[2])
        with pytest.raises(LocalError, match="Address already in use"), EmbeddedServer(BackendConfig(), port=port):
            raise AssertionError("it must not start")


def test_a_child_that_dies_at_once_is_reported() -> None:
    """A child that cannot even be told what to do is an error within the start time, not a hang."""
    server = EmbeddedServer(BackendConfig(), store="\0 no path")
    with pytest.raises(LocalError, match="cannot start"), server:
        raise AssertionError("it must not start")


def test_the_child_ends_when_its_parent_is_gone() -> None:
    """Closing our end of the pipe, as the death of a process does, ends the server."""
    ours, theirs = multiprocessing.Pipe()
    child = threading.Thread(target=run_child, args=(theirs, start()), daemon=True)
    child.start()
    assert ours.poll(WAIT_S)
    ready = ours.recv()
    assert isinstance(ready, Ready)
    assert httpx.get(ready.url + "/healthz").json() == {"status": "ok"}
    ours.close()
    child.join(WAIT_S)
    assert not child.is_alive()


def test_the_child_reports_what_it_cannot_do() -> None:
    """Whatever `serve` refuses goes over the pipe."""
    with ThreadedServer(lambda url, results: ScriptedGate()) as other:
        ours, theirs = multiprocessing.Pipe()
        run_child(theirs, start(port=int(other.url.rpartition(":")[2])))
        failed = ours.recv()
    assert isinstance(failed, Failed)
    assert "cannot listen" in failed.reason


def test_a_stopped_child_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that does not end by itself in time is killed, so that no run hangs at its end."""
    monkeypatch.setattr("harness.runtimes.server.embedded.STOP_S", 0.1)
    server = EmbeddedServer(BackendConfig())
    begun = time.monotonic()
    with server:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)
    assert time.monotonic() - begun < WAIT_S


class Deadly:
    """Ends the process that unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (3,)


def test_a_child_that_dies_without_a_word_is_reported() -> None:
    """The parent sees the end of the pipe."""
    with pytest.raises(LocalError, match="its process died at the start"), EmbeddedServer(Deadly()):  # type: ignore[arg-type]
        raise AssertionError("it must not start")


def test_a_child_that_takes_too_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """And ended."""
    monkeypatch.setattr("harness.runtimes.server.embedded.START_S", 0.0)
    server = EmbeddedServer(BackendConfig())
    with pytest.raises(LocalError, match="it did not start in 0 s"), server:
        raise AssertionError("it must not start")
    assert not server.alive


@pytest.mark.parametrize(("point", "kept"), [("", 2), ("before-write", 1), ("after-write", 2)])
def test_a_fatal_store_kills_its_process_at_a_point(monkeypatch: pytest.MonkeyPatch, point: str, kept: int) -> None:
    """Before the batch is there, or as soon as it is; without a point it is a store like any other."""
    killed: list[tuple[int, int]] = []
    monkeypatch.setattr("os.kill", lambda pid, number: killed.append((pid, number)))
    store = FatalStore(SqliteDatabase())
    store.add([settled("m1")])
    assert killed == []
    store.point = point
    store.add([settled("m2")])
    assert killed == ([(os.getpid(), signal.SIGKILL)] if point else [])
    assert len(store.load()) == kept
    store.close()
