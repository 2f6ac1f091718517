"""One room: members, owner, presence, takeover, rematch, resends, closing."""

from __future__ import annotations

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.dialects.native import NativeDialect
from harness.wire import commands as cm
from harness.wire import events as ev

DIALECT = NativeDialect()


def code_of(response):
    return DIALECT.read_problem(response)


def names(members):
    return [member.name for member in members]


# -- the lobby -----------------------------------------------------------------------------------


def test_joining_tells_everybody_the_whole_roster(world):
    """A join is a roster event with all members in order of arrival; the snapshot of the joiner is up to date."""
    (ana,) = world.room(1)
    ben = world.player("ben")
    ben.join(ana.code.lower())
    (roster,) = ana.take()[1:]
    assert (roster.cause, roster.player, roster.owner, roster.phase) == ("joined", ben.id, ana.id, "lobby")
    assert names(roster.members) == ["h0", "ben"]
    snapshot = ben.connect().events[0]
    assert (snapshot.seq, snapshot.number, snapshot.you, snapshot.seat) == (1, roster.number, ben.id, None)
    assert (snapshot.table, snapshot.result, snapshot.phase, snapshot.restarted) == (None, None, "lobby", False)
    assert snapshot.policy.turn_ms == 30_000


def test_bots_come_and_go(world):
    """The owner adds and removes bots before the start; humans cannot be removed that way."""
    ana, ben = world.room(2)
    ana.take()
    response = ana.call("add_bot")
    assert response.status == 201
    (added,) = ana.take()
    bot = added.members[2]
    assert (added.cause, added.player, bot.kind, bot.present) == ("bot_added", bot.player, "bot", True)
    assert code_of(ben.call("remove_bot", bot.player)) == "not_owner"
    assert code_of(ana.call("remove_bot", ben.id)) == "not_a_bot"
    assert code_of(ana.call("remove_bot", "nobody")) == "not_a_bot"
    assert ana.call("remove_bot", bot.player).status == 204
    assert ana.take()[0].cause == "bot_removed"
    assert code_of(ana.call("remove_bot", bot.player)) == "not_a_bot"


def test_lobby_refusals(world):
    """Who is no owner, no member, alone or late is told so, and nothing changes."""
    ana, ben = world.room(2)
    stranger = world.player("zed")
    stranger.seating = ana.seating
    ana.take()
    assert code_of(ben.call("start")) == "not_owner"
    for verb in ("start", "add_bot", "rematch", "leave_room"):
        assert code_of(stranger.call(verb)) == "not_member"
    assert ana.take() == []
    solo = world.player("solo")
    solo.create()
    assert code_of(solo.call("start")) == "too_few"
    assert ana.call("start").status == 200
    ana.take()
    for verb in ("start", "add_bot", "rematch"):
        assert code_of(ana.call(verb)) == "already_started"
    assert code_of(stranger.join(ana.code)) == "already_started"
    assert ana.take() == []


def test_joining_again_gives_the_same_seat(world):
    """Same session: same seat and secret, also during the match; no event (FEAT-17)."""
    ana, ben = world.match(2)
    ana.take()
    secret = ben.seating.secret
    assert ben.join(ana.code).status == 201
    assert ben.seating.secret == secret
    assert ana.take() == []


def test_equal_names_are_different_people(world):
    """A namesake gets a seat of his own, and never the hand of the other (BLF-E39)."""
    ana, ben = world.room(2)
    ben.drop()
    double = world.player("h1")
    assert double.join(ana.code).status == 201
    assert double.seating.secret != ben.seating.secret
    assert double.id != ben.id


def test_leaving_the_lobby(world):
    """Over the socket: ok, roster left, close 4006; the secret is dead; the next human owns (BLF-E36)."""
    ana, ben, cho = world.room(3)
    ana.take(), cho.take()
    answer = ana.leave()
    ok, roster = ana.take()
    assert (ok, ok.number) == (answer, roster.number)
    assert (roster.cause, roster.player, roster.owner) == ("left", ana.id, ben.id)
    assert names(roster.members) == ["h1", "h2"]
    assert ana.socket.close_code == 4006
    assert ana.connect().close_code == 4004
    assert ana.last(ev.Refused).code == "bad_secret"
    assert ana.last(ev.Refused).id is None
    assert len(cho.take()) == 1
    assert ana.join(ben.code).status == 201
    assert ben.last(ev.Roster).members[-1].player == ana.id


def test_leaving_over_http_closes_the_socket(world):
    """DELETE members/me is a leave as well; it is answered before the events."""
    ana, ben = world.room(2)
    ben.take()
    assert ben.call("leave_room").status == 204
    assert ben.kinds() == [ev.Roster]
    assert ben.socket.close_code == 4006
    assert code_of(ben.call("leave_room")) == "not_member"
    assert ana.last(ev.Roster).cause == "left"


def test_the_last_human_closes_the_room(world):
    """Bots keep no room open; its code is as dead as one that never was."""
    (ana,) = world.room(1, 2)
    code = ana.code
    ana.take()
    answer = ana.leave()
    ok, closed = ana.take()
    assert answer.number == closed.number == ok.number
    assert closed.reason == "empty"
    assert ana.socket.close_code == 4006
    dead = world.raw_http("GET", f"/v1/rooms/{code}")
    never = world.raw_http("GET", "/v1/rooms/BBBB" if code != "BBBB" else "/v1/rooms/CCCC")
    assert dead == never
    assert dead.status == 404
    assert world.player().join(code) == world.player().join("ZZZZ" if code != "ZZZZ" else "XXXX")


# -- presence ------------------------------------------------------------------------------------


def test_away_and_back_in_the_lobby(world):
    """Ten seconds without a connection: away; a hello brings him back before his own snapshot."""
    ana, ben = world.room(2)
    ben.drop()
    ana.take()
    world.move_to(10 * SECOND)
    assert ana.take() == []
    world.wake()
    (away,) = ana.take()
    assert (type(away), away.player, away.group) == (ev.Away, ben.id, away.number)
    ana.connect()
    assert [member.present for member in ana.last(ev.Snapshot).members] == [True, False]
    ana.take()
    ben.connect()
    (back,) = ana.take()
    assert (type(back), back.player) == (ev.Back, ben.id)
    assert ben.last(ev.Snapshot).number == back.number
    assert [member.present for member in ben.last(ev.Snapshot).members] == [True, True]


def test_a_short_absence_is_nobodys_business(world):
    """Nine seconds away, five times: no event at all."""
    ana, ben = world.room(2)
    ana.take()
    for _ in range(5):
        ben.drop()
        world.pass_ms(9_999)
        ben.connect()
        world.pass_ms(1)
    assert ana.take() == []


def test_a_lobby_seat_expires(world):
    """Sixty seconds without a connection in the lobby: roster expired, secret dead, owner moves on (BLF-E36)."""
    ana, ben = world.room(2)
    ana.drop()
    ben.take()
    world.move_to(60 * SECOND)
    assert ben.kinds() == [ev.Away]
    world.wake()
    (roster,) = ben.take()
    assert (roster.cause, roster.player, roster.owner) == ("expired", ana.id, ben.id)
    assert names(roster.members) == ["h1"]
    assert ana.connect().close_code == 4004


def test_a_seat_that_was_never_taken_expires_too(world):
    """A room whose creator never opened a socket is gone after a minute."""
    ana = world.player()
    ana.create()
    world.pass_ms(59_999)
    assert world.gate.rooms == 1
    world.pass_ms(1)
    assert world.gate.rooms == 0


def test_a_seat_in_a_match_does_not_expire(world):
    """Dropped in the match: the seat stays to the end of it, then a full lobby minute runs."""
    ana, ben = world.match(2)
    ben.drop()
    while not world.settled:
        world.pass_ms(1_000)
    end = world.now
    assert end > 60 * SECOND
    assert ana.last(ev.MatchOver)
    ana.take()
    world.move_to(end + 59 * SECOND)
    assert ana.take() == []
    world.pass_ms(1_000)
    assert [event.cause for event in ana.take()] == ["expired"]


def test_idle_rooms_are_closed(make_world):
    """Nobody connected for the idle limit: the room is gone, with the seats of all who are still on the list."""
    world = make_world(lobby_drop_ms=10_000_000, room_idle_ms=90_000)
    ana, ben = world.room(2)
    ana.drop()
    world.pass_ms(100_000)
    assert world.gate.rooms == 1
    ben.drop()
    world.pass_ms(50_000)
    ana.connect()
    world.pass_ms(20_000)
    ana.drop()
    world.pass_ms(89_999)
    assert world.gate.rooms == 1
    world.pass_ms(1)
    assert world.gate.rooms == 0
    assert ana.connect().close_code == 4004


def test_an_idle_limit_closes_no_running_match(make_world):
    """A match whose players are all away goes on (BLF-E27), and only its end starts the idle limit."""
    world = make_world(room_idle_ms=1_000)
    ana, ben = world.match(2)
    ana.drop()
    ben.drop()
    while not world.settled:
        assert world.gate.rooms == 1
        world.pass_ms(1_000)
    world.pass_ms(1_000)
    assert world.gate.rooms == 0


# -- takeover ------------------------------------------------------------------------------------


def test_the_newest_socket_wins(world):
    """A second hello: snapshot on the new one, 4000 on the old one; nobody else notices (C2)."""
    ana, ben = world.match(2)
    old = ana.socket
    ben.take()
    new = ana.connect()
    assert old.close_code == 4000
    assert isinstance(new.events[0], ev.Snapshot)
    assert new.events[0].table.cards == tuple(old.hand)
    assert ben.take() == []
    old.say(cm.Leave(id="ghost"))
    assert ben.take() == []


def test_the_goodbye_of_an_old_socket_changes_nothing(world):
    """Its Closed comes late: the player stays present and gets every event (C3)."""
    ana, ben = world.match(2)
    old = ana.socket
    ana.connect()
    old.drop()
    ben.take()
    world.pass_ms(20_000)
    assert ben.take() == []
    world.move([ana, ben])
    assert isinstance(ana.socket.events[-1], ev.TurnStarted)


# -- resends -------------------------------------------------------------------------------------


def test_a_resend_has_one_effect(world):
    """The same id again: the same answer, no second effect, also on another connection."""
    ana, ben = world.match(2)
    player = world.turn_of([ana, ben])
    other = ben if player is ana else ana
    turn = player.last(ev.TurnStarted).turn
    command = cm.Play(id="one", turn=turn, cards=player.cards[:1])
    player.socket.say(command)
    first = player.last(ev.Ok)
    other.take()
    player.socket.say(command)
    again = player.socket.events[-1]
    assert (again.id, again.number) == (first.id, first.number)
    player.connect()
    player.socket.say(command)
    assert player.socket.events[-1].number == first.number
    assert other.take() == []


def test_a_resent_refusal_stays_a_refusal(world):
    """Also when the command would be legal by now."""
    ana, ben = world.match(2)
    waiting = ben if world.turn_of([ana, ben]) is ana else ana
    assert waiting.play(id="early", turn=2).code == "stale_turn"
    world.move([ana, ben])
    before = len(waiting.socket.events)
    waiting.socket.say(cm.Play(id="early", turn=2, cards=waiting.cards[:1]))
    assert [type(event) for event in waiting.socket.events[before:]] == [ev.Refused]


def test_old_answers_are_forgotten(make_world):
    """The last 64 ids are known, older ones are new again."""
    world = make_world(answers_max=3)
    ana, _ = world.room(2)
    for id in ("a", "b", "c", "d"):
        assert ana.doubt(id=id, turn=1).code == "no_match"
    member_answers = [ana.doubt(id=id, turn=1).code for id in ("b", "c", "d", "a")]
    assert member_answers == ["no_match"] * 4


def test_commands_outside_a_match(world):
    """Moves in the lobby are refused with no_match."""
    ana, _ = world.room(2)
    assert ana.play(("K",), turn=1).code == "no_match"
    assert ana.doubt(turn=1).code == "no_match"


# -- rematch -------------------------------------------------------------------------------------


def test_a_rematch_seats_those_who_ask(world):
    """The first to ask brings the lobby back; who does not ask leaves at Start; numbers go on (BLF-E40)."""
    ana, ben, cho = players = world.room(3, 1)
    assert ana.call("start").status == 200
    first = play_to_results(world, players)
    ana.take()
    assert ana.connect().events[0].phase == "results"
    assert ana.last(ev.Snapshot).result == first
    ana.take(), cho.take()
    assert ben.call("rematch").status == 200
    (roster,) = ana.take()
    assert (roster.cause, roster.player, roster.phase) == ("rematch", ben.id, "lobby")
    assert ben.call("rematch").status == 200
    assert ana.take() == []
    assert ana.call("rematch").status == 200
    ana.take(), cho.take()
    match = ana.call("start")
    assert match.status == 200
    left, started, hand, _, _ = ana.take()
    assert (left.cause, left.player) == ("left", cho.id)
    assert started.group == hand.group == left.number
    assert started.seats[:2] == (ana.id, ben.id)
    assert started.match != first.match
    assert cho.kinds() == [ev.Roster]
    assert cho.socket.close_code == 4006
    assert ana.last(ev.TurnStarted).turn == 1


def test_an_owner_who_starts_asks_for_the_rematch_thereby(world):
    """Start from the results screen: roster rematch, then the match of all who are ready."""
    ana, ben = world.match(2)
    play_to_results(world, [ana, ben])
    assert code_of(ana.call("start")) == "too_few"
    assert ana.last(ev.MatchOver) is ana.socket.events[-1]
    assert ben.call("rematch").status == 200
    ana.take()
    assert ana.call("start").status == 200
    assert ana.kinds()[:2] == [ev.Roster, ev.MatchStarted]


def test_the_code_works_again_after_the_match(world):
    """A newcomer joins from the results on and is seated in the next match (BLF-E38)."""
    ana, ben, cho = world.match(3)
    cho.leave()
    assert code_of(cho.join(ana.code)) == "already_started"
    play_to_results(world, [ana, ben])
    assert cho.join(ana.code).status == 201
    assert ana.last(ev.Roster).phase == "results"
    assert ana.call("rematch").status == 200
    assert ana.call("start").status == 200
    assert ana.last(ev.MatchStarted).seats == (ana.id, cho.id)


def test_the_owner_leaves_during_the_match(world):
    """The longest-present human owns the room, which matters for the rematch (BLF-E36)."""
    ana, ben, cho = world.match(3)
    ana.leave()
    ben.connect()
    assert ben.last(ev.Snapshot).owner == ben.id
    assert names(ben.last(ev.Snapshot).members) == ["h1", "h2"]
    play_to_results(world, [ben, cho])
    assert cho.call("rematch").status == 200
    assert ben.call("start").status == 200


def test_a_timer_of_the_last_match_does_nothing_in_the_next(make_world):
    """Turn numbers begin anew with a match; old timers do not take one for the other."""
    world = make_world(turn_ms=300_000, idle_ms=10_000_000)
    ana, ben = world.match(2)
    started = world.now
    world.turn_of([ana, ben]).play()
    ben.leave()
    ben.join(ana.code)
    ben.connect()
    world.pass_ms(1_000)
    assert ana.call("start").status == 200
    ana.take()
    world.move_to(started + 303 * SECOND - MILLISECOND)
    assert ana.take() == []
    world.pass_ms(1)
    assert ana.kinds()[0] is ev.Played


@pytest.mark.parametrize("leaver", [0, 1])
def test_leaving_the_results(world, leaver):
    """In the results a leave is a lobby leave."""
    players = world.match(2)
    play_to_results(world, players)
    other = players[1 - leaver]
    other.take()
    players[leaver].leave()
    (roster,) = other.take()
    assert (roster.cause, roster.owner, roster.phase) == ("left", other.id, "results")


def play_to_results(world, players):
    while not world.settled:
        world.move_to(world.now + 100 * MILLISECOND)
        if world.turn_of(players) is None:
            world.pass_ms(100)
        else:
            world.move(players)
    return world.settled[-1].result


def play_beside_bots(world, players):
    while not world.settled:
        if world.turn_of(players) is None:
            world.move_to(world.gate.deadline())
            world.wake()
        else:
            world.move(players)


def test_bots_take_the_empty_seats_at_start(world):
    """With `ai_fill` one human may start: the rosters of the bots and the start are one action (FEAT-10)."""
    (ana,) = world.room(1, seats=3, ai_fill=True)
    ana.take()
    assert ana.call("start").status == 200
    first, second, started, *_ = ana.take()
    assert [type(e) for e in (first, second, started)] == [ev.Roster, ev.Roster, ev.MatchStarted]
    assert (first.cause, second.cause) == ("bot_added", "bot_added")
    assert first.number == first.group == second.group == started.group
    assert [m.kind for m in second.members] == ["human", "bot", "bot"]
    assert not started.ranked
    assert len({m.name for m in second.members}) == 3


def test_filled_seats_leave_a_match_of_two_humans_ranked(world):
    """Bots take what is left, and stay for the next match; who does not ask again is replaced."""
    ana, ben = world.match(2, seats=4, ai_fill=True)
    assert ana.last(ev.MatchStarted).ranked
    assert len(ana.last(ev.MatchStarted).seats) == 4
    play_beside_bots(world, [ana, ben])
    assert ana.call("start").status == 200
    started = ana.last(ev.MatchStarted)
    assert (len(started.seats), ben.id in started.seats, started.ranked) == (4, False, False)


def test_without_the_option_nobody_fills_up(world):
    """Empty seats stay empty, and one alone cannot start."""
    (ana,) = world.room(1)
    assert DIALECT.read_problem(ana.call("start")) == "too_few"


def test_a_table_of_dice_is_filled(world):
    """Four seats, and an AI on each that is empty at Start, when the host says nothing else (LDC-E21)."""
    (ana,) = world.match(1, game="liars_dice")
    members = ana.last(ev.Roster).members
    assert [m.kind for m in members] == ["human", "bot", "bot", "bot"]
    (ben,) = world.room(1, game="liars_dice", ai_fill=False)
    assert DIALECT.read_problem(ben.call("start")) == "too_few"


def test_a_guest_takes_the_place_of_an_ai_before_start(world):
    """That of the bot that came last; with humans alone the table is full (LDC-E21)."""
    ana, ben = world.room(2, bots=1, seats=3, ai_fill=True)
    cho, dee = world.player("cho"), world.player("dee")
    ana.take()
    assert cho.join(ana.code).status == 201
    removed, joined = ana.take()
    assert (removed.cause, joined.cause, removed.group, joined.group) == (
        "bot_removed",
        "joined",
        removed.number,
        removed.number,
    )
    assert [m.player for m in joined.members] == [ana.id, ben.id, cho.id]
    assert DIALECT.read_problem(dee.join(ana.code)) == "full"


def test_a_guest_takes_the_place_of_an_ai_after_a_match(world):
    """The match is over, the bots stay, and one of them gives way to whoever enters the code (LDC-E21, BLF-E40)."""
    ana, ben = world.match(2, seats=3, ai_fill=True)
    cho = world.player("cho")
    assert DIALECT.read_problem(cho.join(ana.code)) == "already_started"
    ben.leave()
    play_beside_bots(world, [ana])
    assert cho.join(ana.code).status == 201
    assert [m.kind for m in ana.last(ev.Roster).members] == ["human", "bot", "human"]
    dee = world.player("dee")
    assert dee.join(ana.code).status == 201
    assert [m.kind for m in ana.last(ev.Roster).members] == ["human", "human", "human"]
    assert DIALECT.read_problem(world.player("eve").join(ana.code)) == "full"


def test_a_bot_that_the_owner_added_stays_where_bots_do_not_fill(world):
    """Without `ai_fill` a full table takes no guest (BLF-E37)."""
    ana, _ = world.room(2, bots=1, seats=3)
    assert DIALECT.read_problem(world.player("cho").join(ana.code)) == "full"
