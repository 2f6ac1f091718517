"""The written positions of Wizard, each played and compared field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from ruamel.yaml import YAML

from harness.rules import wizard as rules
from harness.rules.wizard import CHANCE, Bid, Choose, Leave, Options, Phase, Play, State, apply
from harness.rules.wizard_arithmetic import ranks_of, round_points
from harness.rules.wizard_cards import DECK, FACES, JESTER
from harness.testing.wizard import state_problems
from harness.testing.wizard_position import Position, complete

POSITIONS = YAML(typ="safe").load(Path(__file__).with_name("wizard.yaml").read_text(encoding="utf-8"))
QUESTIONS = [case for case in POSITIONS if "fn" in case]
PLAYED = [case for case in POSITIONS if "fn" not in case]


# -- questions ---------------------------------------------------------------------------------


def turned_for(trump: str, *written: str) -> Any:
    """A card that can have been turned up to make this trump."""
    if trump == "none":
        return JESTER
    return next(face for face in FACES if face[0] == trump and face not in " ".join(written).split())


def ask_legal(hand: str, trick: str, trump: str = "none") -> dict[str, Any]:
    """The cards that the seat after the trick may play, sorted."""
    held = hand.split()
    seat = len(trick.split())
    hands = tuple(hand if other == seat else None for other in range(4))
    position = Position(
        round=len(held), hands=hands, trick=trick, dealer=3, bids=(0,) * 4, turned=turned_for(trump, hand, trick)
    )
    state = complete(position, Options(seats=4))
    return {"legal": sorted(move.card for move in rules.legal(state, seat) if isinstance(move, Play))}


def ask_trick(trick: str, trump: str) -> dict[str, Any]:
    """Everybody holds one card and plays it."""
    cards = trick.split()
    seats = len(cards)
    turned = turned_for(trump, trick)
    state = complete(
        Position(round=1, hands=tuple(cards), turned=turned, dealer=seats - 1, bids=(0,) * seats), Options(seats=seats)
    )
    for seat, card in enumerate(cards):
        state, outcomes = apply(state, seat, Play(card))
    return {"winner": next(outcome.seat for outcome in outcomes if isinstance(outcome, rules.Taken))}


def ask_rounds(players: int, mode: Any = "standard") -> dict[str, Any]:
    """The rounds of a match, or that so many cannot play it."""
    try:
        return {"rounds": list(Options(seats=players, length=mode).rounds)}
    except ValueError as problem:
        assert "3 to 6" in str(problem)
        return {"error": "players"}


def ask_trump(players: int, each: int, turned: Any = None, mode: Any = "standard") -> dict[str, Any]:
    """The trump suit after the turn-up, if there is one."""
    options = Options(seats=players, length=mode)
    number = options.rounds.index(each)
    dealt = complete(Position(round=number + 1, hands=(None,) * players), options)
    fresh = replace(rules.initial(options), phase=Phase.DEAL, round=number, sheet=dealt.sheet)
    assert not state_problems(fresh)
    state = apply(fresh, CHANCE, rules.Deal(dealt.hands))[0]
    assert not state_problems(state)
    if turned is not None:
        state = apply(state, CHANCE, rules.TurnUp(turned))[0]
    assert state.phase in (Phase.TRUMP, Phase.BID)
    return {"trump": "dealer_chooses" if state.phase is Phase.TRUMP else state.trump or "none"}


def ask_bids(
    each: int, others: Any = (), last: bool = False, option: Any = "standard", players: int = 4
) -> dict[str, Any]:
    """The bids of the seat that follows those who have bid."""
    seats = len(others) + 1 if last else players
    assert last == (len(others) == seats - 1)
    bids = (*others, *[None] * (seats - len(others)))
    position = Position(round=each, hands=(None,) * seats, turned="S9", dealer=seats - 1, bids=bids)
    state = complete(position, Options(seats=seats, bids=option))
    return {"bids": [move.tricks for move in rules.legal(state, len(others)) if isinstance(move, Bid)]}


def ask_final(totals: Mapping[str, int]) -> dict[str, Any]:
    """Who has won with these totals, and every rank."""
    ranks = dict(zip(totals, ranks_of(tuple(totals.values())), strict=True))
    return {"winners": [name for name, rank in ranks.items() if rank == 1], "ranks": ranks}


ASKED: dict[str, Callable[..., dict[str, Any]]] = {
    "legal": ask_legal,
    "trick": ask_trick,
    "score": lambda bid, won: {"points": round_points(bid, won)},
    "rounds": ask_rounds,
    "trump": ask_trump,
    "bids": ask_bids,
    "final": ask_final,
}


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: case["id"])
def test_question(case: Mapping[str, Any]) -> None:
    """Every answer that is expected is what the rules say."""
    answer = ASKED[case["fn"]](**case["args"])
    assert {key: answer[key] for key in case["expect"]} == case["expect"]


# -- positions that are played -------------------------------------------------------------------


class Played:
    """A position played to the end of its moves: the state, and what the last accepted move brought."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        written = case["state"]
        self.names: list[str] = written["seats"]
        self.options = Options(seats=len(self.names), **case.get("options", {}))
        self.state = complete(self.position(written), self.options)
        self.outcomes: dict[type, Any] = {}
        self.auto: list[Any] | None = None
        self.error: str | None = None

    def position(self, written: Mapping[str, Any]) -> Position:
        def row(key: str, default: Any) -> tuple[Any, ...]:
            return tuple(written.get(key, {}).get(name, default) for name in self.names)

        leader = written.get("leader")
        return Position(
            round=written["round"],
            hands=row("hands", None),
            turned=written.get("turned"),
            chosen=written.get("chosen"),
            dealer=self.seat(written.get("dealer", self.names[0])),
            leader=None if leader is None else self.seat(leader),
            trick=written.get("trick", ""),
            bids=row("bids", None),
            won=row("won", 0),
            scores=tuple((tuple(bids), tuple(won)) for bids, won in written.get("scores", ())),
            left=tuple(map(self.seat, written.get("left", ()))),
        )

    def seat(self, name: str) -> int:
        return CHANCE if name == "chance" else self.names.index(name)

    def play(self, step: Mapping[str, Any]) -> None:
        """One written move."""
        assert self.error is None, "only the last move of a position may be refused"
        before, seat = self.state, self.seat(step["by"])
        try:
            self.state, outcomes = apply(self.state, seat, self.move(seat, step))
        except rules.Illegal as refusal:
            self.error = refusal.code
            assert self.state is before
        else:
            self.outcomes |= {type(outcome): outcome for outcome in outcomes}
        assert not state_problems(self.state)

    def move(self, seat: int, step: Mapping[str, Any]) -> rules.Move:
        if step["do"] == "timeout":
            self.auto = list(map(word, rules.auto_moves(self.state, seat)))
            return rules.auto_move(self.state, seat, 0)
        if step["do"] == "deal":
            each, deck = self.options.rounds[self.state.round], iter(DECK)
            return rules.Deal(tuple(tuple(next(deck) for _ in range(each)) for _ in self.names))
        kinds: dict[str, Callable[..., rules.Move]] = {
            "play": Play, "bid": Bid, "choose": Choose, "leave": Leave, "turn_up": rules.TurnUp,
        }  # fmt: skip
        return kinds[step["do"]](**{key: value for key, value in step.items() if key not in ("by", "do")})

    def by_name(self, values: Mapping[str, Any], of: tuple[Any, ...]) -> dict[str, Any]:
        """The seats that are named in an expectation, with what they have."""
        return {name: of[self.seat(name)] for name in values}

    def seen_bids(self, viewers: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: list(rules.view(self.state, None if name == "public" else self.seat(name)).bids) for name in viewers
        }


def word(move: rules.SeatMove) -> str | int:
    """A move as it is written in a position."""
    if isinstance(move, Choose):
        return move.suit
    return move.tricks if isinstance(move, Bid) else move.card


def line(state: State) -> dict[str, list[int]]:
    """The last line of the sheet."""
    scored = state.sheet[-1]
    return {"bids": list(scored.bids), "won": list(scored.won), "points": list(scored.points)}


READERS: dict[str, Callable[[Played, Any], Any]] = {
    "actors": lambda p, _: [p.names[seat] for seat in rules.actors(p.state)],
    "auto": lambda p, _: p.auto,
    "bids": lambda p, wanted: p.by_name(wanted, p.state.bids),
    "dealer": lambda p, _: p.names[p.state.dealer],
    "error": lambda p, _: p.error,
    "gone": lambda p, _: [p.names[seat] for seat in sorted(p.state.gone)],
    "hand": lambda p, wanted: p.by_name(wanted, tuple(" ".join(cards) for cards in p.state.hands)),
    "leader": lambda p, _: p.names[p.state.leader],
    "legal": lambda p, wanted: {name: list(map(word, rules.legal(p.state, p.seat(name)))) for name in wanted},
    "line": lambda p, _: line(p.state),
    "over": lambda p, _: rules.to_act(p.state) is None,
    "phase": lambda p, _: str(p.state.phase),
    "placed": lambda p, wanted: p.by_name(wanted, rules.view(p.state, None).placed),
    "places": lambda p, wanted: p.by_name(wanted, rules.places(p.state)),
    "points": lambda p, wanted: p.by_name(wanted, p.outcomes[rules.Scored].points),
    "ranks": lambda p, wanted: p.by_name(wanted, rules.ranks(p.state)),
    "revealed": lambda p, _: list(p.outcomes[rules.Revealed].bids),
    "round": lambda p, _: p.state.round,
    "sees": lambda p, wanted: p.seen_bids(wanted),
    "sizes": lambda p, wanted: p.by_name(wanted, tuple(map(len, p.state.hands))),
    "taken_by": lambda p, _: p.names[p.outcomes[rules.Taken].seat],
    "totals": lambda p, wanted: p.by_name(wanted, rules.totals(p.state)),
    "trick": lambda p, _: " ".join(p.state.trick),
    "trump": lambda p, _: p.state.trump,
    "winners": lambda p, _: [p.names[seat] for seat in p.outcomes[rules.Over].winners],
    "won": lambda p, wanted: p.by_name(wanted, p.state.won),
}


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case["id"])
def test_position(case: Mapping[str, Any]) -> None:
    """Every field that a position expects is what the rules say; what is not expected to be refused is not."""
    played = Played(case)
    for step in case["move"] if isinstance(case["move"], list) else [case["move"]]:
        played.play(step)
    expect = {"error": None, **case["expect"]}
    assert {key: READERS[key](played, wanted) for key, wanted in expect.items()} == expect


def test_every_position_has_a_number_of_its_own() -> None:
    """Forty-two acceptance numbers and the further ones, each once, each known to the reader."""
    ids = [case["id"] for case in POSITIONS]
    assert len(set(ids)) == len(ids)
    assert {f"WIZ-T{number:02}" for number in range(1, 43)} <= set(ids)
    assert all(set(case) == {"id", "note", "fn", "args", "expect"} for case in QUESTIONS)
    assert all(set(case) <= {"id", "note", "options", "state", "move", "expect"} for case in PLAYED)
    known = {
        "seats", "round", "dealer", "leader", "hands", "turned", "chosen", "trick", "bids", "won", "scores", "left",
    }  # fmt: skip
    assert all(set(case["state"]) <= known for case in PLAYED)
    assert all(case["expect"] for case in POSITIONS)
