"""What the written positions of Wizard cannot say: options, chance's own moves, what is seen, what is chosen."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from harness.rules import wizard as rules
from harness.rules.wizard import (
    CHANCE,
    Bid,
    Choose,
    Deal,
    Dealer,
    Departed,
    Illegal,
    Leave,
    Options,
    Phase,
    Placed,
    Play,
    Played,
    Revealed,
    Scored,
    Sealed,
    State,
    Taken,
    TurnUp,
    apply,
    initial,
)
from harness.rules.wizard_arithmetic import allowed_bids, rounds_of
from harness.rules.wizard_cards import COPIES, DECK, FACES, JESTER, SUIT_OF, SUITS, VALUE_OF, WIZARD
from harness.rules.wizard_tricks import playable, suit_led, winner_of
from harness.testing.wizard import state_problems
from harness.testing.wizard_position import Position, complete

ONE_EACH = (("S2",), ("S3",), ("SA",))


def before_deal(dealer: int = 2, **options: object) -> State:
    """A match of three whose dealer is known."""
    return apply(initial(Options(**{"seats": 3, **options})), CHANCE, Dealer(dealer))[0]  # type: ignore[arg-type]


def bidding(turned: str = "D9", **options: object) -> State:
    """The first round of a match of three after the turn-up; seat 2 deals."""
    state = apply(before_deal(**options), CHANCE, Deal(ONE_EACH))[0]  # type: ignore[arg-type]
    return apply(state, CHANCE, TurnUp(turned))[0]  # type: ignore[arg-type]


def in_turn(state: State, *moves: rules.SeatMove) -> State:
    """Moves of whoever is to act first."""
    for move in moves:
        seat = rules.to_act(state)
        assert seat is not None
        state = apply(state, seat, move)[0]
    return state


def refusal(state: State, seat: int, move: rules.Move) -> str:
    """The code with which a move is refused."""
    kept = repr(state)
    with pytest.raises(Illegal) as caught:
        apply(state, seat, move)
    assert str(caught.value) == caught.value.code
    assert repr(state) == kept
    return caught.value.code


# -- cards and arithmetic ------------------------------------------------------------------------


def test_deck() -> None:
    """Thirteen ranks in four suits, four Wizards, four Jesters (WIZ-02)."""
    assert Counter(DECK) == Counter(COPIES)
    assert len(DECK) == 60 and len(FACES) == 54
    assert [sum(SUIT_OF.get(card) == suit for card in DECK) for suit in SUITS] == [13] * 4
    assert (DECK.count(WIZARD), DECK.count(JESTER)) == (4, 4)
    assert {face[1:] for face in FACES[:52]} == set("23456789JQKA") | {"10"}


def test_order_of_the_ranks() -> None:
    """Jester, 2 to 10, knave, queen, king, ace of value 13, Wizard (WIZ-03, E22)."""
    order = ["E", *(f"H{rank}" for rank in (*range(2, 11), "J", "Q", "K", "A")), "W"]
    assert [VALUE_OF[card] for card in order] == list(range(15))  # type: ignore[index]
    assert all(VALUE_OF[f"{suit}A"] == 13 for suit in SUITS)  # type: ignore[index]


def test_wizards_and_jesters_are_of_no_suit() -> None:
    """They never lead one, and follow none (WIZ-E18)."""
    assert SUIT_OF.get(WIZARD) is None and SUIT_OF.get(JESTER) is None
    assert [suit_led(trick) for trick in ((), ("W",), ("E",), ("E", "W", "S4"), ("E", "S4", "W"))] == [
        None, None, None, None, "S",
    ]  # fmt: skip


def test_every_pair_of_cards() -> None:
    """Of two cards the second wins exactly when it is a Wizard on no Wizard, or beats the first by suit and rank."""
    for trump in (None, *SUITS):
        for first, second in product(FACES, repeat=2):
            same = first[0] == second[0] and "W" not in (first, second)
            beats = (
                (second == WIZARD and first != WIZARD)
                or (first == JESTER and second != JESTER)
                or (same and VALUE_OF[second] > VALUE_OF[first])
                or (second[0] == trump and first[0] != trump and first != WIZARD)
            )
            assert winner_of((first, second), trump) == beats


def test_playable_keeps_every_copy_in_order() -> None:
    """Two Wizards are two cards, in the order of the hand."""
    assert playable(("W", "H2", "S3", "W", "S2"), ("S9",)) == ("W", "S3", "W", "S2")
    assert playable(("W", "H2", "W"), ("S9",)) == ("W", "H2", "W")
    assert playable((), ("S9",)) == ()


@pytest.mark.parametrize("seats", [0, 2, 7])
@pytest.mark.parametrize("length", ["standard", "five", "five_full", "amigo"])
def test_three_to_six_play(seats: int, length: str) -> None:
    """A table of another size cannot be made, whatever the length (WIZ-04, E17)."""
    with pytest.raises(ValueError, match="3 to 6"):
        Options(seats=seats, length=length)  # type: ignore[arg-type]


def test_lengths() -> None:
    """Every length at every table (WIZ-05, 24, 25, E08, E14)."""
    for seats, most in ((3, 20), (4, 15), (5, 12), (6, 10)):
        assert rounds_of(seats, "standard") == tuple(range(1, most + 1))
        assert rounds_of(seats, "five") == (1, 2, 3, 4, 5)
        assert rounds_of(seats, "five_full") == (most,) * 5
        assert len(rounds_of(seats, "amigo")) == 10
        assert rounds_of(seats, "amigo")[-1] == most
    assert Options(seats=4, length="amigo").rounds == rounds_of(4, "amigo")


def test_a_bound_bidder_always_has_a_bid() -> None:
    """At most one bid of n+1 is forbidden, whatever the others said (WIZ-E09)."""
    for cards in range(1, 21):
        free = allowed_bids(cards, None)
        assert free == tuple(range(cards + 1))
        for others in range(6 * cards):
            bound = allowed_bids(cards, others)
            assert bound and set(free) - set(bound) == {cards - others} & set(free)


# -- chance --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (initial(Options(seats=3)), Dealer(3)),
        (initial(Options(seats=3)), Dealer(-1)),
        (initial(Options(seats=3)), Deal(ONE_EACH)),  # type: ignore[arg-type]
        (initial(Options(seats=3)), TurnUp("D9")),
        (before_deal(), Dealer(0)),
        (before_deal(), TurnUp("D9")),
        (bidding(), TurnUp("D9")),
        (bidding(), Deal(ONE_EACH)),  # type: ignore[arg-type]
        (bidding(), Bid(0)),
        (bidding(), Leave()),
    ],
)
def test_chance_must_do_what_the_phase_asks(state: State, move: rules.Move) -> None:
    """Chance can neither name a seat that is not there nor deal or turn up at another time, nor bid or leave."""
    assert refusal(state, CHANCE, move) == "chance"


@pytest.mark.parametrize(
    "hands",
    [
        ONE_EACH[:2],
        (*ONE_EACH, ("H2",)),
        (*ONE_EACH[:2], ()),
        (*ONE_EACH[:2], ("H2", "H3")),
        (("S2",), ("S2",), ("S3",)),
        (("S1",), ("S2",), ("S3",)),
    ],
    ids=["too few hands", "too many", "no card", "two cards", "one card twice", "an alien card"],
)
def test_a_deal_comes_from_the_deck(hands: tuple[tuple[rules.Face, ...], ...]) -> None:
    """A deal gives everybody as many cards as the round says, out of the one deck (WIZ-05)."""
    assert refusal(before_deal(), CHANCE, Deal(hands)) == "chance"


def test_at_most_four_wizards_and_jesters_are_dealt() -> None:
    """Four of each can be dealt, five cannot; the rest stays."""
    state = complete(Position(round=5, hands=(None,) * 3, turned="D9"), Options(seats=3))
    state = replace(
        state, phase=Phase.DEAL, round=4, hands=((),) * 3, undealt=DECK, turned=None, trump=None, sheet=state.sheet[:4]
    )
    assert not state_problems(state)
    hands = (("W",) * 4 + ("S2",), ("E",) * 4 + ("S3",), ("S4", "S5", "S6", "S7", "S8"))
    after = apply(state, CHANCE, Deal(hands))[0]  # type: ignore[arg-type]
    assert WIZARD not in after.undealt and JESTER not in after.undealt and len(after.undealt) == 45
    assert refusal(after, CHANCE, TurnUp("W")) == "chance"
    five = (("W",) * 5, *hands[1:])
    assert refusal(state, CHANCE, Deal(five)) == "chance"  # type: ignore[arg-type]


def test_only_an_undealt_card_is_turned_up() -> None:
    """What somebody holds, or what is no card, is not turned up (WIZ-06)."""
    state = apply(before_deal(), CHANCE, Deal(ONE_EACH))[0]  # type: ignore[arg-type]
    assert refusal(state, CHANCE, TurnUp("S2")) == "chance"
    assert refusal(state, CHANCE, TurnUp("S1")) == "chance"  # type: ignore[arg-type]
    after = apply(state, CHANCE, TurnUp("S4"))[0]
    assert "S4" not in after.undealt and len(after.undealt) == 56


def test_undealt_cards_stay_in_the_order_of_the_deck() -> None:
    """The state tells nothing about the order of the deck, nor which Wizard was turned up."""
    state = bidding("W")
    assert (
        state.undealt == tuple(card for card in DECK if card not in ("S2", "S3", "SA"))[:49] + ("W",) * 3 + ("E",) * 4
    )


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_first_dealer(dealer: int) -> None:
    """Any seat may be the first dealer; his left neighbour bids first, round the table (WIZ-11, E02)."""
    state = apply(before_deal(dealer), CHANCE, Deal(ONE_EACH))[0]  # type: ignore[arg-type]
    state = apply(state, CHANCE, TurnUp("D9"))[0]
    order = []
    while state.phase is Phase.BID:
        order += rules.actors(state)
        state = in_turn(state, Bid(0))
    assert order == [(dealer + step) % 3 for step in (1, 2, 3)]


# -- who may do what -------------------------------------------------------------------------------


def test_seats_make_no_chance_moves() -> None:
    """A seat that is to act cannot deal or turn up."""
    for move in (Dealer(0), Deal(ONE_EACH), TurnUp("D9")):  # type: ignore[arg-type]
        assert refusal(bidding(), 0, move) == "chance"


def test_seats_wait_for_chance() -> None:
    """Before the deal and before the turn-up nobody can move, or has a legal move."""
    for state in (initial(Options(seats=3)), before_deal(), apply(before_deal(), CHANCE, Deal(ONE_EACH))[0]):  # type: ignore[arg-type]
        assert rules.actors(state) == (CHANCE,)
        assert refusal(state, 0, Bid(0)) == "not_your_turn"
        assert all(rules.legal(state, seat) == () for seat in (CHANCE, 0, 1, 2))


def test_the_phase_says_what_kind_of_move() -> None:
    """Each wrong kind is refused by a word that says which one is due."""
    trump = bidding("W")
    bids = in_turn(trump, Choose("H"))
    play = in_turn(bids, Bid(0), Bid(0), Bid(0))
    assert [refusal(trump, 2, move) for move in (Bid(0), Play("SA"))] == ["must_choose"] * 2
    assert [refusal(bids, 0, move) for move in (Choose("H"), Play("S2"))] == ["must_bid"] * 2
    assert [refusal(play, 0, move) for move in (Choose("H"), Bid(0))] == ["must_play"] * 2


def test_suits_that_are_none() -> None:
    """Only the four suits can be picked (WIZ-08, E03)."""
    for suit in ("W", "E", "", "s", "none", "SH"):
        assert refusal(bidding("W"), 2, Choose(suit)) == "suit"
    assert [in_turn(bidding("W"), Choose(suit)).trump for suit in SUITS] == list(SUITS)


def test_simultaneous_bids_in_every_order() -> None:
    """Whatever the order, the same bids give the same state (WIZ-E11)."""
    for way in ("hidden", "secret"):
        finals = set()
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            state = bidding(bids=way)
            assert rules.actors(state) == (0, 1, 2)
            for done, seat in enumerate(order):
                assert rules.actors(state) == tuple(sorted(order[done:]))
                assert rules.to_act(state) == min(order[done:])
                assert rules.legal(state, seat) == (Bid(0), Bid(1))
                state = apply(state, seat, Bid(seat % 2))[0]
            finals.add(repr(state))
        assert len(finals) == 1


# -- what is told ------------------------------------------------------------------------------


def test_outcomes_of_open_bids() -> None:
    """An open bid is told with its number."""
    for way in ("standard", "plusminus"):
        assert apply(bidding(bids=way), 0, Bid(1))[1] == (Placed(0, 1),)


def test_outcomes_of_sealed_bids() -> None:
    """A sealed bid is told without its number; the hidden ones together with the last."""
    hidden, secret = bidding(bids="hidden"), bidding(bids="secret")
    for state in (hidden, secret):
        assert apply(state, 1, Bid(1))[1] == (Sealed(1),)
    assert apply(in_turn(hidden, Bid(1), Bid(0)), 2, Bid(1))[1] == (Sealed(2), Revealed((1, 0, 1)))
    assert apply(in_turn(secret, Bid(1), Bid(0)), 2, Bid(1))[1] == (Sealed(2),)


def test_outcomes_of_a_trick_and_a_round() -> None:
    """Card, trick, line of the sheet, in this order; a choice and a leaver are told, too."""
    state = in_turn(bidding(), Bid(1), Bid(0), Bid(1))
    assert apply(state, 0, Play("S2"))[1] == (Played(0, "S2"),)
    state = in_turn(state, Play("S2"), Play("S3"))
    after, outcomes = apply(state, 2, Play("SA"))
    line = Scored(1, (1, 0, 1), (0, 0, 1), (-10, 20, 30))
    assert outcomes == (Played(2, "SA"), Taken(2), line)
    assert after.sheet == (line,)
    assert apply(bidding("W"), 2, Choose("C"))[1] == (rules.Chosen(2, "C"),)
    assert apply(bidding(), 1, Leave())[1] == (Departed(1),)


def test_the_end_names_the_winners() -> None:
    """After the last line of the sheet; nobody is to act any more, nobody has a legal move."""
    options = Options(seats=3, length="five")
    position = Position(
        round=5, hands=("SA", "S3", "S4"), turned="D9", dealer=1, leader=0, bids=(0, 0, 0), won=(2, 1, 1)
    )
    state = in_turn(complete(position, options), Play("SA"), Play("S3"))
    assert rules.places(state) == (0, 0, 0)
    after, outcomes = apply(state, 2, Play("S4"))
    assert outcomes[-1] == rules.Over((1, 2))
    assert (rules.places(after), rules.ranks(after)) == ((3, 1, 1), (3, 1, 1))
    assert (rules.actors(after), rules.to_act(after), rules.legal(after, 0)) == ((), None, ())
    assert not state_problems(after)
    for seat in (CHANCE, 0, 1, 2):
        assert refusal(after, seat, Dealer(0)) == "no_match"


# -- leaving -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        initial(Options(seats=3)), before_deal(), bidding("W"), bidding(), in_turn(bidding(), Bid(0), Bid(0), Bid(0)),
    ],
    ids=lambda state: str(state.phase),
)  # fmt: skip
def test_leaving_changes_nothing_but_the_mark(state: State) -> None:
    """At any moment, on turn or off it: the seat plays on (WIZ-E20), and nobody leaves twice."""
    for seat in range(3):
        after, outcomes = apply(state, seat, Leave())
        assert outcomes == (Departed(seat),)
        assert after == replace(state, gone=frozenset({seat}))
        assert refusal(after, seat, Leave()) == "out"


def test_all_may_leave() -> None:
    """The rules play on; that nobody human is left is for the table to see (WIZ-E20)."""
    state = bidding()
    for seat in range(3):
        state = apply(state, seat, Leave())[0]
    state = in_turn(state, Bid(0), Bid(0), Bid(0), Play("S2"), Play("S3"), Play("SA"))
    assert (state.round, state.gone, rules.totals(state)) == (1, frozenset({0, 1, 2}), (20, 20, -10))


# -- what is seen --------------------------------------------------------------------------------


def test_view_shows_the_own_hand_only() -> None:
    """The public sees sizes; a seat its own cards besides, and its own legal moves, which would tell a hand."""
    state = in_turn(bidding(), Bid(0), Bid(0), Bid(0), Play("S2"))
    shown = [rules.view(state, seat) for seat in (None, 0, 1, 2)]
    assert [view.cards for view in shown] == [(), (), ("S3",), ("SA",)]
    assert [view.legal for view in shown] == [(), (), (Play("S3"),), ()]
    assert [view.seat for view in shown] == [None, 0, 1, 2]
    for view in shown:
        assert (view.sizes, view.trick, view.actors, view.leader) == ((0, 1, 1), ("S2",), (1,), 0)
        assert (view.turned, view.trump, view.dealer, view.round) == ("D9", "D", 2, 1)


def test_view_never_holds_what_was_not_dealt() -> None:
    """No field of a view but hand, turn-up and played cards can name a card (WIZ-10 and FEAT-13)."""
    state = in_turn(bidding(), Bid(0), Bid(0), Bid(0), Play("S2"))
    for seat, known in ((None, {"S2", "D9"}), (1, {"S2", "D9", "S3"})):
        text = repr(rules.view(state, seat))
        assert {face for face in FACES if f"'{face}'" in text} - set(SUITS) == known


def test_taken_cards_are_known_to_all() -> None:
    """Cards of finished tricks in the order of play, until the round is scored."""
    position = Position(round=2, hands=("S2 H2", "S3 H3", "SA H4"), turned="D9", dealer=2, bids=(0, 0, 0))
    state = in_turn(complete(position, Options(seats=3)), Play("S2"), Play("S3"), Play("SA"))
    assert rules.view(state, None).taken == ("S2", "S3", "SA")
    state = in_turn(state, Play("H4"), Play("H2"), Play("H3"))
    assert (state.phase, rules.view(state, None).taken) == (Phase.DEAL, ())


def test_a_secret_total_shows_nowhere() -> None:
    """While secret bids are sealed two states with other bids of others look the same (WIZ-E11)."""
    state = in_turn(bidding(bids="secret"), Bid(0), Bid(0), Bid(1))
    other = in_turn(bidding(bids="secret"), Bid(0), Bid(1), Bid(0))
    assert rules.view(state, 0) == rules.view(other, 0)
    assert rules.view(state, None) == rules.view(other, None)
    assert rules.view(state, 1) != rules.view(other, 1)


def test_legal_bids_of_a_seat_that_waits_for_others() -> None:
    """Who has bid waits, whoever has not may still bid."""
    state = apply(bidding(bids="hidden"), 1, Bid(1))[0]
    assert [rules.view(state, seat).legal for seat in range(3)] == [(Bid(0), Bid(1)), (), (Bid(0), Bid(1))]


# -- automatic moves -----------------------------------------------------------------------------


def test_automatic_moves_are_legal_everywhere() -> None:
    """In each phase what is done automatically passes the same check as any move (WIZ-E19)."""
    for turned, way in product(("W", "E", "D9"), ("standard", "hidden", "plusminus", "secret")):
        state = bidding(turned, bids=way)
        while rules.actors(state) != (CHANCE,):
            for seat in rules.actors(state):
                choices = rules.auto_moves(state, seat)
                assert set(map(repr, choices)) <= set(map(repr, rules.legal(state, seat)))
                assert [rules.auto_move(state, seat, pick) for pick in range(len(choices))] == list(choices)
            state = in_turn(state, choices[-1] if len(rules.actors(state)) == 1 else Bid(0))


def test_the_automatic_bid_of_a_bound_dealer_is_one() -> None:
    """The others have bid all tricks: 0 is forbidden (WIZ-E19)."""
    state = in_turn(bidding(bids="plusminus"), Bid(1), Bid(0))
    assert rules.auto_moves(state, 2) == (Bid(1),)
    assert rules.auto_moves(in_turn(bidding(bids="plusminus"), Bid(0), Bid(0)), 2) == (Bid(0),)
