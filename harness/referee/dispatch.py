"""Who is told what: handlers of oracles by what they want to hear, and by the game of the room it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from harness.referee.games import MATCHES
from harness.referee.oracle import Oracle
from harness.referee.room import Room
from harness.wire import events as ev

OF_MATCHES: Final = frozenset(ev.PublicEvent.__args__) - {
    ev.Roster, ev.Away, ev.Back, ev.RoomClosed, ev.MatchStarted, ev.MatchOver,
}  # fmt: skip
"""Events that only those can judge who know the game."""

Dispatch = dict[Any, tuple[Callable[..., None], ...]]
Dispatches = dict[str, Dispatch]
"""By game; "" where nobody knows yet which game is played, and where it is none of `MATCHES`."""


def tables(oracles: Iterable[Oracle], attribute: str) -> Dispatches:
    """The handlers under this attribute of all oracles, by game."""
    known = tuple(oracles)
    return {game: table(known, attribute, game) for game in ("", *MATCHES)}


def table(oracles: Iterable[Oracle], attribute: str, game: str | None) -> Dispatch:
    """Who is told what; of a game the oracles that judge every game and those that judge this one, None: all."""
    found: dict[Any, list[Callable[..., None]]] = {}
    for oracle in oracles:
        if game is None or oracle.game in ("", game):
            handlers: Mapping[Any, Callable[..., None]] = getattr(oracle, attribute)
            for kind, handler in handlers.items():
                if game != "" or attribute != "public" or kind not in OF_MATCHES:
                    found.setdefault(kind, []).append(handler)
    return {kind: tuple(handlers) for kind, handlers in found.items()}


def game_of(room: Room | None) -> str:
    """Whose tables of handlers are used for what comes from this room."""
    return room.game if room is not None and room.game in MATCHES else ""


def tell(handlers: Sequence[Callable[..., None]], *arguments: Any) -> None:
    """Tell all of them; one that raises stops nobody else."""
    for handler in handlers:
        try:
            handler(*arguments)
        except Exception as error:
            broke(handler, error)


def broke(handler: Callable[..., None], error: Exception) -> None:
    """An oracle raised: a bug of ours, which makes its verdict unknown and stops nobody else."""
    oracle: Oracle = handler.__self__  # type: ignore[attr-defined]
    oracle.error = oracle.error or f"{type(error).__name__}: {error}"
