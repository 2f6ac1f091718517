"""Parties for tests of the live runtime, and backends that misbehave on purpose."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from types import TracebackType

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from harness.clock import Instant
from harness.dialects.native import NativeDialect
from harness.history.observation import Observation, PartyEnded, RunEnded
from harness.runtimes.live.run import run
from harness.swarm.effects import Arrived, Connect, Effect, Message, Note, Stop, Transmit

WAIT_S = 5.0
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
React = Callable[["Puppet", Message, Instant], Sequence[Effect]]


class Puppet:
    """A party whose every move is a test's."""

    def __init__(self, begin: Sequence[Effect], react: React, name: str = "t1", alarm: Instant | None = None) -> None:
        self.name = name
        self.alarm = alarm
        self.heard: list[Message] = []
        self._begin = begin
        self._react = react

    def begin(self, *, now: Instant) -> Sequence[Effect]:
        return self._begin

    def receive(self, message: Message, *, now: Instant) -> Sequence[Effect]:
        self.heard.append(message)
        return self._react(self, message, now)

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        if self.alarm is None or now < self.alarm:
            return []
        self.alarm = None
        return self._react(self, Stop(), now)

    def deadline(self) -> Instant | None:
        return self.alarm

    def end(self, now: Instant = 0) -> Note:
        """The effect that ends this party."""
        return Note(PartyEnded(at=now, party=self.name, outcome="done"))


def connect(connection: str = "t1/ana#1", who: str = "t1/ana") -> Connect:
    return Connect(who, connection)


def say(text: str, connection: str = "t1/ana#1") -> Transmit:
    return Transmit(connection, text.encode())


def texts(puppet: Puppet) -> list[bytes]:
    """What came in, frame by frame."""
    return [message.raw for message in puppet.heard if isinstance(message, Arrived)]


def play_all(target: str, *puppets: Puppet, seconds: float | None = WAIT_S, **more: object) -> list[Observation]:
    """Run puppets and give back what was observed; checks what holds for every run."""
    seen: list[Observation] = []
    run(puppets, target=target, dialect=NativeDialect(), tap=seen.append, seconds=seconds, **more)  # type: ignore[arg-type]
    check(seen)
    return seen


def check(seen: list[Observation]) -> None:
    """Observations are in time order, and RunEnded is the last and only one of its kind."""
    assert [o.at for o in seen] == sorted(o.at for o in seen)
    assert [isinstance(o, RunEnded) for o in seen] == [False] * (len(seen) - 1) + [True]


def of(seen: list[Observation], *kinds: type) -> list[Observation]:
    """Only observations of these kinds."""
    return [o for o in seen if isinstance(o, kinds)]


class RudeBackend:
    """A backend that answers HTTP politely, accepts a socket, and then sends whatever bytes a test wants."""

    def __init__(
        self,
        payload: bytes,
        *,
        http: bytes = NOT_FOUND,
        upgrade: bool = True,
        hang_up: bool = False,
        deaf: bool = False,
    ) -> None:
        self._payload = payload
        self._http = http
        self._upgrade = upgrade
        self._hang_up = hang_up
        self._deaf = deaf
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.got = b""
        self.ended = ""
        self.sent = False

    def __enter__(self) -> RudeBackend:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            with peer:
                peer.settimeout(WAIT_S)
                self._answer(peer)

    def _answer(self, peer: socket.socket) -> None:
        request = peer.recv(65_536)
        if b"pgrade: websocket" not in request:
            with contextlib.suppress(OSError):
                peer.sendall(self._http)
            return
        if not self._upgrade:
            peer.sendall(self._payload)
            if not self._payload and not self._hang_up:
                self._read(peer)
            return
        protocol = ServerProtocol()
        protocol.receive_data(request)
        (event,) = [e for e in protocol.events_received() if isinstance(e, Request)]
        protocol.send_response(protocol.accept(event))
        peer.sendall(b"".join(protocol.data_to_send()) + self._payload)
        self.sent = True
        if not self._hang_up:
            self._read(peer)

    def _read(self, peer: socket.socket) -> None:
        if self._deaf:
            self._over.wait(WAIT_S)
            return
        try:
            while data := peer.recv(65_536):
                self.got += data
            self.ended = "fin"
        except OSError:
            self.ended = "rst"


def server_frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a server sends it."""
    return Frame(opcode, data, fin=fin).serialize(mask=False)
