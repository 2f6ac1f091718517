"""What a gate is after a restart: rooms, seats and matches as they were, clocks fresh, damaged journals void."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from harness.backend.journal import Entry, Header, read_entry, read_header
from harness.backend.messages import JournalDropped, Journaled
from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import ChanceScript
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions

_encode = msgspec.msgpack.encode


def back(players):
    """Everybody connects again; their snapshots."""
    for player in players:
        player.connect()
    return [player.last(ev.Snapshot) for player in players]


def journals(world):
    """The entries of the one journal there is."""
    entries = world.store.journals()
    assert len({entry.room for entry in entries}) == 1
    return list(entries)


def acts(world):
    return [read_entry(entry.body).act for entry in journals(world)[1:]]


def body(change, entry):
    """An entry with something changed."""
    decoded = read_header(entry.body) if entry.ordinal == 1 else read_entry(entry.body)
    return replace(entry, body=_encode(replace(decoded, **change)))


# -- what is as it was ---------------------------------------------------------------------------


def test_a_running_match_goes_on(world):
    """Secrets open the seats; number, cards and turn are as they were; the first snapshot says so, no other does."""
    players = world.match(3)
    world.move(players)
    before = players[0].last(ev.TurnStarted)
    cards = [player.cards for player in players]
    number = players[0].socket.number
    world.crash(down_ms=3000)
    assert world.gate.rooms == 1
    shown = back(players)
    assert [snapshot.number for snapshot in shown] == [number] * 3
    assert all(snapshot.restarted for snapshot in shown)
    assert [snapshot.table.cards for snapshot in shown] == cards
    assert shown[0].table.turn == before.turn
    players[0].drop()
    assert not back(players[:1])[0].restarted
    assert isinstance(world.move(players), ev.Ok)
    assert world.play_out(players).ranked


def test_the_pending_turn_has_one_full_fresh_clock(world):
    """From the restart on, however much of the old one was gone; then it is moved (BLF-14)."""
    players = world.match(2)
    world.pass_ms(3000)
    world.move(players)
    world.pass_ms(20_000)
    world.crash(down_ms=5000)
    begun = world.now
    shown = back(players)
    assert {snapshot.table.remaining_ms for snapshot in shown} == {30_000}
    world.move_to(begun + 30 * SECOND)
    assert not any(isinstance(event, ev.Played | ev.Called) for event in players[0].socket.events)
    world.wake()
    assert players[0].last(ev.Played | ev.Called).auto == "clock"


def test_a_deal_pause_that_was_pending_is_given_again(world):
    """The clock of a new hand begins after it; one that was over is not."""
    players = world.match(2)
    world.crash()
    assert back(players)[0].table.remaining_ms == 32_000
    world.pass_ms(2500)
    players[0].drop()
    world.crash()
    assert back(players)[0].table.remaining_ms == 30_000


def test_a_seat_that_was_away_is_away_and_moved(world):
    """`away` is as it was; its turn is moved after the delay; it may come back (BLF-E04, BLF-E05)."""
    players = world.match(2)
    away = world.turn_of(players)
    other = next(player for player in players if player is not away)
    away.drop()
    world.pass_ms(1000)
    other.drop()
    world.crash()
    other.connect()
    world.pass_ms(9_000)
    assert not any(isinstance(event, ev.Away) for event in other.socket.events)
    world.pass_ms(1_000)
    assert other.last(ev.Away).player == away.id
    assert other.last(ev.Played).auto == "away"
    world.crash()
    away.connect()
    assert any(isinstance(event, ev.Snapshot) and event.restarted for event in away.socket.events)
    other.connect()
    assert {member.present for member in other.last(ev.Snapshot).members} == {True}


def test_absence_counts_from_the_restart(world):
    """Whoever does not come back is called away ten seconds later, and his seat is moved."""
    players = world.match(2)
    world.crash()
    begun = world.now
    players[0].connect()
    world.move_to(begun + 10 * SECOND)
    assert not any(isinstance(event, ev.Away) for event in players[0].socket.events)
    world.wake()
    assert players[0].last(ev.Away).player == players[1].id


def test_a_resend_after_the_restart_has_its_first_answer(world):
    """Accepted or refused: the last answers are kept, so no command has two effects (BLF-E29)."""
    players = world.match(2)
    mover = world.turn_of(players)
    other = next(player for player in players if player is not mover)
    refused = other.play(cards=("K",), id="early")
    cards = mover.cards[:1]
    accepted = mover.play(cards=cards, id="once")
    world.crash()
    back(players)
    number = mover.socket.number
    assert replace(mover.play(cards=cards, turn=1, id="once"), seq=0) == replace(accepted, seq=0)
    assert replace(other.play(cards=("K",), turn=1, id="early"), seq=0) == replace(refused, seq=0)
    assert mover.socket.number == number


def test_a_lobby_is_as_it_was(world):
    """Members in their order, owner, bots, phase, code; nobody is connected; who does not come back expires."""
    ana, ben, _ = players = world.room(3, 1)
    ana.leave()
    world.crash(down_ms=100)
    (shown,) = back([ben])
    assert shown.owner == ben.id
    assert [member.player for member in shown.members] == [
        *(player.id for player in players[1:]),
        shown.members[2].player,
    ]
    assert (shown.phase, shown.room, shown.restarted) == ("lobby", ben.code, True)
    assert ben.call("remove_bot", shown.members[2].player).status == 204
    world.pass_ms(60_000)
    assert ben.last(ev.Roster).cause == "expired"
    assert ben.call("start").status == 409


def test_results_and_a_rematch_are_as_they_were(world):
    """Who asked for the next match, the last result, and the boards with its points, once."""
    players = world.match(2)
    result = world.play_out(players)
    assert players[1].call("rematch").status == 200
    world.crash()
    assert back(players)[0].result == result
    board = world.raw_http("GET", "/v1/boards/world").body
    world.crash()
    assert world.raw_http("GET", "/v1/boards/world").body == board
    assert len(world.store.settled()) == 1
    back(players)
    assert players[0].call("start").status == 200
    second = world.play_out(players)
    assert second.match != result.match
    world.crash()
    assert len(world.store.settled()) == 2


@pytest.mark.parametrize("after", [False, True])
def test_a_death_around_the_settlement_gives_the_points_once(world, after):
    """Without the last step the match is open and settled when it is made again; with it, it is settled."""
    players = world.match(2, chance=None)
    entries = ()
    settled = ()
    while not world.settled:
        entries, settled = world.store.journals(), world.store.settled()
        world.pass_ms(100)
        world.move(players)
    if not after:
        world.store._journals.clear()
        world.store.commit(entries)
        world.store._settled[:] = settled
        world.settled.clear()
    world.crash()
    shown = back(players)
    assert shown[0].phase == ("results" if after else "playing")
    if not after:
        world.move(players)
    assert len(world.store.settled()) == 1
    rows = dict(world_board(world))
    assert rows == {player: points for player, _, points in world.store.settled()[0].awards}


def world_board(world):
    return [
        (row["player"], row["points"])
        for row in msgspec.json.decode(world.raw_http("GET", "/v1/boards/world").body)["rows"]
    ]


def test_the_next_match_at_a_bluff_table_knows_the_dealer(make_world):
    """What one match leaves to the next survives, too (CHT-E15)."""
    worlds = [make_world(), make_world()]
    begun = []
    for index, world in enumerate(worlds):
        players = world.match(2, game="bluff", seats=2, bluff=BluffOptions(end="first_out"))
        world.move_to(24 * 3600 * SECOND)
        assert world.settled
        if index:
            world.crash()
            back(players)
        assert players[1].call("rematch").status == 200
        assert players[0].call("start").status == 200
        begun.append(players[0].last(ev.Dealt))
    assert begun[0].dealer == begun[1].dealer


def test_a_tutorial_goes_on(world):
    """It is resumed in its room, by its own call (BLF-E41)."""
    ana = world.player()
    response = world.raw_http("POST", "/v1/tutorial", ana.account.token)
    ana.seating = msgspec.json.decode(response.body, type=Seat)
    world.crash()
    again = world.raw_http("POST", "/v1/tutorial", ana.account.token)
    assert again.body == response.body
    ana.connect()
    assert ana.last(ev.Snapshot).phase == "playing"
    assert ana.call("start").status == 409


class Seat(msgspec.Struct):
    room: str
    secret: str


def test_whoever_forgot_his_secret_is_told_the_same_again(world):
    """By joining with his session, though the secret was kept nowhere (BLF-E38)."""
    ana, ben = world.room(2)
    secret = ben.seating.secret
    world.crash()
    assert ben.join(ana.code).status == 201
    assert ben.seating.secret == secret


def test_sessions_that_nobody_could_use_are_not_forgotten(make_world):
    """Time that passed before the restart does not count against a session."""
    world = make_world(session_idle_ms=100_000)
    ana, ben = world.match(2)
    ben.leave()
    ana.call("rematch")
    world.move_to(90 * SECOND)
    ben.call("rematch")
    ana.connect()
    world.crash(down_ms=90_000)
    assert world.raw_http("GET", "/v1/blocks", ben.account.token).status == 200


def test_time_goes_on_from_the_journal(world):
    """A later life begins where the journal ends, and wants to be woken at once."""
    players = world.match(2)
    world.pass_ms(5000)
    world.move(players)
    later = world.make(settled=(), kept=world.store.kept(), journals=world.store.journals())
    assert later.now == world.now
    assert later.deadline() == later.now
    effects = later.wake(now=later.now)
    assert [read_entry(e.body).act for e in effects if isinstance(e, Journaled)] == ["resumed"]
    assert later.deadline() > later.now


# -- what is kept --------------------------------------------------------------------------------


def test_no_credential_is_in_the_store(world):
    """Neither tokens nor resume secrets, in no record and no journal."""
    players = world.match(3)
    world.move(players)
    stored = b"".join(entry.body for entry in world.store.journals())
    stored += b"".join(record.body for record in world.store.kept())
    for player in players:
        assert player.id.encode() in stored
        for credential in (player.account.token, player.seating.secret):
            assert credential.encode() not in stored
            assert bytes.fromhex(credential) not in stored


def test_each_match_begins_a_journal_and_so_does_its_end(world):
    """So nothing grows with the number of matches of a room."""
    players = world.match(2)
    sizes = []
    for _ in range(3):
        first = journals(world)[0]
        assert read_header(first.body).match
        settled = len(world.settled)
        while len(world.settled) == settled:
            world.pass_ms(100)
            world.move(players)
        assert not read_header(journals(world)[0].body).match
        sizes.append(len(journals(world)))
        assert players[1].call("rematch").status == 200
        assert players[0].call("start").status == 200
    assert sizes == [1, 1, 1]


def test_a_lobby_in_which_people_come_and_go_has_a_short_journal(world):
    """It begins anew now and then, and can be played again at any length."""
    ana, ben = world.room(2)
    longest = 0
    for _ in range(100):
        ben.drop()
        ben.connect()
        longest = max(longest, len(journals(world)))
    assert longest <= 64
    world.crash()
    assert [snapshot.restarted for snapshot in back([ana, ben])] == [True, True]


def test_a_room_that_is_gone_leaves_no_journal(world):
    """Closed because all left, or because it was empty for too long."""
    (ana,) = world.room(1)
    ana.leave()
    assert world.store.journals() == ()
    (ben,) = world.room(1)
    ben.drop()
    world.pass_ms(60_000)
    assert world.store.journals() == ()
    world.crash()
    assert world.gate.rooms == 0


def test_everything_that_has_an_effect_is_written(make_world):
    """And what has none is not: an old command, a move of somebody else's socket."""
    world = make_world(think_ms=(1000, 1000), test_chance=True)
    ana, ben = world.match(2, 1, seats=3, chance=ChanceScript(opener=0, shots=(6, 6, 6)))
    ana.play(id="x")
    ana.play(cards=("K",), turn=1, id="x")
    world.pass_ms(5_000)
    ben.drop()
    world.pass_ms(60_000)
    seen = acts(world)
    assert seen.count("said") == 1
    assert {"lost", "away", "auto", "bot", "clock"} <= set(seen)
    ben.connect()
    assert "attached" in acts(world)


# -- what is never issued twice ------------------------------------------------------------------


def test_nothing_is_issued_twice_in_any_life(world):
    """Ids of players, rooms, matches and journals, tokens and secrets, whatever was stored in between."""
    seen = set()
    for _ in range(4):
        players = world.match(2)
        issued = {
            *(player.id for player in players), *(player.account.token for player in players),
            *(player.seating.secret for player in players), players[0].last(ev.MatchStarted).match,
            *(entry.room for entry in world.store.journals()),
        }  # fmt: skip
        new = issued - {entry.room for entry in world.store.journals()} if seen else issued
        assert not new & seen
        seen |= issued
        for player in players:
            player.leave()
        world.crash()


def test_a_life_that_stored_nothing_counts_not(world):
    """The next one issues what the first would have issued: nobody was told anything."""
    world.crash()
    assert world.store.kept() == ()
    world.player()
    assert [record.kind for record in world.store.kept()] == ["session", "life"]


def test_sessions_of_older_stores_are_still_good(world):
    """Records that hold the token itself are read."""
    ana = world.player()
    kept = [record for record in world.store.kept() if record.kind == "session"]
    old = replace(kept[0], body=msgspec.json.encode({"token": ana.account.token, "name": "ana"}))
    later = world.make(kept=[old])
    world.gate = later
    assert world.raw_http("GET", "/v1/blocks", ana.account.token).status == 200


# -- what is void --------------------------------------------------------------------------------


def _gap(entries):
    return [*entries[:2], *entries[3:]]


def _cut(entries):
    return entries[1:]


def _damaged(entries):
    return [*entries[:-1], replace(entries[-1], body=entries[-1].body[:-1])]


def _other_version(entries):
    return [body({"version": 0}, entries[0]), *entries[1:]]


def _other_header(entries):
    return [replace(entries[0], body=b"\xc1"), *entries[1:]]


def _other_root(entries):
    return [body({"root": b"another root of all the chance!!"}, entries[0]), *entries[1:]]


def _other_number(entries):
    return [*entries[:-1], body({"number": 1000}, entries[-1])]


def _nobody(entries):
    members = tuple(replace(member, player="p0") for member in read_header(entries[0].body).members)
    return [body({"members": members}, entries[0]), *entries[1:]]


def _more(entries, *added):
    last = entries[-1]
    number = read_entry(last.body).number
    now = read_entry(last.body).now
    return [
        *entries,
        *(
            replace(last, ordinal=last.ordinal + index, body=_encode(Entry(act, now, number, **fields)))
            for index, (act, fields) in enumerate(added, 1)
        ),
    ]


def _lost_twice(entries):
    owner = read_header(entries[0].body).owner
    return _more(entries, ("lost", {"player": owner}), ("lost", {"player": owner}))


def _said_nothing(entries):
    return _more(entries, ("said", {"player": read_header(entries[0].body).owner}))


def _joined_by_nobody(entries):
    return _more(entries, ("joined", {"player": "p0"}))


def _left_by_all(entries):
    members = read_header(entries[0].body).members
    return _more(entries, *(("left", {"player": member.player}) for member in members))


DAMAGES = {
    _gap: "entries are missing",
    _cut: "entries are missing",
    _damaged: "ValidationError|DecodeError|truncated",
    _other_version: "the journal has version 0",
    _other_header: "",
    _other_root: "",
    _other_number: "the room is at event",
    _nobody: "there is no session of p0",
    _lost_twice: "has no connection to lose",
    _said_nothing: "can say nothing",
    _joined_by_nobody: "there is no session of p0",
    _left_by_all: "",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_match_that_cannot_be_played_again_is_void(world, damage):
    """No points for anyone, the room is gone with its secrets and its journal; nobody is still counted as a member."""
    players = world.match(2)
    for _ in range(4):
        world.pass_ms(100)
        world.move(players)
    entries = damage(journals(world))
    effects = world.crash(journals=entries)
    assert list(world.gate.void) == [entries[0].room]
    assert any(part in next(iter(world.gate.void.values())) for part in DAMAGES[damage].split("|"))
    assert JournalDropped(entries[0].room) in effects
    assert world.gate.rooms == 0
    world.pass_ms(3_600_000)
    assert world.store.settled() == ()
    for player in players:
        player.connect()
        assert player.last(ev.Refused).code == "bad_secret"
    for _ in range(8):
        assert players[0].create().status == 201


def test_a_journal_of_a_settled_match_is_void(world):
    """A store that kept the result and did not forget the journal: the match is not played to a second end."""
    players = world.match(2)
    world.move(players)
    old = journals(world)
    world.play_out(players)
    assert len(world.store.settled()) == 1
    world.crash(journals=[*old, *world.store.journals()])
    assert "was settled" in world.gate.void[old[0].room]
    assert back(players)[0].phase == "results"
    assert len(world.store.settled()) == 1


def test_two_journals_of_one_room_make_one_room(world):
    """The second is void, and the first has all its members."""
    players = world.room(2)
    entries = journals(world)
    twice = [replace(entry, room="another") for entry in entries]
    world.crash(journals=[*entries, *twice])
    assert list(world.gate.void) == ["another"]
    assert len(back(players)[0].members) == 2


def test_a_match_cannot_end_in_a_replay(make_world):
    """Its end begins another journal, always: a journal that leads there is void."""
    world = make_world(test_chance=True)
    players = world.match(2, seats=2, chance=ChanceScript(opener=0, shots=(1, 1)))
    world.move(players)
    entries = journals(world)
    caller = world.turn_of(players)
    command = cm.Call(id="z", turn=2)
    last = read_entry(entries[-1].body)
    entry = Entry("said", last.now, last.number + 5, caller.id, command=command)
    ended = [*entries, Journaled(entries[0].room, len(entries) + 1, _encode(entry))]
    world.crash(journals=ended)
    assert world.gate.void[entries[0].room].endswith("the match ends, and did not")
    assert world.store.settled() == ()


def test_an_alarm_of_no_match_is_void(world):
    """In a lobby no turn can run out."""
    world.room(2)
    entries = journals(world)
    world.crash(journals=_more(entries, ("clock", {"mark": 1})))
    assert "no match runs" in world.gate.void[entries[0].room]


def test_one_void_room_harms_no_other(world):
    """The others go on."""
    first = world.match(2)
    damaged = {entry.room for entry in world.store.journals()}
    second = world.match(2)
    entries = [entry for entry in world.store.journals() if entry.room not in damaged or entry.ordinal != 2]
    entries += [Journaled(next(iter(damaged)), 9, b"")]
    world.crash(journals=entries)
    assert set(world.gate.void) == damaged
    assert back(second)[0].phase == "playing"
    first[0].connect()
    assert first[0].last(ev.Refused).code == "bad_secret"


def test_headers_say_all_that_a_room_is():
    """A field that is forgotten in the header would be lost: the header names what `Gathering` holds."""
    named = set(Header.__struct_fields__)
    assert {"owner", "phase", "members", "number", "result", "previous", "pupil", "policy", "options", "key"} <= named


def test_repeated_restarts_wait_for_each_other(world):
    """A gate that died before anybody came is as good as one that did not."""
    players = world.match(2)
    for _ in range(3):
        world.crash(down_ms=50)
    assert back(players)[0].restarted
    assert acts(world).count("resumed") == 3
    assert world.now % MILLISECOND == 0
