"""A match of Wizard written down step by step, with what each seat sees: its golden playthroughs."""

from __future__ import annotations

from collections.abc import Sequence

from harness.rules.wizard import CHANCE, Bid, Choose, Options, Play, View, ranks
from harness.testing.choices import Conduct, picker
from harness.testing.wizard import WizardGame


def playthrough(options: Options, conduct: Conduct) -> str:
    """Play a match of Wizard under this conduct and write it down.

    Returns:
        Lines of text: per step the public line, then what the public and each seat see; the result last.
    """
    game = WizardGame(options)
    state = game.initial()
    chance, seats, aside = (picker(conduct, who) for who in ("chance", "seats", "asides"))
    lines = [f"Wizard, {options.seats} seats, bids {options.bids}, length {options.length}, lead {options.first_lead}"]
    while (actor := game.to_act(state)) is not None:
        strays = conduct.aside_every and aside(conduct.aside_every) == 0
        asides = [(seat, move) for seat in range(game.seats) for move in game.asides(state, seat)] if strays else []
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
    shown = game.view(state, None)
    lines += ["", f"totals {_row(shown.totals)}, ranks {_row(ranks(state))}, places {_row(shown.places)}", ""]
    return "\n".join(lines)


def describe(view: View) -> str:
    """One line of everything in a view; `~` stands for a bid that this viewer does not see."""
    who = "public" if view.seat is None else f"seat {view.seat}"
    bids = ["~" if bid is None and done else bid for bid, done in zip(view.bids, view.placed, strict=True)]
    return (
        f"  {who:<6} {' '.join(view.cards) or '-'} | round {view.round} {view.phase} | dealer {view.dealer} lead"
        f" {view.leader} act {_row(view.actors)} | turned {view.turned or '-'} trump {view.trump or '-'} | bids"
        f" {_row(bids)} | trick {_row(view.trick)} | taken {_row(view.taken)} | won {_row(view.won)} | sizes"
        f" {_row(view.sizes)} | totals {_row(view.totals)} after {len(view.sheet)} | places {_row(view.places)} | left"
        f" {_row(sorted(view.gone))} | legal {_row([_word(move) for move in view.legal])}"
    )


def _word(move: Choose | Bid | Play) -> str | int:
    if isinstance(move, Choose):
        return move.suit
    return move.tricks if isinstance(move, Bid) else move.card


def _row(things: Sequence[object]) -> str:
    return " ".join("-" if thing is None else str(thing) for thing in things) or "-"
