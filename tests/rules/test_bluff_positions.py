"""The written positions of Bluff, each played and compared field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from harness.rules import bluff as rules
from harness.rules.bluff import Call, Called, Leave, Options, Pass, Play, State
from harness.testing.bluff import Position, complete, state_problems

POSITIONS = YAML(typ="safe").load(Path(__file__).with_name("bluff.yaml").read_text(encoding="utf-8"))
ENDS = {"all": "play_on", "first": "first_out"}


class Played:
    """A position played to the end of its moves: the state, and what the accepted moves brought."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        written = case["state"]
        self.names: list[str] = written["seats"]
        end = ENDS[written.get("mode", "all")]
        self.options = Options(seats=len(self.names), end=end, **case.get("options", {}))  # type: ignore[arg-type]
        self.start = self.state = self.completed(written)
        self.outcomes: dict[type, Any] = {}
        self.finished = [self.seat(name) for name in written.get("finished", ())]
        self.auto: str | None = None
        self.error: str | None = None

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def completed(self, written: Mapping[str, Any]) -> State:
        claim = written.get("claim")
        passed, finished, left = (tuple(map(self.seat, written.get(k, ()))) for k in ("passed", "finished", "left"))
        return complete(
            Position(
                hands=tuple(written["hands"][name] for name in self.names),
                turn=self.seat(written["turn"]),
                pile=written.get("pile", ""),
                claim=(self.seat(claim["by"]), claim["rank"], claim["cards"]) if claim else None,
                passed=passed,
                finished=finished,
                left=left,
            ),
            self.options,
        )

    def play(self, step: Mapping[str, Any]) -> None:
        """One written move."""
        assert self.error is None, "only the last move of a position may be refused"
        before, seat = self.state, self.seat(step["by"])
        try:
            self.state, outcomes = rules.apply(self.state, seat, self.move(seat, step))
        except rules.Illegal as refusal:
            self.error = refusal.code
            assert self.state is before
            return
        assert not state_problems(self.state)
        self.outcomes |= {type(outcome): outcome for outcome in outcomes}
        self.finished += [outcome.seat for outcome in outcomes if isinstance(outcome, rules.Finished)]

    def move(self, seat: int, step: Mapping[str, Any]) -> rules.Move:
        if step["do"] in ("timeout", "away"):
            assert seat == self.state.turn
            move = rules.auto_move(self.state, step.get("pick", 0), step.get("wild", 0))
            self.auto = "pass" if isinstance(move, Pass) else "play"
            return move
        if step["do"] == "play":
            return Play(tuple(step["cards"].split()), step.get("rank"))
        return {"pass": Pass(), "call": Call(), "leave": Leave()}[step["do"]]

    def by_name(self, values: Mapping[str, Any], of: tuple[Any, ...]) -> dict[str, Any]:
        """The seats that are named in an expectation, with what they have."""
        return {name: of[self.seat(name)] for name in values}

    def lead(self) -> str | None:
        return self.names[self.state.turn] if rules.legal(self.state) == ("play",) else None

    def order(self) -> list[str]:
        placed = sorted((place, name) for place, name in zip(self.state.places, self.names, strict=True) if place)
        finishers = [name for _, name in placed if self.seat(name) in self.finished]
        assert finishers == [self.names[seat] for seat in self.finished]
        return finishers


READERS: dict[str, Callable[[Played, Any], Any]] = {
    "auto": lambda p, _: p.auto,
    "claim_by": lambda p, _: p.names[p.state.claim.seat] if p.state.claim else None,
    "discarded": lambda p, _: len(p.state.discarded) - len(p.start.discarded),
    "error": lambda p, _: p.error,
    "finish_order": lambda p, _: p.order(),
    "finished": lambda p, _: p.order(),
    "lead": lambda p, _: p.lead(),
    "legal": lambda p, _: list(rules.legal(p.state)),
    "on_pile": lambda p, _: rules.view(p.state, None).pile,
    "over": lambda p, _: rules.to_act(p.state) is None,
    "pile": lambda p, _: p.outcomes[Called].taken,
    "place": lambda p, wanted: p.by_name(wanted, p.state.places),
    "rank": lambda p, _: p.state.rank,
    "ranking": lambda p, wanted: p.by_name(wanted, rules.ranking(p.state)),
    "size": lambda p, wanted: p.by_name(wanted, tuple(map(len, p.state.hands))),
    "takes": lambda p, _: p.names[p.outcomes[Called].taker],
    "truth": lambda p, _: p.outcomes[Called].truth,
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
    assert {f"CHT-T{number:02}" for number in range(1, 29)} <= set(ids)
    assert all(set(case) <= {"id", "note", "options", "state", "move", "expect"} for case in POSITIONS)
    known = {"seats", "hands", "turn", "pile", "claim", "passed", "finished", "left", "mode"}
    assert all(set(case["state"]) <= known for case in POSITIONS)
