"""The exact odds of Bluffers, computed from the rules themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace
from ruamel.yaml import YAML

from harness.rules import bluffers as rules
from harness.rules.bluffers import CHANCE, Call, Deal, Opener, Options, Phase, Play, Pull, State, Table, apply
from harness.rules.cards import DECK, JOKER, RANKS, Face

F = Fraction
Shares: TypeAlias = dict[int, Fraction]


def shares(counts: Counter[int]) -> Shares:
    """Counts as probabilities."""
    return {key: F(count, counts.total()) for key, count in sorted(counts.items())}


def trues(cards: tuple[Face, ...]) -> int:
    """Cards that match a King on the table."""
    return sum(rules.matches_table(card, "K") for card in cards)


@cache
def hands() -> tuple[tuple[Face, ...], ...]:
    """All 15,504 hands of five."""
    return tuple(combinations(DECK, 5))


def test_true_cards_in_a_hand() -> None:
    """Of five cards k are true with these probabilities; two on average."""
    odds = shares(Counter(map(trues, hands())))
    assert odds == {0: F(33, 646), 1: F(165, 646), 2: F(385, 969), 3: F(77, 323), 4: F(35, 646), 5: F(7, 1938)}
    assert sum(k * p for k, p in odds.items()) == 2
    assert [sum(p for k, p in odds.items() if k >= n) for n in (1, 2, 3)] == [F(613, 646), F(224, 323), F(287, 969)]


def test_jokers_in_a_hand() -> None:
    """Half a joker on average."""
    odds = shares(Counter(hand.count(JOKER) for hand in hands()))
    assert odds == {0: F(21, 38), 1: F(15, 38), 2: F(1, 19)}
    assert sum(k * p for k, p in odds.items()) == F(1, 2)


def test_table_rank_cards_in_a_hand() -> None:
    """Cards of the table's rank without the jokers."""
    odds = shares(Counter(hand.count("K") for hand in hands()))
    assert list(odds.values()) == [
        F(1001, 7752), F(1001, 2584), F(455, 1292), F(455, 3876), F(35, 2584), F(1, 2584),
    ]  # fmt: skip


def test_random_cards_are_all_true() -> None:
    """One, two, three random cards of a fresh hand are all true with 2/5, 14/95, 14/285."""
    for count, odds in ((1, F(2, 5)), (2, F(14, 95)), (3, F(14, 285))):
        assert shares(Counter(map(trues, combinations(DECK, count))))[count] == odds


def test_true_cards_among_the_undealt() -> None:
    """Of the ten undealt with two players k are true with these odds of 8398 (BLF-07)."""
    numbers = (3, 80, 630, 2016, 2940, 2016, 630, 80, 3)
    counts: Counter[int] = Counter()
    for true_cards in map(trues, combinations(DECK, 10)):
        counts[true_cards] += 1
    assert shares(counts) == {k: F(number, 8398) for k, number in enumerate(numbers)}


def test_opponents_true_cards() -> None:
    """Holding t true cards, an opponent has (8-t)/3 on average, and none with these odds."""
    none = (F(1, 143), F(8, 429), F(6, 143), F(12, 143), F(2, 13), F(24, 91))
    for held, odds in enumerate(none):
        unseen: tuple[Face, ...] = ("K",) * (8 - held) + ("Q",) * (7 + held)
        seen = shares(Counter(map(trues, combinations(unseen, 5))))
        assert seen[0] == odds
        assert sum(k * p for k, p in seen.items()) == F(8 - held, 3)


def test_table_card_repeats() -> None:
    """The next hand's table card is the same with 1/3: all three can be drawn (BLF-E17)."""
    state = replace(fresh_hand(2, 0, DECK[:5]), phase=Phase.TABLE)
    drawn = [apply(state, CHANCE, Table(rank))[0].table for rank in RANKS]
    assert F(drawn.count(state.last_table), len(drawn)) == F(1, 3)


def fresh_hand(seats: int, opener: int, cards: tuple[Face, ...]) -> State:
    """The first turn of a match in which the opener holds these cards, King on the table."""
    state = apply(rules.initial(Options(seats=seats)), CHANCE, Opener(opener))[0]
    rest = list((Counter(DECK) - Counter(cards)).elements())
    dealt = tuple(cards if s == opener else tuple(rest.pop() for _ in range(5)) for s in range(seats))
    return apply(apply(state, CHANCE, Deal(dealt))[0], CHANCE, Table("K"))[0]


def shooter_of(state: State, card: Face) -> int:
    """Who pulls when the opener plays this card and is called."""
    played = apply(state, state.turn, Play((card,)))[0]
    return apply(played, played.turn, Call())[0].shooter


def test_calling_every_opener() -> None:
    """Who opens with a random card and is always called pulls with 3/5."""
    pulls: Counter[int] = Counter()
    for hand, weight in Counter(hands()).items():
        state = fresh_hand(2, 0, hand)
        for face, held in Counter(hand).items():
            pulls[shooter_of(state, face)] += weight * held
    assert shares(pulls) == {0: F(3, 5), 1: F(2, 5)}


def test_calling_an_honest_opener() -> None:
    """If the opener plays a true card whenever he has one, the caller pulls with 613/646."""
    pulls: Counter[int] = Counter()
    for hand, weight in Counter(hands()).items():
        best = next((card for card in hand if rules.matches_table(card, "K")), hand[0])
        pulls[shooter_of(fresh_hand(2, 0, hand), best)] += weight
    assert shares(pulls)[1] == F(613, 646)


def test_revolver() -> None:
    """Each pull is the one with 1/6; 7/2 pulls to the end on average, variance 35/12 (BLF-18)."""
    alive, is_the_one, survivors = F(1), [], []
    for made in range(6):
        state = replace(rules.initial(Options(seats=2)), phase=Phase.PULL, pulls=(made, 0))
        fires = F(*rules.hazard(state))
        is_the_one.append(alive * fires)
        alive *= 1 - fires
        survivors.append(alive)
    assert is_the_one == [F(1, 6)] * 6
    assert survivors == [F(5, 6), F(2, 3), F(1, 2), F(1, 3), F(1, 6), F(0)]
    mean = sum(n * p for n, p in enumerate(is_the_one, 1))
    assert (mean, sum(n * n * p for n, p in enumerate(is_the_one, 1)) - mean**2) == (F(7, 2), F(35, 12))


# -- whole matches ---------------------------------------------------------------------------


def between_hands(pulls: tuple[int, ...], places: tuple[int, ...], opener: int) -> State:
    """A match before a deal."""
    return replace(
        rules.initial(Options(seats=len(pulls))), phase=Phase.DEAL, pulls=pulls, places=places, turn=opener
    )  # fmt: skip


def after_pull(state: State, shooter: int) -> list[tuple[Fraction, State]]:
    """Both ends of a pull by this seat, with their probabilities."""
    pending = replace(state, phase=Phase.PULL, shooter=shooter)
    fires = F(*rules.hazard(pending))
    ends = [(fires, Pull(True)), (1 - fires, Pull(False))]
    return [(odds, apply(pending, CHANCE, move)[0]) for odds, move in ends if odds]


def anonymous(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pulls and places with the seats in a fixed order: who it is does not matter for the length of a match."""
    seats = sorted(zip(state.places, state.pulls, strict=True))
    return tuple(pulls for _, pulls in seats), tuple(place for place, _ in seats)


@cache
def length(pulls: tuple[int, ...], places: tuple[int, ...]) -> Shares:
    """The distribution of the pulls still to come when each hits a uniformly random living player."""
    state = between_hands(pulls, places, 0)
    living = rules.living(state)
    total: Shares = {}
    for shooter in living:
        for odds, after in after_pull(state, shooter):
            over = after.phase is Phase.OVER
            rest = {0: F(1)} if over else length(*anonymous(after))
            for n, p in rest.items():
                total[n + 1] = total.get(n + 1, F(0)) + p * odds / len(living)
    return total


@pytest.mark.parametrize(
    ("seats", "most", "mean"),
    [
        (2, 11, F(38843, 9216)),
        (3, 17, F(118081341539, 14693280768)),
        (4, 23, F(46214593762151786615, 3944197523094110208)),
    ],
)
def test_match_length(seats: int, most: int, mean: Fraction) -> None:
    """Pulls of a match of equals: the range of BLF-36 and the exact mean."""
    odds = length((0,) * seats, (0,) * seats)
    assert sorted(odds) == list(range(seats - 1, most + 1))
    assert sum(odds.values()) == 1
    assert sum(n * p for n, p in odds.items()) == mean


def test_match_length_of_two() -> None:
    """The whole distribution at a table of two."""
    odds = length((0, 0), (0, 0))
    assert [odds[n] for n in range(1, 12)] == [
        F(1, 6), F(11, 72), F(5, 36), F(1, 8), F(1, 9), F(7, 72), F(31, 384), F(35, 576), F(91, 2304), F(21, 1024),
        F(7, 1024),
    ]  # fmt: skip


@cache
def away_hand(places: tuple[int, ...], opener: int) -> dict[int, Fraction]:
    """Who pulls in a hand of automatic moves, by probability: played once per face of the last card and rank.

    The last card played is a uniformly random one of the deck; what lies under it does not matter.
    """
    odds: dict[int, Fraction] = {}
    for face, count in Counter(DECK).items():
        for rank in RANKS:
            state, plays = between_hands((0,) * len(places), places, opener), 0
            holders = len(rules.living(state))
            for move in (away_deal(state, face), Table(rank)):
                state = apply(state, CHANCE, move)[0]
            while state.phase is Phase.TURN:
                move = rules.auto_move(state, 0)
                plays += isinstance(move, Play)
                state = apply(state, state.turn, move)[0]
            assert plays == 5 * holders - 1
            odds[state.shooter] = odds.get(state.shooter, F(0)) + F(count, 20) / 3
    return odds


def away_deal(state: State, last: Face) -> Deal:
    """A deal in which the last card of the last claimant is `last`: of the seat two before the opener (BLF-36).

    Played one by one from the front, it is the card that is called.
    """
    living = rules.living(state)
    claimant = living[(living.index(state.turn) - 2) % len(living)]
    rest = list((Counter(DECK) - Counter((last,))).elements())
    five = {seat: tuple(rest.pop() for _ in range(5)) for seat in living if seat != claimant}
    five[claimant] = (*(rest.pop() for _ in range(4)), last)
    return Deal(tuple(five.get(seat, ()) for seat in range(len(state.places))))


Prospects: TypeAlias = tuple[Fraction, tuple[tuple[Fraction, ...], ...]]


@cache
def prospects(pulls: tuple[int, ...], places: tuple[int, ...], opener: int) -> Prospects:
    """With everybody away: hands still to come on average, and the probability of each place by seat."""
    seats = len(pulls)
    hands_mean = F(1)
    table = [[F(0)] * seats for _ in range(seats)]
    state = between_hands(pulls, places, opener)
    for shooter, pulls_odds in away_hand(places, opener).items():
        for fires, after in after_pull(state, shooter):
            odds = pulls_odds * fires
            if after.phase is Phase.OVER:
                rows: tuple[tuple[Fraction, ...], ...] = tuple(
                    tuple(F(place == after.places[seat]) for place in range(1, seats + 1)) for seat in range(seats)
                )
            else:
                # The revolver of a seat that is out does not matter any more.
                left = tuple(0 if place else made for made, place in zip(after.pulls, after.places, strict=True))
                more, rows = prospects(left, after.places, after.turn)
                hands_mean += odds * more
            for seat, row in enumerate(rows):
                for place, p in enumerate(row):
                    table[seat][place] += odds * p
    return hands_mean, tuple(map(tuple, table))


AWAY = YAML(typ="safe").load(Path(__file__).with_name("everybody_away.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_away(seats: int) -> None:
    """Hands, places and points of a match of automatic moves that seat 0 opens, to the last printed digit."""
    hands_mean, table = prospects((0,) * seats, (0,) * seats, 0)
    row = Options().points[seats - 2]
    means = (sum(p * n for p, n in zip(odds, row, strict=True)) for odds in table)
    assert AWAY[seats] == {
        "hands": round(float(hands_mean), 6),
        "places": [[round(float(p), 6) for p in odds] for odds in table],
        "points": [round(float(mean), 6) for mean in means],
    }
    assert all(sum(odds) == 1 for odds in (*table, *zip(*table, strict=True)))


def test_everybody_away_at_a_table_of_two() -> None:
    """The exact fractions at a table of two."""
    hands_mean, table = prospects((0, 0), (0, 0), 0)
    assert hands_mean == F(72706912, 17578125)
    assert [row[0] for row in table] == [F(68821778, 146484375), F(77662597, 146484375)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_first_opener_is_fair(seats: int) -> None:
    """Averaged over the first opener every seat has 1/n for every place."""
    tables = [prospects((0,) * seats, (0,) * seats, opener)[1] for opener in range(seats)]
    for seat in range(seats):
        for place in range(seats):
            assert sum(table[seat][place] for table in tables) / seats == F(1, seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_pulls_when_everybody_is_away(seats: int) -> None:
    """The seat before the opener pulls with 2/5, the one before that with 3/5; of two, the opener with 3/5."""
    odds = away_hand((0,) * seats, 0)
    assert odds == {seats - 1: F(2, 5), (seats - 2) % seats: F(3, 5)}
