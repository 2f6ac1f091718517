"""The written positions of Liar's Dice, each played and compared field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from harness.rules import liars_dice as rules
from harness.rules.liars_dice import CHANCE, Bid, Challenge, Challenged, Leave, Options, Roll, State
from harness.testing.liars_dice import Position, complete, state_problems

POSITIONS = YAML(typ="safe").load(Path(__file__).with_name("liars_dice.yaml").read_text(encoding="utf-8"))


class Played:
    """A position played to the end of its moves: the state, and what the accepted moves brought."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        written = case["state"]
        self.names: list[str] = written["seats"]
        self.options = Options(seats=len(self.names), ones=written.get("ones", "high"))
        self.state = self.completed(written)
        self.outcomes: dict[type, Any] = {}
        self.auto: str | None = None
        self.error: str | None = None

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def completed(self, written: Mapping[str, Any]) -> State:
        bid = written.get("bid")
        return complete(
            Position(
                dice=tuple(written["dice"][name] for name in self.names),
                turn=self.seat(written["turn"]),
                bid=(self.seat(bid["by"]), bid["q"], bid["f"]) if bid else None,
                locked=written.get("locked", False),
                out=tuple(map(self.seat, written.get("out", ()))),
            ),
            self.options,
        )

    def play(self, step: Mapping[str, Any]) -> None:
        """One written move, then a roll if the cups have to be shaken."""
        assert self.error is None, "only the last move of a position may be refused"
        before, seat = self.state, self.seat(step["by"])
        try:
            self.take(seat, self.move(seat, step))
        except rules.Illegal as refusal:
            self.error = refusal.code
            assert self.state is before
        while rules.to_act(self.state) == CHANCE:
            self.take(CHANCE, Roll(tuple((6,) * size for size in self.state.sizes)))

    def move(self, seat: int, step: Mapping[str, Any]) -> rules.Move:
        if step["do"] in ("timeout", "away"):
            assert seat == self.state.turn
            move = rules.auto_move(self.state)
            self.auto = "bid" if isinstance(move, Bid) else "challenge"
            return move
        if step["do"] == "bid":
            return Bid(step["q"], step["f"])
        return {"challenge": Challenge(), "leave": Leave()}[step["do"]]

    def take(self, seat: int, move: rules.Move) -> None:
        self.state, outcomes = rules.apply(self.state, seat, move)
        assert not state_problems(self.state)
        self.outcomes |= {type(outcome): outcome for outcome in outcomes}

    def by_name(self, values: Mapping[str, Any], of: tuple[Any, ...]) -> dict[str, Any]:
        """The seats that are named in an expectation, with what they have."""
        return {name: of[self.seat(name)] for name in values}


def challenged(field: str) -> Callable[[Played, Any], Any]:
    return lambda p, _: getattr(p.outcomes[Challenged], field)


READERS: dict[str, Callable[[Played, Any], Any]] = {
    "ai": lambda p, _: [name for name in p.names if p.seat(name) in p.state.gone],
    "auto": lambda p, _: p.auto,
    "bid": lambda p, _: f"{p.state.bid.quantity}x{p.state.bid.face}" if p.state.bid else None,
    "count": challenged("count"),
    "dice": lambda p, wanted: p.by_name(wanted, p.state.sizes),
    "eliminated": lambda p, _: p.names[p.outcomes[rules.Eliminated].seat],
    "error": lambda p, _: p.error,
    "holds": challenged("holds"),
    "legal": lambda p, _: list(rules.legal(p.state)),
    "locked": lambda p, _: p.state.locked,
    "loser": lambda p, _: p.names[p.outcomes[Challenged].loser],
    "opener": lambda p, _: p.names[p.state.turn] if Challenged in p.outcomes and p.state.bid is None else None,
    "over": lambda p, _: rules.to_act(p.state) is None,
    "place": lambda p, wanted: p.by_name(wanted, p.state.places),
    "total": lambda p, _: sum(p.state.sizes),
    "turn": lambda p, _: p.names[p.state.turn],
    "winner": lambda p, _: p.names[p.outcomes[rules.Over].winner],
}


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_position(case: Mapping[str, Any]) -> None:
    """Every field that a position expects is what the rules say; what is not expected to be refused is not."""
    played = Played(case)
    for step in case["move"] if isinstance(case["move"], list) else [case["move"]]:
        played.play(step)
    expect = {"error": None, **case["expect"]}
    assert {key: READERS[key](played, wanted) for key, wanted in expect.items()} == expect


def test_every_position_has_a_number_of_its_own() -> None:
    """Twenty-eight acceptance numbers and the further ones, each once, each known to the reader."""
    ids = [case["id"] for case in POSITIONS]
    assert len(set(ids)) == len(ids)
    assert {f"LDC-T{number:02}" for number in range(1, 29)} <= set(ids)
    assert all(set(case) == {"id", "note", "state", "move", "expect"} for case in POSITIONS)
    known = {"seats", "dice", "turn", "bid", "locked", "ones", "out"}
    assert all(set(case["state"]) <= known for case in POSITIONS)
