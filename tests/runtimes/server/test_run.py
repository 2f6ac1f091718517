"""Starting and stopping the real server."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from harness.backend.config import BackendConfig
from harness.errors import LocalError
from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.run import serve, serve_gate
from harness.runtimes.server.store import Store
from tests.runtimes.server.served import WAIT_S, RawSocket, ScriptedGate, ThreadedServer, settled


def test_every_client_is_told_that_the_server_goes_down() -> None:
    """A graceful stop closes each socket with 1001."""
    with ThreadedServer(lambda url, settled: ScriptedGate()) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connect(server.ws, proxy=None, compression=None)) for _ in range(3)]
        for client in clients:
            client.send("echo x")
            assert client.recv(timeout=WAIT_S) == "x"
        server._loop.call_soon_threadsafe(server._stop.set)
        for client in clients:
            with pytest.raises(ConnectionClosed) as ended:
                client.recv(timeout=WAIT_S)
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == 1001


def test_nobody_new_is_taken_while_the_server_goes_down() -> None:
    """As long as a client that does not read delays the end, others are told that it is near."""
    limits = ServerLimits(close_ms=4_000, queue_frames_max=20_000, queue_bytes_max=20_000_000)
    with ThreadedServer(lambda url, settled: ScriptedGate(), limits=limits) as server, httpx.Client() as client:
        raw = RawSocket(server.ws, receive_buffer=4096)
        raw.text(b"flood 10000")
        while "harness_server_frames_sent_total 10000.0" not in client.get(server.url + "/metrics").text:
            pass
        server._loop.call_soon_threadsafe(server._stop.set)
        while client.get(server.url + "/healthz").status_code == 200:
            pass
        assert client.get(server.url + "/healthz").json() == {"status": "going down"}
        with pytest.raises(InvalidStatus), connect(server.ws, proxy=None):
            raise AssertionError("it must not be opened")
        raw.close()


def test_settled_matches_come_back_after_a_restart(tmp_path: Path) -> None:
    """The next gate is made from what the last one settled, and knows its own address."""
    store = str(tmp_path / "results.sqlite")
    lives: list[tuple[str, tuple[object, ...]]] = []

    def make(url: str, past: Store) -> ScriptedGate:
        lives.append((url, past.load()))
        return ScriptedGate()

    for _ in range(2):
        with ThreadedServer(make, store=store) as server, connect(server.ws, proxy=None) as client:
            for match in ("m1", "m2", "m1"):
                client.send(f"settle {match}")
                assert client.recv(timeout=WAIT_S) == "settled"
            assert lives[-1][0] == server.url
    assert [results for _, results in lives] == [(), (settled("m1"), settled("m2"))]


def test_a_failing_store_is_shown_but_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """While nothing can be written, play goes on and /healthz says 503; then it is written, without a further input."""
    store = str(tmp_path / "store.sqlite")
    with ThreadedServer(lambda url, results: ScriptedGate(), store=store) as server:
        other = sqlite3.connect(store, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with connect(server.ws, proxy=None) as client:
            client.send("settle m1")
            assert client.recv(timeout=WAIT_S) == "settled"
        assert httpx.get(server.url + "/healthz").status_code == 503
        metrics = httpx.get(server.url + "/metrics").text
        assert "harness_server_store_errors_total 1.0" in metrics
        assert "harness_server_store_waiting 1.0" in metrics
        other.execute("COMMIT")
        end = time.monotonic() + WAIT_S
        while httpx.get(server.url + "/healthz").status_code == 503:
            assert time.monotonic() < end
        assert other.execute("SELECT match FROM settled").fetchall() == [("m1",)]
        assert "harness_server_store_waiting 0.0" in httpx.get(server.url + "/metrics").text
        other.close()
    assert "cannot write" in caplog.text


def test_what_waits_is_written_at_the_end(tmp_path: Path) -> None:
    """A server that is stopped before its store takes things again tries once more."""
    store = str(tmp_path / "store.sqlite")
    with ThreadedServer(lambda url, results: ScriptedGate(), store=store) as server:
        other = sqlite3.connect(store, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with connect(server.ws, proxy=None) as client:
            client.send("settle m1")
            assert client.recv(timeout=WAIT_S) == "settled"
        other.execute("COMMIT")
        other.close()
    with sqlite3.connect(store) as db:
        assert db.execute("SELECT match FROM settled").fetchall() == [("m1",)]
    db.close()


def test_a_store_has_one_server(tmp_path: Path) -> None:
    """The second one is refused."""
    store = str(tmp_path / "store.sqlite")
    with (
        ThreadedServer(lambda url, results: ScriptedGate(), store=store),
        pytest.raises(LocalError, match="in use by another server"),
        ThreadedServer(lambda url, results: ScriptedGate(), store=store),
    ):
        raise AssertionError("it must not start")


def test_a_taken_address_is_an_error_of_ours() -> None:
    """Two servers cannot share a port; nobody has to read a stack trace for that."""
    with ThreadedServer(lambda url, results: ScriptedGate()) as server:
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(LocalError, match="Address already in use"):
            asyncio.run(serve(BackendConfig(), port=port))


def test_other_addresses() -> None:
    """IPv6 works; a name that nobody knows is an error of ours."""
    with pytest.raises(LocalError, match="cannot listen on no-such-host"):
        asyncio.run(serve(BackendConfig(), host="no-such-host.invalid"))

    async def once() -> str:
        stop = asyncio.Event()
        urls: list[str] = []

        def ready(url: str) -> None:
            urls.append(url)
            stop.set()

        await serve_gate(lambda url, results: ScriptedGate(), host="::1", stop=stop, ready=ready)
        return urls[0]

    assert asyncio.run(once()).startswith("http://[::1]:")


def test_a_server_that_is_cancelled_stops_in_good_order() -> None:
    """Cancelling the coroutine closes everything; no task and no socket is left."""

    async def cancelled() -> int:
        started = asyncio.Event()
        task = asyncio.create_task(serve(BackendConfig(), ready=lambda url: started.set()))
        async with asyncio.timeout(WAIT_S):
            await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(asyncio.all_tasks())

    assert asyncio.run(cancelled()) == 1
