"""What the moves of a script mean in each game, said at the real gate by players who know what they hold."""

from __future__ import annotations

import pytest

from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.players.view import PlayerView
from harness.scenario.model import Value, When
from harness.swarm.wanted import WANTED, holds_anything
from harness.wire import commands as cm
from harness.wire.options import BluffOptions, WizardOptions
from tests.swarm.stage import ANA, BEN, command, held, mark, scripted, verdict
from tests.swarm.world import World, plan, play, step

DICE = RoomOptions(
    game="liars_dice", seats=3, chance=ChanceScript(dice=(("2 2 2 2 2", "3 3 3 3 3", "1 1 6 6 6"),))
)  # fmt: skip
ACES = "A A A A 2 2 2 2 3 3 3 3 4 4 4 4 K *"
FIVES = "5 5 5 5 6 6 6 6 7 7 7 7 8 8 8 8 9 9"
BLUFF = RoomOptions(
    game="bluff", seats=3, bluff=BluffOptions(jokers="two"),
    chance=ChanceScript(dealer=2, hands=((ACES, FIVES),)),
)  # fmt: skip
HANDS = (("SA E", "S2 H3", "H2 SK"),)
WIZARD = RoomOptions(
    game="wizard", seats=3, wizard=WizardOptions(length="amigo", bids="plusminus"),
    chance=ChanceScript(dealer=2, hands=HANDS, turned=("DK",)),
)  # fmt: skip
CHOOSING = RoomOptions(
    game="wizard", seats=3, wizard=WizardOptions(length="amigo"),
    chance=ChanceScript(dealer=0, hands=(("H7 H3", "S2 H4", "H2 SK"),), turned=("W",)),
)  # fmt: skip
BIDS = (
    step("ana", "bid", When(turn="ana", may="bid")), step("ben", "bid", When(turn="ben", may="bid")),
    step("cho", "bid", When(turn="cho", may="bid")),
)  # fmt: skip
LEADS = When(turn="ana", trick=1, played=0)


def said(world: World, index: int) -> cm.Command:
    """The command of the n-th step behind the holds."""
    (sent,) = command(world, mark(world, index))
    return sent


def never(*steps: object, room: RoomOptions) -> bool:
    """Whether the last of these steps did not fire, and all others did."""
    world = play(plan("ana", "ben", "cho", room=room, script=held(*steps), tries=1), until=20_000 * SECOND)  # type: ignore[arg-type]
    return world.ended.unfired == (len(steps) + 2,)


# -- Liar's Dice -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "bid", "answer"),
    [
        ({}, (1, 2), "ok"),
        ({"quantity": "same"}, (1, 2), "ok"),
        ({"quantity": "fewer"}, (-1, 2), "quantity"),
        ({"quantity": "all", "face": "next"}, (15, 3), "ok"),
        ({"quantity": "over", "face": 6}, (16, 6), "quantity"),
        ({"face": "lower"}, (1, 1), "ok"),
        ({"quantity": 3, "face": 7}, (3, 7), "face"),
    ],
)
def test_the_first_bid(args: dict[str, Value], bid: tuple[int, int], answer: str) -> None:
    """Words are told from none of twos."""
    world = scripted(step("ana", "bid", ANA, **args), room=DICE)
    sent = said(world, 0)
    assert isinstance(sent, cm.Bid) and (sent.quantity, sent.face) == bid
    assert verdict(world, "t1/ana", sent.id) == answer


@pytest.mark.parametrize(
    ("args", "bid", "answer"),
    [
        ({}, (5, 3), "ok"),
        ({"quantity": "same", "face": "next"}, (4, 4), "ok"),
        ({"quantity": "same", "face": "lower"}, (4, 2), "not_higher"),
        ({"quantity": "fewer"}, (3, 3), "not_higher"),
    ],
)
def test_a_bid_on_a_bid(args: dict[str, Value], bid: tuple[int, int], answer: str) -> None:
    """Words are told from the last bid."""
    world = scripted(step("ana", "bid", ANA, quantity=4, face=3), step("ben", "bid", BEN, **args), room=DICE)
    sent = said(world, 1)
    assert isinstance(sent, cm.Bid) and (sent.quantity, sent.face) == bid
    assert verdict(world, "t1/ben", sent.id) == answer


def test_a_challenge() -> None:
    """Of nothing, then of a bid."""
    world = scripted(
        step("ana", "challenge", ANA), step("ana", "bid"), step("ben", "challenge", When(turn="ben", bids=1)), room=DICE
    )
    assert verdict(world, "t1/ana", mark(world, 0)) == "nothing_to_challenge"
    assert verdict(world, "t1/ben", mark(world, 2)) == "ok"


# -- Bluff -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "cards", "named", "answer"),
    [
        ({}, ("A",), "A", "ok"),
        ({"cards": 2}, ("A", "A"), "A", "ok"),
        ({"cards": "true"}, ("A",), "A", "ok"),
        ({"cards": True, "rank": "K"}, ("K",), "K", "ok"),
        ({"cards": "lie"}, ("A",), "2", "ok"),
        ({"cards": False, "rank": "A"}, ("2",), "A", "ok"),
        ({"cards": ("*",)}, ("*",), "A", "ok"),
        ({"cards": (10, "9"), "rank": 10}, ("10", "9"), "10", "not_in_hand"),
        ({"cards": (), "rank": "K"}, (), "K", "count"),
        ({"rank": "*"}, ("A",), "*", "bad_rank"),
    ],
)
def test_a_lead(args: dict[str, Value], cards: tuple[str, ...], named: str, answer: str) -> None:
    """A rank is named: the one given, that of the first card, or for a lie another one."""
    world = scripted(step("ana", "lay", ANA, **args), room=BLUFF)
    sent = said(world, 0)
    assert isinstance(sent, cm.Lay) and (sent.cards, sent.named) == (cards, named)
    assert verdict(world, "t1/ana", sent.id) == answer


def test_the_whole_hand() -> None:
    """All eighteen cards at once."""
    world = scripted(step("ana", "lay", ANA, cards="all", rank="2"), room=BLUFF)
    sent = said(world, 0)
    assert isinstance(sent, cm.Lay) and len(sent.cards) == 18 and verdict(world, "t1/ana", sent.id) == "ok"


@pytest.mark.parametrize(
    ("args", "cards", "named", "answer"),
    [
        ({}, ("5",), None, "ok"),
        ({"cards": "lie"}, ("5",), None, "ok"),
        ({"cards": 2, "rank": "A"}, ("5", "5"), "A", "ok"),
        ({"rank": "5"}, ("5",), "5", "bad_rank"),
    ],
)
def test_more_cards(args: dict[str, Value], cards: tuple[str, ...], named: str | None, answer: str) -> None:
    """In the round no rank is named unless the step says so."""
    world = scripted(step("ana", "lay", ANA), step("ben", "lay", BEN, **args), room=BLUFF)
    sent = said(world, 1)
    assert isinstance(sent, cm.Lay) and (sent.cards, sent.named) == (cards, named)
    assert verdict(world, "t1/ben", sent.id) == answer


def test_cards_that_are_not_there_are_waited_for() -> None:
    """Ben has no ace and no joker, and nobody has ninety-nine cards."""
    lead = step("ana", "lay", ANA)
    assert never(lead, step("ben", "lay", When(round=1, turn="ben"), cards="true"), room=BLUFF)
    assert never(step("ana", "lay", When(round=1, bids=0), cards=99), room=BLUFF)


def test_passes_and_calls() -> None:
    """A pass needs a lead; a call turns the lie up."""
    world = scripted(
        step("ana", "pass", ANA),
        step("ana", "lay", cards="lie"),
        step("ben", "pass", When(turn="ben", passes=0)),
        step("cho", "call", When(turn="cho", passes=1, may="call")),
        step("cho", "lay", When(round=2, turn="cho")),
        room=BLUFF,
    )
    answers = [
        verdict(world, f"t1/{who}", mark(world, index)) for index, who in enumerate(("ana", "ana", "ben", "cho", "cho"))
    ]
    assert answers == ["must_lead", "ok", "ok", "ok", "ok"]


# -- Wizard ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "bid", "answer"),
    [("legal", 0, "ok"), ("all", 2, "ok"), ("over", 3, "bid_range"), (-1, -1, "bid_range"), (None, 0, "ok")],
)
def test_a_bid_of_tricks(tricks: Value, bid: int, answer: str) -> None:
    """A number, or a word told from the cards dealt."""
    args = {"tricks": tricks} if tricks is not None else {}
    world = scripted(step("ana", "bid", When(turn="ana", may="bid"), **args), room=WIZARD)
    sent = said(world, 0)
    assert isinstance(sent, cm.BidTricks) and sent.tricks == bid and verdict(world, "t1/ana", sent.id) == answer


def test_the_forbidden_bid_is_the_last_bidders() -> None:
    """He may not make the total two; whoever bids before him waits for ever."""
    world = scripted(*BIDS[:2], step("cho", "bid", BIDS[2].when, tricks="forbidden"), step("cho", "bid"), room=WIZARD)
    sent = said(world, 2)
    assert isinstance(sent, cm.BidTricks) and sent.tricks == 2 and verdict(world, "t1/cho", sent.id) == "bid_total"
    assert verdict(world, "t1/cho", mark(world, 3)) == "ok"
    assert never(step("ana", "bid", When(turn="ana", round=1, bids=0), tricks="forbidden"), room=WIZARD)


def test_the_lowest_bid_of_the_last_bidder_is_one_that_is_allowed() -> None:
    """After two tricks were bid, none is forbidden."""
    first = step("ana", "bid", BIDS[0].when, tricks="all")
    world = scripted(first, BIDS[1], step("cho", "bid", BIDS[2].when, tricks="legal"), room=WIZARD)
    sent = said(world, 2)
    assert isinstance(sent, cm.BidTricks) and sent.tricks == 1 and verdict(world, "t1/cho", sent.id) == "ok"


@pytest.mark.parametrize(
    ("card", "played", "answer"),
    [
        ("legal", "E", "ok"), ("lowest", "E", "ok"), ("highest", "SA", "ok"), ("winning", "E", "ok"),
        ("not_held", "S2", "not_in_hand"), ("SA", "SA", "ok"), ("X9", "X9", "not_in_hand"), (None, "E", "ok"),
    ],
)  # fmt: skip
def test_a_card_to_lead(card: Value, played: str, answer: str) -> None:
    """A face, held or not, or a word told from the hand."""
    args = {"card": card} if card is not None else {}
    world = scripted(*BIDS, step("ana", "play", LEADS, **args), room=WIZARD)
    sent = said(world, 3)
    assert isinstance(sent, cm.PlayCard) and sent.card == played and verdict(world, "t1/ana", sent.id) == answer


@pytest.mark.parametrize(
    ("card", "played", "answer"),
    [("legal", "S2", "ok"), ("highest", "S2", "ok"), ("losing", "S2", "ok"), ("off_suit", "H3", "must_follow")],
)
def test_a_card_that_follows(card: Value, played: str, answer: str) -> None:
    """Spades are led; ben holds the two of them."""
    world = scripted(
        *BIDS, step("ana", "play", LEADS, card="SA"), step("ben", "play", When(played=1, turn="ben"), card=card),
        room=WIZARD,
    )  # fmt: skip
    sent = said(world, 4)
    assert isinstance(sent, cm.PlayCard) and sent.card == played and verdict(world, "t1/ben", sent.id) == answer


def test_a_card_that_is_not_there_is_waited_for() -> None:
    """The two of spades takes nothing from the ace."""
    lead = step("ana", "play", LEADS, card="SA")
    assert never(*BIDS, lead, step("ben", "play", When(round=1, trick=1, turn="ben"), card="winning"), room=WIZARD)


@pytest.mark.parametrize(("args", "suit", "answer"), [({}, "H", "ok"), ({"suit": "W"}, "W", "suit")])
def test_trump(args: dict[str, Value], suit: str, answer: str) -> None:
    """The suit given, or the one held most."""
    world = scripted(step("ana", "trump", When(turn="ana", may="choose_trump"), **args), room=CHOOSING)
    sent = said(world, 0)
    assert isinstance(sent, cm.ChooseTrump) and sent.suit == suit and verdict(world, "t1/ana", sent.id) == answer


# -- any game --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "verb", "args"),
    [
        (DICE, "lay", {"cards": ("K",), "rank": "K"}), (DICE, "bid", {"tricks": 1}), (DICE, "play", {"card": "SA"}),
        (BLUFF, "bid", {}), (BLUFF, "trump", {}), (BLUFF, "play", {"cards": ("K",)}),
        (WIZARD, "bid", {"quantity": 1}), (WIZARD, "pass", {}), (WIZARD, "call", {}), (WIZARD, "challenge", {}),
    ],
)  # fmt: skip
def test_a_move_of_another_game(room: RoomOptions, verb: str, args: dict[str, Value]) -> None:
    """It is sent, and refused because of its game."""
    world = scripted(step("ana", verb, When(turn="ana", bids=0), **args), room=room)
    assert verdict(world, "t1/ana", mark(world)) == "wrong_game"


def test_who_knows_nothing_has_nothing() -> None:
    """Before a match there are no cards to choose from; moves without cards are always there."""
    view = PlayerView()
    assert not holds_anything(view)
    assert [verb for verb, wanted in WANTED.items() if wanted(view, {}) is None] == ["play", "lay"]
