"""What is told suffices for the view, also in the seldom cases; the public lines are a language."""

from __future__ import annotations

import pytest

from harness.rules import bluffers as rules
from harness.rules.bluffers import CHANCE, Call, Deal, Leave, Move, Opener, Options, Play, Pull, Table
from harness.testing.bluffers import BluffersGame

HANDS = (tuple("KKKKK"), tuple("KQQQQ"), tuple("QQAAA"))


def retold(options: Options, *steps: tuple[int, Move]) -> list[str]:
    """Play these steps, compare every seat's view with what its witness makes of the tale; returns the tale."""
    game = BluffersGame(options)
    state, lines = game.initial(), []
    witnesses = {seat: game.witness(seat) for seat in (None, *range(options.seats))}
    for seat, move in steps:
        state, outcomes = game.apply(state, seat, move)
        lines.append(game.public(seat, move, outcomes))
        for viewer, witness in witnesses.items():
            witness.hear(lines[-1], "" if viewer is None else game.private(viewer, seat, move))
            assert witness.view() == game.view(state, viewer)
    return lines


START = ((CHANCE, Opener(0)), (CHANCE, Deal(HANDS)), (CHANCE, Table("K")))
SHOT = ((0, Play(("K",))), (1, Call()), (CHANCE, Pull(True)))


@pytest.mark.parametrize("keeps", [True, False])
def test_an_eliminated_player_leaves(keeps: bool) -> None:
    """Told alike under both options (BLF-E25); what it means for the points, the listener knows from the options."""
    lines = retold(Options(seats=3, eliminated_leaver_keeps=keeps), *START, *SHOT, (1, Leave()))
    assert lines[-3:] == ["called 1 0 K true 1", "pulled 1 1 shot; eliminated 1 3", "departed 1 3 kept"]


def test_the_opener_leaves_between_hands() -> None:
    """The next living seat opens instead, before the deal and after it."""
    lines = retold(Options(seats=3), *START[:1], (0, Leave()), (CHANCE, Deal(((), *HANDS[1:]))), (CHANCE, Table("A")))
    assert lines == ["opener 0", "departed 0 3 kept", "dealt 0 5 5", "table A"]
    assert retold(Options(seats=3), *START[:2], (0, Leave()))[-1] == "departed 0 3 kept"


def test_leavers_on_and_off_their_turn() -> None:
    """The claimant leaves and takes his claim along; the seat on turn leaves and passes it on."""
    lines = retold(Options(seats=3), *START, (0, Play(("K",))), (0, Leave()))
    assert lines[-1] == "departed 0 3 withdrawn"
    lines = retold(Options(seats=3), *START, (0, Play(("K",))), (1, Leave()), (2, Call()))
    assert lines[-2:] == ["departed 1 3 kept", "called 2 0 K true 2"]
    lines = retold(Options(seats=3), *START, (0, Leave()), (1, Leave()))
    assert lines[-1] == "departed 1 2 kept; over 2"


def test_a_leavers_lie_is_called() -> None:
    """With the other reading of BLF-E08 the call is told, and that the hand is void."""
    options = Options(seats=3, leaver_claim="callable")
    hands = (tuple("QKKKK"), tuple("KQQQQ"), tuple("QKAAA"))
    start = (*START[:1], (CHANCE, Deal(hands)), (CHANCE, Table("K")))
    lines = retold(options, *start, (0, Play(("Q",))), (0, Leave()), (1, Call()))
    assert lines[-2:] == ["departed 0 3 kept", "called 1 0 Q lie 0; voided 1"]


def test_a_click_and_a_shot_in_the_last_hand() -> None:
    """The puller who survives opens; the last shot ends the match."""
    options = Options(seats=2)
    start = (*START[:1], (CHANCE, Deal(HANDS[:2])), (CHANCE, Table("K")))
    lines = retold(options, *start, *SHOT[:2], (CHANCE, Pull(False)))
    assert lines[-1] == "pulled 1 1 click"
    lines = retold(options, *start, *SHOT)
    assert lines[-1] == "pulled 1 1 shot; eliminated 1 2; over 0"


def test_every_outcome_has_a_word_of_its_own() -> None:
    """No two kinds of outcome begin alike, so that a line can be read without knowing the move."""
    outcomes = (
        rules.Played(0, 1, 4), rules.Called(1, 0, ("K",), True, 1), rules.Pulled(1, 1, False), rules.Eliminated(1, 4),
        rules.Departed(0, 4, True), rules.Voided(2), rules.Over(0),
    )  # fmt: skip
    line = BluffersGame(Options()).public(0, Call(), outcomes)
    words = [sentence.split()[0] for sentence in line.split("; ")]
    assert words == ["played", "called", "pulled", "eliminated", "departed", "voided", "over"]
