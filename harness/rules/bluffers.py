"""The rules of Bluffers (BLF-01..36 with the decisions E01-E45 that concern a match).

A match is a value. Seats move; chance is a seat, too (`CHANCE`): it names the first opener, deals,
draws the table card and decides each pull. `apply` takes a state and one move and returns the
next state and what happened; it never draws, never waits, and raises `Illegal` with the state
untouched when the move is not allowed. Which chamber holds the bullet is unknown here: a pull
after k pulls fires with 1/(6-k) (BLF-18, BLF-E20).

In every state the cards in `hands`, `pile`, `claim`, `discarded` and `undealt` are together the
deck of 20.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from harness.rules.bluffers_moves import (
    Call,
    Called,
    Claim,
    Code,
    Deal,
    Departed,
    Eliminated,
    Illegal,
    Leave,
    Move,
    Opener,
    Outcome,
    Over,
    Play,
    Played,
    Pull,
    Pulled,
    Table,
    Voided,
)
from harness.rules.cards import DECK, JOKER, RANKS, Face, Rank

__all__ = [
    "CHAMBERS", "CHANCE", "HAND_SIZE", "Call", "Called", "Claim", "Code", "Deal", "Departed", "Eliminated", "Illegal",
    "Leave", "Move", "Opener", "Options", "Outcome", "Over", "Phase", "Play", "Played", "Pull", "Pulled", "State",
    "Table", "View", "Voided", "apply", "auto_move", "hazard", "initial", "legal", "living", "matches_table", "points",
    "to_act", "view",
]  # fmt: skip

CHANCE: Final = -1
"""The seat that deals, draws and decides pulls."""

HAND_SIZE: Final = 5
CHAMBERS: Final = 6


class Options(Struct, frozen=True, kw_only=True):
    """What can be chosen for a match.

    Attributes:
        seats: 2 to 4 (BLF-01).
        points: Points by number of seats at the start, best place first (BLF-29, BLF-30).
        leaver_claim: What happens to the claim of a claimant who leaves (BLF-E08).
        eliminated_leaver_keeps: Leaving after being eliminated keeps the points (BLF-E25).
        table_repeats: Whether the table card may repeat that of the last hand (BLF-E17).
    """

    seats: int = 4
    points: tuple[tuple[int, ...], ...] = ((5, 1), (8, 4, 1), (10, 6, 3, 1))
    leaver_claim: Literal["withdrawn", "callable"] = "withdrawn"
    eliminated_leaver_keeps: bool = True
    table_repeats: bool = True

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 4:
            raise ValueError(f"Bluffers is played by 2 to 4, not {self.seats} (BLF-01)")
        if [len(row) for row in self.points] != [2, 3, 4]:
            raise ValueError("points need a row for each of 2, 3 and 4 seats, with one number a place (BLF-29)")


class Phase(StrEnum):
    """Who must move: chance, in one of four ways, a seat, or nobody any more."""

    OPENER = "opener"
    DEAL = "deal"
    TABLE = "table"
    TURN = "turn"
    PULL = "pull"
    OVER = "over"


class State(Struct, frozen=True, kw_only=True):
    """A match of Bluffers.

    Attributes:
        options: As chosen at the start.
        phase: Who must move.
        hand: Number of the hand, from 1; 0 before the first deal.
        hands: Cards by seat; () for those without.
        pile: Cards of this hand that lie face down under the last claim.
        discarded: Hands of those who left or were shot, out of the hand, never shown (BLF-E19).
        undealt: Cards that were not dealt (BLF-07).
        table: The table card, None until it is drawn.
        last_table: The table card of the hand before.
        turn: The seat to move (TURN), or to open (DEAL, TABLE); stale once the match is over.
        claim: The last claim, None when there is nothing to call.
        shooter: Who pulls (PULL).
        pulls: Pulls made, by seat.
        places: Place by seat, 0 while open.
        departed: Seats that left before they were out (they get no points, BLF-26).
        gone: All seats that tapped Leave Table.
    """

    options: Options
    phase: Phase
    hand: int
    hands: tuple[tuple[Face, ...], ...]
    pile: tuple[Face, ...]
    discarded: tuple[Face, ...]
    undealt: tuple[Face, ...]
    table: Rank | None
    last_table: Rank | None
    turn: int
    claim: Claim | None
    shooter: int
    pulls: tuple[int, ...]
    places: tuple[int, ...]
    departed: frozenset[int]
    gone: frozenset[int]


class View(Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see (BLF-08). Built by naming, never by stripping."""

    seat: int | None
    phase: Phase
    hand: int
    cards: tuple[Face, ...]
    sizes: tuple[int, ...]
    table: Rank | None
    turn: int
    claim_seat: int | None
    claim_count: int
    legal: tuple[str, ...]
    shooter: int | None
    pulls: tuple[int, ...]
    places: tuple[int, ...]
    departed: frozenset[int]


def initial(options: Options) -> State:
    """A match before anything was drawn: chance must name the first opener."""
    nobody: tuple[tuple[Face, ...], ...] = ((),) * options.seats
    return State(
        options=options, phase=Phase.OPENER, hand=0, hands=nobody, pile=(), discarded=(), undealt=DECK, table=None,
        last_table=None, turn=0, claim=None, shooter=0, pulls=(0,) * options.seats, places=(0,) * options.seats,
        departed=frozenset(), gone=frozenset(),
    )  # fmt: skip


def to_act(state: State) -> int | None:
    """The seat that must move: a seat's index, CHANCE, or None when the match is over."""
    if state.phase is Phase.OVER:
        return None
    return state.turn if state.phase is Phase.TURN else CHANCE


def living(state: State) -> tuple[int, ...]:
    """Seats still in the match, in seat order."""
    return tuple(seat for seat, place in enumerate(state.places) if not place)


def legal(state: State) -> tuple[Literal["play", "call"], ...]:
    """What the seat to move may do (BLF-12, BLF-24); () when no seat is to move."""
    if state.phase is not Phase.TURN:
        return ()
    claim = state.claim
    callable_ = claim is not None and claim.seat != state.turn
    if _alone(state):
        return ("call",) if callable_ else ()
    return ("play", "call") if callable_ else ("play",)


def points(state: State) -> tuple[int | None, ...]:
    """Points by seat: decided with the place, by seats at the start; 0 for leavers (BLF-26, 28-30)."""
    table = state.options.points[state.options.seats - 2]
    return tuple(
        None if not place else 0 if seat in state.departed else table[place - 1]
        for seat, place in enumerate(state.places)
    )


def matches_table(card: Face, table: Rank) -> bool:
    """A card is true when it is the table card or a joker (BLF-04)."""
    return card in (table, JOKER)


def hazard(state: State) -> tuple[int, int]:
    """The probability that the pending pull fires, as a fraction (BLF-18)."""
    assert state.phase is Phase.PULL
    return 1, CHAMBERS - state.pulls[state.shooter]


def auto_move(state: State, pick: int) -> Play | Call:
    """The automatic move (BLF-15, BLF-E01..E03): a forced seat calls, else one card, the `pick`-th held."""
    assert state.phase is Phase.TURN
    if "play" not in legal(state):
        return Call()
    return Play((state.hands[state.turn][pick],))


def view(state: State, seat: int | None) -> View:
    """What this seat, or the public (None), may see."""
    claim = state.claim
    return View(
        seat=seat, phase=state.phase, hand=state.hand,
        cards=() if seat is None or state.places[seat] else state.hands[seat],
        sizes=tuple(map(len, state.hands)), table=state.table, turn=state.turn,
        claim_seat=claim.seat if claim else None, claim_count=len(claim.cards) if claim else 0,
        legal=legal(state), shooter=state.shooter if state.phase is Phase.PULL else None,
        pulls=state.pulls, places=state.places, departed=state.departed,
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
        return _chance(state, move)
    if isinstance(move, Leave):
        return _leave(state, seat)
    if state.places[seat]:
        raise Illegal("out")
    if state.phase is not Phase.TURN or seat != state.turn:
        raise Illegal("not_your_turn")
    if isinstance(move, Play):
        return _play(state, seat, move.cards)
    if isinstance(move, Call):
        return _call(state, seat)
    raise Illegal("chance")


def _alone(state: State) -> bool:
    """Whether nobody but the seat to move holds cards (BLF-24)."""
    turn = state.turn
    for seat, cards in enumerate(state.hands):  # noqa: SIM110  any() with a generator costs twice as much here.
        if cards and seat != turn:
            return False
    return True


def _next_living(state: State, after: int) -> int:
    count = state.options.seats
    return next(s for s in ((after + i) % count for i in range(1, count + 1)) if not state.places[s])


def _next_holder(hands: tuple[tuple[Face, ...], ...], after: int) -> int:
    count = len(hands)
    seat = (after + 1) % count
    while not hands[seat]:
        assert seat != after, "somebody holds cards while a hand is played"
        seat = (seat + 1) % count
    return seat


def _chance(state: State, move: Move) -> tuple[State, tuple[Outcome, ...]]:
    if state.phase is Phase.OPENER and isinstance(move, Opener):
        if not 0 <= move.seat < state.options.seats or state.places[move.seat]:
            raise Illegal("chance")
        return replace(state, phase=Phase.DEAL, turn=move.seat), ()
    if state.phase is Phase.DEAL and isinstance(move, Deal):
        return _deal(state, move.hands), ()
    if state.phase is Phase.TABLE and isinstance(move, Table):
        repeated = move.rank == state.last_table and not state.options.table_repeats
        if repeated or move.rank not in RANKS:
            raise Illegal("chance")
        return replace(state, phase=Phase.TURN, table=move.rank, last_table=move.rank), ()
    if state.phase is Phase.PULL and isinstance(move, Pull):
        return _pull(state, move.fired)
    raise Illegal("chance")


def _deal(state: State, hands: tuple[tuple[Face, ...], ...]) -> State:
    if tuple(map(len, hands)) != tuple(0 if place else HAND_SIZE for place in state.places):
        raise Illegal("chance")
    dealt = [card for cards in hands for card in cards]
    undealt: tuple[Face, ...] = ()
    for face in (*RANKS, JOKER):
        # Canonical order: the order of the undealt cards tells nothing about the deal.
        undealt += (face,) * (DECK.count(face) - dealt.count(face))
    # A face dealt too often, or one that is not in the deck, makes more than twenty.
    if len(undealt) + len(dealt) != len(DECK):
        raise Illegal("chance")
    return replace(
        state, phase=Phase.TABLE, hand=state.hand + 1, hands=hands, pile=(), discarded=(), undealt=undealt, table=None,
        claim=None,
    )  # fmt: skip


def _play(state: State, seat: int, cards: tuple[str, ...]) -> tuple[State, tuple[Outcome, ...]]:
    if not 1 <= len(cards) <= 3:
        raise Illegal("count")
    if _alone(state):
        raise Illegal("must_call")
    left: list[Face] = list(state.hands[seat])
    played: list[Face] = []
    for card in cards:
        for index, held in enumerate(left):
            if held == card:
                played.append(left.pop(index))
                break
        else:
            raise Illegal("not_in_hand")
    hands = (*state.hands[:seat], tuple(left), *state.hands[seat + 1 :])
    pile = state.pile + state.claim.cards if state.claim else state.pile
    after = replace(
        state, hands=hands, pile=pile, claim=Claim(seat, tuple(played)), turn=_next_holder(hands, seat)
    )  # fmt: skip
    return after, (Played(seat, len(played), len(left)),)


def _call(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    claim = state.claim
    if claim is None:
        raise Illegal("nothing_to_call")
    if claim.seat == seat:
        raise Illegal("own_claim")
    assert state.table is not None
    table = state.table
    truth = all(matches_table(card, table) for card in claim.cards)
    if state.places[claim.seat] and not truth:
        # Only with leaver_claim="callable": nobody pulls for a leaver; a new hand, as if he had been shot (BLF-E08).
        called = Called(seat, claim.seat, claim.cards, truth, claim.seat)
        opener = _next_living(state, claim.seat)
        return _new_hand(state, opener), (called, Voided(opener))
    shooter = seat if truth else claim.seat
    after = replace(state, phase=Phase.PULL, shooter=shooter)
    return after, (Called(seat, claim.seat, claim.cards, truth, shooter),)


def _pull(state: State, fired: bool) -> tuple[State, tuple[Outcome, ...]]:
    shooter = state.shooter
    assert not state.places[shooter]
    made = state.pulls[shooter] + 1
    if made == CHAMBERS and not fired:
        raise Illegal("chance")
    pulls = (*state.pulls[:shooter], made, *state.pulls[shooter + 1 :])
    after = replace(state, pulls=pulls)
    pulled = Pulled(shooter, made, fired)
    if not fired:
        return _new_hand(after, shooter), (pulled,)
    place = len(living(after))
    after = _out(after, shooter, place)
    shot = Eliminated(shooter, place)
    if place == 2:
        after, over = _decide(after)
        return after, (pulled, shot, over)
    return _new_hand(after, _next_living(after, shooter)), (pulled, shot)


def _leave(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    """The one procedure of BLF-E07..E11."""
    if seat in state.gone:
        raise Illegal("out")
    if state.phase is Phase.PULL:
        # Call and pull are one step: whoever leaves, leaves after it, and a caught liar does not escape (BLF-E12).
        raise Illegal("chance")
    gone = state.gone | {seat}
    if state.places[seat]:
        keeps = state.options.eliminated_leaver_keeps
        departed = state.departed if keeps else state.departed | {seat}
        return replace(state, gone=gone, departed=departed), (Departed(seat, state.places[seat], False),)
    place = len(living(state))
    after = _out(replace(state, gone=gone, departed=state.departed | {seat}), seat, place)
    claim = state.claim
    withdrawn = claim is not None and claim.seat == seat and state.options.leaver_claim == "withdrawn"
    if claim is not None and withdrawn:
        after = replace(after, claim=None, pile=state.pile + claim.cards)
    left = Departed(seat, place, withdrawn)
    if place == 2:
        after, over = _decide(after)
        return after, (left, over)
    if state.phase is Phase.TURN:
        return _leave_in_turn(after, seat, left)
    if state.turn == seat:
        after = replace(after, turn=_next_living(after, seat))
    return after, (left,)


def _leave_in_turn(after: State, seat: int, left: Departed) -> tuple[State, tuple[Outcome, ...]]:
    if not any(after.hands):
        opener = _next_living(after, seat)
        return _new_hand(after, opener), (left, Voided(opener))
    if after.turn == seat:
        after = replace(after, turn=_next_holder(after.hands, seat))
    if not legal(after):
        return _new_hand(after, after.turn), (left, Voided(after.turn))
    return after, (left,)


def _out(state: State, seat: int, place: int) -> State:
    assert not state.places[seat]
    places = (*state.places[:seat], place, *state.places[seat + 1 :])
    hands = (*state.hands[:seat], (), *state.hands[seat + 1 :])
    return replace(state, places=places, hands=hands, discarded=state.discarded + state.hands[seat])


def _decide(state: State) -> tuple[State, Over]:
    (winner,) = living(state)
    places = (*state.places[:winner], 1, *state.places[winner + 1 :])
    pile = state.pile + state.claim.cards if state.claim else state.pile
    return replace(state, phase=Phase.OVER, places=places, claim=None, pile=pile), Over(winner)


def _new_hand(state: State, opener: int) -> State:
    nobody: tuple[tuple[Face, ...], ...] = ((),) * state.options.seats
    return replace(
        state, phase=Phase.DEAL, hands=nobody, pile=(), discarded=(), undealt=DECK, table=None, claim=None, turn=opener,
    )  # fmt: skip
