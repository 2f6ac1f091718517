"""The written positions of Bluffers, each played and compared field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from harness.rules import bluffers as rules
from harness.rules.bluffers import CHANCE, Call, Leave, Options, Play, Pull, State, Table, apply
from harness.rules.cards import DECK
from harness.testing.bluffers import state_problems
from harness.testing.position import Position, complete

POSITIONS = YAML(typ="safe").load(Path(__file__).with_name("bluffers.yaml").read_text(encoding="utf-8"))


class Played:
    """A position played to the end of its moves: the state, and what the last accepted move brought."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        written = case["state"]
        self.names: list[str] = written["seats"]
        self.bullets = {self.seat(name): pull for name, pull in written.get("bullet", {}).items()}
        self.options = Options(seats=len(self.names), **case.get("options", {}))
        self.state = self.completed(written)
        self.outcomes: dict[type, Any] = {}
        self.auto: str | None = None
        self.error: str | None = None

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def completed(self, written: Mapping[str, Any]) -> State:
        claim = written.get("claim")
        out, left = (tuple(map(self.seat, written.get(key, ()))) for key in ("out", "left"))
        pulls = tuple(written.get("pulls", {}).get(name, int(seat in out)) for seat, name in enumerate(self.names))
        return complete(
            Position(
                hands=tuple(written["hands"].get(name, "") for name in self.names),
                table=written["table"],
                turn=self.seat(written["turn"]),
                claim=(self.seat(claim["by"]), claim["cards"]) if claim else None,
                out=out,
                left=left,
                pulls=pulls,
            ),
            self.options,
        )

    def play(self, step: Mapping[str, str]) -> None:
        """One written move, then whatever chance has to do before a seat is to move again."""
        assert self.error is None, "only the last move of a position may be refused"
        before, seat = self.state, self.seat(step["by"])
        try:
            self.take(seat, self.move(seat, step))
        except rules.Illegal as refusal:
            self.error = refusal.code
            assert self.state is before
        while rules.to_act(self.state) == CHANCE:
            self.take(CHANCE, self.chance())

    def move(self, seat: int, step: Mapping[str, str]) -> rules.Move:
        if step["do"] in ("timeout", "away"):
            assert seat == self.state.turn
            move = rules.auto_move(self.state, 0)
            self.auto = "call" if isinstance(move, Call) else "play"
            return move
        return {"play": Play(tuple(step.get("cards", ""))), "call": Call(), "leave": Leave()}[step["do"]]

    def chance(self) -> rules.Move:
        state = self.state
        if state.phase is rules.Phase.PULL:
            made = state.pulls[state.shooter] + 1
            assert self.bullets.get(state.shooter, 6) >= made, "this bullet lies behind a pull that was made"
            return Pull(made == self.bullets.get(state.shooter, 6))
        if state.phase is rules.Phase.DEAL:
            deck = iter(DECK)
            return rules.Deal(tuple(() if place else tuple(next(deck) for _ in range(5)) for place in state.places))
        return Table("K")

    def take(self, seat: int, move: rules.Move) -> None:
        self.state, outcomes = apply(self.state, seat, move)
        assert not state_problems(self.state)
        self.outcomes |= {type(outcome): outcome for outcome in outcomes}

    def by_name(self, values: Mapping[str, Any], of: tuple[Any, ...]) -> dict[str, Any]:
        """The seats that are named in an expectation, with what they have."""
        return {name: of[self.seat(name)] for name in values}

    def opener(self) -> str | None:
        fresh = rules.Voided in self.outcomes or rules.Pulled in self.outcomes
        living = [len(cards) for cards, place in zip(self.state.hands, self.state.places, strict=True) if not place]
        return self.names[self.state.turn] if fresh and living == [5] * len(living) else None


def called(field: str) -> Callable[[Played, Any], Any]:
    return lambda p, _: getattr(p.outcomes[rules.Called], field)


READERS: dict[str, Callable[[Played, Any], Any]] = {
    "auto": lambda p, _: p.auto,
    "claim_by": lambda p, _: p.names[p.state.claim.seat] if p.state.claim else None,
    "count": lambda p, _: len(p.state.claim.cards) if p.state.claim else 0,
    "eliminated": lambda p, _: p.names[p.outcomes[rules.Eliminated].seat],
    "error": lambda p, _: p.error,
    "fired": lambda p, _: p.outcomes[rules.Pulled].fired,
    "hand": lambda p, wanted: p.by_name(wanted, tuple("".join(cards) for cards in p.state.hands)),
    "legal": lambda p, _: list(rules.legal(p.state)),
    "opener": lambda p, _: p.opener(),
    "over": lambda p, _: rules.to_act(p.state) is None,
    "place": lambda p, wanted: p.by_name(wanted, p.state.places),
    "points": lambda p, wanted: p.by_name(wanted, rules.points(p.state)),
    "pulls": lambda p, wanted: p.by_name(wanted, p.state.pulls),
    "shooter": lambda p, _: p.names[p.outcomes[rules.Called].shooter],
    "sizes": lambda p, wanted: p.by_name(wanted, tuple(map(len, p.state.hands))),
    "truth": called("truth"),
    "turn": lambda p, _: p.names[p.state.turn],
    "void": lambda p, _: rules.Voided in p.outcomes,
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
    """Thirty-two acceptance numbers and the further ones, each once, each known to the reader."""
    ids = [case["id"] for case in POSITIONS]
    assert len(set(ids)) == len(ids)
    assert {f"BLF-T{number:02}" for number in range(1, 33)} <= set(ids)
    assert all(set(case) <= {"id", "note", "options", "state", "move", "expect"} for case in POSITIONS)
    known = {"seats", "hands", "table", "turn", "claim", "bullet", "out", "left", "pulls"}
    assert all(set(case["state"]) <= known for case in POSITIONS)
