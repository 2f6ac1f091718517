"""The order of frames on the wire: what is acquitted, and every way to be convicted."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from harness.history.observation import Exchange, PartyEnded, Received
from harness.wire import events as ev
from tests.referee.histories import (
    PARTY,
    History,
    acquitted,
    again,
    alter,
    convicted,
    drop,
    dropped,
    edit,
    event_at,
    find,
    honest,
    insert,
    kind,
    of,
    report,
    rough,
)

ORACLES = ("stream_order", "stream_unique", "stream_reliable", "resumable", "agreement")


@pytest.mark.parametrize("oracle", ORACLES)
def test_clean_streams_are_acquitted(clean: History, oracle: str) -> None:
    """No clean history breaks the order, and in all of them there is something to compare."""
    assert acquitted(clean, oracle).evaluated > 0


def test_seq_that_goes_back_is_out_of_order() -> None:
    """A frame with a smaller `seq` than the one before convicts, once."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, seq=e.seq - 3))
    convicted(spoilt, "stream_order", "S1", "WIRE", says="came after frame")
    assert report(spoilt, "stream_order").findings_total == 1


def test_event_that_its_state_does_not_allow_is_out_of_order() -> None:
    """A pull while a turn runs has no place in the session table."""
    turn = event_at(honest(), find(honest(), kind(ev.TurnStarted)), ev.TurnStarted)
    pulled = ev.Pulled(number=1, group=1, match=turn.match, seat=0, pulls=1, fired=False)
    spoilt = edit(honest(), kind(ev.Pong), lambda e: replace(pulled, seq=e.seq), skip=40)
    finding = convicted(spoilt, "stream_order", "S1", "WIRE", says="a pulled is not allowed in state turn")
    assert finding.room
    assert finding.evidence


def test_event_about_a_seat_that_is_none_does_not_fit() -> None:
    """A seat out of range is a finding; the judge neither takes it in nor stumbles over it."""
    spoilt = edit(honest(), kind(ev.Pulled), lambda e: replace(e, seat=7), everywhere=True)
    finding = convicted(
        spoilt, "stream_order", "S1", "WIRE", says="a pulled, does not fit the table: there is no seat 7"
    )
    assert finding.match


def test_snapshot_that_contradicts_itself_does_not_fit() -> None:
    """Lists of different length in a snapshot are a finding, and the snapshot's table is not believed."""

    def shorter(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, sizes=event.table.sizes[:-1]))

    spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), shorter)
    finding = convicted(
        spoilt, "stream_order", "S1", "WIRE", says="contradicts itself: sizes has 3 entries at a table of 4"
    )
    assert finding.room


def test_frame_that_comes_twice_is_no_new_one() -> None:
    """The same frame again, public or private, convicts."""
    for wanted, says in ((ev.Pong, "came twice"), (ev.Played, "came twice")):
        index = find(honest(), kind(wanted))
        spoilt = insert(honest(), index + 1, honest()[index])
        convicted(spoilt, "stream_unique", "S2", "WIRE", says=says)
    index = find(honest(), kind(ev.Pong))
    acquitted(insert(honest(), index + 1, honest()[index]), "stream_order")


def test_public_event_that_comes_again_is_no_new_one() -> None:
    """A public number that was seen on this connection, or was part of its snapshot, convicts, once."""
    spoilt = edit(honest(), kind(ev.Played), lambda e: replace(e, number=e.number - 1))
    convicted(spoilt, "stream_unique", "S2", "WIRE", says="came again after")
    assert report(spoilt, "stream_unique").findings_total == 1


def test_frame_that_never_comes_is_missed() -> None:
    """A gap in `seq` convicts, with private frames and with public ones."""
    for wanted in (ev.Cards, ev.Played):
        spoilt = edit(honest(), kind(wanted), lambda e: None)
        convicted(spoilt, "stream_reliable", "S3", "WIRE", says="never came")


def test_public_event_that_never_comes_is_missed() -> None:
    """A gap in the public numbers convicts although `seq` has none."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, number=e.number + 1))
    finding = convicted(spoilt, "stream_reliable", "S3", "WIRE", says="public events")
    assert "never came" in finding.what


def test_connection_that_begins_without_snapshot_is_not_resumable() -> None:
    """A first frame that is neither snapshot nor refusal convicts; public numbers before a snapshot miss nothing."""
    spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), lambda e: None)
    convicted(spoilt, "resumable", "S5", "WIRE", says="not a snapshot")
    assert report(spoilt, "resumable").evaluated == report(dropped(), "resumable").evaluated
    assert all("public events" not in finding.what for finding in report(spoilt, "stream_reliable").findings)


def test_refused_hello_is_no_snapshot_and_no_offence() -> None:
    """The refusal of a hello may come first; it is not counted as judged."""
    index = find(honest(), kind(ev.Snapshot))
    refused = ev.Refused(id=None, code="bad_secret", rule="BLF-E39")
    spoilt = edit(honest(), kind(ev.Snapshot), lambda e: replace(refused, seq=e.seq))
    assert type(honest()[index]) is Received
    assert acquitted(spoilt, "resumable").evaluated == report(honest(), "resumable").evaluated - 1


def test_snapshot_older_than_what_was_seen_is_not_resumable() -> None:
    """A player who comes back must not be taken back in time."""
    spoilt = edit(dropped(), kind(ev.Snapshot, phase="playing"), lambda e: replace(e, number=e.number - 20))
    finding = convicted(spoilt, "resumable", "S5", "WIRE", says="had already seen")
    assert {evidence.connection for evidence in finding.evidence} == {f"{PARTY}/ben#1", f"{PARTY}/ben#2"}


def test_closed_room_says_nothing_about_a_later_one_with_its_code() -> None:
    """A code that is given out again begins at number 1 again; nobody had seen more of that room."""
    twice = drop(drop(again(honest()), of(PartyEnded)), of(Exchange))
    assert acquitted(twice, "resumable").evaluated == 8


def test_receivers_that_are_told_different_things_disagree() -> None:
    """One receiver with another content of the same event convicts."""
    spoilt = edit(honest(), kind(ev.Played), lambda e: replace(e, count=e.count % 3 + 1), skip=2)
    convicted(spoilt, "agreement", "S6", "WIRE", says="reads played here and played elsewhere, or differs")
    other = edit(honest(), kind(ev.Called), lambda e: ev.Away(number=e.number, group=e.group, seq=e.seq, player="x"))
    convicted(other, "agreement", "S6", "WIRE", says="called here and away elsewhere")


def test_other_spelling_of_the_same_event_is_no_difference() -> None:
    """White space and the order of fields are not content."""

    def respelled(observation: Received) -> Received:
        fields = json.loads(observation.raw)
        return replace(observation, raw=json.dumps(dict(reversed(fields.items()))).encode())

    assert acquitted(alter(honest(), kind(ev.Played, "dee"), respelled, every=True), "agreement").evaluated > 0


def test_second_player_to_come_back_is_compared_with_his_own_past() -> None:
    """Flappers come back often; each snapshot is compared."""
    assert acquitted(rough(), "resumable").evaluated > 4
