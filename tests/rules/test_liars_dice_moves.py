"""What the written positions of Liar's Dice cannot say: options, chance's own moves, leaving between rounds, views."""

from __future__ import annotations

import pytest

from harness.rules import liars_dice as rules
from harness.rules.liars_dice import (
    CHANCE,
    Bid,
    Challenge,
    Challenged,
    Departed,
    Eliminated,
    Illegal,
    Leave,
    Opener,
    Options,
    Over,
    Phase,
    Raised,
    Roll,
    Standing,
    State,
    apply,
    initial,
)
from harness.testing.liars_dice import Position, complete, state_problems

CUPS = ((5, 4, 1, 3, 1), (2, 2, 2, 5, 6), (1, 3, 4, 6, 6))


def shaken(seats: int = 3, opener: int = 0) -> State:
    """The first turn of a match."""
    state = apply(initial(Options(seats=seats)), CHANCE, Opener(opener))[0]
    return apply(state, CHANCE, Roll(CUPS[:seats]))[0]


def refusal(state: State, seat: int, move: rules.Move) -> str:
    """The code with which a move is refused."""
    with pytest.raises(Illegal) as caught:
        apply(state, seat, move)
    assert str(caught.value) == caught.value.code
    return caught.value.code


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats: int) -> None:
    """A table of one or seven cannot be made (LDC-01)."""
    with pytest.raises(ValueError, match="2 to 6"):
        Options(seats=seats)


def test_usual_table() -> None:
    """Four seats and ones on top, if nobody says otherwise (LDC-E01, LDC-E21)."""
    assert (Options().seats, Options().ones) == (4, "high")


def test_everybody_starts_with_five_dice() -> None:
    """Up to thirty in all (LDC-01)."""
    assert [sum(initial(Options(seats=seats)).sizes) for seats in range(2, 7)] == [10, 15, 20, 25, 30]


def test_order_of_faces() -> None:
    """2<3<4<5<6<1, or 1<2<..<6 (LDC-E01)."""
    assert sorted(rules.FACES, key=lambda face: rules.rank(face, "high")) == [2, 3, 4, 5, 6, 1]
    assert sorted(rules.FACES, key=lambda face: rules.rank(face, "low")) == [1, 2, 3, 4, 5, 6]


def test_what_counts() -> None:
    """Ones count for every face until they are locked, and for ones always (LDC-09, LDC-10)."""
    for face in rules.FACES:
        assert {die for die in rules.FACES if rules.counts(die, face, False)} == {face, 1}
        assert {die for die in rules.FACES if rules.counts(die, face, True)} == {face}


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (initial(Options(seats=3)), Opener(3)),
        (initial(Options(seats=3)), Opener(-1)),
        (initial(Options(seats=3)), Roll(CUPS)),
        (apply(initial(Options(seats=3)), CHANCE, Opener(0))[0], Opener(0)),
        (shaken(), Roll(CUPS)),
        (shaken(), Opener(1)),
        (shaken(), Bid(1, 2)),
        (shaken(), Leave()),
    ],
)
def test_chance_must_do_what_the_phase_asks(state: State, move: rules.Move) -> None:
    """Chance names a seat that is there, then rolls, and does nothing else."""
    assert refusal(state, CHANCE, move) == "chance"


@pytest.mark.parametrize(
    "dice",
    [
        CUPS[:2],
        (*CUPS[:2], (1, 3, 4, 6)),
        (*CUPS[:2], (1, 3, 4, 6, 7)),
        (*CUPS[:2], (0, 3, 4, 6, 6)),
        (*CUPS, ()),
    ],
    ids=["a cup missing", "four dice", "a seven", "a nought", "a cup too many"],
)
def test_a_roll_is_five_dice_of_six_faces_each(dice: tuple[rules.Dice, ...]) -> None:
    """Chance rolls as many dice as each seat has (LDC-03)."""
    assert refusal(apply(initial(Options(seats=3)), CHANCE, Opener(0))[0], CHANCE, Roll(dice)) == "chance"


def test_how_the_dice_lie_means_nothing() -> None:
    """Dice are kept in order."""
    assert shaken().dice[0] == (1, 1, 3, 4, 5)


def test_seats_make_no_chance_moves() -> None:
    """A seat on turn cannot roll or name an opener."""
    assert refusal(shaken(), 0, Roll(CUPS)) == "chance"
    assert refusal(shaken(), 0, Opener(0)) == "chance"


def test_seats_wait_for_chance() -> None:
    """Before the cups are shaken nobody can bid."""
    assert refusal(initial(Options(seats=3)), 0, Bid(1, 2)) == "not_your_turn"
    assert refusal(apply(initial(Options(seats=3)), CHANCE, Opener(0))[0], 0, Bid(1, 2)) == "not_your_turn"


def test_the_host_opens_and_the_turn_goes_round() -> None:
    """Whoever is named opens; bids go from seat to seat (LDC-04, LDC-15)."""
    state, turns = shaken(opener=2), []
    for quantity in range(1, 5):
        turns.append(state.turn)
        state, outcomes = apply(state, state.turn, Bid(quantity, 3))
        assert outcomes == (Raised(turns[-1], quantity, 3, False),)
    assert turns == [2, 0, 1, 2]
    assert state.bid == Standing(2, 4, 3)


@pytest.mark.parametrize("quantity", [True, 2.5, "2", None])
def test_a_quantity_is_a_whole_number(quantity: object) -> None:
    """Whatever else a dialect lets through is refused (LDC-E19)."""
    assert refusal(shaken(), 0, Bid(quantity, 2)) == "quantity"  # type: ignore[arg-type]
    assert refusal(shaken(), 0, Bid(2, quantity)) == "face"  # type: ignore[arg-type]


def test_a_challenge_in_full() -> None:
    """Everything that the opened cups tell (LDC-11, LDC-12, LDC-E20), then the loser opens with all cups empty."""
    state = apply(shaken(), 0, Bid(5, 5))[0]
    after, outcomes = apply(state, 1, Challenge())
    assert outcomes == (
        Challenged(
            seat=1, bidder=0, quantity=5, face=5, locked=False, dice=state.dice, count=5, holds=True, loser=1, left=4
        ),
    )  # fmt: skip
    assert (after.phase, after.round, after.turn, after.sizes) == (Phase.ROLL, 1, 1, (5, 4, 5))
    assert (after.dice, after.bid, after.locked) == (((), (), ()), None, False)
    assert rules.legal(after) == rules.bids(after) == ()


def test_the_end_in_full() -> None:
    """The last die but one seat's: eliminated, over, two places given (LDC-14)."""
    state = complete(Position(dice=("", "4", "3"), turn=2, bid=(1, 2, 4)), Options(seats=3))
    after, outcomes = apply(state, 2, Challenge())
    assert outcomes[1:] == (Eliminated(1, 2), Over(2))
    assert (after.phase, after.places, rules.living(after)) == (Phase.OVER, (3, 2, 1), (2,))
    assert rules.to_act(after) is None
    assert rules.legal(after) == rules.bids(after) == ()
    assert not state_problems(after)
    assert {refusal(after, seat, move) for seat in (CHANCE, 0, 1, 2) for move in (Leave(), Bid(1, 2), Roll(()))} == {
        "no_match"
    }  # fmt: skip


@pytest.mark.parametrize("ones", ["high", "low"])
def test_bids_of_a_turn_are_those_that_are_accepted(ones: str) -> None:
    """After each of the 24 bids with four dice: what `bids` lists is accepted, in rising order, the rest refused."""
    start = complete(Position(dice=("13", "25"), turn=0), Options(seats=2, ones=ones))  # type: ignore[arg-type]
    everything = [Bid(quantity, face) for quantity in range(1, 5) for face in rules.FACES]
    assert sorted(everything, key=str) == sorted(rules.bids(start), key=str)
    for place, bid in enumerate(rules.bids(start)):
        state = apply(start, 0, bid)[0]
        assert rules.bids(state) == rules.bids(start)[place + 1 :]
        for other in everything:
            if other in rules.bids(state):
                assert apply(state, 1, other)[0].bid == Standing(1, other.quantity, other.face)
            else:
                assert refusal(state, 1, other) == "not_higher"
        assert ("bid" in rules.legal(state)) == (place < 23)


def test_auto_moves() -> None:
    """Challenge what stands, else bid one two (LDC-E14)."""
    assert rules.auto_move(shaken()) == Bid(1, 2)
    assert rules.auto_move(apply(shaken(), 0, Bid(1, 2))[0]) == Challenge()


def test_a_leaver_changes_nothing_but_the_memory() -> None:
    """The seat, its dice, its bid and its turn stay (LDC-E15)."""
    state = apply(shaken(), 0, Bid(4, 5))[0]
    for seat in range(3):
        after, outcomes = apply(state, seat, Leave())
        assert outcomes == (Departed(seat),)
        assert after.gone == frozenset({seat})
        assert (after.dice, after.sizes, after.bid, after.turn) == (state.dice, state.sizes, state.bid, state.turn)
        assert refusal(after, seat, Leave()) == "out"
    assert apply(apply(state, 1, Leave())[0], 1, Challenge())[0].turn == 1


def test_a_host_who_leaves_before_the_first_round_is_replaced() -> None:
    """Chance names another one, not a seat whose human has left (LDC-E12)."""
    named = apply(initial(Options(seats=3)), CHANCE, Opener(1))[0]
    assert apply(named, 0, Leave())[0].phase is Phase.ROLL
    state = apply(named, 1, Leave())[0]
    assert state.phase is Phase.OPENER
    assert refusal(state, CHANCE, Opener(1)) == "chance"
    again = apply(state, CHANCE, Opener(2))[0]
    assert (again.phase, again.turn) == (Phase.ROLL, 2)


def test_if_all_humans_have_left_anybody_opens() -> None:
    """The rules do not know who is an AI: then every seat may be named."""
    state = initial(Options(seats=2))
    for seat in range(2):
        state = apply(state, seat, Leave())[0]
    assert apply(state, CHANCE, Opener(1))[0].turn == 1


def test_the_opener_of_a_later_round_may_leave() -> None:
    """Only before the first round there is a host to replace."""
    state = apply(apply(shaken(), 0, Bid(5, 5))[0], 1, Challenge())[0]
    assert apply(state, 1, Leave())[0].phase is Phase.ROLL


def test_who_is_out_may_leave() -> None:
    """The place stays (LDC-E23)."""
    state = complete(Position(dice=("", "4", "3"), turn=2, bid=(1, 2, 4)), Options(seats=3))
    after = apply(state, 0, Leave())[0]
    assert (after.places, after.gone) == ((3, 0, 0), frozenset({0}))


def test_view_shows_the_own_dice_only() -> None:
    """The public sees sizes and the bid; a seat sees its own cup besides (LDC-03)."""
    state = apply(shaken(), 0, Bid(2, 1))[0]
    assert [rules.view(state, seat).dice for seat in range(3)] == list(state.dice)
    shown = rules.view(state, None)
    assert shown.dice == ()
    assert (shown.sizes, shown.bid, shown.locked, shown.turn) == ((5, 5, 5), Standing(0, 2, 1), True, 1)
    assert (shown.legal, shown.round, shown.phase) == (("bid", "challenge"), 1, Phase.TURN)


def test_a_move_leaves_the_state_before_it_as_it_was() -> None:
    """States are values: the same state can be continued in two ways."""
    state = shaken()
    kept = repr(state)
    one, other = apply(state, 0, Bid(1, 2))[0], apply(state, 0, Bid(1, 1))[0]
    assert (one.locked, other.locked, repr(state)) == (False, True, kept)
