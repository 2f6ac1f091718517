"""The HTTP interface as an OpenAPI 3.1 document, generated from the bodies that the gate really uses."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Final, TypeAlias

import msgspec

from harness.backend.bodies import NoBody
from harness.backend.routes import BotBody, RoomBody, StartBody
from harness.dialects.dialect import RoomOptions, Session
from harness.dialects.native import Board, Problem, SeatingBody, SessionBody
from harness.dialects.personal import BlockBody, BlocksBody, LogBody, ReportBody, ReportedBody
from harness.dialects.standings import Profile
from harness.wire.events import Result
from harness.wire.refusals import REFUSALS

Json: TypeAlias = dict[str, object]
_SCHEMAS: Final = "#/components/schemas/"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")
_ABOUT_PARAMETER: Final = {
    "code": "Room code, case-free.",
    "player": "Public id of the bot, or of the blocked player.",
    "season": "Calendar month in UTC, `YYYY-MM`.",
    "match": "Match id.",
}


_PAGING: Final = (
    ("from", "Rows to leave out, best first; 0 by default.", 0),
    ("size", "Rows at most; without a query the whole board is shown.", 1),
)


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One HTTP call.

    Attributes:
        method: `GET`, `POST` or `DELETE`.
        path: With `{parameters}`.
        summary: One sentence.
        status: Of the good answer.
        answer: Its body, None for none.
        body: Body of the request, None for none.
        token: A session's bearer token is needed.
        paged: It takes `?from=&size=`.
        refusals: Codes of `harness.wire.refusals` besides those that every route has.
    """

    method: str
    path: str
    summary: str
    status: int
    answer: type | None
    body: type | None = None
    token: bool = True
    paged: bool = False
    refusals: tuple[str, ...] = ()


_ROOM: Final = "/v1/rooms/{code}"

ROUTES: Final = (
    Route(
        method="POST", path="/v1/sessions", summary="Open a session under a display name.", status=201,
        answer=Session, body=SessionBody, token=False, refusals=("bad_name", "rate"),
    ),
    Route(
        method="POST", path="/v1/rooms", summary="Open a room and take its first seat.", status=201,
        answer=SeatingBody, body=RoomOptions,
        refusals=("bad_option", "clock_not_allowed", "chance_not_allowed", "too_many_rooms"),
    ),
    Route(
        method="GET", path=_ROOM, summary="What everybody may know of a room.", status=200,
        answer=RoomBody, token=False, refusals=("rate",),
    ),
    Route(
        method="GET", path="/join/{code}", summary="The invite link: the same.", status=200,
        answer=RoomBody, token=False, refusals=("rate",),
    ),
    Route(
        method="POST", path=f"{_ROOM}/members", summary="Join a room, or find the own seat again.", status=201,
        answer=SeatingBody, refusals=("already_started", "full", "too_many_rooms", "tutorial"),
    ),
    Route(
        method="DELETE", path=f"{_ROOM}/members/me", summary="Leave a room, at any moment.", status=204,
        answer=None, refusals=("not_member",),
    ),
    Route(
        method="POST", path=f"{_ROOM}/bots", summary="Seat a bot.", status=201,
        answer=BotBody, refusals=("not_member", "not_owner", "already_started", "tutorial", "full"),
    ),
    Route(
        method="DELETE", path=f"{_ROOM}/bots/{{player}}", summary="Remove a bot.", status=204,
        answer=None, refusals=("not_member", "not_owner", "already_started", "tutorial", "not_a_bot"),
    ),
    Route(
        method="POST", path=f"{_ROOM}/start", summary="Start the match.", status=200,
        answer=StartBody, refusals=("not_member", "not_owner", "already_started", "tutorial", "too_few"),
    ),
    Route(
        method="POST", path=f"{_ROOM}/rematch", summary="Ask for a seat in the next match.", status=200,
        answer=NoBody, refusals=("not_member", "already_started", "tutorial"),
    ),
    Route(
        method="GET", path="/v1/boards/world", summary="The world board.", status=200,
        answer=Board, token=False, paged=True,
    ),
    Route(
        method="GET", path="/v1/boards/season/{season}", summary="The board of one season.", status=200,
        answer=Board, token=False, paged=True, refusals=("no_route",),
    ),
    Route(
        method="GET", path="/v1/matches/{match}", summary="How a match ended.", status=200,
        answer=Result, token=False, refusals=("no_result",),
    ),
    Route(
        method="GET", path="/v1/matches/{match}/log", summary="The public log of a match at which you sat.", status=200,
        answer=LogBody, refusals=("no_log",),
    ),
    Route(
        method="GET", path="/v1/players/me", summary="Your own points, tier, and whether the tutorial is offered.",
        status=200, answer=Profile,
    ),
    Route(
        method="GET", path="/v1/blocks", summary="Whom you have blocked.", status=200, answer=BlocksBody,
    ),
    Route(
        method="POST", path="/v1/blocks", summary="Block a player.", status=201,
        answer=BlockBody, body=BlockBody, refusals=("not_yourself", "too_many_blocks"),
    ),
    Route(
        method="DELETE", path="/v1/blocks/{player}", summary="Take a block back.", status=204, answer=None,
    ),
    Route(
        method="POST", path="/v1/reports", summary="Report a player who sits or sat with you.", status=201,
        answer=ReportedBody, body=ReportBody, refusals=("no_player",),
    ),
    Route(
        method="POST", path="/v1/tutorial", summary="Begin the Tutorial Match, or go on with it.", status=201,
        answer=SeatingBody, refusals=("tutorial_over", "too_many_rooms"),
    ),
    Route(
        method="DELETE", path="/v1/tutorial", summary="Skip the Tutorial Match for ever.", status=204, answer=None,
    ),
)  # fmt: skip
"""Every route of the gate. A test calls each of them and compares with what the backend answers."""

_ALWAYS: Final = ("malformed", "too_large")
_WITH_TOKEN: Final = ("bad_token", "rate")


def openapi() -> Json:
    """The whole document."""
    kinds = dict.fromkeys(kind for route in ROUTES for kind in (route.body, route.answer) if kind is not None)
    _, schemas = msgspec.json.schema_components([*kinds, Problem], ref_template=_SCHEMAS + "{name}")
    paths: dict[str, Json] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Card room: the lobby",
            "version": version("bluff-harness"),
            "description": (
                "Rooms for Bluffers, Liar's Dice, Bluff and Wizard; results, boards, blocks and reports. "
                "The games themselves are played on the socket, see `/asyncapi.json`."
            ),
        },
        "paths": {**paths, **_operator_paths()},
        "components": {
            "schemas": schemas,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route) -> Json:
    name = re.sub(r"\W+", "_", f"{route.method.lower()}{route.path}").strip("_")
    operation: Json = {
        "operationId": name,
        "summary": route.summary,
        "security": [{"session": []}] if route.token else [],
        "responses": {str(route.status): _good(route), **_problems(route)},
    }
    parameters = _PARAMETER.findall(route.path)
    if parameters or route.paged:
        operation["parameters"] = [
            {
                "name": parameter,
                "in": "path",
                "required": True,
                "description": _ABOUT_PARAMETER[parameter],
                "schema": {"type": "string"},
            }
            for parameter in parameters
        ] + [
            {"name": name, "in": "query", "description": about, "schema": {"type": "integer", "minimum": least}}
            for name, about, least in _PAGING
            if route.paged
        ]
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _content("application/json", route.body)}
    return operation


def _good(route: Route) -> Json:
    if route.answer is None:
        return {"description": "Done."}
    return {"description": route.summary, "content": _content("application/json", route.answer)}


def _problems(route: Route) -> Json:
    by_code = ("no_room",) if "{code}" in route.path else ()
    codes = dict.fromkeys((*_ALWAYS, *(_WITH_TOKEN if route.token else ()), *by_code, *route.refusals))
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(REFUSALS[code].status, []).append(f"`{code}`: {REFUSALS[code].meaning}")
    return {
        str(status): {"description": "\n".join(lines), "content": _content("application/problem+json", Problem)}
        for status, lines in sorted(by_status.items())
    }


def _content(media_type: str, kind: type) -> Json:
    return {media_type: {"schema": {"$ref": _SCHEMAS + kind.__name__}}}


def _operator_paths() -> dict[str, Json]:
    def get(summary: str, media_type: str) -> Json:
        answer = {"description": summary, "content": {media_type: {}}}
        return {"get": {"summary": summary, "security": [], "responses": {"200": answer}}}

    return {
        "/healthz": get("Whether the server works; 503 when it does not.", "application/json"),
        "/metrics": get("Prometheus metrics.", "text/plain"),
        "/openapi.json": get("This document.", "application/json"),
        "/asyncapi.json": get("The socket as AsyncAPI.", "application/json"),
    }
