"""`check_game` convicts a game that breaks a law, and names the law."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import strategies as st
from msgspec.structs import force_setattr, replace

from harness.rules import bluffers as rules
from harness.rules.bluffers import CHANCE, Claim, Move, Options, Outcome, Phase, State, View
from harness.rules.cards import DECK
from harness.testing.bluffers import BluffersGame, state_problems
from harness.testing.choices import Conduct, Temper
from harness.testing.game import LawBrokenError, check_game, check_match
from harness.testing.position import Position, complete
from harness.testing.retelling import BluffersWitness

Applied = tuple[State, Sequence[Outcome]]


class Deadlock(BluffersGame):
    """Nobody can move once there is a claim."""

    def legal(self, state: State, seat: int) -> Sequence[Move]:
        return super().legal(state, seat) if state.claim is None or seat == CHANCE else ()

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        if state.claim is not None and not isinstance(move, rules.Leave):
            raise rules.Illegal("must_call")
        return super().apply(state, seat, move)


class Mean(BluffersGame):
    """Calls are offered, and refused."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        if isinstance(move, rules.Call):
            raise rules.Illegal("nothing_to_call")
        return super().apply(state, seat, move)


class Generous(BluffersGame):
    """Four cards are taken for three."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        if isinstance(move, rules.Play) and len(move.cards) == 4 and seat == rules.to_act(state):
            return state, ()
        return super().apply(state, seat, move)


class Hasty(BluffersGame):
    """Everybody is offered the moves of the seat on turn."""

    def legal(self, state: State, seat: int) -> Sequence[Move]:
        return super().legal(state, seat if seat == CHANCE else state.turn)


class Endless(BluffersGame):
    """A hand is enough for more turns than a match may have."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.turns_max = 3


class Placeless(BluffersGame):
    """The places are no permutation."""

    def places(self, state: State) -> tuple[int, ...]:
        return tuple(min(place, 2) for place in state.places)


class Undead(BluffersGame):
    """All places are given before the end."""

    def places(self, state: State) -> tuple[int, ...]:
        return tuple(range(1, self.seats + 1))


class Scribbler(BluffersGame):
    """A move writes into the state before it."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after = super().apply(state, seat, move)
        if isinstance(move, rules.Opener):
            force_setattr(state, "turn", state.turn + 1)
        return after


class Leaky(BluffersGame):
    """What was not dealt shows in everybody's view."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), hand=DECK.index(state.undealt[0]))


class Deaf(BluffersGame):
    """The views know more than was told."""

    def view(self, state: State, seat: int | None) -> View:
        return replace(super().view(state, seat), hand=state.hand + sum(state.pulls))


class Cheat(BluffersGame):
    """A card of the pile vanishes."""

    def apply(self, state: State, seat: int, move: Move) -> Applied:
        after, outcomes = super().apply(state, seat, move)
        return replace(after, pile=after.pile[1:]), outcomes


class Fateful(BluffersGame):
    """Who is to act depends on a card that nobody sees."""

    def to_act(self, state: State) -> int | None:
        actor = super().to_act(state)
        return CHANCE if actor == 0 and state.undealt[0] != "K" else actor


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Deadlock, "legal"),
        (Mean, "legal"),
        (Generous, "refusal"),
        (Hasty, "waiting"),
        (Endless, "end"),
        (Placeless, "end"),
        (Undead, "end"),
        (Fateful, "secrecy"),
        (Deaf, "retelling"),
        (Cheat, "own"),
    ],
)
def test_a_broken_law_is_named(game: type[BluffersGame], law: str) -> None:
    """Each planted fault is convicted by the law that it breaks, with the log of the match."""
    with pytest.raises(LawBrokenError) as caught:
        check_game(game(Options(seats=3)), matches=20, strategy=st.builds(Conduct, seed=st.integers(0, 9)))
    assert caught.value.law == law
    assert str(caught.value).startswith(f"{law}: ")


@pytest.mark.parametrize("seed", range(4))
def test_a_refused_legal_move_is_named_at_any_step(seed: int) -> None:
    """Whether a step is scrutinised or just made, a legal move that is refused is found."""
    with pytest.raises(LawBrokenError, match="legal, but refused") as caught:
        check_match(Mean(Options(seats=2)), Conduct(seed=seed, seats=Temper.LAST))
    assert caught.value.law == "legal"


def test_a_move_that_changes_its_state_is_found() -> None:
    """States are values; a game that writes into one is convicted."""
    with pytest.raises(LawBrokenError, match="has changed the state"):
        check_match(Scribbler(Options(seats=2)), Conduct(seed=1))
    with pytest.raises(LawBrokenError, match="a move that was tried has changed"):
        check_match(Scribbler(Options(seats=2)), Conduct(seed=0))


def test_a_leak_is_found_in_any_state() -> None:
    """Also before anything was dealt, or told."""
    with pytest.raises(LawBrokenError, match="None sees a difference") as caught:
        check_match(Leaky(Options(seats=2)), Conduct(seed=0))
    assert (caught.value.law, caught.value.log) == ("secrecy", ())


def test_the_log_of_the_match_is_part_of_the_proof() -> None:
    """The message ends with what was publicly known up to the broken law."""
    with pytest.raises(LawBrokenError) as caught:
        check_match(Cheat(Options(seats=2)), Conduct(seed=1, seats=Temper.FIRST))
    assert caught.value.log[0].startswith("opener ")
    assert str(caught.value).endswith(f"    {caught.value.log[-1]}")
    assert "no longer the deck" in str(caught.value)


def sound() -> State:
    """A turn in the middle of a hand."""
    return complete(Position(hands=("QA", "KQA", "KKQ"), table="K", turn=1, claim=(0, "Q")), Options(seats=3))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"pile": ()}, "no longer the deck"),
        ({"undealt": ()}, "no longer the deck"),
        ({"places": (0, 2, 0)}, "not given from the last one up"),
        ({"places": (3, 0, 0)}, "is out and holds cards"),
        ({"pulls": (0, 0, 6)}, "has survived 6 pulls"),
        ({"table": None}, "without a table card"),
        ({"turn": 0, "claim": None, "hands": ((), tuple("KQA"), tuple("KKQ"))}, "on turn without cards"),
        ({"turn": 0, "hands": (tuple("QA"), (), ())}, "without a legal move"),
    ],
)
def test_what_is_wrong_with_a_state_is_said(changes: dict[str, object], sentence: str) -> None:
    """Each impossible state is described."""
    assert not state_problems(sound())
    assert any(sentence in problem for problem in state_problems(replace(sound(), **changes)))


def test_a_pull_may_be_the_sixth_only_if_it_kills() -> None:
    """A seat that is out may have pulled six times."""
    state = rules.initial(Options(seats=2))
    assert not state_problems(replace(state, phase=Phase.OVER, places=(1, 2), pulls=(5, 6)))
    assert state_problems(replace(state, phase=Phase.OVER, places=(1, 2), pulls=(6, 6)))


class TestOwnLaws:
    """What Bluffers adds to the laws of a game."""

    game = BluffersGame(Options(seats=3))
    called = rules.Called(1, 0, ("Q",), False, 0)

    def broken(self, before: State, after: State, *outcomes: Outcome) -> str:
        """What the step breaks, in one text."""
        return "; ".join(self.game.broken(before, 1, rules.Call(), after, outcomes))

    def between(self, **changes: object) -> State:
        """Before a deal."""
        return replace(rules.initial(self.game.options), phase=Phase.DEAL, **changes)  # type: ignore[arg-type]

    def test_sound_steps(self) -> None:
        """One pull, or none and a void hand."""
        assert not self.broken(sound(), self.between(pulls=(1, 0, 0)), rules.Pulled(0, 1, False))
        assert not self.broken(sound(), self.between(), rules.Voided(1))

    def test_pulls_that_do_not_add_up(self) -> None:
        """A pull without a count, a count without a pull, a count of another seat."""
        assert "pulls counted" in self.broken(sound(), self.between(), rules.Pulled(0, 1, False))
        assert "pulls counted" in self.broken(sound(), self.between(pulls=(1, 0, 0)), rules.Voided(1))
        assert "pulls counted" in self.broken(sound(), self.between(pulls=(0, 1, 0)), rules.Pulled(0, 1, False))

    def test_a_hand_that_just_ends(self) -> None:
        """Neither pull nor void, and both."""
        assert "neither in one pull" in self.broken(sound(), self.between())
        both = (rules.Pulled(0, 1, False), rules.Voided(1))
        assert "neither in one pull" in self.broken(sound(), self.between(pulls=(1, 0, 0)), *both)

    def test_a_place_that_changes(self) -> None:
        """A place stays as it was given."""
        before, after = self.between(places=(3, 0, 0)), self.between(places=(0, 3, 0))
        assert "has changed" in self.broken(before, after)

    def test_points_of_another_place(self) -> None:
        """The points of the end are those of the places, 0 for leavers."""
        over = self.between(places=(1, 2, 3), pulls=(0, 1, 1))
        over = replace(over, phase=Phase.OVER)
        game = BluffersGame(Options(seats=3, points=((5, 1), (8, 5, 1), (10, 6, 3, 1))))
        assert not self.game.broken(over, 1, rules.Call(), over, ())
        (sentence,) = game.broken(over, 1, rules.Call(), over, ())
        assert sentence == "the points are (8, 4, 1), not [8, 5, 1]"

    def test_a_match_with_too_few_pulls(self) -> None:
        """Two pulls at least for three seats, if nobody has left (BLF-36)."""
        over = replace(self.between(places=(1, 2, 3), pulls=(0, 0, 1)), phase=Phase.OVER)
        assert "had 1 pulls" in self.broken(over, over)
        assert not self.broken(*[replace(over, departed=frozenset({2}))] * 2)


def test_disguise_keeps_what_the_seat_sees() -> None:
    """The own hand stays, the sizes stay, and something else changes."""
    game, state = BluffersGame(Options(seats=3)), sound()
    other = game.disguise(state, 1, lambda count: 0)
    assert other.hands[1] == state.hands[1]
    assert [len(cards) for cards in other.hands] == [2, 3, 3]
    assert other != state
    assert sorted(other.undealt + other.pile) != sorted(state.undealt + state.pile) or other.hands != state.hands
    assert not state_problems(other)


def test_chance_shoots_with_the_hazard() -> None:
    """Of the chambers that are left exactly one choice fires."""
    game = BluffersGame(Options(seats=3))
    state = rules.apply(sound(), 1, rules.Call())[0]
    assert [game.chance(state, lambda count, n=n: n) for n in range(6)] == [rules.Pull(n == 5) for n in range(6)]  # type: ignore[misc]


def test_every_deal_of_chance_comes_from_the_deck() -> None:
    """Stubborn choices deal, too; the fixed order of the deck gives a fixed deal."""
    game = BluffersGame(Options(seats=4))
    state = rules.apply(game.initial(), CHANCE, rules.Opener(0))[0]
    deal = game.chance(state, lambda count: count - 1)
    assert deal == rules.Deal(tuple(tuple(reversed(DECK))[n : n + 5] for n in (0, 5, 10, 15)))


def test_a_witness_notices_a_false_tale() -> None:
    """A call of another claim, a wrong verdict, a wrong shooter do not fit what was heard before."""
    for tale in ("called 1 2 QQ lie 2", "called 1 0 Q lie 0", "called 1 0 QQ true 1", "called 1 0 QQ lie 1"):
        witness = BluffersWitness(None, Options(seats=3))
        for line in ("opener 0", "dealt 5 5 5", "table K", "played 0 2 3"):
            witness.hear(line, "")
        with pytest.raises(AssertionError):
            witness.hear(tale, "")


def test_a_claim_is_told_by_number_alone() -> None:
    """No public line of a play names a card."""
    game = BluffersGame(Options(seats=3))
    after, outcomes = rules.apply(sound(), 1, rules.Play(("K", "A")))
    assert after.claim == Claim(1, ("K", "A"))
    line = game.public(1, rules.Play(("K", "A")), outcomes)
    assert line == "played 1 2 1"
    assert [game.private(seat, 1, rules.Play(("K", "A"))) for seat in range(3)] == ["", "KA", ""]
