"""Bodies of the native dialect's calls about the caller alone: blocks, reports, the log of a match."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from harness.wire.events import PublicEvent

PlayerId = Annotated[str, Meta(min_length=1, max_length=64)]

REASON_CHARS_MAX = 500


class BlockBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Body of `POST /v1/blocks`, and its answer: the public id of the blocked player."""

    player: PlayerId


class BlocksBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer of `GET /v1/blocks`: public ids, in the order of blocking."""

    players: tuple[str, ...]


class ReportBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Body of `POST /v1/reports`; exactly one of `room` and `match` says where it happened.

    Attributes:
        player: Public id of whom the report is about.
        reason: In the reporter's own words.
        room: Code of the room in which both are now.
        match: Id of a match at which both sat, while its log is kept.
    """

    player: PlayerId
    reason: Annotated[str, Meta(min_length=1, max_length=REASON_CHARS_MAX)]
    room: Annotated[str, Meta(max_length=64)] | None = None
    match: Annotated[str, Meta(max_length=64)] | None = None


class ReportedBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer of `POST /v1/reports`.

    Attributes:
        report: Id of the report.
        match: The match that it was filed under, None when none was played in that room.
    """

    report: str
    match: str | None


class LogBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer of `GET /v1/matches/{match}/log`: what everybody at the table saw, and nothing else (FEAT-54).

    Attributes:
        match: Match id.
        seats: Player id by seat.
        ended: When the log was closed, ISO 8601 in UTC.
        events: The room's public events from the start of the match to its end.
    """

    match: str
    seats: tuple[str, ...]
    ended: str
    events: tuple[PublicEvent, ...]
