"""Scripted chance that can be followed, and why other scripts cannot."""

from __future__ import annotations

import pytest

from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.scripted import Impossible, faces, impossible
from harness.wire.options import BluffOptions, WizardOptions

DICE = RoomOptions(game="liars_dice", seats=3)
BLUFF = RoomOptions(game="bluff", seats=4)
WIZARD = RoomOptions(game="wizard", seats=3, wizard=WizardOptions(length="five"))
CHANGING = RoomOptions(game="bluff", seats=3, bluff=BluffOptions(seat_change=True))


def wrong(script: ChanceScript, options: RoomOptions) -> list[Impossible]:
    return list(impossible(script, options))


@pytest.mark.parametrize(
    ("options", "script"),
    [
        (RoomOptions(), ChanceScript()),
        (RoomOptions(), ChanceScript(opener=3, tables=("K", "Q"), shots=(0, 6), hands=((), ("KKKKK", "", "", "")))),
        (DICE, ChanceScript(dice=(("1 2 3 4 5", "", "6"), ()))),
        (BLUFF, ChanceScript(dealer=3, hands=(("A A A A * * 2 3 4 5 6 7 8 9", "K"),))),
        (CHANGING, ChanceScript(dealer=0, ring=(2, 0, 1))),
        (WIZARD, ChanceScript(dealer=2, hands=(("SA", "W", "E"), ("W W",)), turned=("", "W", "S2"))),
        (WIZARD, ChanceScript(turned=("W",), hands=(("W", "W", "W"),))),
    ],
)
def test_what_can_be_followed(options: RoomOptions, script: ChanceScript) -> None:
    """As many cards and dice as there are, in games that have them."""
    assert wrong(script, options) == []


@pytest.mark.parametrize(
    ("options", "script", "field", "place", "reason"),
    [
        (RoomOptions(), ChanceScript(opener=4), "opener", 0, "there are seats 0 to 3, not 4"),
        (RoomOptions(), ChanceScript(tables=("K", "KQ")), "tables", 1, "a table card is K, Q, A, not `KQ`"),
        (RoomOptions(), ChanceScript(shots=(-1,)), "shots", 0, "a shot is 1 to 6, or 0 for any"),
        (RoomOptions(), ChanceScript(shots=(1,) * 5), "shots", 0, "there are 5 shots for 4 seats"),
        (RoomOptions(), ChanceScript(hands=((), ("KK",))), "hands", 1, "a hand is five cards"),
        (RoomOptions(), ChanceScript(hands=(("***KK",),)), "hands", 0, "the deck has only 2 of `*`"),
        (RoomOptions(), ChanceScript(hands=(("",) * 5,)), "hands", 0, "there are 5 hands for 4 seats"),
        (RoomOptions(), ChanceScript(dealer=0), "dealer", 0,
         "bluffers has no `dealer`; there is opener, tables, hands, shots"),
        (DICE, ChanceScript(opener=0), "opener", 0, "liars_dice has no `opener`; there is dice"),
        (DICE, ChanceScript(dice=((), ("7",))), "dice", 1, "a die shows 1 to 6, not `7`"),
        (DICE, ChanceScript(dice=(("1 1 1 1 1 1",),)), "dice", 0, "a cup has at most 5 dice, not 6"),
        (DICE, ChanceScript(dice=(("1",) * 4,)), "dice", 0, "there are 4 cups for 3 seats"),
        (BLUFF, ChanceScript(dealer=-1), "dealer", 0, "there are seats 0 to 3, not -1"),
        (BLUFF, ChanceScript(turned=("W",)), "turned", 0, "bluff has no `turned`; there is dealer, ring, hands"),
        (BLUFF, ChanceScript(hands=(("1",),)), "hands", 0, "no card is called `1`"),
        (BLUFF, ChanceScript(hands=(("A A", "A A A"),)), "hands", 0, "the deck has only 4 of `A`"),
        (BLUFF, ChanceScript(hands=((), ())), "hands", 1, "a match of bluff has one deal"),
        (BLUFF, ChanceScript(hands=(("A A A A * * 2 3 4 5 6 7 8 9",),)), "hands", 0,
         "14 cards for a seat that is dealt 13 unless the dealer is fixed, too"),
        (BLUFF, ChanceScript(dealer=1, hands=(("A A A A * * 2 3 4 5 6 7 8 9",),)), "hands", 0,
         "14 cards for a seat that is dealt 13"),
        (BLUFF, ChanceScript(ring=(0, 1, 2, 3)), "ring", 0, "nobody is seated anew without `seat_change`"),
        (CHANGING, ChanceScript(ring=(0, 1, 1)), "ring", 0, "a ring names each seat from 0 to 2 once"),
        (WIZARD, ChanceScript(hands=(("S1",),)), "hands", 0, "no card is called `S1`"),
        (WIZARD, ChanceScript(hands=(("SA SK",),)), "hands", 0, "2 cards for a seat that is dealt 1"),
        (WIZARD, ChanceScript(turned=("SA",), hands=(("SA",),)), "hands", 0, "the deck has only 0 of `SA`"),
        (WIZARD, ChanceScript(turned=("ZZ",)), "turned", 0, "no card of wizard is called `ZZ`"),
        (WIZARD, ChanceScript(turned=("",) * 6), "turned", 5, "there are 5 rounds, not 6"),
        (WIZARD, ChanceScript(hands=((),) * 6), "hands", 5, "there are 5 rounds, not 6"),
        (RoomOptions(game="wizard", seats=6), ChanceScript(turned=("",) * 9 + ("SA",)), "turned", 9,
         "in round 10 all cards are dealt, and none is turned up"),
    ],
)  # fmt: skip
def test_what_cannot(options: RoomOptions, script: ChanceScript, field: str, place: int, reason: str) -> None:
    """Which part, which place in its list, and why."""
    assert wrong(script, options) == [Impossible(field, place, reason)]


def test_everything_that_is_wrong_is_named() -> None:
    """Not only the first thing."""
    script = ChanceScript(opener=0, shots=(7,), dice=(("0", "1 1 1 1 1 1"),))
    assert [found.field for found in wrong(script, DICE)] == ["opener", "shots", "dice", "dice"]


def test_faces() -> None:
    """Faces have spaces between them, however many."""
    assert faces("SA  H10 W ") == ("SA", "H10", "W") and faces("") == ()
