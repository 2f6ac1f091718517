"""A match of any game written down step by step, with what each seat sees: for golden playthroughs.

The text is for reading and for comparing: a change of the rules or of a view shows up as a
difference that somebody has to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from harness.testing.choices import Conduct, picker
from harness.testing.game import CHANCE, Game

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
OutcomeT = TypeVar("OutcomeT")
ViewT = TypeVar("ViewT")


def walkthrough(
    title: str, game: Game[StateT, MoveT, OutcomeT, ViewT], conduct: Conduct, describe: Callable[[ViewT], str]
) -> str:
    """Play a match under this conduct and write it down.

    Args:
        title: The first line.
        game: Whose match it is.
        conduct: Decides the match.
        describe: One line of everything in a view.

    Returns:
        Lines of text: per step the public line, then what the public and each seat see; the places last.
    """
    state = game.initial()
    chance, seats, aside = (picker(conduct, who) for who in ("chance", "seats", "asides"))
    lines = [title]
    while (actor := game.to_act(state)) is not None:
        leaves = conduct.aside_every and aside(conduct.aside_every) == 0
        asides = [(seat, move) for seat in range(game.seats) for move in game.asides(state, seat)] if leaves else []
        if asides:
            actor, move = asides[aside(len(asides))]
        elif actor == CHANCE:
            move = game.chance(state, chance)
        else:
            moves = game.legal(state, actor)
            move = moves[seats(len(moves))]
        state, outcomes = game.apply(state, actor, move)
        lines += ["", game.public(actor, move, outcomes)]
        lines += [describe(game.view(state, seat)) for seat in (None, *range(game.seats))]
    lines += ["", f"places {' '.join(map(str, game.places(state)))}", ""]
    return "\n".join(lines)
