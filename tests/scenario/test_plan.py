"""A case becomes the plan of one run: plain data, the same for the same arguments."""

from __future__ import annotations

from collections.abc import Callable

from harness.clock import MILLISECOND, MINUTE, SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.referee.expectations import Expectation
from harness.scenario.model import Scenario
from harness.scenario.plan import expectations, unroll

Read = Callable[[str], Scenario]

SCRIPTED = """\
table: {seats: 3, turn: 20s}
matrix: {how: [close, rst]}
chance: {opener: 1}
think: [1s, 2s]
tries: 4
matches: 2
script:
  - {when: {turn: ben, deadline: -20ms}, do: {ben: drop, how: $how}}
  - {after: 10s, do: {ben: reconnect}}
expect: [{ben: owner}]
"""


def test_a_case_is_one_party(scenario: Read) -> None:
    """Room options, actors, bots and script are those of the case."""
    found = scenario(SCRIPTED)
    plan = unroll(found, found.cases[1], "7")
    assert (plan.scenario, plan.case, plan.seed) == (found, (("how", "rst"),), "7")
    assert plan.expect == found.cases[1].expect
    assert plan.network == found.cases[1].network
    (party,) = plan.parties
    assert party.party == "t000"
    assert party.room == RoomOptions(seats=3, turn_ms=20_000, chance=ChanceScript(opener=1))
    assert [(actor.actor, actor.persona, actor.joins) for actor in party.actors] == [
        ("ana", "honest", True), ("ben", "caller", True), ("cho", "honest", False),
    ]  # fmt: skip
    assert party.bots == 1
    assert party.script == found.cases[1].script
    assert (party.tries, party.matches, party.patience) == (4, 2, 5 * MINUTE)


def test_the_servers_own_clock(scenario: Read) -> None:
    """Without a clock in the file and for the run, the room asks for none."""
    found = scenario("")
    assert unroll(found, found.cases[0], "7").parties[0].room.turn_ms is None


def test_a_shorter_clock_shortens_everything_but_offsets(scenario: Read) -> None:
    """Pauses, think times and patience shrink with the clock; offsets from a deadline do not."""
    found = scenario(SCRIPTED)
    (party,) = unroll(found, found.cases[0], "7", turn=2 * SECOND).parties
    assert party.room.turn_ms == 2000
    assert party.script[1].after == SECOND
    assert party.actors[0].think == (100 * MILLISECOND, 200 * MILLISECOND)
    assert party.patience == 30 * SECOND
    when = party.script[0].when
    assert when is not None
    assert when.deadline == -20 * MILLISECOND


def test_a_longer_clock_changes_nothing(scenario: Read) -> None:
    """A case that is played on a short clock anyway is not slowed down."""
    found = scenario(SCRIPTED)
    assert unroll(found, found.cases[0], "7", turn=30 * SECOND) == unroll(found, found.cases[0], "7")


def test_patience_has_a_floor(scenario: Read) -> None:
    """Even with the shortest clock a party waits some real seconds before it says that it is stuck."""
    found = scenario(SCRIPTED)
    assert unroll(found, found.cases[0], "7", turn=200 * MILLISECOND).parties[0].patience == 10 * SECOND


def test_a_file_without_a_clock_is_written_for_thirty_seconds(scenario: Read) -> None:
    """Its durations shrink in proportion to the game's own clock (BLF-14)."""
    found = scenario("script: [{after: 3s, do: {ana: leave}}]")
    (party,) = unroll(found, found.cases[0], "7", turn=3 * SECOND).parties
    assert party.script[0].after == 300 * MILLISECOND


def test_names_belong_to_seed_party_and_actor(scenario: Read) -> None:
    """The same seed gives the same names, another seed or party other ones."""
    found = scenario("tables: 2")
    case = found.cases[0]
    plan = unroll(found, case, "7")
    assert plan == unroll(found, case, "7")
    one, two = plan.parties
    assert [actor.name for actor in one.actors] != [actor.name for actor in two.actors]
    assert [actor.name for actor in one.actors] != [actor.name for actor in unroll(found, case, "8").parties[0].actors]


def test_several_tables_and_a_witness(scenario: Read) -> None:
    """Every table plays the script; the witness is an honest room of four without one, and comes last."""
    found = scenario("tables: 3\nwitness: true\nscript: [{do: {ana: ping}}]")
    plan = unroll(found, found.cases[0], "7", turn=3 * SECOND, prefix="x")
    assert [party.party for party in plan.parties] == ["x000", "x001", "x002", "x-witness"]
    assert [len(party.script) for party in plan.parties] == [1, 1, 1, 0]
    witness = plan.parties[-1]
    assert {actor.persona for actor in witness.actors} == {"honest"}
    assert len(witness.actors) == 4
    assert witness.actors[0].think == (100 * MILLISECOND, 300 * MILLISECOND)
    assert (witness.room.turn_ms, witness.matches) == (3000, 1)


def test_expectations_for_the_referee(scenario: Read) -> None:
    """Each line is judged once for every party that plays the script, and never for the witness."""
    found = scenario(
        """\
        tables: 2
        witness: true
        script: [{do: {ana: hold}}, {label: late, do: {ben: leave}}]
        expect: [{ben: accepted, step: late}, {room: events, event: left, count: 1}]
        """
    )
    lines = expectations(unroll(found, found.cases[0], "7"))
    assert [(line.party, line.actor) for line in lines] == [
        ("t000", "ben"),
        ("t000", "room"),
        ("t001", "ben"),
        ("t001", "room"),
    ]
    assert lines[0] == Expectation(
        party="t000", line=7, actor="ben", what="accepted", args=(("step", "late"),), labels=(("late", 1),), steps=2
    )
