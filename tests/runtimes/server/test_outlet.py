"""One client's outgoing queue, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.outlet import Outlet

Body = Callable[[Outlet, list[MutableMapping[str, Any]], list[str]], Awaitable[None]]
LIMITS = ServerLimits(queue_frames_max=3, queue_bytes_max=10, close_ms=1)


def with_outlet(body: Body, broken: type[Exception] | None = None) -> None:
    """Run a test body with an outlet whose writer runs, what it sent, and whether it was cut."""

    async def main() -> None:
        sent: list[MutableMapping[str, Any]] = []
        cuts: list[str] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            if broken is not None:
                raise broken
            sent.append(message)

        outlet = Outlet("c1", LIMITS, lambda: cuts.append("cut"))
        writer = asyncio.create_task(outlet.write(send))
        async with asyncio.timeout(5):
            await body(outlet, sent, cuts)
            outlet.abandon()
            await writer

    asyncio.run(main())


async def settle() -> None:
    """Let the writer run until it waits again."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_frames_keep_their_order_and_come_before_the_close() -> None:
    """What was queued is sent in order, then the close frame; later frames and closes are dropped."""

    async def body(outlet: Outlet, sent: list[MutableMapping[str, Any]], cuts: list[str]) -> None:
        assert outlet.put(b"a")
        assert outlet.put(b"b")
        outlet.close(4000, "replaced")
        outlet.close(4006, "left")
        assert not outlet.put(b"c")
        await settle()
        assert [m.get("text", m.get("code")) for m in sent] == ["a", "b", 4000]
        assert not outlet.overrun

    with_outlet(body)


@pytest.mark.parametrize("frames", [[b"", b"", b"", b""], [b"123456", b"12345"]], ids=["count", "bytes"])
def test_a_full_queue_cuts_the_client(frames: list[bytes]) -> None:
    """One frame or byte too many ends the connection at once and drops what waits."""

    async def body(outlet: Outlet, sent: list[MutableMapping[str, Any]], cuts: list[str]) -> None:
        for frame in frames[:-1]:
            assert outlet.put(frame)
        assert not outlet.put(frames[-1])
        assert outlet.overrun
        assert cuts == ["cut"]
        await settle()
        assert sent == []
        assert not outlet.put(b"")

    with_outlet(body)


@pytest.mark.parametrize("error", [ClientDisconnected, BrokenPipeError])
def test_a_client_that_is_gone_ends_the_writer(error: type[Exception]) -> None:
    """A failing send means that nobody is there: nothing more is queued."""

    async def body(outlet: Outlet, sent: list[MutableMapping[str, Any]], cuts: list[str]) -> None:
        assert outlet.put(b"a")
        await settle()
        assert not outlet.put(b"b")
        outlet.close(1000, "")

    with_outlet(body, broken=error)
