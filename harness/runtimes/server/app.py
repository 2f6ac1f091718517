"""The HTTP routes. What belongs to the game goes to the gate; the rest is for operators and tools."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import NativeDialect, Problem
from harness.runtimes.server.asyncapi import asyncapi
from harness.runtimes.server.driver import GateDriver
from harness.runtimes.server.limits import ServerLimits
from harness.runtimes.server.meters import Meters
from harness.runtimes.server.openapi import openapi
from harness.runtimes.server.sockets import SocketRoute
from harness.runtimes.server.store import Store
from harness.wire.refusals import REFUSALS

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
_BEARER: Final = "bearer "


class HttpRoutes:
    """The HTTP side of the server.

    Args:
        driver: Takes calls to the gate.
        store: Asked by `/healthz` whether anything waits to be written.
        meters: Shown by `/metrics`.
        limits: Bounds of bodies.
    """

    def __init__(self, driver: GateDriver, store: Store, meters: Meters, limits: ServerLimits) -> None:
        self._driver = driver
        self._store = store
        self._meters = meters
        self._limits = limits
        self._openapi = msgspec.json.encode(openapi())
        self._asyncapi = msgspec.json.encode(asyncapi())

    async def health(self, request: Request) -> Response:
        """200 while everything works, 503 while what must survive cannot be stored or the server goes down."""
        if self._driver.closing:
            return Response(b'{"status":"going down"}', 503, media_type=JSON)
        if self._store.waiting:
            return Response(b'{"status":"store failing"}', 503, media_type=JSON)
        return Response(b'{"status":"ok"}', media_type=JSON)

    async def metrics(self, request: Request) -> Response:
        """Prometheus text."""
        return Response(generate_latest(self._meters.registry), headers={"content-type": CONTENT_TYPE_LATEST})

    async def openapi(self, request: Request) -> Response:
        """The HTTP interface as OpenAPI 3.1."""
        return Response(self._openapi, media_type=JSON)

    async def asyncapi(self, request: Request) -> Response:
        """The socket as AsyncAPI 3.0."""
        return Response(self._asyncapi, media_type=JSON)

    async def game(self, request: Request) -> Response:
        """A call that the gate answers."""
        try:
            body = await self._body(request)
        except TimeoutError:
            return problem(408, "too_slow", "WIRE", "The body did not arrive in time.")
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None:
            refusal = REFUSALS["too_large"]
            detail = f"a body has at most {self._limits.body_bytes_max} bytes"
            self._meters.refusals[refusal.code] = self._meters.refusals.get(refusal.code, 0) + 1
            return problem(refusal.status, refusal.code, refusal.rule, refusal.meaning, detail)
        response = await self._driver.call(
            HttpRequest(method=request.method, path=_path(request), token=_token(request), body=body)
        )
        if response is None:
            return problem(500, "internal", "WIRE", "The server could not answer this call.")
        return _answer(response)

    async def _body(self, request: Request) -> bytes | None:
        """The whole body, or None as soon as it is known to be too large."""
        limit = self._limits.body_bytes_max
        announced = request.headers.get("content-length", "0")
        # A length with absurdly many digits is too large, and int() would refuse it.
        if len(announced) > 18 or int(announced) > limit:
            return None
        body = b""
        async with asyncio.timeout(self._limits.body_ms / 1000):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    return None
        return body


def make_app(driver: GateDriver, store: Store, meters: Meters, limits: ServerLimits) -> Starlette:
    """The ASGI application."""
    http = HttpRoutes(driver, store, meters, limits)
    return Starlette(
        routes=[
            Route("/healthz", http.health),
            Route("/metrics", http.metrics),
            Route("/openapi.json", http.openapi),
            Route("/asyncapi.json", http.asyncapi),
            WebSocketRoute(NativeDialect.socket_path, SocketRoute(driver, limits)),
            Route("/{path:path}", http.game, methods=list(METHODS)),
        ]
    )


def problem(status: int, code: str, rule: str, title: str, detail: str = "") -> Response:
    """A problem document (RFC 9457) of the shell's own."""
    body = Problem(type=f"/problems/{code}", title=title, status=status, code=code, rule=rule, detail=detail)
    return Response(msgspec.json.encode(body), status, media_type=PROBLEM, headers={"connection": "close"})


def _path(request: Request) -> str:
    """The path as it was sent, still percent-encoded, with its query."""
    path: str = request.scope["raw_path"].decode("latin-1")
    query: bytes = request.scope["query_string"]
    return f"{path}?{query.decode('latin-1')}" if query else path


def _token(request: Request) -> str | None:
    """The bearer token; None when there is none."""
    header = request.headers.get("authorization", "")
    if header[: len(_BEARER)].lower() != _BEARER:
        return None
    return header[len(_BEARER) :].strip() or None


def _answer(response: HttpResponse) -> Response:
    headers = {"cache-control": "no-store"}
    if response.status == 401:
        headers["www-authenticate"] = "Bearer"
    media_type = None
    if response.body:
        media_type = PROBLEM if response.status >= 400 else JSON
    return Response(response.body, response.status, media_type=media_type, headers=headers)
