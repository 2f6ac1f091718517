"""One match of Liar's Dice: order of events, who knows what, the clock, absence, leavers."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.backend.house_dice import DiceChance
from harness.backend.parts import Parts
from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import ChanceScript
from harness.rules import liars_dice as rules
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import DiceOptions

CUPS = ((1, 2, 3, 4, 5), (6, 6, 6, 1, 2), (3, 3, 4, 4, 5))


class FixedChance(DiceChance):
    """Everybody shakes the first dice of his line, each round."""

    def roll(self, sizes):
        return rules.Roll(tuple(cup[:size] for cup, size in zip(CUPS, sizes, strict=False)))


@pytest.fixture
def begin(make_world):
    """Starts matches with fixed dice; the first player owns the room and opens."""

    def begin(humans=3, bots=0, *, options=None, **config):
        world = make_world(parts=Parts(dice_chance=FixedChance), **config)
        return world, world.match(humans, bots, game="liars_dice", seats=humans + bots, liars_dice=options)

    return begin


def kinds(events):
    return [type(event) for event in events]


def test_a_match_starts_with_round_dice_and_turn(begin):
    """The host opens; each sees his own dice and nobody else's; the first turn has the deal pause (LDC-03, LDC-04)."""
    _, players = begin(options=DiceOptions(ones="low"))
    for seat, player in enumerate(players):
        events = player.socket.events[-4:]
        assert kinds(events) == [ev.MatchStarted, ev.RoundStarted, ev.Dice, ev.TurnStarted]
        started, shaken, dice, turn = events
        assert (started.game, started.ranked, started.options) == ("liars_dice", False, DiceOptions(ones="low"))
        assert (shaken.round, shaken.opener, shaken.sizes) == (1, 0, (5, 5, 5))
        assert (dice.round, dice.dice) == (1, tuple(sorted(CUPS[seat])))
        assert (turn.turn, turn.seat, turn.legal, turn.remaining_ms) == (1, 0, ("bid",), 32_000)
        assert started.group == shaken.group == turn.group


def test_without_the_host_at_the_table_anybody_opens(make_world):
    """All draws over many matches: each seat opens at some time (LDC-E12)."""
    chance = DiceChance(bytes(32), "BCDF", "m", None)
    assert {chance.opener(None, 3).seat for _ in range(60)} == {0, 1, 2}
    assert chance.opener(2, 3).seat == 2


def test_a_bid_is_ok_bid_turn(begin):
    """The sender gets ok first, then everybody the bid and the next turn."""
    _, (ana, ben, _) = begin()
    ana.take(), ben.take()
    answer = ana.act(cm.Bid, quantity=2, face=6)
    assert kinds(ana.take()) == [ev.Ok, ev.BidMade, ev.TurnStarted]
    bid, turn = ben.take()
    assert answer.number == bid.number == turn.group
    assert (bid.turn, bid.seat, bid.quantity, bid.face, bid.locked, bid.auto) == (1, 0, 2, 6, False, None)
    assert (turn.seat, turn.legal, turn.remaining_ms) == (1, ("bid", "challenge"), 30_000)


def test_a_challenge_opens_all_cups_and_shakes_anew(begin):
    """All dice are shown once, the loser has one fewer and opens (LDC-11, LDC-12)."""
    _, (ana, ben, cho) = begin()
    ana.act(cm.Bid, quantity=6, face=6)
    cho.take()
    assert isinstance(ben.act(cm.Challenge), ev.Ok)
    settled, shaken, dice, turn = cho.take()
    assert settled.dice == tuple(tuple(sorted(cup)) for cup in CUPS)
    assert (settled.seat, settled.bidder, settled.count, settled.holds) == (1, 0, 5, False)
    assert (settled.loser, settled.left) == (0, 4)
    assert (shaken.round, shaken.opener, shaken.sizes) == (2, 0, (4, 5, 5))
    assert (dice.round, turn.seat, turn.remaining_ms) == (2, 0, 32_000)


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (cm.Bid, {"quantity": 0, "face": 2}, "quantity"),
        (cm.Bid, {"quantity": 16, "face": 2}, "quantity"),
        (cm.Bid, {"quantity": 2, "face": 7}, "face"),
        (cm.Bid, {"quantity": 1, "face": 6}, "not_higher"),
        (cm.Play, {"cards": ("K",)}, "wrong_game"),
        (cm.PlayCard, {"card": "W"}, "wrong_game"),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(begin, kind, fields, code):
    """With the rule behind it; nobody else hears of it."""
    _, (ana, ben, cho) = begin()
    ana.act(cm.Bid, quantity=2, face=3)
    cho.take()
    assert ben.act(kind, **fields).code == code
    assert cho.take() == []
    assert isinstance(ben.act(cm.Bid, quantity=2, face=4), ev.Ok)


def test_an_opener_has_nothing_to_challenge_and_others_must_wait(begin):
    """LDC-E10, LDC-E09."""
    _, (ana, ben, _) = begin()
    assert ana.act(cm.Challenge).code == "nothing_to_challenge"
    assert ben.act(cm.Bid, quantity=2, face=3).code == "not_your_turn"
    assert ana.act(cm.Bid, quantity=2, face=3, turn=7).code == "stale_turn"


def test_a_challenge_is_settled_once(begin):
    """Sent twice with the same id it costs one die, and with another id it is stale (LDC-E18)."""
    _, (ana, ben, cho) = begin()
    ana.act(cm.Bid, quantity=6, face=6)
    answer = ben.act(cm.Challenge, id="x", turn=2)
    assert ben.act(cm.Challenge, id="x", turn=2).number == answer.number
    assert ben.act(cm.Challenge, id="y", turn=2).code == "stale_turn"
    assert cho.last(ev.RoundStarted).sizes == (4, 5, 5)


def test_time_over_bids_one_two_and_then_challenges(begin):
    """Exactly at the deadline (LDC-E14)."""
    world, (ana, *_) = begin()
    ana.take()
    world.move_to(world.now + 32 * SECOND)
    assert ana.take() == []
    world.wake()
    bid, _ = ana.take()
    assert (bid.seat, bid.quantity, bid.face, bid.auto) == (0, 1, 2, "clock")
    world.pass_ms(30_000)
    settled = ana.last(ev.Challenged)
    assert (settled.seat, settled.auto, settled.holds) == (1, "clock", True)


def test_an_away_player_is_moved_by_an_ai_after_the_delay(begin):
    """Two seconds into his turn; the turn after he is back is his own again (LDC-E16)."""
    world, (ana, ben, cho) = begin()
    ben.drop()
    world.pass_ms(10_000)
    ana.act(cm.Bid, quantity=1, face=3)
    cho.take()
    world.pass_ms(1_999)
    assert cho.take() == []
    world.pass_ms(1)
    move, _ = cho.take()
    assert (move.seat, move.auto) == (1, "away")
    ben.connect()
    table = ben.last(ev.Snapshot).table
    assert (table.dice, table.seat, table.ones) == (tuple(sorted(CUPS[1])), 2, "high")
    while ben.last(ev.TurnStarted | ev.Snapshot) and world.turn_of([cho]) is cho:
        cho.act(cm.Bid, quantity=cho.last(ev.BidMade).quantity + 1, face=6)
    ana.act(cm.Bid, quantity=8, face=6)
    world.pass_ms(29_999)
    assert ben.last(ev.TurnStarted).seat == 1


def test_a_snapshot_shows_the_bid_and_the_lock_and_no_foreign_dice(begin):
    """Also after a reconnect in mid-round (FEAT-17, FEAT-43)."""
    _, (ana, ben, cho) = begin()
    ana.act(cm.Bid, quantity=2, face=1)
    cho.drop()
    raw = cho.connect().raws[0]
    table = cho.last(ev.Snapshot).table
    assert isinstance(table, ev.DiceView)
    assert (table.bid, table.locked, table.round) == (ev.Bidding(seat=0, quantity=2, face=1), True, 1)
    assert (table.sizes, table.places, table.ai, table.legal) == ((5, 5, 5), (None,) * 3, (), ("bid", "challenge"))
    assert table.dice == tuple(sorted(CUPS[2]))
    assert raw.count(b'"dice"') == 1
    assert ben.last(ev.Dice).dice == tuple(sorted(CUPS[1]))


def test_an_ai_takes_the_seat_of_a_leaver(begin):
    """Nothing about bids and totals changes; its moves say why (LDC-E15)."""
    world, (ana, ben, cho) = begin()
    ana.act(cm.Bid, quantity=1, face=3)
    cho.take()
    assert isinstance(ben.leave(), ev.Ok)
    assert kinds(cho.take()) == [ev.TakenOver, ev.Roster]
    assert ben.socket.close_code == 4006
    world.pass_ms(1_500)
    move = cho.last(ev.BidMade | ev.Challenged)
    assert (move.seat, move.turn, move.auto) == (1, 2, "left")
    cho.drop()
    cho.connect()
    assert cho.last(ev.Snapshot).table.ai == (1,)


def test_a_leaver_out_of_turn_leaves_the_turn_alone(begin):
    """The seat on turn keeps its deadline; only near the deadline would the AI be hurried."""
    world, (ana, ben, cho) = begin()
    ben.take()
    cho.leave()
    assert kinds(ben.take()) == [ev.TakenOver, ev.Roster]
    world.pass_ms(31_999)
    assert ben.take() == []
    assert isinstance(ana.act(cm.Bid, quantity=1, face=3), ev.Ok)


def test_a_leaver_at_the_end_of_his_time_is_moved_at_the_deadline(begin):
    """The AI thinks no longer than the player could have."""
    world, (ana, ben, _) = begin()
    world.pass_ms(31_999)
    ana.leave()
    world.pass_ms(1)
    assert ben.last(ev.BidMade).seat == 0


def test_when_the_last_human_leaves_everything_stops(begin):
    """Nothing is settled (LDC-E15)."""
    world, (ana, *_) = begin(1, 2)
    ana.take()
    ana.leave()
    assert kinds(ana.take()) == [ev.Ok, ev.RoomClosed]
    world.pass_ms(600_000)
    assert (world.settled, world.gate.rooms) == ([], 0)


def lose_out(world, players, loser):
    """Play until this player has no dice: he bids what cannot be, or challenges what is."""
    while not any(isinstance(e, ev.Eliminated) and e.seat == loser.seat for e in loser.socket.events):
        world.move_to(world.now + MILLISECOND)
        player = world.turn_of(players)
        shaken, last = player.last(ev.RoundStarted), player.last(ev.RoundStarted | ev.BidMade)
        if player is loser:
            if isinstance(last, ev.BidMade):
                player.act(cm.Challenge)
            else:
                player.act(cm.Bid, quantity=sum(shaken.sizes), face=6)
        elif isinstance(last, ev.BidMade) and last.seat == loser.seat:
            player.act(cm.Challenge)
        else:
            quantity = last.quantity + 1 if isinstance(last, ev.BidMade) else 1
            player.act(cm.Bid, quantity=quantity, face=3)


def test_without_dice_a_seat_is_out_and_may_leave(begin):
    """It has its place, plays no more, and its leaving is no business of the match (LDC-14, LDC-E23)."""
    world, players = begin()
    ana, ben, cho = players
    lose_out(world, players, ana)
    out = ben.last(ev.Eliminated)
    assert (out.seat, out.place, out.points) == (0, 3, 0)
    assert ana.act(cm.Challenge).code == "out"
    assert not any(isinstance(event, ev.Dice) for event in ana.socket.events[-3:])
    ben.take()
    ana.leave()
    left, roster = ben.take()
    assert (left.seat, left.place, left.points, left.withdrawn) == (0, 3, 0, False)
    assert roster.owner == ben.id
    lose_out(world, players[1:], cho)
    result = ben.last(ev.MatchOver).result
    assert (result.places, result.points, result.ranked, result.season) == ((3, 1, 2), (0, 0, 0), False, None)
    assert (result.ai, result.totals) == ((), ())
    assert [settled.awards for settled in world.settled] == [()]


def test_an_ai_can_win_and_then_nobody_human_is_first(begin):
    """The seat wins, marked AI (LDC-E15)."""
    world, players = begin(2, 0)
    ana, ben = players
    ana.leave()
    while not any(isinstance(event, ev.MatchOver) for event in ben.socket.events):
        turn = ben.last(ev.TurnStarted)
        if turn.seat == 1 and "challenge" in turn.legal:
            ben.act(cm.Challenge)
        elif turn.seat == 1:
            ben.act(cm.Bid, quantity=sum(ben.last(ev.RoundStarted).sizes), face=6)
        else:
            world.pass_ms(5_000)
    result = ben.last(ev.MatchOver).result
    assert result.ai == (0,)
    assert sorted(result.places) == [1, 2]


def test_when_the_last_human_leaves_after_he_was_out_everything_stops(begin):
    """The bots do not play on for nobody, also when he had his place already (LDC-E15)."""
    world, (ana, *_) = begin(1, 2)
    while not any(isinstance(event, ev.Eliminated) and event.seat == 0 for event in ana.socket.events):
        if ana.last(ev.TurnStarted).seat == 0 and ana.last(ev.TurnStarted).turn > 0:
            bid = ana.last(ev.RoundStarted | ev.BidMade)
            if isinstance(bid, ev.BidMade):
                ana.act(cm.Challenge)
            else:
                ana.act(cm.Bid, quantity=sum(bid.sizes), face=6)
        world.pass_ms(2_000)
    ana.leave()
    world.pass_ms(600_000)
    assert world.gate.rooms == 0


def test_scripted_dice(make_world):
    """Fixed dice lie under their cups, round by round; the others are thrown, and a cup that lost dice takes fewer."""
    world = make_world(test_chance=True)
    script = ChanceScript(dice=(("6 6 6 6 6", "1 2"), ("5 5 5 5 4", "3 3 3 3 3")))
    ana, ben = world.match(2, 0, game="liars_dice", seats=2, chance=script)
    assert ana.last(ev.Dice).dice == (6, 6, 6, 6, 6)
    assert Counter(ben.last(ev.Dice).dice) >= Counter((1, 2)) and len(ben.last(ev.Dice).dice) == 5
    ana.act(cm.Bid, quantity=10, face=6)
    ben.act(cm.Challenge)
    assert (ana.last(ev.Dice).round, ana.last(ev.Dice).dice) == (2, (5, 5, 5, 5))
    assert ben.last(ev.Dice).dice == (3, 3, 3, 3, 3)
