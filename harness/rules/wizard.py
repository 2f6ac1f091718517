"""The rules of Wizard (WIZ-01..26 with the decisions E01-E23 that concern a match).

A match is a value. Seats move; chance is a seat, too (`CHANCE`): it names the first dealer, deals
and turns up the card for trump. `apply` takes a state and one move and returns the next state and
what happened; it never draws, never waits, and raises `Illegal` with the state untouched when the
move is not allowed.

The "First Player" of a round is the dealer: he picks trump and bids last, his left neighbour bids
first and leads the first trick (WIZ-E01). With hidden and secret bids all seats bid at the same
time and in any order (WIZ-E11): `actors` names everybody who may move now.

In every state the cards in `hands`, `trick`, `taken`, `undealt` and the one turned up are together
the deck of 60. A seat whose player has left plays on, moved by somebody else (WIZ-E20); whether
anybody human is still there, and that the match stops when not, is no business of the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from harness.rules.wizard_arithmetic import allowed_bids, round_points
from harness.rules.wizard_cards import COPIES, DECK, FACES, SUIT_OF, SUITS, WIZARD, Face, Suit
from harness.rules.wizard_moves import (
    Bid,
    Choose,
    Chosen,
    Code,
    Deal,
    Dealer,
    Departed,
    Illegal,
    Leave,
    Move,
    Outcome,
    Over,
    Placed,
    Play,
    Played,
    Revealed,
    Scored,
    Sealed,
    SeatMove,
    Taken,
    TurnUp,
)
from harness.rules.wizard_state import (
    CHANCE,
    Options,
    Phase,
    State,
    actors,
    cards_each,
    initial,
    places,
    ranks,
    to_act,
    totals,
)
from harness.rules.wizard_tricks import playable, winner_of

__all__ = [
    "CHANCE", "Bid", "Choose", "Chosen", "Code", "Deal", "Dealer", "Departed", "Illegal", "Leave", "Move", "Options",
    "Outcome", "Over", "Phase", "Placed", "Play", "Played", "Revealed", "Scored", "Sealed", "SeatMove", "State",
    "Taken", "TurnUp", "View", "actors", "apply", "auto_move", "auto_moves", "cards_each", "initial", "legal", "places",
    "ranks", "to_act", "totals", "view",
]  # fmt: skip

T = TypeVar("T")


class View(Struct, frozen=True, kw_only=True):
    """What one seat, or the public (`seat` None), may see. Built by naming, never by stripping.

    `bids` shows None for bids that were not made and for those that are none of the viewer's business
    (WIZ-E11); `placed` says who has bid. `legal` are the viewer's own moves: those of others would tell their hands.
    """

    seat: int | None
    phase: Phase
    round: int
    dealer: int
    leader: int
    actors: tuple[int, ...]
    cards: tuple[Face, ...]
    sizes: tuple[int, ...]
    turned: Face | None
    trump: Suit | None
    bids: tuple[int | None, ...]
    placed: tuple[bool, ...]
    trick: tuple[Face, ...]
    taken: tuple[Face, ...]
    won: tuple[int, ...]
    sheet: tuple[Scored, ...]
    totals: tuple[int, ...]
    legal: tuple[SeatMove, ...]
    places: tuple[int, ...]
    gone: frozenset[int]


def legal(state: State, seat: int) -> tuple[SeatMove, ...]:
    """What a seat may do, each move once; () for a seat that is not to act.

    Suits in the order S H D C, bids from 0 up, cards in the order of the hand.
    """
    if seat not in actors(state) or seat == CHANCE:
        return ()
    if state.phase is Phase.TRUMP:
        return tuple(Choose(suit) for suit in SUITS)
    if state.phase is Phase.BID:
        return tuple(Bid(tricks) for tricks in _bids_of(state))
    # A dictionary keeps the order of the hand and each face once.
    return tuple(Play(card) for card in dict.fromkeys(playable(state.hands[seat], state.trick)))


def auto_moves(state: State, seat: int) -> tuple[SeatMove, ...]:
    """The automatic moves of a seat that is to act, each as likely as the other (WIZ-E19).

    The lowest bid that is allowed; each card that may be played, as often as it is held; the suits
    held most (WIZ-E03).
    """
    assert seat != CHANCE and seat in actors(state)
    if state.phase is Phase.BID:
        return (Bid(_bids_of(state)[0]),)
    hand = state.hands[seat]
    if state.phase is Phase.PLAY:
        return tuple(Play(card) for card in playable(hand, state.trick))
    held = Counter(SUIT_OF.get(card) for card in hand)
    most = max(held[suit] for suit in SUITS)
    return tuple(Choose(suit) for suit in SUITS if held[suit] == most)


def auto_move(state: State, seat: int, pick: int) -> SeatMove:
    """The `pick`-th of `auto_moves`; whoever draws `pick` draws it below their number."""
    return auto_moves(state, seat)[pick]


def view(state: State, seat: int | None) -> View:
    """What this seat, or the public (None), may see."""
    return View(
        seat=seat, phase=state.phase, round=state.round, dealer=state.dealer, leader=state.leader,
        actors=actors(state), cards=() if seat is None else state.hands[seat], sizes=tuple(map(len, state.hands)),
        turned=state.turned, trump=state.trump, bids=_bids_seen(state, seat),
        placed=tuple(bid is not None for bid in state.bids), trick=state.trick, taken=state.taken, won=state.won,
        sheet=state.sheet, totals=totals(state), legal=() if seat is None else legal(state, seat),
        places=places(state), gone=state.gone,
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
    if not isinstance(move, Choose | Bid | Play):
        raise Illegal("chance")
    if state.phase is Phase.BID and isinstance(move, Bid) and state.bids[seat] is not None:
        raise Illegal("already_bid")
    if seat not in actors(state):
        raise Illegal("not_your_turn")
    if state.phase is Phase.TRUMP:
        return _choose(state, seat, move)
    if state.phase is Phase.BID:
        return _bid(state, seat, move)
    return _play(state, seat, move)


def _bids_of(state: State) -> tuple[int, ...]:
    """What a seat that is to bid may bid; only the last bidder is bound by plus/minus 1 (WIZ-E09)."""
    others = [bid for bid in state.bids if bid is not None]
    bound = state.options.bids == "plusminus" and len(others) == state.options.seats - 1
    return allowed_bids(cards_each(state), sum(others) if bound else None)


def _bids_seen(state: State, seat: int | None) -> tuple[int | None, ...]:
    """All bids where they are open, else the own one only (WIZ-E11)."""
    way = state.options.bids
    if way in ("standard", "plusminus") or (way == "hidden" and state.phase is Phase.PLAY):
        return state.bids
    return tuple(bid if who == seat else None for who, bid in enumerate(state.bids))


def _chance(state: State, move: Move) -> State:
    if state.phase is Phase.DEALER and isinstance(move, Dealer):
        if not 0 <= move.seat < state.options.seats:
            raise Illegal("chance")
        return _next_round(state, move.seat)
    if state.phase is Phase.DEAL and isinstance(move, Deal):
        return _deal(state, move.hands)
    if state.phase is Phase.TURN_UP and isinstance(move, TurnUp):
        return _turn_up(state, move.card)
    raise Illegal("chance")


def _next_round(state: State, dealer: int) -> State:
    lead = dealer + (state.options.first_lead == "left_of_dealer")
    return replace(state, phase=Phase.DEAL, dealer=dealer, leader=lead % state.options.seats)


def _deal(state: State, hands: tuple[tuple[Face, ...], ...]) -> State:
    cards = state.options.rounds[state.round]
    if tuple(map(len, hands)) != (cards,) * state.options.seats:
        raise Illegal("chance")
    dealt = Counter(card for hand in hands for card in hand)
    # Canonical order: the order of the undealt cards tells nothing about the deal.
    undealt = tuple(face for face in FACES for _ in range(COPIES[face] - dealt[face]))
    # A face dealt too often, or one that is not in the deck, makes more than sixty.
    if len(undealt) + dealt.total() != len(DECK):
        raise Illegal("chance")
    # By cards left, not by the last round (WIZ-E04).
    phase = Phase.TURN_UP if undealt else Phase.BID
    return replace(state, phase=phase, round=state.round + 1, hands=hands, undealt=undealt)


def _turn_up(state: State, card: Face) -> State:
    if card not in state.undealt:
        raise Illegal("chance")
    at = state.undealt.index(card)
    phase = Phase.TRUMP if card == WIZARD else Phase.BID
    undealt = state.undealt[:at] + state.undealt[at + 1 :]
    # A Jester is of no suit and makes none (WIZ-07).
    return replace(state, phase=phase, undealt=undealt, turned=card, trump=SUIT_OF.get(card))


def _choose(state: State, seat: int, move: SeatMove) -> tuple[State, tuple[Outcome, ...]]:
    if not isinstance(move, Choose):
        raise Illegal("must_choose")
    for suit in SUITS:
        if suit == move.suit:
            return replace(state, phase=Phase.BID, trump=suit), (Chosen(seat, suit),)
    raise Illegal("suit")


def _bid(state: State, seat: int, move: SeatMove) -> tuple[State, tuple[Outcome, ...]]:
    if not isinstance(move, Bid):
        raise Illegal("must_bid")
    if not 0 <= move.tricks <= cards_each(state):
        raise Illegal("bid_range")
    if move.tricks not in _bids_of(state):
        raise Illegal("bid_total")
    bids = _with(state.bids, seat, move.tricks)
    complete = None not in bids
    after = replace(state, phase=Phase.PLAY if complete else Phase.BID, bids=bids)
    if state.options.bids in ("standard", "plusminus"):
        return after, (Placed(seat, move.tricks),)
    if complete and state.options.bids == "hidden":
        return after, (Sealed(seat), Revealed(_complete(bids)))
    return after, (Sealed(seat),)


def _play(state: State, seat: int, move: SeatMove) -> tuple[State, tuple[Outcome, ...]]:
    if not isinstance(move, Play):
        raise Illegal("must_play")
    hand = state.hands[seat]
    if move.card not in hand:
        raise Illegal("not_in_hand")
    at = hand.index(move.card)
    card = hand[at]
    if card not in playable(hand, state.trick):
        raise Illegal("must_follow")
    hands = _with(state.hands, seat, hand[:at] + hand[at + 1 :])
    trick = (*state.trick, card)
    played = Played(seat, card)
    if len(trick) < state.options.seats:
        return replace(state, hands=hands, trick=trick), (played,)
    winner = (state.leader + winner_of(trick, state.trump)) % state.options.seats
    won = _with(state.won, winner, state.won[winner] + 1)
    after = replace(state, hands=hands, trick=(), taken=state.taken + trick, leader=winner, won=won)
    if any(hands):
        return after, (played, Taken(winner))
    after, ended = _score(after)
    return after, (played, Taken(winner), *ended)


def _score(state: State) -> tuple[State, tuple[Outcome, ...]]:
    """Write the line of the round, once (WIZ-E21), and go on to the next round or to the end."""
    bids = _complete(state.bids)
    points = tuple(round_points(bid, won) for bid, won in zip(bids, state.won, strict=True))
    line = Scored(state.round, bids, state.won, points)
    seats = state.options.seats
    after = replace(
        state, phase=Phase.OVER, sheet=(*state.sheet, line), undealt=DECK, turned=None, trump=None, taken=(),
        bids=(None,) * seats, won=(0,) * seats,
    )  # fmt: skip
    if state.round < len(state.options.rounds):
        # The dealer moves on by one seat, whoever won the last trick (WIZ-E02).
        return _next_round(after, (state.dealer + 1) % seats), (line,)
    winners = tuple(seat for seat, rank in enumerate(ranks(after)) if rank == 1)
    return after, (line, Over(winners))


def _leave(state: State, seat: int) -> tuple[State, tuple[Outcome, ...]]:
    if seat in state.gone:
        raise Illegal("out")
    return replace(state, gone=state.gone | {seat}), (Departed(seat),)


def _complete(bids: tuple[int | None, ...]) -> tuple[int, ...]:
    assert None not in bids
    return cast("tuple[int, ...]", bids)


def _with(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row with another value for this seat."""
    return (*row[:seat], value, *row[seat + 1 :])
