"""What a scenario expects: lines that hold, and lines that do not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.history.observation import Exchange, FaultBegun, Observation, Opened, PartyEnded, StepFired
from harness.referee.expectations import Expectation
from harness.scenario.model import When
from harness.verdict import Finding, OracleReport, Verdict
from harness.wire import events as ev
from tests.referee.histories import (
    PARTY,
    SCENARIOS,
    History,
    alter,
    cut,
    drop,
    edit,
    event_at,
    events,
    find,
    honest,
    insert,
    judge,
    kind,
    of,
    plan,
    record,
    staged,
    step,
)

RECONNECT = "reconnect-mid-hand"
SOCKETS = "s02-one-seat-two-sockets"
DEAD = "s13-the-dead-stay-dead"
LEAVER = "e07-leaver-on-his-turn"


def judged(history: History, *lines: Expectation) -> OracleReport:
    """What the oracle says about these lines."""
    (told,) = judge(history, "expectations", expectations=lines).reports()
    assert not told.error, told.error
    return told


def line(scenario: str, what: str, actor: str = "", **args: Any) -> Expectation:
    """The first line of a scenario of this kind, about this actor and with these arguments if given."""
    found = next(one for one in staged(scenario)[1] if one.what == what)
    merged = {**dict(found.args), **args}
    return replace(found, actor=actor or found.actor, args=tuple(merged.items()))


def broken(history: History, expected: Expectation, says: str) -> Finding:
    """The finding that this line does not hold, which says why."""
    told = judged(history, expected)
    assert told.findings, f"the line holds: {expected}"
    finding = told.findings[0]
    assert (finding.oracle, finding.check, finding.rule) == ("expectations", "EXPECT", f"line {expected.line}")
    assert f"expects {expected.actor}: {expected.what}" in finding.what
    assert says in finding.what, finding.what
    return finding


@pytest.mark.parametrize("scenario", sorted(path.stem for path in SCENARIOS.glob("*.yaml")))
def test_scenarios_hold_what_they_expect(scenario: str) -> None:
    """The clean backend keeps every line of every scenario."""
    history, lines = staged(scenario)
    told = judged(history, *lines)
    assert not told.findings, told.findings[0]
    assert told.evaluated == len(lines)


def test_without_lines_nothing_is_judged() -> None:
    """A scenario that expects nothing has nothing to be valid."""
    assert judged(honest()).verdict is Verdict.UNKNOWN


# -- coming back -----------------------------------------------------------------------------


def table(**fields: Any) -> History:
    """The reconnect in which the snapshot after it shows another table."""

    def change(event: ev.Snapshot) -> ev.Snapshot:
        assert event.table is not None
        return replace(event, table=replace(event.table, **fields))

    return edit(staged(RECONNECT)[0], back, change)


def back(observation: Any, event: ev.Event | None) -> bool:
    """Ben's second snapshot."""
    return type(event) is ev.Snapshot and observation.connection.endswith("ben#2")


def snapshot() -> ev.Snapshot:
    """Ben's second snapshot as it was."""
    return event_at(staged(RECONNECT)[0], find(staged(RECONNECT)[0], back), ev.Snapshot)


def test_resume_with_another_seat() -> None:
    """The seat is the one that was lost."""
    history = edit(staged(RECONNECT)[0], back, lambda e: replace(e, seat=3))
    finding = broken(history, line(RECONNECT, "resumes"), "changed were seat")
    assert finding.room
    assert judged(history, line(RECONNECT, "resumes", same=("hand", "turn"))).verdict is Verdict.VALID


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"hand": 9}, "changed were hand"),
        ({"turn": 99}, "changed were deadline, turn"),
        ({"remaining_ms": 30_000}, "changed were deadline"),
        ({"remaining_ms": 0}, "changed were deadline"),
        ({"cards": ("*", "*")}, "changed were cards"),
    ],
)
def test_resume_to_another_table(fields: dict[str, Any], what: str) -> None:
    """Hand, turn, deadline and cards are what they were."""
    broken(table(**fields), line(RECONNECT, "resumes"), what)


def test_resume_without_a_table() -> None:
    """Who comes back to a room without a match has lost everything."""
    history = edit(staged(RECONNECT)[0], back, lambda e: replace(e, table=None, seat=None, phase="lobby"))
    broken(history, line(RECONNECT, "resumes"), "changed were cards, deadline, hand, seat, turn")


def test_resume_of_somebody_who_stayed() -> None:
    """Who was never lost cannot come back."""
    broken(staged(RECONNECT)[0], line(RECONNECT, "resumes", "ana"), "this player never came back")


def test_cards_that_were_never_seen_cannot_be_compared() -> None:
    """Who is lost before his cards came may come back to any."""
    before = snapshot().number
    history = drop(staged(RECONNECT)[0], lambda o, e: type(e) is ev.Cards and o.who.endswith("ben"))  # type: ignore[union-attr]
    told = judged(edit(history, back, lambda e: replace(e, number=before)), line(RECONNECT, "resumes"))
    assert not told.findings
    assert told.undecidable == 1


def test_fault_that_cuts_nothing_loses_nobody() -> None:
    """A stall is no end of a connection."""
    history, _ = staged("s15-slow-reader")
    assert any(isinstance(o, FaultBegun) and o.fault == "stall" for o in history)
    stalled = replace(line(RECONNECT, "resumes", "cho"), steps=2)
    broken(history, stalled, "this player never came back")


# -- answers ---------------------------------------------------------------------------------


def test_answers_of_commands() -> None:
    """A command is applied or refused, with that very code."""
    history = staged(DEAD)[0]
    broken(history, line(DEAD, "refused", code="stale_turn"), "the answer was out")
    broken(history, line(DEAD, "one_of", codes=("ok", "count")), "the answer was ")
    sockets = staged(SOCKETS)[0]
    broken(sockets, line(SOCKETS, "accepted", step="other"), "the answer was ")
    unanswered = drop(history, kind(ev.Refused))
    broken(unanswered, line(DEAD, "refused"), "the answer was none")


def refused_call(observation: Observation, event: ev.Event | None) -> bool:
    """A call that was answered 409."""
    return isinstance(observation, Exchange) and observation.status == 409


def test_answers_of_calls() -> None:
    """A call has the status and the code that were expected."""
    history = staged(DEAD)[0]
    broken(history, line(DEAD, "answered", status=409, code="full"), "the answer was 201")
    broken(history, line(DEAD, "answered", status=404), "the answer was 201")
    broken(history, line(DEAD, "answered", step="late-call"), "there was no such call")
    other = staged("late-joiner-and-equal-names")
    late = next(one for one in other[1] if one.what == "answered")
    args = dict(late.args)
    broken(other[0], replace(late, args=tuple({**args, "code": "full"}.items())), "the answer was 409 already_started")
    garbled = alter(other[0], refused_call, lambda o: replace(o, answer=b"no"))
    finding = broken(garbled, late, "the answer was 409")
    assert finding.what.endswith("409")


def test_calls_are_accepted_or_refused_like_commands() -> None:
    """A leave over HTTP is answered by its status."""
    history = staged(DEAD)[0]
    calls = {"step": "same-account"}
    accepted = replace(line(DEAD, "answered"), what="accepted", args=tuple(calls.items()))
    assert judged(history, accepted).verdict is Verdict.VALID
    refused = replace(line(DEAD, "answered"), what="refused", args=(("step", "leaver"), ("code", "already_started")))
    assert judged(history, refused).verdict is Verdict.VALID
    lost = alter(
        history, lambda o, e: isinstance(o, Exchange) and o.call > 0, lambda o: replace(o, status=0), every=True
    )
    broken(lost, accepted, "the answer was none")


def test_knock_is_answered_on_its_connection() -> None:
    """A theft attempt has no command id; its connection's first answer is taken."""
    history, lines = staged("s10-stolen-chair")
    knock = next(one for one in lines if one.what == "refused")
    broken(history, replace(knock, args=(("step", "seated"), ("code", "rate"))), "the answer was bad_secret")


# -- counts ----------------------------------------------------------------------------------


def test_counts() -> None:
    """Exactly, at least, at most."""
    history = staged(RECONNECT)[0]
    broken(history, line(RECONNECT, "auto_moves", count=2), "there were 0")
    leaver = staged(LEAVER)[0]
    broken(leaver, line(LEAVER, "events", event="left", count=0), "there were 1")
    exact = replace(line(LEAVER, "events"), args=(("event", "left"), ("by", "ben"), ("min", 1), ("max", 1)))
    assert judged(leaver, exact).verdict is Verdict.VALID
    broken(leaver, replace(exact, args=(("event", "left"), ("min", 2))), "there were 1")
    broken(leaver, replace(exact, args=(("event", "left"), ("max", 0))), "there were 1")
    broken(leaver, replace(exact, args=(("event", "left"), ("by", "ana"), ("min", 1))), "there were 0")


def test_automatic_moves_are_counted_by_actor() -> None:
    """Who was moved was moved."""
    history, lines = staged("all-away")
    autos = next(one for one in lines if one.what == "auto_moves")
    assert judged(history, autos).verdict is Verdict.VALID
    broken(history, replace(autos, args=(("max", 0),)), "there were ")


def test_closes() -> None:
    """The server closed a connection of this player with this code."""
    history = staged(SOCKETS)[0]
    broken(history, line(SOCKETS, "closed", code=4009), "the server closed with [")
    broken(history, line(SOCKETS, "closed", "dee", code=4000), "the server closed with ")


# -- ends ------------------------------------------------------------------------------------


def test_places_points_and_owners() -> None:
    """The result and the owner are as expected."""
    leaver = staged(LEAVER)[0]
    broken(leaver, replace(line(LEAVER, "place"), args=(("is", 1),)), "it is 4")
    broken(leaver, replace(line(LEAVER, "points"), args=(("is", 10),)), "it is 0")
    unfinished = drop(leaver, kind(ev.MatchOver))
    broken(unfinished, line(LEAVER, "place"), "there is no result for this player")
    broken(leaver, line(LEAVER, "place", "nobody"), "there is no result for this player")
    owner = replace(line(LEAVER, "place"), what="owner", args=())
    assert judged(leaver, replace(owner, actor="ana")).verdict is Verdict.VALID
    broken(leaver, replace(owner, actor="cho"), "the owner is ana")
    strangers = edit(leaver, kind(ev.Roster), lambda e: replace(e, owner="p_stranger"), every=True)
    broken(strangers, replace(owner, actor="ana"), "the owner is nobody of ours")


# -- which attempt counts --------------------------------------------------------------------


def counting(event: str, **args: Any) -> Expectation:
    """So many events of this kind happened in the room of the plain party, whose script has one step."""
    merged = {"event": event, **args}
    return Expectation(party=PARTY, line=1, actor="room", what="events", args=tuple(merged.items()), steps=1)


def test_match_with_an_unfinished_script_does_not_count() -> None:
    """The script is played again, and only that match is judged."""
    script = (step("ben", "ping", When(event="eliminated", by="ben", where=(("place", 4),))),)
    history = record(plan("honest", "caller", "honest", "honest", script=script), seed=28)
    starts = sum(isinstance(e, ev.MatchStarted) and o.who.endswith("ana") for _, o, e in events(history))
    assert starts > 1
    assert judged(history, counting("match_started", count=1)).verdict is Verdict.VALID
    broken(history, counting("match_started", count=starts), "there were 1")


def test_script_that_was_not_finished_decides_nothing() -> None:
    """A step that never fired leaves the lines open."""
    history, lines = staged(LEAVER)
    unfired = alter(history, of(PartyEnded), lambda o: replace(o, unfired=(8,)))
    told = judged(unfired, *lines)
    assert (told.evaluated, told.undecidable) == (0, len(lines))
    first = find(history, of(StepFired))
    halves = alter(
        history,
        lambda o, e: isinstance(o, StepFired) and o is not history[first],
        lambda o: replace(o, attempt=2),
        every=True,
    )
    told = judged(halves, *lines)
    assert (told.evaluated, told.undecidable) == (0, len(lines))
    assert not judged(cut(history, first), *lines).evaluated


@pytest.mark.parametrize("outcome", ["failed", "stopped", "stuck"])
def test_party_that_could_not_finish_decides_nothing(outcome: str) -> None:
    """A target that dies owes the scenario nothing any more; the oracles say what there is to say."""
    history, lines = staged(LEAVER)
    told = judged(alter(history, of(PartyEnded), lambda o: replace(o, outcome=outcome)), *lines)
    assert (told.evaluated, told.undecidable) == (0, len(lines))


def test_other_parties_are_left_alone() -> None:
    """A party that plays no script has no lines, and its steps and its end count for nobody."""
    history, lines = staged("garbage-strikes")
    other = [o for o in history if isinstance(o, PartyEnded) and o.party != lines[0].party]
    assert other
    at = history[-1].at
    extra = StepFired(at=at, party=other[0].party, attempt=1, index=0, who=f"{other[0].party}/wim", verb="ping")
    opened = next(o for o in history if isinstance(o, Opened) and o.who.startswith(f"{other[0].party}/"))
    fault = FaultBegun(at=opened.at, who=opened.who, connection=opened.connection, fault="rst")
    spoilt = insert(insert(history, len(history) - 1, extra), history.index(opened) + 1, fault)
    told = judged(spoilt, *lines)
    assert not told.findings
    assert told.evaluated == len(lines)


def test_what_happens_when_the_party_packs_up_does_not_count() -> None:
    """Players who leave after the script was done and the match decided are no part of the story."""
    history, lines = staged(LEAVER)
    rosters = {e.number for _, _, e in events(history) if isinstance(e, ev.Roster)}
    packing = {e.number for _, _, e in events(history) if isinstance(e, ev.Roster) and e.phase == "results"}
    assert packing
    told = replace(line(LEAVER, "events"), args=(("event", "roster"), ("count", len(rosters - packing))))
    assert judged(history, told, *lines).verdict is Verdict.VALID


# -- other games -----------------------------------------------------------------------------

REFUSED = "dice-bids-that-are-refused"


def test_a_refusal_without_an_id_answers_the_forged_command() -> None:
    """A frame that could not be read has no id to be answered by; the oldest forged one is meant."""
    history, lines = staged(REFUSED)
    forged = next(one for one in lines if dict(one.args).get("step") == "dice")
    broken(history, replace(forged, args=(("step", "dice"), ("code", "rate"))), "the answer was malformed")


def test_totals_of_a_match() -> None:
    """In Wizard what the sheet adds up to; elsewhere there is no sheet."""
    history, lines = staged("wizard-tricks-that-are-refused")
    over = next(event for _, _, event in events(history) if type(event) is ev.MatchOver)
    assert isinstance(over, ev.MatchOver)
    total = replace(lines[0], actor="ana", what="total", args=(("is", over.result.totals[0]),))
    assert judged(history, total).verdict is Verdict.VALID
    broken(history, replace(total, args=(("is", 1),)), f"it is {over.result.totals[0]}")
    dice, lines = staged(REFUSED)
    broken(dice, replace(lines[0], actor="ana", what="total", args=(("is", 0),)), "there are no totals")


def test_automatic_moves_of_other_games_are_counted() -> None:
    """A sealed bid that the clock made is one."""
    history, lines = staged("wizard-sealed-bids")
    cho = next(one for one in lines if one.what == "auto_moves")
    assert judged(history, cho).verdict is Verdict.VALID
    broken(history, replace(cho, args=(("count", 0),)), "there were ")
