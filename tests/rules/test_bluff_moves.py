"""What the written positions of Bluff cannot say: options, the deal, seats anew, leaving before the deal, views."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.rules import bluff as rules
from harness.rules.bluff import (
    CHANCE,
    Call,
    Called,
    Deal,
    Dealer,
    Departed,
    Finished,
    Halt,
    Illegal,
    Leave,
    Options,
    Over,
    Pass,
    Passed,
    Phase,
    Play,
    Played,
    Seats,
    State,
    Swept,
    apply,
    initial,
)
from harness.rules.french_deck import RANKS, Face
from harness.testing.bluff import Position, complete, state_problems


def fitting(state: State) -> Deal:
    """A deal of all cards in order, seat by seat."""
    cards = iter(rules.all_cards(state.options))
    return Deal(tuple(tuple(next(cards) for _ in range(size)) for size in rules.deal_sizes(state)))


def to_deal(options: Options, dealer: int = 0) -> State:
    """A match whose dealer is named."""
    return apply(initial(options), CHANCE, Dealer(dealer))[0]


def dealt(options: Options, dealer: int = 0) -> State:
    """The first turn of a match."""
    state = to_deal(options, dealer)
    return apply(state, CHANCE, fitting(state))[0]


def at(hands: tuple[str, ...], turn: int = 0, **position: object) -> State:
    """A position with play on."""
    return complete(
        Position(hands=hands, turn=turn, **position),  # type: ignore[arg-type]
        Options(seats=len(hands), end="play_on"),
    )


def over() -> State:
    """A match of three that seat 0 has won at once, dealt by seat 1."""
    state = replace(at(("", "3 4", "9 9"), 2, pile="2", claim=(0, "2", "2")), dealer=1)
    return apply(replace(state, options=replace(state.options, end="first_out")), 2, Call())[0]


def refusal(state: State, seat: int, move: rules.Move) -> str:
    """The code with which a move is refused."""
    with pytest.raises(Illegal) as caught:
        apply(state, seat, move)
    assert str(caught.value) == caught.value.code
    return caught.value.code


# -- the table -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_play(seats: int) -> None:
    """A table of one or nine cannot be made (CHT-E02)."""
    with pytest.raises(ValueError, match="2 to 8"):
        Options(seats=seats)


@pytest.mark.parametrize("decks", [0, 5])
def test_one_to_four_decks(decks: int) -> None:
    """More decks for many players, within reason (CHT-01)."""
    with pytest.raises(ValueError, match="1 to 4 decks"):
        Options(decks=decks)


@pytest.mark.parametrize(("seats", "cards"), [(2, 54), (4, 54), (5, 108), (8, 108)])
def test_usual_decks_and_jokers(seats: int, cards: int) -> None:
    """One deck up to four, two from five on; two jokers a deck (CHT-E02)."""
    assert len(rules.all_cards(Options(seats=seats))) == cards


@pytest.mark.parametrize(
    ("decks", "jokers", "count"), [(1, "none", 0), (2, "none", 0), (1, "two", 2), (3, "two", 2), (3, "two_per_deck", 6)]
)
def test_agreed_decks_and_jokers(decks: int, jokers: str, count: int) -> None:
    """None, two, or two a deck (CHT-18)."""
    cards = rules.all_cards(Options(decks=decks, jokers=jokers))  # type: ignore[arg-type]
    assert (len(cards), cards.count("*")) == (52 * decks + count, count)


@pytest.mark.parametrize(
    ("cards", "table"),
    [
        (52, {2: [26, 26], 3: [18, 17, 17], 4: [13] * 4, 5: [11, 11, 10, 10, 10], 6: [9, 9, 9, 9, 8, 8]}),
        (54, {2: [27, 27], 3: [18] * 3, 4: [14, 14, 13, 13], 5: [11, 11, 11, 11, 10], 6: [9] * 6}),
        (104, {5: [21, 21, 21, 21, 20], 6: [18, 18, 17, 17, 17, 17], 7: [15] * 6 + [14], 8: [13] * 8}),
        (108, {5: [22, 22, 22, 21, 21], 6: [18] * 6, 7: [16] * 3 + [15] * 4, 8: [14] * 4 + [13] * 4}),
    ],
)
def test_hand_sizes(cards: int, table: dict[int, list[int]]) -> None:
    """All cards, as equally as possible, the odd ones to the leader and the seats after him (CHT-03, CHT-E01)."""
    for seats, sizes in table.items():
        options = Options(seats=seats, decks=cards // 52, jokers="two_per_deck" if cards % 52 else "none")
        assert len(rules.all_cards(options)) == cards
        for dealer in range(seats):
            state = to_deal(options, dealer)
            around = [(dealer + 1 + step) % seats for step in range(seats)]
            assert [rules.deal_sizes(state)[seat] for seat in around] == sizes
            # The seat that is dealt to first leads (CHT-E15).
            assert dealt(options, dealer).turn == around[0]


def test_anticlockwise() -> None:
    """Deal and turns go the other way round (CHT-E16)."""
    state = to_deal(Options(seats=4, direction="anticlockwise", jokers="two"), dealer=1)
    assert (state.turn, rules.deal_sizes(state)) == (0, (14, 13, 13, 14))


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (initial(Options()), Dealer(4)),
        (initial(Options()), Dealer(-1)),
        (initial(Options()), fitting(to_deal(Options()))),
        (initial(Options()), Seats((0, 1, 2, 3))),
        (to_deal(Options()), Dealer(1)),
        (to_deal(Options()), Pass()),
        (dealt(Options()), fitting(to_deal(Options()))),
        (dealt(Options()), Leave()),
    ],
)
def test_chance_must_do_what_the_phase_asks(state: State, move: rules.Move) -> None:
    """Chance names a dealer who is there, then deals, and does nothing else."""
    assert refusal(state, CHANCE, move) == "chance"


def test_a_deal_is_all_cards() -> None:
    """Too few, too many for one, or others than those of the decks (CHT-03)."""
    state = to_deal(Options(seats=2))
    one, other = fitting(state).hands
    king: Face = "K"
    for hands in ((one,), (one, other[1:]), (one[1:], (*other, one[0])), ((king,) * 27, other), (one, other, ())):
        assert refusal(state, CHANCE, Deal(hands)) == "chance"
    assert apply(state, CHANCE, Deal((other, one)))[0].hands == (other, one)


def test_hands_are_kept_in_order() -> None:
    """How a hand was dealt means nothing."""
    state = to_deal(Options(seats=2))
    one, other = fitting(state).hands
    after = apply(state, CHANCE, Deal((one[::-1], other[::-1])))[0]
    assert (after.hands, after.round, after.phase) == ((one, other), 1, Phase.TURN)


def test_seats_wait_for_chance() -> None:
    """Before the deal nobody can move."""
    assert refusal(to_deal(Options()), 1, Pass()) == "not_your_turn"
    assert rules.legal(to_deal(Options())) == ()


def test_seats_make_no_chance_moves() -> None:
    """A seat on turn cannot deal."""
    assert refusal(dealt(Options()), 1, Dealer(0)) == "chance"


# -- the next deal ---------------------------------------------------------------------------


def test_the_dealer_moves_one_seat() -> None:
    """At the same table, with everybody in again (CHT-E15)."""
    state = rules.again(over())
    assert (state.phase, state.dealer, state.turn) == (Phase.DEAL, 2, 0)
    assert (state.places, state.round, state.hands) == ((0, 0, 0), 0, ((), (), ()))
    assert rules.again(replace(over(), dealer=2)).dealer == 0


def test_seats_change_after_a_deal() -> None:
    """With the setting all are seated anew, in any order, and the dealer moves along the new one (CHT-17)."""
    final = replace(over(), options=Options(seats=3, seat_change=True))
    state = rules.again(final)
    assert (state.phase, rules.to_act(state)) == (Phase.SEATS, CHANCE)
    for ring in ((0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)):
        assert refusal(state, CHANCE, Seats(ring)) == "chance"
    after, outcomes = apply(state, CHANCE, Seats((1, 0, 2)))
    assert (after.phase, after.ring, after.dealer, after.turn, outcomes) == (Phase.DEAL, (1, 0, 2), 0, 2, ())
    first = apply(after, CHANCE, fitting(after))[0]
    turns = []
    for _ in range(3):
        turns.append(first.turn)
        first = apply(first, first.turn, Play(first.hands[first.turn][:1], "K"))[0]
    assert turns == [2, 1, 0]


def test_the_first_deal_changes_no_seats() -> None:
    """Seats change after a deal, not before one."""
    assert initial(Options(seat_change=True)).phase is Phase.DEALER


def test_a_match_that_ended_before_a_dealer_was_named() -> None:
    """Then the next one has to name him."""
    state = apply(initial(Options(seats=2)), 0, Leave())[0]
    assert (state.phase, state.places) == (Phase.OVER, (2, 1))
    assert rules.again(state) == initial(Options(seats=2))


def test_a_new_order_stays() -> None:
    """Without another change the seats of the deal before are kept."""
    final = replace(over(), ring=(0, 2, 1))
    assert (rules.again(final).ring, rules.again(final).dealer) == ((0, 2, 1), 0)


# -- turns -----------------------------------------------------------------------------------


def test_true_cards() -> None:
    """The rank that was named, or a joker (CHT-18)."""
    cards = rules.all_cards(Options())
    assert [sum(rules.is_true(card, rank) for card in cards) for rank in RANKS] == [6] * 13


def test_a_lead_in_full() -> None:
    """Cards, rank and number are told, faces are not (CHT-04, CHT-05)."""
    after, outcomes = apply(at(("2 7 *", "3 4", "9 9")), 0, Play(("*", "2"), "5"))
    assert outcomes == (Played(0, 2, "5", 1),)
    assert (after.rank, after.claim, after.pile, after.turn) == ("5", rules.Claim(0, ("2", "*")), (), 1)


def test_a_call_in_full() -> None:
    """What is turned up, who takes how much; the new round (CHT-11, CHT-12)."""
    state = at(("2 7", "3 4", "9 9"), 1, pile="8 A 8", claim=(0, "A", "A"), passed=())
    after, outcomes = apply(state, 1, Call())
    assert outcomes == (Called(1, 0, "A", ("A",), True, 1, 3),)
    assert (after.hands[1], after.pile, after.claim, after.rank) == (("A", "3", "4", "8", "8"), (), None, None)
    assert (after.turn, after.round) == (0, 2)


def test_a_round_of_passes_in_full() -> None:
    """The last pass sweeps the pile (CHT-07..10)."""
    state = at(("2 7", "3 4", "9 9"), 0, pile="8 6", claim=(0, "K", "6"), passed=(1, 2))
    after, outcomes = apply(state, 0, Pass())
    assert outcomes == (Passed(0), Swept(2))
    assert (after.round, after.turn, after.passed, after.pile) == (2, 0, frozenset(), ())
    assert len(after.discarded) == len(state.discarded) + 2


def test_the_winner_in_full() -> None:
    """A finish that is final ends the first-out game: the others get no place, and share one in the ranking (E12)."""
    state = at(("", "3 4", "9 9"), 2, pile="2", claim=(0, "2", "2"), passed=(1,))
    after, outcomes = apply(replace(state, options=Options(seats=3)), 2, Pass())
    assert outcomes == (Passed(2), Swept(1), Finished(0, 1), Over(0))
    assert (after.phase, after.places, rules.ranking(after)) == (Phase.OVER, (1, 0, 0), (1, 2, 2))
    assert rules.to_act(after) is None
    assert rules.legal(after) == ()
    assert not state_problems(after)


def test_ranking_with_a_leaver() -> None:
    """Who left is behind all who stayed."""
    state = at(("", "3 4", "9", "", "9 9"), 4, pile="2", claim=(0, "2", "2"), left=(3,))
    after, _ = apply(replace(state, options=Options(seats=5, jokers="none", decks=1)), 4, Call())
    assert (after.places, rules.ranking(after)) == ((1, 0, 0, 5, 0), (1, 3, 2, 5, 4))


def test_a_match_without_end_is_ended_as_it_stands() -> None:
    """By chance alone, and in a turn: places stay, the others come behind who is out, by cards left (E23)."""
    state = at(("", "3 4", "9 8", "", "9 9 9"), 4, pile="2 5", claim=(1, "2", "5"), finished=(0,), left=(3,))
    after, outcomes = apply(state, rules.CHANCE, Halt())
    assert (outcomes, after.phase, after.places) == ((), Phase.OVER, (1, 0, 0, 5, 0))
    assert rules.ranking(after) == (1, 2, 2, 5, 4)
    assert (after.claim, after.pile, after.rank) == (None, ("2", "5"), None)
    assert not state_problems(after)
    for seat, wrong in ((4, state), (rules.CHANCE, initial(Options(seats=5)))):
        with pytest.raises(Illegal) as refused:
            apply(wrong, seat, Halt())
        assert refused.value.code == "chance"


def test_nobody_has_won_a_halted_match_yet() -> None:
    """Without a place taken the fewest cards are first (E23)."""
    after, _ = apply(at(("2 7", "3", "9 9 9")), rules.CHANCE, Halt())
    assert rules.ranking(after) == (2, 1, 3)


def test_the_automatic_lead_names_what_it_is() -> None:
    """Each card as what it is, a joker as any rank; never more than one card (CHT-E21)."""
    state = at(("2 7 *", "3 4"))
    assert [rules.auto_move(state, pick, 0) for pick in range(2)] == [Play(("2",), "2"), Play(("7",), "7")]
    assert [rules.auto_move(state, 2, wild) for wild in range(13)] == [Play(("*",), rank) for rank in RANKS]


def test_everybody_away() -> None:
    """Automatic moves alone: the leader lays all his cards one by one, then the seat after him, down to the last."""
    state = dealt(Options(seats=3, end="play_on"), dealer=2)
    sizes = [len(cards) for cards in state.hands]
    turns = 0
    while state.phase is Phase.TURN:
        state = apply(state, state.turn, rules.auto_move(state, 0, 0))[0]
        turns += 1
    assert state.places == (1, 2, 3)
    assert state.round == sizes[0] + sizes[1]
    # A lead and three passes a card, without his own pass for the last card; then the same with two.
    assert turns == 4 * sizes[0] - 1 + 3 * sizes[1] - 1
    assert len(state.hands[2]) == sizes[2]


# -- leaving ---------------------------------------------------------------------------------


def test_leaving_before_the_dealer_is_named() -> None:
    """The place is the lowest, the leaver is neither dealer nor dealt to."""
    state, outcomes = apply(initial(Options(seats=3)), 0, Leave())
    assert outcomes == (Departed(0, 3, 0),)
    assert refusal(state, CHANCE, Dealer(0)) == "chance"
    state = apply(state, CHANCE, Dealer(2))[0]
    assert (state.turn, rules.deal_sizes(state)) == (1, (0, 27, 27))
    assert not state_problems(apply(state, CHANCE, fitting(state))[0])


@pytest.mark.parametrize(("seat", "leader"), [(0, 1), (1, 2), (2, 1)])
def test_leaving_before_the_deal(seat: int, leader: int) -> None:
    """A leaving leader is replaced by the seat after him."""
    state = apply(to_deal(Options(seats=3), dealer=0), seat, Leave())[0]
    assert state.turn == leader
    assert rules.deal_sizes(state)[leader] == 27


def test_leaving_while_seats_change() -> None:
    """Who leaves between two deals sits nowhere in the next."""
    state = rules.again(replace(over(), options=Options(seats=3, seat_change=True)))
    state = apply(apply(state, 2, Leave())[0], CHANCE, Seats((1, 2, 0)))[0]
    assert (state.dealer, state.turn, rules.deal_sizes(state)) == (0, 1, (27, 27, 0))


def test_the_last_one_left_has_won_at_any_time() -> None:
    """Also before the deal (CHT-E22)."""
    state, outcomes = apply(to_deal(Options(seats=2)), 1, Leave())
    assert outcomes == (Departed(1, 2, 0), Over(0))
    assert refusal(state, 0, Leave()) == "no_match"


def test_a_leaving_claimant_ends_the_round() -> None:
    """Hand and pile leave the game; the next one leads (CHT-E22)."""
    state = at(("2 7", "3 4", "9 9"), 2, pile="6 6", claim=(0, "K", "6"), passed=(1,))
    after, outcomes = apply(state, 0, Leave())
    assert outcomes == (Departed(0, 3, 2), Swept(2))
    assert (after.turn, after.round, after.claim, after.passed) == (1, 2, None, frozenset())


def test_a_leaver_is_forgotten_among_the_passes() -> None:
    """The passes of a turn are those of players (CHT-E20)."""
    state = at(("2 7", "3 4", "9 9", "5"), 2, pile="6", claim=(0, "K", "6"), passed=(1,))
    after = apply(state, 1, Leave())[0]
    assert (after.passed, after.turn, after.departed, after.gone) == (frozenset(), 2, frozenset({1}), frozenset({1}))


def test_a_finisher_who_leaves_did_not_desert() -> None:
    """He is gone, not departed."""
    state = at(("", "3 4", "9 9"), 2, pile="8", claim=(1, "K", "8"), finished=(0,))
    after, outcomes = apply(state, 0, Leave())
    assert outcomes == (Departed(0, 1, 0),)
    assert (after.departed, after.gone) == (frozenset(), frozenset({0}))
    assert refusal(after, 0, Leave()) == "out"


# -- views -----------------------------------------------------------------------------------


def test_view_shows_the_own_cards_only() -> None:
    """Sizes, pile, last claim and passes are public, no card is (CHT-E24)."""
    state = at(("2 7", "3 4", "9 9"), 2, pile="8 6", claim=(0, "K", "6"), passed=(1,))
    assert [rules.view(state, seat).cards for seat in range(3)] == [("2", "7"), ("3", "4"), ("9", "9")]
    shown = rules.view(state, None)
    assert (shown.cards, shown.sizes, shown.pile, shown.discarded) == ((), (2, 2, 2), 2, 46)
    assert (shown.claim_seat, shown.claim_count, shown.rank, shown.passed) == (0, 1, "K", frozenset({1}))
    assert (shown.legal, shown.turn, shown.dealer) == (("play", "pass", "call"), 2, 0)
    lead = rules.view(at(("2 7", "3 4", "9 9")), None)
    assert (lead.claim_seat, lead.claim_count, lead.pile, lead.rank) == (None, 0, 0, None)


def test_a_pile_tells_its_taker_no_order() -> None:
    """Who laid what is not seen by whoever takes it."""
    state = at(("2 7", "3 4", "9 9"), 2, pile="8 6 K", claim=(1, "K", "K"))
    hands = [apply(replace(state, pile=pile), 2, Call())[0].hands[2] for pile in (("8", "6"), ("6", "8"))]
    assert hands == [("6", "8", "9", "9", "K")] * 2


def test_a_move_leaves_the_state_before_it_as_it_was() -> None:
    """States are values: the same state can be continued in two ways."""
    state = at(("2 7", "3 4", "9 9"), 1, pile="8 6", claim=(0, "K", "6"))
    kept = repr(state)
    assert len({repr(apply(state, 1, move)[0]) for move in (Pass(), Call(), Play(("3",)), Leave())}) == 4
    assert repr(state) == kept
