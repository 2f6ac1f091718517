"""Rooms of games that the referee cannot judge yet: what is the same in all games is judged, the rest passed over."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.clock import HOUR, MILLISECOND, SECOND
from harness.dialects.dialect import RoomOptions
from harness.dialects.native import NativeDialect
from harness.history.observation import Exchange, Observation, Received
from harness.referee.referee import ANY_GAME, Referee
from harness.referee.salvage import salvage
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import derive, root_of
from harness.swarm.party import Party
from harness.verdict import Finding, Verdict
from harness.wire import events as ev
from harness.wire.options import WizardOptions

DIALECT = NativeDialect()


def history(room: RoomOptions) -> tuple[Observation, ...]:
    """Two matches of four, one of whom drops now and then."""
    root = root_of(room.game)
    actors = tuple(
        ActorPlan(actor=name, name=name, persona=persona, think=(SECOND, 2 * SECOND))
        for name, persona in (("ana", "honest"), ("ben", "flapper"), ("cho", "bluffer"), ("dee", "caller"))
    )
    party = Party(PartyPlan(party="t0", room=room, actors=actors, matches=2), DIALECT, derive(root, "t0"))
    seen: list[Observation] = []
    gate = Gate(BackendConfig(), derive(root, "gate"))
    run([party], gate, link=Link(latency=20 * MILLISECOND), root=root, tap=seen.append, until=24 * HOUR)
    return tuple(seen)


HISTORIES = {
    "liars_dice": history(RoomOptions(game="liars_dice")),
    "bluff": history(RoomOptions(game="bluff")),
    "wizard": history(RoomOptions(game="wizard", wizard=WizardOptions(length="five", bids="hidden"))),
}


def judged(observations: Sequence[Observation]) -> Referee:
    """A referee that has seen all of it."""
    referee = Referee(DIALECT)
    for observation in observations:
        referee.observe(observation)
    return referee


def findings(observations: Sequence[Observation]) -> list[Finding]:
    """What it has found."""
    return [finding for report in judged(observations).reports() for finding in report.findings]


@pytest.mark.parametrize("game", HISTORIES)
def test_a_good_history_is_acquitted_by_those_who_know_every_game(game: str) -> None:
    """And the oracles of Bluffers have had nothing to judge, and did not break."""
    reports = judged(HISTORIES[game]).reports()
    assert [finding for report in reports for finding in report.findings] == []
    assert [report.error for report in reports if report.error] == []
    told = {report.oracle for report in reports if report.verdict is Verdict.VALID}
    assert ANY_GAME - told <= {"resumable", "takeover", "stale_goodbye", "containment", "restart"}
    assert not told & {"placement", "points", "dealing", "turn_order", "single_move"}


@pytest.mark.parametrize("game", HISTORIES)
def test_rooms_that_we_did_not_open_are_known_by_their_first_snapshot(game: str) -> None:
    """Without the call that created the room, once a match runs at the first snapshot."""
    observations = [one for one in HISTORIES[game] if not (isinstance(one, Exchange) and one.path == "/v1/rooms")]
    start = next(
        at for at, one in enumerate(observations)
        if isinstance(one, Received) and isinstance(e := DIALECT.decode(one.raw), ev.Snapshot) and e.table is not None
    )  # fmt: skip
    tail = [one for one in observations[:start] if not isinstance(one, Received)] + observations[start:]
    assert not [finding for finding in findings(tail) if finding.oracle not in ANY_GAME]


@pytest.mark.parametrize("game", HISTORIES)
def test_a_frame_too_many_and_a_leak_are_found_in_every_game(game: str) -> None:
    """A repeated frame breaks the stream; a field that no schema knows is a leak."""
    observations = list(HISTORIES[game])
    at = next(
        at for at, one in enumerate(observations)
        if isinstance(one, Received) and type(DIALECT.decode(one.raw)).__name__ in ("BidMade", "Laid", "CardPlayed")
    )  # fmt: skip
    frame = observations[at]
    assert isinstance(frame, Received)
    twice = [*observations[: at + 1], frame, *observations[at + 1 :]]
    assert {finding.oracle for finding in findings(twice)} & ANY_GAME
    leaky = msgspec.json.encode({**msgspec.json.decode(frame.raw), "dice": [[1, 2]]})
    observations[at] = replace(frame, raw=leaky)
    found = findings(observations)
    assert any(finding.oracle == "hand_privacy" and "dice" in finding.what for finding in found)


@pytest.mark.parametrize("game", HISTORIES)
def test_a_snapshot_with_unknown_fields_is_salvaged_in_every_game(game: str) -> None:
    """The shape goes by the name of the game in it."""
    raw = next(
        one.raw for one in HISTORIES[game]
        if isinstance(one, Received) and isinstance(e := DIALECT.decode(one.raw), ev.Snapshot) and e.table is not None
    )  # fmt: skip
    tree = msgspec.json.decode(raw)
    tree["table"]["hands"] = [["K"]]
    saved = salvage(msgspec.json.encode(tree))
    assert saved.unknown == ("table.hands",)
    assert saved.event == DIALECT.decode(raw)
    tree["table"]["game"] = "poker"
    assert salvage(msgspec.json.encode(tree)).event is None
