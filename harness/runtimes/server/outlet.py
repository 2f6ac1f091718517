"""The outgoing side of one client: a bounded queue with one writer, so that nobody waits for anybody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from starlette.types import Send
from uvicorn.protocols.utils import ClientDisconnected

from harness.runtimes.server.limits import ServerLimits

REASON_BYTES_MAX: Final = 120
"""A close frame has room for 123 bytes of reason (RFC 6455, 5.5); the rest is cut."""


class Outlet:
    """What still has to go to one client.

    `put` and `close` never block. A client whose queue is over its limit is cut off at once, without a
    close frame that it would not read either (B4).

    Args:
        connection: The name that the gate knows this client by.
        limits: Bounds of the queue and of the closing handshake.
        abort: Cuts the TCP connection without flushing.
    """

    __slots__ = ("_abort", "_bytes", "_closing", "_frames", "_gone", "_limits", "_wake", "connection", "overrun")

    def __init__(self, connection: str, limits: ServerLimits, abort: Callable[[], None]) -> None:
        self.connection = connection
        self.overrun = False
        self._limits = limits
        self._abort = abort
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._closing: tuple[int, str] | None = None
        self._gone = False
        self._wake = asyncio.Event()

    def put(self, raw: bytes) -> bool:
        """Queue one text frame; False when the client is gone, closing or was cut off because of it."""
        if self._gone or self._closing is not None:
            return False
        if len(self._frames) >= self._limits.queue_frames_max or self._bytes + len(raw) > self._limits.queue_bytes_max:
            self.overrun = True
            self.cut()
            return False
        self._frames.append(raw)
        self._bytes += len(raw)
        self._wake.set()
        return True

    def close(self, code: int, reason: str) -> None:
        """Close with this code after everything that is queued; cut when that takes over `close_ms`."""
        if self._gone or self._closing is not None:
            return
        self._closing = (code, reason.encode()[:REASON_BYTES_MAX].decode(errors="ignore"))
        self._wake.set()
        asyncio.get_running_loop().call_later(self._limits.close_ms / 1000, self._abort)

    def cut(self) -> None:
        """End the connection now and drop what is queued."""
        self.abandon()
        self._abort()

    def abandon(self) -> None:
        """The client is gone: let the writer end."""
        self._gone = True
        self._frames.clear()
        self._bytes = 0
        self._wake.set()

    async def write(self, send: Send) -> None:
        """Send what is queued, in order, until the client is gone or the close frame is out."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._frames:
                    raw = self._frames.popleft()
                    self._bytes -= len(raw)
                    await send({"type": "websocket.send", "text": raw.decode()})
                if self._gone:
                    return
                if self._closing is not None:
                    code, reason = self._closing
                    await send({"type": "websocket.close", "code": code, "reason": reason})
                    return
        except (ClientDisconnected, OSError):
            self.abandon()
