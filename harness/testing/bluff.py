"""Bluff made ready for `check_game`: what can be tried, and what may vary unseen; and positions completed.

Nothing makes a match of Bluff end (CHT-E23). A search needs an end, so after `ROUNDS_MAX` rounds
everybody is tired: who leads lays his whole hand, and nobody adds or calls any more. That is a
choice among legal moves, no rule: the rules still take the others, and the search stops trying them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from harness.errors import LocalError
from harness.rules import bluff as rules
from harness.rules.bluff import (
    Call,
    Called,
    Claim,
    Deal,
    Dealer,
    Finished,
    Halt,
    Leave,
    Move,
    Options,
    Outcome,
    Pass,
    Phase,
    Play,
    Seats,
    State,
    View,
)
from harness.rules.french_deck import JOKER, RANKS, Face, Rank, in_order
from harness.testing.bluff_retelling import BluffWitness, public_line
from harness.testing.choices import Pick

T = TypeVar("T")

ROUNDS_MAX: Final = 25


# -- states ----------------------------------------------------------------------------------


class Position(Struct, frozen=True, kw_only=True):
    """A position in the middle of a round, partly given; cards are faces with blanks between, such as "K 10 *".

    Attributes:
        hands: Cards by seat; "" for a seat without.
        turn: The seat to move.
        pile: All cards that lie on the table, those of the claim included.
        claim: Who laid last, as what, and what it is; None when the seat to move leads.
        passed: Seats that have passed since.
        finished: Seats that are out for good, the winner first.
        left: Seats that left before, in that order.
    """

    hands: tuple[str, ...]
    turn: int
    pile: str = ""
    claim: tuple[int, Rank, str] | None = None
    passed: tuple[int, ...] = ()
    finished: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


def complete(position: Position, options: Options) -> State:
    """The state that a position describes; all cards that it does not name have left the game before.

    Raises:
        LocalError: No match leads to such a position; the message says why.
    """
    if len(position.hands) != options.seats:
        raise LocalError(f"{len(position.hands)} hands for {options.seats} seats")
    hands = tuple(tuple(cards.split()) for cards in position.hands)
    claimant, rank, claimed = position.claim or (position.turn, None, "")
    pile = Counter(position.pile.split())
    if not Counter(claimed.split()) <= pile:
        raise LocalError(f"{claimed} do not lie on the pile {position.pile}")
    given, everything = Counter(card for cards in hands for card in cards) + pile, rules.all_cards(options)
    if not given <= Counter(everything):
        raise LocalError(f"no deck holds {' '.join(sorted(given.elements()))}")
    places = [0] * options.seats
    for place, seat in (*enumerate(position.finished, 1), *zip(range(options.seats, 0, -1), position.left)):  # noqa: B905
        places[seat] = place
    state = State(
        options=options, phase=Phase.TURN, ring=rules.initial(options).ring, dealer=0, round=1,
        hands=tuple(in_order(cast("tuple[Face, ...]", cards)) for cards in hands),
        pile=in_order(cast("Iterator[Face]", (pile - Counter(claimed.split())).elements())),
        discarded=in_order((Counter[Face](everything) - cast("Counter[Face]", given)).elements()),
        claim=Claim(claimant, in_order(cast("list[Face]", claimed.split()))) if claimed else None, rank=rank,
        passed=frozenset(position.passed), turn=position.turn, places=tuple(places),
        departed=frozenset(position.left), gone=frozenset(position.left),
    )  # fmt: skip
    if problems := state_problems(state):
        raise LocalError("; ".join(problems))
    return state


def cards_of(state: State) -> Iterator[Face]:
    """Every card of the state, wherever it lies."""
    for cards in state.hands:
        yield from cards
    for cards in (state.pile, state.discarded, state.claim.cards if state.claim else ()):
        yield from cards


def state_problems(state: State) -> Sequence[str]:
    """What cannot be true of any state of a match, each as a sentence; () for a sound state.

    For constructed states, too: positions of a test that are not reachable are found out here.
    """
    found = []
    dealt = Counter(rules.all_cards(state.options)) if state.round else Counter[Face]()
    if Counter(cards_of(state)) != dealt:
        found.append(f"the cards are no longer those dealt: {' '.join(sorted(cards_of(state)))}")
    open_ = [place for place in range(1, len(state.places) + 1) if place not in state.places]
    if len(open_) != state.places.count(0) or open_ != list(range(*((open_[0], open_[-1] + 1) if open_ else (0, 0)))):
        found.append(f"places are not given from both ends: {state.places}")
    if (state.claim is None) != (state.rank is None) or (state.claim is None and state.passed):
        found.append("a claim has a rank, and nobody passes before there is one")
    if state.phase is Phase.TURN:
        found += _turn_problems(state)
    return found


def _turn_problems(state: State) -> Iterator[str]:
    claimant = state.claim.seat if state.claim else None
    holders = {seat for seat, cards in enumerate(state.hands) if cards}
    if state.turn not in holders:
        yield f"seat {state.turn} is on turn without cards"
    for seat, place in enumerate(state.places):
        if place and seat in holders:
            yield f"seat {seat} is out and holds cards"
        if not place and seat not in holders and seat != claimant:
            yield f"seat {seat} has no cards, and is neither out nor the last claimant"
    if claimant is None:
        if state.pile:
            yield "a pile lies on the table, and nobody has laid it"
    elif state.places[claimant]:
        yield "the last claimant is out"
    if holders <= state.passed:
        yield "all have passed, and the round goes on"
    if len(rules.playing(state)) < 2 or (state.options.end == "first_out" and 1 in state.places):
        yield "the match should be over"


# -- the game --------------------------------------------------------------------------------


class BluffGame:
    """A table of Bluff for `check_game`.

    Args:
        options: Of the table.
        start: Where the matches begin, if not at a new table: what `rules.again` returns.
    """

    illegal: type[Exception] = rules.Illegal

    def __init__(self, options: Options, start: State | None = None) -> None:
        self.options = options
        self.seats = options.seats
        self.start = rules.initial(options) if start is None else start
        cards = len(rules.all_cards(options))
        # A round has at most as many plays as there are cards, with passes of all between them.
        self.turns_max = (ROUNDS_MAX * (cards + 1) + self.seats) * (self.seats + 1)
        self._taken: tuple[int, tuple[Face, ...]] = (rules.CHANCE, ())

    def initial(self) -> State:
        """See `Game.initial`."""
        return self.start

    def to_act(self, state: State) -> int | None:
        """See `Game.to_act`."""
        return rules.to_act(state)

    def legal(self, state: State, seat: int) -> Sequence[Move]:
        """A choice of plays, then pass and call; of CHANCE all but deals and seatings, of which there are too many.

        Plays: all of each face, one of each face, two faces together, the whole hand; to lead, with each the rank
        of its first card and another one. Pass and call are listed as often as there are plays, so that seats that
        choose at random do not only lay cards.
        """
        if seat == rules.CHANCE:
            return [Dealer(s) for s in rules.playing(state)] if state.phase is Phase.DEALER else ()
        if seat != state.turn or state.phase is not Phase.TURN:
            return ()
        may = rules.legal(state)
        hand = state.hands[seat]
        if state.round > ROUNDS_MAX:
            return [Pass()] if "pass" in may else [Play(hand, _truly(hand[0]))]
        held = Counter(hand)
        sets = [*((face,) * n for face, n in held.items()), *((face,) for face, n in held.items() if n > 1)]
        sets += [(hand[0], hand[-1]), hand] if len(held) > 1 else []
        if "pass" not in may:
            return [Play(cards, rank) for cards in sets for rank in (_truly(cards[0]), _falsely(cards[0]))]
        plays: list[Move] = [*(Play(cards) for cards in sets), Play(hand, state.rank)]
        others: list[Move] = [Pass(), Call()] if "call" in may else [Pass()]
        return [*plays, *others * (len(plays) // len(others))]

    def asides(self, state: State, seat: int) -> Sequence[Move]:
        """Leaving, once."""
        return () if seat in state.gone or state.phase is Phase.OVER else (Leave(),)

    def conceivable(self, state: State, seat: int) -> Sequence[Move]:
        """Cards that are not held, ranks that cannot be named, passes, calls, and chance's moves in a wrong form."""
        if seat == rules.CHANCE:
            ring, cards = tuple(range(self.seats)), iter(rules.all_cards(self.options))
            sizes = rules.deal_sizes(state) if state.phase is Phase.DEAL else (0,) * self.seats
            king: Face = "K"
            kings = tuple((king,) * max(size, 9) for size in sizes)
            short = tuple(tuple(next(cards) for _ in range(size)) for size in (*sizes[1:], 0))
            wrong: list[Move] = [Dealer(-1), Dealer(self.seats), Seats(ring[1:]), Seats((0, *ring[:-1]))]
            # In a turn chance may halt the match, though nothing calls for it.
            halt: list[Move] = [] if state.phase is Phase.TURN else [Halt()]
            return [*wrong, Deal(()), Deal(short), Deal(kings), *halt, Leave(), Pass()]
        held = Counter(state.hands[seat])
        tried: list[Move] = [Play((), "K"), Play(("X",), "K")]
        tried += [Dealer(seat), Seats(state.ring), Deal(state.hands), Halt()]
        tried += [Play((face,) * (held[face] + 1), state.rank or "K") for face in (*RANKS, JOKER)]
        tried += [Play(state.hands[seat][:1], rank) for rank in (JOKER, "1", "k")]
        tried += [Play(state.hands[seat][:1], _falsely(state.rank) if state.rank else None), Leave()]
        tired = state.round > ROUNDS_MAX and "call" in rules.legal(state)
        return [*tried, Pass(), *([] if tired else [Call()])]

    def chance(self, state: State, pick: Pick) -> Move:
        """A dealer, a seating or a deal; uniform if `pick` is."""
        if state.phase is Phase.SEATS:
            return Seats(tuple(_shuffled(range(self.seats), pick)))
        if state.phase is Phase.DEAL:
            cards = _shuffled(rules.all_cards(self.options), pick)
            return Deal(tuple(tuple(cards.pop() for _ in range(size)) for size in rules.deal_sizes(state)))
        seats = rules.playing(state)
        return Dealer(seats[pick(len(seats))])

    def apply(self, state: State, seat: int, move: Move) -> tuple[State, Sequence[Outcome]]:
        """See `harness.rules.bluff.apply`. Who took which cards at a call is kept for `private`."""
        after, outcomes = rules.apply(state, seat, move)
        if outcomes and isinstance(outcomes[0], Called) and state.claim is not None:
            self._taken = (outcomes[0].taker, state.pile + state.claim.cards)
        return after, outcomes

    def view(self, state: State, seat: int | None) -> View:
        """See `harness.rules.bluff.view`."""
        return rules.view(state, seat)

    def disguise(self, state: State, seat: int | None, pick: Pick) -> State:
        """All cards but the seat's own hand are shuffled, and lie where the others lay."""
        own = state.hands[seat] if seat is not None else ()
        pool = _shuffled(tuple((Counter(cards_of(state)) - Counter(own)).elements()), pick)

        def other(cards: tuple[Face, ...]) -> tuple[Face, ...]:
            return in_order([pool.pop() for _ in cards])

        claim = state.claim and Claim(state.claim.seat, other(state.claim.cards))
        return replace(
            state, claim=claim, hands=tuple(c if s == seat else other(c) for s, c in enumerate(state.hands)),
            pile=other(state.pile), discarded=other(state.discarded),
        )  # fmt: skip

    def places(self, state: State) -> tuple[int, ...]:
        """Place by seat, 0 while open; losers with equally many cards, who share a place, in the order of the seats."""
        if state.phase is not Phase.OVER:
            return state.places
        order = sorted(range(self.seats), key=rules.ranking(state).__getitem__)
        return tuple(order.index(seat) + 1 for seat in range(self.seats))

    def broken(self, before: State, seat: int, move: Move, after: State, outcomes: Sequence[Outcome]) -> Sequence[str]:
        """Conservation of the cards, fair calls, finishes that are final when they may be, and places that stay."""
        found = list(state_problems(after))
        if any(was and was != now for was, now in zip(before.places, after.places, strict=True)):
            found.append("a place that was given has changed")
        if not Counter(before.discarded) <= Counter(after.discarded):
            found.append("cards have come back into the game")
        for outcome in outcomes:
            if isinstance(outcome, Called):
                found += _unfair(before, after, outcome)
            if isinstance(outcome, Finished):
                found += _premature(before, move, outcomes, outcome.seat)
        return found

    def public(self, seat: int, move: Move, outcomes: Sequence[Outcome]) -> str:
        """See `harness.testing.bluff_retelling.public_line`."""
        return public_line(move, outcomes)

    def private(self, viewer: int, seat: int, move: Move) -> str:
        """The own hand of a deal, the own cards of a play, and the pile that the viewer took.

        A call does not name the cards that it moves: they are those of the call that `apply` took last.
        """
        if isinstance(move, Deal):
            return " ".join(move.hands[viewer])
        if isinstance(move, Call) and self._taken[0] == viewer:
            return " ".join(self._taken[1])
        return " ".join(move.cards) if isinstance(move, Play) and viewer == seat else ""

    def witness(self, seat: int | None) -> BluffWitness:
        """See `Game.witness`."""
        return BluffWitness(seat, self.start)


def _truly(card: Face) -> Rank:
    return RANKS[0] if card == JOKER else cast("Rank", card)


def _falsely(card: Face) -> Rank:
    return RANKS[RANKS.index(_truly(card)) - 1]


def _unfair(before: State, after: State, called: Called) -> Iterator[str]:
    """What is wrong with a call: the cards turned up, the verdict, or who takes the pile."""
    claim = before.claim
    if claim is None or (claim.seat, claim.cards, before.rank) != (called.claimant, called.cards, called.rank):
        yield "something else was turned up than the last claim"
    honest = set(called.cards) <= {called.rank, JOKER}
    taker, other = (called.seat, called.claimant) if honest else (called.claimant, called.seat)
    if (called.truth, called.taker) != (honest, taker):
        yield f"seat {called.taker} takes the pile, and the claim was {'true' if honest else 'a lie'}"
    more, same = (len(after.hands[s]) - len(before.hands[s]) for s in (taker, other))
    if (more, same) != (len(before.pile) + len(called.cards), 0) or more != called.taken:
        yield f"seat {taker} has {more} cards more, and seat {other} {same}, by a pile of {called.taken}"


def _premature(before: State, move: Move, outcomes: Sequence[Outcome], seat: int) -> Iterator[str]:
    """Whether a finish could not be final yet: the cards that were laid last could still be called (CHT-E09)."""
    laid_last = before.claim is not None and before.claim.seat == seat and not before.hands[seat]
    proved = any(isinstance(outcome, Called) and outcome.truth for outcome in outcomes)
    swept = any(isinstance(outcome, rules.Swept) for outcome in outcomes)
    if not laid_last or not (isinstance(move, Play) or proved or swept):
        yield f"seat {seat} has finished too early"


def _shuffled(items: Sequence[T], pick: Pick) -> list[T]:
    pool = list(items)
    for last in range(len(pool) - 1, 0, -1):
        other = pick(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    return pool
