"""How far a live run is, told again and again while it lasts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from harness.clock import Duration

PROGRESS_S: Final = 0.25


class Progress(Struct, frozen=True, kw_only=True):
    """How far a run is.

    Attributes:
        elapsed_s: Seconds since it began.
        seconds: Seconds it is meant to take, None when it ends with its parties.
        parties: How many there are.
        done: How many of them have ended.
        connections: Sockets that are open now.
        frames_in: Frames received so far.
        frames_out: Frames sent so far.
        lag: How late our own loop was at worst since the last report, nanoseconds.
    """

    elapsed_s: float
    seconds: float | None
    parties: int
    done: int
    connections: int
    frames_in: int
    frames_out: int
    lag: Duration


async def show(
    read: Callable[[], Progress], on_progress: Callable[[Progress], None] | None, fail: Callable[[Exception], None]
) -> None:
    """Tell four times a second how far the run is, if somebody wants to know; when that raises, say so and end."""
    while on_progress is not None:
        try:
            on_progress(read())
        except Exception as error:
            fail(error)
            return
        await asyncio.sleep(PROGRESS_S)
