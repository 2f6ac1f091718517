"""The `table:` block: seats, the turn clock, and what was chosen for the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from harness.clock import MILLISECOND, MINUTE, Duration
from harness.scenario.reader import Reader
from harness.scenario.source import Node
from harness.wire.options import SEATS, BluffOptions, DiceOptions, GameName, GameOptions, WizardOptions

TABLE_KEYS: Final = ("seats", "turn", "ai_fill")
TURN_MIN: Final = 200 * MILLISECOND
TURN_MAX: Final = MINUTE
SEATS_DEFAULT: Final = 4

GAMES: Final[tuple[GameName, ...]] = get_args(GameName)

_CHOICES: Final[Mapping[str, type[GameOptions]]] = {
    "liars_dice": DiceOptions, "bluff": BluffOptions, "wizard": WizardOptions,
}  # fmt: skip


class Choice(NamedTuple):
    """One thing that can be chosen for a game.

    Attributes:
        name: Its key in the file.
        values: What it can be; words, whole numbers, or true and false.
    """

    name: str
    values: tuple[str | int, ...]


def _choices(options: type[Struct]) -> tuple[Choice, ...]:
    hints = get_type_hints(options)
    return tuple(Choice(name, _values(hints[name])) for name in options.__struct_fields__)


def _values(hint: Any) -> tuple[str | int, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not type(None))
    assert get_origin(hint) is Literal
    return get_args(hint)


CHOICES: Final[Mapping[str, tuple[Choice, ...]]] = {
    game: _choices(_CHOICES[game]) if game in _CHOICES else () for game in GAMES
}
"""What can be chosen in each game, in the order of `harness.wire.options`."""


class Table(NamedTuple):
    """The block as it was read."""

    seats: int
    turn: Duration | None
    ai_fill: bool | None
    options: GameOptions | None


def read_table(reader: Reader, node: Node | None, game: str) -> Table:
    """Read the block for this game; a choice that belongs to another game is named as such."""
    own = {choice.name for choice in CHOICES[game]}
    foreign = {choice.name: other for other in GAMES for choice in CHOICES[other] if choice.name not in own}
    found = reader.fields(node, (*TABLE_KEYS, *own, *foreign), "`table`")
    for name, other in foreign.items():
        if name in found:
            reader.note(found[name].line, f"`{name}` of `table` belongs to {other}; this is {game}")
    fewest, most = SEATS[game]
    return Table(
        seats=reader.whole(found.get("seats"), "`seats`", SEATS_DEFAULT, fewest, most),
        turn=_turn(reader, found.get("turn")),
        ai_fill=reader.flag(found.get("ai_fill"), "`ai_fill`", None),
        options=_options(reader, found, game),
    )


def _turn(reader: Reader, node: Node | None) -> Duration | None:
    turn = reader.duration(node, "`turn`", None, TURN_MIN, TURN_MAX)
    if node is not None and turn is not None and turn % MILLISECOND:
        reader.note(node.line, "`turn` must be whole milliseconds")
    return turn


def _options(reader: Reader, found: Mapping[str, Node], game: str) -> GameOptions | None:
    if game not in _CHOICES:
        return None
    chosen: dict[str, str | int] = {}
    for choice in CHOICES[game]:
        value = _chosen(reader, found.get(choice.name), choice)
        if value is not None:
            chosen[choice.name] = value
    return _CHOICES[game](**chosen) if chosen else None  # type: ignore[arg-type]


def _chosen(reader: Reader, node: Node | None, choice: Choice) -> str | int | None:
    what = f"`{choice.name}` of `table`"
    words: Sequence[str] = [value for value in choice.values if isinstance(value, str)]
    if words:
        return reader.word(node, f"value of {what}", None, words)
    if choice.values == (False, True):
        return reader.flag(node, what, None)
    numbers = [value for value in choice.values if isinstance(value, int)]
    return reader.whole(node, what, None, min(numbers), max(numbers))
