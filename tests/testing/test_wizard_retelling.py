"""What is told of Wizard suffices for the view, also in the seldom cases; the public lines are a language."""

from __future__ import annotations

import pytest

from harness.rules import wizard as rules
from harness.rules.wizard import CHANCE, Bid, Choose, Deal, Dealer, Leave, Move, Options, Play, TurnUp
from harness.testing.wizard import WizardGame
from harness.testing.wizard_retelling import WizardWitness

HANDS = (("S2",), ("S3",), ("W",))
START: tuple[tuple[int, Move], ...] = ((CHANCE, Dealer(2)), (CHANCE, Deal(HANDS)))  # type: ignore[arg-type]
ROUND: tuple[tuple[int, Move], ...] = (
    (0, Bid(1)), (1, Bid(0)), (2, Bid(1)), (0, Play("S2")), (1, Play("S3")), (2, Play("W")),
)  # fmt: skip


def retold(options: Options, *steps: tuple[int, Move]) -> list[str]:
    """Play these steps, compare every seat's view with what its witness makes of the tale; returns the tale."""
    game = WizardGame(options)
    state, lines = game.initial(), []
    witnesses = {seat: game.witness(seat) for seat in (None, *range(options.seats))}
    for seat, move in steps:
        state, outcomes = game.apply(state, seat, move)
        lines.append(game.public(seat, move, outcomes))
        for viewer, witness in witnesses.items():
            witness.hear(lines[-1], "" if viewer is None else game.private(viewer, seat, move))
            assert witness.view() == game.view(state, viewer)
    return lines


def test_a_round_of_open_bids() -> None:
    """Dealer, deal, turn-up, bids, cards, trick and line of the sheet."""
    lines = retold(Options(seats=3), *START, (CHANCE, TurnUp("D9")), *ROUND)
    assert lines == [
        "dealer 2", "dealt 1 1 1", "turned D9", "bid 0 1", "bid 1 0", "bid 2 1", "played 0 S2", "played 1 S3",
        "played 2 W; trick 2; scored 1 1/0/-10 0/0/20 1/1/30",
    ]  # fmt: skip


def test_a_choice_of_trump_and_a_leaver() -> None:
    """A Wizard turned up waits for the dealer; who leaves is told, and no more."""
    lines = retold(Options(seats=3), *START, (CHANCE, TurnUp("W")), (2, Leave()), (2, Choose("H")))
    assert lines[2:] == ["turned W", "departed 2", "trump 2 H"]


@pytest.mark.parametrize(("way", "last"), [("hidden", "sealed 0; revealed 1 0 1"), ("secret", "sealed 0")])
def test_sealed_bids_in_any_order(way: str, last: str) -> None:
    """The numbers are told with the last hidden bid, or not before the round is scored."""
    options = Options(seats=3, bids=way)  # type: ignore[arg-type]
    steps = (*START, (CHANCE, TurnUp("E")), ROUND[2], ROUND[1], ROUND[0], *ROUND[3:])
    assert retold(options, *steps)[3:6] == ["sealed 2", "sealed 1", last]


def test_the_dealer_leads() -> None:
    """With the other reading of WIZ-E01 the listener knows it from the options."""
    steps = (*START, (CHANCE, TurnUp("E")), *ROUND[:3], (2, Play("W")), *ROUND[3:5])
    lines = retold(Options(seats=3, first_lead="first_player"), *steps)
    assert lines[-1].startswith("played 1 S3; trick 2; scored")


@pytest.mark.parametrize(
    ("trick", "trump", "best"),
    [
        ("S7 W SA W", "S", 1), ("S7 H2 SA H3", "H", 3), ("S7 DA S8 CA", "H", 2), ("E S2 HA", "D", 1), ("E E E", "D", 0),
        ("E E W", None, 2), ("SK SA S10", None, 1), ("S2 HA DA", None, 0), ("E D2 D10 D9", "D", 2), ("W W W", "S", 0),
        ("S10 SJ S9", None, 1), ("D2 SA D3", "D", 2), ("S2 D2 SA", "D", 1), ("E HA H2 SA", None, 1),
    ],
)  # fmt: skip
def test_the_listener_knows_who_wins(trick: str, trump: str | None, best: int) -> None:
    """By rules of its own: each card against the best before it."""
    witness = WizardWitness(None, Options(seats=4))
    witness.trick, witness.trump = trick.split(), trump
    assert witness._best() == best


def test_a_wrong_tale_is_noticed() -> None:
    """A trick given to another seat, a bid scored that was not made, winners who have less."""
    options = Options(seats=3, length="five")
    told = ["dealer 2", "dealt 1 1 1", "turned D9", "bid 0 1", "bid 1 0", "bid 2 1", "played 0 S2", "played 1 S3"]
    for wrong in (
        "played 2 S4; trick 1", "played 1 S4", "played 2 W; trick 2; scored 1 1/0/-10 1/0/-10 1/1/30",
        "played 2 W; trick 2; scored 2 1/0/-10 0/0/20 1/1/30", "played 2 W; trick 2; scored 1 1/1/30 0/0/20 1/0/-10",
        "played 2 W; trick 2; scored 1 1/0/-10 0/0/20 1/1/30; over 1", "departed 0; departed 0", "sealed 0",
    ):  # fmt: skip
        witness = WizardWitness(None, options)
        for line in told:
            witness.hear(line, "")
        with pytest.raises(AssertionError):
            witness.hear(wrong, "")


def test_a_public_bid_is_no_private_matter() -> None:
    """The public has no bid of its own."""
    with pytest.raises(AssertionError):
        WizardWitness(None, Options(seats=3)).hear("sealed 0", "1")


def test_every_outcome_has_a_word_of_its_own() -> None:
    """No two kinds of outcome begin alike, so that a line can be read without knowing the move."""
    outcomes = (
        rules.Chosen(0, "S"), rules.Placed(0, 1), rules.Sealed(0), rules.Revealed((0, 1)), rules.Played(0, "W"),
        rules.Taken(1), rules.Scored(1, (0,), (0,), (20,)), rules.Over((0, 1)), rules.Departed(2),
    )  # fmt: skip
    line = WizardGame(Options()).public(0, Bid(1), outcomes)
    words = [sentence.split()[0] for sentence in line.split("; ")]
    assert words == ["trump", "bid", "sealed", "revealed", "played", "trick", "scored", "over", "departed"]
    assert line.endswith("scored 1 0/0/20; over 0 1; departed 2")
