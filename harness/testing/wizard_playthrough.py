"""A match of Wizard written down step by step, with what each seat sees: its golden playthroughs."""

from __future__ import annotations

from collections.abc import Sequence

from harness.rules.wizard import Bid, Choose, Options, Play, View
from harness.testing.choices import Conduct
from harness.testing.walkthrough import walkthrough
from harness.testing.wizard import WizardGame


def playthrough(options: Options, conduct: Conduct) -> str:
    """Play a match of Wizard under this conduct and write it down.

    Returns:
        Lines of text: per step the public line, then what the public and each seat see. The last line tells
        equal places apart by seat, as `WizardGame.places` does; the shared ones are in the last view.
    """
    title = f"Wizard, {options.seats} seats, bids {options.bids}, length {options.length}, lead {options.first_lead}"
    return walkthrough(title, WizardGame(options), conduct, _Describer())


class _Describer:
    """One line of a view: all of it for the public; for a seat its cards and whatever differs from the public's.

    The public's view comes first at every step, and is remembered. `~` stands for a bid that was made and
    that the viewer does not see.
    """

    __slots__ = ("public",)

    def __init__(self) -> None:
        self.public: dict[str, str] = {}

    def __call__(self, view: View) -> str:
        shown = _fields(view)
        if view.seat is None:
            self.public = shown
            return "  public " + " | ".join(f"{name} {text}" for name, text in shown.items())
        own = [f"{name} {text}" for name, text in shown.items() if text != self.public[name]]
        return f"  seat {view.seat} " + " | ".join([" ".join(view.cards) or "-", *own])


def _fields(view: View) -> dict[str, str]:
    bids = ["~" if bid is None and done else bid for bid, done in zip(view.bids, view.placed, strict=True)]
    return {
        "round": f"{view.round} {view.phase}", "dealer": str(view.dealer), "lead": str(view.leader),
        "act": _row(view.actors), "turned": str(view.turned or "-"), "trump": str(view.trump or "-"),
        "bids": _row(bids), "trick": _row(view.trick), "taken": _row(view.taken), "won": _row(view.won),
        "sizes": _row(view.sizes), "totals": f"{_row(view.totals)} after {len(view.sheet)}",
        "places": _row(view.places), "left": _row(sorted(view.gone)),
        "legal": _row([_word(move) for move in view.legal]),
    }  # fmt: skip


def _word(move: Choose | Bid | Play) -> str | int:
    if isinstance(move, Choose):
        return move.suit
    return move.tricks if isinstance(move, Bid) else move.card


def _row(things: Sequence[object]) -> str:
    return " ".join("-" if thing is None else str(thing) for thing in things) or "-"
