"""HTTP calls against backends that answer badly."""

from __future__ import annotations

import asyncio
import socket

import pytest

from harness.dialects.http import HttpRequest
from harness.errors import TargetError
from harness.runtimes.live.lobby import ANSWER_BYTES_MAX, LobbyClient
from harness.runtimes.live.target import Target, probe, reach
from tests.runtimes.live.played import RudeBackend
from tests.runtimes.server.served import ThreadedServer

GET = HttpRequest(method="GET", path="/v1/boards/world")


def call(target: Target, request: HttpRequest = GET) -> object:
    async def main() -> object:
        lobby = LobbyClient(target)
        try:
            return await lobby.call(request)
        finally:
            await lobby.close()

    return asyncio.run(main())


def plain(url: str) -> Target:
    host, _, port = url.removeprefix("http://").partition(":")
    return Target(http=url, ws="", host="game.example", family=socket.AF_INET, address=(host, int(port)), tls=None)


def test_a_call_that_is_not_answered_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer at all is a failure within the limit."""
    monkeypatch.setattr("harness.runtimes.live.lobby.CALL_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        target = plain(f"http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(ConnectionError, match=r"no answer within 0\.1 s"):
            call(target)


def test_a_probe_that_is_not_answered_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A target that hangs in the middle of a run is as dead as one that is gone."""
    monkeypatch.setattr("harness.runtimes.live.target.REACH_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        target = plain(f"http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(TargetError, match=r"no answer within 0\.1 s"):
            asyncio.run(probe(target))


def test_an_endless_answer_is_cut_off() -> None:
    """An answer over the limit is a failure, not a full memory."""
    endless = b"HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n" + b"x" * (ANSWER_BYTES_MAX + 1)
    with RudeBackend(b"", http=endless) as rude, pytest.raises(ConnectionError, match="over 1048576 bytes"):
        call(plain(rude.url))


def test_an_answer_that_is_no_http_is_a_failure() -> None:
    """Rubbish is reported by its kind, and a target that speaks nothing else is unreachable."""
    with RudeBackend(b"", http=b"SSH-2.0-OpenSSH_9.2\r\n") as rude:
        with pytest.raises(ConnectionError, match="RemoteProtocolError"):
            call(plain(rude.url))
        with pytest.raises(TargetError, match="cannot be reached"):
            asyncio.run(reach(rude.url))


def test_the_host_header_names_the_host(backend: ThreadedServer) -> None:
    """Calls go to the address that answered, but say the name that they were given; a prefix is kept."""

    async def main() -> Target:
        return await reach(backend.url.replace("127.0.0.1", "localhost") + "/prefix/")

    target = asyncio.run(main())
    port = backend.url.rpartition(":")[2]
    assert target.host == f"localhost:{port}"
    assert target.http == f"http://127.0.0.1:{port}/prefix"
    assert target.ws == f"ws://localhost:{port}/prefix"
    assert b"/prefix/v1/boards/world" in call(target).body  # type: ignore[attr-defined]


def test_a_target_without_scheme_is_http(backend: ThreadedServer) -> None:
    """`host:port` is enough."""
    target = asyncio.run(reach(backend.url.removeprefix("http://")))
    assert target.http == backend.url


def test_a_target_that_speaks_no_tls_is_unreachable() -> None:
    """`https` means it."""
    with RudeBackend(b"") as rude, pytest.raises(TargetError, match="cannot be reached"):
        asyncio.run(reach(rude.url.replace("http", "https")))
