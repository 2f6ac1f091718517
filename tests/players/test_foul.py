"""Foul moves of every game, tried in real matches: each is refused for its own reason, and nothing changes."""

from __future__ import annotations

from collections import defaultdict

import pytest

from harness.players import foul
from harness.players.acts import Say
from harness.players.memory import Memory
from harness.players.mischief import MISCHIEF
from harness.players.view import PlayerView
from harness.seed import root_of, stream
from harness.wire import commands as cm
from harness.wire import events as ev
from harness.wire.options import BluffOptions, WizardOptions
from tests.players.test_games import Table

GAMES = {
    "bluffers": {"game": "bluffers", "seats": 4},
    "dice": {"game": "liars_dice", "seats": 3},
    "bluff": {"game": "bluff", "seats": 4, "bluff": BluffOptions(end="play_on")},
    "wizard": {"game": "wizard", "seats": 3, "wizard": WizardOptions(length="five", bids="plusminus")},
    "wizard-secret": {"game": "wizard", "seats": 4, "wizard": WizardOptions(length="five", bids="secret")},
}
CODES = {
    "out_of_turn": {"not_your_turn", "already_bid"},
    "stale_turn": {"stale_turn"},
    "four_cards": {"count"},
    "zero_cards": {"count"},
    "card_not_held": {"not_in_hand", "must_bid", "must_choose", "must_call"},
    "same_card_twice": {"not_in_hand", "must_call"},
    "over_bid": {"quantity"},
    "low_bid": {"not_higher"},
    "no_such_die": {"face"},
    "early_challenge": {"nothing_to_challenge", "nothing_to_call"},
    "pass_the_lead": {"must_lead"},
    "own_claim": {"own_claim"},
    "wrong_rank": {"bad_rank"},
    "off_suit": {"must_follow"},
    "second_bid": {"already_bid", "not_your_turn", "must_play"},
    "bid_out_of_range": {"bid_range"},
    "forbidden_total": {"bid_total"},
    "wrong_trump": {"suit", "must_bid", "must_play"},
    "wrong_game": {"wrong_game"},
    "dead_talk": {"out"},
}
"""What each mischief that is a move of its own can be told."""


def try_all(table, memories, chance, seen):
    """Every foul move that suits the moment, of every player; counts the answers by mischief."""
    for player, view, memory in zip(table.players, table.views, memories, strict=True):
        for name, codes in CODES.items():
            one = MISCHIEF[name]
            for act in one.strike(view, memory, chance) if one.suits(view) else ():
                assert isinstance(act, Say)
                number = view.number
                player.socket.say(act.command)
                (answer,) = [event for event in player.take() if not isinstance(event, ev.Ping)]
                view.fold(answer, now=table.world.now)
                assert isinstance(answer, ev.Refused) and answer.id == act.command.id
                assert answer.code in codes, f"{name}: {act.command}"
                assert view.number == number
                seen[name].add(answer.code)


def test_every_foul_move_is_refused_for_its_reason():
    """All through matches of every game, at every turn; each kind was tried, and each reason given."""
    seen = defaultdict(set)
    for seed in range(5):
        for options in GAMES.values():
            table = Table(seed, ("honest", "bluffer", "caller", "random"), **options)
            memories = [Memory(f"p{seat}") for seat in range(len(table.players))]
            chance = stream(root_of(seed), "foul")
            while not table.over:
                try_all(table, memories, chance, seen)
                # Nobody is to be refused for the rate of this.
                table.world.pass_ms(3_000)
                table.listen()
                table.step()
    assert seen == CODES


@pytest.mark.parametrize("what", [foul.low_bid, foul.early_challenge, foul.pass_the_lead, foul.own_claim,
                                  foul.wrong_rank, foul.off_suit, foul.second_bid, foul.bid_out_of_range,
                                  foul.forbidden_total, foul.wrong_trump])  # fmt: skip
def test_without_its_game_there_is_no_such_move(what):
    """A view that knows of no match, or of another game, offers nothing."""
    assert what(PlayerView(), Memory("ana"), stream(root_of(1), "x")) is None


def test_the_same_move_again():
    """Another id, and nothing else, whatever the move."""
    for move in (
        cm.Lay(id="a", turn=3, cards=("K",), named="K"),
        cm.PlayCard(id="a", turn=3, card="W"),
        cm.Bid(id="a", turn=3, quantity=2, face=6),
    ):
        other = foul.again(move, "b")
        assert type(other) is type(move) and other.id == "b"
        assert foul.again(other, "a") == move
