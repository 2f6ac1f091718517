"""The server in a process of its own, for runs that bring their backend with them.

A thread would be simpler, but backend and players would then take turns at one interpreter lock: every
latency would contain the generator's own work, and the generator would look late whenever the backend is busy.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Final, Self

import uvloop
from msgspec import Struct
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.backend.parts import CLEAN, Parts
from harness.errors import LocalError
from harness.runtimes.server.run import serve
from harness.runtimes.server.store import Entry, Store
from harness.runtimes.server.store_address import open_database
from harness.runtimes.server.store_sqlite import MEMORY

START_S: Final = 20.0
STOP_S: Final = 8.0


class Ready(Struct, frozen=True):
    """The child serves at this URL."""

    url: str


class Failed(Struct, frozen=True):
    """The child cannot serve, and why."""

    reason: str


class Start(Struct, frozen=True, kw_only=True):
    """What the child is started with; see `serve`."""

    config: BackendConfig
    root: bytes | None
    parts: Parts
    host: str
    port: int
    store: str


class EmbeddedServer:
    """The embedded backend while the `with` block lasts.

    The child ends by itself when we die, whatever way: it watches the pipe between us.

    Args:
        config: Every limit of the game.
        root: As in `serve`.
        parts: As in `serve`; a mutant has its own.
        host: Address to listen on.
        port: 0 for any free one.
        store: Where what must survive is kept; see `open_database`.

    Attributes:
        url: Base URL, inside the block.
    """

    def __init__(
        self,
        config: BackendConfig,
        *,
        root: bytes | None = None,
        parts: Parts = CLEAN,
        host: str = "127.0.0.1",
        port: int = 0,
        store: str = MEMORY,
    ) -> None:
        self.url = ""
        self._start = Start(config=config, root=root, parts=parts, host=host, port=port, store=store)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        """Start, and wait until clients can connect.

        Raises:
            LocalError: The server did not start; the message says why.
        """
        self.begin()
        assert self._pipe is not None
        # The pipe can be read when there is an answer, and also when the child is dead.
        if not self._pipe.poll(START_S):
            self._end()
            raise LocalError(f"the embedded backend cannot start: it did not start in {START_S:g} s")
        self.ready()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop: clients get 1001, the store is closed."""
        self._end()

    @property
    def pid(self) -> int | None:
        """Process id, for tests and messages."""
        return self._process.pid if self._process is not None else None

    # -- an end and a new beginning inside the block ------------------------------------------

    def strike(self, how: str, point: str) -> None:
        """Begin to end the process; returns at once.

        Args:
            how: `stop` ends it in good order, `kill` as `kill -9` does.
            point: When it is killed: `idle` for now, `before-write` or `after-write` for the next step of the gate
                that has something to store, just before or just after that is stored.
        """
        assert self._pipe is not None
        assert self._process is not None
        if how == "stop":
            self._pipe.close()
        elif point == "idle":
            self._process.kill()
        else:
            self._pipe.send(point)

    @property
    def alive(self) -> bool:
        """Whether the process is still there."""
        return self._process is not None and self._process.is_alive()

    def begin(self) -> None:
        """Start a process; once the address is known always at the same one, and always with the same store."""
        # A fresh interpreter: nothing of the run (threads, loops, a patched socket module) leaks into it.
        context = multiprocessing.get_context("spawn")
        if self._pipe is not None:
            self._pipe.close()
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=run_child, args=(theirs, self._start), name="bluff-harness-server", daemon=True
        )
        self._process.start()
        theirs.close()

    def ready(self) -> bool:
        """Whether clients can connect by now.

        Raises:
            LocalError: The server did not start; the message says why.
        """
        assert self._pipe is not None
        if not self._pipe.poll():
            return False
        try:
            answer = self._pipe.recv()
        except EOFError:
            answer = Failed("its process died at the start")
        if isinstance(answer, Failed):
            self._end()
            raise LocalError(f"the embedded backend cannot start: {answer.reason}")
        assert isinstance(answer, Ready)
        self.url = answer.url
        self._start = replace(self._start, port=int(answer.url.rpartition(":")[2]))
        return True

    def _end(self) -> None:
        assert self._pipe is not None
        assert self._process is not None
        self._pipe.close()
        self._process.join(STOP_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


class FatalStore(Store):
    """A store that the process dies at, when told to.

    Attributes:
        point: `before-write` or `after-write`; "" lets it live.
    """

    point = ""

    def add(self, batch: Sequence[Entry]) -> None:
        """Keep a batch, or die before or after that."""
        if self.point != "before-write":
            super().add(batch)
        if self.point:
            os.kill(os.getpid(), signal.SIGKILL)


def run_child(pipe: Connection, start: Start) -> None:
    """Serve until the other end of the pipe is closed; the whole life of the child."""
    if threading.current_thread() is threading.main_thread():
        # Ctrl-C reaches the whole process group; our parent ends us when the players have said goodbye.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.closing(pipe), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_serve(pipe, start))
        except LocalError as error:
            with contextlib.suppress(OSError):
                pipe.send(Failed(str(error)))


async def _serve(pipe: Connection, start: Start) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    store = FatalStore(open_database(start.store))

    def told() -> None:
        """The parent says at which point we die, or it has closed the pipe, or it is gone."""
        try:
            store.point = pipe.recv()
        except (EOFError, OSError):
            loop.remove_reader(pipe.fileno())
            stop.set()

    loop.add_reader(pipe.fileno(), told)

    def ready(url: str) -> None:
        gc.collect()
        gc.freeze()
        pipe.send(Ready(url))

    try:
        await serve(
            start.config,
            root=start.root,
            parts=start.parts,
            host=start.host,
            port=start.port,
            store=store,
            stop=stop,
            ready=ready,
        )
    finally:
        loop.remove_reader(pipe.fileno())
