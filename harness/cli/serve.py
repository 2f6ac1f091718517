"""`harness serve`: the embedded backend, a real server of the game."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from typing import Final

import uvloop

from harness.backend.config import BackendConfig
from harness.cli.exit_code import ExitCode
from harness.cli.names import add_mutant, parts_of
from harness.cli.options import UsageError, port
from harness.errors import LocalError
from harness.runtimes.server.run import serve
from harness.runtimes.server.store_address import open_store
from harness.runtimes.server.store_sqlite import MEMORY

ABOUT: Final = "serve the embedded backend: lobby over HTTP, tables over WebSocket"
LISTENING: Final = "listening on "
"""What the first line of output begins with; the URL follows."""


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    parser.add_argument(
        "--host", dest="address", metavar="ADDRESS", default="127.0.0.1", help="where to listen (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=port, default=8000, help="where to listen; 0 for any free port (default: 8000)")
    parser.add_argument(
        "--store", metavar="STORE", default=MEMORY,
        help="what survives a restart: an SQLite file, or postgresql://user@host:5432/name (default: nothing does)",
    )  # fmt: skip
    parser.add_argument("--allow-short-clocks", action="store_true", help="rooms may have a turn clock of their own")
    parser.add_argument("--test-chance", action="store_true", help="rooms may have scripted chance: never in earnest")
    add_mutant(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Serve until SIGINT or SIGTERM."""
    if arguments.mutant:
        print(f"This backend has a planted bug: {arguments.mutant}. Do not let people play on it.", file=sys.stderr)
    config = BackendConfig(allow_short_clocks=arguments.allow_short_clocks, test_chance=arguments.test_chance)

    async def serve_until_told() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        await serve(
            config,
            parts=parts_of(arguments.mutant),
            host=arguments.address,
            port=arguments.port,
            store=open_store(arguments.store),
            stop=stop,
            ready=_announce,
        )

    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve_until_told())
    except LocalError as error:
        raise UsageError(str(error)) from None
    return ExitCode.VALID


def _announce(url: str) -> None:
    print(f"{LISTENING}{url}", flush=True)
