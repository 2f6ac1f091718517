"""Servers for tests: in a thread with a loop of its own, around any gate."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Sequence
from types import TracebackType

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from harness.backend.messages import (
    Close,
    Closed,
    Effect,
    Frame,
    HttpCall,
    HttpReply,
    Message,
    Opened,
    Send,
    Settled,
)
from harness.clock import MILLISECOND
from harness.dialects.http import HttpResponse
from harness.runtimes.server.driver import ServedGate
from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.run import serve_gate
from harness.runtimes.server.store_address import open_store
from harness.wire.events import Result

WAIT_S = 5.0


def settled(match: str, points: int = 10) -> Settled:
    """A small result."""
    result = Result(
        match=match,
        seats=("p1", "p2"),
        places=(1, 2),
        points=(points, 1),
        ranked=True,
        season="2026-01",
        ended="2026-01-31T23:59:59.999Z",
    )
    return Settled(result=result, awards=(("p1", "Ana", points), ("p2", "بهار", 1)))


class ScriptedGate:
    """A gate that does what frames tell it: `echo TEXT`, `all TEXT`, `flood N`, `close CODE REASON`, `raise`,
    `later MS`, `raise-later MS`, `settle MATCH`, `count`. Under HTTP, `/v1/echo` answers with the call itself."""

    rooms = 3
    now = 0

    def __init__(self) -> None:
        self.open: list[str] = []
        self.closed = threading.Semaphore(0)
        self._due: tuple[int, str, bytes] | None = None

    def receive(self, message: Message, *, now: int) -> Sequence[Effect]:
        if isinstance(message, Opened):
            self.open.append(message.connection)
        elif isinstance(message, Closed):
            self.open.remove(message.connection)
            self.closed.release()
        elif isinstance(message, HttpCall):
            return self._call(message)
        elif isinstance(message, Frame):
            if not message.text:
                return [Close(message.connection, 1003, "text only")]
            if len(message.raw) > 4096:
                return [Close(message.connection, 1009, "too large")]
            return self._frame(message.connection, message.raw, now)
        return []

    def wake(self, *, now: int) -> Sequence[Effect]:
        if self._due is None or now < self._due[0]:
            return []
        _, connection, raw = self._due
        self._due = None
        if raw == b"raise":
            raise RuntimeError("a bug on a timer")
        return [Send(connection, raw)]

    def deadline(self) -> int | None:
        return self._due[0] if self._due else None

    def _frame(self, connection: str, raw: bytes, now: int) -> Sequence[Effect]:
        verb, _, rest = raw.partition(b" ")
        if verb == b"echo":
            return [Send(connection, rest)]
        if verb == b"all":
            return [Send(other, rest) for other in self.open]
        if verb == b"count":
            return [Send(connection, b"%d" % len(self.open))]
        if verb == b"flood":
            return [Send(connection, b"x" * 1000)] * int(rest)
        if verb == b"close":
            code, _, reason = rest.partition(b" ")
            return [Close(connection, int(code), reason.decode()), Send(connection, b"after the close")]
        if verb == b"settle":
            return [
                settled(rest.decode()),
                Send(connection, b"settled"),
                Send("c-nobody", b""),
                Close("c-nobody", 1000, ""),
            ]
        if verb in (b"later", b"raise-later"):
            self._due = (now + int(rest) * MILLISECOND, connection, b"raise" if verb == b"raise-later" else b"later")
            return []
        raise RuntimeError("a bug on a frame")

    def _call(self, message: HttpCall) -> Sequence[Effect]:
        request = message.request
        if request.path == "/v1/silent":
            return []
        if request.path == "/v1/raise":
            raise RuntimeError("a bug on a call")
        if request.path.startswith("/v1/status/"):
            status = int(request.path.rpartition("/")[2])
            body = b'{"code":"bad_token"}' if status >= 400 else b""
            return [
                HttpReply(message.call, HttpResponse(status=status, body=body)),
                HttpReply(999_999, HttpResponse(status=200)),
            ]
        return [HttpReply(message.call, HttpResponse(status=200, body=msgspec.json.encode(request)))]


class ThreadedServer:
    """Serves a gate in a thread while the `with` block lasts."""

    def __init__(
        self,
        make: Callable[[str, tuple[Settled, ...]], ServedGate],
        *,
        store: str = ":memory:",
        limits: ServerLimits | None = None,
    ) -> None:
        self.url = ""
        self.error: BaseException | None = None
        self._make = make
        self._store = store
        self._limits = limits
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, daemon=True)

    def __enter__(self) -> ThreadedServer:
        self._thread.start()
        assert self._ready.wait(WAIT_S)
        if self.error is not None:
            raise self.error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop and wait for the end."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()
        if self.error is not None:
            raise self.error

    @property
    def ws(self) -> str:
        """Where sockets are opened."""
        return self.url.replace("http", "ws", 1) + "/v1/socket"

    def _main(self) -> None:
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(self._serve())
        except BaseException as error:
            self.error = error
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()

        def ready(url: str) -> None:
            self.url = url
            self._ready.set()

        await serve_gate(self._make, store=open_store(self._store), stop=self._stop, ready=ready, limits=self._limits)


class RawSocket:
    """A WebSocket client that can send anything: websockets' sans-I/O layer on a plain socket."""

    def __init__(self, url: str, receive_buffer: int | None = None) -> None:
        uri = parse_uri(url)
        self.protocol = ClientProtocol(uri, extensions=[])
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(WAIT_S)
        self.socket.connect((uri.host, uri.port))
        self.protocol.send_request(self.protocol.connect())
        self.flush()
        while self.protocol.state is State.CONNECTING:
            self.protocol.receive_data(self.socket.recv(4096))
            self.events = [event for event in self.protocol.events_received() if isinstance(event, WireFrame)]

    def flush(self) -> None:
        """Write what the protocol wants to write."""
        self.socket.sendall(b"".join(self.protocol.data_to_send()))

    def text(self, data: bytes) -> None:
        """Send one good text frame."""
        self.protocol.send_text(data)
        self.flush()

    def frame(self, frame: WireFrame, mask: bool = True) -> None:
        """Send any frame, also one that the protocol would not."""
        self.socket.sendall(frame.serialize(mask=mask))

    def receive(self) -> WireFrame:
        """The next frame; raises ConnectionError when the server has hung up."""
        while not self.events:
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("the server hung up")
            self.protocol.receive_data(data)
            self.events += [event for event in self.protocol.events_received() if isinstance(event, WireFrame)]
        return self.events.pop(0)

    def receive_close(self) -> int:
        """Skip to the close frame and return its code."""
        while True:
            frame = self.receive()
            if frame.opcode is Opcode.CLOSE:
                assert self.protocol.close_rcvd is not None
                return self.protocol.close_rcvd.code

    def wait_for_end(self) -> None:
        """Read until the server has ended the connection."""
        try:
            while self.socket.recv(65_536):
                pass
        except ConnectionError:
            pass

    def close(self) -> None:
        """Give the socket back."""
        self.socket.close()
