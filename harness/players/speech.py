"""Decisions as commands: from the words of the rules to those of the wire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from harness.players.personas import Decision
from harness.rules import bluff, bluffers, liars_dice, wizard
from harness.wire import commands as cm

_COMMANDS: Final[dict[type, Callable[[Any, str, int], cm.Move]]] = {
    bluffers.Play: lambda move, id_, turn: cm.Play(id=id_, turn=turn, cards=move.cards),
    bluffers.Call: lambda move, id_, turn: cm.Call(id=id_, turn=turn),
    liars_dice.Bid: lambda move, id_, turn: cm.Bid(id=id_, turn=turn, quantity=move.quantity, face=move.face),
    liars_dice.Challenge: lambda move, id_, turn: cm.Challenge(id=id_, turn=turn),
    bluff.Play: lambda move, id_, turn: cm.Lay(id=id_, turn=turn, cards=move.cards, named=move.rank),
    bluff.Pass: lambda move, id_, turn: cm.Pass(id=id_, turn=turn),
    bluff.Call: lambda move, id_, turn: cm.Call(id=id_, turn=turn),
    wizard.Choose: lambda move, id_, turn: cm.ChooseTrump(id=id_, turn=turn, suit=move.suit),
    wizard.Bid: lambda move, id_, turn: cm.BidTricks(id=id_, turn=turn, tricks=move.tricks),
    wizard.Play: lambda move, id_, turn: cm.PlayCard(id=id_, turn=turn, card=move.card),
}


def command_of(decision: Decision, id_: str, turn: int) -> cm.Move:
    """The command that makes this move in this turn."""
    return _COMMANDS[type(decision)](decision, id_, turn)


def said_by(move: cm.Move) -> tuple[str, ...] | None:
    """What a move says that nobody but its maker is told again; None when there is nothing like that."""
    if isinstance(move, cm.Play | cm.Lay):
        return move.cards
    return (str(move.tricks),) if isinstance(move, cm.BidTricks) else None
