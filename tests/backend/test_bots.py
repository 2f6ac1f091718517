"""Bots: legal moves from the own view, thinking times, a place at the table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.backend.bots import Bot
from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import ChanceScript
from harness.rules import bluffers as rules
from harness.seed import root_of, stream
from harness.wire import events as ev


def view(cards, legal, count=0):
    return rules.View(
        seat=0, phase=rules.Phase.TURN, hand=1, cards=tuple(cards), sizes=(len(cards), 5), table="K", turn=0,
        claim_seat=1 if count else None, claim_count=count, legal=legal, shooter=None, pulls=(0, 0), places=(0, 0),
        departed=frozenset(),
    )  # fmt: skip


@given(
    cards=st.lists(st.sampled_from("KQA*"), min_size=1, max_size=5),
    count=st.integers(0, 3),
    seed=st.integers(0, 50),
)
def test_bots_move_legally(cards, count, seed):
    """One or two cards of the hand, or a call where one is allowed."""
    bot = Bot(stream(root_of(seed), "bot"), (0, 0))
    move = bot.choose(view(cards, ("play", "call") if count else ("play",), count))
    if isinstance(move, rules.Call):
        assert count
    else:
        assert 1 <= len(move.cards) <= 2
        left = list(cards)
        for card in move.cards:
            left.remove(card)


def test_bots_bluff_and_doubt_now_and_then():
    """Neither always nor never."""
    bot = Bot(stream(root_of(1), "bot"), (0, 0))
    moves = [bot.choose(view("KQA", ("play", "call"), 3)) for _ in range(300)]
    calls = sum(isinstance(move, rules.Call) for move in moves)
    lies = sum(isinstance(move, rules.Play) and not set(move.cards) <= {"K", "*"} for move in moves)
    assert 60 < calls < 220
    assert 10 < lies < 120


def test_a_forced_bot_calls():
    """The only holder has no choice (BLF-24)."""
    bot = Bot(stream(root_of(1), "bot"), (0, 0))
    assert bot.choose(view("K", ("call",), 1)) == rules.Call()


def test_bots_think_600_to_1500_ms(world):
    """From the start of the clock, so after the deal pause on the first turn of a hand."""
    (ana,) = world.match(1, 1)
    moments = {}
    while len(moments) < 25 and not world.settled:
        turn = ana.last(ev.TurnStarted)
        if turn.seat == 0:
            world.move([ana])
        else:
            begun = world.now + (turn.remaining_ms - 30_000) * MILLISECOND
            while ana.last(ev.TurnStarted | ev.MatchOver) is turn:
                world.move_to(world.gate.deadline())
                world.wake()
            moments[turn.turn] = world.now - begun
    assert len(moments) >= 3
    assert all(600 * MILLISECOND <= took <= 1500 * MILLISECOND for took in moments.values())


def test_bots_of_short_rooms_think_shorter(make_world):
    """At a clock of 3 s they think 60 to 150 ms; moves of bots are nobody's automatic moves."""
    world = make_world(allow_short_clocks=True)
    (ana,) = world.match(1, 3, turn_ms=3_000)
    world.pass_ms(1_000)
    played = [event for event in ana.socket.events if isinstance(event, ev.Played)]
    assert played or ana.last(ev.TurnStarted).seat == 0
    assert all(event.auto is None for event in played)


def test_four_bots_worth_of_matches(make_world):
    """A watcher and three bots, many seeds: every match ends and settles once."""
    for seed in range(20):
        world = make_world(seed=seed)
        (ana,) = world.match(1, 3)
        while not world.settled:
            assert world.now < 3600 * SECOND
            world.pass_ms(1_000)
        assert len(world.settled) == 1
        assert ana.last(ev.MatchOver).result.places[ana.seat] in (1, 2, 3, 4)


def test_a_bot_that_thinks_too_long_is_moved_by_the_clock(make_world):
    """Its own alarm comes to a turn that is over, and is ignored."""
    world = make_world(think_ms=(40_000, 40_000), test_chance=True)
    (ana,) = world.match(1, 1, seats=2, chance=ChanceScript(opener=1, shots=(6, 6)))
    world.move_to(45 * SECOND)
    played = [event for event in ana.socket.events if isinstance(event, ev.Played)]
    assert [(event.seat, event.auto) for event in played] == [(1, "clock")]
