"""Wizard as it is told: the public log in words, and a listener who rebuilds his view from it.

The listener knows the rules on his own account and shares nothing with `harness.rules.wizard` but
the form of moves and views, so the two check each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from harness.rules import wizard as rules
from harness.rules.wizard import Bid, Choose, Move, Options, Outcome, Phase, Play, Scored, SeatMove, View
from harness.rules.wizard_cards import Face, Suit

RANKS: Final = ("E", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "W")


def public_line(move: Move, outcomes: Sequence[Outcome]) -> str:
    """What everybody learns from a move and its outcomes, as words that `WizardWitness` reads."""
    words = [_OUTCOMES[type(outcome)](outcome) for outcome in outcomes]
    return "; ".join(words) if words else _CHANCE[type(move)](move)


_CHANCE: Final[Mapping[type, Callable[..., str]]] = {
    rules.Dealer: lambda m: f"dealer {m.seat}",
    rules.Deal: lambda m: "dealt " + " ".join(str(len(cards)) for cards in m.hands),
    rules.TurnUp: lambda m: f"turned {m.card}",
}
_OUTCOMES: Final[Mapping[type, Callable[..., str]]] = {
    rules.Chosen: lambda o: f"trump {o.seat} {o.suit}",
    rules.Placed: lambda o: f"bid {o.seat} {o.tricks}",
    rules.Sealed: lambda o: f"sealed {o.seat}",
    rules.Revealed: lambda o: "revealed " + " ".join(map(str, o.bids)),
    rules.Played: lambda o: f"played {o.seat} {o.card}",
    rules.Taken: lambda o: f"trick {o.seat}",
    rules.Scored: lambda o: (
        f"scored {o.round} "
        + " ".join(f"{bid}/{won}/{points}" for bid, won, points in zip(o.bids, o.won, o.points, strict=True))
    ),
    rules.Over: lambda o: "over " + " ".join(map(str, o.winners)),
    rules.Departed: lambda o: f"departed {o.seat}",
}


class WizardWitness:
    """One seat's memory of a match, or the public's (`seat` None).

    Args:
        seat: Whose memory.
        options: Of the table; public.
    """

    __slots__ = (
        "bids", "cards", "dealer", "gone", "leader", "options", "over", "phase", "placed", "round", "seat", "seats",
        "sheet", "sizes", "taken", "trick", "trump", "turned", "won",
    )  # fmt: skip

    def __init__(self, seat: int | None, options: Options) -> None:
        self.seat = seat
        self.options = options
        self.seats = options.seats
        self.phase = Phase.DEALER
        self.round = self.dealer = self.leader = 0
        self.sheet: list[Scored] = []
        self.gone: set[int] = set()
        self._clear_table()

    def _clear_table(self) -> None:
        self.cards: list[str] = []
        self.sizes = [0] * self.seats
        self.turned: str | None = None
        self.trump: str | None = None
        self.bids: list[int | None] = [None] * self.seats
        self.placed = [False] * self.seats
        self.trick: list[str] = []
        self.taken: list[str] = []
        self.won = [0] * self.seats

    def hear(self, public: str, private: str) -> None:
        """Take one public line, and the own cards or the own bid that came with it."""
        if private and not public.startswith("dealt"):
            # Before the line: the last bid of all may end the bidding.
            assert self.seat is not None
            self.bids[self.seat] = int(private)
        for sentence in public.split("; "):
            verb, *words = sentence.split()
            getattr(self, f"_{verb}")(*words)
        if public.startswith("dealt"):
            self.cards = private.split()

    def view(self) -> View:
        """What this seat must be seeing by now."""
        totals = [sum(line.points[seat] for line in self.sheet) for seat in range(self.seats)]
        places = [self.seats + 1 - sum(other <= own for other in totals) for own in totals]
        places = [self.seats if seat in self.gone else place for seat, place in enumerate(places)]
        return View(
            seat=self.seat, phase=self.phase, round=self.round, dealer=self.dealer, leader=self.leader,
            actors=self._actors(), cards=cast("tuple[Face, ...]", tuple(self.cards)), sizes=tuple(self.sizes),
            turned=cast("Face | None", self.turned), trump=cast("Suit | None", self.trump), bids=tuple(self.bids),
            placed=tuple(self.placed), trick=cast("tuple[Face, ...]", tuple(self.trick)),
            taken=cast("tuple[Face, ...]", tuple(self.taken)), won=tuple(self.won), sheet=tuple(self.sheet),
            totals=tuple(totals), legal=self._legal(),
            places=tuple(places) if self.phase is Phase.OVER else (0,) * self.seats, gone=frozenset(self.gone),
        )  # fmt: skip

    def _left_of(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats

    def _actors(self) -> tuple[int, ...]:
        if self.phase is Phase.OVER:
            return ()
        if self.phase is Phase.TRUMP:
            return (self.dealer,)
        if self.phase is Phase.PLAY:
            return (self._left_of(self.leader, len(self.trick)),)
        if self.phase is not Phase.BID:
            return (rules.CHANCE,)
        if self.options.bids in ("standard", "plusminus"):
            ring = [self._left_of(self.dealer, step) for step in range(1, self.seats + 1)]
            return (next(seat for seat in ring if not self.placed[seat]),)
        return tuple(seat for seat in range(self.seats) if not self.placed[seat])

    def _legal(self) -> tuple[SeatMove, ...]:
        if self.seat is None or self.seat not in self._actors():
            return ()
        if self.phase is Phase.TRUMP:
            return (Choose("S"), Choose("H"), Choose("D"), Choose("C"))
        if self.phase is Phase.BID:
            last = self.options.bids == "plusminus" and sum(self.placed) == self.seats - 1
            gap = self.sizes[0] - sum(bid or 0 for bid in self.bids) if last else -1
            return tuple(Bid(tricks) for tricks in range(self.sizes[0] + 1) if tricks != gap)
        led = "".join(self.trick).lstrip("E")[:1]
        follow = any(card[0] == led for card in self.cards) and led != "W"
        able = [card for card in self.cards if card[0] in f"WE{led}"] if follow else self.cards
        return tuple(Play(card) for card in sorted(set(able), key=self.cards.index))

    def _begin(self, dealer: int) -> None:
        self.phase, self.dealer = Phase.DEAL, dealer
        self.leader = dealer if self.options.first_lead == "first_player" else self._left_of(dealer)

    def _dealer(self, seat: str) -> None:
        self._begin(int(seat))

    def _dealt(self, *sizes: str) -> None:
        self.sizes = list(map(int, sizes))
        self.phase = Phase.BID if sum(self.sizes) == 60 else Phase.TURN_UP
        self.round += 1

    def _turned(self, card: str) -> None:
        self.turned = card
        self.phase = Phase.TRUMP if card == "W" else Phase.BID
        self.trump = card[0] if card not in ("W", "E") else None

    def _trump(self, seat: str, suit: str) -> None:
        assert int(seat) == self.dealer
        self.phase, self.trump = Phase.BID, suit

    def _bid(self, seat: str, tricks: str) -> None:
        self.bids[int(seat)] = int(tricks)
        self._sealed(seat)

    def _sealed(self, seat: str) -> None:
        assert not self.placed[int(seat)]
        self.placed[int(seat)] = True
        if all(self.placed):
            self.phase = Phase.PLAY

    def _revealed(self, *bids: str) -> None:
        assert self.seat is None or self.bids[self.seat] == int(bids[self.seat])
        self.bids = list(map(int, bids))

    def _played(self, seat_word: str, card: str) -> None:
        seat = int(seat_word)
        assert seat == self._left_of(self.leader, len(self.trick))
        self.sizes[seat] -= 1
        self.trick.append(card)
        if seat == self.seat:
            self.cards.remove(card)

    def _trick(self, seat: str) -> None:
        assert int(seat) == self._left_of(self.leader, self._best())
        self.taken += self.trick
        self.trick = []
        self.leader = int(seat)
        self.won[self.leader] += 1

    def _best(self) -> int:
        """The card that takes the trick: each is compared with the best before it."""
        best = 0
        for at, card in enumerate(self.trick):
            held, trumps = self.trick[best], card[0] == self.trump
            if held == "W" or card == "E" or at == 0:
                continue
            higher = RANKS.index(card[1:] or card) > RANKS.index(held[1:] or held)
            if card == "W" or held == "E" or (higher if card[0] == held[0] else trumps):
                best = at
        return best

    def _scored(self, number: str, *rows: str) -> None:
        bids, won, points = zip(*(map(int, row.split("/")) for row in rows), strict=True)
        assert int(number) == len(self.sheet) + 1 and list(won) == self.won
        assert all(mine in (None, bid) for mine, bid in zip(self.bids, bids, strict=True))
        self.sheet.append(Scored(int(number), bids, won, points))
        self._clear_table()
        if len(self.sheet) == len(self.options.rounds):
            self.phase = Phase.OVER
        else:
            self._begin(self._left_of(self.dealer))

    def _over(self, *winners: str) -> None:
        totals = [sum(points) for points in zip(*(line.points for line in self.sheet), strict=True)]
        assert [totals[int(seat)] for seat in winners] == [max(totals)] * totals.count(max(totals))

    def _departed(self, seat: str) -> None:
        assert int(seat) not in self.gone
        self.gone.add(int(seat))
