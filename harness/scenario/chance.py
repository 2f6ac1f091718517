"""The `chance:` block: what is fixed of deal, table cards, shots and first opener.

Seats may be given by number or by the actor who sits there; seats are in order of arrival, bots
after the players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from harness.dialects.dialect import ChanceScript
from harness.rules.bluffers import CHAMBERS, HAND_SIZE
from harness.rules.cards import DECK, RANKS
from harness.scenario.reader import Reader, described
from harness.scenario.source import Fields, Leaf, Node
from harness.scenario.suggest import unknown

_KEYS: Final = ("opener", "tables", "hands", "shots")


def read_chance(reader: Reader, node: Node | None, seated: Sequence[str], seats: int) -> ChanceScript | None:
    """Read the block; `seated` are the actors by seat, `seats` the seats that may be taken by then."""
    if node is None:
        return None
    found = reader.fields(node, _KEYS, "`chance`")
    ranks = tuple(
        reader.word(item, "table card", "", RANKS) for item in reader.items(found.get("tables"), "`tables` of `chance`")
    )
    hands = tuple(
        _hand(reader, item, seated, seats) for item in reader.items(found.get("hands"), "`hands` of `chance`")
    )
    shots = tuple(
        reader.whole(shot, "a shot", 0, 0, CHAMBERS)
        for shot in _by_seat(reader, found.get("shots"), seated, seats, "`shots`")
    )
    return ChanceScript(
        opener=_opener(reader, found.get("opener"), seated, seats), tables=ranks, hands=hands, shots=shots
    )


def _opener(reader: Reader, node: Node | None, seated: Sequence[str], seats: int) -> int | None:
    if node is None:
        return None
    value = node.value if isinstance(node, Leaf) else None
    if isinstance(value, str):
        if value in seated:
            return seated.index(value)
        reader.note(node.line, unknown("actor in `opener`", value, seated))
        return None
    return reader.whole(node, "`opener`", None, 0, seats - 1)


def _by_seat(reader: Reader, node: Node | None, seated: Sequence[str], seats: int, what: str) -> Sequence[Node | None]:
    """One node per seat, from a list in seat order or a mapping by actor."""
    if not isinstance(node, Fields):
        items = reader.items(node, what)
        if node is not None and len(items) > seats:
            reader.note(node.line, f"{what} names {len(items)} seats; the table has {seats}")
        return items
    found = reader.fields(node, seated, what)
    return [found.get(actor) for actor in seated]


def _hand(reader: Reader, node: Node, seated: Sequence[str], seats: int) -> tuple[str, ...]:
    cards = tuple(_cards(reader, item) for item in _by_seat(reader, node, seated, seats, "a hand"))
    dealt = "".join(cards)
    for face, count in Counter(DECK).items():
        if dealt.count(face) > count:
            reader.note(node.line, f"the deck has only {count} of `{face}`")
    return cards


def _cards(reader: Reader, node: Node | None) -> str:
    """Five faces, or "" for a seat that is dealt at random."""
    if node is None or (isinstance(node, Leaf) and node.value in (None, "")):
        return ""
    text = node.value if isinstance(node, Leaf) else None
    if not isinstance(text, str) or len(text) != HAND_SIZE or not set(DECK).issuperset(text):
        reader.note(node.line, f"a hand is five of K, Q, A and *, such as KQA**, not {described(node)}")
        return ""
    return text
