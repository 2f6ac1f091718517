"""Whole matches of the other games: what a player folds is what a snapshot would show, and he plays by it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.players.personas import FALLBACKS, PERSONAS
from harness.players.play_dice import next_bids
from harness.players.player import Player
from harness.players.speech import command_of, said_by
from harness.players.view import PlayerView
from harness.rules.liars_dice import Bid, Challenge
from harness.rules.wizard import Choose
from harness.seed import root_of, stream
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions, DiceOptions, WizardOptions
from tests.backend.conftest import World

MOVES_MAX = 3_000
GAMES = {
    "dice": {"game": "liars_dice", "seats": 4},
    "dice-low": {"game": "liars_dice", "seats": 2, "liars_dice": DiceOptions(ones="low")},
    "bluff": {"game": "bluff", "seats": 4},
    "bluff-on": {"game": "bluff", "seats": 5, "bluff": BluffOptions(end="play_on", direction="anticlockwise")},
    "wizard": {"game": "wizard", "seats": 3, "wizard": WizardOptions(length="five")},
    "wizard-hidden": {"game": "wizard", "seats": 4, "wizard": WizardOptions(length="five", bids="hidden")},
    "wizard-plusminus": {"game": "wizard", "seats": 4, "wizard": WizardOptions(length="amigo", bids="plusminus")},
    "wizard-secret": {"game": "wizard", "seats": 6, "wizard": WizardOptions(length="five", bids="secret")},
}


class Table:
    """A match with one persona on each seat, every one of them bound to his view."""

    def __init__(self, seed, personas, **options):
        self.world = World(seed=seed)
        self.players = self.world.room(options["seats"], **options)
        self.views = [PlayerView() for _ in self.players]
        self.personas = [PERSONAS[name] for name in personas[: len(self.players)]]
        self.streams = [stream(root_of(seed), "seat", seat) for seat in range(len(self.players))]
        self.refused = []
        assert self.players[0].call("start").status == 200
        self.listen()

    def listen(self):
        for player, view in zip(self.players, self.views, strict=True):
            for event in player.take():
                view.fold(event, now=self.world.now)
                if isinstance(event, ev.Refused):
                    self.refused.append(event.code)

    @property
    def over(self):
        return self.views[0].phase == "results"

    def step(self, late=False):
        """Everybody who is asked moves; or, if all are late, the clock does."""
        if late:
            self.world.pass_ms(40_000)
            self.listen()
            return
        for seat, (player, view) in enumerate(zip(self.players, self.views, strict=True)):
            if view.my_turn and view.alive:
                self.world.pass_ms(100)
                decision = self.personas[seat].decide(view, self.streams[seat])
                command = command_of(decision, player.new_id(), view.turn)
                said = said_by(command)
                if said is not None:
                    view.intend(command.id, said)
                player.socket.say(command)
                self.listen()

    def check(self):
        """Every view is what a snapshot of its seat would say, now."""
        room = self.world.gate._lobby._rooms[self.players[0].code]
        if room.table is None:
            return
        for member, view in zip(room.members, self.views, strict=True):
            fresh = PlayerView()
            fresh.fold(replace(room.snapshot_for(member, now=self.world.now), seq=1), now=self.world.now)
            assert picture(view) == picture(fresh)
            # Pings are answered by the socket, and leave gaps.
            assert [note for note in view.notes if not note.startswith("seq")] == []


def picture(view):
    known = {name: getattr(view.known, name) for name in view.known.__slots__}
    known["cards"] = sorted(known.get("cards", ()))
    names = (
        "game",
        "match",
        "seats",
        "seat",
        "hand",
        "sizes",
        "places",
        "turn",
        "turn_seat",
        "legal",
        "ai",
        "departed",
    )
    return known, [getattr(view, name) for name in names], set(view.waiting)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_what_a_snapshot_shows_and_no_move_is_refused(game, seed):
    """All through matches of six personas, with turns in which everybody sleeps."""
    table = Table(seed, ("honest", "bluffer", "caller", "random", "honest", "bluffer"), **GAMES[game])
    for step in range(MOVES_MAX):
        if table.over:
            break
        table.check()
        table.step(late=step % 11 == 5)
    assert table.over
    assert table.refused == []
    assert sorted(table.views[0].result.places)[0] == 1


@pytest.mark.parametrize("game", ["dice", "wizard"])
def test_a_view_knows_whose_seat_an_ai_plays(game):
    """From the event and from a later snapshot alike."""
    table = Table(4, ("honest",) * 4, **GAMES[game])
    table.players.pop().leave()
    table.views.pop()
    table.listen()
    assert table.views[0].ai == (len(table.players),)
    table.check()


def test_honest_players_of_dice_believe_what_is_likely():
    """And challenge what is not; a liar bids beyond his dice, a caller hardly ever believes."""
    view = dice_view(bid=ev.Bidding(seat=1, quantity=2, face=6), dice=(6, 6, 1, 2, 3))
    assert isinstance(decide("honest", view), cm.Bid)
    view = dice_view(bid=ev.Bidding(seat=1, quantity=9, face=6), dice=(2, 2, 3, 4, 5))
    assert isinstance(decide("honest", view), cm.Challenge)
    view = dice_view(bid=ev.Bidding(seat=1, quantity=1, face=2), dice=(2, 2, 2, 2, 2))
    assert sum(isinstance(decide("caller", view, n), cm.Challenge) for n in range(100)) > 70
    bids = {decide("bluffer", view, n).face for n in range(40) if isinstance(decide("bluffer", view, n), cm.Bid)}
    assert len(bids) > 3


def test_dice_are_not_bid_beyond_the_table():
    """When all dice are bid as ones there is nothing but the challenge; all sixes are challenged, too."""
    for face in (1, 6):
        view = dice_view(bid=ev.Bidding(seat=1, quantity=10, face=face), dice=(6, 6, 6, 6, 6), locked=face == 1)
        assert isinstance(decide("bluffer", view), cm.Challenge)
    view = dice_view(bid=None, dice=())
    assert isinstance(decide("honest", view), cm.Bid)


def dice_view(*, bid, dice, locked=False):
    legal = ("bid", "challenge") if bid else ("bid",)
    if bid and bid.quantity == 10 and bid.face == 1:
        legal = ("challenge",)
    return view_of(
        ev.DiceView(
            match="m", seats=("p", "q"), ranked=False, ones="high", round=1, sizes=(5, 5), places=(None, None), ai=(),
            bid=bid, locked=locked, turn=2, seat=0, legal=legal, remaining_ms=30_000, dice=dice,
        )
    )  # fmt: skip


def bluff_view(*, cards, claim, left=5, legal=("play", "pass", "call")):
    return view_of(
        ev.BluffView(
            match="m", seats=("p", "q"), ranked=False, end="first_out", ring=(0, 1), dealer=0, round=1,
            sizes=(len(cards), left), pile=claim.count if claim else 0, discarded=0, places=(None, None), departed=(),
            claim=claim, passed=(), turn=2, seat=0, legal=legal if claim else ("play",), remaining_ms=30_000,
            cards=cards,
        )
    )  # fmt: skip


def snapshot_of(table, seat=0):
    return ev.Snapshot(
        seq=1, number=1, room="BCDF", owner="p", phase="playing", members=(), you="p", seat=seat,
        policy=BackendConfig().policy(), table=table, result=None,
    )  # fmt: skip


def view_of(table, seat=0):
    view = PlayerView()
    view.fold(snapshot_of(table, seat), now=0)
    return view


def wizard_table():
    return ev.WizardView(
        match="m", seats=("p", "q", "r"), ranked=False, ways="standard", round=1, phase="trump", dealer=0, leader=1,
        sizes=(1, 1, 1), turned="W", trump=None, bids=(None,) * 3, placed=(False,) * 3, trick=(), won=(0, 0, 0),
        sheet=(), totals=(0, 0, 0), ai=(), turn=3, waiting=(0,), legal=("choose_trump",), remaining_ms=30_000,
        cards=("S2",),
    )  # fmt: skip


def dice_view_bid():
    return replace(
        dice_view_table(), bid=ev.Bidding(seat=1, quantity=3, face=6), legal=("bid", "challenge"), turn=2
    )  # fmt: skip


def decide(persona, view, seed=1):
    decision = PERSONAS[persona].decide(view, stream(root_of(seed), "choice"))
    return command_of(decision, "x", view.turn) if decision is not None else None


def test_players_of_bluff_call_what_cannot_be():
    """More cards of a rank than there are; and, mostly, somebody's last cards."""
    claim = ev.BluffClaim(seat=1, count=4, rank="K")
    impossible = bluff_view(cards=("K", "K", "K", "*"), claim=claim)
    assert isinstance(decide("honest", impossible), cm.Call)
    last = bluff_view(cards=("2", "3"), claim=ev.BluffClaim(seat=1, count=1, rank="K"), left=0)
    assert sum(isinstance(decide("honest", last, n), cm.Call) for n in range(50)) > 15


def test_players_of_bluff_hold_back_and_lie_by_temper():
    """True cards are mostly added and sometimes kept; without any an honest one passes and a liar lays."""
    claim = ev.BluffClaim(seat=1, count=1, rank="K")
    true = [decide("honest", bluff_view(cards=("K", "2"), claim=claim), n) for n in range(60)]
    assert {type(command) for command in true} >= {cm.Lay, cm.Pass}
    assert {command.cards for command in true if isinstance(command, cm.Lay)} >= {("K",)}
    false = [decide("bluffer", bluff_view(cards=("2", "3"), claim=claim), n) for n in range(60)]
    assert any(isinstance(command, cm.Lay) for command in false)
    assert any(isinstance(command, cm.Pass) for command in false)


def test_who_holds_nothing_passes_or_does_nothing():
    """A hand that is not known, as after a move that nobody was told of."""
    assert isinstance(decide("honest", bluff_view(cards=(), claim=ev.BluffClaim(seat=1, count=1, rank="K"))), cm.Pass)
    assert decide("honest", bluff_view(cards=(), claim=None)) is None


def test_fallbacks_are_what_is_always_allowed():
    """A challenge of dice, a pass in Bluff; Wizard has none."""
    bid = ev.Bidding(seat=1, quantity=1, face=6)
    assert type(FALLBACKS["liars_dice"](dice_view(bid=bid, dice=(1,) * 5))).__name__ == "Challenge"
    assert FALLBACKS["liars_dice"](dice_view(bid=None, dice=(1,) * 5)) is None
    assert "wizard" not in FALLBACKS


def test_a_match_of_an_unknown_game_is_watched_and_not_played():
    """Nothing breaks, nothing is said."""
    view = PlayerView()
    view.fold(
        ev.MatchStarted(seq=1, number=1, group=1, match="m", game="wizard", seats=("p",), ranked=False), now=0
    )  # fmt: skip
    view.fold(ev.TrickTaken(seq=2, number=2, group=2, match="m", seat=0), now=0)
    assert view.known is None
    assert any("TrickTaken in a match of wizard" in note for note in view.notes)
    assert decide("honest", view) is None


def test_a_snapshot_with_a_seat_that_does_not_exist_seats_nobody():
    """The rest of it is taken in."""
    view = view_of(dice_view_table(), seat=7)
    assert (view.seat, view.sizes, view.my_turn) == (None, [5, 5], False)


def dice_view_table():
    return ev.DiceView(
        match="m", seats=("p", "q"), ranked=False, ones="high", round=1, sizes=(5, 5), places=(None, None), ai=(),
        bid=None, locked=False, turn=2, seat=0, legal=("bid",), remaining_ms=30_000, dice=(1, 1, 1, 1, 1),
    )  # fmt: skip


def test_dice_that_fill_the_table_can_only_be_challenged():
    """All dice as sixes: a higher bid would depend on the reading of ones."""
    view = dice_view(bid=ev.Bidding(seat=1, quantity=10, face=6), dice=(6, 6, 6, 6, 6))
    view.sizes = [5, 5]
    assert next_bids(view, view.known) == ()
    assert isinstance(PERSONAS["honest"].decide(view, stream(root_of(1), "x")), Challenge)
    view = dice_view(bid=ev.Bidding(seat=1, quantity=5, face=6), dice=(6, 6, 6, 6, 6))
    view.sizes = [5, 0]
    assert isinstance(PERSONAS["honest"].decide(view, stream(root_of(1), "x")), Challenge)


def test_own_cards_that_are_not_there_are_not_taken_away():
    """A backend that says it took what was not held; the rest is as it was."""
    view = bluff_view(cards=("K", "2"), claim=None)
    view.intend("x", ("A", "K"))
    view.fold(ev.Ok(seq=2, id="x", number=2), now=1)
    view.fold(ev.Laid(seq=3, number=2, group=2, match="m", turn=2, seat=0, count=2, rank="A", left=0), now=1)
    assert view.known.cards == ["2"]


def test_a_refused_move_is_followed_by_what_is_always_allowed():
    """A bid by a challenge; in Wizard, which has nothing like that, by nothing."""
    player = Player("ana", PERSONAS["honest"], root_of(1), (0, 0))
    for table, expected in ((dice_view_bid(), [cm.Challenge]), (wizard_table(), [])):
        player.receive(snapshot_of(table), now=0)
        (said,) = player.order(Bid(3, 6) if expected else Choose("S"), now=0)
        acts = player.receive(
            ev.Refused(seq=2, id=said.command.id, code="not_higher" if expected else "face", rule="LDC-06"), now=1
        )
        assert [type(act.command) for act in acts] == expected


def test_wizard_without_cards_does_nothing():
    """A hand that is not known."""
    view = view_of(replace(wizard_table(), phase="play", legal=("play",), cards=()))
    assert decide("honest", view) is None
