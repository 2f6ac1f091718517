"""Positions of Bluffers as people write them down, completed to a whole state.

A written position names the hands, the table card and the claim. The other cards of the deck are
somewhere: as many as have been played lie in the pile, the rest was never dealt. The result
satisfies every demand on a state (`harness.testing.bluffers.state_problems`); conservation is never relaxed.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from msgspec import Struct

from harness.errors import LocalError
from harness.rules.bluffers import HAND_SIZE, Claim, Options, Phase, State
from harness.rules.cards import DECK, Face, Rank
from harness.testing.bluffers import state_problems


class Position(Struct, frozen=True, kw_only=True):
    """A position in the middle of a hand, partly given.

    Attributes:
        hands: Cards by seat, such as "KQ*"; "" for a seat without.
        table: The table card.
        turn: The seat to move.
        claim: Who played last, and what; None for an opener's turn.
        out: Seats eliminated in earlier hands, in that order.
        left: Seats that left in earlier hands, after those in `out`, in that order.
        pulls: Pulls made, by seat; () for as few as possible.
    """

    hands: tuple[str, ...]
    table: Rank
    turn: int
    claim: tuple[int, str] | None = None
    out: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    pulls: tuple[int, ...] = ()


def complete(position: Position, options: Options) -> State:
    """The state that a position describes, with the unseen cards in a fixed order.

    Raises:
        LocalError: No deal leads to such a position; the message says why.
    """
    if len(position.hands) != options.seats:
        raise LocalError(f"{len(position.hands)} hands for {options.seats} seats")
    claimant, claimed = position.claim or (position.turn, "")
    given = Counter("".join(position.hands) + claimed)
    if not given <= Counter(DECK):
        raise LocalError(f"no deck holds {''.join(sorted(given.elements()))}")
    unseen = cast("tuple[Face, ...]", tuple((Counter[str](DECK) - given).elements()))
    gone = (*position.out, *position.left)
    piled = HAND_SIZE * (options.seats - len(gone)) - given.total()
    if piled < 0:
        raise LocalError(f"{given.total()} cards are more than {options.seats - len(gone)} seats were dealt")
    places = [0] * options.seats
    for place, seat in zip(range(options.seats, 0, -1), gone, strict=False):
        places[seat] = place
    state = State(
        options=options, phase=Phase.TURN, hand=1 + len(gone), table=position.table, last_table=position.table,
        hands=cast("tuple[tuple[Face, ...], ...]", tuple(map(tuple, position.hands))), pile=unseen[:piled],
        discarded=(), undealt=unseen[piled:], turn=position.turn, shooter=0, places=tuple(places),
        claim=Claim(claimant, cast("tuple[Face, ...]", tuple(claimed))) if claimed else None,
        pulls=position.pulls or tuple(int(seat in position.out) for seat in range(options.seats)),
        departed=frozenset(position.left), gone=frozenset(position.left),
    )  # fmt: skip
    if problems := state_problems(state):
        raise LocalError("; ".join(problems))
    return state
