"""One WebSocket of one fake player, on picows, with every way to break it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import struct
from collections import deque
from enum import Enum
from typing import Final, Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from harness.runtimes.live.target import Target

CONNECT_S: Final = 5.0
CLOSE_S: Final = 1.0
"""After our close frame or FIN, the socket is cut when the backend has not ended it in this time."""

MESSAGE_BYTES_MAX: Final = 1_048_576
READ_BUFFER_BYTES: Final = 1024

_NO_LINGER: Final = struct.pack("ii", 1, 0)
_NO_CODE: Final = 1005
_BROKEN: Final = 1006
_PROTOCOL_ERROR: Final = 1002
_TOO_BIG: Final = 1009

_log = logging.getLogger("harness.live.socket")
# picows logs what the other end does wrong; here that is an observation (`Closed.reason`).
_log.setLevel(logging.CRITICAL + 1)


class ClientOwner(Protocol):
    """Who is told what happens on a socket. None of these may raise."""

    def opened(self, client: SocketClient) -> None:
        """The socket is open."""

    def unopened(self, client: SocketClient, reason: str) -> None:
        """The socket could not be opened."""

    def arrived(self, client: SocketClient, raw: bytes, text: bool) -> None:
        """A whole message came in."""

    def gone(self, client: SocketClient, code: int, by: str, reason: str) -> None:
        """The socket is gone, or as good as gone; nothing comes from it any more. Called once."""


class Stage(Enum):
    """Where a socket stands, seen from its owner."""

    OPENING = "opening"
    OPEN = "open"
    GONE = "gone"


class SocketClient(WSListener):
    """One socket.

    Args:
        who: The player of ours that it belongs to.
        connection: Its name in the run.
        owner: Is told what happens.

    Attributes:
        stage: Where it stands.
        finished: Set when the file descriptor has been given back, which may be long after `gone`.
    """

    def __init__(self, who: str, connection: str, owner: ClientOwner) -> None:
        super().__init__()
        self.who = who
        self.connection = connection
        self.stage = Stage.OPENING
        self._owner = owner
        self._transport: WSTransport | None = None
        self._opening: asyncio.Task[None] | None = None
        self._socket: socket.socket | None = None
        self.finished = asyncio.Event()
        self._parts: list[bytes] = []
        self._parts_text = True
        self._stalled = False
        self._held: deque[tuple[bytes, bool]] = deque()

    # -- what the owner does: open once, the others only while the stage fits -----------------

    def open(self, target: Target, path: str) -> None:
        """Begin to open; `opened` or `unopened` of the owner follows within `CONNECT_S`."""
        self._opening = asyncio.create_task(self._open(target, path))
        # Not in the task itself: one that is cancelled before its first step runs no line of it.
        self._opening.add_done_callback(self._opened_or_not)

    def send(self, raw: bytes, text: bool) -> None:
        """Send one frame now."""
        self._require().send(WSMsgType.TEXT if text else WSMsgType.BINARY, raw)

    def close(self) -> None:
        """Close with 1000; what the backend still sends is not read."""
        transport = self._require()
        transport.send_close(WSCloseCode.OK)
        self._resume()
        self._leave(transport)
        self._end(WSCloseCode.OK.value, "us", "")

    def reset(self) -> None:
        """Abort: the backend sees RST and no close frame."""
        self.release()
        self._end(_BROKEN, "us", "reset")

    def cut_mid_frame(self) -> None:
        """Send the first half of a text frame, then FIN."""
        transport = self._require()
        transport.underlying_transport.write(b"\x81\xc0" + os.urandom(4) + os.urandom(32))
        transport.underlying_transport.write_eof()
        self._resume()
        self._leave(transport)
        self._end(_BROKEN, "us", "fin mid-frame")

    def vanish(self) -> None:
        """Neither read nor write any more but keep the socket until `release`: a half-open connection."""
        self._pause()
        self._end(_BROKEN, "us", "hole")

    def stall(self) -> None:
        """Read nothing until `heal`."""
        self._stalled = True
        self._pause()

    @property
    def stalled(self) -> bool:
        """Nothing is read now, but will be after `heal`."""
        return self.stage is Stage.OPEN and self._stalled

    def heal(self) -> None:
        """End a stall. What was held back is delivered first, but not before the owner has done what it is doing."""
        self._stalled = False
        asyncio.get_running_loop().call_soon(self._catch_up)

    def give_up(self, reason: str) -> None:
        """Stop opening."""
        assert self.stage is Stage.OPENING
        assert self._opening is not None
        if self._socket is None:
            self._opening.cancel()
        self._unopened(reason)

    def release(self) -> None:
        """Give the file descriptor back, without any goodbye. Harmless when it is gone already."""
        if self._transport is not None and not self._transport.is_disconnected:
            sock = self._transport.underlying_transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
            self._transport.disconnect(False)

    # -- what picows calls -------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        self._transport = transport
        if self.stage is not Stage.OPENING:
            self.release()
            return
        self.stage = Stage.OPEN
        self._owner.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came in; its payload is only valid during this call, so it is copied."""
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            self._closed_by_backend(transport, frame)
        elif self.stage is not Stage.OPEN or kind == WSMsgType.PONG:
            return
        elif kind == WSMsgType.CONTINUATION:
            self._continue(frame)
        elif self._parts:
            self._refuse(_PROTOCOL_ERROR, "a new message inside a fragmented one")
        elif frame.fin:
            self._deliver(frame.get_payload_as_bytes(), kind == WSMsgType.TEXT)
        else:
            self._parts.append(frame.get_payload_as_bytes())
            self._parts_text = kind == WSMsgType.TEXT

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The socket is gone."""
        handshake = transport.close_handshake
        if handshake is not None and handshake.sent is not None and handshake.recv is None:
            # Ours was the only close frame, and it was none of the owner's: picows could not read the backend.
            self._end(_number(handshake.sent.code), "us", f"cannot read the backend: {handshake.sent.reason}")
        self._end(_BROKEN, "network", "")
        self.finished.set()

    # -- inside ------------------------------------------------------------------------------

    async def _open(self, target: Target, path: str) -> None:
        try:
            async with asyncio.timeout(CONNECT_S):
                await ws_connect(
                    lambda request, response: self,
                    target.ws + path,
                    ssl_context=target.tls,
                    socket_factory=lambda url: self._dial(target),
                    websocket_handshake_timeout=CONNECT_S,
                    max_frame_size=MESSAGE_BYTES_MAX,
                    max_redirects=0,
                    read_buffer_init_size=READ_BUFFER_BYTES,
                    use_aiofastnet=False,
                    logger_name=_log,
                )
        except TimeoutError:
            self._unopened(f"not open within {CONNECT_S:g} s")
        except Exception as error:  # The backend's bytes decide what is raised here, not our code.
            self._unopened(f"{type(error).__name__}: {error}")
        else:
            self._unopened("the backend hung up during the handshake")

    async def _dial(self, target: Target) -> socket.socket:
        """A TCP connection to the address that answered, made here so that we can end it during the handshake."""
        dialled = socket.socket(target.family, socket.SOCK_STREAM)
        dialled.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(dialled, target.address)
        except BaseException:
            dialled.close()
            raise
        self._socket = dialled
        return dialled

    def _opened_or_not(self, task: asyncio.Task[None]) -> None:
        if self._transport is None:
            self.finished.set()

    def _hang_up(self) -> None:
        """End a connection whose handshake is not done: picows has no transport for it yet."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _unopened(self, reason: str) -> None:
        if self.stage is Stage.OPENING:
            self.stage = Stage.GONE
            self._hang_up()
            self._owner.unopened(self, reason)

    def _catch_up(self) -> None:
        while self._held and not self._stalled:
            self._owner.arrived(self, *self._held.popleft())
        if self.stage is Stage.OPEN and not self._stalled:
            self._resume()

    def _deliver(self, raw: bytes, text: bool) -> None:
        if self._stalled:
            self._held.append((raw, text))
        else:
            self._owner.arrived(self, raw, text)

    def _continue(self, frame: WSFrame) -> None:
        if not self._parts:
            self._refuse(_PROTOCOL_ERROR, "a continuation without a beginning")
            return
        self._parts.append(frame.get_payload_as_bytes())
        if sum(map(len, self._parts)) > MESSAGE_BYTES_MAX:
            self._refuse(_TOO_BIG, f"a message over {MESSAGE_BYTES_MAX} bytes")
        elif frame.fin:
            raw = b"".join(self._parts)
            self._parts.clear()
            self._deliver(raw, self._parts_text)

    def _refuse(self, code: int, reason: str) -> None:
        transport = self._require()
        transport.send_close(WSCloseCode(code), reason)
        self._leave(transport)
        self._end(code, "us", f"cannot read the backend: {reason}")

    def _closed_by_backend(self, transport: WSTransport, frame: WSFrame) -> None:
        code = _number(frame.get_close_code())
        reason = frame.get_close_reason() or ""
        transport.send_close(frame.get_close_code() if code else WSCloseCode.OK)
        transport.disconnect()
        self._end(code or _NO_CODE, "them", reason)

    def _end(self, code: int, by: str, reason: str) -> None:
        if self.stage is Stage.OPEN:
            self.stage = Stage.GONE
            self._held.clear()
            self._owner.gone(self, code, by, reason)

    def _leave(self, transport: WSTransport) -> None:
        asyncio.get_running_loop().call_later(CLOSE_S, transport.disconnect, False)

    def _pause(self) -> None:
        transport = self._require().underlying_transport
        if transport.is_reading() and not transport.is_closing():
            transport.pause_reading()

    def _resume(self) -> None:
        transport = self._require().underlying_transport
        if not transport.is_reading() and not transport.is_closing():
            transport.resume_reading()

    def _require(self) -> WSTransport:
        assert self._transport is not None
        return self._transport


def _number(code: WSCloseCode | int) -> int:
    """A close code as a number; picows gives an enum only for those it knows."""
    return code.value if isinstance(code, WSCloseCode) else int(code)
