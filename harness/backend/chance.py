"""The chance seat of one match: deals, table cards, bullets, automatic cards, the first opener.

Each has a stream of its own, so that one can be fixed without moving the others (BLF-E21). Where the bullets
lie is known in this module alone (BLF-E20).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from harness.dialects.dialect import ChanceScript
from harness.rules import bluffers as rules
from harness.rules.cards import DECK, RANKS, Face, Rank
from harness.seed import stream


class Chance:
    """Draws for one match.

    Args:
        root: Root of the backend's chance.
        code: Room code.
        match: Match id.
        seats: Number of seats.
        script: What a test fixed, None for real chance.
    """

    __slots__ = ("__bullets", "_auto", "_deals", "_opener", "_script", "_seats", "_tables")

    def __init__(self, root: bytes, code: str, match: str, seats: int, script: ChanceScript | None) -> None:
        self._seats = seats
        self._script = script or ChanceScript()
        self._deals = stream(root, "room", code, match, "deal")
        self._tables = stream(root, "room", code, match, "table")
        self._auto = stream(root, "room", code, match, "auto")
        self._opener = stream(root, "room", code, match, "opener")
        bullets = stream(root, "room", code, match, "bullet")
        drawn = [bullets.between(1, rules.CHAMBERS) for _ in range(seats)]
        for seat, shot in enumerate(self._script.shots[:seats]):
            drawn[seat] = shot or drawn[seat]
        self.__bullets = tuple(drawn)

    def opener(self) -> rules.Opener:
        """Who opens the match (BLF-E18)."""
        drawn = self._opener.below(self._seats)
        fixed = self._script.opener
        return rules.Opener(fixed if fixed is not None and fixed < self._seats else drawn)

    def deal(self, hand: int, places: Sequence[int]) -> rules.Deal:
        """Five cards of the whole deck for each seat without a place (BLF-05, BLF-06); `hand` counts from 1."""
        fixed = self._script.hands[hand - 1] if hand <= len(self._script.hands) else ()
        hands: list[tuple[Face, ...]] = [()] * self._seats
        rest = Counter(DECK)
        for seat, text in enumerate(fixed[: self._seats]):
            if text and not places[seat]:
                hands[seat] = _faces(text)
                rest.subtract(hands[seat])
        cards = list(rest.elements())
        self._deals.shuffle(cards)
        for seat, place in enumerate(places):
            if not place and not hands[seat]:
                hands[seat] = tuple(cards[: rules.HAND_SIZE])
                del cards[: rules.HAND_SIZE]
        return rules.Deal(tuple(hands))

    def table(self, hand: int) -> rules.Table:
        """The table card of this hand (BLF-09)."""
        drawn: Rank = self._tables.choice(RANKS)
        fixed = self._script.tables[hand - 1] if hand <= len(self._script.tables) else None
        return rules.Table(next((rank for rank in RANKS if rank == fixed), drawn))

    def pull(self, seat: int, pulls: int) -> rules.Pull:
        """Whether the next pull of a seat that made `pulls` fires (BLF-18)."""
        return rules.Pull(self.__bullets[seat] == pulls + 1)

    def pick(self, held: int) -> int:
        """Which of `held` cards an automatic move plays (BLF-15)."""
        return self._auto.below(held)


def _faces(text: str) -> tuple[Face, ...]:
    by_name: dict[str, Face] = {face: face for face in DECK}
    return tuple(by_name[char] for char in text)
