"""Words of a small installation, and a way to read a scenario from a text."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from harness.errors import ScenarioError
from harness.scenario.load import loads
from harness.scenario.model import Scenario
from harness.scenario.verbs import VERBS
from harness.scenario.vocabulary import Vocabulary

HEAD = """\
scenario: one
about: Somebody plays.
players: {ana: , ben: {persona: caller}, cho: {joins: false}, dee: {bot: true}}
"""
"""Three lines with which a file is complete; what a test adds begins in line 4."""


@pytest.fixture
def words() -> Vocabulary:
    """The words that files of these tests may use."""
    return Vocabulary(
        personas=("honest", "caller", "bluffer"),
        mischief=("four_cards", "stale_turn"),
        oracles=("hand_privacy", "continuity", "expectations"),
        verbs=VERBS,
    )


@pytest.fixture
def scenario(words: Vocabulary) -> Callable[[str], Scenario]:
    """Read `one.yaml`: the head and these lines."""

    def read(lines: str = "") -> Scenario:
        return loads((HEAD + dedent(lines)).encode(), "one", words)

    return read


@pytest.fixture
def problems(words: Vocabulary) -> Callable[[str], list[str]]:
    """The problems of the head and these lines, without the file's name."""

    def read(lines: str) -> list[str]:
        with pytest.raises(ScenarioError) as caught:
            loads((HEAD + dedent(lines)).encode(), "one", words)
        assert all(problem.startswith("one.yaml:") for problem in caught.value.problems)
        return [problem.removeprefix("one.yaml:") for problem in caught.value.problems]

    return read
