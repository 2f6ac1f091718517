"""Written positions of Wizard become whole states, or are refused with a reason."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.errors import LocalError
from harness.rules.wizard import Options, Phase, Scored
from harness.rules.wizard_cards import DECK
from harness.testing.wizard import cards_of
from harness.testing.wizard_position import Position, complete


def test_the_unseen_cards_are_somewhere() -> None:
    """Four of four cards: one trick taken, one card in the next; the deck complete."""
    position = Position(
        round=4, hands=("S2 H10", None, None, "W E D3"), turned="C9", dealer=1, leader=0, trick="S7",
        bids=(1, 0, 0, 2), won=(1, 0, 0, 0), left=(3,),
    )  # fmt: skip
    state = complete(position, Options(seats=4))
    assert [len(hand) for hand in state.hands] == [2, 3, 3, 3]
    assert (len(state.taken), len(state.undealt), state.trump) == (4, 60 - 11 - 4 - 1 - 1, "C")
    assert Counter(cards_of(state)) == Counter(DECK)
    assert (state.phase, state.leader, state.gone) == (Phase.PLAY, 0, frozenset({3}))


def test_earlier_rounds_are_written_down() -> None:
    """Those that are given, and before them made-up ones; the points are computed."""
    position = Position(round=4, hands=(None,) * 3, turned="C9", scores=(((0, 1, 3), (0, 1, 2)),))
    state = complete(position, Options(seats=3))
    nothing = (0, 0, 0)
    assert state.sheet == (
        Scored(1, nothing, (1, 0, 0), (-10, 20, 20)), Scored(2, nothing, (2, 0, 0), (-20, 20, 20)),
        Scored(3, (0, 1, 3), (0, 1, 2), (20, 30, -10)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("position", "phase"),
    [
        (Position(round=3, hands=(None,) * 3), Phase.TURN_UP),
        (Position(round=3, hands=(None,) * 3, turned="W"), Phase.TRUMP),
        (Position(round=3, hands=(None,) * 3, turned="W", chosen="S"), Phase.BID),
        (Position(round=3, hands=(None,) * 3, turned="E"), Phase.BID),
        (Position(round=3, hands=(None,) * 3, turned="E", dealer=2, bids=(0, 1, None)), Phase.BID),
        (Position(round=3, hands=(None,) * 3, turned="E", bids=(0, 1, 2)), Phase.PLAY),
        (Position(round=20, hands=(None,) * 3), Phase.BID),
    ],
)
def test_the_phase_follows_from_what_is_written(position: Position, phase: Phase) -> None:
    """What is missing is what must be done next."""
    assert complete(position, Options(seats=3)).phase is phase


@pytest.mark.parametrize(("first_lead", "leader"), [("left_of_dealer", 2), ("first_player", 1)])
def test_who_leads_if_nothing_is_written(first_lead: str, leader: int) -> None:
    """The leader of the first trick, by the option (WIZ-E01)."""
    options = Options(seats=3, first_lead=first_lead)  # type: ignore[arg-type]
    assert complete(Position(round=1, hands=(None,) * 3, turned="E", dealer=1), options).leader == leader


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position(round=1, hands=("S2", "S3"), turned="D9"), "2 hands for 3 seats"),
        (Position(round=0, hands=(None,) * 3, turned="D9"), "there is no round 0"),
        (Position(round=21, hands=(None,) * 3, turned="D9"), "there is no round 21"),
        (Position(round=1, hands=("S2", "S2", None), turned="D9"), "no deck holds"),
        (Position(round=1, hands=("D9", None, None), turned="D9"), "no deck holds"),
        (Position(round=1, hands=("S1", None, None), turned="D9"), "no deck holds D9 S1"),
        (Position(round=5, hands=("W W W W W", None, None), turned="D9"), "no deck holds"),
        (Position(round=1, hands=("S2 S3", None, None), turned="D9"), "seat 0 holds 2 of 1 cards"),
        (Position(round=2, hands=(None,) * 3, turned="D9", won=(1, 1, 1), bids=(0, 0, 0)), "seat 0 holds 0 of 2"),
        (Position(round=2, hands=(None,) * 3, turned="D9", won=(1, 1, 0), bids=(0, 0, 0)), "goes on without cards"),
        (Position(round=2, hands=(None,) * 3, turned="D9", chosen="S"), "trump is S with D9"),
        (Position(round=20, hands=(None,) * 3, turned="D9"), "holds"),
        (Position(round=2, hands=(None,) * 3, bids=(0, 0, 0)), "3 bids are made in phase turn_up"),
        (Position(round=2, hands=(None,) * 3, turned="D9", scores=(((1, 0, 0), (0, 0, 0)),)), "has 0 tricks"),
    ],
)
def test_an_impossible_position_is_refused(position: Position, reason: str) -> None:
    """No position is bent until it fits."""
    with pytest.raises(LocalError, match=reason):
        complete(position, Options(seats=3))
