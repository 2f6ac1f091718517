"""The Tutorial Match: offered until it is finished or skipped, fixed, worth nothing (BLF-E41, FEAT-29)."""

from __future__ import annotations

import msgspec

from harness.backend.messages import Keep
from harness.backend.tutorial import OPTIONS, Tutorials
from harness.clock import SECOND
from harness.dialects.native import NativeDialect
from harness.dialects.scripted import impossible
from harness.wire import events as ev

DIALECT = NativeDialect()


def call(player, method, path="/v1/tutorial"):
    return player.world.raw_http(method, path, player.account.token)


def offered(player):
    return DIALECT.read_profile(call(player, "GET", "/v1/players/me")).tutorial


def begin(player):
    response = call(player, "POST")
    assert response.status == 201
    player.seating = DIALECT.read_seating(response)
    return player.connect()


def finish(world, ana):
    while not world.settled:
        if world.turn_of([ana]) is ana:
            ana.doubt() if world.must_call(ana) else ana.play()
        else:
            world.move_to(world.gate.deadline())
            world.wake()
    return world.settled[-1].result


def test_the_script_can_be_followed():
    """Hands, table cards and bullets are those of a table of three."""
    assert not list(impossible(OPTIONS.chance, OPTIONS))
    assert OPTIONS.chance.opener == 0


def test_a_tutorial_is_one_human_two_bots_and_a_fixed_deal(make_world):
    """The same cards whatever the root; the human opens; the snapshot says that nothing is paid."""
    for seed in (1, 2):
        world = make_world(seed=seed)
        ana = world.player()
        table = begin(ana).events[0].table
        assert (len(table.seats), table.seat, table.table, table.cards) == (3, 0, "K", tuple("KK*QA"))
        assert not table.ranked
        assert ana.last(ev.Snapshot).policy.points == {"2": (0, 0), "3": (0, 0, 0), "4": (0, 0, 0, 0)}
        assert [m.kind for m in ana.last(ev.Snapshot).members] == ["human", "bot", "bot"]


def test_it_is_offered_until_it_is_finished(world):
    """Then never again; it gives no points of any kind."""
    ana = world.player()
    assert offered(ana)
    begin(ana)
    assert offered(ana)
    result = finish(world, ana)
    assert sorted(result.places) == [1, 2, 3]
    assert (result.points, result.ranked, result.season) == ((0, 0, 0), False, None)
    assert world.settled[0].awards == ()
    assert not offered(ana)
    assert DIALECT.read_problem(call(ana, "POST")) == "tutorial_over"
    assert world.kept["tutorial", ana.id].body == b"over"


def test_an_interrupted_one_is_resumed(world):
    """The same seat while the match goes on; a new one when it was left."""
    ana = world.player()
    begin(ana)
    first = ana.seating
    ana.drop()
    world.pass_ms(1_000)
    begin(ana)
    assert ana.seating == first
    ana.leave()
    assert world.gate.rooms == 0
    begin(ana)
    assert ana.seating != first
    assert offered(ana)


def test_a_skipped_one_is_never_offered_again(world):
    """Before it was begun or in the middle of it; the match that runs goes on. Skipping twice is once."""
    ana, ben = world.player("ana"), world.player("ben")
    for _ in range(2):
        assert call(ana, "DELETE").status == 204
    assert not offered(ana)
    begin(ben)
    assert call(ben, "DELETE").status == 204
    assert DIALECT.read_problem(call(ben, "POST")) == "tutorial_over"
    assert finish(world, ben).points == (0, 0, 0)


def test_one_that_ended_without_its_player_does_not_count(world):
    """Whoever was not there to the end may begin again."""
    ana = world.player()
    begin(ana).drop()
    while not world.settled:
        world.move_to(world.gate.deadline())
        world.wake()
    assert offered(ana)
    code = ana.code
    begin(ana)
    assert ana.code != code
    world.pass_ms(100 * SECOND // 1_000_000)


def test_nobody_else_gets_in_and_there_is_no_second_match(world):
    """No guest, no bot more or less, no rematch: also after the match."""
    ana, eve = world.player("ana"), world.player("eve")
    begin(ana)
    for _ in range(2):
        room = msgspec.json.decode(world.raw_http("GET", f"/v1/rooms/{ana.code}").body)
        bot = room["members"][1]["player"]
        answers = (
            eve.join(ana.code), ana.call("add_bot"), ana.call("remove_bot", bot), ana.call("start"), ana.call("rematch")
        )  # fmt: skip
        assert [DIALECT.read_problem(answer) for answer in answers] == ["tutorial"] * 5
        finish(world, ana)
    assert len(world.settled) == 1


def test_tutorials_count_as_rooms(make_world):
    """The limit of rooms per player holds."""
    world = make_world(rooms_per_player_max=1)
    ana = world.player()
    ana.create()
    assert DIALECT.read_problem(call(ana, "POST")) == "too_many_rooms"
    assert offered(ana)


def test_records_for_the_store():
    """Written once, forgotten with the player, restored."""
    out = []
    tutorials = Tutorials()
    tutorials.end("a", out=out)
    tutorials.end("a", out=out)
    tutorials.forget("a", out=out)
    tutorials.forget("a", out=out)
    assert out == [Keep("tutorial", "a", b"over"), Keep("tutorial", "a", None)]
    tutorials.restore("b")
    assert (tutorials.is_offered("a"), tutorials.is_offered("b")) == (True, False)
