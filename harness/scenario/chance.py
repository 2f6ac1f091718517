"""The `chance:` block: what is fixed of what is drawn, dealt, thrown and turned up in each game.

Seats may be given by number or by the actor who sits there; seats are in order of arrival, bots
after the players. What a game can follow is in `harness.dialects.scripted`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.dialects.scripted import FIELDS, impossible
from harness.rules.bluffers import CHAMBERS, HAND_SIZE
from harness.rules.cards import DECK, RANKS
from harness.scenario.reader import Reader, described
from harness.scenario.source import Fields, Items, Leaf, Node
from harness.scenario.suggest import unknown

Hand: TypeAlias = Callable[[Reader, Node | None], str]
"""Reads the cards or dice of one seat."""

_KEYS: Final = tuple(dict.fromkeys(field for fields in FIELDS.values() for field in fields))
_ONE: Final = {"hands": "a hand", "dice": "a throw"}


class _Places(NamedTuple):
    """Who sits where: the actors by seat, and how many seats may be taken."""

    reader: Reader
    seated: Sequence[str]
    seats: int

    def seat(self, node: Node | None, what: str) -> int | None:
        """One seat, by number or by actor."""
        if node is None:
            return None
        value = node.value if isinstance(node, Leaf) else None
        if isinstance(value, str):
            if value in self.seated:
                return self.seated.index(value)
            self.reader.note(node.line, unknown(f"actor in `{what}`", value, self.seated))
            return None
        return self.reader.whole(node, f"`{what}`", None, 0, self.seats - 1)

    def ring(self, node: Node | None) -> tuple[int, ...]:
        """Several seats in a row."""
        found = (self.seat(item, "ring") for item in self.reader.items(node, "`ring` of `chance`"))
        return tuple(seat for seat in found if seat is not None)

    def by_seat(self, node: Node | None, what: str) -> Sequence[Node | None]:
        """One node per seat, from a list in seat order or a mapping by actor."""
        if not isinstance(node, Fields):
            items = self.reader.items(node, what)
            if node is not None and len(items) > self.seats:
                self.reader.note(node.line, f"{what} names {len(items)} seats; the table has {self.seats}")
            return items
        found = self.reader.fields(node, self.seated, what)
        return [found.get(actor) for actor in self.seated]

    def rounds(self, node: Node | None, what: str, hand: Hand) -> tuple[tuple[str, ...], ...]:
        """Cards or dice, round by round and seat by seat."""
        return tuple(
            tuple(hand(self.reader, item) for item in self.by_seat(each, _ONE[what]))
            for each in self.reader.items(node, f"`{what}` of `chance`")
        )


def read_chance(reader: Reader, node: Node | None, seated: Sequence[str], room: RoomOptions) -> ChanceScript | None:
    """Read the block; `seated` are the actors by seat, `room` the table at which it is to be followed."""
    if node is None:
        return None
    found = reader.fields(node, _KEYS, "`chance`")
    places = _Places(reader, seated, room.seats)
    before = len(reader.problems)
    script = ChanceScript(
        opener=places.seat(found.get("opener"), "opener"),
        dealer=places.seat(found.get("dealer"), "dealer"),
        ring=places.ring(found.get("ring")),
        tables=tuple(
            reader.word(item, "table card", "", RANKS)
            for item in reader.items(found.get("tables"), "`tables` of `chance`")
        ),
        hands=places.rounds(found.get("hands"), "hands", _five if room.game == "bluffers" else _faces),
        dice=places.rounds(found.get("dice"), "dice", _faces),
        turned=tuple(_face(reader, item) for item in reader.items(found.get("turned"), "`turned` of `chance`")),
        shots=tuple(
            reader.whole(shot, "a shot", 0, 0, CHAMBERS) for shot in places.by_seat(found.get("shots"), "`shots`")
        ),
    )
    if len(reader.problems) == before:
        for wrong in impossible(script, room):
            part = found[wrong.field]
            at = part.items[wrong.place] if isinstance(part, Items) and wrong.place < len(part.items) else part
            reader.note(at.line, f"`{wrong.field}` of `chance` cannot be followed: {wrong.reason}")
    return script


def _five(reader: Reader, node: Node | None) -> str:
    """Five faces of Bluffers, or "" for a seat that is dealt at random."""
    if node is None or (isinstance(node, Leaf) and node.value in (None, "")):
        return ""
    text = node.value if isinstance(node, Leaf) else None
    if not isinstance(text, str) or len(text) != HAND_SIZE or not set(DECK).issuperset(text):
        reader.note(node.line, f"a hand is five of K, Q, A and *, such as KQA**, not {described(node)}")
        return ""
    return text


def _faces(reader: Reader, node: Node | None) -> str:
    """Cards or dice of one seat: a list, or one text with spaces; as many as shall be fixed."""
    if isinstance(node, Items):
        return " ".join(_face(reader, item) for item in node.items)
    return " ".join(_face(reader, node).split())


def _face(reader: Reader, node: Node | None) -> str:
    """One face, "" for any; a number is one, too."""
    value = node.value if isinstance(node, Leaf) else None
    if node is not None and not isinstance(node, Leaf):
        reader.note(node.line, f"cards and dice are faces such as SA, 10 or 6, not {described(node)}")
    return "" if value is None else str(value)
