"""The session table: which event may come when, cell by cell."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from harness.wire import events as ev
from harness.wire.session import TRANSITIONS, State, after_snapshot, step
from tests.wire.samples import EVENTS, SAMPLES

BY_TYPE = {type(sample): sample for sample in SAMPLES}
SNAPSHOT = BY_TYPE[ev.Snapshot]

L, D, T, R, C = State.LOBBY, State.DEALING, State.TURN, State.RESULTS, State.CLOSED

# event: the state after it in lobby, dealing, turn, results; None where it is illegal.
EXPECTED = {
    ev.Cards: (None, D, None, None),
    ev.Ok: (L, D, T, R),
    ev.Refused: (L, D, T, R),
    ev.Pong: (L, D, T, R),
    ev.Ping: (L, D, T, R),
    ev.Roster: (L, D, T, L),
    ev.Away: (L, D, T, R),
    ev.Back: (L, D, T, R),
    ev.RoomClosed: (C, C, C, C),
    ev.MatchStarted: (D, None, None, D),
    ev.HandStarted: (None, D, None, None),
    ev.TurnStarted: (None, T, T, None),
    ev.LegalChanged: (None, None, T, None),
    ev.Played: (None, None, D, None),
    ev.Called: (None, None, D, None),
    ev.Pulled: (None, D, None, None),
    ev.Eliminated: (None, D, None, None),
    ev.HandVoid: (None, D, D, None),
    ev.LeftTable: (None, D, T, R),
    ev.MatchOver: (None, R, R, None),
    ev.TakenOver: (None, None, T, None),
    ev.Dice: (None, D, None, None),
    ev.RoundStarted: (None, D, None, None),
    ev.BidMade: (None, None, D, None),
    ev.Challenged: (None, None, D, None),
    ev.BluffHand: (None, D, None, None),
    ev.Dealt: (None, D, None, None),
    ev.Laid: (None, None, D, None),
    ev.Passed: (None, None, D, None),
    ev.TurnedUp: (None, None, D, None),
    ev.Swept: (None, D, D, None),
    ev.Finished: (None, D, None, None),
    ev.WizardHand: (None, D, T, None),
    ev.RoundDealt: (None, D, None, None),
    ev.BiddingOpened: (None, T, None, None),
    ev.TrumpChosen: (None, None, D, None),
    ev.TricksBid: (None, None, D, None),
    ev.BidSealed: (None, None, T, None),
    ev.BidsRevealed: (None, D, D, None),
    ev.CardPlayed: (None, None, D, None),
    ev.TrickTaken: (None, D, None, None),
    ev.RoundScored: (None, D, None, None),
    ev.Snapshot: (None, None, None, None),
}


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_cell(kind):
    """Each event in each state goes where the table of this test says, written down independently."""
    event = BY_TYPE[kind]
    assert tuple(step(state, event) for state in (L, D, T, R)) == EXPECTED[kind]


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_nothing_follows_the_end(kind):
    """A closed room says nothing more."""
    assert step(C, BY_TYPE[kind]) is None


def test_first_comes_the_snapshot_or_a_refusal():
    """And nothing else (S5)."""
    first = {kind for kind in EVENTS if step(State.NEW, BY_TYPE[kind]) is not None}
    assert first == {ev.Snapshot, ev.Refused}
    assert step(State.NEW, BY_TYPE[ev.Refused]) is State.NEW


@pytest.mark.parametrize(
    ("phase", "table", "state"),
    [("playing", True, T), ("lobby", False, L), ("results", False, R), ("closed", False, C), ("playing", False, L)],
)
def test_a_snapshot_says_where_the_connection_stands(phase, table, state):
    """A running match is always at a turn: everything between two turns is one step."""
    snapshot = replace(SNAPSHOT, phase=phase, table=SNAPSHOT.table if table else None)
    assert after_snapshot(snapshot) is state
    assert step(State.NEW, snapshot) is state


def test_every_state_has_a_row():
    """The table is total over states."""
    assert set(TRANSITIONS) == set(State)
