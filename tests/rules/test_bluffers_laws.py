"""The laws of a game for Bluffers, and its positions counted (BLF-36)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from harness.rules import bluffers as rules
from harness.rules.bluffers import CHANCE, Call, Deal, Opener, Options, Phase, Play, Pull, State, Table, apply
from harness.rules.cards import DECK
from harness.testing.bluffers import BluffersGame
from harness.testing.choices import Conduct
from harness.testing.game import check_game, check_match
from harness.testing.strategies import bluffers_options, conducts

HAND_PLAYS_MAX = {2: 9, 3: 14, 4: 19}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_laws_of_a_game(seats: int) -> None:
    """Fair, adversarial and deserted matches at every table keep all laws."""
    check_game(BluffersGame(Options(seats=seats)), matches=40)


@settings(max_examples=30, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(bluffers_options(), conducts())
def test_laws_hold_under_all_options(options: Options, conduct: Conduct) -> None:
    """The other readings of E08, E17 and E25 and other points keep the laws, too."""
    check_match(BluffersGame(options), conduct)


@settings(max_examples=30, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(bluffers_options(points=False), conducts(leavers=False))
def test_points_of_a_match_without_leavers(options: Options, conduct: Conduct) -> None:
    """Without leavers the points of a table add up to 6, 13 or 20 (BLF-29)."""
    final = check_match(BluffersGame(options), conduct)
    assert sum(p for p in rules.points(final) if p) == {2: 6, 3: 13, 4: 20}[options.seats]


def hand_positions(seats: int) -> tuple[dict[tuple[object, ...], State], int]:
    """Every reachable position of one hand, by sizes and claimant, and the most plays a hand can have.

    Faces do not matter for who may do what, so one state stands for all of a kind; each number of
    cards that may be played is tried.
    """
    deck = iter(DECK)
    hands = tuple(tuple(next(deck) for _ in range(5)) for _ in range(seats))
    state = rules.initial(Options(seats=seats))
    for move in (Opener(0), Deal(hands), Table("K")):
        state = apply(state, CHANCE, move)[0]
    found: dict[tuple[object, ...], State] = {}
    front, plays = [state], 0
    while front:
        fresh = {}
        for position in front:
            fresh[tuple(map(len, position.hands)), position.claim.seat if position.claim else None] = position
        found |= fresh
        front = [
            apply(position, position.turn, Play(position.hands[position.turn][:count]))[0]
            for position in fresh.values()
            if "play" in rules.legal(position)
            for count in range(1, min(3, len(position.hands[position.turn])) + 1)
        ]
        plays += bool(front)
    return found, plays


@pytest.mark.parametrize(("seats", "count"), [(2, 36), (3, 224), (4, 1122)])
def test_every_hand_ends_in_one_pull(seats: int, count: int) -> None:
    """All 36, 224, 1,122 positions: somebody can move, and the only holder faces another's claim (BLF-36)."""
    positions, plays = hand_positions(seats)
    assert len(positions) == count
    assert plays == HAND_PLAYS_MAX[seats]
    for position in positions.values():
        holders = [seat for seat, cards in enumerate(position.hands) if cards]
        assert position.turn in holders
        if len(holders) == 1:
            assert rules.legal(position) == ("call",)
            assert position.claim is not None and position.claim.seat != position.turn
        if "call" in rules.legal(position):
            called, _ = apply(position, position.turn, Call())
            pulled, _ = apply(called, CHANCE, Pull(False))
            assert (sum(pulled.pulls), pulled.phase) == (1, Phase.DEAL)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_number_of_pulls_in_a_match(seats: int) -> None:
    """A match of n has at least n-1 and at most 6(n-1)+5 pulls, and both ends are reached (BLF-36)."""
    assert pulls_of_match(seats, lambda state: True) == seats - 1
    assert pulls_of_match(seats, lambda state: rules.hazard(state)[1] == 1) == 6 * (seats - 1) + 5


def pulls_of_match(seats: int, fires: Callable[[State], bool]) -> int:
    """The pulls of a match in which the pulls go round evenly."""
    state = replace(rules.initial(Options(seats=seats)), phase=Phase.PULL, shooter=0)
    while state.phase is not Phase.OVER:
        state = apply(state, CHANCE, Pull(fires(state)))[0]
        if state.phase is Phase.DEAL:
            least = min(rules.living(state), key=lambda seat: (state.pulls[seat], seat))
            state = replace(state, phase=Phase.PULL, shooter=least)
    return sum(state.pulls)


def test_all_plays_of_a_small_hand_are_tried() -> None:
    """What `legal` lists is every choice of one to three cards of KKQA*, and no choice twice."""
    game = BluffersGame(Options(seats=2))
    hands = (tuple("KKQA*"), tuple("KKQA*"))
    state = rules.initial(game.options)
    for move in (Opener(0), Deal(hands), Table("K")):
        state = apply(state, CHANCE, move)[0]
    offered = [move.cards for move in game.legal(state, 0) if isinstance(move, Play)]
    wanted = {
        tuple(sorted(cards)) for n in (1, 2, 3) for cards in product("KQA*", repeat=n)
        if all(cards.count(face) <= hands[0].count(face) for face in cards)
    }  # fmt: skip
    assert {tuple(sorted(cards)) for cards in offered} == wanted
    assert len(offered) == len(wanted) == 4 + 7 + 7
