"""HTTP calls: strict, and never more than the documented answers."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.http import HttpRequest
from harness.dialects.native import NativeDialect, Problem
from harness.wire import events as ev
from harness.wire.options import WizardOptions
from harness.wire.refusals import REFUSALS

DIALECT = NativeDialect()


def problem(response):
    body = msgspec.json.decode(response.body, type=Problem)
    assert body.status == response.status == REFUSALS[body.code].status
    assert body.type == f"/problems/{body.code}"
    assert body.rule == REFUSALS[body.code].rule
    return body.code


def test_a_session_has_a_public_id_and_a_token(world):
    """Two sessions differ in both, also under the same name; neither tells the other."""
    ana, ben = world.player("ana"), world.player("ana")
    assert len({ana.id, ben.id, ana.account.token, ben.account.token}) == 4
    assert ana.id[1:] not in ana.account.token


@pytest.mark.parametrize(
    "name", ["a", "  Zoë  ", "نيما", "e\u0301" * 20, "👩‍👩‍👧", "x" * 40, "さくら", "O'Brien; DROP"]
)
def test_names_of_any_script(world, name):
    """1 to 40 characters after trimming, as they are."""
    ana = world.player(name)
    ana.create()
    assert (
        msgspec.json.decode(world.raw_http("GET", f"/v1/rooms/{ana.code}").body)["members"][0]["name"] == name.strip()
    )


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\tb", "a\x00b", "\u202a\x07", "\uffff", "\U000e0fff"])
def test_names_that_are_none(world, name):
    """Empty, too long, control characters, unassigned code points."""
    assert problem(world.http(DIALECT.open_session(name))) == "bad_name"


def test_a_room_has_a_code_an_invite_and_a_secret(world):
    """The code has four consonants; the invite link shows the room without a session."""
    ana = world.player()
    response = ana.create(seats=3)
    body = msgspec.json.decode(response.body)
    assert response.status == 201
    assert set(body) == {"room", "invite", "player", "secret"}
    assert body["player"] == ana.id
    assert len(body["room"]) == 4
    assert set(body["room"]) <= set("BCDFGHJKLMNPQRSTVWXZ")
    linked = world.raw_http("GET", body["invite"])
    direct = world.raw_http("GET", f"/v1/rooms/{body['room'].lower()}")
    assert linked == direct
    assert linked.status == 200
    room = msgspec.json.decode(linked.body)
    assert room == {
        "room": body["room"],
        "owner": ana.id,
        "phase": "lobby",
        "game": "bluffers",
        "options": None,
        "seats": 3,
        "ai_fill": False,
        "members": [{"player": ana.id, "name": "ana", "kind": "human", "present": True}],
    }


def test_a_room_names_its_game_and_what_was_chosen(world):
    """To everybody with the code; in Liar's Dice bots fill the table unless that was refused (LDC-E21)."""
    ana = world.player()
    shown = []
    for options in (
        {"game": "wizard", "wizard": WizardOptions(bids="secret")},
        {"game": "liars_dice"},
        {"game": "liars_dice", "ai_fill": False},
        {"ai_fill": True},
    ):
        ana.create(**options)
        shown.append(msgspec.json.decode(world.raw_http("GET", f"/v1/rooms/{ana.code}").body))
    assert [room["game"] for room in shown] == ["wizard", "liars_dice", "liars_dice", "bluffers"]
    assert [room["ai_fill"] for room in shown] == [False, True, False, True]
    assert [room["seats"] for room in shown] == [4, 4, 4, 4]
    assert shown[0]["options"]["bids"] == "secret"
    assert shown[1]["options"] is None


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seats": 1}, "bad_option"),
        ({"seats": 5}, "bad_option"),
        ({"seats": 10**30}, "bad_option"),
        ({"game": "poker"}, "bad_option"),
        ({"turn_ms": 30_000}, "clock_not_allowed"),
        ({"chance": {}}, "chance_not_allowed"),
        ({"seats": "4"}, "malformed"),
        ({"points": 10}, "malformed"),
        ({"seed": 1}, "malformed"),
        ({"chance": {"bullet": 1}}, "malformed"),
    ],
)
def test_options_that_are_refused(world, options, code):
    """Out of range, not offered by this server, or no option at all; no room is opened."""
    ana = world.player()
    assert problem(world.raw_http("POST", "/v1/rooms", ana.account.token, msgspec.json.encode(options))) == code
    assert world.gate.rooms == 0


@pytest.mark.parametrize("turn_ms", [199, 60_001, 0, -5])
def test_turn_clocks_out_of_range(make_world, turn_ms):
    """Where short clocks are allowed, 200 to 60,000 ms are."""
    world = make_world(allow_short_clocks=True)
    response = world.http(DIALECT.create_room(world.player().account, RoomOptions(turn_ms=turn_ms)))
    assert problem(response) == "bad_option"


@pytest.mark.parametrize(
    "script",
    [
        ChanceScript(opener=4),
        ChanceScript(opener=-1),
        ChanceScript(tables=("*",)),
        ChanceScript(shots=(7,)),
        ChanceScript(shots=(1,) * 5),
        ChanceScript(hands=(("KKKK",),)),
        ChanceScript(hands=(("KKKKX",),)),
        ChanceScript(hands=(("KKKKK", "KKQQQ"),)),
        ChanceScript(hands=(("",) * 5,)),
    ],
)
def test_chance_that_cannot_be(make_world, script):
    """Cards, seats, shots and ranks that do not exist."""
    world = make_world(test_chance=True)
    response = world.http(DIALECT.create_room(world.player().account, RoomOptions(chance=script)))
    assert problem(response) == "bad_option"


def test_a_default_room_needs_no_body(world):
    """POST /v1/rooms with nothing opens a room of four."""
    ana = world.player()
    assert world.raw_http("POST", "/v1/rooms", ana.account.token).status == 201


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/rooms"),
        ("POST", "/v1/rooms/CODE/members"),
        ("POST", "/v1/rooms/CODE/bots"),
        ("DELETE", "/v1/rooms/CODE/bots/x"),
        ("POST", "/v1/rooms/CODE/start"),
        ("POST", "/v1/rooms/CODE/rematch"),
        ("DELETE", "/v1/rooms/CODE/members/me"),
    ],
)
def test_calls_need_a_session_and_take_no_extra_fields(world, method, path):
    """No token, a wrong one, a public id: 401. A forged score in the body: 400, and nothing happens (L3)."""
    ana, _ = world.room(2)
    path = path.replace("CODE", ana.code)
    ana.take()
    for token in (None, "", "x", ana.id, ana.seating.secret):
        assert problem(world.raw_http(method, path, token)) == "bad_token"
    for body in (b'{"score":100}', b'{"points":[10]}', b"[]", b"null", b"{", b'"x"', b"\xff"):
        assert problem(world.raw_http(method, path, ana.account.token, body)) == "malformed"
    assert ana.take() == []
    assert world.gate.rooms == 1


@pytest.mark.parametrize("path", ["/v1/boards/world", "/v1/matches/m1", "/v1/boards/season/2026-01", "/v1/rooms/{}"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_nothing_writes_points(world, method, path):
    """There is no call that takes a result, whatever the method (BLF-34)."""
    ana, _ = world.room(2)
    response = world.raw_http(method, path.format(ana.code), ana.account.token, b'{"points":100}')
    assert problem(response) == "no_route"


@pytest.mark.parametrize(
    "path",
    ["", "/", "v1/rooms", "/v2/rooms", "/v1/rooms/", "/v1", "/v1/boards", "/v1/boards/season/2026-13", "//v1/sessions",
     "/v1/boards/season/now", "/v1/boards/season/٢٠٢٦-٠١", "/" + "x" * 600, "/v1/socket", "/v1/rooms/ABCD/kick"],
)  # fmt: skip
def test_addresses_without_anything(world, path):
    """404, whatever the path."""
    expected = "no_room" if path == "/v1/rooms/" else "no_route"
    assert problem(world.raw_http("GET", path)) == expected


@pytest.mark.parametrize(
    "path",
    ["/v1/boards/world?points=9", "/v1/rooms/BCDF?from=1", "/v1/boards/world?size=0", "/v1/boards/world?size=101",
     "/v1/boards/world?from=-1", "/v1/boards/world?from=1&from=2", "/v1/boards/season/2026-01?from=", "/join/BCDF?x",
     "/v1/boards/world?from=%D9%A1", "/v1/boards/world?from", "/v1/boards/world?from=1&size=2&size=3",
     "/v1/boards/world?size=9999999999999999999999"],
)  # fmt: skip
def test_queries_that_are_refused(world, path):
    """Boards take a page, no other call takes a query, and nothing is silently ignored."""
    assert problem(world.raw_http("GET", path)) == "malformed"


def test_pages_of_a_board(world):
    """`from` leaves rows out, `size` bounds them; both boards take them, each alone as well."""
    ana, ben, cho = world.match(3)
    cho.leave()
    ben.leave()
    world.match(2)[1].leave()
    whole = msgspec.json.decode(world.http(DIALECT.world_board()).body)
    assert whole["rows"][0]["player"] == ana.id
    assert whole["total"] == len(whole["rows"]) == 2
    for call, rows in (
        (DIALECT.world_board(1), whole["rows"][1:]),
        (DIALECT.world_board(1, 1), whole["rows"][1:]),
        (DIALECT.world_board(0, 1), whole["rows"][:1]),
        (DIALECT.world_board(7, 3), []),
        (DIALECT.season_board("2026-01", 1, 5), whole["rows"][1:]),
        (DIALECT.season_board("2026-02", 1, 5), []),
    ):
        page = msgspec.json.decode(world.http(call).body)
        assert page["rows"] == rows
        assert page["total"] == (0 if "2026-02" in call.path else 2)


def test_large_bodies_are_refused(world):
    """4,096 bytes are read, 4,097 are not."""
    body = msgspec.json.encode({"name": "ana"})
    assert world.raw_http("POST", "/v1/sessions", None, body.ljust(4096)).status == 201
    assert problem(world.raw_http("POST", "/v1/sessions", None, body.ljust(4097))) == "too_large"


@pytest.mark.parametrize("code", ["ABC", "ABCDE", "", "%00%00", "ÄÖÜß", "..", "%2e%2e", "BB BB", "💥"])
def test_codes_that_never_were(world, code):
    """Any nonsense as a code answers like any other room that is not open."""
    ana = world.player()
    assert ana.join(code) == ana.join("BCDF")
    assert problem(ana.join(code)) == "no_room"


def test_codes_are_free_of_case(world):
    """Lower case opens the same room."""
    (ana,) = world.room(1)
    ben = world.player("ben")
    assert ben.join(ana.code.lower()).status == 201
    assert ben.code == ana.code


def test_full_rooms(world):
    """No guest and no bot beyond the seats."""
    ana, *_ = world.room(2, 2)
    assert problem(world.player().join(ana.code)) == "full"
    assert problem(ana.call("add_bot")) == "full"


def test_rooms_per_player(make_world):
    """Open rooms of one session are limited, and count again once left."""
    world = make_world(rooms_per_player_max=2)
    ana, ben = world.player("ana"), world.player("ben")
    ben.create()
    ana.create()
    ana.create()
    second = ana.seating
    assert problem(ana.join(ben.code)) == "too_many_rooms"
    assert problem(world.http(DIALECT.create_room(ana.account, RoomOptions()))) == "too_many_rooms"
    assert ana.seating == second
    assert ana.call("leave_room").status == 204
    assert ana.join(ben.code).status == 201


def test_rooms_of_the_server(make_world):
    """The server opens no more rooms than its limit."""
    world = make_world(rooms_max=1)
    world.player().create()
    response = world.http(DIALECT.create_room(world.player().account, RoomOptions()))
    assert problem(response) == "too_many_rooms"
    assert world.gate.rooms == 1


def test_results_and_boards(world):
    """The result of a match under its id, points on both boards; unknown ids and months are empty-handed."""
    ana, ben = world.match(2)
    ben.leave()
    (settled,) = world.settled
    response = world.http(DIALECT.match_result(settled.result.match))
    assert msgspec.json.decode(response.body, type=ev.Result) == settled.result
    assert problem(world.http(DIALECT.match_result("m0"))) == "no_result"
    row = {"rank": 1, "player": ana.id, "name": "h0", "points": 5, "tier": "bronze"}
    world_board = msgspec.json.decode(world.http(DIALECT.world_board()).body)
    assert world_board == {"board": "world", "from": 0, "total": 1, "version": 1, "rows": [row]}
    season = msgspec.json.decode(world.http(DIALECT.season_board("2026-01")).body)
    assert season == {"board": "2026-01", "from": 0, "total": 1, "version": 1, "rows": [row]}
    assert msgspec.json.decode(world.http(DIALECT.season_board("2025-12")).body)["rows"] == []


def test_a_season_ends_with_the_month_in_utc(make_world):
    """A match that ends at the last millisecond of January is January's; one millisecond later, February's."""
    for ms, season in ((999, "2026-01"), (1000, "2026-02")):
        world = make_world(utc_ms=1_769_903_999_000)
        ana, ben = world.match(2)
        world.pass_ms(ms)
        ana.leave()
        result = world.settled[0].result
        assert result.season == season
        assert msgspec.json.decode(world.http(DIALECT.season_board(season)).body)["rows"][0]["player"] == ben.id


@settings(max_examples=60, deadline=None)
@given(
    method=st.sampled_from(["GET", "POST", "DELETE", "PUT", "", "get"]),
    path=st.text(max_size=60) | st.lists(st.sampled_from(
        ["v1", "rooms", "sessions", "members", "me", "bots", "start", "join", "boards", "season", "%", "%ff", "", "x"]
    ), max_size=6).map(lambda parts: "/" + "/".join(parts)),
    token=st.none() | st.text(max_size=50),
    body=st.binary(max_size=80) | st.just(b"{}"),
)  # fmt: skip
def test_any_call_is_answered(make_world, method, path, token, body):
    """Whatever the call: an answer with a documented status, and no exception."""
    world = make_world()
    response = world.http(HttpRequest(method=method, path=path, token=token, body=body))
    assert response.status in {200, 201} or problem(response) in REFUSALS
