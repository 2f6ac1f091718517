"""Whether scripted chance can be followed: which game takes what, and no card more often than its deck has it.

A script is checked against the table that a room has at most. With fewer seats at the start hands are
larger and less is told; what does not fit then is left to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.rules import bluff, bluffers, wizard_cards
from harness.rules.cards import DECK, RANKS
from harness.rules.liars_dice import DICE, FACES
from harness.rules.wizard_arithmetic import rounds_of
from harness.wire.options import BluffOptions, WizardOptions

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bluffers": ("opener", "tables", "hands", "shots"),
    "liars_dice": ("dice",),
    "bluff": ("dealer", "ring", "hands"),
    "wizard": ("dealer", "hands", "turned"),
}
"""What can be fixed in which game. In Liar's Dice the host opens (LDC-04): that is no chance."""


class Impossible(NamedTuple):
    """Why a script cannot be followed: which part, the place in its list (from 0), and what is wrong with it."""

    field: str
    place: int
    reason: str


def impossible(script: ChanceScript, options: RoomOptions) -> Iterator[Impossible]:
    """Everything about a script that a room with these options cannot follow; nothing when it can."""
    taken = FIELDS[options.game]
    for field in script.__struct_fields__:
        value = getattr(script, field)
        if field not in taken and value is not None and value != ():
            yield Impossible(field, 0, f"{options.game} has no `{field}`; there is {', '.join(taken)}")
    yield from _seat("opener", script.opener, options.seats)
    yield from _seat("dealer", script.dealer, options.seats)
    yield from _GAMES[options.game](script, options)


def faces(text: str) -> tuple[str, ...]:
    """The cards or dice of one seat, in games whose faces are told with spaces between them."""
    return tuple(text.split())


def _seat(field: str, seat: int | None, seats: int) -> Iterator[Impossible]:
    if seat is not None and not 0 <= seat < seats:
        yield Impossible(field, 0, f"there are seats 0 to {seats - 1}, not {seat}")


def _bluffers(script: ChanceScript, options: RoomOptions) -> Iterator[Impossible]:
    for place, rank in enumerate(script.tables):
        if rank not in RANKS:
            yield Impossible("tables", place, f"a table card is {', '.join(RANKS)}, not `{rank}`")
    for place, hands in enumerate(script.hands):
        if any(len(text) not in (0, bluffers.HAND_SIZE) for text in hands):
            yield Impossible("hands", place, "a hand is five cards")
        yield from _dealt("hands", place, tuple(tuple(text) for text in hands), options.seats, Counter(DECK))
    if len(script.shots) > options.seats:
        yield Impossible("shots", 0, f"there are {len(script.shots)} shots for {options.seats} seats")
    if not all(0 <= shot <= bluffers.CHAMBERS for shot in script.shots):
        yield Impossible("shots", 0, f"a shot is 1 to {bluffers.CHAMBERS}, or 0 for any")


def _dice(script: ChanceScript, options: RoomOptions) -> Iterator[Impossible]:
    for place, cups in enumerate(script.dice):
        if len(cups) > options.seats:
            yield Impossible("dice", place, f"there are {len(cups)} cups for {options.seats} seats")
        for cup in map(faces, cups):
            if not {str(face) for face in FACES}.issuperset(cup):
                yield Impossible("dice", place, f"a die shows 1 to 6, not {_listed(cup)}")
            elif len(cup) > DICE:
                yield Impossible("dice", place, f"a cup has at most {DICE} dice, not {len(cup)}")


def _bluff(script: ChanceScript, options: RoomOptions) -> Iterator[Impossible]:
    chosen = options.bluff or BluffOptions()
    rules = bluff.Options(
        seats=options.seats, decks=chosen.decks, jokers=chosen.jokers, end=chosen.end, direction=chosen.direction,
        seat_change=chosen.seat_change,
    )  # fmt: skip
    deck = Counter[str](bluff.all_cards(rules))
    each, odd = divmod(deck.total(), options.seats)
    for place, hands in enumerate(script.hands):
        if place:
            yield Impossible("hands", place, "a match of bluff has one deal")
        sizes = (each,) * options.seats
        if odd and script.dealer is not None and 0 <= script.dealer < options.seats:
            dealer = bluff.apply(bluff.initial(rules), bluff.CHANCE, bluff.Dealer(script.dealer))[0]
            sizes = bluff.deal_sizes(dealer)
        yield from _dealt("hands", place, tuple(map(faces, hands)), options.seats, deck)
        for cards, size in zip(map(faces, hands), sizes, strict=False):
            if len(cards) > size:
                hint = " unless the dealer is fixed, too" if odd and script.dealer is None else ""
                yield Impossible("hands", place, f"{len(cards)} cards for a seat that is dealt {size}{hint}")
    if script.ring and not chosen.seat_change:
        yield Impossible("ring", 0, "nobody is seated anew without `seat_change`")
    if script.ring and sorted(script.ring) != list(range(options.seats)):
        yield Impossible("ring", 0, f"a ring names each seat from 0 to {options.seats - 1} once")


def _wizard(script: ChanceScript, options: RoomOptions) -> Iterator[Impossible]:
    chosen = options.wizard or WizardOptions()
    rounds = rounds_of(options.seats, chosen.length)
    deck = Counter[str](wizard_cards.DECK)
    for field, count in (("hands", len(script.hands)), ("turned", len(script.turned))):
        if count > len(rounds):
            yield Impossible(field, count - 1, f"there are {len(rounds)} rounds, not {count}")
    for place, each in enumerate(rounds):
        hands = tuple(map(faces, script.hands[place])) if place < len(script.hands) else ()
        rest = deck.copy()
        turned = script.turned[place] if place < len(script.turned) else ""
        if turned and turned not in deck:
            yield Impossible("turned", place, f"no card of wizard is called `{turned}`")
        elif turned and each * options.seats == deck.total():
            yield Impossible("turned", place, f"in round {place + 1} all cards are dealt, and none is turned up")
        elif turned:
            rest[turned] -= 1
        yield from _dealt("hands", place, hands, options.seats, rest)
        for cards in hands:
            if len(cards) > each:
                yield Impossible("hands", place, f"{len(cards)} cards for a seat that is dealt {each}")


def _dealt(
    field: str, place: int, hands: Sequence[Sequence[str]], seats: int, deck: Counter[str]
) -> Iterator[Impossible]:
    """No more hands than seats, and no card more often than it is there."""
    if len(hands) > seats:
        yield Impossible(field, place, f"there are {len(hands)} hands for {seats} seats")
    dealt = Counter(card for cards in hands for card in cards)
    for card, count in dealt.items():
        if card not in deck:
            yield Impossible(field, place, f"no card is called `{card}`")
        elif count > deck[card]:
            yield Impossible(field, place, f"the deck has only {deck[card]} of `{card}`")


def _listed(cards: Sequence[str]) -> str:
    return ", ".join(f"`{card}`" for card in cards)


_GAMES: Final[Mapping[str, Callable[[ChanceScript, RoomOptions], Iterator[Impossible]]]] = {
    "bluffers": _bluffers,
    "liars_dice": _dice,
    "bluff": _bluff,
    "wizard": _wizard,
}
