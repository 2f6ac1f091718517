"""Starts the server, and stops it so that every client is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
from collections.abc import Callable, Generator
from typing import Final, TypeAlias

import uvicorn
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.parts import CLEAN, Parts
from harness.errors import LocalError
from harness.runtimes.descriptors import raise_limit
from harness.runtimes.server.app import make_app
from harness.runtimes.server.driver import GateDriver, ServedGate
from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.meters import Meters
from harness.runtimes.server.sockets import AbortableProtocol
from harness.runtimes.server.store import Store
from harness.runtimes.server.store_sqlite import SqliteDatabase

_log = logging.getLogger("harness.server")

BACKLOG: Final = 2_048
KEEP_ALIVE_S: Final = 30

GateFactory: TypeAlias = Callable[[str, Store], ServedGate]
"""Makes the gate from the base URL it is reached at and from what the store had kept."""


class _Server(uvicorn.Server):
    """uvicorn, with 1001 instead of 1012 for its clients, and without signal handlers of its own."""

    def __init__(self, config: uvicorn.Config, driver: GateDriver, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._driver = driver
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to whoever started us: uvicorn would raise them again before the store is closed."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every client, then stop."""
        await self._driver.close_all()
        await super().shutdown(sockets)


async def serve(
    config: BackendConfig,
    *,
    root: bytes | None = None,
    parts: Parts = CLEAN,
    host: str = "127.0.0.1",
    port: int = 0,
    store: Store | None = None,
    stop: asyncio.Event | None = None,
    ready: Callable[[str], None] | None = None,
    limits: ServerLimits | None = None,
) -> None:
    """Serve the embedded backend until `stop` is set. See `serve_gate` for what is not listed.

    Args:
        config: Every limit of the game. Invite links begin with our own base URL unless it says otherwise.
        root: 32 bytes that all chance comes from; None draws them from the system, which is the only choice
            in earnest.
        parts: What the gate is built from; a mutant has its own.
    """

    def make(url: str, past: Store) -> Gate:
        ours = replace(config, invite_base=config.invite_base or url)
        gate = Gate(
            ours,
            root or secrets.token_bytes(32),
            parts=parts,
            settled=past.load(),
            kept=past.kept(),
            journals=past.journals(),
        )
        for journal, reason in gate.void.items():
            _log.warning(
                "a room of an earlier life is void, nobody gets points for its match (%s: %s)", journal, reason
            )
        return gate

    await serve_gate(make, host=host, port=port, store=store, stop=stop, ready=ready, limits=limits)


async def serve_gate(
    make: GateFactory,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    store: Store | None = None,
    stop: asyncio.Event | None = None,
    ready: Callable[[str], None] | None = None,
    limits: ServerLimits | None = None,
) -> None:
    """Serve a gate until `stop` is set; then close every socket with 1001 and the store.

    Args:
        make: Makes the gate; called once, with our base URL and the store.
        host: Address or name to listen on.
        port: Port to listen on; 0 for any free one.
        store: Where what must survive is kept, which is closed in the end; None keeps it in memory only.
        stop: Ends the server when set; None serves until cancelled.
        ready: Called with the base URL as soon as clients can connect.
        limits: Bounds of the shell.

    Raises:
        LocalError: The address cannot be listened on, or the store cannot be used.
    """
    limits = limits or ServerLimits()
    raise_limit()
    with contextlib.closing(store or Store(SqliteDatabase())) as results, _listening(host, port) as listener:
        meters = Meters()
        gate = make(url_of(listener), results)
        meters.rooms = lambda: gate.rooms
        meters.waiting = lambda: results.waiting
        driver = GateDriver(gate, results, meters, limits)
        announce = (lambda: ready(url_of(listener))) if ready is not None else (lambda: None)
        server = _Server(_config(make_app(driver, results, meters, limits), limits), driver, announce)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        stopping = asyncio.create_task((stop or asyncio.Event()).wait())
        try:
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            server.should_exit = True
            await serving
            results.flush()


def url_of(listener: socket.socket) -> str:
    """The base URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise LocalError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None


def is_our_fault(record: logging.LogRecord) -> bool:
    """Whether a record of uvicorn's says more than that a client sent rubbish, which it may as often as it likes."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def _config(app: object, limits: ServerLimits) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(is_our_fault)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        loop="none",
        http="h11",
        ws=AbortableProtocol,
        ws_max_size=limits.frame_bytes_max,
        ws_ping_interval=None,
        ws_ping_timeout=None,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=2,
    )
