"""The exact odds of Wizard, computed from the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from harness.rules import wizard as rules
from harness.rules.wizard import CHANCE, Bid, Deal, Dealer, Options, Phase, Play, TurnUp, apply
from harness.rules.wizard_arithmetic import allowed_bids, round_points, rounds_of
from harness.rules.wizard_cards import DECK, FACES, JESTER, WIZARD, Face, Suit
from harness.rules.wizard_tricks import winner_of

F = Fraction
ODDS = YAML(typ="safe").load(Path(__file__).with_name("wizard_odds.yaml").read_text(encoding="utf-8"))


def matches(exact: Sequence[Fraction], written: Sequence[str | float]) -> bool:
    """Whether every number is the one written, a fraction exactly, a decimal to its six digits."""
    return all(
        number == F(text) if isinstance(text, str) else abs(number - F(str(text))) <= F(1, 2 * 10**6)
        for number, text in zip(exact, written, strict=True)
    )


def test_turn_up() -> None:
    """Each suit is trump with 13/60, 13/15 together; Wizard and Jester with 1/15 each (WIZ-06..08)."""
    dealt = apply(rules.initial(Options(seats=3)), CHANCE, Dealer(0))[0]
    outcomes: Counter[str] = Counter()
    for at, card in enumerate(DECK):
        # Whoever is dealt what, each of the 60 cards is the next one alike; three others are dealt.
        hands = tuple((DECK[(at + step) % 60],) for step in (1, 15, 30))
        after = apply(apply(dealt, CHANCE, Deal(hands))[0], CHANCE, TurnUp(card))[0]
        outcomes["W" if after.phase is Phase.TRUMP else after.trump or "E"] += 1
    assert {kind: F(count, 60) for kind, count in outcomes.items()} == {
        kind: F(text) for kind, text in ODDS["turn_up"].items()
    }
    assert sum(F(ODDS["turn_up"][suit]) for suit in "SHDC") == F(13, 15)


@pytest.mark.parametrize("special", [WIZARD, JESTER])
@pytest.mark.parametrize("cards", ODDS["wizards"])
def test_wizards_in_a_hand(cards: int, special: Face) -> None:
    """Of the hands of so many cards from the deck, these have 0 to 4 Wizards, or Jesters."""
    some, rest = DECK.count(special), len(DECK) - cards
    odds = [F(comb(cards, k) * comb(rest, some - k), comb(len(DECK), some)) for k in range(some + 1)]
    assert matches(odds, ODDS["wizards"][cards])
    assert sum(odds) == 1
    assert sum(k * share for k, share in enumerate(odds)) == F(cards, 15)


def winning_odds(turned: Face, trump: Suit | None, players: int) -> list[Fraction]:
    """How likely the card played at each place takes the trick, when everybody has one card.

    No card that would beat the best one so far has been played, or it would be the best itself. So all of
    them are still unseen, and the best card and its place are a Markov chain.
    """
    deck = Counter(DECK)
    deck[turned] -= 1

    @cache
    def beating(best: Face) -> dict[Face, int]:
        return {card: count for card, count in deck.items() if winner_of((best, card), trump) == 1}

    chain = {(card, 0): F(count, deck.total()) for card, count in deck.items()}
    for place in range(1, players):
        unseen = deck.total() - place
        after: dict[tuple[Face, int], Fraction] = {}
        for (best, since), share in chain.items():
            better = beating(best)
            after[best, since] = after.get((best, since), F(0)) + share * (1 - F(sum(better.values()), unseen))
            for card, count in better.items():
                after[card, place] = after.get((card, place), F(0)) + share * F(count, unseen)
        chain = after
    return [sum((share for (_, at), share in chain.items() if at == place), F(0)) for place in range(players)]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_first_round_with_a_suit_turned_up(players: int) -> None:
    """The leader takes the first trick most often, each seat after him less, whatever rank was turned up."""
    odds = winning_odds("D9", "D", players)
    assert matches(odds, ODDS["first_round"]["suit"][players])
    assert winning_odds("S2", "S", players) == odds
    assert sum(odds) == 1 and odds == sorted(odds, reverse=True)


@pytest.mark.parametrize("players", [3, 4])
def test_first_round_with_a_jester_turned_up(players: int) -> None:
    """Without trump the leader takes it more often still (WIZ-07)."""
    odds = winning_odds(JESTER, None, players)
    assert matches(odds, ODDS["first_round"]["jester"][players])
    assert sum(odds) == 1


@pytest.mark.parametrize(("turned", "trump"), [("D9", "D"), ("E", None)])
def test_the_chain_agrees_with_every_deal(turned: Face, trump: Suit | None) -> None:
    """All 59 x 58 x 57 deals for three, one by one, give the same odds as the chain."""
    deck = list(DECK)
    deck.remove(turned)
    # Cards of one face are interchangeable: count them by face, weighted.
    copies = Counter(deck)
    wins = [0, 0, 0]
    for trick in product(copies, repeat=3):
        weight = prod(copies[card] - trick[:at].count(card) for at, card in enumerate(trick))
        if weight:
            wins[winner_of(trick, trump)] += weight
    assert sum(wins) == 59 * 58 * 57
    assert [F(count, sum(wins)) for count in wins] == winning_odds(turned, trump, 3)


def extremes(cards: int) -> tuple[int, int]:
    """The most and the fewest points of one player in a round."""
    points = [round_points(bid, won) for bid, won in product(range(cards + 1), repeat=2)]
    return max(points), min(points)


@pytest.mark.parametrize("row", ODDS["lengths"], ids=lambda row: f"{row['length']} {row['seats']}")
def test_a_match_in_numbers(row: Mapping[str, Any]) -> None:
    """Rounds, tricks, most and fewest points of a player, and what nothing but bids of nothing bring."""
    rounds = rounds_of(row["seats"], row["length"])
    assert (len(rounds), sum(rounds)) == (row["rounds"], row["tricks"])
    ends = [extremes(cards) for cards in rounds]
    assert (sum(most for most, _ in ends), sum(least for _, least in ends)) == (row["most"], row["fewest"])
    assert sum(round_points(0, 0) for _ in rounds) == row["nothing"]


def test_the_most_and_the_fewest_points_can_be_made() -> None:
    """In a whole match of five rounds: one seat takes every trick and says so, one says so and takes none."""
    state = apply(rules.initial(Options(seats=3, length="five")), CHANCE, Dealer(2))[0]
    suit = {suit: [face for face in FACES[:52] if face[0] == suit] for suit in "SHD"}
    while state.phase is not Phase.OVER:
        each = state.options.rounds[state.round]
        # Seat 0 holds the highest spades, nobody else any; no trump.
        hands = (tuple(suit["S"][-each:]), tuple(suit["H"][:each]), tuple(suit["D"][:each]))
        order = [0, 1, 2] if state.dealer == 2 else [1, 2, 0] if state.dealer == 0 else [2, 0, 1]
        state = apply(apply(state, CHANCE, Deal(hands))[0], CHANCE, TurnUp("W"))[0]
        state = apply(state, state.dealer, rules.Choose("S"))[0]
        for seat in order:
            state = apply(state, seat, Bid(0 if seat == 1 else each))[0]
        while state.phase is Phase.PLAY:
            (seat,) = rules.actors(state)
            state = apply(state, seat, Play(state.hands[seat][0]))[0]
    assert rules.totals(state) == (250, 100, -150)
    assert rules.places(state) == (1, 2, 3)


@pytest.mark.parametrize(("players", "cards", "odds"), ODDS["bound"])
def test_how_often_the_last_bidder_is_bound(players: int, cards: int, odds: str) -> None:
    """Over all earlier bids from 0 to n alike: something is forbidden if they are no more than the tricks (WIZ-22)."""
    earlier = list(product(range(cards + 1), repeat=players - 1))
    bound = sum(len(allowed_bids(cards, sum(bids))) <= cards for bids in earlier)
    assert F(bound, len(earlier)) == F(odds)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_somebody_misses_under_plusminus(cards: int) -> None:
    """Bids that do not add up to the tricks cannot all be made, whoever takes which trick (WIZ-22)."""
    for bids in product(range(cards + 1), repeat=3):
        if bids[2] in allowed_bids(cards, bids[0] + bids[1]):
            assert all(won != bids for won in product(range(cards + 1), repeat=3) if sum(won) == cards)
