"""Bluffers as it is told: the public log in words, and a listener who rebuilds his view from it.

The listener knows the rules on his own account and shares nothing with `harness.rules.bluffers` but
the form of the view, so the two check each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from harness.rules import bluffers as rules
from harness.rules.bluffers import Move, Options, Outcome, Phase, View
from harness.rules.cards import Face, Rank


def public_line(move: Move, outcomes: Sequence[Outcome]) -> str:
    """What everybody learns from a move and its outcomes, as words that `BluffersWitness` reads."""
    words = [_OUTCOMES[type(outcome)](outcome) for outcome in outcomes]
    return "; ".join(words) if words else _CHANCE[type(move)](move)


_CHANCE: Final[Mapping[type, Callable[..., str]]] = {
    rules.Opener: lambda m: f"opener {m.seat}",
    rules.Deal: lambda m: "dealt " + " ".join(str(len(cards)) for cards in m.hands),
    rules.Table: lambda m: f"table {m.rank}",
}
_OUTCOMES: Final[Mapping[type, Callable[..., str]]] = {
    rules.Played: lambda o: f"played {o.seat} {o.count} {o.left}",
    rules.Called: lambda o: (
        f"called {o.seat} {o.claimant} {''.join(o.cards)} {'true' if o.truth else 'lie'} {o.shooter}"
    ),
    rules.Pulled: lambda o: f"pulled {o.seat} {o.pulls} {'shot' if o.fired else 'click'}",
    rules.Eliminated: lambda o: f"eliminated {o.seat} {o.place}",
    rules.Departed: lambda o: f"departed {o.seat} {o.place} {'withdrawn' if o.withdrawn else 'kept'}",
    rules.Voided: lambda o: f"voided {o.opener}",
    rules.Over: lambda o: f"over {o.winner}",
}


class BluffersWitness:
    """One seat's memory of a match, or the public's (`seat` None).

    Args:
        seat: Whose memory.
        options: Of the table; public.
    """

    __slots__ = (
        "cards", "claim", "departed", "hand", "options", "phase", "places", "pulls", "seat", "shooter", "sizes",
        "table", "turn",
    )  # fmt: skip

    def __init__(self, seat: int | None, options: Options) -> None:
        self.seat = seat
        self.options = options
        self.phase = Phase.OPENER
        self.hand = 0
        self.cards: list[str] = []
        self.sizes = [0] * options.seats
        self.table: str | None = None
        self.turn = 0
        self.claim: tuple[int, int] | None = None
        self.shooter: int | None = None
        self.pulls = [0] * options.seats
        self.places = [0] * options.seats
        self.departed: set[int] = set()

    def hear(self, public: str, private: str) -> None:
        """Take one public line, and the own cards that came or went with it."""
        for sentence in public.split("; "):
            verb, *words = sentence.split()
            getattr(self, f"_{verb}")(*words)
        if public.startswith("dealt"):
            self.cards = list(private)
        else:
            for card in private:
                self.cards.remove(card)

    def view(self) -> View:
        """What this seat must be seeing by now."""
        holders = [seat for seat, size in enumerate(self.sizes) if size]
        faces_claim = self.claim is not None and self.claim[0] != self.turn
        legal = ("play",) * (holders != [self.turn]) + ("call",) * faces_claim
        seated = self.seat is not None and not self.places[self.seat]
        return View(
            seat=self.seat, phase=self.phase, hand=self.hand,
            cards=cast("tuple[Face, ...]", tuple(self.cards)) if seated else (),
            sizes=tuple(self.sizes), table=cast("Rank | None", self.table), turn=self.turn,
            claim_seat=self.claim[0] if self.claim else None, claim_count=self.claim[1] if self.claim else 0,
            legal=legal if self.phase is Phase.TURN else (), shooter=self.shooter, pulls=tuple(self.pulls),
            places=tuple(self.places), departed=frozenset(self.departed),
        )  # fmt: skip

    def _after(self, seat: int, open_: Sequence[bool]) -> int:
        ring = [(seat + step) % len(open_) for step in range(1, len(open_) + 1)]
        return next((other for other in ring if open_[other]), seat)

    def _next_living(self, seat: int) -> int:
        return self._after(seat, [not place for place in self.places])

    def _new_hand(self, opener: int) -> None:
        self.phase, self.turn, self.claim, self.table, self.shooter = Phase.DEAL, opener, None, None, None
        self.sizes = [0] * len(self.sizes)
        self.cards = []

    def _opener(self, seat: str) -> None:
        self.phase, self.turn = Phase.DEAL, int(seat)

    def _dealt(self, *sizes: str) -> None:
        self.phase, self.sizes = Phase.TABLE, list(map(int, sizes))
        self.hand += 1

    def _table(self, rank: str) -> None:
        self.phase, self.table = Phase.TURN, rank

    def _played(self, seat: str, count: str, left: str) -> None:
        self.sizes[int(seat)] = int(left)
        self.claim = (int(seat), int(count))
        self.turn = self._after(int(seat), [bool(size) for size in self.sizes])

    def _called(self, seat: str, claimant: str, cards: str, truth: str, shooter: str) -> None:
        assert self.claim == (int(claimant), len(cards))
        assert all(card in (self.table, "*") for card in cards) == (truth == "true")
        assert shooter == (seat if truth == "true" else claimant)
        self.phase, self.shooter = Phase.PULL, int(shooter)

    def _pulled(self, seat: str, pulls: str, what: str) -> None:
        self.pulls[int(seat)] += 1
        assert self.pulls[int(seat)] == int(pulls)
        if what == "click":
            self._new_hand(int(seat))

    def _eliminated(self, seat: str, place: str) -> None:
        assert int(place) == self.places.count(0)
        self.places[int(seat)] = int(place)
        if int(place) > 2:
            self._new_hand(self._next_living(int(seat)))
        else:
            self.sizes[int(seat)] = 0

    def _departed(self, seat_word: str, place: str, claim: str) -> None:
        seat = int(seat_word)
        if self.places[seat]:
            if not self.options.eliminated_leaver_keeps:
                self.departed.add(seat)
            return
        assert int(place) == self.places.count(0)
        self.places[seat] = int(place)
        self.sizes[seat] = 0
        self.departed.add(seat)
        if claim == "withdrawn":
            self.claim = None
        if self.turn != seat or int(place) == 2:
            return
        if self.phase is Phase.TURN:
            self.turn = self._after(seat, [bool(size) for size in self.sizes])
        else:
            self.turn = self._next_living(seat)

    def _voided(self, opener: str) -> None:
        self._new_hand(int(opener))

    def _over(self, winner: str) -> None:
        assert self.places.count(0) == 1
        self.places[int(winner)] = 1
        self.phase, self.claim, self.shooter = Phase.OVER, None, None
