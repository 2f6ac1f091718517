"""Every word that a scenario file may use for things that other packages define."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, get_args

from msgspec import Struct

from harness.scenario.verbs import VERBS, Verb
from harness.wire import events

EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    str(event.__struct_config__.tag): tuple(field for field in event.__struct_fields__ if field != "seq")
    for event in get_args(events.Event)
}
"""Events by their name on the wire, with the fields that `where` may name."""


class Vocabulary(Struct, frozen=True, kw_only=True):
    """The words of one installation.

    Attributes:
        personas: How a player can play.
        mischief: What a player can try on the side.
        oracles: What `requires` may name.
        verbs: What a step can do.
        games: By name of a mischief, the games it is for; one that is not named here is for all.
    """

    personas: tuple[str, ...]
    mischief: tuple[str, ...]
    oracles: tuple[str, ...]
    verbs: Mapping[str, Verb]
    games: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def mischief_in(self, game: str) -> tuple[str, ...]:
        """The mischief that means something in this game."""
        return tuple(name for name in self.mischief if game in self.games.get(name, (game,)))


def default_vocabulary() -> Vocabulary:
    """The words of this installation: what `harness.players` and `harness.referee` register.

    The registries are imported here and not above, so that reading a file against other words,
    as tests do, needs neither of them.
    """
    from harness.players.mischief import MISCHIEF  # noqa: PLC0415
    from harness.players.personas import PERSONAS  # noqa: PLC0415
    from harness.referee.catalogue import ORACLES  # noqa: PLC0415

    return Vocabulary(
        personas=tuple(PERSONAS),
        mischief=tuple(MISCHIEF),
        oracles=tuple(ORACLES),
        verbs=VERBS,
        games={name: one.games for name, one in MISCHIEF.items()},
    )
