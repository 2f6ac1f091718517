"""Marks of the platform and of Bluffers: each shows what it says, and nothing else does."""

from __future__ import annotations

from functools import lru_cache

import pytest
from msgspec.structs import replace

from harness.clock import SECOND
from harness.dialects.dialect import RoomOptions
from harness.history.observation import Exchange, RunEnded
from harness.scenario.plan import ActorPlan, PartyPlan
from harness.wire import events as ev
from harness.wire.options import BluffOptions, GameOptions, WizardOptions
from tests.referee.histories import (
    History,
    acquitted,
    alter,
    edit,
    honest,
    kind,
    of,
    record,
    staged,
    with_bots,
)

PERSONAS = ("honest", "flapper", "bluffer", "sleepy")


@lru_cache
def played(game: str, chosen: GameOptions | None = None, matches: int = 1) -> History:
    """Four at a table of this game, one of whom drops now and then and one of whom is slow."""
    room = RoomOptions(game=game)
    if chosen is not None:
        room = replace(room, **{game: chosen})
    actors = tuple(
        ActorPlan(actor=name, name=name, persona=persona, think=(SECOND, 2 * SECOND))
        for name, persona in zip(("ana", "ben", "cho", "dee"), PERSONAS, strict=True)
    )
    return record(PartyPlan(party="t0", room=room, actors=actors, matches=matches), seed=3)


def marks(history: History) -> dict[str, int]:
    """What was seen at work; marks that were not are left out."""
    return {mark: count for mark, count in acquitted(history, "rules_coverage").counts if count}


def calls(history: History, path: str, *, status: int | None = None, answer: bytes | None = None) -> History:
    """The history with other answers to the calls on this path."""

    def change(exchange: Exchange) -> Exchange:
        return replace(
            exchange,
            status=exchange.status if status is None else status,
            answer=exchange.answer if answer is None else answer,
        )

    pick = of(Exchange)
    return alter(history, lambda o, e: pick(o, e) and o.path.startswith(path), change, every=True)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "chosen", "shown"),
    [
        (
            "liars_dice",
            None,
            {"FEAT-11/liars_dice", "FEAT-13/liars_dice", "FEAT-42", "FEAT-43/bid", "FEAT-43/snapshot"},
        ),
        ("bluff", BluffOptions(), {"FEAT-11/bluff", "FEAT-13/bluff", "FEAT-50/first_out"}),
        (
            "bluff",
            BluffOptions(decks=1, jokers="none", end="play_on"),
            {"FEAT-49/decks", "FEAT-49/jokers", "FEAT-50/play_on"},
        ),
        (
            "wizard",
            WizardOptions(length="five", bids="secret"),
            {"FEAT-11/wizard", "FEAT-13/wizard", "FEAT-44", "FEAT-45/five", "FEAT-46/secret"},
        ),
    ],
)
def test_other_games_show_their_features(game: str, chosen: GameOptions | None, shown: set[str]) -> None:
    """Their choices, their private things, and no rule of Bluffers at the table."""
    found = marks(played(game, chosen))
    assert shown <= set(found)
    assert "FEAT-12" in found
    assert not {"BLF-01", "BLF-10", "FEAT-13/bluffers", "FEAT-34"} & set(found)


def test_seats_change_only_where_that_was_chosen() -> None:
    """Two matches of the same people, seated anew for the second one (FEAT-51)."""
    assert "FEAT-51" in marks(played("bluff", BluffOptions(seat_change=True), 4))
    assert "FEAT-51" not in marks(played("bluff", BluffOptions(), 4))


def test_a_wizard_turned_up_shows_the_choice_of_trump() -> None:
    """In some round of a long game (FEAT-48)."""
    assert "FEAT-48" in marks(played("wizard", WizardOptions(length="standard"), 2))


def test_bots_fill_a_table_in_the_action_of_the_start() -> None:
    """Bots that the owner added before fill nothing (FEAT-10)."""
    assert "FEAT-10" in marks(staged("ai-fill", 1)[0])
    assert "FEAT-10" not in marks(with_bots())


def test_a_late_first_turn_is_no_quick_start() -> None:
    """Thirty seconds from the session to the first turn, and not one more (FEAT-55)."""
    assert "FEAT-55" in marks(honest())
    early = alter(honest(), lambda o, e: isinstance(o, Exchange) and o.path == "/v1/sessions", _long_ago, every=True)
    assert "FEAT-55" not in marks(early)


def _long_ago(exchange: Exchange) -> Exchange:
    return replace(exchange, sent=exchange.sent - 40 * SECOND)


def test_what_cannot_be_read_shows_nothing() -> None:
    """Answers that are none of the dialect: the oracles of boards convict them, the marks pass over them."""
    assert "FEAT-26" in marks(staged("boards-in-pages")[0])
    assert "FEAT-26" not in marks(calls(staged("boards-in-pages")[0], "/v1/boards/world", answer=b"?"))
    assert "FEAT-26" not in marks(calls(staged("boards-in-pages")[0], "/v1/players/me", answer=b"?"))
    assert "FEAT-23" not in marks(calls(staged("forged-scores")[0], "/v1/", status=404, answer=b"?"))


def test_no_answer_shows_nothing() -> None:
    """Neither success nor refusal."""
    silent = calls(honest(), "/v1/", status=0, answer=b"")
    assert not {"FEAT-01", "FEAT-04/joined", "FEAT-09/started"} & set(marks(silent))


def test_codes_of_another_kind_are_no_four_letters() -> None:
    """A backend may have longer codes (FEAT-05)."""
    (room,) = {o.path.split("/")[3] for o in honest() if isinstance(o, Exchange) and o.path.endswith("/members")}
    longer = alter(
        honest(),
        lambda o, e: isinstance(o, Exchange) and o.path == "/v1/rooms",
        lambda x: replace(x, answer=x.answer.replace(room.encode(), room.encode() + b"X")),
        every=True,
    )
    assert "FEAT-05/letters" in marks(honest())
    assert "FEAT-05/letters" not in marks(longer)


def test_boards_without_tiers_show_none() -> None:
    """Nor does a board without the one who read his profile show that both are the same (FEAT-26)."""
    empty = b'{"board":"world","from":0,"total":0,"version":0,"rows":[]}'
    found = marks(calls(honest(), "/v1/boards", answer=empty))
    assert "FEAT-26" not in found
    assert "BLF-E30" not in found


def test_seats_in_another_order_than_members_show_no_order_of_arrival() -> None:
    """BLF-E06 is seen only where it holds."""
    turned = edit(honest(), kind(ev.MatchStarted), lambda e: replace(e, seats=e.seats[::-1]), everywhere=True)
    assert "BLF-E06" in marks(honest())
    assert "BLF-E06" not in marks(turned)


def test_a_pull_by_itself_is_no_single_step() -> None:
    """BLF-E12 is seen where call and pull are one action."""
    apart = edit(honest(), kind(ev.Pulled), lambda e: replace(e, group=e.number), everywhere=True, every=True)
    assert "BLF-E12" in marks(honest())
    assert "BLF-E12" not in marks(apart)


def test_a_refused_profile_shows_no_tier() -> None:
    """BLF-E34."""
    assert "BLF-E34" in marks(honest())
    assert "BLF-E34" not in marks(calls(honest(), "/v1/players/me", status=401))


def test_a_frame_before_any_snapshot_is_of_any_game() -> None:
    """A refused hello names its rule, although no room is known yet (BLF-E39)."""
    theft = staged("late-joiner-and-equal-names")[0]
    assert "BLF-E39" in marks(theft)
    other = edit(theft, kind(ev.Refused, code="bad_secret"), lambda e: replace(e, rule="WIRE"), every=True)
    assert "BLF-E39" not in marks(other)


def test_nothing_seen_shows_nothing() -> None:
    """An empty run."""
    assert marks((RunEnded(at=0, complete=True),)) == {}
