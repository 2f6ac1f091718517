"""The HTTP routes of the real server, around a scripted gate."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from harness.dialects.native import Problem
from harness.runtimes.server.limits import ServerLimits
from tests.runtimes.server.served import WAIT_S, ScriptedGate, ThreadedServer

LIMITS = ServerLimits(body_bytes_max=1000, body_ms=150, answer_ms=100)


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadedServer]:
    with ThreadedServer(lambda url, settled: ScriptedGate(), limits=LIMITS) as running:
        yield running


def exchange(server: ThreadedServer, request: bytes) -> bytes:
    """Send raw bytes and read until the server closes."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=WAIT_S) as raw:
        raw.sendall(request)
        answer = b""
        while data := raw.recv(65_536):
            answer += data
    return answer


def problem_of(response: httpx.Response) -> Problem:
    assert response.headers["content-type"] == "application/problem+json"
    return Problem(**response.json())


def test_health(server: ThreadedServer) -> None:
    """A server that works says so."""
    response = httpx.get(server.url + "/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_the_server_describes_itself(server: ThreadedServer) -> None:
    """Both descriptions are served where they say that they are."""
    assert httpx.get(server.url + "/openapi.json").json()["openapi"] == "3.1.0"
    assert httpx.get(server.url + "/asyncapi.json").json()["asyncapi"] == "3.0.0"


def test_calls_reach_the_gate_as_they_were_made(server: ThreadedServer) -> None:
    """Method, escaped path with query, bearer token and body arrive unchanged; answers must not be cached."""
    response = httpx.request(
        "DELETE", server.url + "/v1/rooms/A%2FB?x=%20", headers={"authorization": "bearer  s3cret"}, content=b'{"a":1}'
    )
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-type"] == "application/json"
    call = response.json()
    assert (call["method"], call["path"], call["token"]) == ("DELETE", "/v1/rooms/A%2FB?x=%20", "s3cret")


@pytest.mark.parametrize("header", ["", "Basic abc", "Bearer"])
def test_anything_but_a_bearer_token_is_no_token(server: ThreadedServer, header: str) -> None:
    """Other schemes and empty tokens count as none."""
    response = httpx.post(server.url + "/v1/echo", headers={"authorization": header} if header else {})
    assert response.json()["token"] is None


def test_a_missing_token_is_answered_by_the_book(server: ThreadedServer) -> None:
    """401 carries WWW-Authenticate, problems their own media type, empty answers none; refusals are counted by code."""
    response = httpx.get(server.url + "/v1/status/401")
    assert response.headers["www-authenticate"] == "Bearer"
    assert response.headers["content-type"] == "application/problem+json"
    empty = httpx.get(server.url + "/v1/status/204")
    assert (empty.status_code, empty.content, "content-type" in empty.headers) == (204, b"", False)
    assert 'harness_server_refusals_total{code="bad_token"}' in httpx.get(server.url + "/metrics").text


@pytest.mark.parametrize("length", [1001, 10**12, 10**30])
def test_an_announced_large_body_is_refused_before_it_is_sent(server: ThreadedServer, length: int) -> None:
    """413 comes although not one byte of the body was sent."""
    request = f"POST /v1/echo HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n".encode()
    answer = exchange(server, request)
    if length == 10**30:
        assert answer.startswith((b"HTTP/1.1 413", b"HTTP/1.1 400"))
    else:
        assert answer.startswith(b"HTTP/1.1 413")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_large"


def test_a_large_body_without_length_is_refused_on_the_way(server: ThreadedServer) -> None:
    """A chunked body is refused as soon as it is over the limit, without waiting for its end."""
    request = (
        b"POST /v1/echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n" + b"3ff\r\n" + b"x" * 1023 + b"\r\n"
    )
    assert exchange(server, request).startswith(b"HTTP/1.1 413")


def test_a_body_at_the_limit_is_taken(server: ThreadedServer) -> None:
    """Exactly the limit is not over it."""
    assert httpx.post(server.url + "/v1/echo", content=b"x" * 1000).status_code == 200


def test_a_body_that_does_not_come_is_refused(server: ThreadedServer) -> None:
    """408 when the body is not complete in time."""
    answer = exchange(server, b"POST /v1/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf")
    assert answer.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("path", ["/v1/silent", "/v1/raise"])
def test_a_call_that_the_gate_cannot_answer_is_a_500(server: ThreadedServer, path: str) -> None:
    """No answer in time and a bug in the gate are problems, not hanging connections."""
    response = httpx.get(server.url + path, timeout=WAIT_S)
    assert response.status_code == 500
    assert problem_of(response).code == "internal"


def test_a_client_that_hangs_up_in_its_body_harms_nobody(server: ThreadedServer) -> None:
    """A half-sent call whose client is gone leaves the server alive."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=WAIT_S) as raw:
        raw.sendall(b"POST /v1/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf")
    assert httpx.get(server.url + "/healthz").status_code == 200


def test_bytes_that_are_no_http_are_refused(server: ThreadedServer) -> None:
    """Rubbish instead of a request gets 400."""
    assert exchange(server, b"\x16\x03\x01\x00rubbish\r\n\r\n").startswith(b"HTTP/1.1 400")


def test_metrics_follow_the_conventions(server: ThreadedServer) -> None:
    """The page parses; every name has our prefix and a base unit or none, and the only label is a refusal code."""
    httpx.get(server.url + "/v1/status/401")
    families = list(text_string_to_metric_families(httpx.get(server.url + "/metrics").text))
    names = {family.name for family in families}
    assert {
        "harness_server_connections", "harness_server_rooms", "harness_server_frames_received",
        "harness_server_frames_sent", "harness_server_matches_settled", "harness_server_refusals",
        "harness_server_loop_lag_seconds", "harness_server_store_seconds", "harness_server_gate_seconds",
    } <= names  # fmt: skip
    for family in families:
        assert family.name.startswith("harness_server_")
        assert not family.name.endswith(("_ms", "_total"))
        for sample in family.samples:
            assert set(sample.labels) <= {"code", "le"}
    rooms = next(family for family in families if family.name == "harness_server_rooms")
    assert rooms.samples[0].value == 3
