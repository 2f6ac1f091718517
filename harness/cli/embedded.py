"""The embedded backend in a process of its own, so that players and server do not share a loop."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import Final

from harness.cli.serve import LISTENING
from harness.errors import TargetError

START_S: Final = 20.0
STOP_S: Final = 10.0


@contextmanager
def embedded(mutant: str = "") -> Iterator[str]:
    """Start the backend with short clocks and scripted chance allowed; its URL. It ends with the context.

    The server also ends when this process does, whatever ends it: its standard input is a pipe from here.

    Raises:
        TargetError: It did not come up.
    """
    command = [
        sys.executable, "-m", "harness.cli", "serve", "--port", "0", "--allow-short-clocks", "--test-chance",
        "--until-stdin-ends", *(("--mutant", mutant) if mutant else ()),
    ]  # fmt: skip
    # In a session of its own, so that an interrupt at the terminal ends the run first and the server after it.
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield _url(server)
    finally:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.close()
        try:
            server.wait(STOP_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()


def _url(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    ready, _, _ = select([server.stdout], [], [], START_S)
    line = server.stdout.readline() if ready else ""
    if not line.startswith(LISTENING):
        raise TargetError(f"the embedded backend did not come up within {START_S:g} s")
    return line.removeprefix(LISTENING).strip()
