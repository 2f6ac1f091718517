"""Whole matches of all games in the virtual world, with drops, leavers and cheats, judged as far as may be."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.clock import HOUR, SECOND
from harness.dialects.dialect import RoomOptions
from harness.dialects.native import NativeDialect
from harness.history.observation import Observation, PartyEnded, Received
from harness.referee.referee import Referee
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import derive, root_of
from harness.swarm.party import Party
from harness.verdict import Verdict
from harness.wire import events as ev
from harness.wire.options import BluffOptions, WizardOptions
from tests.runtimes.virtual.machines import MS

DIALECT = NativeDialect()
STORM = Link(latency=20 * MS, jitter=15 * MS, stall_chance=0.02, stall=2 * SECOND, cut_chance=0.005)
ROOMS = {
    "liars_dice": RoomOptions(game="liars_dice", seats=5),
    "bluff": RoomOptions(game="bluff", seats=5),
    "bluff-on": RoomOptions(game="bluff", seats=5, bluff=BluffOptions(end="play_on", seat_change=True)),
    "wizard": RoomOptions(game="wizard", seats=5, wizard=WizardOptions(length="five")),
    "wizard-hidden": RoomOptions(game="wizard", seats=5, wizard=WizardOptions(length="five", bids="hidden")),
    "wizard-secret": RoomOptions(game="wizard", seats=5, wizard=WizardOptions(length="five", bids="secret")),
}
STEADY = ("honest", "bluffer", "caller", "random")
RESTLESS = ("flapper", "quitter", "sleepy", "hesitant")


class Played:
    """One party's run: what was heard, and what the referee says."""

    def __init__(
        self, room: RoomOptions, personas: tuple[str, ...], link: Link, mischief: tuple[str, ...] = ()
    ) -> None:
        self.outcomes: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.results: list[ev.Result] = []
        self.referee = Referee(DIALECT)
        root = root_of(f"{room.game} {personas} {mischief}")
        actors = tuple(
            ActorPlan(actor=f"a{i}", name=f"a{i}", persona=persona, think=(SECOND, 3 * SECOND), mischief=mischief)
            for i, persona in enumerate(personas)
        )
        plan = PartyPlan(party="t1", room=room, actors=actors, bots=room.seats - len(actors), matches=2)
        party = Party(plan, DIALECT, derive(root, "party"))
        gate = Gate(BackendConfig(), derive(root, "gate"))
        run([party], gate, link=link, root=derive(root, "net"), tap=self._tap, until=24 * HOUR)

    def _tap(self, observation: Observation) -> None:
        self.referee.observe(observation)
        if isinstance(observation, PartyEnded):
            self.outcomes.append(observation.outcome)
        elif isinstance(observation, Received):
            event = DIALECT.decode(observation.raw)
            self.kinds[type(event).__name__] += 1
            if isinstance(event, ev.Refused):
                self.refused[event.code] += 1
            elif isinstance(event, ev.MatchOver):
                self.results.append(event.result)

    def findings(self, *without: str) -> list[str]:
        """What the referee holds against the backend."""
        return [
            f"{finding.oracle} {finding.what}"
            for report in self.referee.reports() if report.oracle not in without for finding in report.findings
        ]  # fmt: skip


@pytest.mark.parametrize("game", ROOMS)
def test_matches_are_played_to_the_end_in_good_weather(game: str) -> None:
    """No move is refused, no points are given, and nothing is found by the oracles that know every game."""
    played = Played(ROOMS[game], STEADY, Link(latency=20 * MS))
    assert played.outcomes == ["done"]
    assert not played.refused
    assert all(set(result.points) == {0} and not result.ranked for result in played.results)
    assert played.findings() == []
    judged = {report.oracle for report in played.referee.reports() if report.verdict is Verdict.VALID}
    assert judged >= {"stream_order", "stream_unique", "stream_reliable", "agreement", "seat_binding", "room_codes"}
    assert not [report.error for report in played.referee.reports() if report.error]


@pytest.mark.parametrize("game", ROOMS)
def test_matches_are_played_to_the_end_with_drops_and_leavers(game: str) -> None:
    """In bad weather, with personas that come and go."""
    played = Played(ROOMS[game], RESTLESS, STORM)
    assert played.outcomes == ["done"]
    assert not set(played.refused) - {"stale_turn", "no_match", "out", "bad_secret"}
    # The network cut them, not the backend.
    assert played.findings("bystander") == []
    assert played.kinds["Away"]


@pytest.mark.parametrize("game", ROOMS)
def test_cheats_break_no_game(game: str) -> None:
    """They are refused, moves of other games among them, and the others play on."""
    cheats = ("out_of_turn", "stale_turn", "wrong_game", "double_send", "forged_score", "other_seat", "garbage")
    played = Played(ROOMS[game], STEADY, Link(latency=20 * MS), cheats)
    assert played.outcomes == ["done"]
    assert played.refused["wrong_game"]
    assert played.refused["malformed"]
    assert played.findings() == []


def test_all_events_of_all_games_occur() -> None:
    """Over the matches of this module, every public event of the wire but those of Bluffers."""
    seen: set[str] = set()
    for room in ROOMS.values():
        seen |= set(Played(room, RESTLESS, STORM).kinds) | set(Played(room, STEADY, STORM).kinds)
    bluffers = {"HandStarted", "Played", "Called", "Pulled", "HandVoid", "LegalChanged", "RoomClosed", "LeftTable"}
    assert {kind.__name__ for kind in ev.PublicEvent.__args__} - seen <= bluffers
