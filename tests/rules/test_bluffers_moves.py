"""What the written positions cannot say: options, chance's own moves, leaving between hands, views."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.rules import bluffers as rules
from harness.rules.bluffers import (
    CHANCE,
    Call,
    Claim,
    Deal,
    Departed,
    Illegal,
    Leave,
    Opener,
    Options,
    Over,
    Phase,
    Play,
    Pull,
    State,
    Table,
    apply,
    initial,
)
from harness.rules.cards import DECK, JOKER, RANKS
from harness.testing.bluffers import state_problems
from harness.testing.position import Position, complete

HANDS = (tuple("KKKKK"), tuple("KQQQQ"), tuple("QQAAA"), tuple("AAA**"))


def dealt(seats: int, opener: int = 0, **options: object) -> State:
    """A match whose first hand is dealt; the table card is still to be drawn."""
    state, _ = apply(initial(Options(seats=seats, **options)), CHANCE, Opener(opener))  # type: ignore[arg-type]
    state, _ = apply(state, CHANCE, Deal(HANDS[:seats]))
    return state


def opened(seats: int, opener: int = 0, **options: object) -> State:
    """The first turn of a match; the table card is King."""
    return apply(dealt(seats, opener, **options), CHANCE, Table("K"))[0]


def pulling(truth: bool = False) -> State:
    """Seat 1 of three has called seat 0: the pull is to come."""
    state = complete(
        Position(hands=("QA", "KQA", "KKQ"), table="K", turn=1, claim=(0, "K" if truth else "Q")), Options(seats=3)
    )
    return apply(state, 1, Call())[0]


def refusal(state: State, seat: int, move: rules.Move) -> str:
    """The code with which a move is refused."""
    with pytest.raises(Illegal) as caught:
        apply(state, seat, move)
    assert str(caught.value) == caught.value.code
    return caught.value.code


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    """A table of one or five cannot be made (BLF-01)."""
    with pytest.raises(ValueError, match="2 to 4"):
        Options(seats=seats)


def test_points_need_a_number_for_each_place() -> None:
    """A points table with too few places is refused when it is made, not when somebody wins (BLF-29)."""
    with pytest.raises(ValueError, match="one number a place"):
        Options(points=((5, 1), (8, 4), (10, 6, 3, 1)))


def test_deck() -> None:
    """Six Kings, six Queens, six Aces, two jokers (BLF-03)."""
    assert [DECK.count(face) for face in (*RANKS, JOKER)] == [6, 6, 6, 2]
    assert len(DECK) == 20


def test_joker_matches_every_table_card() -> None:
    """A card is true when it is the table card or a joker (BLF-04)."""
    assert [[rules.matches_table(face, rank) for face in DECK].count(True) for rank in RANKS] == [8, 8, 8]
    assert all(rules.matches_table(JOKER, rank) for rank in RANKS)


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (initial(Options(seats=3)), Opener(3)),
        (initial(Options(seats=3)), Opener(-1)),
        (initial(Options(seats=3)), Deal(HANDS[:3])),
        (dealt(3), Table(JOKER)),  # type: ignore[arg-type]
        (dealt(3), Deal(HANDS[:3])),
        (dealt(3), Pull(True)),
        (opened(3), Table("K")),
        (opened(3), Leave()),
    ],
)
def test_chance_must_do_what_the_phase_asks(state: State, move: rules.Move) -> None:
    """Chance can neither name a seat that is not there nor draw, deal or shoot at another time."""
    assert refusal(state, CHANCE, move) == "chance"


@pytest.mark.parametrize(
    "hands",
    [
        HANDS[:3],
        (*HANDS[:3], tuple("AAA*")),
        (*HANDS[:3], tuple("AA***")),
        (*HANDS[:3], tuple("AAA*J")),
        (tuple("KKKKK"), tuple("KKQQQ"), *HANDS[2:]),
    ],
    ids=["too few hands", "four cards", "three jokers", "an alien card", "seven kings"],
)
def test_a_deal_comes_from_the_deck(hands: tuple[tuple[rules.Face, ...], ...]) -> None:
    """A deal gives five cards to everybody still in, out of the one deck (BLF-05)."""
    state, _ = apply(initial(Options(seats=4)), CHANCE, Opener(0))
    assert refusal(state, CHANCE, Deal(hands)) == "chance"


def test_undealt_cards_stay_in_a_fixed_order() -> None:
    """The state tells what was not dealt (BLF-07), and nothing about the order of the deck."""
    assert dealt(3).undealt == tuple("AAA**")
    assert dealt(2).undealt == tuple("QQAAAAAA**")


def test_seats_make_no_chance_moves() -> None:
    """A seat on turn cannot pull, deal or draw."""
    assert refusal(opened(3), 0, Pull(False)) == "chance"


def test_seats_wait_for_chance() -> None:
    """Before the table card is drawn nobody can move."""
    assert refusal(dealt(3), 0, Play(("K",))) == "not_your_turn"


def test_nobody_calls_himself() -> None:
    """An own claim cannot be called, if such a position ever arises (BLF-E14)."""
    state = replace(opened(3), hands=(HANDS[0][:4], *HANDS[1:3]), claim=Claim(0, ("K",)))
    assert refusal(state, 0, Call()) == "own_claim"
    assert rules.legal(state) == ("play",)


def test_table_card_may_repeat() -> None:
    """The table card of a new hand is drawn from all three (BLF-E17)."""
    state = apply(pulling(), CHANCE, Pull(False))[0]
    state = apply(state, CHANCE, Deal(HANDS[:3]))[0]
    assert apply(state, CHANCE, Table("K"))[0].table == "K"


def test_table_card_must_differ_when_chosen_so() -> None:
    """With the other reading of "another card" the last table card is out (BLF-E17), the first draw is free."""
    state = opened(3, table_repeats=False)
    for seat, move in ((0, Play(("K",))), (1, Call()), (CHANCE, Pull(False)), (CHANCE, Deal(HANDS[:3]))):
        state = apply(state, seat, move)[0]
    assert refusal(state, CHANCE, Table("K")) == "chance"
    assert apply(state, CHANCE, Table("Q"))[0].table == "Q"


def test_hazard_of_the_revolver() -> None:
    """The n-th pull fires with 1 in 6, then 1 in 5, and so on; the sixth is certain (BLF-18, BLF-19)."""
    state = pulling()
    hazards = [rules.hazard(replace(state, pulls=(made, 0, 0))) for made in range(6)]
    assert hazards == [(1, 6), (1, 5), (1, 4), (1, 3), (1, 2), (1, 1)]
    assert refusal(replace(state, pulls=(5, 0, 0)), CHANCE, Pull(False)) == "chance"
    assert apply(replace(state, pulls=(5, 0, 0)), CHANCE, Pull(True))[0].places == (3, 0, 0)


def test_auto_move_plays_the_picked_card() -> None:
    """The automatic move is one card, whichever is picked, also when there is something to call (BLF-15, E03)."""
    state = apply(opened(3, opener=0), 0, Play(("K",)))[0]
    assert [rules.auto_move(state, pick) for pick in range(5)] == [Play((face,)) for face in "KQQQQ"]


@pytest.mark.parametrize("truth", [True, False])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_leaves_between_a_call_and_its_pull(seat: int, truth: bool) -> None:
    """Call, reveal and pull are one step: who leaves, leaves after it (BLF-E12)."""
    assert refusal(pulling(truth), seat, Leave()) == "chance"


def test_leaving_before_the_first_opener_is_named() -> None:
    """The place is the lowest, and chance cannot name the leaver as opener."""
    state, outcomes = apply(initial(Options(seats=3)), 0, Leave())
    assert outcomes == (Departed(0, 3, False),)
    assert refusal(state, CHANCE, Opener(0)) == "chance"
    state, _ = apply(state, CHANCE, Opener(2))
    assert (state.phase, state.turn) == (Phase.DEAL, 2)


@pytest.mark.parametrize(("seat", "opener"), [(0, 1), (1, 0), (2, 0)])
def test_leaving_before_the_table_card(seat: int, opener: int) -> None:
    """Between deal and table card a leaver's hand is laid aside; a leaving opener is replaced by the next seat."""
    state, _ = apply(dealt(3), seat, Leave())
    assert (state.turn, state.discarded, state.hands[seat]) == (opener, HANDS[seat], ())
    assert not state_problems(state)
    assert rules.legal(apply(state, CHANCE, Table("A"))[0]) == ("play",)


def test_the_last_one_left_has_won_at_any_time() -> None:
    """Also when the others leave before a card is dealt the last one is first (BLF-E24)."""
    state, _ = apply(initial(Options(seats=2)), 1, Leave())
    assert state.places == (1, 2)
    assert rules.points(state) == (5, 0)
    state, outcomes = apply(dealt(2), 0, Leave())
    assert outcomes == (Departed(0, 2, False), Over(1))
    assert rules.to_act(state) is None
    assert rules.legal(state) == ()


def test_points_are_open_until_the_place_is_given() -> None:
    """Whoever is still in has neither place nor points."""
    state, _ = apply(opened(4), 2, Leave())
    assert rules.points(state) == (None, None, 0, None)


def test_view_shows_the_own_cards_only() -> None:
    """The public and the eliminated see sizes; a seat sees its own five besides (BLF-08, BLF-E43)."""
    state = apply(opened(3), 0, Play(("K", "K")))[0]
    assert rules.view(state, 1).cards == HANDS[1]
    assert rules.view(state, None).cards == ()
    shown = rules.view(state, None)
    assert (shown.sizes, shown.claim_seat, shown.claim_count, shown.turn) == ((3, 5, 5), 0, 2, 1)
    assert (shown.legal, shown.table, shown.shooter) == (("play", "call"), "K", None)
    after = apply(state, 1, Leave())[0]
    assert rules.view(after, 1).cards == ()


def test_view_names_the_shooter_while_he_pulls() -> None:
    """Who pulls is public from the call on."""
    assert rules.view(pulling(), 2).shooter == 0
    assert rules.view(pulling(truth=True), 2).shooter == 1


def test_a_move_leaves_the_state_before_it_as_it_was() -> None:
    """States are values: the same state can be continued in two ways."""
    state = opened(3)
    kept = repr(state)
    one, other = apply(state, 0, Play(("K",)))[0], apply(state, 0, Play(("K", "K")))[0]
    assert (one.hands[0], other.hands[0], repr(state)) == (tuple("KKKK"), tuple("KKK"), kept)
