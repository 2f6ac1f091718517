"""Positions of Wizard as people write them down, completed to a whole state.

A written position names some hands, the trick and the card turned up. The other cards of the deck
are somewhere: in hands that were not written, in the tricks taken before, or never dealt. The
result satisfies every demand on a state (`harness.testing.wizard.state_problems`); conservation of the 60
cards is never relaxed.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from msgspec import Struct

from harness.errors import LocalError
from harness.rules.wizard import Options, Phase, Scored, State
from harness.rules.wizard_arithmetic import round_points
from harness.rules.wizard_cards import DECK, SUIT_OF, WIZARD, Face, Suit
from harness.testing.wizard import state_problems


class Position(Struct, frozen=True, kw_only=True):
    """A position in the middle of a round, partly given.

    Attributes:
        round: Number of the round, from 1.
        hands: Cards by seat, such as "S2 H10 W"; None for what is not known.
        turned: The card turned up; None if none is, or not yet.
        chosen: The suit that the dealer picked for a Wizard turned up.
        dealer: The First Player of the round.
        leader: Who has led the trick, or leads next; by default who leads the first trick.
        trick: Cards of this trick in the order of play.
        bids: By seat, None for who has not bid; () for nobody.
        won: Tricks won, by seat; () for none.
        scores: Bids and tricks won of the rounds just before, the oldest first. Of rounds before
            these it is written that all bid nothing and the first seat took every trick.
        left: Seats whose players have left.
    """

    round: int
    hands: tuple[str | None, ...]
    turned: Face | None = None
    chosen: Suit | None = None
    dealer: int = 0
    leader: int | None = None
    trick: str = ""
    bids: tuple[int | None, ...] = ()
    won: tuple[int, ...] = ()
    scores: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    left: tuple[int, ...] = ()


def complete(position: Position, options: Options) -> State:
    """The state that a position describes, with the unseen cards in a fixed order.

    Raises:
        LocalError: No deal leads to such a position; the message says why.
    """
    seats = options.seats
    if len(position.hands) != seats:
        raise LocalError(f"{len(position.hands)} hands for {seats} seats")
    if not 1 <= position.round <= len(options.rounds):
        raise LocalError(f"there is no round {position.round}")
    trick = _cards(position.trick)
    shown = () if position.turned is None else (position.turned,)
    hands = [None if hand is None else _cards(hand) for hand in position.hands]
    given = Counter(card for cards in (*hands, trick, shown) for card in cards or ())
    if not given <= Counter(DECK):
        raise LocalError(f"no deck holds {' '.join(sorted(given.elements()))}")
    unseen = list((Counter(DECK) - given).elements())
    won = position.won or (0,) * seats
    lead = (position.dealer + (options.first_lead == "left_of_dealer")) % seats
    leader = lead if position.leader is None else position.leader
    dealt = options.rounds[position.round - 1]
    for seat, hand in enumerate(hands):
        held = dealt - sum(won) - ((seat - leader) % seats < len(trick))
        hands[seat] = _taken_from(unseen, held) if hand is None else hand
    state = State(
        options=options, phase=_phase(position, options), round=position.round, dealer=position.dealer, leader=leader,
        hands=cast("tuple[tuple[Face, ...], ...]", tuple(hands)), taken=_taken_from(unseen, sum(won) * seats),
        undealt=tuple(unseen), turned=position.turned, trick=trick, bids=position.bids or (None,) * seats, won=won,
        trump=position.chosen or next(map(SUIT_OF.get, shown), None),
        sheet=_sheet(position, options), gone=frozenset(position.left),
    )  # fmt: skip
    if problems := state_problems(state):
        raise LocalError("; ".join(problems))
    return state


def _cards(text: str) -> tuple[Face, ...]:
    return cast("tuple[Face, ...]", tuple(text.split()))


def _taken_from(unseen: list[Face], count: int) -> tuple[Face, ...]:
    """Remove so many unseen cards, the first ones; fewer than none are none."""
    cards = tuple(unseen[: max(count, 0)])
    del unseen[: len(cards)]
    return cards


def _phase(position: Position, options: Options) -> Phase:
    if position.turned is None and options.rounds[position.round - 1] * options.seats < len(DECK):
        return Phase.TURN_UP
    if position.turned == WIZARD and position.chosen is None:
        return Phase.TRUMP
    return Phase.PLAY if position.bids and None not in position.bids else Phase.BID


def _sheet(position: Position, options: Options) -> tuple[Scored, ...]:
    before, none = options.rounds[: position.round - 1], (0,) * options.seats
    made_up = [(none, (cards, *none[1:])) for cards in before[: len(before) - len(position.scores)]]
    return tuple(
        Scored(number, bids, won, tuple(map(round_points, bids, won)))
        for number, (bids, won) in enumerate((*made_up, *position.scores), 1)
    )
