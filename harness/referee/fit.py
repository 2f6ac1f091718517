"""Whether an event can be about this table at all: an event that cannot is a finding, and is not taken in.

Whatever a backend sends must not bring the judge down, so that seats are looked up only after this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from harness.referee.match import Match
from harness.wire import events as ev


class Misfit:
    """The key under which oracles are told of events that do not fit their table, with the reason."""


def misfit(match: Match | None, event: ev.PublicEvent) -> str:
    """Why this public event cannot be one of this match; "" when it can, or is about no match at all."""
    check = _CHECKS.get(type(event))
    if check is None:
        return ""
    return "no match is running" if match is None else check(match, event)


def misfit_view(table: ev.TableView, seat: int | None) -> str:
    """Why a snapshot's table contradicts itself; "" when it does not."""
    count = len(table.seats)
    if {len(table.sizes), len(table.pulls), len(table.places), len(table.points)} != {count}:
        return f"not every list has {count} entries, one per seat"
    claimed = () if table.claim is None else (table.claim.seat,)
    own = () if seat is None else (seat,)
    return _strangers(count, table.seat, *table.departed, *claimed, *own)


def _strangers(count: int, *seats: int) -> str:
    strange = [seat for seat in seats if not 0 <= seat < count]
    return f"there is no seat {strange[0]} at this table of {count}" if strange else ""


def _seat(match: Match, event: Any) -> str:
    if event.match != match.match:
        return f"it is about match {event.match}, running is {match.match}"
    if not 0 <= event.seat < len(match.seats):
        return _strangers(len(match.seats), event.seat)
    return ""


def _called(match: Match, event: ev.Called) -> str:
    return _seat(match, event) or _strangers(len(match.seats), event.claimant, event.shooter)


def _opened(match: Match, event: ev.HandStarted | ev.HandVoid) -> str:
    if event.match != match.match:
        return f"it is about match {event.match}, running is {match.match}"
    return _strangers(len(match.seats), event.opener)


def _dealt(match: Match, event: ev.HandStarted) -> str:
    count = len(match.seats)
    if len(event.sizes) != count:
        return f"{len(event.sizes)} hands are dealt at a table of {count}"
    return _opened(match, event)


def _over(match: Match, event: ev.MatchOver) -> str:
    count = len(match.seats)
    if {len(event.result.places), len(event.result.points)} != {count}:
        return f"not every list of the result has {count} entries, one per seat"
    return ""


_CHECKS: Final[dict[type[ev.Event], Callable[[Match, Any], str]]] = {
    ev.TurnStarted: _seat,
    ev.LegalChanged: _seat,
    ev.Played: _seat,
    ev.Called: _called,
    ev.Pulled: _seat,
    ev.Eliminated: _seat,
    ev.LeftTable: _seat,
    ev.HandStarted: _dealt,
    ev.HandVoid: _opened,
    ev.MatchOver: _over,
}
