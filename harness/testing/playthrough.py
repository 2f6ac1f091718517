"""A match written down step by step, with what each seat sees: the golden playthroughs of a game.

The text is for reading and for comparing: a change of the rules or of a view shows up as a
difference that somebody has to look at.
"""

from __future__ import annotations

from harness.rules.bluffers import CHANCE, Options, View, points
from harness.testing.bluffers import BluffersGame
from harness.testing.choices import Conduct, picker


def playthrough(options: Options, conduct: Conduct) -> str:
    """Play a match of Bluffers under this conduct and write it down.

    Returns:
        Lines of text: per step the public line, then what the public and each seat see; the points last.
    """
    game = BluffersGame(options)
    state = game.initial()
    chance, seats, aside = (picker(conduct, who) for who in ("chance", "seats", "asides"))
    lines = [f"Bluffers, {options.seats} seats"]
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
    lines += ["", f"points {' '.join(map(str, points(state)))}", ""]
    return "\n".join(lines)


def describe(view: View) -> str:
    """One line of everything in a view."""
    who = "public" if view.seat is None else f"seat {view.seat}"
    claim = f"{view.claim_count} by {view.claim_seat}" if view.claim_seat is not None else "none"
    shooter = "" if view.shooter is None else f" | shooter {view.shooter}"
    return (
        f"  {who:<6} {''.join(view.cards):<5} | hand {view.hand} {view.phase} {view.turn} {'/'.join(view.legal)}"
        f"{shooter} | table {view.table} | claim {claim} | sizes {_row(view.sizes)} | pulls {_row(view.pulls)}"
        f" | places {_row(view.places)} | left {_row(tuple(sorted(view.departed)))}"
    )


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or "-"
