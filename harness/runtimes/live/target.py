"""Finds the backend, and says whether it is there."""

from __future__ import annotations

import asyncio
import ssl
from typing import Final
from urllib.parse import SplitResult, urlsplit

import httpx
from msgspec import Struct

from harness.errors import TargetError

REACH_S: Final = 4.5
"""Looking a target up and getting any answer from it may take this long; callers promise five seconds."""

PROBE_PATH: Final = "/healthz"


class Target(Struct, frozen=True, kw_only=True):
    """A backend that answered.

    Attributes:
        http: Base URL of HTTP calls, without a slash at the end; names the address, so that nothing is looked up again.
        ws: Base URL of sockets; they are connected to `address`.
        host: What the `Host` header of HTTP calls says.
        family: Of the address, as `socket` counts.
        address: Where it answered.
        tls: One context for all connections, None for plain ones (making one takes 20 ms).
    """

    http: str
    ws: str
    host: str
    family: int
    address: tuple[str, int]
    tls: ssl.SSLContext | None


async def reach(text: str) -> Target:
    """Look a target up once and get any HTTP answer from it, whatever its status.

    Args:
        text: `http://host:port`, `https://host/prefix` or just `host:port`.

    Returns:
        The target, by the first of its addresses that answered.

    Raises:
        TargetError: The text is no address, or nothing answers there within `REACH_S`.
    """
    parts = _parse(text)
    try:
        async with asyncio.timeout(REACH_S):
            return await _first_answering(parts)
    except TimeoutError:
        raise TargetError(f"{text} does not answer within {REACH_S:g} s") from None
    except OSError as error:
        raise TargetError(f"{text} cannot be looked up: {error.strerror or error}") from None


async def probe(target: Target) -> None:
    """Get any HTTP answer from the target.

    Raises:
        TargetError: There is none within `REACH_S`.
    """
    verify: ssl.SSLContext | bool = target.tls or False
    try:
        async with (
            asyncio.timeout(REACH_S),
            httpx.AsyncClient(verify=verify, trust_env=False) as client,
            client.stream("GET", target.http + PROBE_PATH, headers={"host": target.host}),
        ):
            return
    except TimeoutError:
        raise TargetError(f"no answer within {REACH_S:g} s") from None
    except httpx.HTTPError as error:
        raise TargetError(str(error) or type(error).__name__) from None


async def _first_answering(parts: SplitResult) -> Target:
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    infos = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    problems: list[str] = []
    for family, address in dict.fromkeys((int(info[0]), str(info[4][0])) for info in infos):
        # TLS needs the name for the certificate, so only plain connections go to the address itself.
        place = parts.netloc if tls is not None else f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
        place += parts.path.rstrip("/")
        target = Target(
            http=f"{parts.scheme}://{place}",
            ws=f"{'wss' if tls is not None else 'ws'}://{parts.netloc}{parts.path.rstrip('/')}",
            host=parts.netloc,
            family=family,
            address=(address, port),
            tls=tls,
        )
        try:
            await probe(target)
        except TargetError as error:
            problems.append(f"{address}: {error}")
        else:
            return target
    raise TargetError(f"{parts.geturl()} cannot be reached ({'; '.join(problems)})")


def _parse(text: str) -> SplitResult:
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        usable = False
    if not usable:
        raise TargetError(f"{text!r} is no target; write it like http://127.0.0.1:8080")
    return parts
