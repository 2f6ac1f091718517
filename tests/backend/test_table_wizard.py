"""One match of Wizard: rounds, tricks, sealed bids, the clock for several seats at once, leavers."""

from __future__ import annotations

import pytest

from harness.backend.house_wizard import WizardChance
from harness.backend.parts import Parts
from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript
from harness.rules import wizard as rules
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import WizardOptions

ROUNDS = (
    ((("SA",), ("H2",), ("E",)), "D5"),
    ((("S2", "S3"), ("H4", "W"), ("D2", "D3")), "W"),
    ((("C2", "C3", "C4"), ("H4", "H5", "H6"), ("D2", "D3", "D4")), "E"),
)


class FixedChance(WizardChance):
    """Seat 2 deals first; the first three rounds are those of `ROUNDS`."""

    def dealer(self, seats):
        return rules.Dealer(seats - 1)

    def deal(self, each, seats):
        return rules.Deal(ROUNDS[each - 1][0]) if each <= len(ROUNDS) and seats == 3 else super().deal(each, seats)

    def turn_up(self, undealt):
        each = next((n for n, (hands, _) in enumerate(ROUNDS, 1) if len(undealt) == 60 - 3 * n and hands), 0)
        return rules.TurnUp(ROUNDS[each - 1][1]) if each else super().turn_up(undealt)


@pytest.fixture
def begin(make_world):
    """Starts matches with fixed cards; seat 0 bids and leads first."""

    def begin(humans=3, bots=0, *, length="five", **options):
        world = make_world(parts=Parts(wizard_chance=FixedChance))
        chosen = WizardOptions(length=length, **options)
        return world, world.match(humans, bots, game="wizard", seats=humans + bots, wizard=chosen)

    return begin


def kinds(events):
    return [type(event) for event in events]


def bid_all(players, *bids):
    for player, bid in zip(players, bids, strict=True):
        assert isinstance(player.act(cm.BidTricks, tricks=bid), ev.Ok)


def test_a_match_starts_with_round_hand_and_turn(begin):
    """The left neighbour of the dealer bids first (WIZ-11, WIZ-E01)."""
    _, players = begin()
    for seat, player in enumerate(players):
        started, dealt, hand, turn = player.socket.events[-4:]
        assert (started.game, started.ranked, started.options.length) == ("wizard", False, "five")
        assert (dealt.round, dealt.each, dealt.dealer, dealt.leader) == (1, 1, 2, 0)
        assert (dealt.turned, dealt.trump) == ("D5", "D")
        assert (hand.round, hand.cards, hand.bid) == (1, ROUNDS[0][0][seat], None)
        assert (turn.seat, turn.legal, turn.remaining_ms) == (0, ("bid",), 32_000)


def test_a_round_is_bid_played_and_scored(begin):
    """Bids are open, the trick goes to the highest card, the sheet gets one line (WIZ-11..20)."""
    _, (ana, ben, cho) = begin()
    bid_all((ana, ben, cho), 1, 0, 1)
    assert [event.tricks for event in cho.take() if isinstance(event, ev.TricksBid)] == [1, 0, 1]
    ana.act(cm.PlayCard, card="SA")
    ben.act(cm.PlayCard, card="H2")
    cho.take()
    cho.act(cm.PlayCard, card="E")
    ok, played, taken, scored, dealt, hand, turn = cho.take()
    assert (played.seat, played.card, taken.seat) == (2, "E", 0)
    assert scored.line == ev.Line(round=1, bids=(1, 0, 1), won=(1, 0, 0), points=(30, 20, -10))
    assert scored.totals == (30, 20, -10)
    assert {event.group for event in (played, taken, scored, dealt, turn)} == {ok.number}
    assert (dealt.round, dealt.dealer, dealt.turned, dealt.trump, hand.cards) == (2, 0, "W", None, ("D2", "D3"))
    assert (turn.seat, turn.legal) == (0, ("choose_trump",))


def play_first_round(players):
    ana, ben, cho = players
    bid_all(players, 1, 0, 1)
    ana.act(cm.PlayCard, card="SA"), ben.act(cm.PlayCard, card="H2"), cho.act(cm.PlayCard, card="E")


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (cm.BidTricks, {"tricks": 2}, "bid_range"),
        (cm.PlayCard, {"card": "SA"}, "must_bid"),
        (cm.ChooseTrump, {"suit": "S"}, "must_bid"),
        (cm.Call, {}, "wrong_game"),
        (cm.Bid, {"quantity": 1, "face": 1}, "wrong_game"),
    ],
)
def test_bids_that_are_refused(begin, kind, fields, code):
    """And change nothing."""
    _, (ana, ben, _) = begin()
    ben.take()
    assert ana.act(kind, **fields).code == code
    assert ben.take() == []


def test_trump_is_chosen_by_the_dealer_and_suits_are_followed(begin):
    """Before any bid; a suit and nothing else; later the suit led binds (WIZ-08, WIZ-13)."""
    _, players = begin()
    ana, ben, cho = players
    play_first_round(players)
    assert ana.act(cm.BidTricks, tricks=0).code == "must_choose"
    assert ana.act(cm.ChooseTrump, suit="W").code == "suit"
    cho.take()
    ana.act(cm.ChooseTrump, suit="D")
    chosen, turn = cho.take()
    assert (chosen.seat, chosen.suit, turn.seat, turn.legal) == (0, "D", 1, ("bid",))
    ben.act(cm.BidTricks, tricks=1), cho.act(cm.BidTricks, tricks=1)
    assert ana.act(cm.BidTricks, tricks=0).id
    assert ben.act(cm.BidTricks, tricks=1).code == "must_play"
    ben.act(cm.PlayCard, card="H4"), cho.act(cm.PlayCard, card="D2")
    assert ana.act(cm.PlayCard, card="DA").code == "not_in_hand"


def test_the_last_bid_may_not_make_the_total(begin):
    """Plus/minus 1 binds the dealer alone, also when the clock bids for him (WIZ-22, WIZ-E19)."""
    world, (ana, ben, cho) = begin(bids="plusminus")
    bid_all((ana, ben), 1, 0)
    assert cho.act(cm.BidTricks, tricks=0).code == "bid_total"
    world.pass_ms(30_000)
    bid = ana.last(ev.TricksBid)
    assert (bid.seat, bid.tricks, bid.auto) == (2, 1, "clock")
    assert cho.last(ev.WizardHand).bid == 1


def test_hidden_bids_are_made_at_once_and_shown_together(begin):
    """One turn with one deadline; only who has bid is told before the last one (WIZ-21, WIZ-E11)."""
    _, (ana, ben, cho) = begin(bids="hidden")
    asked = ana.last(ev.BiddingOpened)
    assert (asked.turn, asked.seats, asked.remaining_ms) == (1, (0, 1, 2), 32_000)
    cho.act(cm.BidTricks, tricks=1)
    assert ana.socket.raws[-1].count(b"tricks") == 0
    assert (ana.last(ev.BidSealed).seat, ana.last(ev.BidSealed).auto) == (2, None)
    assert cho.act(cm.BidTricks, tricks=0, turn=1).code == "already_bid"
    cho.drop(), cho.connect()
    table = cho.last(ev.Snapshot).table
    assert (table.bids, table.placed, table.waiting) == ((None, None, 1), (False, False, True), (0, 1))
    ana.act(cm.BidTricks, tricks=0)
    ben.drop(), ben.connect()
    assert ben.last(ev.Snapshot).table.bids == (None, None, None)
    ana.take()
    ben.act(cm.BidTricks, tricks=1)
    sealed, revealed, turn = ana.take()
    assert (sealed.turn, revealed.bids, turn.turn, turn.seat, turn.legal) == (1, (0, 1, 1), 2, 0, ("play",))


def test_secret_bids_are_shown_with_the_score(begin):
    """Not before, in no snapshot (WIZ-23)."""
    _, players = begin(bids="secret")
    ana, ben, cho = players
    bid_all(players, 1, 0, 1)
    assert kinds(ana.take())[-3:] == [ev.BidSealed, ev.BidSealed, ev.TurnStarted]
    ben.drop(), ben.connect()
    assert ben.last(ev.Snapshot).table.bids == (None, 0, None)
    ana.act(cm.PlayCard, card="SA"), ben.act(cm.PlayCard, card="H2"), cho.act(cm.PlayCard, card="E")
    line = ben.last(ev.RoundScored).line
    assert line.bids == (1, 0, 1)
    ben.drop(), ben.connect()
    table = ben.last(ev.Snapshot).table
    assert (table.sheet, table.totals, table.phase) == ((line,), (30, 20, -10), "trump")


def test_sealed_bids_begin_a_turn_of_their_own_after_trump_was_chosen(begin):
    """With a fresh clock for all."""
    _, players = begin(bids="hidden")
    bid_all(players, 1, 0, 1)
    for player, card in zip(players, ("SA", "H2", "E"), strict=True):
        player.act(cm.PlayCard, card=card)
    players[0].take()
    players[0].act(cm.ChooseTrump, suit="H")
    assert kinds(players[0].take()) == [ev.Ok, ev.TrumpChosen, ev.BiddingOpened]


def test_each_late_seat_gets_its_automatic_bid(begin):
    """All at the same deadline, each an action of its own; who was in time is left alone (WIZ-E19)."""
    world, (ana, ben, cho) = begin(bids="hidden")
    ben.act(cm.BidTricks, tricks=1)
    ana.take(), cho.take()
    world.move_to(world.now + 32 * SECOND)
    assert ana.take() == []
    world.wake()
    events = cho.take()
    assert kinds(events) == [ev.BidSealed, ev.BidSealed, ev.BidsRevealed, ev.WizardHand, ev.TurnStarted]
    assert [(e.seat, e.auto) for e in events[:2]] == [(0, "clock"), (2, "clock")]
    assert events[0].group != events[1].group == events[2].group
    assert events[2].bids == (0, 1, 0)
    assert kinds(ana.take())[:2] == [ev.BidSealed, ev.WizardHand]


def test_an_away_seat_bids_by_itself_and_nobody_else_does(begin):
    """After its delay, while the others still think."""
    world, (ana, ben, cho) = begin(bids="secret")
    ben.drop()
    world.pass_ms(9_999)
    ana.take()
    world.pass_ms(1)
    away, sealed = ana.take()
    assert (type(away), sealed.seat, sealed.auto) == (ev.Away, 1, "away")
    cho.drop()
    world.pass_ms(30_000)
    autos = {e.seat: e.auto for e in ana.take() if isinstance(e, ev.BidSealed)}
    assert autos == {2: "away", 0: "clock"}


def test_automatic_cards_follow_suit_and_the_hand_is_told_anew(begin):
    """One legal card at random; whoever was moved for learns what is left (WIZ-E19)."""
    world, players = begin()
    play_first_round(players)
    ana, ben, _ = players
    world.pass_ms(32_000)
    assert ana.last(ev.TrumpChosen).suit == "S"
    for _ in range(3):
        world.pass_ms(30_000)
    assert {e.tricks for e in ana.socket.events[-12:] if isinstance(e, ev.TricksBid)} == {0}
    world.pass_ms(30_000)
    card = ana.last(ev.CardPlayed)
    assert (card.seat, card.auto) == (1, "clock")
    assert set(ben.last(ev.WizardHand).cards) | {card.card} == {"H4", "W"}


def test_a_bot_takes_the_seat_of_a_leaver_who_is_last(begin):
    """Whatever the seat achieves (WIZ-E20); the result has totals and no points (WIZ-E16)."""
    world, (ana, ben, _) = begin(length="five")
    ben.leave()
    assert kinds(ana.take())[-2:] == [ev.TakenOver, ev.Roster]
    for _ in range(3_000):
        if any(isinstance(event, ev.MatchOver) for event in ana.socket.events[-3:]):
            break
        world.pass_ms(5_000)
    result = ana.last(ev.MatchOver).result
    assert result.places[1] == 3
    assert (result.ai, result.points, result.ranked) == ((1,), (0, 0, 0), False)
    assert result.totals == ana.last(ev.RoundScored).totals
    assert len(world.settled) == 1
    autos = {event.auto for event in ana.socket.events if isinstance(event, ev.CardPlayed) and event.seat == 1}
    assert autos == {"left"}


def test_when_the_last_human_leaves_everything_stops(begin):
    """Nothing is settled (WIZ-E20)."""
    world, (ana, *_) = begin(1, 2)
    ana.leave()
    assert isinstance(ana.socket.events[-1], ev.RoomClosed)
    world.pass_ms(600_000)
    assert world.settled == []


def test_a_table_of_two_is_too_small(make_world):
    """WIZ-E17."""
    world = make_world()
    ana, _ = world.room(2, game="wizard")
    assert ana.call("start").status == 409


def test_a_scripted_round(make_world):
    """Dealer, cards and the card turned up are fixed; a card that is turned up is in nobody's hand."""
    world = make_world(test_chance=True)
    script = ChanceScript(dealer=1, hands=(("SA", "", "W"),), turned=("H7",))
    ana, _, cho = world.match(3, 0, game="wizard", seats=3, chance=script)
    dealt = ana.last(ev.RoundDealt)
    assert (dealt.turned, dealt.trump, ana.last(ev.WizardHand).cards) == ("H7", "H", ("SA",))
    assert (dealt.dealer, cho.last(ev.WizardHand).cards) == (1, ("W",))


def test_when_all_cards_are_dealt_none_is_kept_back():
    """A card to be turned up stays in the deck of a round that has none."""
    chance = WizardChance(bytes(32), "BCDF", "m", ChanceScript(turned=("H7",)))
    chance.begin_round(1)
    assert "H7" in [card for hand in chance.deal(20, 3).hands for card in hand]
    assert "H7" not in [card for hand in chance.deal(19, 3).hands for card in hand]
    assert chance.turn_up(("H7", "H8")).card == "H7"


def test_a_first_dealer_who_is_not_there(make_world):
    """Is drawn."""
    world = make_world(test_chance=True)
    ana, *_ = world.match(3, 0, game="wizard", seats=6, chance=ChanceScript(dealer=5))
    assert ana.last(ev.RoundDealt).dealer in (0, 1, 2)
