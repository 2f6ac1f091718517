"""What a private frame shows its receiver of his own: cards, or dice as digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from harness.wire import events as ev

Own: TypeAlias = ev.Cards | ev.Dice | ev.BluffHand | ev.WizardHand
OWN: Final[tuple[type[Own], ...]] = Own.__args__


def own_deal(event: Own) -> tuple[int, tuple[str, ...]]:
    """The number of the deal, and what the receiver holds of it."""
    return _READ[type(event)](event)


_READ: Final[dict[type[Own], Callable[[Any], tuple[int, tuple[str, ...]]]]] = {
    ev.Cards: lambda event: (event.hand, event.cards),
    ev.Dice: lambda event: (event.round, tuple(map(str, event.dice))),
    ev.BluffHand: lambda event: (1, event.cards),
    ev.WizardHand: lambda event: (event.round, event.cards),
}
