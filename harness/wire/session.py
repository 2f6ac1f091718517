"""Which event may come when: the states of one player's connection, as a table.

A connection begins `NEW`: only a snapshot, or the refusal of its hello, may come first (S5). The
snapshot says whether a match is running; from then on the public events move the state. Nothing
here knows a role: players and referee walk the same table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from harness.wire import events as ev


class State(StrEnum):
    """Where a connection stands."""

    NEW = "new"
    LOBBY = "lobby"
    DEALING = "dealing"
    TURN = "turn"
    RESULTS = "results"
    CLOSED = "closed"


_ANY: Final[dict[type[ev.Event], State | None]] = {
    ev.Ok: None,
    ev.Refused: None,
    ev.Pong: None,
    ev.Ping: None,
    ev.Away: None,
    ev.Back: None,
}
TRANSITIONS: Final[dict[State, dict[type[ev.Event], State | None]]] = {
    State.NEW: {ev.Refused: None},
    State.LOBBY: {
        **_ANY, ev.Roster: None, ev.RoomClosed: State.CLOSED, ev.MatchStarted: State.DEALING,
    },
    State.DEALING: {
        **_ANY, ev.Roster: None, ev.HandStarted: None, ev.Cards: None, ev.TurnStarted: State.TURN,
        ev.Pulled: None, ev.Eliminated: None, ev.HandVoid: None, ev.LeftTable: None,
        ev.MatchOver: State.RESULTS, ev.RoomClosed: State.CLOSED,
        ev.RoundStarted: None, ev.Dice: None,
        ev.Dealt: None, ev.BluffHand: None, ev.Swept: None, ev.Finished: None,
        ev.RoundDealt: None, ev.WizardHand: None, ev.BiddingOpened: State.TURN, ev.BidsRevealed: None,
        ev.TrickTaken: None, ev.RoundScored: None,
    },
    State.TURN: {
        **_ANY, ev.Roster: None, ev.Played: State.DEALING, ev.Called: State.DEALING, ev.LegalChanged: None,
        ev.LeftTable: None, ev.HandVoid: State.DEALING, ev.TurnStarted: None, ev.MatchOver: State.RESULTS,
        ev.RoomClosed: State.CLOSED, ev.TakenOver: None,
        ev.BidMade: State.DEALING, ev.Challenged: State.DEALING,
        ev.Laid: State.DEALING, ev.Passed: State.DEALING, ev.TurnedUp: State.DEALING, ev.Swept: State.DEALING,
        ev.TrumpChosen: State.DEALING, ev.TricksBid: State.DEALING, ev.CardPlayed: State.DEALING,
        # Others are still asked; the last sealed bid is followed by what it leads to.
        ev.BidSealed: None, ev.WizardHand: None, ev.BidsRevealed: State.DEALING,
    },
    State.RESULTS: {**_ANY, ev.Roster: State.LOBBY, ev.LeftTable: None, ev.RoomClosed: State.CLOSED,
                    ev.MatchStarted: State.DEALING},
    State.CLOSED: {},
}  # fmt: skip
"""state -> event type -> next state; None keeps the state; an absent event is illegal there."""


def after_snapshot(snapshot: ev.Snapshot) -> State:
    """The state that a snapshot puts a connection into."""
    if snapshot.table is not None:
        return State.TURN
    return {"closed": State.CLOSED, "results": State.RESULTS}.get(snapshot.phase, State.LOBBY)


def step(state: State, event: ev.Event) -> State | None:
    """The state after this event, or None when the event is illegal in this state."""
    if type(event) is ev.Snapshot:
        return after_snapshot(event) if state is State.NEW else None
    row = TRANSITIONS[state]
    kind = type(event)
    if kind not in row:
        return None
    return row[kind] or state
