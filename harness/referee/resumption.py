"""How a match stood for one player when his connection was lost, and what had changed when he came back.

A picture names things by the words of `resumes`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from harness.clock import MILLISECOND, SECOND, Instant
from harness.referee.connection import Connection
from harness.referee.games import MATCHES
from harness.referee.moment import Moment
from harness.referee.scene import Scene
from harness.referee.wizard.match import WizardMatch
from harness.wire import events as ev

SLACK: Final = 3 * MILLISECOND
"""Whole milliseconds are cut off on the way, at both ends and in between."""

PUBLIC_WORDS: Final = ("hand", "round", "turn", "bid", "claim", "trick")

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bluffers": ("seat", "hand", "deadline", "cards", "turn"),
    "liars_dice": ("seat", "round", "turn", "deadline", "dice", "bid"),
    "bluff": ("seat", "round", "turn", "deadline", "cards", "claim"),
    "wizard": ("seat", "round", "turn", "deadline", "cards", "bid", "trick"),
}
"""What can be the same, by game; in Wizard `bid` is the own one."""


class Picture(Struct, frozen=True, kw_only=True):
    """A player's situation.

    Attributes:
        shown: Values by word. What is not known, such as cards that had not come yet, is None under `own`.
        own: Cards or dice held.
        due: When the running turn was to end.
        width: How far that may be off.
    """

    shown: Mapping[str, Any]
    own: Counter[str] | None
    due: Instant
    width: int


def picture(connection: Connection) -> Picture | None:
    """How things stand for this player, who is being lost; None when he sits in no match, or has a newer connection."""
    room = connection.room
    match = room.match if room is not None else None
    if room is None or match is None or match.over or connection.player not in match.seats:
        return None
    if room.by_player.get(connection.player) is not connection:
        return None
    seat = match.seats.index(connection.player)
    told = match.told()
    shown: dict[str, Any] = {"seat": seat, **{word: told[word] for word in PUBLIC_WORDS if word in told}}
    if isinstance(match, WizardMatch):
        shown["bid"] = match.bid_of(seat)
    hand = match.hands.get(seat)
    return Picture(
        shown=shown,
        own=Counter(hand.cards) if hand is not None else None,
        due=match.started.hi + match.remaining_ms * MILLISECOND,
        width=min(match.started.hi - max(match.started.lo, 0), SECOND),
    )


def changed(before: Picture, event: ev.Snapshot, arrival: tuple[Instant, Instant], scene: Scene) -> set[str]:
    """The words for what is not as it was; what was not known then is not compared.

    Args:
        before: How things stood.
        event: The snapshot with which the player came back.
        arrival: When the server wrote it.
        scene: What the referee knows.
    """
    view, kind = event.table, MATCHES.get(event.game)
    if view is None or kind is None:
        return {word for words in WORDS.values() for word in words}
    lo, hi = arrival
    now = kind.from_view(view, event.seat, Moment(lo, hi, hi), event.number, event.options)
    told = now.told()
    after: dict[str, Any] = {"seat": event.seat, **{word: told[word] for word in PUBLIC_WORDS if word in told}}
    if isinstance(now, WizardMatch) and event.seat is not None:
        after["bid"] = now.bid_of(event.seat)
    words = {word for word, value in after.items() if value != before.shown.get(word)}
    if before.own is not None and Counter(kind.own_of(view)) != before.own:
        words.add("dice" if kind.pieces == "dice" else "cards")
    left = view.remaining_ms * MILLISECOND
    slack = SLACK + before.width + scene.sandwich.drift(left + SECOND)
    if "turn" in words or not max(lo, hi - SECOND) + left - slack <= before.due <= hi + left + slack:
        words.add("deadline")
    return words
