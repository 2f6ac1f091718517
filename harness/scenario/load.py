"""Scenario files as typed values, or all their problems at once, each with its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.clock import MILLISECOND, SECOND, Duration
from harness.metrics import thresholds
from harness.scenario.chance import read_chance
from harness.scenario.civil import read_civil
from harness.scenario.matrix import Matrix
from harness.scenario.model import Case, Network, Scenario, Threshold, room_of
from harness.scenario.reader import Reader, plain
from harness.scenario.script import read_expect, read_script
from harness.scenario.seating import read_players, seated
from harness.scenario.source import Fields, Node, Problem, UnreadableError, complaint, parse, read
from harness.scenario.table import GAMES, read_table
from harness.scenario.vocabulary import Vocabulary, default_vocabulary
from harness.wire.options import GameName

HEAD_KEYS: Final = ("scenario", "about", "game", "matrix", "requires", "thresholds")
"""Keys that are the same in every case; no `$name` is put in there."""

CASE_KEYS: Final = (
    "table", "players", "script", "expect", "chance", "network", "tries", "matches", "witness", "think", "tables",
    "civil",
)  # fmt: skip
"""Keys in which a `$name` of the matrix can stand."""

NETWORK_KEYS: Final = ("latency", "jitter")
THINK: Final = (500 * MILLISECOND, 3 * SECOND)
LATENCY: Final = 20 * MILLISECOND


def load(path: Path, vocabulary: Vocabulary | None = None) -> Scenario:
    """Read one scenario file.

    Args:
        path: The file; its stem is the scenario's name.
        vocabulary: The words it may use; None for those of this installation.

    Raises:
        ScenarioError: The file has problems. All of them are in it, as `file.yaml:LINE: message`.
    """
    try:
        tree, problems = read(path)
    except UnreadableError as error:
        raise complaint(str(path), error.problems) from None
    return _checked(tree, problems, str(path), path.stem, vocabulary or default_vocabulary())


def loads(raw: bytes, name: str, vocabulary: Vocabulary) -> Scenario:
    """Read a scenario from bytes; `name` is its name, and `name.yaml` what messages call it.

    Raises:
        ScenarioError: As `load` does.
    """
    try:
        tree, problems = parse(raw)
    except UnreadableError as error:
        raise complaint(f"{name}.yaml", error.problems) from None
    return _checked(tree, problems, f"{name}.yaml", name, vocabulary)


def _checked(tree: Fields, problems: Sequence[Problem], file: str, name: str, vocabulary: Vocabulary) -> Scenario:
    reader = Reader()
    reader.problems.extend(problems)
    scenario = _scenario(reader, tree, name, vocabulary)
    if reader.problems:
        raise complaint(file, reader.problems)
    return scenario


def _scenario(reader: Reader, tree: Fields, stem: str, vocabulary: Vocabulary) -> Scenario:
    found = reader.fields(tree, (*HEAD_KEYS, *CASE_KEYS), "a scenario")
    for key in ("scenario", "about", "players"):
        if key not in found:
            reader.note(1, f"`{key}` is missing")
    name = reader.text(found.get("scenario"), "`scenario`", stem)
    if name != stem:
        reader.note(found["scenario"].line, f"the file is called {stem}, the scenario `{name}`; give both one name")
    game = next(known for known in GAMES if known == reader.word(found.get("game"), "game", "bluffers", GAMES))
    matrix = Matrix(reader, found.get("matrix"))
    cases = tuple(
        _case(reader, {key: matrix.put(found[key], case) for key in CASE_KEYS if key in found}, case, game, vocabulary)
        for case in matrix.combinations()
    )
    matrix.note_unused()
    requires = reader.words(found.get("requires"), "oracle", vocabulary.oracles)
    if cases[0].expect and "expectations" not in requires:
        # Lines under `expect` that nobody could judge must not look like lines that held.
        requires = (*requires, "expectations")
    return Scenario(
        name=name,
        about=_about(reader, found.get("about")),
        game=game,
        matrix=matrix.values(),
        cases=cases,
        requires=requires,
        thresholds=_thresholds(reader, found.get("thresholds")),
    )


def _about(reader: Reader, node: Node | None) -> str:
    about = reader.text(node, "`about`", "")
    if node is not None and about and not about.rstrip().endswith("."):
        reader.note(node.line, "`about` must be a sentence and end with a full stop")
    return " ".join(about.split())


def _thresholds(reader: Reader, node: Node | None) -> tuple[Threshold, ...]:
    limits: list[Threshold] = []
    for metric, value in reader.fields(node, None, "`thresholds`").items():
        expression = reader.text(value, f"the threshold of `{metric}`", None)
        if expression is None:
            continue
        try:
            thresholds.parse(metric, expression)
        except ValueError as error:
            reader.note(value.line, str(error))
        limits.append(Threshold(line=value.line, metric=metric, expression=expression))
    return tuple(limits)


def _case(
    reader: Reader, found: Mapping[str, Node], values: Mapping[str, Node], game: GameName, vocabulary: Vocabulary
) -> Case:
    table = read_table(reader, found.get("table"), game)
    players = read_players(reader, found.get("players"), table.seats, game, vocabulary)
    network = reader.fields(found.get("network"), NETWORK_KEYS, "`network`")
    return Case(
        values=tuple((name, plain(node)) for name, node in values.items()),
        seats=table.seats,
        turn=table.turn,
        players=players,
        script=read_script(reader, found.get("script"), game, vocabulary),
        expect=read_expect(reader, found.get("expect"), game),
        chance=read_chance(reader, found.get("chance"), seated(players), room_of(game, table.seats, table.options)),
        network=Network(
            latency=reader.duration(network.get("latency"), "`latency`", LATENCY, 0, 10 * SECOND),
            jitter=reader.duration(network.get("jitter"), "`jitter`", 0, 0, 10 * SECOND),
        ),
        tries=reader.whole(found.get("tries"), "`tries`", 20, 1, 1000),
        matches=reader.whole(found.get("matches"), "`matches`", 1, 1, 1000),
        witness=reader.flag(found.get("witness"), "`witness`", False),
        think=_think(reader, found.get("think")),
        tables=reader.whole(found.get("tables"), "`tables`", 1, 1, 10_000),
        ai_fill=table.ai_fill,
        options=table.options,
        civil=read_civil(reader, found.get("civil")),
    )


def _think(reader: Reader, node: Node | None) -> tuple[Duration, Duration]:
    if node is None:
        return THINK
    ends = [reader.duration(item, "`think`", 0) for item in reader.items(node, "`think`")]
    if len(ends) != 2 or ends[0] > ends[1]:
        reader.note(node.line, "`think` must be the shortest and the longest time, such as [500ms, 3s]")
        return THINK
    return ends[0], ends[1]
