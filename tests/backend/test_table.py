"""One match: order of events, the clock to the nanosecond, absence, leavers."""

from __future__ import annotations

import msgspec
import pytest

from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import ChanceScript
from harness.wire import commands as cm
from harness.wire import events as ev

HANDS = ("KKKQQ", "QQQAA", "AAAKK", "*KQA*")


@pytest.fixture
def fixed(make_world):
    """Starts matches with fixed chance: seat 0 opens, the table card is K, nobody is shot before pull 6."""

    def begin(humans=4, bots=0, *, hands=HANDS, shots=(6, 6, 6, 6), opener=0, tables=("K", "Q", "A"), **config):
        world = make_world(test_chance=True, **config)
        seats = humans + bots
        script = ChanceScript(opener=opener, tables=tables, hands=(hands[:seats],), shots=shots[:seats])
        return world, world.match(humans, bots, seats=seats, chance=script)

    return begin


def kinds(events):
    return [type(event) for event in events]


def test_a_match_starts_with_hand_cards_and_turn(fixed):
    """Start: match_started, hand_started, the own cards, turn; one group; the clock includes the deal pause."""
    _, players = fixed()
    for seat, player in enumerate(players):
        events = player.socket.events[-4:]
        assert kinds(events) == [ev.MatchStarted, ev.HandStarted, ev.Cards, ev.TurnStarted]
        started, hand, cards, turn = events
        assert started.seats == tuple(p.id for p in players)
        assert started.ranked
        assert (hand.hand, hand.opener, hand.table, hand.sizes) == (1, 0, "K", (5, 5, 5, 5))
        assert cards.cards == tuple(HANDS[seat])
        assert (turn.turn, turn.seat, turn.legal, turn.remaining_ms) == (1, 0, ("play",), 32_000)
        assert started.group == hand.group == turn.group == started.number


def test_a_play_is_ok_played_turn(fixed):
    """Play: the sender gets ok with the number of the first event, then everybody played and turn, without faces."""
    _, (ana, ben, *_) = fixed()
    ana.take(), ben.take()
    answer = ana.play(("K", "Q"))
    assert kinds(ana.take()) == [ev.Ok, ev.Played, ev.TurnStarted]
    played, turn = ben.take()
    assert answer.number == played.number == played.group == turn.group
    assert (played.seat, played.count, played.rank, played.left, played.auto) == (0, 2, "K", 3, None)
    assert (turn.turn, turn.seat, turn.legal, turn.remaining_ms) == (2, 1, ("play", "call"), 30_000)


def test_a_call_reveals_and_deals_anew(fixed):
    """Call: called, pulled, hand_started, cards, turn in one group; the liar pulls and opens the next hand."""
    _, (ana, ben, *_) = fixed()
    ana.play(("K", "Q"))
    ana.take()
    answer = ben.doubt()
    events = ana.take()
    assert kinds(events) == [ev.Called, ev.Pulled, ev.HandStarted, ev.Cards, ev.TurnStarted]
    called, pulled, hand, cards, turn = events
    assert answer.number == called.number
    assert {e.group for e in events if e is not cards} == {called.number}
    assert (called.seat, called.claimant, called.cards, called.truth, called.shooter) == (1, 0, ("K", "Q"), False, 0)
    assert (pulled.seat, pulled.pulls, pulled.fired) == (0, 1, False)
    assert (hand.hand, hand.opener, hand.table) == (2, 0, "Q")
    assert (turn.seat, turn.remaining_ms, cards.hand) == (0, 32_000, 2)


def test_a_shot_eliminates_and_the_next_opens(fixed):
    """A true claim makes the caller pull; shot, he gets the last place, no cards, and the next seat opens."""
    _, (ana, ben, cho, _) = fixed(shots=(6, 1, 6, 6))
    ana.play(("K",))
    ben.take(), cho.take()
    ben.doubt()
    assert kinds(ben.take()) == [ev.Ok, ev.Called, ev.Pulled, ev.Eliminated, ev.HandStarted, ev.TurnStarted]
    _, pulled, eliminated, hand, _, turn = cho.take()
    assert pulled.fired
    assert (eliminated.seat, eliminated.place, eliminated.points) == (1, 4, 1)
    assert hand.sizes == (5, 0, 5, 5)
    assert turn.seat == hand.opener == 2
    assert ben.play(("K",)).code == "out"


def test_the_last_shot_ends_the_match(fixed):
    """Called, pulled, eliminated, match_over: places, points, season and civil time; settled exactly once."""
    world, (ana, ben) = fixed(2, shots=(1, 6), hands=("QQQAA", "AAAKK"))
    ana.play(("Q",))
    ana.take()
    ben.doubt()
    assert ana.kinds() == [ev.Called, ev.Pulled, ev.Eliminated, ev.MatchOver]
    result = ana.last(ev.MatchOver).result
    assert (result.places, result.points, result.ranked, result.season) == ((2, 1), (1, 5), True, "2026-01")
    assert result.ended == "2026-01-01T00:00:00.000Z"
    (settled,) = world.settled
    assert settled.result == result
    assert settled.awards == ((ana.id, "h0", 1), (ben.id, "h1", 5))
    assert ana.play(("Q",), turn=2).code == "no_match"


# -- the clock -----------------------------------------------------------------------------------


def test_the_first_turn_lasts_32_seconds_to_the_nanosecond(fixed):
    """The automatic move comes at deal pause + 30 s: not a nanosecond earlier, with its cause; cards are told anew."""
    world, (ana, ben, *_) = fixed()
    world.move_to(32 * SECOND - 1)
    ana.take(), ben.take()
    world.wake()
    assert ana.take() == []
    world.move_to(32 * SECOND)
    assert ana.take() == []
    world.wake()
    played, cards, turn = ana.take()
    assert (played.auto, played.turn, played.count, played.seat, played.left) == ("clock", 1, 1, 0, 4)
    assert len(cards.cards) == 4
    assert (turn.turn, turn.seat, turn.remaining_ms) == (2, 1, 30_000)
    assert ben.kinds() == [ev.Played, ev.TurnStarted]


def test_a_move_at_the_deadline_counts(fixed):
    """30.000 s is in time, when the move is taken from the queue before the timer (BLF-E28)."""
    world, (ana, ben, *_) = fixed()
    world.move_to(32 * SECOND)
    assert isinstance(ana.play(("K",)), ev.Ok)
    world.wake()
    assert [e.auto for e in ben.take() if isinstance(e, ev.Played)] == [None]
    world.move_to(62 * SECOND)
    ben.take()
    world.wake()
    assert ben.take()[0].auto == "clock"


def test_a_late_move_is_stale(fixed):
    """One nanosecond after the deadline the timer has moved, even if nobody woke it before the frame (BLF-E28)."""
    world, (ana, *_) = fixed()
    world.now = 32 * SECOND + 1
    ana.take()
    assert ana.play(("K",), turn=1).code == "stale_turn"
    assert ana.kinds() == [ev.Played, ev.Cards, ev.TurnStarted, ev.Refused]


def test_a_timer_of_a_past_turn_does_nothing(fixed):
    """Turn 1 is moved at 31 s; at 32 s its timer finds another turn and is ignored."""
    world, (ana, ben, *_) = fixed()
    world.move_to(31 * SECOND)
    ana.play(("K",))
    ben.take()
    world.move_to(60 * SECOND)
    assert ben.take() == []
    world.move_to(61 * SECOND)
    world.wake()
    assert [e.auto for e in ben.take() if isinstance(e, ev.Played)] == ["clock"]


def test_grace_lets_a_late_move_count(fixed):
    """With a grace of 500 ms the move at deadline + grace counts, and the timer fires there."""
    world, (ana, *_) = fixed(grace_ms=500)
    world.move_to(32 * SECOND + 500 * MILLISECOND)
    assert isinstance(ana.play(("K",)), ev.Ok)
    world.move_to(62 * SECOND + 1000 * MILLISECOND)
    ana.take()
    world.wake()
    assert ana.take()[0].auto == "clock"


def test_a_tick_delays_timers_to_whole_ticks(fixed):
    """With a tick of 7 s the automatic move due at 32 s comes at 35 s."""
    world, (ana, *_) = fixed(tick_ms=7_000)
    world.move_to(35 * SECOND)
    assert ev.Played not in ana.kinds()
    world.wake()
    assert ana.kinds()[0] is ev.Played


def test_nothing_restarts_the_clock(fixed):
    """Junk, refused commands, pings and reconnects leave the deadline where it was (BLF-E29, BLF-E05)."""
    world, (ana, ben, *_) = fixed()
    for second in range(1, 32):
        world.move_to(second * SECOND)
        if second % 5 == 0:
            ben.drop()
            ben.connect()
            assert ben.last(ev.Snapshot).table.remaining_ms == 32_000 - 1000 * second
        else:
            ben.socket.raw(b"{junk")
            assert ben.play(("A",)).code == "not_your_turn"
            ana.socket.say(cm.PingServer(id="x"))
            assert ana.play(("*",)).code == "not_in_hand"
    world.move_to(32 * SECOND)
    assert ev.Played not in ana.kinds()
    world.wake()
    assert ana.take()[0].auto == "clock"


# -- absence -------------------------------------------------------------------------------------


def test_an_away_seat_is_moved_two_seconds_into_its_turn(fixed):
    """A seat that is away when its turn begins is moved auto_delay later; cause away (BLF-E04)."""
    world, (ana, ben, *_) = fixed()
    ben.drop()
    world.move_to(10 * SECOND)
    ana.take()
    world.wake()
    assert [e.player for e in ana.take()] == [ben.id]
    world.move_to(20 * SECOND)
    ana.play(("K",))
    ana.take()
    world.move_to(22 * SECOND)
    assert ana.take() == []
    world.wake()
    played, turn = ana.take()
    assert (played.auto, played.seat, turn.seat) == ("away", 1, 2)


def test_becoming_away_during_the_own_turn_moves_at_that_instant(fixed):
    """Dropped in the own turn: away after 10 s, moved in the same instant, in an action of its own (BLF-E05)."""
    world, (ana, ben, *_) = fixed()
    world.move_to(5 * SECOND)
    ana.drop()
    ben.take()
    world.move_to(15 * SECOND)
    assert ben.take() == []
    world.wake()
    away, played, turn = ben.take()
    assert isinstance(away, ev.Away)
    assert (played.auto, played.turn) == ("away", 1)
    assert away.group == away.number
    assert played.group == turn.group == played.number


def test_away_before_the_delay_waits_for_it(fixed):
    """Away comes before the automatic delay of the turn is over: the move waits for the delay."""
    world, (ana, ben, *_) = fixed(away_ms=1_000)
    ana.drop()
    world.move_to(4 * SECOND)
    assert [type(e) for e in ben.take()[-1:]] == [ev.Away]
    world.wake()
    assert ben.take()[0].auto == "away"


def test_an_away_seat_is_never_moved_after_the_deadline(fixed):
    """An automatic delay beyond the turn time changes nothing: at the deadline the move is made."""
    world, (ana, ben, *_) = fixed(auto_delay_ms=90_000, away_ms=1_000)
    ana.drop()
    world.move_to(32 * SECOND)
    assert [k for k in ben.kinds() if k is ev.Played] == []
    world.wake()
    assert ben.take()[0].auto in ("away", "clock")


def test_coming_back_stops_the_automatic_move(fixed):
    """Back before the delay is over: the player has what is left of the 30 s, not more (BLF-E05)."""
    world, (ana, ben, *_) = fixed(away_ms=1_000)
    ana.drop()
    world.move_to(3 * SECOND)
    ana.connect()
    assert ben.kinds()[-1] is ev.Back
    assert ana.last(ev.Snapshot).table.remaining_ms == 29_000
    world.move_to(32 * SECOND)
    assert [k for k in ben.kinds() if k is ev.Played] == []
    world.wake()
    assert ben.take()[0].auto == "clock"


def test_cards_played_for_an_absent_seat_stay_played(fixed):
    """The snapshot after the return shows the hand as it stands (BLF-25, BLF-E05)."""
    world, (ana, *_) = fixed()
    ana.drop()
    world.move_to(11 * SECOND)
    ana.connect()
    table = ana.last(ev.Snapshot).table
    assert len(table.cards) == 4
    assert table.sizes == (4, 5, 5, 5)
    assert table.claim == ev.Claim(seat=0, count=1)
    assert (table.turn, table.seat) == (2, 1)


def test_a_forced_seat_calls_when_its_time_is_over(fixed):
    """The only seat with cards is called for, never played for (BLF-E01, BLF-E02)."""
    world, (ana, ben) = fixed(2)
    for _ in range(9):
        world.move([ana, ben])
    assert world.must_call(ben)
    assert ben.play().code == "must_call"
    world.move_to(world.now + 30 * SECOND)
    ana.take()
    world.wake()
    called = ana.take()[0]
    assert (called.auto, called.seat, called.claimant) == ("clock", 1, 0)


def test_everybody_away_plays_to_the_end(fixed):
    """All humans away: automatic moves to the end of the match, and they get their points (BLF-E27)."""
    world, players = fixed(4, shots=(1, 2, 3, 4))
    for player in players:
        player.drop()
    world.move_to(3600 * SECOND)
    (settled,) = world.settled
    assert sorted(settled.result.places) == [1, 2, 3, 4]
    assert sum(points for *_, points in settled.awards) == 20


# -- refusals ------------------------------------------------------------------------------------


def test_refusals_change_nothing(fixed):
    """Every illegal move has its code, goes to the sender alone, and the snapshot stays as it was."""
    _, (ana, ben, *_) = fixed()
    before = ana.last(ev.TurnStarted)
    ben.take()
    assert ana.doubt().code == "nothing_to_call"
    assert ana.play(()).code == "count"
    assert ana.play(("K", "K", "K", "Q")).code == "count"
    assert ana.play(("A",)).code == "not_in_hand"
    assert ana.play(("Q", "Q", "Q")).code == "not_in_hand"
    assert ana.play(("nonsense",)).code == "not_in_hand"
    assert ana.play(("K",), turn=2).code == "stale_turn"
    assert ana.play(("K",), turn=0).code == "stale_turn"
    assert ben.take() == []
    assert ben.doubt().code == "not_your_turn"
    assert ben.play(("A",)).code == "not_your_turn"
    ana.connect()
    table = ana.last(ev.Snapshot).table
    assert (table.turn, table.sizes, table.cards) == (before.turn, (5, 5, 5, 5), tuple(HANDS[0]))
    assert ana.last(ev.Snapshot).number == before.number


# -- leavers -------------------------------------------------------------------------------------


def test_a_leaver_on_turn_hands_the_turn_on(fixed):
    """Left, a fresh turn for the next seat, the roster; the older claim stays callable; he gets 4006 (BLF-E07)."""
    world, (ana, ben, cho, dee) = fixed()
    ana.play(("K",))
    world.move_to(9 * SECOND)
    cho.take(), ben.take()
    answer = ben.leave()
    left, turn, roster = cho.take()
    assert answer.number == left.number
    assert (left.seat, left.place, left.points, left.withdrawn) == (1, 4, 0, False)
    assert (turn.turn, turn.seat, turn.legal, turn.remaining_ms) == (3, 2, ("play", "call"), 30_000)
    assert [member.player for member in roster.members] == [ana.id, cho.id, dee.id]
    assert (roster.cause, roster.player, roster.owner, roster.group) == ("left", ben.id, ana.id, left.number)
    assert ben.kinds() == [ev.Ok, ev.LeftTable, ev.TurnStarted, ev.Roster]
    assert ben.socket.close_code == 4006


def test_the_claimant_leaves(fixed):
    """His claim is withdrawn: the seat on turn can only play; turn number and deadline stay (BLF-E08); the room
    has a new owner (BLF-E36).
    """
    world, (ana, ben, *_) = fixed()
    ana.play(("K",))
    world.move_to(3 * SECOND)
    ben.take()
    ana.leave()
    left, legal, roster = ben.take()
    assert roster.owner == ben.id
    assert left.withdrawn
    assert (legal.turn, legal.seat, legal.legal, legal.remaining_ms) == (2, 1, ("play",), 27_000)
    assert legal.group == left.number
    world.move_to(30 * SECOND)
    world.wake()
    assert [e.auto for e in ben.take() if isinstance(e, ev.Played)] == ["clock"]


def test_a_bystander_leaves(fixed):
    """Nothing changes for the seat on turn: left, the roster, and no more."""
    _, (ana, _, cho, _) = fixed()
    ana.take()
    cho.leave()
    assert ana.kinds() == [ev.LeftTable, ev.Roster]


def test_a_leave_can_void_the_hand(fixed):
    """The last claim is the only holder's own: hand void, no pull, new deal by the seat on turn (BLF-E09)."""
    world, (ana, ben, cho) = fixed(3, hands=("KKKQQ", "QQQAA", "AAAKK"))
    for player, count in ((ana, 3), (ben, 1), (cho, 3), (ana, 2), (ben, 1), (cho, 2)):
        assert isinstance(player.play(player.cards[:count]), ev.Ok)
    assert ben.last(ev.TurnStarted).legal == ("call",)
    world.move_to(world.now + SECOND)
    ana.take()
    ben.leave()
    left, void, hand, cards, turn, _ = ana.take()
    assert isinstance(void, ev.HandVoid)
    assert (left.place, void.hand, void.opener, hand.hand, turn.remaining_ms) == (3, 1, 2, 2, 32_000)
    assert hand.opener == turn.seat == 2
    assert hand.sizes == (5, 0, 5)
    assert len(cards.cards) == 5


def test_the_last_but_one_leaves(fixed):
    """Left, match_over: the one who stays is first with full points, the leaver gets none (BLF-E24)."""
    world, (ana, ben) = fixed(2)
    ana.take()
    ben.leave()
    left, over, _ = ana.take()
    assert (left.place, left.points) == (2, 0)
    assert (over.result.places, over.result.points) == ((1, 2), (5, 0))
    assert world.settled[0].awards == ((ana.id, "h0", 5),)


def test_leaving_after_elimination_keeps_the_points(fixed):
    """An eliminated player may go: left with his place and points, nothing else happens (BLF-E25)."""
    world, (ana, ben, cho) = fixed(3, shots=(6, 1, 6))
    ana.play(("K",))
    ben.doubt()
    ana.take()
    ben.leave()
    left, _ = ana.take()
    assert (left.place, left.points, left.withdrawn) == (3, 1, False)
    ana.leave()
    assert cho.last(ev.MatchOver).result.points == (0, 1, 8)
    assert world.settled[0].awards == ((ben.id, "h1", 1), (cho.id, "h2", 8))


def test_all_humans_left_stops_the_match(fixed):
    """Only bots remain: the match stops at once, nothing is settled, the room is gone (BLF-E26)."""
    world, (ana, ben) = fixed(2, 2)
    ana.leave()
    ben.take()
    ben.leave()
    assert ben.kinds()[:3] == [ev.Ok, ev.LeftTable, ev.RoomClosed]
    assert ben.socket.close_code == 4006
    world.move_to(600 * SECOND)
    assert world.settled == []
    assert world.gate.rooms == 0


def test_a_watcher_keeps_the_bots_playing(fixed):
    """An eliminated human who stays sees the bots play to the end (BLF-E26)."""
    world, (ana,) = fixed(1, 2, shots=(1, 6, 6))
    ana.play(("Q",))
    world.move_to(20 * SECOND)
    while not world.settled:
        assert world.now < 3600 * SECOND
        world.pass_ms(5_000)
        ana.socket.say(cm.PingServer(id="x"))
    result = ana.last(ev.MatchOver).result
    assert not result.ranked
    assert result.season is None
    assert world.settled[0].awards == ()


def test_the_last_human_leaving_decides_a_match_against_one_bot(fixed):
    """One bot is left: it has won, the match is over, and the room is gone."""
    world, (ana,) = fixed(1, 1)
    ana.leave()
    assert ana.kinds()[-4:] == [ev.Ok, ev.LeftTable, ev.MatchOver, ev.RoomClosed]
    assert world.settled[0].result.points == (0, 5)
    assert world.settled[0].awards == ()


# -- secrets -------------------------------------------------------------------------------------


def test_no_frame_tells_other_peoples_cards(make_world):
    """Two worlds that differ in hidden cards only look the same, byte for byte, to the seat that may not know."""
    raws = []
    for hidden in (("QQQAA", "AAAKK"), ("AAAKK", "QQQAA")):
        world = make_world(test_chance=True)
        script = ChanceScript(opener=0, tables=("K",), hands=(("KKKQQ", *hidden),), shots=(6, 6, 6))
        ana, ben, cho = world.match(3, seats=3, chance=script)
        ana.play(("K",))
        ben.play(ben.cards[:2])
        cho.drop()
        ben.drop()
        ben.connect()
        cho.connect()
        ana.drop()
        ana.connect()
        raws.append(ana.socket.raws)
    assert raws[0] == raws[1]


def test_the_view_of_an_eliminated_seat_is_public(fixed):
    """Out of the match: no cards in the snapshot (BLF-E43)."""
    _, (ana, ben, *_) = fixed(shots=(1, 6, 6, 6))
    ana.play(("Q",))
    ben.doubt()
    ana.drop()
    ana.connect()
    table = ana.last(ev.Snapshot).table
    assert table.cards == ()
    assert table.places == (4, None, None, None)
    assert table.points == (1, None, None, None)


def test_cards_of_bots_are_in_no_frame(fixed):
    """A watcher of bots sees faces in calls only; snapshots hold his own cards alone."""
    world, (ana,) = fixed(1, 3)
    world.move_to(20 * SECOND)
    for raw in ana.socket.raws:
        frame = msgspec.json.decode(raw)
        assert "hands" not in frame
        if frame["type"] not in ("cards", "called", "snapshot"):
            assert "cards" not in frame


def test_the_snapshot_names_departed_seats_and_the_claim(fixed):
    """Everything of the running match that is public is in the snapshot."""
    _, (ana, ben, cho, dee) = fixed()
    ana.play(("K", "Q"))
    dee.leave()
    cho.drop()
    cho.connect()
    snapshot = cho.last(ev.Snapshot)
    table = snapshot.table
    assert (snapshot.seat, snapshot.phase, table.seat, table.turn) == (2, "playing", 1, 2)
    assert (table.departed, table.claim, table.legal) == ((3,), ev.Claim(seat=0, count=2), ("play", "call"))
    assert (table.cards, table.sizes, table.pulls) == (tuple(HANDS[2]), (3, 5, 5, 0), (0, 0, 0, 0))
    assert table.seats == (ana.id, ben.id, cho.id, dee.id)
    assert (table.hand, table.table, table.ranked, table.remaining_ms) == (1, "K", True, 30_000)
