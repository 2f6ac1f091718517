"""Bluff as it is told: the public log in words, and a listener who rebuilds his view from it.

The listener knows the rules on his own account and shares nothing with `harness.rules.bluff` but
the form of the view, so the two check each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from harness.rules import bluff as rules
from harness.rules.bluff import Move, Outcome, Phase, State, View
from harness.rules.french_deck import Face, Rank, in_order


def public_line(move: Move, outcomes: Sequence[Outcome]) -> str:
    """What everybody learns from a move and its outcomes, as words that `BluffWitness` reads."""
    words = [_OUTCOMES[type(outcome)](outcome) for outcome in outcomes]
    return "; ".join(words) if words else _CHANCE[type(move)](move)


_CHANCE: Final[Mapping[type, Callable[..., str]]] = {
    rules.Dealer: lambda m: f"dealer {m.seat}",
    rules.Seats: lambda m: "seats " + " ".join(map(str, m.ring)),
    rules.Deal: lambda m: "dealt " + " ".join(str(len(cards)) for cards in m.hands),
}
_OUTCOMES: Final[Mapping[type, Callable[..., str]]] = {
    rules.Played: lambda o: f"played {o.seat} {o.count} {o.rank} {o.left}",
    rules.Passed: lambda o: f"passed {o.seat}",
    rules.Called: lambda o: (
        f"called {o.seat} {o.claimant} {o.rank} {'true' if o.truth else 'lie'} {o.taker} {o.taken} {' '.join(o.cards)}"
    ),
    rules.Swept: lambda o: f"swept {o.count}",
    rules.Finished: lambda o: f"finished {o.seat} {o.place}",
    rules.Departed: lambda o: f"departed {o.seat} {o.place} {o.cards}",
    rules.Over: lambda o: f"over {o.winner}",
}


class BluffWitness:
    """One seat's memory of a match, or the public's (`seat` None).

    Args:
        seat: Whose memory.
        start: The match before the deal, in which everything is public.
    """

    __slots__ = (
        "cards", "claim", "dealer", "departed", "discarded", "follows", "leader", "on_pile", "passed", "phase",
        "places", "rank", "ring", "round", "seat", "sizes", "turn",
    )  # fmt: skip

    def __init__(self, seat: int | None, start: State) -> None:
        self.seat = seat
        self.phase = start.phase
        self.ring = start.ring
        self.dealer = start.dealer
        self.turn = start.turn
        self.round = 0
        self.cards: list[str] = []
        self.sizes = [0] * len(start.ring)
        self.on_pile = 0
        self.discarded = 0
        self.claim: tuple[int, int] | None = None
        self.rank: str | None = None
        self.passed: set[int] = set()
        self.places = [0] * len(start.ring)
        self.departed: set[int] = set()
        self.follows: int | None = None
        self.leader: int | None = None

    def hear(self, public: str, private: str) -> None:
        """Take one public line, and the own cards that came or went with it."""
        self.follows = self.leader = None
        for sentence in public.split("; "):
            verb, *words = sentence.split()
            getattr(self, f"_{verb}")(*words)
        if self.follows is not None and self.phase is Phase.TURN:
            self.turn = self._after(self.follows, self.sizes)
        if self.leader is not None and self.phase is Phase.TURN:
            self.turn = self.leader if self.sizes[self.leader] else self._after(self.leader, self.sizes)
            self.round += 1
        if public.startswith("played"):
            for card in private.split():
                self.cards.remove(card)
        else:
            self.cards += private.split()

    def view(self) -> View:
        """What this seat must be seeing by now."""
        legal: tuple[str, ...] = ()
        if self.phase is Phase.TURN:
            own = self.claim is not None and self.claim[0] == self.turn
            legal = ("play",) if self.claim is None else ("play", "pass") if own else ("play", "pass", "call")
        return View(
            seat=self.seat, phase=self.phase, ring=self.ring, dealer=self.dealer, round=self.round,
            cards=in_order(cast("list[Face]", self.cards)), sizes=tuple(self.sizes), pile=self.on_pile,
            discarded=self.discarded, rank=cast("Rank | None", self.rank),
            claim_seat=self.claim[0] if self.claim else None, claim_count=self.claim[1] if self.claim else 0,
            passed=frozenset(self.passed), turn=self.turn, legal=legal, places=tuple(self.places),
            departed=frozenset(self.departed),
        )  # fmt: skip

    def _after(self, seat: int, open_: Sequence[object]) -> int:
        """The next seat for which this is true."""
        at = self.ring.index(seat)
        ring = [self.ring[(at + step) % len(self.ring)] for step in range(1, len(self.ring) + 1)]
        return next(other for other in ring if open_[other])

    def _still_in(self) -> Sequence[bool]:
        return [not place for place in self.places]

    def _dealer(self, seat: str) -> None:
        self.phase, self.dealer = Phase.DEAL, int(seat)
        self.turn = self._after(int(seat), self._still_in())

    def _seats(self, *ring: str) -> None:
        self.ring = tuple(map(int, ring))
        self._dealer(str(self._after(cast("int", self.dealer), self._still_in())))

    def _dealt(self, *sizes: str) -> None:
        self.phase, self.sizes, self.round = Phase.TURN, list(map(int, sizes)), 1
        around, seat = [self.turn], self._after(self.turn, self._still_in())
        while seat != self.turn:
            around.append(seat)
            seat = self._after(seat, self._still_in())
        dealt = [self.sizes[seat] for seat in around]
        assert dealt == sorted(dealt, reverse=True) and dealt[0] <= dealt[-1] + 1
        assert sum(dealt) == sum(self.sizes)

    def _played(self, seat: str, count: str, rank: str, left: str) -> None:
        assert int(seat) == self.turn and self.rank in (None, rank)
        self.rank, self.claim, self.passed = rank, (int(seat), int(count)), set()
        self.on_pile += int(count)
        self.sizes[int(seat)] -= int(count)
        assert self.sizes[int(seat)] == int(left)
        self.follows = int(seat)

    def _passed(self, seat: str) -> None:
        assert int(seat) == self.turn
        self.passed.add(int(seat))
        self.follows = int(seat)

    def _called(self, seat: str, claimant: str, rank: str, *words: str) -> None:
        truth, taker, taken, *cards = words
        assert int(seat) == self.turn
        assert self.claim == (int(claimant), len(cards)) and self.rank == rank
        assert all(card in (rank, "*") for card in cards) == (truth == "true")
        assert (taker, int(taken)) == (seat if truth == "true" else claimant, self.on_pile)
        self.sizes[int(taker)] += self.on_pile
        self._end_round(int(claimant if truth == "true" else seat))

    def _swept(self, count: str) -> None:
        assert self.on_pile == int(count) and self.claim is not None
        self.discarded += self.on_pile
        self._end_round(self.claim[0])

    def _end_round(self, leader: int) -> None:
        self.on_pile, self.claim, self.rank, self.passed, self.leader = 0, None, None, set(), leader

    def _finished(self, seat: str, place: str) -> None:
        assert not self.sizes[int(seat)]
        assert int(place) == min(self._open())
        self.places[int(seat)] = int(place)

    def _departed(self, seat_word: str, place: str, cards: str) -> None:
        seat = int(seat_word)
        if self.places[seat]:
            return
        assert int(place) == max(self._open())
        self.places[seat] = int(place)
        self.departed.add(seat)
        self.passed.discard(seat)
        assert self.sizes[seat] == int(cards)
        self.discarded += self.sizes[seat]
        self.sizes[seat] = 0
        if self.seat == seat:
            self.cards = []
        if self.turn == seat and len(self._open()) > 1:
            self.turn = self._after(seat, self._still_in() if self.phase is not Phase.TURN else self.sizes)

    def _open(self) -> Sequence[int]:
        return [place for place in range(1, len(self.places) + 1) if place not in self.places]

    def _over(self, winner: str) -> None:
        if len(self._open()) == 1:
            self.places[self.places.index(0)] = self._open()[0]
        assert self.places[int(winner)] == 1
        self.phase, self.claim, self.rank, self.passed = Phase.OVER, None, None, set()


def describe(view: View) -> str:
    """One line of everything in a view, for golden playthroughs."""
    who = "public" if view.seat is None else f"seat {view.seat}"
    claim = "none" if view.claim_seat is None else f"{view.claim_count}x{view.rank} by {view.claim_seat}"
    return (
        f"  {who:<6} {' '.join(view.cards):<12} | round {view.round} {view.phase} {view.turn} {'/'.join(view.legal)}"
        f" | claim {claim} | passed {_row(view.passed)} | pile {view.pile} | discarded {view.discarded}"
        f" | sizes {_row(view.sizes)} | places {_row(view.places)} | left {_row(view.departed)}"
        f" | ring {_row(view.ring)} dealer {'-' if view.dealer is None else view.dealer}"
    )


def _row(numbers: tuple[int, ...] | frozenset[int]) -> str:
    return " ".join(map(str, numbers if isinstance(numbers, tuple) else sorted(numbers))) or "-"
