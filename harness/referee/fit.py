"""Whether an event can be about this table at all: an event that cannot is a finding, and is not taken in.

Whatever a backend sends must not bring the judge down, so that seats are looked up only after this.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from harness.referee.games import MATCHES
from harness.wire import events as ev

if TYPE_CHECKING:
    from harness.referee.room import Room


class Misfit:
    """The key under which oracles are told of events that do not fit their table, with the reason."""


def misfit(room: Room, event: ev.PublicEvent) -> str:
    """Why this public event cannot be one of this room's match; "" when it can, or is about no match at all.

    Of a game that the referee cannot follow nothing is said.
    """
    kind = type(event)
    if kind in _OF_ROOMS or room.game not in MATCHES:
        return ""
    if type(event) is ev.MatchStarted:
        return "" if event.game == room.game else f"a match of {event.game} begins in a room of {room.game}"
    match = room.match
    if match is None:
        return "no match is running"
    if kind not in match.folds:
        return f"there is no such event in {match.game}"
    named = event.result.match if type(event) is ev.MatchOver else event.match  # type: ignore[union-attr]
    if named != match.match:
        return f"it is about match {named}, running is {match.match}"
    source: Any = event.result if type(event) is ev.MatchOver else event
    return _shape(len(match.seats), source, _LISTS.get(kind, ()), _NAMED.get(kind, ()), _GROUPS.get(kind, ()))


def misfit_view(event: ev.Snapshot) -> str:
    """Why a snapshot's table contradicts itself, or the room; "" when it does not."""
    table = event.table
    if table is None:
        return ""
    kind, count = type(table), len(table.seats)
    if kind.__struct_config__.tag != event.game:
        return f"it shows a table of {kind.__struct_config__.tag} in a room of {event.game}"
    own = () if event.seat is None else (event.seat,)
    parts: list[Any] = [
        part
        for part in (getattr(table, "claim", None), getattr(table, "bid", None))
        if part is not None
    ]  # fmt: skip
    sheet = getattr(table, "sheet", ())
    return (
        _strangers(count, own)
        or _shape(count, table, _LISTS[kind], _NAMED[kind], _GROUPS[kind])
        or _strangers(count, (part.seat for part in parts))
        or next((why for line in sheet if (why := _shape(count, line, _LISTS[ev.Line], (), ()))), "")
    )


def _shape(count: int, source: Any, lists: Iterable[str], named: Iterable[str], groups: Iterable[str]) -> str:
    """Lists by seat have an entry for each, and seats that are named exist."""
    for name in lists:
        if len(getattr(source, name)) != count:
            return f"{name} has {len(getattr(source, name))} entries at a table of {count}"
    seats = [getattr(source, name) for name in named]
    for name in groups:
        seats += getattr(source, name)
    return _strangers(count, (seat for seat in seats if seat is not None))


def _strangers(count: int, seats: Iterable[int]) -> str:
    for seat in seats:
        if not 0 <= seat < count:
            return f"there is no seat {seat} at this table of {count}"
    return ""


_OF_ROOMS: Final = frozenset({ev.Roster, ev.Away, ev.Back, ev.RoomClosed})

_SEAT: Final = ("seat",)

_LISTS: Final[dict[type, tuple[str, ...]]] = {
    ev.TableView: ("sizes", "pulls", "places", "points"),
    ev.DiceView: ("sizes", "places"),
    ev.BluffView: ("sizes", "places", "ring"),
    ev.WizardView: ("sizes", "bids", "placed", "won", "totals"),
    ev.Line: ("bids", "won", "points"),
    ev.HandStarted: ("sizes",),
    ev.RoundStarted: ("sizes",),
    ev.Challenged: ("dice",),
    ev.Dealt: ("sizes", "ring"),
    ev.BidsRevealed: ("bids",),
    ev.RoundScored: ("totals",),
    ev.MatchOver: ("seats", "places", "points"),
}
"""Fields with one entry per seat."""

_NAMED: Final[dict[type, tuple[str, ...]]] = {
    ev.TableView: _SEAT,
    ev.DiceView: _SEAT,
    ev.BluffView: ("seat", "dealer"),
    ev.WizardView: ("dealer", "leader"),
    ev.HandStarted: ("opener",),
    ev.HandVoid: ("opener",),
    ev.RoundStarted: ("opener",),
    ev.Dealt: ("dealer", "leader"),
    ev.RoundDealt: ("dealer", "leader"),
    ev.Called: ("seat", "claimant", "shooter"),
    ev.Challenged: ("seat", "bidder", "loser"),
    ev.TurnedUp: ("seat", "claimant", "taker"),
    **dict.fromkeys(
        (
            ev.TurnStarted, ev.LegalChanged, ev.Played, ev.Pulled, ev.Eliminated, ev.LeftTable, ev.TakenOver,
            ev.BidMade, ev.Laid, ev.Passed, ev.Finished, ev.TrumpChosen, ev.TricksBid, ev.BidSealed, ev.CardPlayed,
            ev.TrickTaken,
        ),
        _SEAT,
    ),
}  # fmt: skip
"""Fields that name a seat."""

_GROUPS: Final[dict[type, tuple[str, ...]]] = {
    ev.TableView: ("departed",),
    ev.DiceView: ("ai",),
    ev.BluffView: ("ring", "departed", "passed"),
    ev.WizardView: ("ai", "waiting"),
    ev.Dealt: ("ring",),
    ev.BiddingOpened: ("seats",),
    ev.MatchOver: ("ai",),
}
"""Fields that name several seats."""
