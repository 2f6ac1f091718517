"""The laws of a game for Bluff, and small positions played in every way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from harness.rules import bluff as rules
from harness.rules.bluff import Call, Leave, Move, Options, Pass, Phase, Play, State, apply
from harness.rules.french_deck import RANKS
from harness.seed import Stream, root_of, stream
from harness.testing.bluff import BluffGame, Position, complete
from harness.testing.choices import Conduct
from harness.testing.game import check_game, check_match
from harness.testing.strategies import conducts

ALL_OPTIONS = st.builds(
    Options,
    seats=st.integers(2, 8),
    decks=st.sampled_from((None, 1, 2)),
    jokers=st.sampled_from(("none", "two", "two_per_deck")),
    end=st.sampled_from(("first_out", "play_on")),
    direction=st.sampled_from(("clockwise", "anticlockwise")),
    seat_change=st.booleans(),
)


@pytest.mark.parametrize("end", ["first_out", "play_on"])
@pytest.mark.parametrize(("seats", "matches"), [(2, 30), (3, 30), (4, 25), (6, 12), (8, 8)])
def test_laws_of_a_game(seats: int, matches: int, end: Literal["first_out", "play_on"]) -> None:
    """Fair, adversarial and deserted matches at every table keep all laws."""
    check_game(BluffGame(Options(seats=seats, end=end)), matches=matches)


@settings(max_examples=25, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(ALL_OPTIONS, conducts())
def test_laws_hold_under_all_options(options: Options, conduct: Conduct) -> None:
    """So do other decks, jokers, directions; and the deal after the match, with seats changed or not."""
    final = check_match(BluffGame(options), conduct)
    places = rules.ranking(final)
    assert sorted(places)[0] == 1 and all(places.count(place) == 1 for place in places if place in final.places)
    check_match(BluffGame(options, rules.again(final)), conduct)


# -- small positions, played in every way ----------------------------------------------------


class Tree(Struct, frozen=True):
    """All positions that can be reached from one, with what follows each; the number of the round left aside."""

    start: State
    follows: dict[State, frozenset[State]]

    def over(self) -> list[State]:
        return [state for state in self.follows if state.phase is Phase.OVER]


def every_move(state: State, leavers: bool) -> Iterator[tuple[int, Move]]:
    """Each different choice of cards, named as K or Q; pass, call; and, if wanted, everybody's leaving."""
    may, hand = rules.legal(state), state.hands[state.turn]
    chosen = {cards for count in range(1, len(hand) + 1) for cards in combinations(hand, count)}
    for cards in sorted(chosen):
        for rank in ("K", "Q") if state.rank is None else (None,):
            yield state.turn, Play(cards, rank)
    if "pass" in may:
        yield state.turn, Pass()
    if "call" in may:
        yield state.turn, Call()
    for seat in rules.playing(state) if leavers else ():
        yield seat, Leave()


def grown(hands: tuple[str, ...], end: Literal["first_out", "play_on"], *, leavers: bool = False) -> Tree:
    """Play a position in every way, with all laws of Bluff's own examined at each step."""
    options = Options(seats=len(hands), end=end)
    game, start = BluffGame(options), complete(Position(hands=hands, turn=0), options)
    follows: dict[State, frozenset[State]] = {}
    front = [start]
    while front:
        state = front.pop()
        if state in follows:
            continue
        after = set()
        for seat, move in every_move(state, leavers) if state.phase is Phase.TURN else ():
            fresh, outcomes = apply(state, seat, move)
            assert not game.broken(state, seat, move, fresh, outcomes)
            after.add(replace(fresh, round=1))
        follows[state] = frozenset(after)
        front += after
    return Tree(start, follows)


@pytest.mark.parametrize(
    ("hands", "end", "leavers", "positions", "ends"),
    [
        (("K", "Q"), "play_on", False, 12, 6),
        (("K", "Q"), "first_out", False, 12, 6),
        (("K", "Q"), "play_on", True, 20, 14),
        (("K Q", "K"), "play_on", False, 108, 30),
        (("K Q", "K"), "first_out", True, 162, 84),
        (("K *", "Q Q"), "play_on", False, 834, 180),
        (("K", "Q", "K"), "first_out", False, 30, 15),
        (("K", "Q", "K"), "play_on", False, 339, 90),
        (("K", "Q", "K"), "play_on", True, 549, 282),
        (("K Q", "K", "Q"), "first_out", False, 666, 216),
        (("K Q", "K", "Q"), "play_on", False, 1926, 282),
    ],
)
def test_small_positions(
    hands: tuple[str, ...], end: Literal["first_out", "play_on"], leavers: bool, positions: int, ends: int
) -> None:
    """So many positions, so many of them ends, and from every one an end can be reached (CHT-E23).

    The first ones by hand: with a king against a queen somebody leads, and lays his card as a king or as a queen: six
    positions for the two of them. If it was a lie that is called, the other one leads; all else ends the match:
    covered, passed, or called and true. Three ends for each winner. If they may leave, four ends more for each
    leader: he or the other one leaves, before the card lies on the table or after.
    """
    tree = grown(hands, end, leavers=leavers)
    assert (len(tree.follows), len(tree.over())) == (positions, ends)
    ending, grows = set(tree.over()), True
    while grows:
        more = {state for state, after in tree.follows.items() if state not in ending and after & ending}
        ending |= more
        grows = bool(more)
    assert ending == set(tree.follows)
    assert all(rules.legal(state) for state in tree.follows if state.phase is Phase.TURN)


@pytest.mark.parametrize("end", ["first_out", "play_on"])
def test_random_matches_end(end: Literal["first_out", "play_on"]) -> None:
    """Nothing makes a match end (CHT-E23); but matches of seats that choose at random do, within 3,000 moves."""
    longest = 0
    for seed in range(60):
        choose = stream(root_of(seed), "random", end)
        options = Options(seats=choose.between(2, 8), end=end, jokers=choose.choice(("none", "two", "two_per_deck")))
        game, moves = BluffGame(options), 0
        state = game.initial()
        while (actor := rules.to_act(state)) is not None:
            move = game.chance(state, choose.below) if actor == rules.CHANCE else random_move(state, choose)
            state, moves = apply(state, actor, move)[0], moves + 1
            assert moves <= 3_000
        longest = max(longest, moves)
    assert longest > 100


def random_move(state: State, choose: Stream) -> Move:
    """One of the kinds of move that are legal; of cards some, named as any rank when leading."""
    kind = choose.choice(rules.legal(state))
    if kind != "play":
        return {"pass": Pass(), "call": Call()}[kind]
    hand = state.hands[state.turn]
    cards = choose.sample(hand, choose.between(1, min(4, len(hand))))
    return Play(cards, choose.choice(RANKS) if state.rank is None else None)
