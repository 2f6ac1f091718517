"""Bluffers made ready for `check_game`: what can be tried, what may vary unseen, and how it is retold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from msgspec.structs import replace

from harness.rules import bluffers as rules
from harness.rules.bluffers import Deal, Leave, Move, Opener, Options, Outcome, Phase, Play, Pull, State, Table, View
from harness.rules.cards import DECK, JOKER, RANKS, Face
from harness.testing.choices import Pick
from harness.testing.retelling import BluffersWitness, public_line

FACES: Final[tuple[Face, ...]] = (*RANKS, JOKER)
_PLAYS: Final = tuple(Play(cards) for count in range(4) for cards in combinations_with_replacement(FACES, count))
_TRIED: Final[tuple[Move, ...]] = (*_PLAYS, Play(("K", "K", "Q", "A")), rules.Call(), Leave(), Pull(True))
_TRIED_BY_CHANCE: Final[tuple[Move, ...]] = (
    *(Opener(seat) for seat in range(-1, 5)), *(Table(rank) for rank in RANKS), Table(JOKER),  # type: ignore[arg-type]
    Pull(True), Pull(False), Leave(), Deal(()),
)  # fmt: skip


def cards_of(state: State) -> Iterator[Face]:
    """Every card of the state, wherever it lies."""
    for cards in state.hands:
        yield from cards
    for cards in (state.pile, state.discarded, state.undealt, state.claim.cards if state.claim else ()):
        yield from cards


def state_problems(state: State) -> Sequence[str]:
    """What cannot be true of any state of a match, each as a sentence; () for a sound state.

    For constructed states, too: positions of a test that are not reachable are found out here.
    """
    found = []
    if Counter(cards_of(state)) != Counter(DECK):
        found.append(f"the cards are no longer the deck: {''.join(sorted(cards_of(state)))}")
    given = sorted(place for place in state.places if place)
    if given != list(range(len(state.places) - len(given) + 1, len(state.places) + 1)):
        found.append(f"places are not given from the last one up: {state.places}")
    for seat, place in enumerate(state.places):
        if place > 1 and state.hands[seat]:
            found.append(f"seat {seat} is out and holds cards")
        if state.pulls[seat] > (rules.CHAMBERS if place > 1 else rules.CHAMBERS - 1):
            found.append(f"seat {seat} has survived {state.pulls[seat]} pulls")
    if state.phase is Phase.TURN:
        if not state.hands[state.turn]:
            found.append(f"seat {state.turn} is on turn without cards")
        if not rules.legal(state):
            found.append(f"seat {state.turn} is on turn without a legal move")
        if state.table is None:
            found.append("a hand is played without a table card")
    return found


class BluffersGame:
    """A table of Bluffers for `check_game`.

    Args:
        options: Of the table.
    """

    illegal: type[Exception] = rules.Illegal

    def __init__(self, options: Options) -> None:
        self.options = options
        self.seats = options.seats
        # At most 6(n-1)+5 pulls, and each leaver voids at most one hand; at most five cards a seat, then a call.
        self.turns_max = (6 * (self.seats - 1) + 5 + self.seats - 1) * 5 * self.seats

    def initial(self) -> State:
        """See `Game.initial`."""
        return rules.initial(self.options)

    def to_act(self, state: State) -> int | None:
        """See `Game.to_act`."""
        return rules.to_act(state)

    def legal(self, state: State, seat: int) -> Sequence[Move]:
        """Every set of up to three cards that may be played, small ones first, then the call."""
        if seat == rules.CHANCE:
            return self._legal_chance(state)
        if seat != state.turn:
            return ()
        legal = rules.legal(state)
        held = Counter(state.hands[seat])
        plays = [play for play in _PLAYS if play.cards and Counter(play.cards) <= held] if "play" in legal else []
        return [*plays, *([rules.Call()] if "call" in legal else [])]

    def _legal_chance(self, state: State) -> Sequence[Move]:
        """All legal moves of CHANCE but the deals, of which there are too many."""
        if state.phase is Phase.OPENER:
            return [Opener(seat) for seat in rules.living(state)]
        if state.phase is Phase.TABLE:
            return [Table(r) for r in RANKS if r != state.last_table or self.options.table_repeats]
        if state.phase is Phase.PULL:
            return [Pull(False), Pull(True)] if rules.hazard(state)[1] > 1 else [Pull(True)]
        return ()

    def asides(self, state: State, seat: int) -> Sequence[Move]:
        """Leaving, once, and not between a call and its pull."""
        stays = seat in state.gone or state.phase in (Phase.OVER, Phase.PULL)
        return () if stays else (Leave(),)

    def conceivable(self, state: State, seat: int) -> Sequence[Move]:
        """Every play of up to three cards, four cards, a call, leaving; for CHANCE, what has a wrong form or time."""
        if seat != rules.CHANCE:
            return _TRIED
        short, many = (DECK[:4],) * self.seats, (DECK[:5],) * self.seats
        alien = tuple(("K", "Q", "A", "*", "J") for _ in range(self.seats))
        return (*_TRIED_BY_CHANCE, Deal(short), Deal((*many, ())), Deal(many), Deal(alien))  # type: ignore[arg-type]

    def chance(self, state: State, pick: Pick) -> Move:
        """The opener, a deal or a table card, uniform if `pick` is; a pull fires with the hazard of the revolver."""
        if state.phase is Phase.DEAL:
            deck = _shuffled(DECK, pick)
            hands = (tuple(deck.pop() for _ in range(0 if place else rules.HAND_SIZE)) for place in state.places)
            return Deal(tuple(hands))
        if state.phase is Phase.PULL:
            chambers = rules.hazard(state)[1]
            return Pull(pick(chambers) == chambers - 1)
        moves = self._legal_chance(state)
        return moves[pick(len(moves))]

    def apply(self, state: State, seat: int, move: Move) -> tuple[State, Sequence[Outcome]]:
        """See `harness.rules.bluffers.apply`."""
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: int | None) -> View:
        """See `harness.rules.bluffers.view`."""
        return rules.view(state, seat)

    def disguise(self, state: State, seat: int | None, pick: Pick) -> State:
        """All cards but the seat's own hand are shuffled, and lie where the others lay."""
        own = state.hands[seat] if seat is not None else ()
        pool = _shuffled(tuple((Counter(cards_of(state)) - Counter(own)).elements()), pick)

        def other(cards: tuple[Face, ...]) -> tuple[Face, ...]:
            return tuple(pool.pop() for _ in cards)

        claim = state.claim and rules.Claim(state.claim.seat, other(state.claim.cards))
        return replace(
            state, claim=claim, hands=tuple(c if s == seat else other(c) for s, c in enumerate(state.hands)),
            pile=other(state.pile), discarded=other(state.discarded), undealt=other(state.undealt),
        )  # fmt: skip

    def places(self, state: State) -> tuple[int, ...]:
        """See `Game.places`."""
        return state.places

    def broken(self, before: State, seat: int, move: Move, after: State, outcomes: Sequence[Outcome]) -> Sequence[str]:
        """Conservation of the cards, the revolver, one pull a hand, places that stay, and the sum of points."""
        found = list(state_problems(after))
        pulled = [o for o in outcomes if isinstance(o, rules.Pulled)]
        kinds = {type(o) for o in outcomes}
        if sum(after.pulls) - sum(before.pulls) != len(pulled) or any(after.pulls[p.seat] != p.pulls for p in pulled):
            found.append("the pulls counted are not the pulls made")
        hand_ended = before.phase in (Phase.TURN, Phase.PULL) and after.phase is Phase.DEAL
        if hand_ended and (rules.Pulled in kinds) == (rules.Voided in kinds):
            found.append("a hand ended neither in one pull nor void, or in both")
        if any(was and was != now for was, now in zip(before.places, after.places, strict=True)):
            found.append("a place that was given has changed")
        if after.phase is Phase.OVER:
            row, points = self.options.points[self.seats - 2], rules.points(after)
            awarded = [0 if s in after.departed else row[place - 1] for s, place in enumerate(after.places)]
            if list(points) != awarded:
                found.append(f"the points are {points}, not {awarded}")
            total = sum(after.pulls)
            if not after.departed and not self.seats - 1 <= total <= 6 * (self.seats - 1) + 5:
                found.append(f"a match without leavers had {total} pulls")
        return found

    def public(self, seat: int, move: Move, outcomes: Sequence[Outcome]) -> str:
        """See `harness.testing.retelling.public_line`."""
        return public_line(move, outcomes)

    def private(self, viewer: int, seat: int, move: Move) -> str:
        """The own hand of a deal, and the own cards of a play."""
        if isinstance(move, Deal):
            return "".join(move.hands[viewer])
        return "".join(move.cards) if isinstance(move, Play) and viewer == seat else ""

    def witness(self, seat: int | None) -> BluffersWitness:
        """See `Game.witness`."""
        return BluffersWitness(seat, self.options)


def _shuffled(cards: Sequence[Face], pick: Pick) -> list[Face]:
    pool = list(cards)
    for last in range(len(pool) - 1, 0, -1):
        other = pick(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    return pool
