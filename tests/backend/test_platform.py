"""The positions of `platform.yaml`, played over HTTP and settled in real matches."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from ruamel.yaml import YAML

from harness.backend.config import BackendConfig
from harness.backend.ledger import Ledger
from harness.dialects.dialect import ChanceScript
from harness.dialects.native import NativeDialect
from harness.wire import events as ev

POSITIONS = YAML(typ="safe").load(Path(__file__).with_name("platform.yaml").read_text(encoding="utf-8"))
DIALECT = NativeDialect()


@pytest.mark.parametrize("position", [p for p in POSITIONS if "state" in p], ids=lambda p: p["id"])
def test_lobby(world, position):
    """The lobby answers and ends as the position says."""
    people, names, bot_ids = {}, {}, {}

    def act(who, what, target=None):
        person = people.get(who) or people.setdefault(who, world.player(who))
        names[person.id] = who
        if what == "join":
            return person.join(code)
        if what == "block":
            blocked = people.get(target) or people.setdefault(target, world.player(target))
            body = msgspec.json.encode({"player": blocked.id})
            return world.raw_http("POST", "/v1/blocks", person.account.token, body)
        verb = {"leave": "leave_room"}.get(what, what)
        person.seating = person.seating or people[position["state"]["owner"]].seating
        response = person.call(verb, *([bot_ids.get(target) or people[target].id] if target else []))
        if what == "add_bot" and response.status == 201:
            label = f"bot{len(bot_ids) + 1}"
            bot_ids[label] = msgspec.json.decode(response.body)["player"]
            names[bot_ids[label]] = label
        return response

    owner = position["state"]["owner"]
    people[owner] = world.player(owner)
    people[owner].create()
    names[people[owner].id] = owner
    code = people[owner].code
    for name, kind in position["state"]["members"][1:]:
        if kind == "human":
            assert act(name, "join").status == 201
        else:
            assert act(owner, "add_bot").status == 201
            bot_ids[name] = bot_ids.pop(f"bot{len(bot_ids)}")
            names[bot_ids[name]] = name
    if position["state"].get("state") == "playing":
        assert act(owner, "start").status == 200
    for move in position["move"]:
        response = act(move["by"], move["do"], move.get("target"))

    expect = position["expect"]
    if "error" in expect:
        assert DIALECT.read_problem(response) == expect["error"]
    else:
        assert response.status < 300
    room = world.raw_http("GET", f"/v1/rooms/{code}")
    if expect.get("closed"):
        assert (room.status, world.gate.rooms) == (404, 0)
        return
    body = msgspec.json.decode(room.body)
    if "members" in expect:
        assert [names[member["player"]] for member in body["members"]] == expect["members"]
    if "owner" in expect:
        assert names[body["owner"]] == expect["owner"]
    if "state" in expect:
        assert body["phase"] == expect["state"]
    for viewer, warned in expect.get("warned", {}).items():
        seen = msgspec.json.decode(world.raw_http("GET", f"/v1/rooms/{code}", people[viewer].account.token).body)
        assert [names[player] for player in seen.get("warned", [])] == warned
    if "ranked" in expect:
        people[owner].connect()
        assert people[owner].last(ev.Snapshot).table.ranked == expect["ranked"]


def utc_ms(text):
    return round(datetime.fromisoformat(text).timestamp() * 1000)


ONLINE = [p for p in POSITIONS if p.get("args", {}).get("online", True) and "args" in p]
OFFLINE = [p for p in POSITIONS if not p.get("args", {}).get("online", True)]


@pytest.mark.parametrize("position", OFFLINE, ids=lambda p: p["id"])
@pytest.mark.parametrize("path", ["/v1/boards/world", "/v1/players/me", "/v1/matches", "/v1/players/me/points"])
def test_points_of_a_device(world, position, path):
    """Whatever it sends, and to whichever address, the boards stay as they are (BLF-E42)."""
    ana = world.player("ann")
    body = msgspec.json.encode({"player": ana.id, "points": position["args"]["points"]})
    for method in ("POST", "PUT", "PATCH"):
        assert world.raw_http(method, path, ana.account.token, body).status == 404
    rows = msgspec.json.decode(world.raw_http("GET", "/v1/boards/world").body)["rows"]
    assert sum(row["points"] for row in rows) == position["expect"]["online"]


@pytest.mark.parametrize("position", ONLINE, ids=lambda p: p["id"])
def test_ledger(make_world, position):
    """A real match that gives the points of the position puts on the boards what the position says."""
    args, expect = position["args"], position["expect"]
    # The winner of a table of 4, 3 or 2 gets 10, 8 or 5; the second of a table of 4 gets 6.
    seats = {10: 4, 6: 4, 5: 2}[args["points"]]
    humans = args["humans_at_start"]
    world = make_world(test_chance=True, utc_ms=utc_ms(args["finished_at"]))
    others_die_at_once = ChanceScript(opener=0, shots=(6, *(1,) * (seats - 1)), tables=("K",) * 3)
    players = world.match(humans, seats - humans, seats=seats, chance=others_die_at_once)
    hero = players[0]
    if args.get("left"):
        hero.leave()
    for player in players[1:]:
        player.leave()
    if not args.get("left"):
        while not world.settled:
            if world.turn_of(players) is hero:
                hero.doubt() if world.must_call(hero) else hero.play(true_cards(hero))
            else:
                world.move_to(world.gate.deadline())
                world.wake()
        if args.get("settled_before"):
            ledger = Ledger(BackendConfig())
            (settled,) = world.settled
            assert ledger.settle(settled.result, settled.awards) == settled
            assert ledger.settle(settled.result, settled.awards) is None
            assert sum(row.points for row in ledger.world().rows if row.player == hero.id) == args["points"]
            return
        assert world.settled[0].result.points[0] == args["points"]
        assert world.settled[0].result.season == expect["season"]
    rows = msgspec.json.decode(world.raw_http("GET", "/v1/boards/world").body)["rows"]
    assert sum(row["points"] for row in rows if row["player"] == hero.id) == expect["online"]
    if expect.get("season"):
        season = msgspec.json.decode(world.raw_http("GET", f"/v1/boards/season/{expect['season']}").body)["rows"]
        assert sum(row["points"] for row in season if row["player"] == hero.id) == expect["online"]


def true_cards(hero):
    """One card that is true if there is one."""
    table = hero.last(ev.HandStarted).table
    return ([card for card in hero.cards if card in (table, "*")] or list(hero.cards))[:1]
