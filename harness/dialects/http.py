"""Lobby calls as values: no client, no server, no library."""

from __future__ import annotations

from msgspec import Struct


class HttpRequest(Struct, frozen=True, kw_only=True):
    """One HTTP call to be made.

    Attributes:
        method: `GET`, `POST` or `DELETE`.
        path: Absolute path with query, without host.
        token: Session token for `Authorization: Bearer`, None for anonymous calls.
        body: JSON, or empty.
    """

    method: str
    path: str
    token: str | None = None
    body: bytes = b""


class HttpResponse(Struct, frozen=True, kw_only=True):
    """What came back: the status and the raw body. Problems are RFC 9457 documents."""

    status: int
    body: bytes = b""
