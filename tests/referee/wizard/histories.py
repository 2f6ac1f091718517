"""Clean histories of Wizard. How they are spoilt and judged is in `tests.referee.histories`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from harness.clock import SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.players.mischief import MISCHIEF
from harness.referee.referee import Referee
from harness.referee.wizard.match import WizardMatch
from harness.scenario.model import When
from harness.wire import events as ev
from harness.wire.options import WizardOptions
from tests.referee.histories import DIALECT, EXACT, History, event_at, events, find, kind, plan, record, staged, step

E = TypeVar("E", bound=ev.Event)


def wizard(bids: Any = "standard", length: Any = "five", first_lead: Any = "left_of_dealer") -> RoomOptions:
    """A room of Wizard."""
    return RoomOptions(game="wizard", wizard=WizardOptions(bids=bids, length=length, first_lead=first_lead))


@lru_cache
def honest() -> History:
    """Three honest players bid in turn, five rounds; nobody of another party plays along."""
    return record(plan("honest", "honest", "honest", room=wizard()))


@lru_cache
def hidden() -> History:
    """Bids are made at once and shown before play."""
    return record(plan("honest", "honest", "caller", room=wizard("hidden")), seed=1)


@lru_cache
def secret() -> History:
    """Bids are made at once and shown with the score."""
    return record(plan("honest", "bluffer", "caller", room=wizard("secret")), seed=2)


@lru_cache
def plusminus() -> History:
    """The last bid may not make the total, and the dealer leads; two matches."""
    room = wizard("plusminus", first_lead="first_player")
    return record(plan("honest", "random", "caller", "bluffer", room=room, matches=2), seed=3)


@lru_cache
def amigo() -> History:
    """The list of the Amigo tournament, to the last card of the deck; with a bot."""
    return record(plan("honest", "caller", "random", bots=1, room=wizard("standard", "amigo")), seed=4)


@lru_cache
def full() -> History:
    """All sixty cards, five times."""
    return record(plan("honest", "caller", bots=4, room=wizard("secret", "five_full")), seed=5)


@lru_cache
def rough() -> History:
    """Players that drop, sleep, hesitate and leave; two matches."""
    return record(plan("flapper", "sleepy", "hesitant", "quitter", room=wizard(), matches=2), seed=21)


@lru_cache
def cheats() -> History:
    """One player tries every mischief while bids are hidden; two matches."""
    personas = ("honest", "bluffer", "sleepy", "caller")
    return record(plan(*personas, mischief=tuple(MISCHIEF), room=wizard("hidden"), matches=2), seed=1)


@lru_cache
def quitters() -> History:
    """Everybody means to leave some time; three matches with secret bids."""
    room = wizard("secret")
    return record(plan("quitter", "quitter", "honest", "caller", room=room, matches=3), seed=5)


@lru_cache
def trick_by_trick() -> History:
    """Wizards and Jesters in every place of a trick, and a card that is refused."""
    return staged("wizard-tricks")[0]


@lru_cache
def refused() -> History:
    """Every move that is not allowed."""
    return staged("wizard-illegal")[0]


@lru_cache
def left() -> History:
    """Ben leaves when he is to bid, ana later; an AI plays for both."""
    return staged("wizard-leavers", 2)[0]


@lru_cache
def absent() -> History:
    """Ben is away, is moved, and comes back in the middle of a trick; trump is picked three times."""
    return staged("wizard-away")[0]


@lru_cache
def unseen() -> History:
    """Ben bid unseen, lost his connection and came back to his bid; bids are secret."""
    return staged("wizard-sealed-reconnect", 6)[0]


@lru_cache
def logged() -> History:
    """The log of a match with secret bids is read, by two who sat there; and a rematch."""
    return staged("wizard-rematch")[0]


@lru_cache
def slept(bids: str = "standard", trump: str = "W") -> History:
    """Ana deals and a Wizard is turned up; she does nothing in the first round, and neither do the others in time."""
    script = (
        *(step(actor, "hold") for actor in ("ana", "ben", "cho")),
        *(step(actor, "release", When(round=1, may="play") if actor == "ana" else None) for actor in ("ana", "ben")),
        step("cho", "release"),
    )
    chance = ChanceScript(dealer=0, turned=(trump, "W"), hands=(("SA", "H2", "D2"), ("SK SQ", "H2 E", "W E")))
    return record(plan("honest", "honest", "honest", script=script, chance=chance, room=wizard(bids)), seed=6)


@lru_cache
def dropped(bids: str = "secret") -> History:
    """Ben loses his connection in the third round, in the middle of a trick, and comes back."""
    script = (
        step("ben", "drop", When(round=3, trick=2, played=1)),
        step("ben", "reconnect", after=SECOND),
    )
    return record(plan("honest", "honest", "honest", script=script, room=wizard(bids)), seed=7)


@lru_cache
def forbidden() -> History:
    """With plus/minus 1 the clock bids 1 for cho, as 0 would make the total."""
    return staged("wizard-plusminus")[0]


CLEAN: Final[dict[str, Callable[[], History]]] = {
    "honest": honest,
    "hidden": hidden,
    "secret": secret,
    "plusminus": plusminus,
    "amigo": amigo,
    "full": full,
    "rough": rough,
    "cheats": cheats,
    "quitters": quitters,
    "trick_by_trick": trick_by_trick,
    "refused": refused,
    "left": left,
    "absent": absent,
    "unseen": unseen,
    "logged": logged,
    "slept": slept,
    "slept-hidden": lambda: slept("hidden"),
    "dropped": dropped,
    "dropped-standard": lambda: dropped("standard"),
    "forbidden": forbidden,
}
"""Histories of a backend that did nothing wrong, by name."""


def match_at(history: History, index: int) -> WizardMatch:
    """The match as a referee knows it after the observation at this index."""
    referee = Referee(DIALECT, sandwich=EXACT, oracles=())
    for observation in history[: index + 1]:
        referee.observe(observation)
    match = WizardMatch.at(next(iter(referee.scene.rooms.values())))
    assert match is not None
    return match


def first(history: History, wanted: type[E], who: str = "", *, skip: int = 0, **fields: object) -> E:
    """The first event of this type with these values in its fields, after `skip` others."""
    return event_at(history, find(history, kind(wanted, who, **fields), skip=skip), wanted)


def last(history: History, wanted: type[E], **fields: object) -> E:
    """The last event of this type with these values in its fields."""
    pick = kind(wanted, **fields)
    return [event for _, seen, event in events(history) if isinstance(event, wanted) and pick(seen, event)][-1]


def tricks(history: History, who: str = "ana") -> list[list[ev.CardPlayed]]:
    """All cards that were played, trick by trick, as one player saw them."""
    found: list[list[ev.CardPlayed]] = [[]]
    for _, seen, event in events(history):
        if seen.who.endswith(f"/{who}"):
            if isinstance(event, ev.CardPlayed):
                found[-1].append(event)
            elif isinstance(event, ev.TrickTaken):
                found.append([])
    return found[:-1]
