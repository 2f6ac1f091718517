"""Wizard against OpenSpiel's Oh Hell, where the two games coincide.

Both games deal, turn up a card for trump, let everybody bid in turn from the dealer's left (the
dealer last, who may not make the total the number of tricks: here plus/minus 1), and play tricks in
which the suit led must be followed and trumps beat it. So as long as nobody holds a Wizard or a
Jester and none is turned up, both must agree at every step on who is to act and on what he may do,
and in the end on the tricks won. Deals with Wizards or Jesters have no counterpart there.

Where they differ, and how the comparison allows for it:

- Oh Hell has 52 cards. Wizard is dealt from the same 52; its Wizards and Jesters stay undealt.
- Oh Hell always turns up a card, so rounds in which everything is dealt are not compared.
- Oh Hell is one round, its number of tricks and its dealer drawn by chance. Here both are set.
- Oh Hell's dealer is bound always, so the other ways to bid are not compared.
- A bid that was made brings 10 points there and 20 here, besides 10 a trick; -10 a trick off in both.
"""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest

from harness.rules import wizard as rules
from harness.rules.wizard import CHANCE, Bid, Deal, Options, Phase, Play, State, TurnUp, apply
from harness.rules.wizard_cards import FACES, Face
from harness.seed import Stream, root_of, stream
from harness.testing.wizard import state_problems
from harness.testing.wizard_position import Position, complete

BONUS_THERE = 10
BONUS_HERE = 20


def name_of(card: Face) -> str:
    """A card as OpenSpiel calls it."""
    return card.replace("10", "T")


def before_deal(seats: int, cards: int, dealer: int) -> State:
    """The round with so many cards is to be dealt by this dealer."""
    options = Options(seats=seats, bids="plusminus")
    state = rules.initial(options)
    if cards > 1:
        # Earlier rounds do not matter; a written position invents them.
        later = complete(Position(round=cards, hands=(None,) * seats, turned="S2"), options)
        state = rules.State(
            **{field: getattr(rules.initial(options), field) for field in State.__struct_fields__}
            | {"sheet": later.sheet, "round": cards - 1}
        )
    state = apply(state, CHANCE, rules.Dealer(dealer))[0]
    assert not state_problems(state)
    return state


class Pair:
    """One round in both games; what is done is done in both."""

    def __init__(self, seats: int, cards: int, chance: Stream) -> None:
        self.seats = seats
        parameters = {
            "players": seats, "num_tricks_fixed": cards, "off_bid_penalty": True, "points_per_trick": 10,
        }  # fmt: skip
        self.there: Any = pyspiel.load_game("oh_hell", parameters).new_initial_state()
        dealer = chance.below(seats)
        drawn = chance.sample(FACES[:52], seats * cards + 1)
        self.here = before_deal(seats, cards, dealer)
        self.do(CHANCE, None, str(cards))
        self.do(CHANCE, None, str(dealer))
        for card in drawn:
            self.do(CHANCE, None, name_of(card))
        # There the seats are dealt one card after the other.
        self.do(CHANCE, Deal(tuple(drawn[seat:-1:seats] for seat in range(seats))), None)
        self.do(CHANCE, TurnUp(drawn[-1]), None)

    def words_there(self) -> dict[str, int]:
        """What may be done there, by its name."""
        return {
            self.there.action_to_string(self.there.current_player(), action): action
            for action in self.there.legal_actions()
        }

    def do(self, seat: int, move: rules.Move | None, there: str | None) -> None:
        """Make a move in either game, or in both."""
        if there is not None:
            self.there.apply_action(self.words_there()[there])
        if move is not None:
            self.here = apply(self.here, seat, move)[0]

    def words_here(self, seat: int) -> dict[str, rules.SeatMove]:
        """What may be done here, by OpenSpiel's name."""
        return {word(move): move for move in rules.legal(self.here, seat)}


def word(move: rules.SeatMove) -> str:
    """A bid or a card as OpenSpiel calls it."""
    return str(move.tricks) if isinstance(move, Bid) else name_of(move.card) if isinstance(move, Play) else ""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("cards", [1, 2, 3, 5, 8])
def test_a_round_is_played_alike(seats: int, cards: int) -> None:
    """At every step of ten deals both agree on who acts and what he may do, in the end on tricks and points."""
    chance = stream(root_of(7), "oh hell", seats, cards)
    for _ in range(10):
        pair = Pair(seats, cards, chance)
        while pair.here.phase in (Phase.BID, Phase.PLAY):
            seat = rules.to_act(pair.here)
            assert seat == pair.there.current_player()
            assert seat is not None
            words = pair.words_here(seat)
            assert sorted(words) == sorted(pair.words_there())
            chosen = chance.choice(sorted(words))
            pair.do(seat, words[chosen], chosen)
        assert pair.there.is_terminal()
        line = pair.here.sheet[-1]
        made = [bid == won for bid, won in zip(line.bids, line.won, strict=True)]
        bonus = [(BONUS_HERE - BONUS_THERE) * ok for ok in made]
        assert [points - more for points, more in zip(line.points, bonus, strict=True)] == pair.there.returns()
        tricks = str(pair.there).split("Tricks Won:")[1].split("\n", maxsplit=1)[0].split()
        assert list(map(int, tricks)) == list(line.won)
