"""The rules of Liar's Dice (LDC-01..17 with the decisions E01-E24 that concern a match).

A match is a value. Seats move; chance is a seat, too (`CHANCE`): it names the first opener and
shakes all cups at once. `apply` takes a state and one move and returns the next state and what
happened; it never draws, never waits, and raises `Illegal` with the state untouched when the move
is not allowed.

Ones count for every bid as long as nobody has bid ones in the round, and for bids of ones alone
from then on (LDC-09, LDC-10). A human who leaves leaves his seat behind: the seat, with its dice, is
played on by an AI, so nothing about bids and totals changes (LDC-E15); the rules only remember it.

While a round is played the seats have `seats * 5 - (round - 1)` dice together: each challenge costs one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from harness.rules.liars_dice_moves import (
    Bid,
    Challenge,
    Challenged,
    Code,
    Departed,
    Dice,
    Eliminated,
    Illegal,
    Leave,
    Move,
    Opener,
    Outcome,
    Over,
    Raised,
    Roll,
    Standing,
)

__all__ = [
    "CHANCE", "DICE", "FACES", "ONE", "Bid", "Challenge", "Challenged", "Code", "Departed", "Dice", "Eliminated",
    "Illegal", "Leave", "Move", "Opener", "Options", "Outcome", "Over", "Phase", "Raised", "Roll", "Standing", "State",
    "View", "apply", "auto_move", "bids", "counts", "initial", "legal", "living", "outbids", "rank", "to_act", "view",
]  # fmt: skip

CHANCE: Final = -1
"""The seat that names the first opener and shakes the cups."""

DICE: Final = 5
"""Dice of each seat at the start (LDC-01)."""

ONE: Final = 1
"""The face that is wild until it is bid (LDC-08)."""

FACES: Final = (1, 2, 3, 4, 5, 6)


class Options(Struct, frozen=True, kw_only=True):
    """What can be chosen for a match.

    Attributes:
        seats: 2 to 6 (LDC-01, LDC-E21).
        ones: Whether ones are the highest face of a bid or the lowest one (LDC-E01).
    """

    seats: int = 4
    ones: Literal["high", "low"] = "high"

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 6:
            raise ValueError(f"Liar's Dice is played by 2 to 6, not {self.seats} (LDC-01)")


class Phase(StrEnum):
    """Who must move: chance, in one of two ways, a seat, or nobody any more."""

    OPENER = "opener"
    ROLL = "roll"
    TURN = "turn"
    OVER = "over"


class State(Struct, frozen=True, kw_only=True):
    """A match of Liar's Dice.

    Attributes:
        options: As chosen at the start.
        phase: Who must move.
        round: Number of the round, from 1; 0 before the first roll.
        sizes: Dice that each seat still has.
        dice: What lies under each cup (TURN); () under each in all other phases.
        turn: The seat to move (TURN), or to open (ROLL); stale once the match is over.
        bid: The last bid of the round, None before the first.
        locked: Whether ones have been bid in this round (LDC-10).
        places: Place by seat, 0 while open.
        gone: Seats whose human has left; an AI plays them (LDC-E15).
    """

    options: Options
    phase: Phase
    round: int
    sizes: tuple[int, ...]
    dice: tuple[Dice, ...]
    turn: int
    bid: Standing | None
    locked: bool
    places: tuple[int, ...]
    gone: frozenset[int]


class View(Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see (LDC-03). Built by naming, never by stripping."""

    seat: int | None
    phase: Phase
    round: int
    dice: Dice
    sizes: tuple[int, ...]
    turn: int
    bid: Standing | None
    locked: bool
    legal: tuple[str, ...]
    places: tuple[int, ...]
    gone: frozenset[int]


def initial(options: Options) -> State:
    """A match before anything was drawn: chance must name who opens."""
    return State(
        options=options, phase=Phase.OPENER, round=0, sizes=(DICE,) * options.seats, dice=((),) * options.seats,
        turn=0, bid=None, locked=False, places=(0,) * options.seats, gone=frozenset(),
    )  # fmt: skip


def to_act(state: State) -> int | None:
    """The seat that must move: a seat's index, CHANCE, or None when the match is over."""
    if state.phase is Phase.OVER:
        return None
    return state.turn if state.phase is Phase.TURN else CHANCE


def living(state: State) -> tuple[int, ...]:
    """Seats that still have dice, in seat order."""
    return tuple(seat for seat, size in enumerate(state.sizes) if size)


def rank(face: int, ones: Literal["high", "low"]) -> int:
    """Where a face stands among bids of one quantity (LDC-E01); the higher number beats the lower."""
    return 7 if face == ONE and ones == "high" else face


def outbids(quantity: int, face: int, bid: Standing, ones: Literal["high", "low"]) -> bool:
    """Whether this bid beats the last one: more dice of any face, or as many of a higher face (LDC-06, E04, E08)."""
    if quantity != bid.quantity:
        return quantity > bid.quantity
    return rank(face, ones) > rank(bid.face, ones)


def counts(die: int, face: int, locked: bool) -> bool:
    """Whether a die counts for a bid of this face (LDC-09, LDC-10)."""
    return die == face or (die == ONE and not locked)


def bids(state: State) -> tuple[Bid, ...]:
    """Every bid that the seat to move may make, lowest first (LDC-06, LDC-07); () when no seat is to move."""
    if state.phase is not Phase.TURN:
        return ()
    ones, last = state.options.ones, state.bid
    faces = sorted(FACES, key=lambda face: rank(face, ones))
    lowest = last.quantity if last else 1
    return tuple(
        Bid(quantity, face)
        for quantity in range(lowest, sum(state.sizes) + 1)
        for face in faces
        if last is None or outbids(quantity, face, last, ones)
    )


def legal(state: State) -> tuple[Literal["bid", "challenge"], ...]:
    """What the seat to move may do (LDC-15, LDC-E07, LDC-E10); () when no seat is to move."""
    if state.phase is not Phase.TURN:
        return ()
    last = state.bid
    if last is None:
        return ("bid",)
    top = ONE if state.options.ones == "high" else 6
    if last.quantity == sum(state.sizes) and last.face == top:
        return ("challenge",)
    return ("bid", "challenge")


def auto_move(state: State) -> Bid | Challenge:
    """The automatic move: challenge if there is a bid, else bid one two (LDC-E14)."""
    assert state.phase is Phase.TURN
    return Challenge() if state.bid else Bid(1, 2)


def view(state: State, seat: int | None) -> View:
    """What this seat, or the public (None), may see."""
    return View(
        seat=seat, phase=state.phase, round=state.round, dice=() if seat is None else state.dice[seat],
        sizes=state.sizes, turn=state.turn, bid=state.bid, locked=state.locked, legal=legal(state),
        places=state.places, gone=state.gone,
    )  # fmt: skip


def apply(state: State, seat: int, move: Move) -> tuple[State, tuple[Outcome, ...]]:
    """Make one move.

    Args:
        state: The match; it is not changed.
        seat: Who moves, CHANCE for chance.
        move: What is done.

    Returns:
        The next state and what happened, in order.

    Raises:
        Illegal: The move is not allowed; its `code` says why.
    """
    assert CHANCE <= seat < state.options.seats
    if state.phase is Phase.OVER:
        raise Illegal("no_match")
    if seat == CHANCE:
        return _chance(state, move), ()
    if isinstance(move, Leave):
        return _leave(state, seat)
    if state.places[seat]:
        raise Illegal("out")
    if state.phase is not Phase.TURN or seat != state.turn:
        raise Illegal("not_your_turn")
    if isinstance(move, Bid):
        return _bid(state, seat, move.quantity, move.face)
    if isinstance(move, Challenge):
        return _challenge(state, seat)
    raise Illegal("chance")


def _next_living(sizes: tuple[int, ...], after: int) -> int:
    seat = (after + 1) % len(sizes)
    while not sizes[seat]:
        assert seat != after, "somebody has dice while a match is played"
        seat = (seat + 1) % len(sizes)
    return seat


def _chance(state: State, move: Move) -> State:
    if state.phase is Phase.OPENER and isinstance(move, Opener):
        # A host who has left is replaced by a new one, if there is anybody to be it (LDC-E12).
        humans = [seat for seat in range(state.options.seats) if seat not in state.gone]
        if move.seat not in (humans or range(state.options.seats)):
            raise Illegal("chance")
        return replace(state, phase=Phase.ROLL, turn=move.seat)
    if state.phase is Phase.ROLL and isinstance(move, Roll):
        if tuple(map(len, move.dice)) != state.sizes or any(die not in FACES for dice in move.dice for die in dice):
            raise Illegal("chance")
        rolled = tuple(tuple(sorted(dice)) for dice in move.dice)
        return replace(state, phase=Phase.TURN, round=state.round + 1, dice=rolled)
    raise Illegal("chance")


def _bid(state: State, seat: int, quantity: int, face: int) -> tuple[State, tuple[Outcome, ...]]:
    # A quantity of 2.5 or True comes from somebody who does not keep to the types (LDC-E19).
    if type(quantity) is not int or not 1 <= quantity <= sum(state.sizes):
        raise Illegal("quantity")
    if type(face) is not int or face not in FACES:
        raise Illegal("face")
    if state.bid is not None and not outbids(quantity, face, state.bid, state.options.ones):
        raise Illegal("not_higher")
    locked = state.locked or face == ONE
    after = replace(
        state, bid=Standing(seat, quantity, face), locked=locked, turn=_next_living(state.sizes, seat)
    )  # fmt: skip
    return after, (Raised(seat, quantity, face, locked),)


def _challenge(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    bid = state.bid
    if bid is None:
        raise Illegal("nothing_to_challenge")
    assert bid.seat != seat
    count = sum(counts(die, bid.face, state.locked) for dice in state.dice for die in dice)
    holds = count >= bid.quantity
    loser = seat if holds else bid.seat
    left = state.sizes[loser] - 1
    settled = Challenged(
        seat=seat, bidder=bid.seat, quantity=bid.quantity, face=bid.face, locked=state.locked, dice=state.dice,
        count=count, holds=holds, loser=loser, left=left,
    )  # fmt: skip
    sizes = (*state.sizes[:loser], left, *state.sizes[loser + 1 :])
    after = replace(
        state, phase=Phase.ROLL, sizes=sizes, dice=((),) * len(sizes), bid=None, locked=False, turn=loser
    )  # fmt: skip
    if left:
        return after, (settled,)
    place = len(living(state))
    assert place >= 2
    places = (*state.places[:loser], place, *state.places[loser + 1 :])
    heir = _next_living(sizes, loser)
    lost = Eliminated(loser, place)
    if place > 2:
        return replace(after, places=places, turn=heir), (settled, lost)
    places = (*places[:heir], 1, *places[heir + 1 :])
    return replace(after, phase=Phase.OVER, places=places), (settled, lost, Over(heir))


def _leave(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    if seat in state.gone:
        raise Illegal("out")
    after = replace(state, gone=state.gone | {seat})
    if state.phase is Phase.ROLL and not state.round and state.turn == seat:
        # The host has left before the first round: there will be a new one (LDC-E12).
        after = replace(after, phase=Phase.OPENER)
    return after, (Departed(seat),)
