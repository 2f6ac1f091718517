"""Clean histories of Bluff. How they are spoilt and judged is in `tests.referee.histories`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from harness.dialects.dialect import RoomOptions
from harness.players.mischief import MISCHIEF
from harness.referee.bluff.match import BluffMatch
from harness.referee.referee import Referee
from harness.runtimes.virtual.network import Link
from harness.scenario.load import load
from harness.scenario.plan import unroll
from harness.wire import events as ev
from harness.wire.options import BluffOptions
from tests.referee.histories import DIALECT, EXACT, PARTY, SCENARIOS, History, event_at, find, kind, plan, record

E = TypeVar("E", bound=ev.Event)


def bluff(**options: Any) -> RoomOptions:
    """A room of Bluff with these choices."""
    return RoomOptions(game="bluff", bluff=BluffOptions(**options))


def acted(name: str, case: int = 0) -> History:
    """One case of a scenario file, played by the party of all other histories."""
    scenario = load(SCENARIOS / f"{name}.yaml")
    played = unroll(scenario, scenario.cases[case], "0")
    link = Link(latency=scenario.cases[case].network.latency)
    return record(*(replace(party, party=PARTY) for party in played.parties), link=link)


@lru_cache
def honest() -> History:
    """Three honest players, one match, nothing out of the ordinary."""
    return record(plan("honest", "honest", "honest", room=bluff(end="play_on")), seed=1)


@lru_cache
def two() -> History:
    """Two players, one deck, nothing chosen."""
    return record(plan("honest", "caller", room=RoomOptions(game="bluff"), matches=2), seed=4)


@lru_cache
def rough() -> History:
    """Players that drop, sleep, hesitate and leave; two matches, anticlockwise."""
    room = bluff(direction="anticlockwise", end="play_on")
    return record(plan("flapper", "sleepy", "hesitant", "quitter", room=room, matches=2), seed=21)


@lru_cache
def cheats() -> History:
    """One player tries every mischief; two matches."""
    personas = ("honest", "bluffer", "sleepy", "caller")
    return record(plan(*personas, mischief=tuple(MISCHIEF), room=bluff(jokers="none"), matches=2), seed=1)


@lru_cache
def with_bots() -> History:
    """Two players and three bots, two decks, seats anew before each deal."""
    room = bluff(seat_change=True, decks=2, jokers="two")
    return record(plan("honest", "caller", bots=3, room=room, matches=3), seed=2)


@lru_cache
def leavers() -> History:
    """Everybody means to leave some time; three matches."""
    return record(plan("quitter", "quitter", "honest", "caller", room=bluff(end="play_on"), matches=3), seed=5)


@lru_cache
def proved() -> History:
    """Ana discards 14 cards, lays 4 kings as her last ones, ben passes, cho calls: she wins (three seats)."""
    return acted("bluff-last-cards-true")


@lru_cache
def played_on() -> History:
    """As `proved`, and the others play on."""
    return acted("bluff-next-seat-leads")


@lru_cache
def covered() -> History:
    """Ben lays all his cards on top of all of ana's, cho passes: both are out."""
    return acted("bluff-two-without-cards")


@lru_cache
def caught() -> History:
    """Ana's last cards are a lie; she takes them back."""
    return acted("bluff-last-cards-lie")


@lru_cache
def joined() -> History:
    """Ana leads aces and adds again, ben joins in with a lie, cho calls it."""
    return acted("bluff-holding-back")


@lru_cache
def equals() -> History:
    """Four seats; ana is out, ben and cho hold as many, dee more."""
    return acted("bluff-equal-cards-left")


@lru_cache
def withdrawn() -> History:
    """Ana leaves while her claim lies there; ben leads."""
    return acted("bluff-claimant-leaves")


@lru_cache
def ended_by_a_leaver() -> History:
    """Cho leaves, the only one who had not passed since ana's last cards."""
    return acted("bluff-leaver-ends-the-round")


@lru_cache
def passed_and_left() -> History:
    """Ben and cho pass and leave in a round of four."""
    return acted("bluff-passers-are-counted")


@lru_cache
def timed_out() -> History:
    """The clock leads for ana and passes for ben; cho calls."""
    return acted("bluff-out-of-time")


@lru_cache
def absent() -> History:
    """Ben is away for a while."""
    return acted("bluff-away-seat")


@lru_cache
def reconnected() -> History:
    """Ben takes two aces, is lost in the next round, comes back, and lays them."""
    return acted("bluff-reconnect-with-the-pile")


@lru_cache
def again() -> History:
    """Three matches at one table, the seats changed."""
    return acted("bluff-rematch")


@lru_cache
def refused() -> History:
    """Every move that the rules forbid."""
    return acted("bluff-illegal-moves")


CLEAN: Final[dict[str, Callable[[], History]]] = {
    "honest": honest,
    "two": two,
    "rough": rough,
    "cheats": cheats,
    "with_bots": with_bots,
    "leavers": leavers,
    "proved": proved,
    "played_on": played_on,
    "covered": covered,
    "caught": caught,
    "joined": joined,
    "equals": equals,
    "withdrawn": withdrawn,
    "ended_by_a_leaver": ended_by_a_leaver,
    "passed_and_left": passed_and_left,
    "timed_out": timed_out,
    "absent": absent,
    "reconnected": reconnected,
    "again": again,
    "refused": refused,
}
"""Histories of a backend that did nothing wrong, by name."""


def match_at(history: History, index: int) -> BluffMatch:
    """The match as a referee knows it after the observation at this index."""
    referee = Referee(DIALECT, sandwich=EXACT, oracles=())
    for observation in history[: index + 1]:
        referee.observe(observation)
    (room,) = referee.scene.rooms.values()
    match = BluffMatch.at(room)
    assert match is not None
    return match


def first(history: History, wanted: type[E], who: str = "", **fields: object) -> E:
    """The first event of this type with these values in its fields."""
    return event_at(history, find(history, kind(wanted, who, **fields)), wanted)
