"""When a step's moment is there: every condition, pauses, deadlines, retries, and what keeps a party waiting."""

from __future__ import annotations

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.scenario.model import Step, When
from harness.scenario.plan import ActorPlan
from harness.seed import root_of
from harness.swarm import effects as fx
from harness.swarm.desk import Desk
from harness.swarm.scene import Scene
from harness.swarm.script import TAGS, Script
from harness.swarm.seat import Seat
from harness.wire import commands, events
from harness.wire.options import WizardOptions
from tests.swarm.world import DIALECT, World, actor, plan, play, step

FOUR = ("ana", "ben", "cho", "dee")
OPENS = RoomOptions(chance=ChanceScript(opener=0))
"""Ana opens, and turns go round in order of joining."""


def fired_at(world: World, index: int = 0) -> int:
    return next(note.at for note in world.fired() if note.index == index)


def first(world: World, kind: type, **fields: object) -> int:
    """When the first event of this kind with these fields came in anywhere."""
    for at, item in world.log:
        if isinstance(item, fx.Arrived):
            event = DIALECT.decode(item.raw)
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items()):
                return at
    raise AssertionError(f"no {kind}")


def test_every_event_has_a_name() -> None:
    """Scripts can wait for every event by its name on the wire."""
    assert len(TAGS) == 43 and TAGS["turn"] is events.TurnStarted and TAGS["refused"] is events.Refused


def test_without_a_moment_a_step_fires_as_soon_as_the_party_is_together() -> None:
    """No `when` means at once: before the match, when everybody sits."""
    world = play(plan(*FOUR, script=(step("ana", "ping"), step("ben", "ping"))))
    assert fired_at(world, 0) == fired_at(world, 1) <= first(world, events.MatchStarted)


def test_phase_lobby_keeps_the_party_from_starting() -> None:
    """A step that belongs into the lobby, and its pause, come before the start."""
    script = (step("ana", "ping", When(phase="lobby"), after=3 * SECOND), step("ben", "ping", When(phase="playing")))
    world = play(plan(*FOUR, script=script))

    assert fired_at(world, 0) == 3 * SECOND
    assert world.at(fx.Call, call=world.calls("POST", "/start")[0].call)[0] == 3 * SECOND
    assert fired_at(world, 1) == first(world, events.MatchStarted)


def test_phase_results_comes_before_the_goodbye() -> None:
    """A step after the match fires before anybody leaves, with its pause."""
    world = play(plan(*FOUR, script=(step("ana", "ping", When(phase="results"), after=7 * SECOND),)))

    over = first(world, events.MatchOver)
    assert fired_at(world) == over + 7 * SECOND <= world.ended.at
    leaves = [at for at, item in world.log if isinstance(item, fx.Transmit) and b'"leave"' in item.raw]
    assert min(leaves) >= fired_at(world)


def test_a_step_that_only_waits_does_not_keep_a_phase_for_ever() -> None:
    """An event that never comes is given up after twice the time of a lobby seat and ten seconds."""
    script = (step("ana", "ping", When(phase="lobby", event="away")),)
    world = play(plan("ana", "ben", script=script, tries=1))

    assert world.ended.outcome == "done" and world.ended.unfired == (0,)
    assert world.at(fx.Call, call=world.calls("POST", "/start")[0].call)[0] == 130 * SECOND


def test_hand_and_turn() -> None:
    """`hand` and `turn` name the n-th hand and the actor to move; both may hold already."""
    world = play(plan(*FOUR, room=OPENS, script=(step("dee", "ping", When(hand=1, turn="ben")),)))

    assert fired_at(world) == first(world, events.TurnStarted, seat=1)


def test_turn_of_nobody_known_never_comes() -> None:
    """A turn of somebody who is no fake player is never seen; the step stays unfired."""
    world = play(plan("ana", bots=1, script=(step("ana", "ping", When(turn="robot")),), tries=1))
    assert world.ended.unfired == (0,)


def test_second_hand() -> None:
    """A later hand is waited for."""
    world = play(plan(*FOUR, script=(step("dee", "ping", When(hand=2)),)))
    assert fired_at(world) == first(world, events.HandStarted, hand=2)


def test_forced_and_free() -> None:
    """`forced` asks whether the seat to move may only call."""
    script = (step("ana", "ping", When(forced=False)), step("ana", "ping", When(forced=True)))
    world = play(plan(actor("ana", "bluffer"), actor("ben", "bluffer"), script=script, seats=2, matches=1))

    assert world.ended.unfired == ()
    assert fired_at(world, 1) == first(world, events.TurnStarted, legal=("call",))


def test_match_counts_from_the_beginning_of_the_attempt() -> None:
    """`match: 2` is the next match; waiting for it does not begin the script anew."""
    script = (step("ana", "ping", When(match=1, hand=1)), step("ana", "ping", When(match=2, hand=1)))
    world = play(plan(*FOUR, script=script))

    assert [(note.attempt, note.index) for note in world.fired()] == [(1, 0), (1, 1)]
    assert fired_at(world, 1) >= first(world, events.MatchOver)
    assert world.ended.unfired == () and len(world.calls("POST", "/start")) == 2


def test_the_lobby_of_the_rematch_belongs_to_the_same_attempt() -> None:
    """A step for the lobby after a match waits for the rematch."""
    script = (step("ana", "ping", When(phase="results")), step("ben", "ping", When(phase="lobby")))
    world = play(plan(*FOUR, script=script, tries=5))

    assert [(note.attempt, note.index) for note in world.fired()] == [(1, 0), (1, 1)]


def test_event_by_whom_with_fields() -> None:
    """`event`, `by` and `where` all have to fit; the first arrival at any of our players counts."""
    script = (step("ana", "ping", When(event="played", by="cho", where=(("auto", None),))),)
    world = play(plan(*FOUR, room=OPENS, script=script))
    assert fired_at(world) == first(world, events.Played, seat=2)

    script = (step("ana", "ping", When(event="played", where=(("count", 17),))),)
    assert play(plan(*FOUR, script=script, tries=1)).ended.unfired == (0,)

    script = (step("ana", "ping", When(event="played", where=(("colour", None),))),)
    assert play(plan(*FOUR, script=script, tries=1)).ended.unfired == (0,)


def test_event_by_player() -> None:
    """Events about players rather than seats are found by player."""
    script = (step("ben", "drop", When(hand=1)), step("ana", "ping", When(event="away", by="ben")))
    world = play(plan(*FOUR, script=script))
    assert fired_at(world, 1) == fired_at(world, 0) + 10 * SECOND


def test_event_without_anybody_concerns_nobody() -> None:
    """`by` never fits an event that names nobody."""
    world = play(plan(*FOUR, script=(step("ana", "ping", When(event="hand_started", by="ana")),), tries=1))
    assert world.ended.unfired == (0,)


def test_private_events_concern_their_receiver() -> None:
    """Private events can be waited for, too; `by` is who got them."""
    script = (
        step("ana", "call", When(turn="ben", hand=1)),
        step("ana", "ping", When(event="refused", by="ana", where=(("code", "not_your_turn"),))),
        step("ben", "reconnect"),
        step("cho", "ping", When(event="snapshot", by="ben")),
    )
    world = play(plan(*FOUR, script=script))
    assert world.ended.unfired == ()
    assert len(world.events("t1/ben#2")) > 1


def test_each_event_fires_one_waiting_step() -> None:
    """The next step waits for the next such event, not for the one that fired the step before."""
    script = (step("ana", "ping", When(event="turn")), step("ana", "ping", When(event="turn")))
    world = play(plan(*FOUR, room=OPENS, script=script))
    assert fired_at(world, 0) == first(world, events.TurnStarted, turn=1)
    assert fired_at(world, 1) == first(world, events.TurnStarted, turn=2)


def test_an_unknown_event_never_comes() -> None:
    """A script with an event that does not exist just does not fire; `load` complains long before."""
    world = play(plan(*FOUR, script=(step("ana", "ping", When(event="earthquake")),), tries=1))
    assert world.ended.unfired == (0,)


@pytest.mark.parametrize("offset", [-20 * MILLISECOND, 0, 500 * MILLISECOND])
def test_deadline_with_offset(offset: int) -> None:
    """A step fires at the deadline of the running turn plus its offset; the deal pause is part of the first turn."""
    script = (step("ana", "hold"), step("ana", "ping", When(turn="ana", deadline=offset)))
    world = play(plan(*FOUR, room=OPENS, script=script))
    assert fired_at(world, 1) == first(world, events.TurnStarted, turn=1) + 32 * SECOND + offset


def test_a_deadline_that_never_nears_waits_for_the_next_turn() -> None:
    """A negative offset needs the turn to last so long: when the move comes before, the step waits for another turn."""
    script = (step("ben", "hold"), step("ben", "ping", When(deadline=-SECOND)))
    world = play(plan(*FOUR, room=OPENS, script=script))

    assert fired_at(world, 1) == first(world, events.TurnStarted, seat=1) + 29 * SECOND


def test_a_deadline_that_has_passed_already_is_not_met() -> None:
    """An offset before the turn's very beginning cannot be met."""
    world = play(plan(*FOUR, script=(step("ben", "ping", When(deadline=-60 * SECOND)),), tries=1))
    assert world.ended.unfired == (0,)


def test_after_is_a_pause_behind_the_moment() -> None:
    """`after` counts from the moment, or from the step before when there is none."""
    script = (step("ana", "ping", When(hand=1), after=SECOND), step("ben", "ping", after=2 * SECOND))
    world = play(plan(*FOUR, script=script))
    assert fired_at(world, 0) == first(world, events.HandStarted, hand=1) + SECOND
    assert fired_at(world, 1) == fired_at(world, 0) + 2 * SECOND


def test_a_step_fires_before_what_it_causes() -> None:
    """In the history the note of a step stands before the frame that it sends, and carries its mark."""
    world = play(plan(*FOUR, script=(step("ana", "ping", When(hand=1)),)))
    place = next(i for i, (_, item) in enumerate(world.log) if isinstance(item, fx.Note))
    note, frame = world.log[place][1], world.log[place + 1][1]
    assert isinstance(note, fx.Note) and isinstance(frame, fx.Transmit)
    fired = world.fired()[0]
    sent = DIALECT.read(frame.raw)
    assert isinstance(sent, commands.PingServer) and fired.mark == sent.id
    assert (fired.party, fired.attempt, fired.index, fired.who, fired.verb) == ("t1", 1, 0, "t1/ana", "ping")


def test_a_step_that_cannot_be_done_waits_for_its_next_moment() -> None:
    """Ben has no connection in his first turn; the step waits until he has one and is on turn again."""
    script = (
        step("ben", "drop", When(hand=1)),
        step("ana", "hold"),
        step("ben", "ping", When(turn="ben")),
        step("ben", "release"),
    )
    world = play(plan(*FOUR, script=script, tries=1))
    assert world.ended.unfired == (2, 3)


def test_an_actor_without_session_can_do_nothing() -> None:
    """A step of somebody who is no actor of the party never fires."""
    world = play(plan(*FOUR, script=(step("zoe", "ping", When(hand=1)),), tries=1))
    assert world.ended.unfired == (0,)


def test_playing_waits_until_the_actor_has_heard_of_the_turn() -> None:
    """The first arrival may be another player's: a play is made with the actor's own cards, a moment later."""
    world = play(plan(*FOUR, room=OPENS, script=(step("dee", "play", When(turn="dee"), cards=1),)))
    mark = world.fired()[0].mark
    assert any(isinstance(e, events.Ok) and e.id == mark for e in world.events("t1/dee#1"))


def make(*steps: Step) -> tuple[Script, Scene]:
    scene = Scene()
    desk = Desk()
    seat = Seat(
        "t1", ActorPlan(actor="ana", name="Ana", persona="honest"), DIALECT,
        root=root_of(1), desk=desk, links={}, failed=lambda why, now: None,
    )  # fmt: skip
    return Script(steps, scene, {"ana": seat}), scene


def test_an_empty_script_is_finished() -> None:
    """Without steps there is nothing to wait for, to look at, or to go on with."""
    script, _ = make()
    assert script.finished and not script.wants("lobby") and not script.goes_on()
    assert not script.look(None, "", now=0) and not script.ready(now=0)


def test_a_due_step_looks_at_nothing_else() -> None:
    """Once its moment has come, a step is not moved by another one."""
    script, _ = make(step("ana", "ping", after=10), step("ana", "ping"))
    assert script.look(None, "", now=5) and script.due == 15
    assert not script.look(None, "", now=7) and script.due == 15
    assert not script.ready(now=14) and script.ready(now=15)


def test_what_a_script_wants_and_whether_it_goes_on() -> None:
    """A due step, one without a moment and one of this phase keep the party; the first step never goes on."""
    script, _ = make(step("ana", "ping", When(phase="lobby")), step("ana", "ping", When(match=2)), step("ana", "ping"))
    assert script.wants("lobby") and not script.wants("results") and not script.goes_on()
    script.fired()
    assert not script.wants("results") and script.goes_on()
    script.attempt = 2
    assert not script.goes_on()
    script.fired()
    assert script.wants("results") and not script.goes_on()
    script.look(None, "", now=0)
    assert script.wants("playing")
    script.restart()
    assert (script.index, script.furthest, script.begun) == (0, 2, 2)


def test_a_step_of_a_later_match_does_not_keep_the_party_in_this_one() -> None:
    """The results of the second match are not to be had in those of the first."""
    script, _ = make(step("ana", "ping", When(match=2, phase="results")))
    assert not script.wants("results")
    script.attempt = 2
    assert script.wants("results")


def test_no_deadline_no_moment() -> None:
    """Between turns there is no deadline to count from."""
    script, _ = make(step("ana", "ping", When(deadline=0)))
    assert not script.look(None, "", now=0)


SEALED = RoomOptions(game="wizard", seats=3, wizard=WizardOptions(length="five", bids="hidden"))


def test_while_bids_are_sealed_it_is_the_turn_of_all_who_have_not_bid() -> None:
    """A turn of several: whoever has bid is not asked any more, and the deadline is that of all."""
    script = (
        *(step(name, "hold") for name in ("ana", "ben", "cho")),
        step("ana", "bid", When(event="bidding", by="cho")),
        step("ben", "bid", When(turn="ben", may="bid", bids=1)),
        step("ana", "ping", When(turn="ana", bids=1), after=SECOND),
        step("cho", "bid", When(turn="cho", bids=2, deadline=-SECOND)),
        *(step(name, "release") for name in ("ana", "ben", "cho")),
    )
    world = play(plan("ana", "ben", "cho", room=SEALED, script=(*script[:5], *script[6:]), tries=1))
    assert world.ended.unfired == ()
    asked = first(world, events.BiddingOpened)
    remaining = next(e for e in world.heard("t1/ana") if isinstance(e, events.BiddingOpened)).remaining_ms
    assert fired_at(world, 3) == asked
    assert fired_at(world, 5) == asked + remaining * MILLISECOND - SECOND
    late = play(plan("ana", "ben", "cho", room=SEALED, script=script[:6], tries=1))
    assert late.ended.unfired == (5,)


def test_rounds_tricks_and_cards_are_moments() -> None:
    """Each counts on its own; what does not come is waited for until the end."""
    script = (
        step("ana", "ping", When(round=2, may="bid")),
        step("ana", "ping", When(round=2, trick=1, played=2)),
        step("ana", "ping", When(trick=2, played=0)),
        step("ana", "ping", When(round=5, trick=7)),
    )
    world = play(plan("ana", "ben", "cho", room=SEALED, script=script, tries=1))
    assert world.ended.unfired == (3,)
    assert fired_at(world, 0) < fired_at(world, 1) < fired_at(world, 2)
