"""A file is read into typed values, or every one of its problems is told with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.clock import MILLISECOND, SECOND
from harness.errors import ScenarioError
from harness.scenario.load import load, loads
from harness.scenario.model import Network, PlayerSpec, Scenario, Threshold
from harness.scenario.vocabulary import Vocabulary

Read = Callable[[str], Scenario]
Problems = Callable[[str], list[str]]

ONE = "scenario: one\nabout: A.\n"
"""Two lines that a file needs before its players."""


def test_the_smallest_file(words: Vocabulary) -> None:
    """Three keys are enough; everything else has a default."""
    found = loads(b"scenario: one\nabout: Somebody plays.\nplayers: {ana: }\n", "one", words)
    assert (found.name, found.about, found.game, found.matrix) == ("one", "Somebody plays.", "bluffers", ())
    (case,) = found.cases
    assert (case.seats, case.turn, case.tries, case.matches, case.tables, case.witness) == (4, None, 20, 1, 1, False)
    assert case.players == (PlayerSpec(actor="ana"),)
    assert case.network == Network(latency=20 * MILLISECOND, jitter=0)
    assert case.think == (500 * MILLISECOND, 3 * SECOND)
    assert (case.script, case.expect, case.chance) == ((), (), None)
    assert str(case) == "the only case"


def test_everything_can_be_said(scenario: Read) -> None:
    """Each key ends up in its field."""
    found = scenario(
        """\
        game: bluffers
        table: {seats: 3, turn: 1.5s}
        network: {latency: 5ms, jitter: 2ms}
        think: [0s, 10ms]
        tries: 3
        matches: 2
        tables: 5
        witness: true
        requires: [hand_privacy]
        thresholds: {resume: "p(95) < 1s"}
        """
    )
    (case,) = found.cases
    assert (case.seats, case.turn) == (3, 1500 * MILLISECOND)
    assert case.network == Network(latency=5 * MILLISECOND, jitter=2 * MILLISECOND)
    assert case.think == (0, 10 * MILLISECOND)
    assert (case.tries, case.matches, case.tables, case.witness) == (3, 2, 5, True)
    assert found.requires == ("hand_privacy",)
    assert found.thresholds == (Threshold(line=13, metric="resume", expression="p(95) < 1s"),)


def test_players(words: Vocabulary) -> None:
    """Personas, mischief by name or all of it, late joiners and bots, in the order of the file."""
    found = loads(
        b"scenario: one\nabout: They play.\nplayers:\n"
        b"  ana: {mischief: [stale_turn]}\n  ben: {persona: bluffer, mischief: all}\n"
        b"  cho: {joins: false}\n  dee: {bot: true}\n",
        "one",
        words,
    )
    assert found.cases[0].players == (
        PlayerSpec(actor="ana", mischief=("stale_turn",)),
        PlayerSpec(actor="ben", persona="bluffer", mischief=("four_cards", "stale_turn")),
        PlayerSpec(actor="cho", joins=False),
        PlayerSpec(actor="dee", bot=True),
    )


def test_five_mistakes_are_five_lines(problems: Problems) -> None:
    """All problems of a file come at once, by line, each with what was probably meant."""
    assert problems(
        """\
        gane: bluffers
        table: {seats: 9, trun: 30s}
        tries: many
        requires: [continity]
        tries: 7
        """
    ) == [
        "4: unknown key of a scenario `gane`; did you mean `game`?",
        "5: `seats` must be 2 to 4, not 9",
        "5: unknown key of `table` `trun`; did you mean `turn`?",
        "6: `tries` must be a whole number, not `many`",
        "7: unknown oracle `continity`; did you mean `continuity`?",
        "8: `tries` is given twice; first in line 6",
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("game: chess", "4: unknown game `chess`; there are bluffers, liars_dice, bluff, wizard"),
        ("game: 7", "4: game must be a text, not `7`"),
        ("table: 4", "4: `table` must be a mapping, not `4`"),
        ("table: {turn: 30}", "4: `turn` must be a duration such as 300ms or 1h30m, not `30`"),
        ("table: {turn: 2m}", "4: `turn` is out of range: 2m"),
        ("table: {turn: 199ms}", "4: `turn` is out of range: 199ms"),
        ("table: {turn: 200.5ms}", "4: `turn` must be whole milliseconds"),
        ("table: {turn: }", "4: `turn` must be a duration such as 300ms or 1h30m, not nothing"),
        ("table: {turn: 5s later}", "4: `turn` must be a duration such as 300ms or 1h30m, not `5s later`"),
        ("tries: 0", "4: `tries` must be 1 to 1000, not 0"),
        ("tries: true", "4: `tries` must be a whole number, not true"),
        ("witness: 1", "4: `witness` must be true or false, not `1`"),
        ("think: 3s", "4: `think` must be a list, not `3s`"),
        ("think: [1s]", "4: `think` must be the shortest and the longest time, such as [500ms, 3s]"),
        ("think: [2s, 1s]", "4: `think` must be the shortest and the longest time, such as [500ms, 3s]"),
        ("network: {latency: 1h}", "4: `latency` is out of range: 1h"),
        ("requires: hand_privacy", "4: oracles must be a list, not `hand_privacy`"),
        ("requires: [hand_privacy, hand_privacy]", "4: oracle `hand_privacy` is named twice"),
        ("requires: [[x]]", "4: oracle must be a text, not a list"),
        ("thresholds: {resume: soon}", "4: 'soon' is no threshold; write it like 'p(95) < 1s' or 'count > 100'"),
        ("thresholds: {resume: 5}", "4: the threshold of `resume` must be a text, not `5`"),
    ],
)
def test_problems_of_single_keys(problems: Problems, line: str, problem: str) -> None:
    """Wrong types, wrong ranges and unknown words, each with line and value."""
    assert problem in problems(line)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("about: A.\nplayers: {a: }", "1: `scenario` is missing"),
        ("scenario: one\nplayers: {a: }", "1: `about` is missing"),
        (ONE, "1: `players` is missing"),
        (
            "scenario: two\nabout: A.\nplayers: {a: }",
            "1: the file is called one, the scenario `two`; give both one name",
        ),
        ("scenario: one\nabout: A\nplayers: {a: }", "2: `about` must be a sentence and end with a full stop"),
        ("scenario: one\nabout: ''\nplayers: {a: }", "2: `about` must be a text, not ``"),
        (ONE + "players: {}", "3: nobody joins; a room needs one player who is no bot"),
        (
            ONE + "players: {a: {bot: true}}",
            "3: nobody joins; a room needs one player who is no bot",
        ),
        (
            ONE + "players: {Ana: }",
            "3: `Ana` is no name for an actor; use small letters, digits, - and _",
        ),
        (
            ONE + "players: {room: }",
            "3: an actor cannot be called `room`; the format uses this word",
        ),
        (
            ONE + "players: {how: }",
            "3: an actor cannot be called `how`; the format uses this word",
        ),
        (
            ONE + "players: {is: }",
            "3: an actor cannot be called `is`; the format uses this word",
        ),
        (ONE + "players: {a: honest}", "3: player `a` must be a mapping, not `honest`"),
        (
            ONE + "players: {a: {persona: honset}}",
            "3: unknown persona `honset`; did you mean `honest`?",
        ),
        (
            ONE + "players: {a: , b: {bot: true, persona: honest}}",
            "3: `b` is a bot of the server; it takes no `persona`",
        ),
        (
            "scenario: one\nabout: A.\ntable: {seats: 2}\nplayers: {a: , b: , c: , d: {joins: false}}",
            "4: 3 players for 2 seats; give some `joins: false`, or take them out",
        ),
    ],
)
def test_problems_of_head_and_players(words: Vocabulary, text: str, problem: str) -> None:
    """Missing keys, names that do not fit, and more players than seats."""
    with pytest.raises(ScenarioError) as caught:
        loads(text.encode(), "one", words)
    assert f"one.yaml:{problem}" in caught.value.problems


def test_expectations_require_their_oracle(scenario: Read) -> None:
    """Lines under `expect` make `expectations` a required oracle; without lines it is not."""
    assert scenario("requires: [continuity]").requires == ("continuity",)
    found = scenario("requires: [continuity]\nexpect: [{ana: owner}]")
    assert found.requires == ("continuity", "expectations")
    assert scenario("requires: [expectations]\nexpect: [{ana: owner}]").requires == ("expectations",)


def test_files(tmp_path: Path, words: Vocabulary) -> None:
    """A file is read like its bytes, and its path stands in front of every problem."""
    path = tmp_path / "one.yaml"
    path.write_text("scenario: one\nabout: Somebody plays.\nplayers: {ana: }\n")
    assert load(path, words).name == "one"
    path.write_text("scenario: one\n")
    with pytest.raises(ScenarioError) as caught:
        load(path, words)
    assert f"{path}:1: `players` is missing" in caught.value.problems
    with pytest.raises(ScenarioError) as caught:
        load(tmp_path / "two.yaml", words)
    assert caught.value.problems == (f"{tmp_path / 'two.yaml'}:1: cannot be read: No such file or directory",)


def test_unreadable_bytes(words: Vocabulary) -> None:
    """What is no YAML at all is a scenario error like any other."""
    with pytest.raises(ScenarioError) as caught:
        loads(b"\xff", "one", words)
    assert caught.value.problems == ("one.yaml:1: not UTF-8: byte 0xff",)


def test_mischief_of_another_game(words: Vocabulary) -> None:
    """Named it is a problem, with the games that it is for; `all` is what means something in this game."""
    some = replace(words, games={"four_cards": ("bluffers", "bluff")})
    head = "scenario: one\nabout: A.\ngame: wizard\n"
    with pytest.raises(ScenarioError) as caught:
        loads((head + "players: {ana: {mischief: [four_cards, stale_turn]}}").encode(), "one", some)
    assert caught.value.problems == ("one.yaml:4: mischief `four_cards` is for bluffers and bluff; this is wizard",)
    found = loads((head + "players: {ana: {mischief: all}}").encode(), "one", some)
    assert found.cases[0].players[0].mischief == ("stale_turn",)
