"""The published descriptions, compared with what the backend really does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import HttpCall, HttpReply
from harness.clock import SECOND
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import NativeDialect, Problem
from harness.runtimes.server.asyncapi import asyncapi
from harness.runtimes.server.openapi import ROUTES, Route, openapi
from harness.seed import root_of
from harness.wire.commands import Command
from harness.wire.events import Event


class Caller:
    """Makes calls to a real gate."""

    def __init__(self) -> None:
        self.gate = Gate(BackendConfig(), root_of(1))
        self.now = 0

    def call(self, method: str, path: str, token: str | None = None, body: bytes = b"") -> HttpResponse:
        self.now += SECOND  # so that nobody is too fast
        request = HttpRequest(method=method, path=path, token=token, body=body)
        (reply,) = [e for e in self.gate.receive(HttpCall(1, request), now=self.now) if isinstance(e, HttpReply)]
        return reply.response

    def read(self, response: HttpResponse) -> dict[str, str]:
        return msgspec.json.decode(response.body, type=dict[str, str])


def concrete(path: str) -> str:
    known = {"code": "BCDF", "player": "p0", "season": "2026-01", "match": "m0"}
    return re.sub(r"\{(\w+)\}", lambda found: known[found[1]], path)


def responses_of(route: Route) -> Sequence[str]:
    operation = openapi()["paths"][route.path][route.method.lower()]  # type: ignore[index]
    return list(operation["responses"])


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_documented_route_exists(route: Route) -> None:
    """The gate knows each documented route, and refuses strangers with a documented code."""
    caller = Caller()
    response = caller.call(route.method, concrete(route.path), body=b"[]" if route.body is not None else b"")
    assert str(response.status) in responses_of(route)
    if response.status >= 400:
        code = msgspec.json.decode(response.body, type=Problem).code
        assert code != "no_route"
    assert NativeDialect().read_call(route.method, concrete(route.path)).kind != "other"


def test_every_route_of_the_gate_is_documented() -> None:
    """All methods on all paths of a small universe: what the gate knows is documented, and nothing else."""
    caller = Caller()
    token = caller.read(caller.call("POST", "/v1/sessions", body=b'{"name":"Ana"}'))["token"]
    room = caller.read(caller.call("POST", "/v1/rooms", token, b"{}"))["room"]
    words = ("rooms", "sessions", "boards", "world", "season", "matches", "members", "me", "bots", "start", "rematch")
    words += ("players", "blocks", "reports", "tutorial", "log")
    paths = [""]
    paths += [f"/v1/{a}" for a in words]
    paths += [f"/v1/{a}/{b}" for a in words for b in (*words, room, "m0")]
    paths += [
        f"/v1/{a}/{b}/{c}"
        for a in ("rooms", "boards", "matches")
        for b in (room, "season")
        for c in (*words, "2026-01")
    ]
    paths += [f"/v1/rooms/{room}/{a}/{b}" for a in words for b in ("me", "p0")]
    paths += [f"/join/{room}", "/join", f"/join/{room}/x"]
    patterns = {
        route: re.compile(re.sub(r"\{season\}", r"\\d{4}-\\d\\d", re.sub(r"\{(?!season)\w+\}", "[^/]+", route.path)))
        for route in ROUTES
    }
    for method in ("GET", "POST", "DELETE", "PUT"):
        for path in paths:
            response = caller.call(method, path, token)
            code = msgspec.json.decode(response.body, type=Problem).code if response.status >= 400 else ""
            documented = [r for r, p in patterns.items() if r.method == method and p.fullmatch(path)]
            assert (code != "no_route") == bool(documented), (method, path, code)


def test_answers_are_of_the_documented_type() -> None:
    """A whole lobby, call by call: each good answer has the documented status and decodes as the documented body."""
    caller = Caller()
    routes = {(route.method, route.path): route for route in ROUTES}
    seen = set()

    def make(method: str, path: str, where: str, token: str | None = None, body: bytes = b"") -> dict[str, str]:
        route = routes[method, path]
        seen.add(route)
        response = caller.call(method, where, token, body)
        assert response.status == route.status, response.body
        if route.answer is None:
            assert response.body == b""
            return {}
        msgspec.json.decode(response.body, type=route.answer, strict=True)
        return msgspec.json.decode(response.body)  # type: ignore[no-any-return]

    sessions = [make("POST", "/v1/sessions", "/v1/sessions", None, b'{"name":"Ana"}') for _ in range(2)]
    (ana, ben), players = [s["token"] for s in sessions], [s["player"] for s in sessions]
    code = make("POST", "/v1/rooms", "/v1/rooms", ana, b"{}")["room"]
    room = f"/v1/rooms/{code}"
    make("GET", "/v1/rooms/{code}", room)
    make("GET", "/join/{code}", f"/join/{code}")
    make("POST", "/v1/rooms/{code}/members", f"{room}/members", ben)
    bot = make("POST", "/v1/rooms/{code}/bots", f"{room}/bots", ana)["player"]
    make("DELETE", "/v1/rooms/{code}/bots/{player}", f"{room}/bots/{bot}", ana)
    make("POST", "/v1/rooms/{code}/rematch", f"{room}/rematch", ben)
    make("POST", "/v1/rooms/{code}/start", f"{room}/start", ana)
    match = msgspec.json.decode(caller.call("GET", room).body)["phase"]
    assert match == "playing"
    running = msgspec.json.decode(
        caller.call(
            "POST", "/v1/reports", ana, msgspec.json.encode({"room": code, "player": players[1], "reason": "x"})
        ).body
    )["match"]
    make("DELETE", "/v1/rooms/{code}/members/me", f"{room}/members/me", ben)
    make("GET", "/v1/matches/{match}", f"/v1/matches/{running}")
    make("GET", "/v1/matches/{match}/log", f"/v1/matches/{running}/log", ana)
    report = {"match": running, "player": players[1], "reason": "rude"}
    make("POST", "/v1/reports", "/v1/reports", ana, msgspec.json.encode(report))
    make("POST", "/v1/blocks", "/v1/blocks", ana, msgspec.json.encode({"player": players[1]}))
    make("GET", "/v1/blocks", "/v1/blocks", ana)
    make("DELETE", "/v1/blocks/{player}", f"/v1/blocks/{players[1]}", ana)
    make("GET", "/v1/players/me", "/v1/players/me", ana)
    make("POST", "/v1/tutorial", "/v1/tutorial", ana)
    make("DELETE", "/v1/tutorial", "/v1/tutorial", ana)
    make("GET", "/v1/boards/world", "/v1/boards/world")
    make("GET", "/v1/boards/season/{season}", "/v1/boards/season/2026-01")
    assert seen == set(ROUTES)


def test_openapi_has_schemas_for_all_it_names() -> None:
    """Every reference in the document leads somewhere, every operation has a name of its own."""
    document = openapi()
    text = msgspec.json.encode(document).decode()
    schemas = document["components"]["schemas"]  # type: ignore[index]
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        assert name in schemas
    names = re.findall(r'"operationId":"(\w+)"', text)
    assert len(set(names)) == len(names) == len(ROUTES)
    for path in ("/healthz", "/metrics", "/openapi.json", "/asyncapi.json"):
        assert path in document["paths"]  # type: ignore[operator]


def test_asyncapi_has_every_command_and_event() -> None:
    """Each wire struct is a message of the channel and of the right operation, and every frame has its number."""
    document = asyncapi()
    assert document["asyncapi"] == "3.0.0"
    text = msgspec.json.encode(document).decode()
    channel = document["channels"]["socket"]  # type: ignore[index]
    operations: dict[str, dict[str, list[dict[str, str]]]] = document["operations"]  # type: ignore[assignment]
    for operation, union in (("takeCommand", Command), ("sendEvent", Event)):
        names = [kind.__name__ for kind in get_args(union)]
        assert [m["$ref"].rpartition("/")[2] for m in operations[operation]["messages"]] == names
        assert set(names) <= set(channel["messages"])
    schemas = document["components"]["schemas"]  # type: ignore[index]
    for reference in set(re.findall(r'"\$ref":"#/(components/\w+)/(\w+)"', text)):
        assert reference[1] in document["components"][reference[0].rpartition("/")[2]]  # type: ignore[index]
    for kind in get_args(Event):
        assert "seq" in schemas[kind.__name__]["required"]
    assert channel["address"] == NativeDialect.socket_path
    assert channel["x-close-codes"]["4006"] == "left"
