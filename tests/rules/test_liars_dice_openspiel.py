"""Liar's Dice held against OpenSpiel's `liars_dice`, an implementation by others, where the rules coincide.

They coincide in the order of bids and in who wins a challenge, once faces are renamed. OpenSpiel's wild face is the
highest one, six, with the bidding rule "reset-face": more dice of any face, or as many of a higher face. That is
our table with `ones="high"` (LDC-E01) if our 2, 3, 4, 5, 6, 1 are called 1, 2, 3, 4, 5, 6.

They differ in these points, so nothing is compared there but what the difference comes to:

- OpenSpiel's wild face is always wild; ours is locked once it was bid (LDC-10). A challenge is decided alike
  unless ones were bid and another face was bid after them; then OpenSpiel counts the ones, and we do not.
- OpenSpiel plays one round and pays +1 and -1; we take a die and go on (LDC-12, LDC-13).
- OpenSpiel has two players with equally many dice, rolled one after the other; we have up to six, and one roll.
- OpenSpiel knows nothing of `ones="low"`: its wild face is the highest, and cannot be the lowest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from harness.rules import liars_dice as rules
from harness.rules.liars_dice import Bid, Challenge, Challenged, Options, State, apply
from harness.seed import root_of, stream
from harness.testing.liars_dice import Position, complete


def theirs(face: int) -> int:
    """What OpenSpiel calls a face of ours."""
    return 6 if face == 1 else face - 1


def action(bid: Bid) -> int:
    """OpenSpiel's number for a bid."""
    return (bid.quantity - 1) * 6 + theirs(bid.face) - 1


def both(one: str, other: str) -> tuple[State, Any]:
    """The opener's turn with these dice, here and there."""
    game = pyspiel.load_game("liars_dice", {"numdice": len(one), "bidding_rule": "reset-face"})
    their = game.new_initial_state()
    for die in one + other:
        their.apply_action(theirs(int(die)) - 1)
    return complete(Position(dice=(one, other), turn=0), Options(seats=2)), their


def compare_choices(state: State, their: Any) -> None:
    """The same seat is to move, and may do the same."""
    assert their.current_player() == state.turn
    bids = rules.bids(state)
    challenge = [12 * len(state.dice[0])] if "challenge" in rules.legal(state) else []
    assert their.legal_actions() == [*map(action, bids), *challenge]
    words = [their.action_to_string(state.turn, action(bid)) for bid in bids]
    assert words == [f"{bid.quantity}-{theirs(bid.face)}" for bid in bids]


def compare_ends(state: State, their: Any) -> bool:
    """The same seat is wrong, or the lock has decided; says which."""
    bid = state.bid
    assert bid is not None
    settled = apply(state, state.turn, Challenge())[1][0]
    assert isinstance(settled, Challenged)
    end = their.child(12 * len(state.dice[0]))
    loser = end.returns().index(-1.0)
    if not state.locked or bid.face == 1:
        assert settled.loser == loser
        return True
    wild = sum(rules.counts(die, bid.face, False) for dice in state.dice for die in dice)
    assert loser == (state.turn if wild >= bid.quantity else bid.seat)
    return settled.loser == loser


def walk(state: State, their: Any) -> Iterator[bool]:
    """Every history of a round, compared at every step; whether the challenges were decided alike."""
    compare_choices(state, their)
    if state.bid is not None:
        yield compare_ends(state, their)
    for bid in rules.bids(state):
        yield from walk(apply(state, state.turn, bid)[0], their.child(action(bid)))


@pytest.mark.parametrize(("one", "other", "different"), [("3", "6", 0), ("1", "4", 2**7), ("1", "1", 992)])
def test_every_round_with_a_die_each(one: str, other: str, different: int) -> None:
    """All 4,095 histories of three rolls.

    With 1 and 4 they are decided differently when two fours are bid after a one, each of the seven other bids before
    made or not. With two ones, when two dice of 2 to 6 are bid after a one and before two: 32 + .. + 512.
    """
    alike = list(walk(*both(one, other)))
    assert len(alike) == 2**12 - 1
    assert alike.count(False) == different


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_random_rounds(dice: int) -> None:
    """Sixty rounds with up to ten dice: the choices at every step, and who is wrong in the end."""
    chance, alike = stream(root_of(dice), "openspiel"), 0
    for _ in range(60):
        cups = ["".join(str(chance.between(1, 6)) for _ in range(dice)) for _ in range(2)]
        state, their = both(*cups)
        compare_choices(state, their)
        while state.bid is None or ("bid" in rules.legal(state) and chance.below(4)):
            # Mostly small steps, so that rounds are long and bids are sometimes right.
            bid = rules.bids(state)[: 2 * dice][chance.below(min(2 * dice, len(rules.bids(state))))]
            state = apply(state, state.turn, bid)[0]
            their.apply_action(action(bid))
            compare_choices(state, their)
        alike += compare_ends(state, their)
    assert alike >= 50
