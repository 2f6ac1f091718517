"""The rules of Bluff, the Persian card game (CHT-01..22 with the decisions E01-E25 that concern a match).

A match is one deal, a value. Seats move; chance is a seat, too (`CHANCE`): it names the dealer and deals
all cards. `apply` takes a state and one move and returns the next state and what happened; it never
draws, never waits, and raises `Illegal` with the state untouched when the move is not allowed. Nothing
makes a match end: who plays games by machine needs a limit of his own, and ends them with `Halt` (CHT-E23).

A seat without cards is out, or the last claimant: his finish is final as soon as somebody lays on top,
all others have passed, or a call proves him true (CHT-E09).
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeVar

from msgspec.structs import replace

from harness.rules.bluff_moves import (
    Call,
    Called,
    Claim,
    Code,
    Deal,
    Dealer,
    Departed,
    Finished,
    Halt,
    Illegal,
    Leave,
    Move,
    Outcome,
    Over,
    Pass,
    Passed,
    Play,
    Played,
    Seats,
    Swept,
)
from harness.rules.bluff_state import CHANCE, Options, Phase, State, View, all_cards, initial, playing
from harness.rules.french_deck import JOKER, RANKS, Face, Rank, in_order

__all__ = [
    "CHANCE", "Call", "Called", "Claim", "Code", "Deal", "Dealer", "Departed", "Finished", "Halt", "Illegal", "Leave",
    "Move", "Options", "Outcome", "Over", "Pass", "Passed", "Phase", "Play", "Played", "Seats", "State", "Swept",
    "View", "again", "all_cards", "apply", "auto_move", "deal_sizes", "initial", "is_true", "legal", "playing",
    "ranking", "to_act", "view",
]  # fmt: skip

T = TypeVar("T")


def again(state: State) -> State:
    """The next deal at a table whose match is over: the dealer moves one seat, or all are seated anew first (CHT-17).

    Everybody is in again; a table that has lost or won players begins with `initial`.
    """
    assert state.phase is Phase.OVER
    fresh = replace(initial(state.options), ring=state.ring)
    if state.dealer is None:
        return fresh
    if state.options.seat_change:
        return replace(fresh, phase=Phase.SEATS, dealer=state.dealer)
    return _named(fresh, _next(fresh, state.dealer))


def to_act(state: State) -> int | None:
    """The seat that must move: a seat's index, CHANCE, or None when the match is over."""
    if state.phase is Phase.OVER:
        return None
    return state.turn if state.phase is Phase.TURN else CHANCE


def deal_sizes(state: State) -> tuple[int, ...]:
    """Cards that each seat is dealt: all of them, the odd ones to the leader and the seats after him (CHT-E01)."""
    assert state.phase is Phase.DEAL
    seats = playing(state)
    each, odd = divmod(len(all_cards(state.options)), len(seats))
    *others, leader = (seat for seat in _around(state.ring, state.turn) if seat in seats)
    first = (leader, *others)[:odd]
    return tuple((each + (seat in first)) * (seat in seats) for seat in range(state.options.seats))


def legal(state: State) -> tuple[Literal["play", "pass", "call"], ...]:
    """What the seat to move may do (CHT-04, CHT-06, CHT-08); () when no seat is to move."""
    if state.phase is not Phase.TURN:
        return ()
    if state.claim is None:
        return ("play",)
    return ("play", "pass") if state.claim.seat == state.turn else ("play", "pass", "call")


def is_true(card: Face, rank: Rank) -> bool:
    """A card is true when it is of the rank named, or a joker (CHT-18)."""
    return card in (rank, JOKER)


def ranking(state: State) -> tuple[int, ...]:
    """Place by seat of a match that is over.

    Who was still in, because `end` is "first_out" or the match was halted, comes behind those who are out, by
    cards left; equal is equal (E12, E23).
    """
    assert state.phase is Phase.OVER
    left = {seat: len(state.hands[seat]) for seat in playing(state)}
    best = _open_place(state.places)
    return tuple(
        place or best + sum(other < left[seat] for other in left.values()) for seat, place in enumerate(state.places)
    )


def auto_move(state: State, pick: int, wild: int) -> Play | Pass:
    """The automatic move (CHT-E21): pass, or lead with the `pick`-th card held, named as what it is.

    Args:
        state: A seat is to move.
        pick: Which card, from 0, of `hands[turn]`.
        wild: Which of `RANKS` a joker is named as, from 0.
    """
    assert state.phase is Phase.TURN
    if state.claim is not None:
        return Pass()
    card = state.hands[state.turn][pick]
    return Play((card,), RANKS[wild] if card == JOKER else card)


def view(state: State, seat: int | None) -> View:
    """What this seat, or the public (None), may see."""
    claim = state.claim
    named = len(claim.cards) if claim else 0
    return View(
        seat=seat, phase=state.phase, ring=state.ring, dealer=state.dealer, round=state.round,
        cards=() if seat is None else state.hands[seat], sizes=tuple(map(len, state.hands)),
        pile=len(state.pile) + named, discarded=len(state.discarded), rank=state.rank,
        claim_seat=claim.seat if claim else None, claim_count=named, passed=state.passed, turn=state.turn,
        legal=legal(state), places=state.places, departed=state.departed,
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
    if isinstance(move, Play):
        return _play(state, seat, move)
    if isinstance(move, Pass):
        return _pass(state, seat)
    if isinstance(move, Call):
        return _call(state, seat)
    raise Illegal("chance")


# -- chance ----------------------------------------------------------------------------------


def _chance(state: State, move: Move) -> State:
    if state.phase is Phase.DEALER and isinstance(move, Dealer):
        if move.seat not in playing(state):
            raise Illegal("chance")
        return _named(state, move.seat)
    if state.phase is Phase.SEATS and isinstance(move, Seats):
        if sorted(move.ring) != list(range(state.options.seats)):
            raise Illegal("chance")
        assert state.dealer is not None
        seated = replace(state, ring=move.ring)
        return _named(seated, _next(seated, state.dealer))
    if state.phase is Phase.DEAL and isinstance(move, Deal):
        dealt = Counter(card for cards in move.hands for card in cards)
        if tuple(map(len, move.hands)) != deal_sizes(state) or dealt != Counter(all_cards(state.options)):
            raise Illegal("chance")
        return replace(state, phase=Phase.TURN, round=1, hands=tuple(map(in_order, move.hands)))
    if state.phase is Phase.TURN and isinstance(move, Halt):
        return _closed(state)
    raise Illegal("chance")


def _named(state: State, dealer: int) -> State:
    return replace(state, phase=Phase.DEAL, dealer=dealer, turn=_next(state, dealer))


# -- who is next -----------------------------------------------------------------------------


def _around(ring: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """All seats in the order of the turns, this one last."""
    after = ring.index(seat) + 1
    return ring[after:] + ring[:after]


def _next(state: State, after: int) -> int:
    """The next seat still in the match."""
    return next(seat for seat in _around(state.ring, after) if not state.places[seat])


def _next_holder(state: State, after: int) -> int:
    """The next seat with cards; it may be the same seat again."""
    return next(seat for seat in _around(state.ring, after) if state.hands[seat])


def _all_passed(state: State) -> bool:
    """Whether everybody who can pass has done so since the last claim: players count, not passes (CHT-E20)."""
    return all(seat in state.passed for seat, cards in enumerate(state.hands) if cards)


# -- turns -----------------------------------------------------------------------------------


def _play(state: State, seat: int, move: Play) -> tuple[State, tuple[Outcome, ...]]:
    if not move.cards:
        raise Illegal("count")
    rank = _rank_of(state, move.rank)
    left: list[Face] = list(state.hands[seat])
    laid: list[Face] = []
    for card in move.cards:
        if card not in left:
            raise Illegal("not_in_hand")
        laid.append(left.pop(left.index(card)))
    covered = state.claim
    after = replace(
        state, hands=_with(state.hands, seat, tuple(left)), pile=state.pile + (covered.cards if covered else ()),
        claim=Claim(seat, in_order(laid)), rank=rank, passed=frozenset(),
    )  # fmt: skip
    played = Played(seat, len(laid), rank, len(left))
    if covered is not None and not after.hands[covered.seat] and covered.seat != seat:
        after, done = _finish(after, covered.seat)
        if after.phase is Phase.OVER:
            return after, (played, *done)
        return replace(after, turn=_next_holder(after, seat)), (played, *done)
    return replace(after, turn=_next_holder(after, seat)), (played,)


def _rank_of(state: State, named: str | None) -> Rank:
    """What cards laid now are said to be: to lead any rank but no joker, later the one of the round (CHT-06, E17)."""
    if state.rank is not None and named in (None, state.rank):
        return state.rank
    for rank in RANKS:
        if named == rank and state.rank is None:
            return rank
    raise Illegal("bad_rank")


def _pass(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    if state.claim is None:
        raise Illegal("must_lead")
    after = replace(state, passed=state.passed | {seat})
    if _all_passed(after):
        after, done = _sweep(after)
        return after, (Passed(seat), *done)
    return replace(after, turn=_next_holder(after, seat)), (Passed(seat),)


def _call(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    claim, rank = state.claim, state.rank
    if claim is None or rank is None:
        raise Illegal("nothing_to_call")
    if claim.seat == seat:
        raise Illegal("own_claim")
    truth = all(is_true(card, rank) for card in claim.cards)
    taker, leader = (seat, claim.seat) if truth else (claim.seat, seat)
    taken = state.pile + claim.cards
    hands = _with(state.hands, taker, in_order(state.hands[taker] + taken))
    called = Called(seat, claim.seat, rank, claim.cards, truth, taker, len(taken))
    after, done = _lead(replace(state, hands=hands, pile=()), leader)
    return after, (called, *done)


def _sweep(state: State) -> tuple[State, tuple[Outcome, ...]]:
    """The pile leaves the game; the last claimant leads, or, if his finish is final now, the seat after him."""
    assert state.claim is not None
    swept = state.pile + state.claim.cards
    after, done = _lead(replace(state, pile=(), discarded=state.discarded + swept), state.claim.seat)
    return after, (Swept(len(swept)), *done)


def _lead(state: State, leader: int) -> tuple[State, tuple[Outcome, ...]]:
    """A new round: the leader's, or that of the seat after him when he is out of cards (CHT-E08, CHT-E11)."""
    after = replace(state, claim=None, rank=None, passed=frozenset())
    done: tuple[Outcome, ...] = ()
    if not after.hands[leader]:
        after, done = _finish(after, leader)
        if after.phase is Phase.OVER:
            return after, done
        leader = _next_holder(after, leader)
    return replace(after, round=after.round + 1, turn=leader), done


def _finish(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    """The seat has the best place that is open; perhaps the match is over."""
    assert not state.hands[seat]
    place = _open_place(state.places)
    after = replace(state, places=_with(state.places, seat, place))
    finished = Finished(seat, place)
    if state.options.end == "first_out" or len(playing(after)) == 1:
        after, over = _decide(after)
        return after, (finished, over)
    return after, (finished,)


def _leave(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    if seat in state.gone:
        raise Illegal("out")
    gone = state.gone | {seat}
    if state.places[seat]:
        return replace(state, gone=gone), (Departed(seat, state.places[seat], 0),)
    place = next(n for n in range(len(state.places), 0, -1) if n not in state.places)
    left = Departed(seat, place, len(state.hands[seat]))
    after = replace(
        state, hands=_with(state.hands, seat, ()), discarded=state.discarded + state.hands[seat], gone=gone,
        places=_with(state.places, seat, place), departed=state.departed | {seat}, passed=state.passed - {seat},
    )  # fmt: skip
    if len(playing(after)) == 1:
        after, over = _decide(after)
        return after, (left, over)
    if state.phase is not Phase.TURN:
        return after if state.turn != seat else replace(after, turn=_next(after, seat)), (left,)
    after, done = _left_in_turn(after, seat)
    return after, (left, *done)


def _left_in_turn(after: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    claim = after.claim
    if claim is not None and claim.seat == seat:
        # No claim without a claimant: the round ends, and the next seat leads (CHT-E22).
        swept = after.pile + claim.cards
        after = replace(after, pile=(), discarded=after.discarded + swept)
        after, done = _lead(after, _next_holder(after, seat))
        return after, (Swept(len(swept)), *done)
    if claim is not None and _all_passed(after):
        return _sweep(after)
    if after.turn == seat:
        after = replace(after, turn=_next_holder(after, seat))
    return after, ()


def _decide(state: State) -> tuple[State, Over]:
    """Nothing is played any more; who alone is still in has the place that is open."""
    places, rest = state.places, playing(state)
    if len(rest) == 1:
        places = _with(places, rest[0], _open_place(places))
    return _closed(replace(state, places=places)), Over(places.index(1))


def _closed(state: State) -> State:
    """The match is over as it stands."""
    pile = state.pile + state.claim.cards if state.claim else state.pile
    return replace(state, phase=Phase.OVER, pile=pile, claim=None, rank=None, passed=frozenset())


def _open_place(places: tuple[int, ...]) -> int:
    """The best place that is open; one behind the last when none is."""
    return next(n for n in range(1, len(places) + 2) if n not in places)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values by seat, with another one for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])
