"""The laws of a game for Wizard, and its positions counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.rules import wizard as rules
from harness.rules.wizard import CHANCE, Bid, Deal, Options, Phase, Play, State, TurnUp, apply
from harness.rules.wizard_arithmetic import rounds_of
from harness.rules.wizard_cards import DECK, FACES
from harness.testing.choices import Conduct
from harness.testing.game import check_game, check_match
from harness.testing.strategies import conducts
from harness.testing.wizard import WizardGame

FEW = settings(max_examples=20, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
SHORT = st.builds(
    Options,
    seats=st.integers(3, 6),
    bids=st.sampled_from(("standard", "hidden", "plusminus", "secret")),
    length=st.just("five"),
    first_lead=st.sampled_from(("left_of_dealer", "first_player")),
)


@pytest.mark.parametrize("bids", ["standard", "hidden", "plusminus", "secret"])
def test_laws_of_a_game(bids: str) -> None:
    """Fair, adversarial and deserted matches of each way to bid keep all laws."""
    check_game(WizardGame(Options(seats=3, bids=bids, length="five")), matches=25)  # type: ignore[arg-type]


@FEW
@given(SHORT, conducts())
def test_laws_hold_at_every_table(options: Options, conduct: Conduct) -> None:
    """Three to six seats and both readings of E01 keep the laws, too."""
    check_match(WizardGame(options), conduct)


@pytest.mark.parametrize(
    "options",
    [
        Options(seats=3),
        Options(seats=4, length="amigo", bids="secret"),
        Options(seats=5, length="five_full", bids="hidden"),
        Options(seats=6, bids="plusminus", first_lead="first_player"),
    ],
    ids=lambda options: f"{options.seats} {options.length}",
)
def test_laws_hold_over_whole_matches(options: Options) -> None:
    """Long matches of each length end after their last round, and keep the laws all the way."""
    final = check_match(WizardGame(options), Conduct(seed=3, aside_every=40))
    assert [sum(line.won) for line in final.sheet] == list(rounds_of(options.seats, options.length))


def dealt(bids: str, *hands: str, turned: str) -> State:
    """The bidding of a round with these hands; seat 0 leads."""
    options = Options(seats=len(hands), bids=bids)  # type: ignore[arg-type]
    cards = tuple(tuple(hand.split()) for hand in hands)
    state = rules.initial(options)
    for number in range(1, len(cards[0]) + 1):
        state = apply(state, CHANCE, rules.Dealer(0))[0] if number == 1 else state
        if number < len(cards[0]):
            state = played_out(state)
    state = apply(state, CHANCE, Deal(cards))[0]  # type: ignore[arg-type]
    return apply(state, CHANCE, TurnUp(turned))[0]  # type: ignore[arg-type]


def played_out(state: State) -> State:
    """The state after one round of first choices, suits turned up."""
    each, seats = state.options.rounds[state.round], state.options.seats
    state = apply(state, CHANCE, Deal(tuple(FACES[s * each : (s + 1) * each] for s in range(seats))))[0]
    state = apply(state, CHANCE, TurnUp("CA"))[0]
    while (seat := rules.to_act(state)) not in (CHANCE, None):
        assert seat is not None
        state = apply(state, seat, rules.legal(state, seat)[0])[0]
    return state


def nodes(state: State) -> tuple[int, int]:
    """States of the tree below a state until its round is scored, itself included, and its ends."""
    if state.phase not in (Phase.BID, Phase.PLAY):
        return 1, 1
    below = [nodes(apply(state, seat, move)[0]) for seat in rules.actors(state) for move in rules.legal(state, seat)]
    return 1 + sum(count for count, _ in below), sum(ends for _, ends in below)


@pytest.mark.parametrize(
    ("bids", "count", "ends"),
    [
        ("standard", 15 + 8 * 3, 8),
        ("plusminus", 12 + 5 * 3, 5),
        ("hidden", 79 + 48 * 3, 48),
        ("secret", 79 + 48 * 3, 48),
    ],
)
def test_the_tree_of_a_first_round(bids: str, count: int, ends: int) -> None:
    """One card each: all bids, in turn 2 x 2 x 2 of them, at the same time in all 6 orders; one way to play.

    Counted by hand: 1 + 2 + 4 + 8 states of bidding in turn; 5 for 8 if the dealer is bound, who is free after 1 and 1
    only; 1 + 6 + 24 + 48 when everybody bids when he likes; and three plays after each end of the bidding.
    """
    assert nodes(dealt(bids, "S2", "H3", "W", turned="D4")) == (count, ends)


def ways_to_play(hands: Sequence[str], leader: int, trump: str) -> int:
    """How many ways there are to play these hands to the end, by rules of its own."""
    seats = len(hands)

    def go(held: tuple[tuple[str, ...], ...], first: int, trick: tuple[str, ...]) -> int:
        if len(trick) == seats:
            strength = [card_strength(card, trick, trump) for card in trick]
            first, trick = (first + strength.index(max(strength))) % seats, ()
        seat = (first + len(trick)) % seats
        if not held[seat]:
            return 1
        led = suit_of_trick(trick)
        bound = led and any(card.startswith(led) for card in held[seat])
        total = 0
        for at, card in enumerate(held[seat]):
            if held[seat].index(card) == at and (not bound or card[0] in (led, "W", "E")):
                rest = held[seat][:at] + held[seat][at + 1 :]
                total += go((*held[:seat], rest, *held[seat + 1 :]), first, (*trick, card))
        return total

    return go(tuple(tuple(hand.split()) for hand in hands), leader, ())


def suit_of_trick(trick: Sequence[str]) -> str:
    """The suit led, or nothing."""
    word = "".join(trick).lstrip("E")[:1]
    return "" if word == "W" else word


def card_strength(card: str, trick: Sequence[str], trump: str) -> int:
    """A number by which the cards of a trick compare; equal ones go to the first."""
    value = "23456789TJQKA".find(card[-1].replace("0", "T"))
    if card in "WE":
        return 1000 if card == "W" else -1
    return value + 100 * (card[0] == trump) if card[0] in (trump, suit_of_trick(trick)) else -2


@pytest.mark.parametrize(
    ("hands", "ways"),
    [
        (("S2 S3 H4", "S5 H6 W", "S7 D8 E"), 86),
        (("W W E", "E S2 H3", "S4 H5 D6"), 80),
        (("S2 S3 S4", "S5 S6 S7", "S8 S9 S10"), 216),
    ],
)
def test_the_tree_of_a_third_round(hands: tuple[str, ...], ways: int) -> None:
    """Three cards each: as many ways to play as counted independently, and as pinned."""
    state = dealt("standard", *hands, turned="D4")
    for _ in hands:
        seat = rules.to_act(state)
        assert seat is not None
        state = apply(state, seat, Bid(0))[0]
    assert nodes(state)[1] == ways_to_play(hands, state.leader, "D") == ways


def test_alike_cards_are_one_choice() -> None:
    """Who holds three Wizards has one way to play a Wizard."""
    state = dealt("standard", "W W W", "S2 S3 S4", "H2 H3 H4", turned="D4")
    for _ in range(3):
        seat = rules.to_act(state)
        assert seat is not None
        state = apply(state, seat, Bid(0))[0]
    assert rules.legal(state, state.leader) == (Play("W"),)


def test_every_deal_of_the_first_round_has_one_winner() -> None:
    """Over all ordered choices of three different faces one card takes the trick, and the rest does not."""
    for turned, cards in product(("D4", "E"), product(("S2", "SA", "H3", "D7", "W", "E"), repeat=3)):
        if len(set(cards)) < 3 or turned in cards:
            continue
        state = dealt("standard", *cards, turned=turned)
        while state.phase is not Phase.DEAL:
            seat = rules.to_act(state)
            assert seat is not None
            state = apply(state, seat, rules.legal(state, seat)[0])[0]
        assert sorted(state.sheet[0].won) == [0, 0, 1]
        assert sorted(state.undealt) == sorted(DECK)
