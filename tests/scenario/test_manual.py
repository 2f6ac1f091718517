"""The manual and the JSON Schema say what the tables say, and the manual's example is a scenario."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from runpy import run_path

import msgspec
import pytest

from harness.scenario.expectations import EXPECTABLE
from harness.scenario.load import CASE_KEYS, HEAD_KEYS, loads
from harness.scenario.manual import renewed
from harness.scenario.schema import text
from harness.scenario.script import STEP_KEYS, WHEN_KEYS
from harness.scenario.verbs import SERVER_VERBS, VERBS
from harness.scenario.vocabulary import Vocabulary, default_vocabulary

DOCS = Path(__file__).parents[2] / "docs"
SOURCES = Path(__file__).parents[2] / "harness" / "scenario"


@pytest.fixture(scope="module")
def installed() -> Vocabulary:
    """The words of this installation."""
    return default_vocabulary()


def test_the_tables_of_the_manual_are_up_to_date(installed: Vocabulary) -> None:
    """Run `python -m harness.scenario.manual docs/scenarios.md` when this fails."""
    manual = (DOCS / "scenarios.md").read_text()
    assert renewed(manual, installed) == manual
    for name in (*VERBS, *EXPECTABLE):
        assert f"| `{name}` |" in manual


def test_every_key_is_in_the_manual() -> None:
    """Keys of files, steps and moments have their row or their example."""
    manual = (DOCS / "scenarios.md").read_text()
    for key in (*HEAD_KEYS, *CASE_KEYS, *WHEN_KEYS):
        assert f"| `{key}` |" in manual
    for key in STEP_KEYS:
        assert f" {key}: " in manual


def test_a_table_that_does_not_exist_is_no_table(words: Vocabulary) -> None:
    """A mark with a wrong name is an error, not an empty table."""
    with pytest.raises(KeyError):
        renewed("<!-- begin nothing -->\n<!-- end nothing -->", words)


def test_the_example_is_a_scenario(installed: Vocabulary) -> None:
    """The whole file that the manual shows can be read."""
    (example,) = re.findall(r"```yaml\n(scenario: .*?)```", (DOCS / "scenarios.md").read_text(), re.DOTALL)
    name = example.splitlines()[0].removeprefix("scenario: ")
    assert len(loads(example.encode(), name, installed).cases) == 12


def test_the_schema_is_up_to_date(installed: Vocabulary) -> None:
    """Run `python -m harness.scenario.schema > docs/scenario.schema.json` when this fails."""
    assert (DOCS / "scenario.schema.json").read_text() == text(installed)


def test_the_schema_knows_every_word(installed: Vocabulary) -> None:
    """Keys, verbs with their arguments, expectations, personas, mischief and oracles are all in it."""
    schema = msgspec.json.decode(text(installed))
    properties = schema["properties"]
    assert set(properties) == {*HEAD_KEYS, *CASE_KEYS}
    step = properties["script"]["items"]["properties"]
    assert set(step) == set(STEP_KEYS)
    assert set(step["when"]["properties"]) == set(WHEN_KEYS)
    verbs = [verb["const"] for verb in step["do"]["additionalProperties"]["anyOf"][0]["anyOf"]]
    assert verbs == [*VERBS, *SERVER_VERBS]
    assert set(step["do"]["properties"]) == {
        row.name for verb in (*VERBS.values(), *SERVER_VERBS.values()) for row in verb.arguments
    }
    assert properties["requires"]["items"]["enum"] == list(installed.oracles)


def test_the_documented_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """What `python -m harness.scenario.schema` prints is what is committed."""
    run_path(str(SOURCES / "schema.py"), run_name="__main__")
    assert capsys.readouterr().out == (DOCS / "scenario.schema.json").read_text()


def test_the_documented_command_renews_the_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m harness.scenario.manual FILE` fills in tables that are missing or old."""
    manual = (DOCS / "scenarios.md").read_text()
    copy = tmp_path / "scenarios.md"
    copy.write_text(re.sub(r"(<!-- begin \w+ -->\n).*?(<!-- end)", r"\1old\n\2", manual, flags=re.DOTALL))
    assert copy.read_text() != manual
    monkeypatch.setattr(sys, "argv", ["manual", str(copy)])
    run_path(str(SOURCES / "manual.py"), run_name="__main__")
    assert copy.read_text() == manual
