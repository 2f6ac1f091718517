"""HTTP calls of the parties."""

from __future__ import annotations

import asyncio
import ssl
from typing import Final

import httpx

from harness.dialects.http import HttpRequest, HttpResponse
from harness.runtimes.live.target import Target

CALL_S: Final = 5.0
ANSWER_BYTES_MAX: Final = 1_048_576
KEPT_MAX: Final = 4
KEEP_ALIVE_S: Final = 2.0
"""Shorter than any server's own limit, so that no call is sent into a connection that is just being closed."""


class LobbyClient:
    """Makes one party's calls, each within `CALL_S` from the first byte to the last.

    Every party has its own: a pool shared by a hundred callers spends ten times the time of the call itself
    on looking through its connections, which one loop for all players cannot afford.
    """

    def __init__(self, target: Target) -> None:
        verify: ssl.SSLContext | bool = target.tls or False
        self._base = target.http
        self._host = target.host
        self._client = httpx.AsyncClient(
            verify=verify,
            trust_env=False,
            timeout=httpx.Timeout(CALL_S, pool=None),
            limits=httpx.Limits(
                max_connections=None,
                max_keepalive_connections=KEPT_MAX,
                keepalive_expiry=KEEP_ALIVE_S,
            ),
        )

    async def call(self, request: HttpRequest) -> HttpResponse:
        """Make one call and read its whole answer.

        Raises:
            ConnectionError: No whole answer came; the message says why. Whether the call had an effect is
                unknown.
        """
        headers = {"host": self._host, "accept-encoding": "identity"}
        if request.token is not None:
            headers["authorization"] = f"Bearer {request.token}"
        if request.body:
            headers["content-type"] = "application/json"
        try:
            async with (
                asyncio.timeout(CALL_S),
                self._client.stream(
                    request.method, self._base + request.path, headers=headers, content=request.body
                ) as response,
            ):
                body = b""
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > ANSWER_BYTES_MAX:
                        raise ConnectionError(f"the answer is over {ANSWER_BYTES_MAX} bytes")
                return HttpResponse(status=response.status_code, body=body)
        except TimeoutError:
            raise ConnectionError(f"no answer within {CALL_S:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise ConnectionError(f"{type(error).__name__}: {error}") from None

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()
