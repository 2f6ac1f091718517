"""The games besides Bluffers, seen from a player: which knowledge belongs to which, and who takes which event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from harness.players import known_bluff, known_dice, known_wizard
from harness.players.known_bluff import BluffKnown
from harness.players.known_dice import DiceKnown
from harness.players.known_wizard import WizardKnown
from harness.wire import events as ev
from harness.wire.options import BluffOptions, DiceOptions, GameOptions, WizardOptions

Known: TypeAlias = DiceKnown | BluffKnown | WizardKnown

FOLDS: Final[dict[type[ev.Event], tuple[type[Known], Callable[..., None]]]] = {
    **{kind: (DiceKnown, fold) for kind, fold in known_dice.FOLDS.items()},
    **{kind: (BluffKnown, fold) for kind, fold in known_bluff.FOLDS.items()},
    **{kind: (WizardKnown, fold) for kind, fold in known_wizard.FOLDS.items()},
}
"""By event: whose it is, and what it does."""


def known_of(options: GameOptions | None) -> Known | None:
    """Nothing known yet of a match with these options; None for Bluffers, which the view itself knows."""
    if isinstance(options, DiceOptions):
        return DiceKnown(options)
    if isinstance(options, BluffOptions):
        return BluffKnown(options)
    return WizardKnown(options) if isinstance(options, WizardOptions) else None


def blank_for(table: ev.TableView | ev.DiceView | ev.BluffView | ev.WizardView) -> Known | None:
    """Knowledge for a snapshot's table to fill."""
    if isinstance(table, ev.DiceView):
        return DiceKnown(DiceOptions())
    if isinstance(table, ev.BluffView):
        return BluffKnown(BluffOptions())
    return WizardKnown(WizardOptions()) if isinstance(table, ev.WizardView) else None
