"""The `players:` block: who sits down, in which order, and how they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from harness.scenario.expectations import EXPECTABLE, ROOM
from harness.scenario.matrix import NAME
from harness.scenario.model import PlayerSpec
from harness.scenario.reader import Reader
from harness.scenario.source import Leaf, Node
from harness.scenario.verbs import SERVER, SERVER_VERBS
from harness.scenario.vocabulary import Vocabulary

PLAYER_KEYS: Final = ("persona", "mischief", "joins", "bot")

EVERYTHING: Final = "all"
"""`mischief: all` stands for every kind of mischief."""


def read_players(
    reader: Reader, node: Node | None, seats: int, game: str, vocabulary: Vocabulary
) -> tuple[PlayerSpec, ...]:
    """Read the block; sets `reader.actors` and `reader.bots`."""
    found = reader.fields(node, None, "`players`")
    taken = _argument_names(vocabulary)
    for actor, entry in found.items():
        if not NAME.fullmatch(actor):
            reader.note(entry.line, f"`{actor}` is no name for an actor; use small letters, digits, - and _")
        elif actor in taken:
            reader.note(entry.line, f"an actor cannot be called `{actor}`; the format uses this word")
    players = tuple(_player(reader, actor, entry, game, vocabulary) for actor, entry in found.items())
    reader.actors = tuple(player.actor for player in players if not player.bot)
    reader.bots = tuple(player.actor for player in players if player.bot)
    if node is not None:
        _check_seats(reader, node.line, players, seats)
    return players


def seated(players: Sequence[PlayerSpec]) -> tuple[str, ...]:
    """The actors by seat when the first match begins: players in order of joining, then bots."""
    humans = tuple(player.actor for player in players if player.joins and not player.bot)
    return humans + tuple(player.actor for player in players if player.bot)


def _argument_names(vocabulary: Vocabulary) -> frozenset[str]:
    """Words that stand beside an actor in `do` or `expect`, so that no actor can have them as a name."""
    rows = [verb.arguments for verb in (*vocabulary.verbs.values(), *SERVER_VERBS.values())]
    rows += [row.arguments for row in EXPECTABLE.values()]
    return frozenset({ROOM, SERVER}.union(*({argument.name for argument in row} for row in rows)))


def _player(reader: Reader, actor: str, node: Node, game: str, vocabulary: Vocabulary) -> PlayerSpec:
    if isinstance(node, Leaf) and node.value is None:
        return PlayerSpec(actor=actor)
    found = reader.fields(node, PLAYER_KEYS, f"player `{actor}`")
    if reader.flag(found.get("bot"), "`bot`", False):
        for key in ("persona", "mischief", "joins"):
            if key in found:
                reader.note(found[key].line, f"`{actor}` is a bot of the server; it takes no `{key}`")
        return PlayerSpec(actor=actor, bot=True)
    mischief = found.get("mischief")
    everything = isinstance(mischief, Leaf) and mischief.value == EVERYTHING
    return PlayerSpec(
        actor=actor,
        persona=reader.word(found.get("persona"), "persona", "honest", vocabulary.personas),
        mischief=vocabulary.mischief_in(game) if everything else _mischief(reader, mischief, game, vocabulary),
        joins=reader.flag(found.get("joins"), "`joins`", True),
    )


def _mischief(reader: Reader, node: Node | None, game: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Kinds by name; one that means nothing in this game is a problem."""
    found = reader.words(node, "mischief", vocabulary.mischief)
    for name in found:
        if node is not None and name not in vocabulary.mischief_in(game):
            reader.note(node.line, f"mischief `{name}` is for {' and '.join(vocabulary.games[name])}; this is {game}")
    return found


def _check_seats(reader: Reader, line: int, players: Sequence[PlayerSpec], seats: int) -> None:
    count = len(seated(players))
    if count > seats:
        reader.note(line, f"{count} players for {seats} seats; give some `joins: false`, or take them out")
    if not any(player.joins and not player.bot for player in players):
        reader.note(line, "nobody joins; a room needs one player who is no bot")
