"""The one socket route: frames in, frames out, for as long as the client stays."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import cast

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from harness.runtimes.server.driver import GateDriver
from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.outlet import Outlet


class AbortableProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which also lets the application cut a connection.

    ASGI has no such thing: closing waits until the client has read everything, and a client that reads
    nothing would keep its socket and its buffers for ever (B4).
    """

    def connection_made(self, transport: BaseTransport) -> None:
        """Remember the transport's `abort` where the application finds it: in the scope's state."""
        self.app_state = {**self.app_state, "abort": cast(asyncio.Transport, transport).abort}
        super().connection_made(transport)


class SocketRoute:
    """ASGI application of the socket route.

    Args:
        driver: Takes what clients send.
        limits: Bounds of each client's outgoing queue.
    """

    def __init__(self, driver: GateDriver, limits: ServerLimits) -> None:
        self._driver = driver
        self._limits = limits
        self._count = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket until it is gone."""
        await receive()
        if self._driver.closing:
            await send({"type": "websocket.close"})
            return
        await send({"type": "websocket.accept"})
        self._count += 1
        outlet = Outlet(f"c{self._count}", self._limits, scope["state"]["abort"])
        writer = asyncio.create_task(outlet.write(send))
        self._driver.opened(outlet)
        try:
            await self._read(outlet, receive)
        finally:
            self._driver.closed(outlet)
            outlet.abandon()
            await writer

    async def _read(self, outlet: Outlet, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is not None:
                self._driver.frame(outlet, text.encode(), True)
            else:
                self._driver.frame(outlet, message["bytes"], False)
