"""Whose turn it is: what is acquitted, and every way to be convicted."""

from __future__ import annotations

from functools import lru_cache

import pytest
from msgspec.structs import replace

from harness.dialects.dialect import ChanceScript
from harness.history.observation import Sent
from harness.referee.room import RING
from harness.scenario.model import When
from harness.wire import commands as cmd
from harness.wire import events as ev
from tests.referee.findings import accused, after
from tests.referee.histories import (
    DIALECT,
    History,
    acquitted,
    add,
    alter,
    both,
    convicted,
    cut,
    drop,
    edit,
    event_at,
    events,
    find,
    honest,
    kind,
    leavers,
    plan,
    record,
    remove,
    report,
    staged,
    step,
    timed_out,
)


@pytest.mark.parametrize("oracle", ["turn_order", "single_move"])
def test_clean_turns_are_acquitted(clean: History, oracle: str) -> None:
    """Nobody moves out of turn in a clean history, and every one of them has turns."""
    assert acquitted(clean, oracle).evaluated > 0


@pytest.mark.parametrize(
    "scenario",
    [
        "e07-leaver-on-his-turn",
        "e08-claimant-leaves",
        "e09-only-holder-is-the-claimant",
        "e10-forced-caller-leaves",
        "e11-leaver-forces-the-call",
        "forced-call-times-out",
        "all-away",
    ],
)
def test_special_turns_are_acquitted(scenario: str) -> None:
    """The decisions about leavers and forced calls are what this oracle expects."""
    told = acquitted(staged(scenario)[0], "turn_order")
    assert told.evaluated > 0
    assert not told.undecidable


def first_out(history: History) -> ev.Eliminated:
    """The first elimination after which the match goes on."""
    return event_at(history, find(history, kind(ev.Eliminated)), ev.Eliminated)


# -- hands -----------------------------------------------------------------------------------


def test_hand_number_that_jumps() -> None:
    """Hands are counted one by one."""
    spoilt = edit(honest(), kind(ev.HandStarted), lambda e: replace(e, hand=2), everywhere=True)
    finding = convicted(spoilt, "turn_order", "R1", "BLF-05", says="hand 2 follows hand 0")
    assert finding.room
    assert finding.match
    assert finding.evidence


def test_hand_opened_by_a_seat_that_is_out() -> None:
    """The dead open nothing."""
    out = first_out(honest())
    spoilt = edit(honest(), after(ev.HandStarted, out.number), lambda e: replace(e, opener=out.seat), everywhere=True)
    finding = convicted(spoilt, "turn_order", "R1", "BLF-22", says="is out and opens hand")
    assert finding.seats == (out.seat,)


def test_hand_opened_by_the_wrong_seat() -> None:
    """Who pulled opens the next hand."""
    spoilt = edit(
        honest(), kind(ev.HandStarted, hand=2), lambda e: replace(e, opener=(e.opener + 1) % 4), everywhere=True
    )
    convicted(spoilt, "turn_order", "R1", "BLF-22", says="opens hand 2, it should be seat")


def test_hand_after_missing_events_is_not_judged() -> None:
    """Where a public event was lost, the next opener is not known."""
    pulled = event_at(honest(), find(honest(), kind(ev.Pulled)), ev.Pulled)
    told = report(drop(honest(), kind(ev.Pulled, number=pulled.number)), "turn_order")
    assert told.undecidable > 0


# -- turns -----------------------------------------------------------------------------------


def test_turn_number_that_jumps() -> None:
    """Turns are counted one by one through a match."""
    spoilt = edit(honest(), kind(ev.TurnStarted, turn=3), lambda e: replace(e, turn=4), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-E28", says="turn 4 follows turn 2")


def test_first_turn_of_somebody_else_than_the_opener() -> None:
    """The opener of a hand is the first to move."""
    spoilt = edit(honest(), kind(ev.TurnStarted, turn=1), lambda e: replace(e, seat=(e.seat + 1) % 4), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-22", says="it should be that of seat")


def test_turn_that_passes_over_a_seat() -> None:
    """Play passes to the next seat with cards."""
    spoilt = edit(honest(), kind(ev.TurnStarted, turn=2), lambda e: replace(e, seat=(e.seat + 1) % 4), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-35", says="it should be that of seat")


def test_turn_before_any_hand() -> None:
    """A turn without a hand is nobody's turn."""
    convicted(remove(honest(), kind(ev.HandStarted, hand=1)), "turn_order", "R1", "BLF-35", says="seat -1")


def test_opener_who_may_call() -> None:
    """There is nothing to call at the start of a hand."""
    spoilt = edit(honest(), kind(ev.TurnStarted, turn=1), lambda e: replace(e, legal=("play", "call")), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-12", says="may play or call, it should be play")


def test_only_holder_who_may_play() -> None:
    """The only player with cards must call."""
    spoilt = edit(
        forced(), kind(ev.TurnStarted, legal=("call",)), lambda e: replace(e, legal=("play",)), everywhere=True
    )
    convicted(spoilt, "turn_order", "R1", "BLF-24", says="may play, it should be call")


def forced() -> History:
    """A history with a forced call."""
    return staged("forced-call-times-out")[0]


def test_legal_moves_of_a_turn_that_does_not_run() -> None:
    """A change of what is legal concerns the running turn."""
    clean = staged("e08-claimant-leaves")[0]
    spoilt = edit(clean, kind(ev.LegalChanged), lambda e: replace(e, turn=e.turn + 1), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-E11", says="is not the running one")


def test_legal_moves_that_do_not_change() -> None:
    """When the claimant has left, there is nothing to call."""
    clean = staged("e08-claimant-leaves")[0]
    spoilt = edit(clean, kind(ev.LegalChanged), lambda e: replace(e, legal=("play", "call")), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-12", says="it should be play")


# -- moves -----------------------------------------------------------------------------------


def test_move_of_another_seat() -> None:
    """Only the seat to move has any effect."""
    spoilt = edit(honest(), kind(ev.Played, turn=2), lambda e: replace(e, seat=(e.seat + 1) % 4), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-13", says="moved in turn 2; it is turn 2 of seat")


def test_play_of_a_seat_that_must_call() -> None:
    """A forced seat cannot play."""

    def play(call: ev.Called) -> ev.Event:
        return ev.Played(
            seq=call.seq, number=call.number, group=call.group, match=call.match, turn=call.turn, seat=call.seat,
            count=1, rank="K", left=1, auto=call.auto,
        )  # fmt: skip

    number = event_at(forced(), find(forced(), kind(ev.TurnStarted, legal=("call",))), ev.TurnStarted).number
    accused(edit(forced(), after(ev.Called, number), play), "turn_order", "R1", "BLF-24", "played and may only call")


def test_claim_of_another_rank() -> None:
    """The claim is always the table card."""
    spoilt = edit(honest(), kind(ev.Played), lambda e: replace(e, rank="A" if e.rank == "K" else "K"), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-11", says="the claim names")


def test_automatic_move_of_two_cards() -> None:
    """The automatic move is one card."""
    spoilt = edit(timed_out(), kind(ev.Played, auto="clock"), lambda e: replace(e, count=2), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-15", says="the automatic move played 2 cards")


def test_call_of_a_seat_that_must_play() -> None:
    """There is nothing to call before the first play."""

    def call(play: ev.Played) -> ev.Event:
        return ev.Called(
            seq=play.seq, number=play.number, group=play.group, match=play.match, turn=play.turn, seat=play.seat,
            claimant=0, cards=("K",), truth=True, shooter=play.seat, auto=play.auto,
        )  # fmt: skip

    spoilt = edit(honest(), kind(ev.Played, turn=1), call, everywhere=True)
    accused(spoilt, "turn_order", "R1", "BLF-12", "called and may only play")


def test_automatic_call_of_a_seat_that_was_not_forced() -> None:
    """The automatic move never calls of its own accord."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, auto="clock"), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-E02", says="which was not forced to")


def test_call_of_a_claim_that_is_not_the_last() -> None:
    """Only the last claim can be called."""
    spoilt = edit(honest(), kind(ev.Called), lambda e: replace(e, claimant=(e.claimant + 1) % 4), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-13", says="was called, the last is seat")


# -- leavers ---------------------------------------------------------------------------------


def test_void_hand_opened_by_the_wrong_seat() -> None:
    """A void hand is followed by one of the seat that was to move."""
    clean = staged("e09-only-holder-is-the-claimant")[0]
    spoilt = edit(clean, kind(ev.HandVoid), lambda e: replace(e, opener=(e.opener + 1) % 4), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-E09", says="opens after a void hand, it should be seat")


def test_hand_voided_without_need() -> None:
    """A hand that can go on goes on."""

    def void(turn: ev.TurnStarted) -> ev.Event:
        return ev.HandVoid(number=0, group=turn.group, match=turn.match, hand=1, opener=turn.seat)

    spoilt = add(honest(), kind(ev.TurnStarted, turn=2), void)
    convicted(spoilt, "turn_order", "R1", "BLF-E09", says="a hand was voided that could go on")


@lru_cache
def withdrawn_from_the_only_holder() -> History:
    """Ben has played all his cards, and ana leaves with her claim: cho alone has cards, and nothing to call."""
    moves = (("ana", 1), ("ben", 3), ("cho", 1), ("ana", 1), ("ben", 2), ("cho", 1), ("ana", 1))
    script = (
        *(step(actor, "hold") for actor in ("ana", "ben", "cho")),
        *(step(actor, "play", When(turn=actor), cards=cards) for actor, cards in moves),
        step("ana", "leave", When(turn="cho")),
        *(step(actor, "release") for actor in ("ben", "cho")),
    )
    return record(plan("honest", "honest", "honest", script=script, chance=ChanceScript(opener=0)))


def test_hand_without_any_legal_move_is_rightly_voided() -> None:
    """The only holder cannot play, and a claim that was withdrawn cannot be called."""
    history = withdrawn_from_the_only_holder()
    void = event_at(history, find(history, kind(ev.HandVoid)), ev.HandVoid)
    assert void.opener == 2
    assert acquitted(history, "turn_order").evaluated > 0


def test_void_after_missing_events_is_not_judged() -> None:
    """Where a public event was lost, nobody can say who opens."""
    clean = staged("e09-only-holder-is-the-claimant")[0]
    number = event_at(clean, find(clean, kind(ev.HandVoid)), ev.HandVoid).number
    left = kind(ev.LeftTable)
    told = report(drop(clean, both(left, lambda o, e: getattr(e, "number", 0) < number)), "turn_order")
    assert told.undecidable > 0


def test_leaver_whose_claim_stays() -> None:
    """The claim of a leaver is withdrawn."""
    clean = staged("e08-claimant-leaves")[0]
    spoilt = edit(clean, kind(ev.LeftTable, withdrawn=True), lambda e: replace(e, withdrawn=False), everywhere=True)
    convicted(spoilt, "turn_order", "R1", "BLF-E08", says="withdrawn is False, its own claim lay there: True")


# -- answers ---------------------------------------------------------------------------------


def is_answer_to_a_move(history: History) -> list[int]:
    """Where the first acknowledgement of each of our moves is."""
    moves: set[str] = set()
    seen: list[int] = []
    for index, observation in enumerate(history):
        if isinstance(observation, Sent):
            command = DIALECT.read(observation.raw)
            if isinstance(command, cmd.Play | cmd.Call):
                moves.add(f"{observation.who} {command.id}")
            continue
        for _, received, event in events((observation,)):
            if isinstance(event, ev.Ok) and f"{received.who} {event.id}" in moves:
                seen.append(index)
                moves.discard(f"{received.who} {event.id}")
    return seen


def answered(history: History, index: int, number: int) -> History:
    """The history with another number in the acknowledgement at this index."""
    target = history[index]
    return edit(history, lambda o, e: o is target, lambda e: replace(e, number=number))


def test_accepted_move_that_is_no_event() -> None:
    """Whatever is acknowledged must turn out to be this player's move."""
    index = is_answer_to_a_move(honest())[5]
    number = event_at(honest(), index, ev.Ok).number
    finding = convicted(
        answered(honest(), index, number + 1), "turn_order", "R1", "BLF-13", says=f"was accepted as event {number + 1}"
    )
    assert len(finding.seats) == 1


def test_every_accepted_move_is_looked_up() -> None:
    """All acknowledgements are compared with their events, the last one of each hand and of the match, too."""
    judged = (
        ev.HandStarted, ev.TurnStarted, ev.LegalChanged, ev.Played, ev.Called, ev.HandVoid, ev.LeftTable,
    )  # fmt: skip
    for history in (honest(), leavers()):
        numbers = {e.number for _, _, e in events(history) if isinstance(e, judged)}
        asked = {e.number for _, _, e in events(history) if isinstance(e, ev.TurnStarted | ev.Played | ev.Called)}
        told = acquitted(history, "turn_order").evaluated
        assert told == len(numbers) + len(asked) + len(is_answer_to_a_move(history))


@pytest.mark.parametrize("oracle", ["turn_order", "single_move"])
def test_answers_to_nothing_that_we_asked_are_no_moves(oracle: str) -> None:
    """An acknowledgement under an unknown id, and the answer to a leave, promise nothing."""
    index = is_answer_to_a_move(honest())[5]
    target = honest()[index]
    unknown = edit(honest(), lambda o, e: o is target, lambda e: replace(e, id="unknown"))
    assert acquitted(unknown, oracle).evaluated == acquitted(honest(), oracle).evaluated - 1
    key = event_at(honest(), index, ev.Ok).id
    sent = next(o for o in honest() if isinstance(o, Sent) and f'"{key}"'.encode() in o.raw)
    left = alter(honest(), lambda o, e: o is sent, lambda o: replace(o, raw=DIALECT.encode(cmd.Leave(id=key))))
    assert acquitted(left, oracle).evaluated == acquitted(honest(), oracle).evaluated - 1


def test_accepted_move_of_the_first_seat_names_that_seat() -> None:
    """Seat 0 is a seat."""
    index = next(i for i in is_answer_to_a_move(honest()) if honest()[i].who.endswith("ana"))  # type: ignore[union-attr]
    number = event_at(honest(), index, ev.Ok).number
    finding = convicted(answered(honest(), index, number + 1), "turn_order", "R1", "BLF-13")
    assert finding.seats == (0,)


def test_accepted_move_that_is_somebody_elses() -> None:
    """An acknowledgement that names the move of another player is no better; at the end of the match, too."""
    index = is_answer_to_a_move(honest())[-1]
    number = event_at(honest(), index, ev.Ok).number
    moves = [e.number for _, _, e in events(honest()) if isinstance(e, ev.Played | ev.Called) and e.number < number]
    convicted(answered(honest(), index, moves[-1]), "turn_order", "R1", "BLF-13", says="which is something else")


def test_accepted_move_of_somebody_without_a_seat() -> None:
    """Who does not sit at the table cannot move."""
    started = event_at(honest(), find(honest(), kind(ev.MatchStarted)), ev.MatchStarted)
    seats = ("p_nobody", *started.seats[1:])
    spoilt = edit(honest(), kind(ev.MatchStarted), lambda e: replace(e, seats=seats), everywhere=True)
    spoilt = edit(spoilt, kind(ev.Played, seat=0), lambda e: replace(e, seat=1), every=True)
    finding = accused(spoilt, "turn_order", "R1", "BLF-13", "which is something else")
    assert finding.seats == ()


def test_answers_that_cannot_be_looked_up_are_not_judged() -> None:
    """An event that is long gone, from an earlier match, or never came to us: nothing can be said."""
    clean = leavers()
    answers = is_answer_to_a_move(clean)
    starts = [e.number for _, o, e in events(clean) if isinstance(e, ev.MatchStarted) and o.who.endswith("ana")]
    assert len(starts) > 1
    late = next(i for i in answers if event_at(clean, i, ev.Ok).number > starts[1])
    earlier = max(
        e.number for _, _, e in events(clean) if isinstance(e, ev.Played | ev.Called) and e.number < starts[1]
    )
    assert acquitted(answered(clean, late, earlier), "turn_order").undecidable == 1

    assert event_at(clean, answers[-1], ev.Ok).number > RING
    assert acquitted(answered(clean, answers[-1], 1), "turn_order").undecidable == 1

    first = is_answer_to_a_move(honest())[3]
    assert acquitted(cut(honest(), first + 1), "turn_order").undecidable == 1


# -- one move a turn -------------------------------------------------------------------------


def test_turn_with_two_moves() -> None:
    """A turn is used once, whoever uses it the second time."""
    again = add(honest(), kind(ev.Played, turn=2), lambda e: e)
    finding = convicted(again, "single_move", "R8", "BLF-E28", says="moves again, by a player")
    assert finding.seats
    late = add(honest(), kind(ev.Played, turn=2), lambda e: replace(e, auto="clock"))
    convicted(late, "single_move", "R8", "BLF-E28", says="moves again, automatically (clock)")


def test_event_that_answers_two_commands() -> None:
    """One effect cannot be what two commands asked for."""
    first, second = is_answer_to_a_move(honest())[2:4]
    number = event_at(honest(), first, ev.Ok).number
    convicted(
        answered(honest(), second, number), "single_move", "R8", "BLF-E28", says=f"event {number} is the answer to"
    )


def test_resend_may_be_answered_twice() -> None:
    """The same command gets the same answer again."""
    first = is_answer_to_a_move(honest())[2]
    twice = (*honest()[: first + 1], honest()[first], *honest()[first + 1 :])
    assert acquitted(twice, "single_move").evaluated == acquitted(honest(), "single_move").evaluated + 1
