"""What can be chosen for each game: closed sets, and nothing for Bluffers."""

from __future__ import annotations

import msgspec
import pytest

from harness.rules import bluff, bluffers, liars_dice, wizard
from harness.wire.options import SEATS, BluffOptions, DiceOptions, GameOptions, WizardOptions

DECODE = msgspec.json.Decoder(GameOptions).decode


@pytest.mark.parametrize("options", [DiceOptions(), BluffOptions(), WizardOptions()])
def test_defaults_are_those_of_the_rules(options):
    """So that a room opened without choices plays what the rules say."""
    rules = {DiceOptions: liars_dice, BluffOptions: bluff, WizardOptions: wizard}[type(options)].Options()
    for name in options.__struct_fields__:
        assert getattr(options, name) == getattr(rules, name)
    assert DECODE(msgspec.json.encode(options)) == options


@pytest.mark.parametrize(
    "raw",
    [
        b'{"game":"liars_dice","ones":"wild"}',
        b'{"game":"bluff","decks":5}',
        b'{"game":"bluff","jokers":3}',
        b'{"game":"wizard","bids":["hidden","plusminus"]}',
        b'{"game":"wizard","ones":"high"}',
        b'{"game":"poker"}',
    ],
)
def test_nothing_else_can_be_chosen(raw):
    """Two ways of bidding at once, five decks, choices of another game."""
    with pytest.raises(msgspec.ValidationError):
        DECODE(raw)


@pytest.mark.parametrize(
    ("game", "rules"), [("bluffers", bluffers), ("liars_dice", liars_dice), ("bluff", bluff), ("wizard", wizard)]
)
def test_seats_are_those_of_the_rules(game, rules):
    """One fewer and one more are refused there, too."""
    fewest, most = SEATS[game]
    assert [rules.Options(seats=seats).seats for seats in (fewest, most)] == [fewest, most]
    for seats in (fewest - 1, most + 1):
        with pytest.raises((ValueError, AssertionError)):
            rules.initial(rules.Options(seats=seats))
