"""An independent client, the websockets library, talks to the real backend on real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.dialects.native import NativeDialect
from harness.seed import root_of
from harness.wire import events as ev
from tests.runtimes.server.served import WAIT_S, RawSocket, ThreadedServer


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadedServer]:
    with ThreadedServer(
        lambda url, past: Gate(BackendConfig(), root_of(1), settled=past.load(), kept=past.kept())
    ) as running:
        yield running


class Guest:
    """A player of the test: a session and a seat."""

    def __init__(self, server: ThreadedServer, name: str, room: str | None = None) -> None:
        self.url = server.url
        self.token = self.post("/v1/sessions", {"name": name})["token"]
        seat = self.post("/v1/rooms" if room is None else f"/v1/rooms/{room}/members", {})
        self.room, self.secret = seat["room"], seat["secret"]

    def post(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        headers = {"authorization": f"Bearer {self.token}"} if hasattr(self, "token") else {}
        response = httpx.post(self.url + path, json=body, headers=headers)
        assert response.status_code < 300, response.text
        return response.json()  # type: ignore[no-any-return]


def say(client: ClientConnection, **command: object) -> None:
    client.send(json.dumps(command))


def hear(client: ClientConnection) -> ev.Event:
    return NativeDialect().decode(client.recv(timeout=WAIT_S, decode=False))


def test_a_whole_conversation(server: ThreadedServer) -> None:
    """Hello, ping, a match with a bot, and leaving: every answer decodes strictly and `seq` has no gap."""
    ana = Guest(server, "آنا")
    ana.post(f"/v1/rooms/{ana.room}/bots", {})
    with connect(server.ws, proxy=None) as client:
        say(client, type="hello", secret=ana.secret)
        first = hear(client)
        assert isinstance(first, ev.Snapshot)
        assert first.members[0].name == "آنا"
        say(client, type="ping", id="p1")
        assert hear(client) == ev.Pong(seq=2, id="p1")
        client.ping("library ping").wait(WAIT_S)
        ana.post(f"/v1/rooms/{ana.room}/start", {})
        frames: list[ev.Event] = []
        while not (frames and isinstance(frames[-1], ev.TurnStarted)):
            frames.append(hear(client))
        assert {type(frame) for frame in frames} >= {ev.MatchStarted, ev.HandStarted, ev.Cards}
        say(client, type="leave", id="l1")
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                frames.append(hear(client))
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 4006
    assert any(isinstance(frame, ev.Ok) and frame.id == "l1" for frame in frames)
    assert [frame.seq for frame in frames] == list(range(3, 3 + len(frames)))


def test_a_stranger_is_refused(server: ThreadedServer) -> None:
    """A wrong secret is answered and the socket closed with 4004."""
    with connect(server.ws, proxy=None) as client:
        say(client, type="hello", secret="nobody's")
        refused = hear(client)
        assert isinstance(refused, ev.Refused)
        assert refused.code == "bad_secret"
        with pytest.raises(ConnectionClosed) as ended:
            hear(client)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == 4004


def test_a_fragmented_hello_is_a_hello(server: ThreadedServer) -> None:
    """The backend never sees how a client cuts its frames."""
    guest = Guest(server, "Frag")
    hello = json.dumps({"type": "hello", "secret": guest.secret}).encode()
    raw = RawSocket(server.ws)
    raw.frame(Frame(Opcode.TEXT, hello[:10], fin=False))
    raw.frame(Frame(Opcode.CONT, hello[10:]))
    assert isinstance(NativeDialect().decode(bytes(raw.receive().data)), ev.Snapshot)
    raw.close()


@pytest.mark.parametrize(
    "rubbish",
    [
        b"{" * 1000,
        b"[" * 4000,
        b"{}",
        b"null",
        b'{"type":"call","id":"x","turn":1,"score":99}',
        b"\xef\xbb\xbf{}",
        b"NaN",
    ],
    ids=["braces", "deep", "empty", "null", "forged", "bom", "nan"],
)
def test_rubbish_is_refused_and_the_neighbour_plays_on(server: ThreadedServer, rubbish: bytes) -> None:
    """Text that is no command gets `malformed`; another member of the room sees nothing of it."""
    ana = Guest(server, "Ana")
    ben = Guest(server, "Ben", ana.room)
    with connect(server.ws, proxy=None) as bad, connect(server.ws, proxy=None) as good:
        say(bad, type="hello", secret=ana.secret)
        say(good, type="hello", secret=ben.secret)
        assert isinstance(hear(bad), ev.Snapshot)
        assert isinstance(hear(good), ev.Snapshot)
        bad.send(rubbish.decode())
        refused = hear(bad)
        assert isinstance(refused, ev.Refused)
        assert refused.code == "malformed"
        say(good, type="ping", id="p")
        assert hear(good) == ev.Pong(seq=2, id="p")


def test_the_room_count_is_on_the_metrics_page(server: ThreadedServer) -> None:
    """`harness_server_rooms` follows the gate."""
    Guest(server, "Ana")
    line = next(
        li for li in httpx.get(server.url + "/metrics").text.splitlines() if li.startswith("harness_server_rooms ")
    )
    assert float(line.split()[1]) >= 1
