"""The virtual world with the real gate and real parties in it."""

from __future__ import annotations

import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.clock import HOUR, SECOND
from harness.dialects.dialect import RoomOptions
from harness.dialects.native import NativeDialect
from harness.history.journal import Journal
from harness.history.observation import Closed, Observation, PartyEnded, RunEnded
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import derive, root_of
from harness.swarm.party import Party
from tests.runtimes.virtual.machines import MS

ROOT = root_of("whole")
STORM = Link(latency=20 * MS, jitter=15 * MS, stall_chance=0.02, stall=2 * SECOND, cut_chance=0.005)


def _party(name: str) -> Party:
    actors = tuple(
        ActorPlan(actor=actor, name=actor, persona=persona, think=(SECOND, 3 * SECOND))
        for actor, persona in (("ana", "honest"), ("ben", "bluffer"), ("cho", "caller"))
    )
    plan = PartyPlan(party=name, room=RoomOptions(seats=4), actors=actors, bots=1, matches=2)
    return Party(plan, NativeDialect(), derive(ROOT, name))


def _play(link: Link) -> tuple[list[Observation], str]:
    observations: list[Observation] = []
    journal = Journal(None)

    def tap(observation: Observation) -> None:
        observations.append(observation)
        journal.note(observation)

    gate = Gate(BackendConfig(), derive(ROOT, "gate"))
    run([_party("t1"), _party("t2")], gate, link=link, root=derive(ROOT, "network"), tap=tap, until=3 * HOUR)
    return observations, journal.digest()


@pytest.mark.parametrize("link", [Link(latency=20 * MS), STORM], ids=["steady", "storm"])
def test_parties_play_their_matches_to_the_end(link: Link) -> None:
    """Two parties play and end by themselves, in good weather and bad, the same way each time."""
    observations, digest = _play(link)
    assert [one.outcome for one in observations if isinstance(one, PartyEnded)] == ["done", "done"]
    assert isinstance(observations[-1], RunEnded)
    assert observations[-1].complete
    assert [one.at for one in observations] == sorted(one.at for one in observations)
    assert any(isinstance(one, Closed) and one.by == "network" for one in observations) == (link.cut_chance > 0)
    assert _play(link)[1] == digest
