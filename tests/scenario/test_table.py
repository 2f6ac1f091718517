"""The table of each game: its seats, its clock, and what can be chosen for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.clock import SECOND
from harness.dialects.dialect import RoomOptions
from harness.scenario.model import Scenario, room_of
from harness.scenario.plan import unroll
from harness.scenario.table import CHOICES
from harness.wire.options import BluffOptions, DiceOptions, WizardOptions

Read = Callable[[str], Scenario]
Problems = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("game", "table", "options"),
    [
        ("bluffers", "{seats: 3}", None),
        ("liars_dice", "{seats: 6}", None),
        ("liars_dice", "{seats: 3, ones: low}", DiceOptions(ones="low")),
        ("bluff", "{seats: 8, decks: 2, jokers: none, end: play_on}",
         BluffOptions(decks=2, jokers="none", end="play_on")),
        ("bluff", "{seats: 3, direction: anticlockwise, seat_change: true}",
         BluffOptions(direction="anticlockwise", seat_change=True)),
        ("wizard", "{seats: 6, bids: secret, length: amigo, first_lead: first_player}",
         WizardOptions(bids="secret", length="amigo", first_lead="first_player")),
    ],
)  # fmt: skip
def test_what_was_chosen(scenario: Read, game: str, table: str, options: object) -> None:
    """Everything the room can be opened with; the plan asks for exactly that."""
    found = scenario(f"game: {game}\ntable: {table}")
    case = found.cases[0]
    assert found.game == game and case.options == options
    room = unroll(found, case, "1").parties[0].room
    assert room == room_of(found.game, case.seats, case.options) and room.chosen == options and room.game == game


def test_a_clock_and_a_witness(scenario: Read) -> None:
    """The clock goes into the room; the witness plays the same game with its defaults."""
    found = scenario("game: wizard\ntable: {seats: 3, turn: 20s, length: five}\nwitness: true")
    first, witness = unroll(found, found.cases[0], "1", turn=2 * SECOND).parties
    assert first.room == RoomOptions(game="wizard", seats=3, turn_ms=2_000, wizard=WizardOptions(length="five"))
    assert witness.room == RoomOptions(game="wizard", turn_ms=2_000)


def test_choices_can_come_from_a_matrix(scenario: Read) -> None:
    """Each case has its own."""
    found = scenario("game: liars_dice\ntable: {ones: $ones}\nmatrix: {ones: [high, low]}")
    assert [case.options for case in found.cases] == [DiceOptions(ones="high"), DiceOptions(ones="low")]


@pytest.mark.parametrize(
    ("game", "table", "problem"),
    [
        ("liars_dice", "{seats: 7}", "`seats` must be 2 to 6, not 7"),
        ("bluff", "{seats: 1}", "`seats` must be 2 to 8, not 1"),
        ("wizard", "{seats: 2}", "`seats` must be 3 to 6, not 2"),
        ("liars_dice", "{ones: hihg}", "unknown value of `ones` of `table` `hihg`; did you mean `high`?"),
        ("bluff", "{decks: 5}", "`decks` of `table` must be 1 to 4, not 5"),
        ("bluff", "{seat_change: 1}", "`seat_change` of `table` must be true or false, not `1`"),
        ("wizard", "{ones: high}", "`ones` of `table` belongs to liars_dice; this is wizard"),
        ("bluffers", "{length: five}", "`length` of `table` belongs to wizard; this is bluffers"),
        ("wizard", "{lenght: five}", "unknown key of `table` `lenght`; did you mean `length`?"),
    ],
)
def test_problems(problems: Problems, game: str, table: str, problem: str) -> None:
    """Ranges of the game, words it does not know, and choices of another game."""
    assert f"5: {problem}" in problems(f"game: {game}\ntable: {table}")


def test_several_problems_are_told_together(problems: Problems) -> None:
    """Each with its line."""
    found = problems(
        """\
        game: wizard
        table: {seats: 7, bids: open, ones: low}
        chance: {opener: ana, turned: [ZZ]}
        script:
          - {when: {hand: 1, passes: 0}, do: {ana: bid, tricks: 1, face: 2}}
        expect:
          - {ana: resumes, same: [hand]}
        """
    )
    assert [problem.partition(":")[0] for problem in found] == ["5", "5", "5", "6", "6", "8", "8", "8", "10"]


def test_every_choice_is_known() -> None:
    """The table says what the options of the wire say."""
    assert [choice.name for choice in CHOICES["bluff"]] == list(BluffOptions.__struct_fields__)
    assert CHOICES["bluffers"] == () and CHOICES["liars_dice"][0].values == ("high", "low")
