"""The laws of a game for Liar's Dice, and its rounds counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.rules import liars_dice as rules
from harness.rules.liars_dice import CHANCE, Bid, Challenge, Opener, Options, Phase, Roll, State, apply
from harness.testing.choices import Conduct
from harness.testing.game import check_game, check_match
from harness.testing.liars_dice import LiarsDiceGame, Position, complete
from harness.testing.strategies import conducts

ALL_OPTIONS = st.builds(Options, seats=st.integers(2, 6), ones=st.sampled_from(("high", "low")))


@pytest.mark.parametrize(("seats", "matches"), [(2, 40), (3, 30), (4, 20), (5, 12), (6, 10)])
def test_laws_of_a_game(seats: int, matches: int) -> None:
    """Fair, adversarial and deserted matches at every table keep all laws."""
    check_game(LiarsDiceGame(Options(seats=seats)), matches=matches)


@settings(max_examples=20, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(ALL_OPTIONS, conducts())
def test_laws_hold_under_all_options(options: Options, conduct: Conduct) -> None:
    """The other reading of E01 keeps the laws, too; a match of n takes 5(n-1) to 5n-1 rounds."""
    final = check_match(LiarsDiceGame(options), conduct)
    assert 5 * (options.seats - 1) <= final.round <= 5 * options.seats - 1


# -- rounds ----------------------------------------------------------------------------------


def first_turn(seats: int, ones: str = "high") -> State:
    """The opener's turn of the first round."""
    state = apply(rules.initial(Options(seats=seats, ones=ones)), CHANCE, Opener(0))[0]  # type: ignore[arg-type]
    return apply(state, CHANCE, Roll(((3,) * 5,) * seats))[0]


@pytest.mark.parametrize("ones", ["high", "low"])
@pytest.mark.parametrize("seats", [2, 6])
def test_the_longest_round(seats: int, ones: str) -> None:
    """With T dice 6T bids can follow each other, each the lowest that beats the last; then one must challenge."""
    state, made = first_turn(seats, ones), 0
    while "bid" in rules.legal(state):
        state = apply(state, state.turn, rules.bids(state)[0])[0]
        made += 1
    assert made == 6 * 5 * seats
    assert rules.legal(state) == ("challenge",)


@pytest.mark.parametrize("seats", range(2, 7))
def test_number_of_rounds_in_a_match(seats: int) -> None:
    """A match of n takes 5(n-1) to 5n-1 rounds, and both ends are reached."""
    assert rounds_of_match(seats, evenly=False) == 5 * (seats - 1)
    assert rounds_of_match(seats, evenly=True) == 5 * seats - 1


def rounds_of_match(seats: int, *, evenly: bool) -> int:
    """The rounds of a match in which the seats lose their dice evenly, or one seat after the other."""
    state = apply(rules.initial(Options(seats=seats)), CHANCE, Opener(0))[0]
    while state.phase is not Phase.OVER:
        living = rules.living(state)
        loser = max(living, key=lambda seat: state.sizes[seat] if evenly else -seat)
        state = lost_by(state, loser)
    return state.round


def lost_by(state: State, loser: int) -> State:
    """A round that this seat loses: bids go round until it has bid, and nothing of the kind lies on the table."""
    state = apply(state, CHANCE, Roll(tuple((2,) * size for size in state.sizes)))[0]
    faces = iter((quantity, face) for quantity in (1, 2) for face in (3, 4, 5, 6))
    while state.bid is None or state.bid.seat != loser:
        state = apply(state, state.turn, Bid(*next(faces)))[0]
    return apply(state, state.turn, Challenge())[0]


# -- a tiny configuration --------------------------------------------------------------------


def histories(state: State) -> Iterator[bool]:
    """Every way in which a round can end: whether the last bid held."""
    for bid in rules.bids(state):
        yield from histories(apply(state, state.turn, bid)[0])
    if "challenge" in rules.legal(state):
        after, (settled, *_) = apply(state, state.turn, Challenge())
        assert isinstance(settled, rules.Challenged)
        assert after.sizes[settled.loser] == 0
        yield settled.holds


def count_positions(start: State) -> int:
    """Different positions in which a seat is to move, in one round."""
    seen, front = {start}, [start]
    while front:
        state = front.pop()
        fresh = {apply(state, state.turn, bid)[0] for bid in rules.bids(state)} - seen
        seen |= fresh
        front += fresh
    return len(seen)


@pytest.mark.parametrize(("ones", "count"), [("high", 34), ("low", 42)])
def test_positions_of_a_round_with_a_die_each(ones: str, count: int) -> None:
    """Positions by last bid, bidder and lock, for each of the 36 rolls alike.

    "high": one without a bid; 1x2, by the opener alone; 1x3 to 1x6 and 1x1, each by two; 2x2 to 2x6, each by two
    and with or without the lock; 2x1 by two: 1 + 1 + 8 + 2 + 20 + 2.

    "low": one without a bid; 1x1, by the opener alone; 1x2 unlocked by him, locked by the other; 1x3 to 1x6, each
    by two and with or without the lock; 2x1 by two; 2x2 to 2x6 like 1x3: 1 + 1 + 2 + 16 + 2 + 20.
    """
    for one, other in product("123456", repeat=2):
        start = complete(Position(dice=(one, other), turn=0), Options(seats=2, ones=ones))  # type: ignore[arg-type]
        assert count_positions(start) == count


@pytest.mark.parametrize(
    ("ones", "dice", "holding"),
    [
        ("high", "66", 2**4 + 2**10),
        ("high", "25", 2**0 + 2**3),
        ("high", "11", 31 + 32 + 992 + 2048),
        ("low", "66", 2**5 + 2**11),
        ("low", "25", 2**1 + 2**4),
        ("low", "11", 1 + 31 + 64 + 992),
    ],
)
def test_histories_of_a_round_with_a_die_each(ones: str, dice: str, holding: int) -> None:
    """Twelve bids, so 2^12 - 1 ways to bid before the challenge, 2^(n-1) of them with the n-th bid last.

    With two sixes or with 2 and 5 the last bid must be one of those faces. With two ones every bid holds but those
    of two dice of 2 to 6 with ones bid before: 32 + .. + 512 of these have none.
    """
    start = complete(Position(dice=(dice[0], dice[1]), turn=0), Options(seats=2, ones=ones))  # type: ignore[arg-type]
    ends = list(histories(start))
    assert (len(ends), sum(ends)) == (2**12 - 1, holding)
