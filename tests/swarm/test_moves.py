"""Moves of a script, done against the real gate: what is sent, in which turn, under which id."""

from __future__ import annotations

import pytest

from harness.clock import SECOND
from harness.dialects.dialect import RoomOptions
from harness.scenario.model import Value, When
from harness.wire import commands, events
from tests.swarm.stage import ANA, BEN, OPENS, command, held, mark, scripted, verdict, when
from tests.swarm.world import plan, play, step


@pytest.mark.parametrize(
    ("cards", "sent", "answer"),
    [
        (2, ("K", "Q"), "ok"),
        (1, ("K",), "ok"),
        (0, (), "count"),
        (4, ("K", "Q", "Q", "Q"), "count"),
        ("true", ("K",), "ok"),
        (True, ("K",), "ok"),
        ("lie", ("Q",), "ok"),
        (False, ("Q",), "ok"),
        (("A", "A"), ("A", "A"), "not_in_hand"),
        (("7", "x"), ("7", "x"), "not_in_hand"),
    ],
)
def test_play_cards(cards: Value, sent: tuple[str, ...], answer: str) -> None:
    """So many cards of the hand, a true one, a lie, or these faces, held or not."""
    world = scripted(step("ana", "play", ANA, cards=cards))
    move = command(world, mark(world))
    assert len(move) == 1 and isinstance(move[0], commands.Play)
    assert move[0].cards == sent and move[0].turn == 1
    assert verdict(world, "t1/ana", mark(world)) == answer


def test_play_one_card_by_default() -> None:
    """Without `cards` it is the first of the hand, in the running turn, and the hand is known to be smaller."""
    world = scripted(step("ana", "play", ANA), step("ana", "play", When(event="turn", turn="ana", hand=1), cards=3))
    assert [c.cards for i in (0, 1) for c in command(world, mark(world, i)) if isinstance(c, commands.Play)] == [
        ("K",), ("Q", "Q", "Q"),
    ]  # fmt: skip


def test_play_what_the_hand_does_not_have_waits() -> None:
    """Ben has no joker and five cards: six cannot be played, and the step never fires."""
    script = held(step("ben", "play", When(turn="ben", hand=1), cards=6))
    world = play(plan("ana", "ben", "cho", room=OPENS, script=script, tries=1))
    assert 3 in world.ended.unfired


def test_play_without_connection_waits() -> None:
    """Nobody can play without a connection; the step waits for a later moment."""
    world = scripted(
        step("ana", "drop", ANA), step("ana", "reconnect", after=SECOND), step("ana", "play", When(turn="ana"))
    )
    assert when(world, 2) >= when(world, 1)


def test_play_stale_and_out_of_turn() -> None:
    """`turn: stale` repeats the number of the turn before; somebody else's turn is no hindrance to trying."""
    world = scripted(
        step("ana", "play", ANA), step("ana", "play", BEN, turn="stale"), step("cho", "play", BEN),
        step("ana", "call", BEN, turn="stale"),
    )  # fmt: skip
    assert verdict(world, "t1/ana", mark(world, 1)) in ("stale_turn", "not_your_turn")
    assert [c.turn for c in command(world, mark(world, 1)) if isinstance(c, commands.Play)] == [1]
    assert [c.turn for c in command(world, mark(world, 3)) if isinstance(c, commands.Call)] == [1]
    assert verdict(world, "t1/cho", mark(world, 2)) == "not_your_turn"


def test_play_same_id() -> None:
    """`id: same` alone sends the very same frame again; with cards it is another move under the old id."""
    world = scripted(
        step("ana", "play", ANA), step("ana", "play", id="same"), step("ana", "play", id="same", cards=("Q",)),
        step("ana", "play", id="same", turn="stale"), step("ana", "call", id="same"),
    )  # fmt: skip
    assert len({mark(world, index) for index in range(5)}) == 1
    first, again, other, stale, call = command(world, mark(world))
    assert first == again and isinstance(other, commands.Play) and other.cards == ("Q",)
    assert (isinstance(stale, commands.Play) and stale.turn < other.turn) or stale.turn == 0  # type: ignore[union-attr]
    assert isinstance(call, commands.Call)
    played = [e for e in world.heard("t1/cho") if isinstance(e, events.Played) and e.turn == 1]
    assert len(played) == 1


def test_call_same_id_after_a_call() -> None:
    """A call sent twice is one call; under its id a play of one card can be tried."""
    world = scripted(
        step("ana", "play", ANA, cards="lie"), step("ben", "call", BEN), step("ben", "call", id="same"),
        step("ben", "play", id="same"),
    )  # fmt: skip
    called = [e for e in world.heard("t1/cho") if isinstance(e, events.Called) and e.auto is None]
    assert len(called) == 1 and called[0].seat == 1
    sent = command(world, mark(world, 1))
    assert [type(c) for c in sent] == [commands.Call, commands.Call, commands.Play]


def test_same_id_of_nothing_waits() -> None:
    """Who has not moved has no last move to repeat."""
    for verb, more in (("play", {}), ("call", {}), ("play", {"cards": 1})):
        script = held(step("cho", verb, ANA, id="same", **more))  # type: ignore[arg-type]
        world = play(plan("ana", "ben", "cho", room=OPENS, script=script, tries=1), until=40 * SECOND)
        assert not [note for note in world.fired() if note.index == 3]


def test_same_id_of_a_move_that_the_persona_made() -> None:
    """A persona's own last move can be repeated, too."""
    script = (step("ana", "play", When(event="played", by="ana"), id="same"),)
    world = play(plan("ana", "ben", "cho", room=OPENS, script=script))
    sent = command(world, world.fired()[0].mark)
    assert len(sent) == 2 and sent[0] == sent[1]


DICE = RoomOptions(game="liars_dice", seats=3)


def test_moves_of_other_games_under_the_same_id_and_in_the_turn_before() -> None:
    """A bid sent twice is one bid; under its id a challenge can be tried, and in the turn before it is stale."""
    world = scripted(
        step("ana", "bid", ANA), step("ana", "bid", id="same"), step("ana", "challenge", id="same"),
        step("ana", "bid", id="same", turn="stale"), step("ana", "bid", When(turn="ben"), turn="stale", quantity=2),
        step("ben", "bid", When(turn="ben")), room=DICE,
    )  # fmt: skip
    first, again, challenge, stale = command(world, mark(world))
    assert first == again and isinstance(challenge, commands.Challenge)
    assert isinstance(stale, commands.Bid) and stale.turn == 0
    assert mark(world, 4) != mark(world) and verdict(world, "t1/ana", mark(world, 4)) == "stale_turn"
    assert verdict(world, "t1/ben", mark(world, 5)) == "ok"
    assert len([e for e in world.heard("t1/cho") if isinstance(e, events.BidMade) and e.seat == 0 and e.turn == 1]) == 1
