"""`check_game`: the laws of a game, examined over fair, adversarial and deserted matches.

The laws, each by the name that a `LawBrokenError` carries:

- *legal*: a seat that must move has a legal move; everything `legal` offers is accepted.
- *refusal*: everything else is refused, and a refused move leaves the state as it was.
- *waiting*: seats that are not to act have no legal move.
- *end*: the match ends within `turns_max` turns of the seats; places are given then, and not before,
  and are a permutation of 1..n.
- *secrecy*: two states equal on everything a seat may see look equal to it (non-interference).
- *retelling*: the public log and a seat's private log suffice to rebuild that seat's view.
- *own*: what the game adds itself, such as conservation of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.testing.choices import Conduct, Pick, picker
from harness.testing.strategies import conducts

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
OutcomeT = TypeVar("OutcomeT")
ViewT = TypeVar("ViewT")
ViewT_co = TypeVar("ViewT_co", covariant=True)

CHANCE: Final = -1
SCRUTINY: Final = 4
"""At one step in so many everything conceivable is tried."""


class LawBrokenError(AssertionError):
    """A game breaks one of its laws.

    Attributes:
        law: The law's name.
        log: The public log up to the moment.
    """

    def __init__(self, law: str, what: str, log: Sequence[str]) -> None:
        super().__init__("\n".join([f"{law}: {what}", *(f"    {line}" for line in log)]))
        self.law = law
        self.log = tuple(log)


class Witness(Protocol[ViewT_co]):
    """One seat's memory of a match, told nothing but the logs."""

    def hear(self, public: str, private: str) -> None:
        """Take one line of the public log and what this seat learned besides ("" for nothing)."""

    def view(self) -> ViewT_co:
        """What the seat must be seeing."""


class Game(Protocol[StateT, MoveT, OutcomeT, ViewT_co]):
    """What a game must offer to be examined: its rules, and the means to try them.

    Attributes:
        seats: How many play.
        turns_max: No match has more turns of seats than this.
        illegal: The exception that `apply` raises to refuse.
    """

    seats: int
    turns_max: int
    illegal: type[Exception]

    def initial(self) -> StateT:
        """The state before anything happened."""

    def to_act(self, state: StateT) -> int | None:
        """The seat that must move, CHANCE (-1), or None when the match is over."""

    def legal(self, state: StateT, seat: int) -> Sequence[MoveT]:
        """All moves that the seat may make because it is to act; those of CHANCE as far as they can be listed."""

    def asides(self, state: StateT, seat: int) -> Sequence[MoveT]:
        """All moves that the seat may make at any time, such as leaving."""

    def conceivable(self, state: StateT, seat: int) -> Sequence[MoveT]:
        """Moves worth trying, legal or not, the more the better."""

    def chance(self, state: StateT, pick: Pick) -> MoveT:
        """One legal move of CHANCE; uniform if `pick` is."""

    def apply(self, state: StateT, seat: int, move: MoveT) -> tuple[StateT, Sequence[OutcomeT]]:
        """The rules."""

    def view(self, state: StateT, seat: int | None) -> ViewT_co:
        """What a seat, or the public (None), may see."""

    def disguise(self, state: StateT, seat: int | None, pick: Pick) -> StateT:
        """Another possible state, equal on everything that the seat may see."""

    def places(self, state: StateT) -> tuple[int, ...]:
        """Place by seat, 0 while open."""

    def broken(
        self, before: StateT, seat: int, move: MoveT, after: StateT, outcomes: Sequence[OutcomeT]
    ) -> Sequence[str]:
        """Laws of this game's own that the step breaks, each as a sentence."""

    def public(self, seat: int, move: MoveT, outcomes: Sequence[OutcomeT]) -> str:
        """The line that a step adds to the public log."""

    def private(self, viewer: int, seat: int, move: MoveT) -> str:
        """What the viewer learns from a step besides the public line; "" for nothing."""

    def witness(self, seat: int | None) -> Witness[ViewT_co]:
        """A fresh memory for a seat, or the public."""


def check_game(
    game: Game[StateT, MoveT, OutcomeT, ViewT], *, matches: int = 50, strategy: st.SearchStrategy[Conduct] | None = None
) -> None:
    """Examine a game over many matches.

    Args:
        game: The game to examine.
        matches: How many matches are played.
        strategy: Of the matches; by default `conducts()`, with leavers and all tempers.

    Raises:
        LawBrokenError: With the law, and the log of the smallest match found that breaks it.
    """

    @settings(
        max_examples=matches, deadline=None, database=None, derandomize=True, print_blob=False,
        report_multiple_bugs=False, suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(conducts() if strategy is None else strategy)
    def examine(conduct: Conduct) -> None:
        check_match(game, conduct)

    examine()


def check_match(game: Game[StateT, MoveT, OutcomeT, ViewT], conduct: Conduct) -> StateT:
    """Play one match to its end and examine every step of it.

    Returns:
        The final state.

    Raises:
        LawBrokenError: With the law, and the log up to the moment.
    """
    return _Examination(game, conduct).run()


class _Examination(Generic[StateT, MoveT, OutcomeT, ViewT]):
    """One match under examination."""

    __slots__ = ("conduct", "game", "log", "pick_asides", "pick_chance", "pick_seats", "witnesses")

    def __init__(self, game: Game[StateT, MoveT, OutcomeT, ViewT], conduct: Conduct) -> None:
        self.game = game
        self.conduct = conduct
        self.log: list[str] = []
        self.pick_chance = picker(conduct, "chance")
        self.pick_seats = picker(conduct, "seats")
        self.pick_asides = picker(conduct, "asides")
        self.witnesses = {seat: game.witness(seat) for seat in (None, *range(game.seats))}

    def demand(self, law: str, holds: bool, what: str) -> None:
        if not holds:
            raise LawBrokenError(law, what, self.log)

    def run(self) -> StateT:
        game = self.game
        state = game.initial()
        turns = steps = 0
        while (actor := game.to_act(state)) is not None:
            self.demand("end", turns <= game.turns_max, f"more than {game.turns_max} turns")
            self.demand("end", not all(game.places(state)), "all places are given, and the match goes on")
            if steps % SCRUTINY == self.conduct.seed % SCRUTINY:
                self.scrutinise(state)
            seat, move = self.next_step(state, actor)
            turns += seat == actor != CHANCE
            steps += 1
            state = self.step(state, seat, move)
        self.scrutinise(state)
        places = sorted(game.places(state))
        self.demand("end", places == list(range(1, game.seats + 1)), f"the places in the end are {places}")
        return state

    def next_step(self, state: StateT, actor: int) -> tuple[int, MoveT]:
        every = self.conduct.aside_every
        if every and self.pick_asides(every) == 0:
            asides = [(seat, move) for seat in range(self.game.seats) for move in self.game.asides(state, seat)]
            if asides:
                return asides[self.pick_asides(len(asides))]
        if actor == CHANCE:
            return CHANCE, self.game.chance(state, self.pick_chance)
        moves = self.game.legal(state, actor)
        self.demand("legal", bool(moves), f"seat {actor} must move and cannot")
        return actor, moves[self.pick_seats(len(moves))]

    def step(self, before: StateT, seat: int, move: MoveT) -> StateT:
        game = self.game
        kept = repr(before)
        try:
            after, outcomes = game.apply(before, seat, move)
        except game.illegal as refusal:
            raise LawBrokenError(
                "legal", f"{move} of seat {seat} is legal, but refused: {refusal}", self.log
            ) from refusal
        self.demand("refusal", repr(before) == kept, f"{move} of seat {seat} has changed the state before it")
        line = game.public(seat, move, outcomes)
        self.log.append(line)
        for sentence in game.broken(before, seat, move, after, outcomes):
            self.demand("own", False, sentence)
        for viewer, witness in self.witnesses.items():
            witness.hear(line, "" if viewer is None else game.private(viewer, seat, move))
            told, shown = witness.view(), game.view(after, viewer)
            self.demand("retelling", told == shown, f"{viewer} was told {told} and is shown {shown}")
        return after

    def scrutinise(self, state: StateT) -> None:
        """The laws about what does not happen: moves refused, secrets kept."""
        game = self.game
        actor = game.to_act(state)
        kept = repr(state)
        for seat in (CHANCE, *range(game.seats)):
            legal = game.legal(state, seat)
            self.demand("waiting", seat == actor or not legal, f"seat {seat} is not to act, but may {legal}")
            allowed = [*legal, *(game.asides(state, seat) if seat != CHANCE else ())]
            for move in [*allowed, *game.conceivable(state, seat)]:
                self.try_move(state, seat, move, expected=move in allowed)
        self.demand("refusal", repr(state) == kept, "a move that was tried has changed the state")
        for viewer in (None, *range(game.seats)):
            other = game.disguise(state, viewer, self.pick_chance)
            shown, same = game.view(state, viewer), game.view(other, viewer)
            self.demand("secrecy", shown == same, f"{viewer} sees a difference: {shown} and {same}")
            self.demand("secrecy", game.to_act(other) == actor, f"what {viewer} cannot see decides who is to act")

    def try_move(self, state: StateT, seat: int, move: MoveT, *, expected: bool) -> None:
        try:
            self.game.apply(state, seat, move)
        except self.game.illegal as refusal:
            self.demand("legal", not expected, f"{move} of seat {seat} is legal, but refused: {refusal}")
        else:
            self.demand("refusal", expected, f"{move} of seat {seat} is not legal, but accepted")
