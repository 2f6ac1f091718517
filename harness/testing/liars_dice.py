"""Liar's Dice made ready for `check_game`: what can be tried, what may vary unseen, and how it is retold.

The listener (`LiarsDiceWitness`) and the own laws of the game count dice and order bids on their own
account, by plain arithmetic, so that the rules do not acquit themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from harness.errors import LocalError
from harness.rules import liars_dice as rules
from harness.rules.liars_dice import (
    Bid,
    Challenge,
    Challenged,
    Dice,
    Leave,
    Move,
    Opener,
    Options,
    Outcome,
    Phase,
    Raised,
    Roll,
    Standing,
    State,
    View,
)
from harness.testing.choices import Pick

# -- positions -------------------------------------------------------------------------------


class Position(Struct, frozen=True, kw_only=True):
    """A position in the middle of a round, as people write it down.

    Attributes:
        dice: By seat, such as "11345"; "" for a seat without.
        turn: The seat to move.
        bid: Seat, quantity and face of the last bid; None for an opener's turn.
        locked: Whether ones were bid in this round.
        out: Seats eliminated in earlier rounds, in that order; () for all seats without dice, in seat order.
        gone: Seats whose human has left.
    """

    dice: tuple[str, ...]
    turn: int
    bid: tuple[int, int, int] | None = None
    locked: bool = False
    out: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


def complete(position: Position, options: Options) -> State:
    """The state that a position describes; the number of the round follows from the dice lost.

    Raises:
        LocalError: No match leads to such a position; the message says why.
    """
    if len(position.dice) != options.seats:
        raise LocalError(f"{len(position.dice)} cups for {options.seats} seats")
    sizes = tuple(map(len, position.dice))
    out = position.out or tuple(seat for seat, size in enumerate(sizes) if not size)
    places = [0] * options.seats
    for place, seat in zip(range(options.seats, 0, -1), out, strict=False):
        places[seat] = place
    state = State(
        options=options, phase=Phase.TURN, round=rules.DICE * options.seats - sum(sizes) + 1, sizes=sizes,
        dice=tuple(tuple(sorted(map(int, cup))) for cup in position.dice), turn=position.turn,
        bid=Standing(*position.bid) if position.bid else None, locked=position.locked, places=tuple(places),
        gone=frozenset(position.gone),
    )  # fmt: skip
    if problems := state_problems(state):
        raise LocalError("; ".join(problems))
    return state


def state_problems(state: State) -> Sequence[str]:
    """What cannot be true of any state of a match, each as a sentence; () for a sound state.

    For constructed states, too: positions of a test that are not reachable are found out here.
    """
    found = []
    total, playing = sum(state.sizes), state.phase is Phase.TURN
    settled = state.round - 1 if playing else state.round
    if total != rules.DICE * len(state.sizes) - settled:
        found.append(f"{total} dice are left of {len(state.sizes)} times five after {settled} challenges")
    if any(not 0 <= size <= rules.DICE for size in state.sizes):
        found.append(f"somebody has more than five dice, or fewer than none: {state.sizes}")
    given = sorted(place for place in state.places if place)
    if given != list(range(len(state.places) - len(given) + 1, len(state.places) + 1)):
        found.append(f"places are not given from the last one up: {state.places}")
    for seat, place in enumerate(state.places):
        if (place > 1) != (not state.sizes[seat]):
            found.append(f"seat {seat} has {state.sizes[seat]} dice and place {place}")
    if (state.phase is Phase.OVER) != (sum(map(bool, state.sizes)) == 1):
        found.append("the match is over, and more than one seat has dice, or the other way round")
    if state.phase is not Phase.OVER and not state.sizes[state.turn]:
        found.append(f"seat {state.turn} is to move or to open, and has no dice")
    if tuple(map(len, state.dice)) != (state.sizes if playing else (0,) * len(state.sizes)):
        found.append(f"the dice under the cups are {state.dice}, and the sizes {state.sizes}")
    if any(not 1 <= die <= 6 for dice in state.dice for die in dice):
        found.append("a die has six faces")
    return [*found, *_bid_problems(state, total)]


def _bid_problems(state: State, total: int) -> Sequence[str]:
    found = []
    bid = state.bid
    if bid is None:
        if state.locked:
            found.append("ones are locked, and nobody has bid")
        return found
    if state.phase is not Phase.TURN:
        found.append("a bid stands between two rounds")
    if not (1 <= bid.quantity <= total and 1 <= bid.face <= 6):
        found.append(f"nobody can bid {bid.quantity}x{bid.face} with {total} dice")
    if bid.face == 1 and not state.locked:
        found.append("ones are bid, and not locked")
    if _after(state.sizes, bid.seat) != state.turn:
        found.append(f"the bid of seat {bid.seat} cannot be before the turn of seat {state.turn}")
    return found


def _after(sizes: Sequence[int], seat: int) -> int:
    """The next seat with dice; the seat itself when there is no other."""
    ring = [(seat + step) % len(sizes) for step in range(1, len(sizes) + 1)]
    return next((other for other in ring if sizes[other]), seat)


def _value(face: int, ones: str) -> int:
    """A face's number in the written order 234561 or 123456."""
    return ("234561" if ones == "high" else "123456").index(str(face))


# -- the game --------------------------------------------------------------------------------


class LiarsDiceGame:
    """A table of Liar's Dice for `check_game`.

    Args:
        options: Of the table.
    """

    illegal: type[Exception] = rules.Illegal

    def __init__(self, options: Options) -> None:
        self.options = options
        self.seats = options.seats
        # A round with T dice has at most 6T bids and one challenge; each round takes one die, down to two.
        self.turns_max = sum(6 * total + 1 for total in range(2, rules.DICE * self.seats + 1))

    def initial(self) -> State:
        """See `Game.initial`."""
        return rules.initial(self.options)

    def to_act(self, state: State) -> int | None:
        """See `Game.to_act`."""
        return rules.to_act(state)

    def legal(self, state: State, seat: int) -> Sequence[Move]:
        """The challenge, then every bid, the lowest first; of CHANCE all but the rolls, which are too many."""
        if seat == rules.CHANCE:
            return [Opener(s) for s in self._openers(state)] if state.phase is Phase.OPENER else ()
        if seat != state.turn:
            return ()
        return [*([Challenge()] if "challenge" in rules.legal(state) else []), *rules.bids(state)]

    def _openers(self, state: State) -> Sequence[int]:
        return [seat for seat in range(self.seats) if seat not in state.gone] or list(range(self.seats))

    def asides(self, state: State, seat: int) -> Sequence[Move]:
        """Leaving, once."""
        return () if seat in state.gone or state.phase is Phase.OVER else (Leave(),)

    def conceivable(self, state: State, seat: int) -> Sequence[Move]:
        """Bids around every limit, a challenge, leaving, and chance's moves in a wrong form or at a wrong time."""
        total, last = sum(state.sizes), state.bid.quantity if state.bid else 1
        quantities = sorted({-1, 0, 1, last - 1, last, last + 1, total, total + 1})
        tried: list[Move] = [Bid(quantity, face) for quantity in quantities for face in range(-1, 8)]
        tried += [Challenge(), Leave(), Bid(2.5, 2), Bid(1, 2.5)]  # type: ignore[arg-type]
        if seat == rules.CHANCE:
            tried += [Opener(-1), Opener(self.seats)]
        else:
            tried += [Opener(seat), Roll(state.dice)]
        shaken = tuple((3,) * size for size in state.sizes)
        flawed = (shaken[:-1], (*shaken, ()), tuple((0,) * len(dice) for dice in shaken), ((7,) * 5, *shaken[1:]))
        return [*tried, *map(Roll, flawed)]

    def chance(self, state: State, pick: Pick) -> Move:
        """An opener who is still there, or a roll; uniform if `pick` is."""
        if state.phase is Phase.ROLL:
            return Roll(tuple(tuple(1 + pick(6) for _ in range(size)) for size in state.sizes))
        seats = self._openers(state)
        return Opener(seats[pick(len(seats))])

    def apply(self, state: State, seat: int, move: Move) -> tuple[State, Sequence[Outcome]]:
        """See `harness.rules.liars_dice.apply`."""
        return rules.apply(state, seat, move)

    def view(self, state: State, seat: int | None) -> View:
        """See `harness.rules.liars_dice.view`."""
        return rules.view(state, seat)

    def disguise(self, state: State, seat: int | None, pick: Pick) -> State:
        """All dice but the seat's own are shaken again."""
        dice = tuple(
            cup if s == seat else tuple(sorted(1 + pick(6) for _ in cup)) for s, cup in enumerate(state.dice)
        )  # fmt: skip
        return replace(state, dice=dice)

    def places(self, state: State) -> tuple[int, ...]:
        """See `Game.places`."""
        return state.places

    def broken(self, before: State, seat: int, move: Move, after: State, outcomes: Sequence[Outcome]) -> Sequence[str]:
        """Conservation of the dice, rising bids, the lock, one die a challenge, and places that stay."""
        found = list(state_problems(after))
        if before.bid and after.bid and after.bid != before.bid and not self._rises(before.bid, after.bid):
            found.append(f"{after.bid} does not beat {before.bid}")
        if before.locked and not after.locked and after.phase is Phase.TURN:
            found.append("the lock was taken off in the middle of a round")
        if any(was and was != now for was, now in zip(before.places, after.places, strict=True)):
            found.append("a place that was given has changed")
        lost = [was - now for was, now in zip(before.sizes, after.sizes, strict=True)]
        settled = [outcome for outcome in outcomes if isinstance(outcome, Challenged)]
        if sorted(lost) != [0] * (self.seats - len(settled)) + [1] * len(settled):
            found.append(f"{len(settled)} challenges have cost the seats {lost} dice")
        return [*found, *(sentence for outcome in settled for sentence in self._unjust(before, outcome))]

    def _rises(self, last: Standing, bid: Standing) -> bool:
        old, new = ((b.quantity, _value(b.face, self.options.ones)) for b in (last, bid))
        return new > old

    def _unjust(self, before: State, settled: Challenged) -> Sequence[str]:
        """What a challenge was not settled by: the dice on the table, counted with the fingers."""
        shown = "".join(str(die) for dice in before.dice for die in dice)
        wild = 0 if before.locked or settled.face == 1 else shown.count("1")
        count = shown.count(str(settled.face)) + wild
        loser = settled.seat if count >= settled.quantity else settled.bidder
        bid = Standing(settled.bidder, settled.quantity, settled.face)
        found = []
        if (settled.dice, settled.locked, bid) != (before.dice, before.locked, before.bid):
            found.append("something else was settled than the last bid")
        if (settled.count, settled.loser) != (count, loser):
            found.append(f"{count} dice count, and seat {loser} loses one, not {settled.count} and {settled.loser}")
        return found

    def public(self, seat: int, move: Move, outcomes: Sequence[Outcome]) -> str:
        """See `public_line`."""
        return public_line(move, outcomes)

    def private(self, viewer: int, seat: int, move: Move) -> str:
        """The own dice of a roll."""
        return "".join(map(str, move.dice[viewer])) if isinstance(move, Roll) else ""

    def witness(self, seat: int | None) -> LiarsDiceWitness:
        """See `Game.witness`."""
        return LiarsDiceWitness(seat, self.options)


# -- the tale --------------------------------------------------------------------------------


def public_line(move: Move, outcomes: Sequence[Outcome]) -> str:
    """What everybody learns from a move and its outcomes, as words that `LiarsDiceWitness` reads."""
    words = [_OUTCOMES[type(outcome)](outcome) for outcome in outcomes]
    return "; ".join(words) if words else _CHANCE[type(move)](move)


def _shown(dice: tuple[Dice, ...]) -> str:
    return " ".join("".join(map(str, cup)) or "-" for cup in dice)


_CHANCE: Final[Mapping[type, Callable[..., str]]] = {
    Opener: lambda m: f"opener {m.seat}",
    Roll: lambda m: "rolled " + " ".join(str(len(cup)) for cup in m.dice),
}
_OUTCOMES: Final[Mapping[type, Callable[..., str]]] = {
    Raised: lambda o: f"raised {o.seat} {o.quantity}x{o.face} {'locked' if o.locked else 'wild'}",
    Challenged: lambda o: (
        f"challenged {o.seat} {o.bidder} {o.quantity}x{o.face} {'locked' if o.locked else 'wild'} {_shown(o.dice)}"
        f" count {o.count} {'holds' if o.holds else 'fails'} {o.loser} {o.left}"
    ),
    rules.Eliminated: lambda o: f"eliminated {o.seat} {o.place}",
    rules.Departed: lambda o: f"departed {o.seat}",
    rules.Over: lambda o: f"over {o.winner}",
}


class LiarsDiceWitness:
    """One seat's memory of a match, or the public's (`seat` None).

    Args:
        seat: Whose memory.
        options: Of the table; public.
    """

    __slots__ = ("bid", "dice", "gone", "locked", "options", "phase", "places", "round", "seat", "sizes", "turn")

    def __init__(self, seat: int | None, options: Options) -> None:
        self.seat = seat
        self.options = options
        self.phase = Phase.OPENER
        self.round = 0
        self.sizes = [5] * options.seats
        self.dice = ""
        self.turn = 0
        self.bid: Standing | None = None
        self.locked = False
        self.places = [0] * options.seats
        self.gone: set[int] = set()

    def hear(self, public: str, private: str) -> None:
        """Take one public line, and the own dice that came with it."""
        for sentence in public.split("; "):
            verb, *words = sentence.split()
            getattr(self, f"_{verb}")(*words)
        if public.startswith("rolled"):
            self.dice = "".join(sorted(private))

    def view(self) -> View:
        """What this seat must be seeing by now."""
        legal: tuple[str, ...] = ()
        if self.phase is Phase.TURN:
            top = (sum(self.sizes), 1 if self.options.ones == "high" else 6)
            at_top = self.bid is not None and (self.bid.quantity, self.bid.face) == top
            legal = ("bid",) * (not at_top) + ("challenge",) * (self.bid is not None)
        return View(
            seat=self.seat, phase=self.phase, round=self.round, dice=tuple(map(int, self.dice)),
            sizes=tuple(self.sizes), turn=self.turn, bid=self.bid, locked=self.locked, legal=legal,
            places=tuple(self.places), gone=frozenset(self.gone),
        )  # fmt: skip

    def _opener(self, seat: str) -> None:
        self.phase, self.turn = Phase.ROLL, int(seat)

    def _rolled(self, *sizes: str) -> None:
        assert self.sizes == list(map(int, sizes))
        self.phase = Phase.TURN
        self.round += 1

    def _raised(self, seat: str, bid: str, lock: str) -> None:
        quantity, face = map(int, bid.split("x"))
        assert int(seat) == self.turn
        self.locked = self.locked or face == 1
        assert lock == ("locked" if self.locked else "wild")
        self.bid = Standing(int(seat), quantity, face)
        self.turn = _after(self.sizes, int(seat))

    def _challenged(self, seat: str, bidder: str, bid: str, lock: str, *words: str) -> None:
        *cups, _, count, verdict, loser, left = words
        quantity, face = bid.split("x")
        assert int(seat) == self.turn
        assert self.bid == Standing(int(bidder), int(quantity), int(face))
        assert lock == ("locked" if self.locked else "wild")
        assert self.seat is None or cups[self.seat] == (self.dice or "-")
        shown = "".join(cups)
        assert int(count) == sum(die == face or (die == "1" and lock == "wild") for die in shown)
        assert (verdict == "holds") == (int(count) >= int(quantity))
        assert loser == (seat if verdict == "holds" else bidder)
        self.sizes[int(loser)] -= 1
        assert self.sizes[int(loser)] == int(left)
        self.phase, self.bid, self.locked, self.dice = Phase.ROLL, None, False, ""
        self.turn = int(loser)

    def _eliminated(self, seat: str, place: str) -> None:
        assert int(place) == self.places.count(0)
        self.places[int(seat)] = int(place)
        if int(place) > 2:
            self.turn = _after(self.sizes, int(seat))

    def _departed(self, seat: str) -> None:
        self.gone.add(int(seat))
        if self.phase is Phase.ROLL and self.round == 0 and self.turn == int(seat):
            self.phase = Phase.OPENER

    def _over(self, winner: str) -> None:
        assert self.places.count(0) == 1
        self.places[int(winner)] = 1
        self.phase = Phase.OVER


def describe(view: View) -> str:
    """One line of everything in a view, for golden playthroughs."""
    who = "public" if view.seat is None else f"seat {view.seat}"
    bid = f"{view.bid.quantity}x{view.bid.face} by {view.bid.seat}" if view.bid else "none"
    return (
        f"  {who:<6} {''.join(map(str, view.dice)):<5} | round {view.round} {view.phase} {view.turn}"
        f" {'/'.join(view.legal)} | bid {bid}{' locked' if view.locked else ''}"
        f" | dice {' '.join(map(str, view.sizes))} | places {' '.join(map(str, view.places))}"
        f" | left {' '.join(map(str, sorted(view.gone))) or '-'}"
    )
