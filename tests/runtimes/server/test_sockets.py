"""The socket route of the real server, around a scripted gate."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from harness.runtimes.server.limits import ServerLimits
from tests.runtimes.server.served import WAIT_S, RawSocket, ScriptedGate, ThreadedServer

LIMITS = ServerLimits(close_ms=250, queue_frames_max=200, queue_bytes_max=150_000)


@pytest.fixture(scope="module")
def gate() -> ScriptedGate:
    return ScriptedGate()


@pytest.fixture(scope="module")
def server(gate: ScriptedGate) -> Iterator[ThreadedServer]:
    with ThreadedServer(lambda url, settled: gate, limits=LIMITS) as running:
        yield running


def open_socket(server: ThreadedServer) -> ClientConnection:
    return connect(server.ws, compression=None, proxy=None, open_timeout=WAIT_S, close_timeout=WAIT_S)


def ask(client: ClientConnection, text: str) -> str:
    client.send(f"echo {text}")
    return str(client.recv(timeout=WAIT_S))


def metric(server: ThreadedServer, name: str) -> float:
    for line in httpx.get(server.url + "/metrics").text.splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    raise AssertionError(f"no metric {name}")


@pytest.fixture
def bystander(server: ThreadedServer) -> Iterator[ClientConnection]:
    """A client that must not notice what others do."""
    with open_socket(server) as client:
        assert ask(client, "before") == "before"
        yield client
        assert ask(client, "after") == "after"


def test_frames_go_in_and_out(server: ThreadedServer) -> None:
    """Text in any script goes to the gate as it was sent and comes back as it was sent."""
    with open_socket(server) as client:
        assert ask(client, "سلام è 日本") == "سلام è 日本"


def test_the_gate_closes_with_its_own_code(server: ThreadedServer, bystander: ClientConnection) -> None:
    """A Close effect reaches the client with code and reason; what the gate says afterwards is dropped."""
    with open_socket(server) as client:
        client.send("close 4002 " + "é" * 100)
        with pytest.raises(ConnectionClosed) as ended:
            client.recv(timeout=WAIT_S)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 4002
    assert ended.value.rcvd.reason == "é" * 60


def test_the_gate_judges_binary_and_large_frames(server: ThreadedServer, bystander: ClientConnection) -> None:
    """Binary frames and frames over the gate's limit reach the gate, which closes by its own rules."""
    for data, code in ((b"\x00\x01", 1003), ("x" * 5000, 1009)):
        with open_socket(server) as client:
            client.send(data)
            with pytest.raises(ConnectionClosed) as ended:
                client.recv(timeout=WAIT_S)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == code


MALFORMED = {
    "unmasked": (Frame(Opcode.TEXT, b"echo x").serialize(mask=False), 1002),
    "reserved opcode": (b"\x83\x80\x00\x00\x00\x00", 1002),
    "reserved bit": (b"\xc1\x80\x00\x00\x00\x00", 1002),
    "bad utf-8": (Frame(Opcode.TEXT, b"echo \xff\xfe").serialize(mask=True), 1007),
    "oversize declared": (b"\x81\xff" + struct.pack("!Q", 2**40) + b"\x00\x00\x00\x00", 1009),
    "length of 2^63": (b"\x81\xff" + struct.pack("!Q", 2**63) + b"\x00\x00\x00\x00", 1009),
    "continuation first": (Frame(Opcode.CONT, b"x").serialize(mask=True), 1002),
    "fragmented control": (b"\x09\x81\x00\x00\x00\x00x", 1002),
    "one-byte close": (b"\x88\x81\x00\x00\x00\x00\x03", 1002),
    "illegal close code": (b"\x88\x82\x00\x00\x00\x00" + struct.pack("!H", 1005), 1002),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_frames_end_only_their_own_connection(
    name: str, server: ThreadedServer, bystander: ClientConnection, caplog: pytest.LogCaptureFixture
) -> None:
    """Frames that are no WebSocket frames are answered with the code of RFC 6455; nobody notices, nothing is logged."""
    data, code = MALFORMED[name]
    raw = RawSocket(server.ws)
    raw.socket.sendall(data)
    assert raw.receive_close() == code
    raw.close()
    assert not caplog.records


def test_fragments_are_joined(server: ThreadedServer) -> None:
    """A message in fragments, cut inside a character and with a ping in between, is one message."""
    whole = "echo é日".encode()
    raw = RawSocket(server.ws)
    raw.frame(Frame(Opcode.TEXT, whole[:6], fin=False))
    raw.frame(Frame(Opcode.PING, b"hi"))
    raw.frame(Frame(Opcode.CONT, whole[6:8], fin=False))
    raw.frame(Frame(Opcode.CONT, whole[8:]))
    pong = raw.receive()
    assert (pong.opcode, bytes(pong.data)) == (Opcode.PONG, b"hi")
    assert bytes(raw.receive().data).decode() == "é日"
    raw.close()


@pytest.mark.parametrize("how", ["rst", "fin mid-frame"])
def test_a_client_that_vanishes_is_reported_to_the_gate(
    how: str, gate: ScriptedGate, server: ThreadedServer, bystander: ClientConnection
) -> None:
    """RST and FIN in the middle of a frame both end in one Closed message."""
    raw = RawSocket(server.ws)
    raw.text(b"echo x")
    assert bytes(raw.receive().data) == b"x"
    while gate.closed.acquire(blocking=False):
        pass
    if how == "rst":
        raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    else:
        raw.socket.sendall(Frame(Opcode.TEXT, b"echo xxxxxxxx").serialize(mask=True)[:9])
    raw.close()
    assert gate.closed.acquire(timeout=WAIT_S)


def test_a_slow_reader_is_cut_off_and_nobody_waits_for_it(server: ThreadedServer, bystander: ClientConnection) -> None:
    """A client that does not read loses its connection once its queue is full; others are served meanwhile (B4)."""
    cut = metric(server, "harness_server_overruns_total")
    raw = RawSocket(server.ws, receive_buffer=4096)
    for _ in range(40):
        raw.text(b"flood 100")
        assert ask(bystander, "still there?") == "still there?"
        if metric(server, "harness_server_overruns_total") > cut:
            break
    assert metric(server, "harness_server_overruns_total") == cut + 1
    raw.wait_for_end()
    raw.close()


def test_a_client_that_ignores_the_close_is_cut_off(server: ThreadedServer) -> None:
    """A client that does not answer a close frame loses its connection after `close_ms`."""
    raw = RawSocket(server.ws)
    raw.text(b"close 4005 idle")
    raw.wait_for_end()
    raw.close()


def test_a_bug_in_the_gate_ends_only_the_connection_that_met_it(
    server: ThreadedServer, bystander: ClientConnection, caplog: pytest.LogCaptureFixture
) -> None:
    """A frame that makes the gate raise closes its sender with 1011, is logged and counted; the rest plays on."""
    before = metric(server, "harness_server_gate_errors_total")
    with open_socket(server) as client:
        client.send("raise")
        with pytest.raises(ConnectionClosed) as ended:
            client.recv(timeout=WAIT_S)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 1011
    assert metric(server, "harness_server_gate_errors_total") == before + 1
    assert "a bug on a frame" in caplog.text


def test_the_gate_is_woken_at_its_deadline(server: ThreadedServer) -> None:
    """A deadline is kept without any input; one that is moved forward is kept, too."""
    with open_socket(server) as client:
        client.send("later 60000")
        client.send("later 30")
        assert client.recv(timeout=WAIT_S) == "later"


def test_a_bug_on_a_timer_leaves_the_server_alive(
    server: ThreadedServer, bystander: ClientConnection, caplog: pytest.LogCaptureFixture
) -> None:
    """A wake that raises is logged and counted, and the gate goes on being served."""
    before = metric(server, "harness_server_gate_errors_total")
    bystander.send("raise-later 1")
    while metric(server, "harness_server_gate_errors_total") == before:
        assert ask(bystander, "still there?") == "still there?"
    assert "a bug on a timer" in caplog.text


def test_there_is_one_socket_route(server: ThreadedServer) -> None:
    """A socket anywhere else is refused in the handshake."""
    with pytest.raises(InvalidStatus) as refused:
        connect(server.ws + "/else", proxy=None)
    assert refused.value.response.status_code == 403


def test_refusals_are_counted_by_code(server: ThreadedServer) -> None:
    """Documented codes by name, whatever else there is together, so that no client can invent labels."""
    with open_socket(server) as client:
        for code in ("stale_turn", "no_such_code_at_all", "stale_turn"):
            assert ask(client, f'{{"seq":1,"type":"refused","id":null,"code":"{code}"}}')
        assert ask(client, '{"seq":1,"type":"refused"}')
    assert metric(server, 'harness_server_refusals_total{code="stale_turn"}') == 2
    assert metric(server, 'harness_server_refusals_total{code="other"}') == 2
