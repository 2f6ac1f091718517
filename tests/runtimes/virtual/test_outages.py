"""The backend dies and begins again, in the middle of matches of all games."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from harness.backend.config import BackendConfig
from harness.backend.gate import Gate
from harness.backend.messages import Journaled, Keep, Settled
from harness.clock import HOUR, SECOND, Instant
from harness.dialects.dialect import RoomOptions
from harness.dialects.native import NativeDialect
from harness.errors import LocalError
from harness.history.observation import Closed, Exchange, FaultBegun, FaultEnded, Observation, PartyEnded, Unopened
from harness.referee.moment import Sandwich
from harness.referee.referee import Referee
from harness.runtimes.virtual.network import Link
from harness.runtimes.virtual.run import run
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.seed import Stream, derive, root_of, stream
from harness.swarm.effects import Effect, Message, Note, Outage
from harness.swarm.party import Party
from harness.wire.options import BluffOptions, WizardOptions
from tests.runtimes.virtual.machines import MS

DIALECT = NativeDialect()
LATENCY = 20 * MS
ROOMS = {
    "bluffers": RoomOptions(),
    "liars_dice": RoomOptions(game="liars_dice", seats=4),
    "bluff": RoomOptions(game="bluff", seats=4, bluff=BluffOptions(end="play_on")),
    "wizard": RoomOptions(game="wizard", seats=4, wizard=WizardOptions(length="five", bids="hidden")),
}
HOWS: tuple[Outage, ...] = tuple(
    Outage("t9", how, point, down)
    for how, point, down in (
        ("kill", "idle", 0),
        ("kill", "before-write", SECOND),
        ("kill", "after-write", 2 * SECOND),
        ("stop", "idle", SECOND),
    )
)


class Chaos:
    """Ends the backend again and again, some seconds apart."""

    def __init__(self, chance: Stream, times: int) -> None:
        instants = itertools.accumulate(chance.between(4 * SECOND, 25 * SECOND) for _ in range(times))
        self._plan = [(at, chance.choice(HOWS)) for at in instants]

    def begin(self, *, now: Instant) -> Sequence[Effect]:
        return ()

    def receive(self, message: Message, *, now: Instant) -> Sequence[Effect]:
        return ()

    def wake(self, *, now: Instant) -> Sequence[Effect]:
        out: list[Effect] = []
        while self._plan and self._plan[0][0] <= now:
            out.append(self._plan.pop(0)[1])
        if not self._plan:
            out.append(Note(PartyEnded(at=now, party="t9", outcome="done")))
        return out

    def deadline(self) -> Instant | None:
        return self._plan[0][0] if self._plan else None


class Stormy:
    """One party that plays while the backend dies."""

    def __init__(self, game: str, seed: int, times: int = 4) -> None:
        root = root_of(f"{game} {seed}")
        actors = tuple(
            ActorPlan(actor=f"a{i}", name=f"a{i}", persona=persona, think=(SECOND, 3 * SECOND))
            for i, persona in enumerate(("honest", "random", "caller"))
        )
        plan = PartyPlan(party="t1", room=ROOMS[game], actors=actors, bots=1, matches=2)
        self.seen: list[Observation] = []
        self.referee = Referee(DIALECT, sandwich=Sandwich(delay_min=LATENCY, delay_max=LATENCY))
        self.gates: list[Gate] = []
        self.root = derive(root, "gate")
        run(
            [Party(plan, DIALECT, derive(root, "party")), Chaos(stream(root, "chaos"), times)], self.gate(),
            link=Link(latency=LATENCY), root=root, tap=self.tap, until=24 * HOUR, rebuild=self.gate,
        )  # fmt: skip

    def gate(
        self, settled: Sequence[Settled] = (), kept: Sequence[Keep] = (), journals: Sequence[Journaled] = ()
    ) -> Gate:
        self.gates.append(Gate(BackendConfig(), self.root, settled=settled, kept=kept, journals=journals))
        return self.gates[-1]

    def tap(self, observation: Observation) -> None:
        self.seen.append(observation)
        self.referee.observe(observation)

    def outcome(self) -> str:
        return next(o.outcome for o in self.seen if isinstance(o, PartyEnded) and o.party == "t1")


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.parametrize("seed", range(6))
def test_matches_of_all_games_survive_any_row_of_outages(game: str, seed: int) -> None:
    """The party comes to its end, no room is void, and nothing is found."""
    stormy = Stormy(game, seed)
    assert stormy.outcome() == "done"
    assert not [gate.void for gate in stormy.gates if gate.void]
    findings = [str(finding) for report in stormy.referee.reports() for finding in report.findings]
    assert findings == []
    assert not [report.error for report in stormy.referee.reports() if report.error]
    assert next(r for r in stormy.referee.reports() if r.oracle == "restart").evaluated


def test_what_the_tap_sees_of_an_outage() -> None:
    """The fault of the whole backend, then each connection's fault with its end; refusals while it is down."""
    seen = Stormy("bluffers", 1).seen
    begun = [o for o in seen if isinstance(o, FaultBegun) and not o.connection]
    ended = [o for o in seen if isinstance(o, FaultEnded) and not o.connection]
    assert [o.fault for o in begun] == [o.fault for o in ended]
    assert {o.who for o in begun} == {"t9"}
    for fault in (o for o in seen if isinstance(o, FaultBegun) and o.connection):
        (closed,) = [o for o in seen if isinstance(o, Closed) and o.connection == fault.connection]
        assert closed.at == fault.at
        expected = {"server-kill": (1006, "us"), "server-stop": (1001, "them")}
        assert (closed.code, closed.by) == expected[fault.fault]
    down = [(b.at, e.at) for b, e in zip(begun, ended, strict=True)]
    for refused in (o for o in seen if isinstance(o, Unopened) or (isinstance(o, Exchange) and not o.status)):
        assert any(at <= refused.at <= until + 2 * LATENCY for at, until in down)


def test_a_backend_that_cannot_be_made_anew_is_not_ended() -> None:
    """It is a mistake of whoever runs it."""
    gate = Gate(BackendConfig(), root_of(1))
    with pytest.raises(LocalError, match="cannot be made anew"):
        run([Chaos(stream(root_of(1), "x"), 1)], gate, link=Link(), root=root_of(1), tap=None, until=HOUR)


def test_an_outage_while_it_is_down_changes_nothing() -> None:
    """It is down already."""
    seen: list[Observation] = []

    class Twice(Chaos):
        def __init__(self) -> None:
            self._plan = [(SECOND, HOWS[3]), (SECOND + MS, HOWS[3])]

    def gate(*stored: object) -> Gate:
        return Gate(BackendConfig(), root_of(1))

    run([Twice()], gate(), link=Link(), root=root_of(1), tap=seen.append, until=HOUR, rebuild=gate)
    assert len([o for o in seen if isinstance(o, FaultBegun)]) == 1
