"""What all games have in common at the table: options, bots, results without points, absence and leaving."""

from __future__ import annotations

import pytest

from harness.backend.house_bluff import BluffBot
from harness.backend.house_dice import DiceBot, at_least
from harness.backend.house_wizard import WizardBot, trick_chance
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.rules import bluff, liars_dice, wizard
from harness.seed import Stream
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions, DiceOptions, WizardOptions
from tests.backend.conftest import DIALECT

GAMES = {
    "liars_dice": {"liars_dice": DiceOptions()},
    "bluff": {"bluff": BluffOptions(end="play_on")},
    "wizard": {"wizard": WizardOptions(length="five", bids="hidden")},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_among_bots_ends_and_gives_no_points(make_world, game):
    """With a human who sleeps through it: settled once, unranked, boards untouched, no points in the policy."""
    world = make_world(seed=5)
    (ana,) = world.match(1, 3, game=game, seats=4, **GAMES[game])
    assert ana.last(ev.Snapshot).policy.points == {}
    for _ in range(4_000):
        if world.settled:
            break
        world.pass_ms(20_000)
    (settled,) = world.settled
    assert (settled.awards, settled.result.points, settled.result.ranked) == ((), (0, 0, 0, 0), False)
    assert settled.result.season is None
    assert DIALECT.read_board(world.raw_http("GET", "/v1/boards/world")) == ()
    assert DIALECT.read_result(world.http(DIALECT.match_result(settled.result.match))) == settled.result
    assert bool(settled.result.totals) == (game == "wizard")


@pytest.mark.parametrize("game", GAMES)
def test_two_humans_are_not_ranked_in_a_game_without_points(make_world, game):
    """Only Bluffers has points."""
    ana, *_ = make_world().match(2, 1, game=game, seats=3)
    assert not ana.last(ev.MatchStarted).ranked
    assert ana.last(ev.MatchStarted).options == type(next(iter(GAMES[game].values())))()


@pytest.mark.parametrize("kind", [cm.Bid, cm.Challenge, cm.Lay, cm.Pass, cm.ChooseTrump, cm.BidTricks, cm.PlayCard])
def test_moves_of_other_games_are_refused_in_bluffers(make_world, kind):
    """By code, with the id; nothing else happens."""
    world = make_world()
    ana, ben = world.match(2)
    ben.take()
    fields = {"quantity": 1, "face": 2, "cards": ("K",), "suit": "S", "tricks": 0, "card": "W"}
    answer = ana.act(kind, **{name: value for name, value in fields.items() if name in kind.__struct_fields__})
    assert answer.code == "wrong_game"
    assert ben.take() == []


@pytest.mark.parametrize(
    "options",
    [
        {"game": "poker"},
        {"game": "bluffers", "seats": 5},
        {"game": "liars_dice", "seats": 7},
        {"game": "bluff", "seats": 9},
        {"game": "wizard", "seats": 2},
        {"game": "wizard", "seats": 3, "liars_dice": DiceOptions()},
        {"game": "bluffers", "bluff": BluffOptions()},
        {"game": "liars_dice", "chance": ChanceScript(opener=0)},
        {"game": "bluff", "chance": ChanceScript(hands=(("A", "B"),))},
        {"game": "wizard", "chance": ChanceScript(turned=("SA",) * 16)},
    ],
)
def test_options_of_another_game_or_size_are_refused(make_world, options):
    """And no room is opened."""
    world = make_world(test_chance=True)
    response = world.http(DIALECT.create_room(world.player().account, RoomOptions(**options)))
    assert (response.status, DIALECT.read_problem(response)) == (422, "bad_option")
    assert world.gate.rooms == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_in_the_lobby_says_what_is_played(make_world, game):
    """Who joins by code learns it before the start; of Bluffers nothing is said."""
    world = make_world()
    ana, ben = world.room(2, game=game, seats=3, **GAMES[game])
    snapshot = ben.last(ev.Snapshot)
    assert (snapshot.game, snapshot.options, snapshot.table) == (game, next(iter(GAMES[game].values())), None)
    (cho,) = world.room(1, game=game, seats=3)
    assert (cho.last(ev.Snapshot).game, cho.last(ev.Snapshot).options) == (game, None)
    (dee,) = world.room(1)
    assert b'"game"' not in dee.socket.raws[0]
    assert b"options" not in dee.socket.raws[0]
    assert ana.code != dee.code


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_in_mid_match_names_its_game(make_world, game):
    """And its clock goes on."""
    world = make_world()
    ana, *_ = world.match(3, game=game, seats=3)
    world.pass_ms(1_000)
    ana.drop(), ana.connect()
    table = ana.last(ev.Snapshot).table
    assert table.__struct_config__.tag == game
    assert table.remaining_ms == 31_000


def scripted(*units: float) -> Stream:
    """A stream that says these numbers, over and over."""

    class Fixed(Stream):
        def unit(self):
            self.at = getattr(self, "at", -1) + 1
            return units[self.at % len(units)]

    return Fixed(bytes(32))


def test_the_dice_bot_only_bids_what_every_reading_of_ones_allows():
    """So the setting can be flipped without it (LDC-E01)."""
    state = liars_dice.initial(liars_dice.Options(seats=2))
    for move in (liars_dice.Opener(0), liars_dice.Roll(((1, 1, 2, 2, 3), (6, 6, 6, 5, 5)))):
        state, _ = liars_dice.apply(state, liars_dice.CHANCE, move)
    bot = DiceBot(scripted(0.0), (0, 0))
    for quantity, face in ((1, 6), (2, 1), (9, 6), (10, 6), (10, 1)):
        after, _ = liars_dice.apply(state, 0, liars_dice.Bid(quantity, face))
        view = liars_dice.view(after, 1)
        offers = bot.offers(view)
        for ones in ("high", "low"):
            last = liars_dice.Standing(0, quantity, face)
            assert all(liars_dice.outbids(offer.quantity, offer.face, last, ones) for offer in offers)
            assert all(offer.quantity <= 10 for offer in offers)
        if quantity >= 9:
            assert bot.choose(view) == liars_dice.Challenge()


def test_the_odds_of_dice_are_exact():
    """Against the table of the rules: five dice, three of a face, ones wild."""
    assert at_least(3, 5, 2) == pytest.approx(17 / 81)
    assert at_least(0, 0, 1) == 1.0


def bluff_view(cards, *, left, count, others=10):
    return bluff.View(
        seat=0, phase=bluff.Phase.TURN, ring=(0, 1), dealer=0, round=2, cards=cards, sizes=(len(cards), left),
        pile=count, discarded=others, rank="K", claim_seat=1, claim_count=count, passed=frozenset(), turn=0,
        legal=("play", "pass", "call"), places=(0, 0), departed=frozenset(),
    )  # fmt: skip


def test_the_bluff_bot_calls_what_cannot_be_and_last_cards():
    """It adds what is true, lies at times, and passes otherwise."""
    sure = BluffBot(scripted(0.99), (0, 0))
    assert sure.choose(bluff_view(("K", "K", "*"), left=3, count=4)) == bluff.Call()
    assert sure.choose(bluff_view(("2",), left=3, count=4)) == bluff.Pass()
    bold = BluffBot(scripted(0.5), (0, 0))
    assert bold.choose(bluff_view(("2",), left=0, count=1)) == bluff.Call()
    assert bold.choose(bluff_view(("K", "2"), left=3, count=1)) == bluff.Play(("K",), "K")
    assert BluffBot(scripted(0.2), (0, 0)).choose(bluff_view(("2",), left=3, count=1)) == bluff.Play(("2",), "K")


def test_the_wizard_bot_knows_what_a_card_is_worth():
    """A Wizard takes its trick, a Jester none; trumps beat other suits; more players make it harder."""
    assert trick_chance("W", "S", 4) == 1.0
    assert trick_chance("E", "S", 4) == 0.0
    assert trick_chance("S2", "S", 4) > trick_chance("H9", "S", 4)
    assert trick_chance("HA", "S", 3) > trick_chance("HA", "S", 6)


def test_the_wizard_bot_picks_the_suit_that_it_holds_most():
    """When it is the dealer and a Wizard is turned up."""
    state = wizard.initial(wizard.Options(seats=3, length="five_full"))
    view = wizard.view(state, 0)
    cards = ("H2", "H3", "S4", "W")
    asked = wizard.View(
        **{name: getattr(view, name) for name in view.__struct_fields__ if name not in ("phase", "cards")},
        phase=wizard.Phase.TRUMP, cards=cards,
    )  # fmt: skip
    assert WizardBot(scripted(0.5), (0, 0)).choose(asked) == wizard.Choose("H")
