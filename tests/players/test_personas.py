"""What each persona decides and how long it thinks."""

from __future__ import annotations

from collections import Counter

import pytest
from dealer import policy, snapshot_of

from harness.clock import MILLISECOND, SECOND
from harness.players.acts import WAYS_TO_DROP
from harness.players.personas import HESITATION_MAX, HESITATION_MIN, PERSONAS, Whim
from harness.players.view import PlayerView
from harness.rules.bluffers import Call, Play
from harness.seed import Stream, root_of, stream
from harness.wire import events as ev


@pytest.fixture
def chance() -> Stream:
    return stream(root_of(1), "test")


def view_of(*, turn_ms: int = 30_000, **table: object) -> PlayerView:
    view = PlayerView((1 * SECOND, 2 * SECOND))
    view.fold(snapshot_of(table, policy=policy(turn_ms)), now=0)
    return view


def decisions(name: str, view: PlayerView, chance: Stream, times: int = 400) -> Counter[object]:
    return Counter(PERSONAS[name].decide(view, chance) for _ in range(times))


def test_the_registry_is_keyed_by_name_and_describes_itself() -> None:
    """`harness list personas` prints one line each."""
    assert list(PERSONAS) == ["honest", "bluffer", "caller", "random", "hesitant", "sleepy", "quitter", "flapper"]
    for name, persona in PERSONAS.items():
        assert persona.name == name and persona.about.endswith(".") and "\n" not in persona.about


@pytest.mark.parametrize("name", PERSONAS)
def test_a_forced_seat_calls(name: str, chance: Stream) -> None:
    """When calling is the only legal move everybody calls (BLF-24)."""
    assert set(decisions(name, view_of(legal=("call",)), chance, 20)) == {Call()}


@pytest.mark.parametrize("name", PERSONAS)
def test_an_opener_plays_one_to_three_held_cards(name: str, chance: Stream) -> None:
    """Without a claim everybody plays, also the last card of a hand (BLF-12)."""
    for cards in (("K", "Q", "A", "*", "Q"), ("A", "A", "A", "A"), ("Q",)):
        view = view_of(claim=None, legal=("play",), cards=cards)
        for move in decisions(name, view, chance, 40):
            assert isinstance(move, Play) and 1 <= len(move.cards) <= 3
            assert not Counter(move.cards) - Counter(cards)


@pytest.mark.parametrize("name", PERSONAS)
def test_a_view_without_moves_gives_no_decision(name: str, chance: Stream) -> None:
    """Neither an empty list of legal moves nor an unknown hand makes anybody do nonsense."""
    persona = PERSONAS[name]
    assert persona.decide(view_of(legal=()), chance) is None
    assert persona.decide(view_of(legal=("play",), cards=()), chance) is None
    assert persona.decide(view_of(legal=("play", "call"), cards=()), chance) == Call()


def test_honest_plays_its_true_cards_and_lies_with_one_card_only_without_any(chance: Stream) -> None:
    """True cards first, jokers last, three at most; else a single card."""
    assert set(decisions("honest", view_of(), chance)) == {Play(("K", "*"))}
    assert set(decisions("honest", view_of(cards=("K", "*", "K", "K")), chance)) == {Play(("K", "K", "K"))}
    assert set(decisions("honest", view_of(cards=("Q", "A")), chance)) == {Play(("Q",)), Play(("A",))}


def test_honest_calls_only_what_is_very_unlikely(chance: Stream) -> None:
    """A single card is believed; the ninth true card is not."""
    view = view_of(cards=("K", "K", "K", "K", "*"), claim=ev.Claim(seat=0, count=1))
    assert set(decisions("honest", view, chance, 20)) == {Play(("K", "K", "K"))}
    view.buried = 3
    assert set(decisions("honest", view, chance, 20)) == {Call()}


def test_bluffer_lies_mostly_and_calls_seldom_unless_it_knows_better(chance: Stream) -> None:
    """About one call in ten; an impossible claim is called every time."""
    moves = decisions("bluffer", view_of(), chance)
    lies = sum(n for move, n in moves.items() if isinstance(move, Play) and not {"K", "*"} & set(move.cards))
    assert 15 < moves[Call()] < 75 and lies > 250
    sure = view_of(cards=("K", "K", "K", "K", "K"), claim=ev.Claim(seat=0, count=3))
    sure.laid += ["*"]
    assert set(decisions("bluffer", sure, chance, 20)) == {Call()}


def test_caller_calls_mostly(chance: Stream) -> None:
    """Nine in ten."""
    moves = decisions("caller", view_of(), chance)
    assert 320 < moves[Call()] < 395 and moves[Play(("K", "*"))] == 400 - moves[Call()]


def test_random_tosses_a_coin_and_plays_any_card(chance: Stream) -> None:
    """Half calls; every card and every count occurs."""
    moves = decisions("random", view_of(), chance)
    plays = [move.cards for move in moves if isinstance(move, Play)]
    assert 150 < moves[Call()] < 250
    assert {len(cards) for cards in plays} == {1, 2, 3} and {card for cards in plays for card in cards} == set("KQA*")


def test_thinking_keeps_to_the_habit_and_at_short_clocks_to_half_the_time(chance: Stream) -> None:
    """Nobody but the hesitant and the sleepy comes near the deadline."""
    for _ in range(100):
        assert 1 * SECOND <= (PERSONAS["honest"].think(view_of(), chance) or 0) <= 2 * SECOND
    assert PERSONAS["honest"].think(view_of(remaining_ms=300), chance) == 150 * MILLISECOND


def test_hesitant_moves_just_before_its_deadline(chance: Stream) -> None:
    """The margin is at most a tenth of the turn, at least 2 ms, and never negative."""
    persona = PERSONAS["hesitant"]
    margins = [30 * SECOND - (persona.think(view_of(), chance) or 0) for _ in range(200)]
    assert min(margins) >= HESITATION_MIN and max(margins) <= HESITATION_MAX and len(set(margins)) > 100
    short = [200 * MILLISECOND - (persona.think(view_of(remaining_ms=200), chance) or 0) for _ in range(200)]
    assert min(short) >= HESITATION_MIN and max(short) <= 20 * MILLISECOND
    assert persona.think(view_of(remaining_ms=1), chance) == 0


def test_sleepy_sometimes_never_moves(chance: Stream) -> None:
    """One turn in four runs out."""
    pauses = [PERSONAS["sleepy"].think(view_of(), chance) for _ in range(400)]
    assert 60 < pauses.count(None) < 140


def test_quitter_leaves_or_just_goes_away_for_good(chance: Stream) -> None:
    """About one turn in a hundred; mostly by the button, sometimes without a word."""
    whim = PERSONAS["quitter"].whim
    assert whim is not None
    whims = [whim(view_of(), chance) for _ in range(4_000)]
    meant = [one for one in whims if one is not None]
    silent = [one.exit for one in meant if one.exit is not None]
    assert 15 < len(meant) < 80 and 0 < len(silent) < len(meant) / 2
    assert all(exit_.back_after is None and exit_.how in WAYS_TO_DROP for exit_ in silent)


@pytest.mark.parametrize(("turn_ms", "longest"), [(30_000, 15 * SECOND), (2_000, 1 * SECOND)])
def test_flapper_drops_in_every_way_and_comes_back(chance: Stream, turn_ms: int, longest: int) -> None:
    """It stays away for up to half the policy's turn clock."""
    whim = PERSONAS["flapper"].whim
    assert whim is not None
    view = view_of(turn_ms=turn_ms, remaining_ms=turn_ms)
    meant = [one for one in (whim(view, chance) for _ in range(4_000)) if one is not None]
    assert 80 < len(meant) < 260 and {one.exit.how for one in meant if one.exit} == set(WAYS_TO_DROP)
    away = [one.exit.back_after or 0 for one in meant if one.exit]
    assert longest * 0.8 < max(away) <= longest and min(away) < longest * 0.2
    assert all(isinstance(one, Whim) and 0 <= one.after <= 2 * SECOND for one in meant)


def test_flapper_without_a_policy_takes_the_full_clock(chance: Stream) -> None:
    """Before the first snapshot nothing is known."""
    whim = PERSONAS["flapper"].whim
    assert whim is not None
    view = view_of()
    view.policy = None
    away = [one.exit.back_after or 0 for one in (whim(view, chance) for _ in range(2_000)) if one and one.exit]
    assert max(away) > 10 * SECOND
