"""One match of Bluff: the deal, claims, passes, calls, the last cards, the clock, leavers, the next match."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.backend.house_bluff import BluffChance
from harness.backend.parts import Parts
from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript
from harness.rules import bluff as rules
from harness.rules.french_deck import in_order
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions


class FixedChance(BluffChance):
    """The last seat deals; cards are dealt in the order of the deck, so that seat 0 has aces, twos and threes."""

    def dealer(self, seats):
        return rules.Dealer(seats - 1)

    def deal(self, state):
        cards, hands = list(rules.all_cards(state.options)), []
        for size in rules.deal_sizes(state):
            hands.append(in_order(cards[:size]))
            del cards[:size]
        return rules.Deal(tuple(hands))


@pytest.fixture
def begin(make_world):
    """Starts matches of four with 13 cards each."""

    def begin(humans=4, bots=0, *, jokers="none", **options):
        world = make_world(parts=Parts(bluff_chance=FixedChance))
        chosen = BluffOptions(jokers=jokers, **options)
        return world, world.match(humans, bots, game="bluff", seats=humans + bots, bluff=chosen)

    return begin


def kinds(events):
    return [type(event) for event in events]


def hand(player):
    """The own cards as last told; no test here asks after an own play."""
    return player.last(ev.BluffHand).cards


def test_a_match_starts_with_deal_hand_and_turn(begin):
    """All cards are dealt; the seat after the dealer leads (CHT-03, CHT-E15)."""
    _, players = begin()
    for player in players:
        started, dealt, cards, turn = player.socket.events[-4:]
        assert (started.game, started.ranked, started.options.jokers) == ("bluff", False, "none")
        assert (dealt.dealer, dealt.leader, dealt.ring, dealt.sizes) == (3, 0, (0, 1, 2, 3), (13,) * 4)
        assert len(cards.cards) == 13
        assert (turn.seat, turn.legal, turn.remaining_ms) == (0, ("play",), 32_000)
    assert hand(players[0]) == ("A",) * 4 + ("2",) * 4 + ("3",) * 4 + ("4",)


def test_cards_are_laid_face_down_and_named(begin):
    """The number is told, the faces are not (CHT-04, CHT-E24)."""
    _, (ana, ben, *_) = begin()
    ana.take(), ben.take()
    ana.act(cm.Lay, cards=("A", "2"), named="K")
    assert kinds(ana.take()) == [ev.Ok, ev.Laid, ev.TurnStarted]
    laid, turn = ben.take()
    assert (laid.seat, laid.count, laid.rank, laid.left, laid.auto) == (0, 2, "K", 11, None)
    assert (turn.seat, turn.legal) == (1, ("play", "pass", "call"))
    ben.drop(), ben.connect()
    table = ben.last(ev.Snapshot).table
    assert isinstance(table, ev.BluffView)
    assert table.claim == ev.BluffClaim(seat=0, count=2, rank="K")
    assert (table.sizes, table.pile, table.discarded, table.passed) == ((11, 13, 13, 13), 2, 0, ())
    assert (table.end, table.dealer, table.ring, table.departed) == ("first_out", 3, (0, 1, 2, 3), ())
    assert len(table.cards) == 13


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (cm.Pass, {}, "must_lead"),
        (cm.Call, {}, "nothing_to_call"),
        (cm.Lay, {"cards": (), "named": "K"}, "count"),
        (cm.Lay, {"cards": ("K",), "named": "K"}, "not_in_hand"),
        (cm.Lay, {"cards": ("A",) * 5, "named": "A"}, "not_in_hand"),
        (cm.Lay, {"cards": ("A",), "named": "*"}, "bad_rank"),
        (cm.Lay, {"cards": ("A",)}, "bad_rank"),
        (cm.Play, {"cards": ("A",)}, "wrong_game"),
    ],
)
def test_what_a_leader_may_not_do(begin, kind, fields, code):
    """It is refused and nobody else hears of it."""
    _, (ana, ben, *_) = begin()
    ben.take()
    assert ana.act(kind, **fields).code == code
    assert ben.take() == []


def test_a_call_gives_the_pile_to_the_liar(begin):
    """Only the last claim is turned up; the taker alone learns the rest (CHT-11, CHT-13)."""
    _, (ana, ben, cho, _) = begin()
    ana.act(cm.Lay, cards=("A",), named="K")
    ben.act(cm.Lay, cards=("4", "5"), named="K")
    ben.take(), ana.take()
    cho.act(cm.Call)
    up, cards, turn = ben.take()
    assert (up.seat, up.claimant, up.cards, up.truth, up.taker, up.taken) == (2, 1, ("4", "5"), False, 1, 3)
    assert sorted(cards.cards).count("A") == 1
    assert len(cards.cards) == 14
    assert kinds(ana.take()) == [ev.TurnedUp, ev.TurnStarted]
    assert (turn.seat, turn.legal) == (2, ("play",))


def test_a_call_of_the_truth_costs_the_caller(begin):
    """And the claimant leads; nobody calls himself (CHT-12, CHT-E07)."""
    _, (ana, ben, cho, dee) = begin()
    ana.act(cm.Lay, cards=("A", "A"), named="A")
    ben.act(cm.Call)
    up = cho.last(ev.TurnedUp)
    assert (up.truth, up.taker, up.taken, cho.last(ev.TurnStarted).seat) == (True, 1, 2, 0)
    ana.act(cm.Lay, cards=("2",), named="2")
    for player in (ben, cho, dee):
        player.act(cm.Pass)
    assert ana.act(cm.Call).code == "own_claim"


def test_a_round_of_passes_sweeps_the_pile(begin):
    """The last adder's own pass ends it, and he leads (CHT-09, CHT-E05)."""
    _, players = begin()
    ana, ben, cho, dee = players
    ana.act(cm.Lay, cards=("A",), named="A")
    for player in (ben, cho, dee):
        player.act(cm.Pass)
    cho.take()
    ana.act(cm.Pass)
    passed, swept, turn = cho.take()
    assert (passed.seat, passed.auto, swept.count) == (0, None, 1)
    assert (turn.seat, turn.legal) == (0, ("play",))
    ben.drop(), ben.connect()
    assert ben.last(ev.Snapshot).table.discarded == 1


def test_time_over_leads_truly_and_passes_otherwise(begin):
    """Who was moved for learns what is left (CHT-E21)."""
    world, (ana, ben, *_) = begin()
    ana.take()
    world.move_to(world.now + 32 * SECOND)
    assert ana.take() == []
    world.wake()
    laid, cards, turn = ana.take()
    assert (laid.seat, laid.count, laid.auto, turn.seat) == (0, 1, "clock", 1)
    assert laid.rank in ("A", "2", "3", "4")
    assert len(cards.cards) == 12
    ben.drop()
    world.pass_ms(10_000)
    passed = ana.last(ev.Passed)
    assert (passed.seat, passed.auto) == (1, "away")


def finish(players):
    """Seat 0 leads with all its cards at once."""
    ana = players[0]
    return ana.act(cm.Lay, cards=hand(ana), named="A")


def test_the_last_cards_win_when_everybody_lets_them_be(begin):
    """The finish is final after all others passed (CHT-20, CHT-E09); the losers are ranked by cards left (CHT-E12)."""
    world, players = begin()
    ana, ben, cho, dee = players
    finish(players)
    assert ana.last(ev.TurnStarted).seat == 1
    ben.act(cm.Pass), cho.act(cm.Pass)
    ana.take()
    dee.act(cm.Pass)
    passed, swept, finished, over = ana.take()
    assert (type(passed), swept.count, finished.seat, finished.place) == (ev.Passed, 13, 0, 1)
    assert over.result.places == (1, 2, 2, 2)
    assert (over.result.points, over.result.ranked, over.result.ai) == ((0,) * 4, False, ())
    assert [settled.awards for settled in world.settled] == [()]


def test_the_last_cards_may_be_called(begin):
    """A lie takes them all back (CHT-20)."""
    _, players = begin()
    finish(players)
    players[1].act(cm.Call)
    assert len(hand(players[0])) == 13
    assert players[0].last(ev.TurnStarted).seat == 1


def test_playing_on_goes_to_the_last_place(begin):
    """With `play_on` the winner is out and the others play (CHT-21)."""
    _, players = begin(end="play_on")
    ana, ben, cho, _ = players
    finish(players)
    cho.take()
    ben.act(cm.Lay, cards=("4",), named="A")
    laid, finished, turn = cho.take()
    assert (laid.seat, finished.seat, finished.place, turn.seat) == (1, 0, 1, 2)
    assert ana.act(cm.Pass).code == "out"
    ana.leave()
    left, roster = cho.take()
    assert (left.seat, left.place, left.points, left.withdrawn) == (0, 1, 0, False)
    assert type(roster) is ev.Roster


def test_a_leaver_takes_his_hand_out_of_the_game(begin):
    """Lowest open place; out of his turn nothing else happens (CHT-E22)."""
    world, (ana, ben, _, dee) = begin()
    ben.take()
    dee.leave()
    left, roster = ben.take()
    assert (left.seat, left.place, left.withdrawn, type(roster)) == (3, 4, False, ev.Roster)
    world.pass_ms(31_999)
    assert isinstance(ana.act(cm.Lay, cards=("A",), named="A"), ev.Ok)
    ben.drop(), ben.connect()
    assert ben.last(ev.Snapshot).table.departed == (3,)


def test_a_leaver_on_turn_passes_the_turn_on(begin):
    """With a fresh clock for the next."""
    _, (ana, ben, *_) = begin()
    ben.take()
    ana.leave()
    left, turn, _ = ben.take()
    assert (left.seat, turn.seat, turn.turn, turn.remaining_ms) == (0, 1, 2, 30_000)


def test_a_leaving_claimant_ends_the_round(begin):
    """There is no claim without a claimant: the pile goes, the next seat leads (CHT-E22)."""
    _, (ana, ben, cho, _) = begin()
    ana.act(cm.Lay, cards=("A", "2"), named="A")
    ben.act(cm.Pass)
    cho.take()
    ana.leave()
    left, swept, turn, _ = cho.take()
    assert (left.withdrawn, swept.count, turn.seat, turn.legal) == (True, 2, 1, ("play",))


def test_the_last_one_left_wins(begin):
    """One player left: he wins (CHT-E22)."""
    world, (ana, ben) = begin(2)
    ana.leave()
    result = ben.last(ev.MatchOver).result
    assert (result.places, len(world.settled)) == ((2, 1), 1)


def test_when_the_last_human_leaves_everything_stops(begin):
    """Nothing is settled while bots could play on."""
    world, (ana, *_) = begin(1, 3)
    ana.leave()
    assert isinstance(ana.socket.events[-1], ev.RoomClosed)
    world.pass_ms(600_000)
    assert world.settled == []


def test_a_match_without_end_is_ended_at_the_limit(make_world):
    """After so many turns the result says that it was halted; who holds fewest cards is first (CHT-E23)."""
    world = make_world(parts=Parts(bluff_chance=FixedChance), bluff_turns_max=3)
    players = world.match(4, 0, game="bluff", seats=4, bluff=BluffOptions(jokers="none"))
    for seat, cards in ((0, ("A", "A")), (1, ("4",)), (2, ("7",))):
        assert ev.MatchOver not in kinds(players[3].take())
        players[seat].act(cm.Lay, cards=cards, named="A" if not seat else None)
    over = players[3].last(ev.MatchOver)
    assert over.result.halted and over.result.places == (1, 2, 2, 4)
    assert world.settled[-1].result == over.result


def again(players):
    """The same people ask for the next match."""
    for player in players:
        assert player.call("rematch").status == 200
    assert players[0].call("start").status == 200
    return players[0].last(ev.Dealt)


def win(players):
    finish(players)
    for player in players[1:]:
        player.act(cm.Pass)


def test_the_dealer_moves_on_with_the_next_match(begin):
    """One seat, among the same people (CHT-E15)."""
    _, players = begin()
    win(players)
    dealt = again(players)
    assert (dealt.dealer, dealt.leader, dealt.ring) == (0, 1, (0, 1, 2, 3))


def test_seats_can_change_between_matches(begin):
    """Then everybody is seated anew first (CHT-17)."""
    _, players = begin(seat_change=True)
    win(players)
    dealt = again(players)
    assert sorted(dealt.ring) == [0, 1, 2, 3]
    assert dealt.dealer == dealt.ring[(dealt.ring.index(3) + 1) % 4]


def test_other_people_begin_anew(begin):
    """Somebody is gone: the dealer is drawn."""
    _, players = begin()
    win(players)
    players[3].leave()
    dealt = again(players[:3])
    assert (dealt.dealer, len(dealt.ring)) == (2, 3)


def test_a_scripted_deal(make_world):
    """The dealer and some cards are fixed, in every match of the room; so is the order after a seat change."""
    world = make_world(test_chance=True, bluff_turns_max=1)
    script = ChanceScript(dealer=1, ring=(2, 0, 1), hands=(("K K *", "", "A"),))
    options = BluffOptions(jokers="two", seat_change=True)
    players = world.match(3, 0, game="bluff", seats=3, bluff=options, chance=script)
    dealt = players[0].last(ev.Dealt)
    assert (dealt.dealer, dealt.leader, dealt.ring) == (1, 2, (0, 1, 2))
    assert Counter(hand(players[0])) >= Counter(("K", "K", "*")) and "A" in hand(players[2])
    assert sum(Counter(map(len, map(hand, players))).values()) == 3
    players[2].act(cm.Lay, cards=("A",), named="A")
    again(players)
    assert players[0].last(ev.Dealt).ring == (2, 0, 1)
    assert Counter(hand(players[0])) >= Counter(("K", "K", "*"))


def test_a_script_for_more_seats_than_came(make_world):
    """What concerns seats that are not there is left to chance."""
    world = make_world(test_chance=True)
    script = ChanceScript(dealer=3, hands=(("K", "", "", "A"),))
    players = world.match(2, 0, game="bluff", seats=4, chance=script)
    assert players[0].last(ev.Dealt).dealer in (0, 1) and "K" in hand(players[0])
